"""Is a message a sum and nothing else, and how is it told with its result?"""

from datetime import datetime

from tests.support.corpora import corpus

from orchestrator.llm.messages import LedgerEntry, TurnFacts
from orchestrator.reader.domains.calculation_words import calculation_calls, told_calculation


def facts(question: str, *ledger: LedgerEntry) -> TurnFacts:
    now = datetime.fromisoformat("2026-11-28T09:00")
    return TurnFacts(question, now=now, zone="Europe/Lisbon", locale="en-GB", purpose="turn", ledger=ledger)


@corpus("calculations", "sums")
def test_a_sum_is_worked_out_and_nothing_else(language: str, question: str, code: str | None) -> None:
    assert [look.arguments["code"] for look in calculation_calls(facts(question), language)] == [code] * (
        code is not None
    )


def test_it_is_told_with_its_result() -> None:
    for language, code, value, told in (
        ("en", "15 /100* 80", 12.0, "15% × 80 = 12"),
        ("pt", "1200.50 + 3", 1203.5, "1200,50 + 3 = 1203,5"),
        ("en", "17*23", 391, "17 × 23 = 391"),
    ):
        data = {"code": code, "value": value, "result": str(value)}
        done = LedgerEntry("calculate", {"code": code}, effect="read", outcome="done", summary="", data=data)
        assert told_calculation(facts("", done), language) == told


def test_without_a_result_nothing_is_told() -> None:
    assert told_calculation(facts("17*23"), "en") is None
