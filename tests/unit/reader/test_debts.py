"""What is left of a debt is worked out of what was lent and paid back, with that one person and of nothing else."""

from dataclasses import replace
from datetime import datetime

from tests.support.corpora import corpus
from tests.unit.reader.world import ALL_TOOLS
from tests.unit.reader.world import facts as world

from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.llm.messages import LedgerEntry, ToolSchema, TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.domains.debt_words import settled
from orchestrator.reader.domains.debts import debt_ask, told_debt
from orchestrator.reader.question.reading import read
from orchestrator.reader.requests.parse import requests

NOW = datetime(2026, 11, 30, 9)
REMEMBERS = ToolSchema("remember_fact", "", {"type": "object", "properties": {}}, "write")
TOOLS = (ToolSchema("get_facts", "", {"type": "object", "properties": {"query": {}}}),)


def answered(locale: str, asked: str, told: list[str]) -> str | None:
    known = LedgerEntry("get_facts", {}, "read", "done", "", {"facts": [{"text": one} for one in told]})
    history = tuple(("user", one) for one in told)
    facts = TurnFacts(asked, NOW, "Europe/Lisbon", locale, "turn", tools=TOOLS, ledger=(known,), history=history)
    ask = debt_ask(facts, locale[:2])
    return told_debt(ask, facts, locale) if ask is not None else None


@corpus("debts", "what_is_left")
def test_what_is_left_comes_first_and_what_tells_it_after(locale: str, asked: str, told: list[str], first: str) -> None:
    answer = answered(locale, asked, told)
    assert answer is not None
    assert answer.splitlines()[0] == first
    assert {line.strip("- “”") for line in answer.splitlines()[1:]} <= set(told)


@corpus("debts", "no_sum_is_worked_out")
def test_no_sum_is_worked_out_of_one_or_of_another_s(locale: str, asked: str, told: list[str], first: str) -> None:
    assert answered(locale, asked, told) is None


@corpus("debts", "what_is_paid")
def test_who_paid_is_one_who_was_lent_something(locale: str, said: str, before: list[str], kept: str) -> None:
    facts = TurnFacts(said, NOW, "Europe/Lisbon", locale, "turn", history=tuple(("user", one) for one in before))
    assert settled(facts, locale[:2]) == kept


@corpus("debts", "what_is_kept_of_a_payment")
def test_a_payment_is_kept_with_the_name_of_who_owes(locale: str, said: str, before: list[str], kept: str) -> None:
    facts = replace(
        world(said, mood=mood_of(said, locale).mood, tools=(*ALL_TOOLS, REMEMBERS)),
        locale=locale,
        history=tuple(("user", one) for one in before),
    )
    made = [one for one in requests(facts, read(said, now=facts.now, locale=locale)) if one.act is Act.REMEMBER]
    assert [one.arguments["text"] for one in made] == ([kept] if kept else [])
