"""Is what a follow-up leaves unsaid taken from the question before, and from what the last answer showed?"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.corpora import corpus
from tests.unit.reader.world import facts

from orchestrator.language.discourse.marks import marked
from orchestrator.language.discourse.restating import level
from orchestrator.language.tables import Language
from orchestrator.reader.discourse.coreference import completed
from orchestrator.reader.query.algebra import Query
from orchestrator.reader.query.parse import query_in
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question.reading import read
from orchestrator.reader.spoken import language_in


def understood(talk: Sequence[Sequence[str]], **more: Any) -> Reading:
    """The reading of the last message of a talk of (role, text)."""
    given = facts(talk[-1][1], history=tuple((role, text) for role, text in talk[:-1]), **more)
    return completed(read(given.question, now=given.now, locale=given.locale, spoken=language_in(given)), given)


def told(reading: Reading) -> dict[str, Any]:
    """A reading by the names of the corpus."""
    since, until = reading.span or (None, None)
    return {
        "kind": reading.kind.value,
        "thing": reading.thing,
        "attribute": reading.attribute,
        "words": list(reading.words),
        "past": reading.past,
        "since": iso(since) if since is not None else None,
        "until": iso(until) if until is not None else None,
        "hours": [f"{at:%H:%M}" for at in reading.filters.hours or ()],
        "targets": [one.id for one in reading.targets],
        "rank": reading.rank.index if reading.rank is not None else None,
    }


@corpus("follow_ups", "a_part_of_the_question_before_is_changed")
def test_a_part_of_the_question_before_is_changed(talk: Sequence[str], locale: str, means: Mapping[str, Any]) -> None:
    made = told(understood([("user", one) for one in talk], locale=locale))
    assert {name: made[name] for name in means} == means


@corpus("follow_ups", "one_of_what_was_shown_is_meant")
def test_one_of_what_was_shown_is_meant(
    talk: Sequence[Sequence[str]], context: Mapping[str, Any] | None, means: Mapping[str, Any]
) -> None:
    made = told(understood(talk, context=context or {}))
    assert {name: made[name] for name in means} == means


@corpus("follow_ups", "the_older_of_the_two_that_were_asked_about")
def test_the_older_of_the_two_that_were_asked_about(talk: Sequence[str], names: Sequence[str], least: bool) -> None:
    given = facts(talk[-1], history=tuple(("user", one) for one in talk[:-1]))
    asked = query_in(given)
    assert isinstance(asked, Query) == bool(names)
    assert asked is None or ([one.raw for one in asked.subjects], asked.least) == (list(names), least)


@corpus("follow_ups", "marks_stand_around_a_change")
def test_marks_stand_around_a_change(said: str, language: Language, change: str, rights: bool) -> None:
    found = marked(level(said), language)
    assert (found.of(said), found.rights) == (change, rights)
