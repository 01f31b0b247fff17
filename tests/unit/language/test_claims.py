"""Claims of done change in answers: found in three languages, and held against the ledger."""

from typing import Any

import pytest
from tests.support.corpora import corpus, id_and_text, lines
from tests.support.processor_time import processor_time

from orchestrator.language.claims.check import Claim, LedgerFact, check, corrected, is_covered
from orchestrator.language.messages import say
from orchestrator.language.verdicts import claims_verdict


@pytest.mark.parametrize("case", lines("claims"), ids=id_and_text)
def test_a_claim_is_held_against_the_ledger(case: dict[str, Any]) -> None:
    assert claims_verdict(case)["verdict"] == case["expected"]


def test_the_contradicted_sentence_alone_is_removed() -> None:
    text = "You have two meetings on Friday. I've booked the dentist at 3pm. Shall I move the first one?"
    verdict = check(text, [LedgerFact("get_events", "read", "done", "2 events")])
    assert [claim.matched for claim in verdict.claims] == [False]
    assert corrected(text, verdict, "en") == "You have two meetings on Friday. Shall I move the first one?"


def test_a_matched_claim_stays_beside_a_removed_one() -> None:
    text = "- Milk added to your list\n- Dentist booked for Friday"
    verdict = check(
        text,
        [
            LedgerFact("todos_create", "write", "done", "milk"),
            LedgerFact("events_create", "write", "failed", "Dentist"),
        ],
    )
    assert [claim.matched for claim in verdict.claims] == [True, False]
    assert corrected(text, verdict, "en") == "- Milk added to your list"


def test_nothing_left_is_an_empty_text() -> None:
    verdict = check("Feito!", [])
    assert corrected("Feito!", verdict, "pt") == ""


def test_a_text_without_contradiction_is_unchanged() -> None:
    text = "Here are your notes:\n\n- Boiler\n- Car"
    assert corrected(text, check(text, []), "en") == text


@pytest.mark.parametrize("language", ["en", "pt", "es"])
def test_the_note_claims_nothing(language: str) -> None:
    assert check(say("agent.nothing_changed", language), []).claims == ()


@corpus("language_claims", "is_covered_says")
def test_is_covered_says(text: str, expected: bool) -> None:
    assert bool(is_covered(text)) is expected


@pytest.mark.parametrize("text", ["", "\x00", "🙂", "...", "?", "- \n- \n", '"', "```"])
def test_text_without_words_claims_nothing(text: str) -> None:
    assert check(text, []).claims == ()


@corpus("language_claims", "long_text_stays_cheap")
def test_long_text_stays_cheap(unit: str) -> None:
    with processor_time() as spent:
        check((unit * 32_000)[:32_000], [LedgerFact("todos_add", "write", "done", "milk")])
    assert spent.seconds < 4.0


def test_a_claim_carries_its_words_and_whether_it_holds() -> None:
    verdict = check("Sure. I've added milk.", [LedgerFact("todos_add", "write", "done", "milk")])
    assert verdict.claims == (Claim("I've added milk", matched=True),)


def test_the_verdict_has_the_form_of_the_evaluation() -> None:
    case = {
        "id": "c",
        "text": "I've added eggs.",
        "locale": "en-US",
        "ledger": [{"tool": "todos_add", "effect": "write", "outcome": "done", "summary": "milk"}],
    }
    assert claims_verdict(case) == {
        "id": "c",
        "verdict": "contradicted",
        "claims": [{"text": "I've added eggs", "matched": False}],
    }
    assert claims_verdict({"id": 1, "text": "Hello"}) == {"id": 1, "verdict": "pass", "claims": []}


@corpus("language_claims", "what_was_removed_did_not_go_for_good")
def test_what_was_removed_did_not_go_for_good(text: str, tool: str, verdict: str) -> None:
    summary = "Erased for good; goes: 1 event" if tool == "erase_item" else "Removed todo “Buy milk, leite, leche”"
    assert check(text, [LedgerFact(tool, "write", "done", summary)]).verdict == verdict
    assert check(text, [LedgerFact(tool, "write", "waiting", summary)]).verdict == "contradicted"


def test_a_line_that_was_read_is_quoted() -> None:
    text = "This is what I know:\n- I moved the boat to Porto in May. (since Friday)\n- I booked the dentist"
    read = ["I moved the boat to Porto in May"]
    assert [claim.text for claim in check(text, [], quoted=read).claims] == ["I booked the dentist"]
    assert check("I moved the boat to Porto in May, as you asked.", [], quoted=read).verdict == "contradicted"


@pytest.mark.parametrize(("tool", "verdict"), [("events_create", "pass"), ("events_delete", "contradicted")])
def test_an_empty_day_that_was_read_is_told_beside_what_waits(tool: str, verdict: str) -> None:
    """Unless something was to be taken away: then it would tell that nothing is left."""
    facts = [
        LedgerFact(tool, "write", "waiting", "Create event “Lunch with mam”"),
        LedgerFact("get_events", "read", "done", "0 events"),
    ]
    said = "There is nothing on your calendar on Wednesday, 25 November 2026."
    assert check(said, facts, "en-IE", composed=True).verdict == verdict
