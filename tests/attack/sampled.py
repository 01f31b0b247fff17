"""What does `make test` try of all there is, and what was found guilty once and is tried every time?"""

from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path

HERE = Path(__file__).parent
SEED = 13
SAMPLED = 30
"""Pairs of a function and a shape, by chance from all (`make bench ARGS=attack` tries them all)."""

READERS = ("language.", "reader.", "commands.", "domain.world.contact", "domain.world.documents.")
"""What reads that people write: every third of its functions is fed one shape every time."""


def guilty() -> list[tuple[str, str]]:
    """Pairs (case, shape) that grew faster than their text once: `guilty.txt`, one a line."""
    return [(case, shape) for case, _, shape in (line.partition(" | ") for line in _lines("guilty.txt"))]


def readers(cases: Sequence[str], shapes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every third function that reads what people write, where the text is given most plainly; by other shapes than
    the one before it."""
    turned = cycle(shapes)
    functions = [case for function, case in sorted(plainest(cases).items()) if function.startswith(READERS)]
    yield from zip(functions[::3], turned, strict=False)


def plainest(cases: Sequence[str]) -> dict[str, str]:
    """Of each function the case that gives the text most plainly."""
    found: dict[str, str] = {}
    for case in sorted(cases, key=lambda case: (case.count("."), case.count("["), "locale" in case)):
        found.setdefault(case.partition("(")[0], case)
    return found


def not_covered() -> dict[str, str]:
    """What takes text and can't be called, with the reason: `uncovered.txt`, one a line."""
    return {name: reason for name, _, reason in (line.partition(" | ") for line in _lines("uncovered.txt"))}


def _lines(name: str) -> list[str]:
    return [line for line in (HERE / name).read_text("utf-8").splitlines() if line and not line.startswith("#")]
