"""Validation of speaker embeddings: finite, of the model's length, not zero; answered as unit vectors."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from orchestrator.domain.senses.voices.tuning import MAX_DIM, MIN_DIM, tuning_of
from orchestrator.errors import InvalidRequest

Vector = NDArray[np.float32]
SMALLEST_NORM = 1e-6


def unit(values: object, model: str, *, field: str = "embedding", known_dim: int | None = None) -> Vector:
    """The embedding with length 1. `known_dim`: of what is kept of this model. Raises InvalidRequest."""
    if not isinstance(values, list):
        raise InvalidRequest.of_field(field, "an embedding is a list of numbers")
    _check_length(len(values), model, field, known_dim)
    if not all(isinstance(one, int | float) and not isinstance(one, bool) for one in values):
        raise InvalidRequest.of_field(field, "an embedding is a list of numbers")
    given = np.array([_as_float(one) for one in values])
    if not bool(np.isfinite(given).all()):
        raise InvalidRequest.of_field(field, "every number of an embedding is finite")
    peak = float(np.abs(given).max())
    if peak < SMALLEST_NORM:
        raise InvalidRequest.of_field(field, "an embedding of zeros says nothing of a voice")
    return normalized(given / peak)


def _as_float(value: float) -> float:
    """Infinite where JSON's whole number is beyond a float."""
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def _check_length(length: int, model: str, field: str, known_dim: int | None) -> None:
    expected = tuning_of(model).dim or known_dim
    if expected is not None and length != expected:
        raise InvalidRequest.of_field(field, f"the model {model!r} gives {expected} numbers, not {length:,}")
    if not MIN_DIM <= length <= MAX_DIM:
        raise InvalidRequest.of_field(field, f"an embedding has {MIN_DIM} to {MAX_DIM:,} numbers, not {length:,}")


def normalized(values: NDArray[np.floating]) -> Vector:
    """Of length 1, in single precision."""
    wide = values.astype(np.float64)
    found: Vector = (wide / np.linalg.norm(wide)).astype(np.float32)
    return found


def stacked(vectors: Sequence[Vector], dim: int) -> NDArray[np.float32]:
    """As rows of one matrix, which may have none."""
    return np.stack(vectors) if vectors else np.zeros((0, dim), dtype=np.float32)
