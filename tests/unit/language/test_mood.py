"""The mood gate's lexicons on utterances of our own; the measured sets are kept apart (see `steward eval mood`)."""

from typing import Any

import pytest
from tests.support.corpora import cases, corpus, id_and_text, lines
from tests.support.processor_time import processor_time

from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.verdicts import mood_verdict

NO_STATEMENTS = cases("mood_negated", "no_statements")

FORBIDDEN = cases("mood_negated", "forbidden")


@pytest.mark.parametrize("case", lines("mood"), ids=id_and_text)
def test_what_is_said_is_taken_for_what_it_is(case: dict[str, Any]) -> None:
    assert mood_verdict(case)["mood"] == case["expected"]


@pytest.mark.parametrize(("locale", "text"), NO_STATEMENTS)
def test_what_is_asked_or_only_named_is_no_statement(locale: str, text: str) -> None:
    assert mood_of(text, locale).mood is not Mood.STATEMENT


@pytest.mark.parametrize("text", FORBIDDEN)
def test_what_forbids_a_change_is_no_request(text: str) -> None:
    reading = mood_of(text)
    assert reading.negated
    assert reading.sure
    assert reading.mood is Mood.STATEMENT


@pytest.mark.parametrize("text", ["don't delete the list, just add milk to it", "no borres la nota, añade otra"])
def test_forbidding_and_asking_at_once_runs_nothing_by_itself(text: str) -> None:
    reading = mood_of(text)
    assert reading.negated
    assert reading.mood is Mood.UNCLEAR


@pytest.mark.parametrize("text", ["", "   ", "\x00", "🙂", "?!", "...", "1234", "\u202e\u200d", "@@@ ### ///"])
def test_text_without_words_is_unclear(text: str) -> None:
    reading = mood_of(text, "pt-BR")
    assert reading.mood is Mood.UNCLEAR
    assert not reading.sure
    assert reading.language == "pt"


@corpus("mood_negated", "what_is_quoted_is_not_asked_for")
def test_what_is_quoted_is_not_asked_for(text: str) -> None:
    assert mood_of(text).mood is Mood.QUESTION


def test_capitals_accents_and_composition_do_not_matter() -> None:
    assert mood_of("AÑÁDEME PAN A LA LISTA").mood is Mood.REQUEST
    assert mood_of("anademe pan a la lista", "es-ES").mood is Mood.REQUEST
    assert mood_of("An\u0303a\u0301deme pan a la lista").mood is Mood.REQUEST


@corpus("mood_negated", "long_text_stays_cheap")
def test_long_text_stays_cheap(unit: str) -> None:
    text = (unit * 32_000)[:32_000]
    with processor_time() as spent:
        mood_of(text)
    assert spent.seconds < 2.0


def test_the_verdict_has_the_form_of_the_evaluation() -> None:
    assert mood_verdict({"id": "a", "text": "add milk", "locale": "en-US"}) == {"id": "a", "mood": "request"}
    assert mood_verdict({"id": 7, "text": "add milk"}) == {"id": 7, "mood": "request"}
