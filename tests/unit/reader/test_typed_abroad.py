"""What is typed on a phone in Spanish, Portuguese and French: which days, lists, hours and thanks does it say?"""

from tests.support.corpora import corpus
from tests.unit.reader.world import NOW, ask, facts

from orchestrator.language.discourse.retiming import with_time
from orchestrator.language.speech_acts.affirm import keeps_that
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.language.tables import Language
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.question.reading import read
from orchestrator.reader.requests.several import asked_apart


@corpus("typed_abroad", "asked_of_each_day")
def test_a_question_is_asked_of_each_day_that_it_joins(locale: str, said: str, whens: list[str]) -> None:
    parts = asked_apart(facts(said, locale=locale, mood="question"))
    assert [read(one.question, now=one.now, locale=locale).when for one in parts] == whens


@corpus("typed_abroad", "asked_once")
def test_a_time_of_two_days_is_asked_once(locale: str, said: str) -> None:
    assert asked_apart(facts(said, locale=locale, mood="question")) == []


@corpus("typed_abroad", "put_on_a_list")
def test_every_thing_is_proposed_and_nothing_of_the_list(locale: str, said: str, titles: list[str]) -> None:
    made = ask(said, locale=locale, mood=mood_of(said, locale).mood.value).calls
    assert [one.arguments["title"] for one in made] == titles


@corpus("typed_abroad", "counts_back")
def test_a_bare_question_counts_back(locale: str, said: str) -> None:
    assert read(said, now=NOW, locale=locale).measure is Measure.SINCE


@corpus("typed_abroad", "is_no_request")
def test_what_asks_proposes_nothing(locale: str, said: str) -> None:
    made = ask(said, locale=locale, mood=mood_of(said, locale).mood.value).calls
    assert not [one for one in made if one.name.endswith("_create")]


@corpus("typed_abroad", "agrees_to_nothing")
def test_thanks_for_something_agree_to_nothing(said: str) -> None:
    assert not keeps_that(said)


@corpus("typed_abroad", "agrees_with_thanks")
def test_a_yes_may_give_thanks(said: str) -> None:
    assert keeps_that(said)


@corpus("typed_abroad", "another_hour")
def test_an_hour_is_said_as_the_one_before(language: Language, before: str, said: str, now_says: str) -> None:
    assert with_time(before, said, language, now=NOW, sure=True) == now_says


@corpus("typed_abroad", "was_done")
def test_what_was_done_is_told_by_what_it_has_to_do_with(locale: str, said: str, completes: bool) -> None:
    made = ask(said, locale=locale, mood=mood_of(said, locale).mood.value).calls
    assert any(one.name == "todos_complete" for one in made) is completes
