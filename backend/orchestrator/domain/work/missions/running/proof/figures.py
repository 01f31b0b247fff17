"""Which numbers does a text hold, and which does the result of a call come to?"""

from collections.abc import Iterator, Mapping
from typing import Any

from orchestrator.domain.work.missions.model import MissionExecution
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import shorten

NUMBERS_WITHIN = 200_000
"""Characters in which numbers are looked for: no result is longer."""
_NUMBER = patterns.compile(r"[0-9]{1,3}(?:[.,' \x{a0}\x{202f}][0-9]{3}){1,4}\b|[0-9]{1,15}")


def held_in(execution: MissionExecution) -> set[int]:
    """The numbers that a result says, and how long its lists are."""
    return lengths_of(execution.data) | numbers_of(execution.data)


def lengths_of(data: Mapping[str, Any]) -> set[int]:
    """How much there is of something."""
    return {len(one) for one in data.values() if isinstance(one, list)}


def numbers_of(value: Any) -> set[int]:
    """The numbers that a record says."""
    return {one for told in _figures(value) for forms in numbers_in(told) for one in forms}


def _figures(value: Any) -> Iterator[str]:
    """What a result has numbers in: an id is none."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _figures(one)
    elif value is not None and parse_id(str(value)) is None:
        yield str(value)


def numbers_in(text: str) -> list[tuple[int, ...]]:
    """The whole numbers that a text is written with: each as one, and where it is written in groups of thousands, which
    may be two numbers as well, by its groups ("9,800": 9800, 9, 800)."""
    found = []
    for one in _NUMBER.finditer(shorten(text, NUMBERS_WITHIN)):
        groups = "".join(char if char.isdigit() else " " for char in one[0]).split()
        found.append((int("".join(groups)), *(map(int, groups) if len(groups) > 1 else ())))
    return found
