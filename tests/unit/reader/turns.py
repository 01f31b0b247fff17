"""What does a row say that a turn of the reader does? `said` under what is GIVEN, and each of CHECKS that it names."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.support.corpora import APART
from tests.unit.reader.world import Turn, ask

GIVEN = ("locale", "language", "mood", "context", "history")


def _proposed(turn: Turn, wanted: list[tuple[str, dict[str, Any]]]) -> bool:
    """These tools in this order, with these arguments among others."""
    return [tool for tool, _ in turn.writes] == [tool for tool, _ in wanted] and all(
        told.get(name) == value
        for (_, told), (_, some) in zip(turn.writes, wanted, strict=True)
        for name, value in some.items()
    )


CHECKS: dict[str, Callable[[Turn, list[Any]], bool]] = {
    "writes": lambda turn, wanted: turn.writes == [(tool, arguments) for tool, arguments in wanted],
    "writes_with": _proposed,
    "calls": lambda turn, wanted: [call.name for call in turn.calls] == wanted,
    "begins": lambda turn, wanted: turn.text.startswith(tuple(wanted)),
    "begins_not": lambda turn, unwanted: not turn.text.startswith(tuple(unwanted)),
    "holds": lambda turn, wanted: all(words in turn.text for words in wanted),
    "holds_one": lambda turn, wanted: any(words in turn.text for words in wanted),
    "lacks": lambda turn, unwanted: not any(words in turn.text for words in unwanted),
}


def assert_turn(case: Mapping[str, Any]) -> None:
    """The turn does all that its row says, and the row says something."""
    checks = case.keys() - APART - {"said"} - set(GIVEN)
    assert checks
    assert checks <= CHECKS.keys()
    given = {name: case[name] for name in GIVEN if name in case}
    if "history" in given:
        given["history"] = tuple((role, text) for role, text in given["history"])
    turn = ask(case["said"], **given)
    for name in checks:
        assert CHECKS[name](turn, case[name]), (name, turn.writes, turn.text)
