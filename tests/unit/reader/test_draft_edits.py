"""Do words about a draft that stands there change what they say, and nothing else of it?"""

from typing import Any

from tests.support.corpora import corpus
from tests.unit.reader.world import facts

from orchestrator.reader.requests.event_edits import NOT_BEGUN, event_edit
from orchestrator.reader.words import words_of

DRAFT = {"title": "Dentist with Alba", "participants": ["Alba Ferraz"]}


def edited(said: str, language: str, draft: dict[str, Any] = DRAFT) -> dict[str, Any] | None:
    return event_edit(facts(said, context={"draft": draft}), words_of(language), language)


@corpus("draft_edits", "somebody_else_takes_the_place_of_the_one_who_was_named")
def test_somebody_else_takes_the_place_of_the_one_who_was_named(said: str, language: str) -> None:
    found = edited(said, language)
    assert found is not None
    assert (found["participants"], found["remove"], found["title"]) == (["Teo"], ["Alba Ferraz"], "Dentist with Teo")


@corpus("draft_edits", "what_only_opens_a_change_is_no_part_of_it")
def test_what_only_opens_a_change_is_no_part_of_it(said: str, language: str, when: str) -> None:
    assert edited(said, language) == {"action": "change", "when": when}


@corpus("draft_edits", "where_it_is_is_nobody_who_comes")
def test_where_it_is_is_nobody_who_comes(said: str, language: str) -> None:
    assert edited(said, language) == {"action": "change", "place": "Clínica Soler"}


def test_a_length_is_how_long_it_lasts_and_no_later_start() -> None:
    assert edited("make it 3 hours", "en") == {"action": "change", "when": "for 3 hours"}
    shifted = edited("make it an hour later", "en")
    assert shifted is not None
    assert "later" in shifted["when"]


def test_a_time_behind_small_words_is_no_place() -> None:
    assert edited("no wait it's 22", "en") == {"action": "change", "when": "at 22"}


@corpus("draft_edits", "an_event_of_its_own_at_a_time_changes_no_draft")
def test_an_event_of_its_own_at_a_time_changes_no_draft(said: str, language: str) -> None:
    assert edited(said, language) is None


def test_what_an_event_is_may_say_why_another_time_is_wanted() -> None:
    assert edited("oh that's her party, make it Sunday", "en") is not None


@corpus("draft_edits", "another_meal_has_its_word_and_its_hour")
def test_another_meal_has_its_word_and_its_hour(
    said: str, language: str, title: str, renamed: str | None, when: str
) -> None:
    named = {"title": renamed} if renamed else {}
    found = edited(said, language, {"title": title, "participants": []})
    assert found == {"action": "change", "when": when, **named}


@corpus("draft_edits", "a_meal_beside_others_renames_nothing")
def test_a_meal_beside_others_renames_nothing(said: str, language: str, title: str) -> None:
    assert "title" not in (edited(said, language, {"title": title, "participants": []}) or {})


@corpus("draft_edits", "who_comes_in_small_letters")
def test_who_comes_in_small_letters(said: str, language: str, who: str | None) -> None:
    found = edited(said, language, {**DRAFT, NOT_BEGUN: True})
    assert (found or {}).get("participants") == ([who] if who else None)


@corpus("draft_edits", "where_it_is_put")
def test_where_it_is_put(said: str, language: str, place: str | None) -> None:
    found = edited(said, language, {**DRAFT, NOT_BEGUN: True})
    assert (found or {}).get("place") == place


def test_ten_in_the_place_of_a_late_hour_is_at_night() -> None:
    dinner = {**DRAFT, "start_at": "2026-11-26T21:30:00"}
    lesson = {**DRAFT, "start_at": "2026-11-26T18:00:00"}
    assert edited("y a las 10", "es", dinner) == {"action": "change", "when": "a las 22:00"}
    assert edited("não, às 11", "pt", dinner) == {"action": "change", "when": "às 23:00"}
    assert edited("a las 10 de la mañana", "es", dinner) == {"action": "change", "when": "a las 10 de la mañana"}
    assert edited("y a las 10", "es", lesson) == {"action": "change", "when": "a las 10"}
