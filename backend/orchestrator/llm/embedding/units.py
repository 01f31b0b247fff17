"""Is what a server sent one vector a text, and how long is each? Checked, and brought to length 1."""

import math
from collections.abc import Sequence

from orchestrator.llm.port import BadModelOutput


def unit_vectors(vectors: Sequence[Sequence[float]], *, expected: int) -> list[list[float]]:
    """`vectors` of length 1. Raises BadModelOutput for another number than `expected`, or unequal lengths."""
    if len(vectors) != expected or len({len(vector) for vector in vectors}) > 1:
        raise BadModelOutput("the embedding model gave another number or length of vectors than asked")
    return [_unit(vector) for vector in vectors]


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in vector))
    if not length or not math.isfinite(length):
        raise BadModelOutput("the embedding model gave a vector without a direction")
    return [value / length for value in vector]
