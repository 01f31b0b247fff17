"""Is what a sentence states read the same in three languages, and are contradictions told from what can stand?"""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.language.speech_acts.forgetting import asked_known, asked_to_forget
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.statements import claim_of, contradict
from orchestrator.language.statements.stating import calls_wrong, own_name, since_when, statements
from orchestrator.language.statements.whom import named_in
from orchestrator.language.text.secrets import holds_secret
from orchestrator.language.text.sensitive import is_sensitive

NOW = datetime(2026, 11, 21, 10)


@corpus("statements", "claims")
def test_claims(text: str, attribute: str, value: str) -> None:
    claim = claim_of(text)
    assert claim is not None
    assert (claim.attribute, claim.value) == (attribute, value)
    assert claim.known


@corpus("statements", "of_whom_a_statement_is_in_the_users_own_word")
def test_of_whom_a_statement_is_in_the_users_own_word(text: str, word: str | None) -> None:
    assert named_in(text) == word


@corpus("statements", "contradictions")
def test_contradictions(one: str, other: str, *, expected: bool) -> None:
    assert contradict(one, other) is contradict(other, one) is expected


@corpus("statements", "what_a_message_states")
def test_what_a_message_states(message: str, texts: list[str]) -> None:
    found = statements(message)
    assert [one.text for one in found] == texts
    assert [message[one.start : one.end] for one in found] == texts


@corpus("statements", "who_the_user_is")
def test_who_the_user_is(message: str, texts: list[str], name: str) -> None:
    found = statements(message)
    assert [one.text for one in found] == texts
    assert next((told for one in found if (told := own_name(one.text))), "") == name


@corpus("statements", "what_a_dash_parts")
def test_what_a_dash_parts(message: str, texts: list[str]) -> None:
    assert [one.text for one in statements(message)] == texts


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    for one in statements(text):
        assert text[one.start : one.end] == one.text
    claim_of(text)
    holds_secret(text)
    is_sensitive(text)
    asked_to_forget(text)
    asked_known(text, now=NOW, locale="en-US")


@corpus("statements", "a_title_ends_no_sentence")
def test_a_title_ends_no_sentence(message: str, texts: list[str]) -> None:
    assert [one.text for one in statements(message) if one.claim is not None and one.claim.about == "self"] == texts


@corpus("statements", "what_only_tells_asks_for_nothing")
def test_what_only_tells_asks_for_nothing(message: str, locale: str) -> None:
    assert mood_of(message, locale).mood is Mood.STATEMENT


@corpus("statements", "what_tells_nothing_is_no_statement")
def test_what_tells_nothing_is_no_statement(message: str, locale: str) -> None:
    assert mood_of(message, locale).mood is not Mood.STATEMENT


@corpus("statements", "what_calls_wrong")
def test_what_calls_wrong(message: str) -> None:
    assert calls_wrong(message)


def test_since_when() -> None:
    assert since_when("I moved to Lisbon in May", now=NOW, locale="en-US") == datetime(2026, 5, 1)
    assert since_when("Moro no Porto desde 2019", now=NOW, locale="en-US") == datetime(2019, 1, 1)
    assert since_when("My birthday is 5 May", now=NOW, locale="en-US") is None


@corpus("statements", "holds_secret_says")
def test_holds_secret_says(text: str, expected: bool) -> None:
    assert bool(holds_secret(text)) is expected


@corpus("statements", "forgetting")
def test_forgetting(text: str, what: str | None) -> None:
    assert asked_to_forget(text) == what


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("I'm allergic to aspirin", "I'm allergic to ibuprofen", False),
        ("I'm allergic to aspirin", "sou alérgica a aspirina", True),
        ("I'm allergic to prawns", "I'm allergic to shellfish", False),
        ("soy alérgico a las gambas", "I'm allergic to prawns", True),
        ("I don't like pork", "I like beef", False),
        ("me gusta la ternera", "I like beef", True),
        ("I'm allergic to walnuts", "I'm allergic to nuts", False),
        ("I'm allergic to fish", "je suis allergique au saumon", False),
    ],
)
def test_what_is_of_one_kind_is_not_the_same(one: str, other: str, same: bool) -> None:
    first, second = claim_of(one), claim_of(other)
    assert first is not None
    assert second is not None
    assert (first.attribute == second.attribute) is same
