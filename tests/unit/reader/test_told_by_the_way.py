"""What people tell on their first days by the way: what theirs have before them, who can't, whose number it is."""

from datetime import datetime

from tests.support.corpora import corpus
from tests.unit.reader.world import ALL_TOOLS, facts

from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.reader.line import spelled
from orchestrator.reader.recognition.utterance import Utterance
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests.engagements import theirs
from orchestrator.reader.words import words_of

NOW = datetime(2026, 12, 1, 9)
LOCALES = {"en": "en-GB", "es": "es-ES", "pt": "pt-PT", "fr": "fr-FR"}


def told(said: str, language: str) -> list[Request]:
    known = words_of(language)
    return theirs(Scene(spelled(said, known.language), known, NOW, LOCALES[language], {}))


def wished(said: str) -> list[Request]:
    return list(Utterance(facts(said, mood=mood_of(said, "en-GB").mood, tools=ALL_TOOLS)).wished)


@corpus("told_by_the_way", "what_somebody_has_before_them")
def test_what_somebody_has_before_them(language: str, said: str, title: str, people: list[str], place: str) -> None:
    (made,) = told(said, language)
    assert (made.arguments["title"], made.arguments["participants"], made.arguments["place"]) == (title, people, place)


@corpus("told_by_the_way", "what_nobody_has_before_them")
def test_what_nobody_has_before_them(language: str, said: str) -> None:
    assert told(said, language) == []


@corpus("told_by_the_way", "what_follows_of_who_can_not")
def test_what_follows_of_who_can_not(said: str, act: str, words: list[str], leaves: list[str]) -> None:
    (made,) = wished(said)
    assert made.told
    assert made.target is not None
    assert (made.act, list(made.target.words), made.arguments.get("participants_remove", [])) == (act, words, leaves)


@corpus("told_by_the_way", "two_errands_of_one")
def test_two_errands_of_whoever_was_meant(said: str, titles: list[str]) -> None:
    assert [one.arguments["title"] for one in wished(said)] == titles


@corpus("told_by_the_way", "whose_number_it_is")
def test_whose_number_it_is(said: str, name: str, label: str, phones: list[str]) -> None:
    (made,) = wished(said)
    (contact,) = made.arguments["contacts"]
    assert (contact["name"], contact["phones"]) == (name, phones)
    assert made.arguments["relationships"] == [{"person": name, "label": label, "of": "me"}]


def test_a_name_with_its_title_is_whole() -> None:
    (made,) = wished("meeting with the bank lady, mrs prosser, wednesday 11am on wind street")
    assert made.arguments["participants"] == ["mrs prosser"]
    assert made.arguments["place"] == "wind street"


def test_what_is_dropped_somewhere_is_not_cancelled() -> None:
    assert wished("drop leo at school and pick up his inhaler") == []
    assert [one.act for one in wished("drop the dentist")] == ["event_cancel"]


@corpus("told_by_the_way", "what_something_goes_to")
def test_what_something_goes_to_is_new_where_nothing_of_that_name_is_known(said: str, title: str) -> None:
    (found,) = wished(said)
    assert found.otherwise is not None
    assert found.otherwise.arguments["title"] == title


@corpus("told_by_the_way", "what_somebody_only_goes_to")
def test_who_goes_to_what_has_no_hour_makes_no_event(said: str) -> None:
    assert all(one.otherwise is None for one in wished(said))
