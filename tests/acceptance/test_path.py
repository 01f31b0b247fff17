"""How long is the path of a request through our own code? As `make bench ARGS=path` measures it, with room for what
else the process does meanwhile."""

import pytest
from bench.path import WORDS, Entered
from tests.support.steward import Person

ROOM = 1.1
TODOS_CALLS, ASK_CALLS = 570, 7_300
"""Measured on 23 November 2026; before, 605 and 8,076. 5,500 of them without the phrases that were made linear since:
their engine is called for each word that a phrase may look around at."""


@pytest.mark.parametrize(
    ("path", "body", "calls"),
    [("/todos", {"title": "Buy milk"}, TODOS_CALLS), ("/ask", {"question": WORDS}, ASK_CALLS)],
)
async def test_a_request_is_answered_by_no_more_calls_than_it_was(
    rita: Person, path: str, body: dict[str, str], calls: int
) -> None:
    for _ in range(3):
        await rita.post(path, body)
    fewest = calls * 10
    for _ in range(3):
        with Entered().watched() as entered:
            await rita.post(path, body)
        fewest = min(fewest, sum(entered.by_loop.values()))
    assert fewest <= calls * ROOM, entered.modules.most_common(20)
