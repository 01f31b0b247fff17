"""Is French, of which no module knows, understood by its tables alone: times, moods, answers, claims, relations?"""

from datetime import datetime

import pytest
from tests.support.corpora import corpus

from orchestrator.language import numbers
from orchestrator.language.claims.check import LedgerFact, check
from orchestrator.language.commitments import commitments
from orchestrator.language.detect import language_of
from orchestrator.language.discourse.anaphora import refers_to_person
from orchestrator.language.messages import say, say_counted
from orchestrator.language.people.kinship import reciprocal, title_case
from orchestrator.language.people.relations import relation_label
from orchestrator.language.render import day, join
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.language.statements.reading import claim_of
from orchestrator.language.time import resolve, resolve_range

FRENCH = "fr-FR"
NOW = datetime(2026, 11, 24, 9)
ZONE = "Europe/Paris"


@corpus("french", "times")
def test_when_it_is(phrase: str, start: str) -> None:
    found = resolve(phrase, now=NOW, zone=ZONE, locale=FRENCH)
    assert found is not None, phrase
    assert f"{found.start:%Y-%m-%dT%H:%M}" == start


@corpus("french", "spans")
def test_which_span_is_asked_for(phrase: str, start: str, end: str) -> None:
    found = resolve_range(phrase, now=NOW, zone=ZONE, locale=FRENCH)
    assert found is not None, phrase
    since, until = found
    assert until is not None
    assert (f"{since:%Y-%m-%d}", f"{until:%Y-%m-%d}") == (start, end)


@corpus("french", "mood")
def test_what_is_wanted(text: str, mood: str) -> None:
    assert mood_of(text, FRENCH).mood.value == mood
    assert language_of(text, "en") == language_of(text, FRENCH) == FRENCH[:2]


@corpus("french", "answers")
def test_yes_and_no(text: str, means: str) -> None:
    found = affirm.reading(text)
    assert found is not None, text
    assert found == means or getattr(found, "value", found) == means


@corpus("french", "claims")
def test_what_is_claimed_needs_a_deed(text: str, claims: bool) -> None:
    read = LedgerFact("get_events", "read", "done", "2 événements")
    assert any(not claim.matched for claim in check(text, [read]).claims) is claims


@corpus("french", "relations")
def test_who_is_what(text: str, label: str) -> None:
    assert relation_label(text) == label


def test_the_other_way_of_a_relation_is_french() -> None:
    assert (title_case("belle-mère"), reciprocal("belle-mère", "m", FRENCH)) == ("Belle-Mère", "Gendre")


@corpus("french", "pronouns")
def test_whom_a_pronoun_means(text: str, named: str) -> None:
    found = refers_to_person(text, FRENCH[:2])
    assert found is not None, text
    assert found.named(text, "Marie Duval") == named


@pytest.mark.parametrize("text", ["quelle heure est-il ?", "il y a quoi demain ?", "est-ce qu'il faut un manteau ?"])
def test_a_pronoun_that_is_nobodys(text: str) -> None:
    assert refers_to_person(text, FRENCH[:2]) is None


@corpus("french", "statements")
def test_what_is_stated(text: str, tells: str, value: str) -> None:
    found = claim_of(text)
    assert found is not None, text
    assert (found.attribute, found.value) == (tells, value)


@corpus("french", "promises")
def test_what_is_promised(text: str, who: str) -> None:
    assert [one.who for one in commitments(text, FRENCH[:2])] == [who]


@corpus("french", "numbers_that_are_put_together")
def test_numbers_that_are_put_together(text: str, value: int) -> None:
    assert numbers.number(text, FRENCH[:2]) == value


def test_what_is_said_is_french() -> None:
    assert say("reader.answer.thanks", FRENCH) == "De rien."
    assert [say_counted("nouns.event", n, FRENCH[:2]) for n in (0, 1, 2)] == ["événement", "événement", "événements"]
    assert day(NOW.date(), FRENCH) == "mardi 24 novembre 2026"
    assert join(["a", "b", "c"], FRENCH) == "a, b et c"
