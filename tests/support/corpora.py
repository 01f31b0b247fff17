"""Where do the sentences come from that tests judge?

`tests/corpora/NAME.jsonl`: one case a line, with the fields of `steward eval` where that has the kind (api.md), and
what is `expected`. Each has an `id`, the name of its set and a number, and may say `why` it is there.
"""

import json
from collections.abc import Callable
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import pytest
from pydantic import TypeAdapter

Test = TypeVar("Test", bound=Callable[..., Any])
CORPORA = Path(__file__).parents[1] / "corpora"
APART = {"id", "why"}
"""What is told of a case, and no part of it."""


@cache
def lines(name: str) -> tuple[dict[str, Any], ...]:
    """All cases of a corpus, as they are written."""
    written = (CORPORA / f"{name}.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in written.split("\n") if line)


def cases(name: str, of: str) -> list[Any]:
    """The values of each case of a set, for `pytest.mark.parametrize`: in the order of its fields; one alone where it
    has one."""
    found = [
        tuple(value for field, value in line.items() if field not in APART)
        for line in lines(name)
        if line["id"].rpartition("-")[0] == of
    ]
    assert found, f"tests/corpora/{name}.jsonl has no case of {of!r}"
    return [each[0] if len(each) == 1 else each for each in found]


def corpus(name: str, of: str) -> Callable[[Test], Test]:
    """Marks a test to be run for each case of a set: its first parameters are the fields in their order, read as what
    they are annotated with (a `datetime`, a `tuple`, an `Enum` is JSON in the corpus)."""

    def mark(test: Test) -> Test:
        rows = [case if isinstance(case, tuple) else (case,) for case in cases(name, of)]
        names = list(signature(test).parameters)[: len(rows[0])]
        hints = get_type_hints(test)
        read = [TypeAdapter(hints.get(each, Any)).validate_python for each in names]
        found = [tuple(one(value) for one, value in zip(read, row, strict=True)) for row in rows]
        return pytest.mark.parametrize(names, found)(test)

    return mark


def id_and_text(case: dict[str, Any]) -> str:
    """How a case is called where a test tells of it."""
    return f"{case['id']}: {case['text']}"
