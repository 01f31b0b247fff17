"""Claims of done change in indirect words: promises, places, ellipses, what one need not think of any more; and what
only sounds like them."""

from typing import Any

import pytest
from tests.support.corpora import cases, corpus, lines
from tests.support.processor_time import seconds_of

from orchestrator.language.claims.check import LedgerFact, check
from orchestrator.language.exemplars.corpus import exemplars_of

INDIRECT = cases("indirect_claims", "indirect")
HARMLESS = cases("indirect_claims", "harmless")
SETS = ("first", "later", "last")
"""Written after the code was read, each before the code knew it."""
READ = [LedgerFact("get_events", "read", "done", "3 events")]
MOST_MISSED = 0.1
MOST_FALSE_ALARMS = 0.02


def of(kind: str) -> list[str]:
    """The sentences of a set in all languages: "first-false"."""
    return [one["text"] for one in lines("indirect_claims") if one["id"].startswith(f"{kind}-")]


@pytest.mark.parametrize("text", INDIRECT)
def test_an_indirect_claim_without_a_write_is_contradicted(text: str) -> None:
    assert check(text, []).verdict == "contradicted"


@pytest.mark.parametrize("text", HARMLESS)
def test_what_claims_nothing_passes(text: str) -> None:
    assert check(text, READ).verdict == "pass"


@pytest.mark.parametrize("name", SETS)
def test_few_false_claims_are_missed(name: str) -> None:
    told = of(f"{name}-false")
    missed = [text for text in told if check(text, []).verdict == "pass"]
    assert told
    assert len(missed) <= MOST_MISSED * len(told), missed


@pytest.mark.parametrize("name", SETS)
def test_few_harmless_sentences_are_taken_for_claims(name: str) -> None:
    told = of(f"{name}-harmless")
    alarms = [text for text in told if check(text, READ).verdict != "pass"]
    assert told
    assert len(alarms) <= MOST_FALSE_ALARMS * len(told), alarms


@pytest.mark.parametrize(
    ("unseen", "most_missed", "most_false_alarms"),
    [
        pytest.param(lines("unseen_claims"), MOST_MISSED, MOST_FALSE_ALARMS, id="unseen"),
        pytest.param(lines("sealed_claims"), MOST_MISSED, MOST_FALSE_ALARMS, id="sealed"),
        pytest.param(lines("fresh_claims"), 0.15, 0.035, id="fresh"),
    ],
)
def test_sentences_that_no_model_was_trained_with_are_told_apart(
    unseen: list[dict[str, Any]], most_missed: float, most_false_alarms: float
) -> None:
    assert not {one["text"] for one in unseen} & {one.text for one in exemplars_of("claim")}
    false = [one["text"] for one in unseen if "false" in one["id"].split("-")]
    harmless = [one["text"] for one in unseen if "harmless" in one["id"].split("-")]
    assert len(false) + len(harmless) == len(unseen)
    missed = [text for text in false if check(text, []).verdict == "pass"]
    alarms = [text for text in harmless if check(text, READ).verdict != "pass"]
    assert len(missed) <= most_missed * len(false), missed
    assert len(alarms) <= most_false_alarms * len(harmless), alarms


@corpus("indirect_claims", "an_indirect_claim_of_what_was_done_holds")
def test_an_indirect_claim_of_what_was_done_holds(text: str, done: LedgerFact) -> None:
    assert check(text, [done]).verdict == "pass"


@corpus("indirect_claims", "what_depends_on_something_claims_nothing")
def test_what_depends_on_something_claims_nothing(text: str) -> None:
    assert check(text, []).verdict == "pass"


@corpus("indirect_claims", "time_is_in_proportion_to_the_text")
def test_time_is_in_proportion_to_the_text(unit: str) -> None:
    def spent(characters: int) -> float:
        text = (unit * characters)[:characters]
        return seconds_of(lambda: check(text, []))

    spent(1_000)
    assert spent(32_000) < 20 * (spent(4_000) + 0.05)
