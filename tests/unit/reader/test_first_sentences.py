"""What people tell on their first days, typed small, becomes what they told: facts, people, days that come again."""

import json
from datetime import datetime

from tests.support.corpora import corpus

from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import ToolSchema, TurnFacts
from orchestrator.reader.question.reading import read
from orchestrator.reader.request import Request
from orchestrator.reader.requests.parse import requests

NOW = datetime(2026, 11, 21, 11)
WRITES = ("events_create", "events_update", "todos_create", "remember_fact", "correct_fact", "forget", "contact_graph")
TOOLS = tuple(ToolSchema(name, "", {"type": "object", "properties": {}}, "write") for name in WRITES)


def asked(said: str, locale: str) -> list[Request]:
    facts = TurnFacts(said, NOW, "Europe/Lisbon", locale, "turn", tools=TOOLS, mood=mood_of(said, locale).mood)
    return requests(facts, read(said, now=NOW, locale=locale))


@corpus("first_sentences", "what_is_told_on_the_first_day")
def test_what_is_told_is_proposed_as_it_was_told(locale: str, said: str, holds: list[list[str]]) -> None:
    made = asked(said, locale)
    assert [one.act.value for one in made] == [act for act, *_ in holds], made
    for one, (_, *words) in zip(made, holds, strict=True):
        told = json.dumps(dict(one.arguments), ensure_ascii=False)
        assert all(word in told for word in words), told


@corpus("first_sentences", "what_tells_nothing")
def test_what_tells_nothing_is_left_alone(locale: str, said: str) -> None:
    assert asked(said, locale) == []
