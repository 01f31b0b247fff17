"""What does `make test` try of all there is, and what was found guilty once and is tried every time?"""

from pathlib import Path

HERE = Path(__file__).parent
SEED = 13
SAMPLED = 60
"""Pairs of a function and a shape, by chance from all (`make bench ARGS=attack` tries them all)."""


def guilty() -> list[tuple[str, str]]:
    """Pairs (case, shape) that grew faster than their text once: `guilty.txt`, one a line."""
    return [(case, shape) for case, _, shape in (line.partition(" | ") for line in _lines("guilty.txt"))]


def not_covered() -> dict[str, str]:
    """What takes text and can't be called, with the reason: `uncovered.txt`, one a line."""
    return {name: reason for name, _, reason in (line.partition(" | ") for line in _lines("uncovered.txt"))}


def _lines(name: str) -> list[str]:
    return [line for line in (HERE / name).read_text("utf-8").splitlines() if line and not line.startswith("#")]
