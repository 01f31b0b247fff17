"""Are a model's loose shapes put right, and is nothing taken that nobody said?"""

from datetime import datetime
from typing import Any

import pytest
from tests.support.corpora import corpus

from orchestrator.commands.command import Saying
from orchestrator.domain.world.contacts.birthdays import birthday_of
from orchestrator.domain.world.contacts.graph import extraction as people
from orchestrator.domain.world.contacts.graph.command import ContactCommand
from orchestrator.domain.world.events.commands import extraction as events

NOW = datetime(2026, 11, 21, 9, 0)
SAYING = Saying(NOW, "Europe/Lisbon", "en-US")


def event(**values: Any) -> dict[str, Any]:
    found = events.read({"title": "Lunch", **values}, "start")
    assert found is not None
    return found


@pytest.mark.parametrize("given", ["Ana, Bob", ["Ana", {"name": "Bob"}], [{"name": "Ana"}, "Bob", "ana", None, ""]])
def test_people_in_any_shape(given: Any) -> None:
    assert event(participants=given)["participants"] == ["Ana", "Bob"]


@pytest.mark.parametrize("given", [None, "", "null", "none", [], {}])
def test_what_is_absent_is_empty(given: Any) -> None:
    assert event(place=given)["place"] == ""


def test_nothing_is_nothing() -> None:
    assert events.read({"title": "", "participants": []}, "start") is None
    assert events.read({"action": "change"}, "edit") is None
    assert (events.read({"action": "unrelated"}, "edit") or {})["action"] == "unrelated"
    assert people.read({"contacts": []}, "start") is None


@corpus("extraction", "a_time_is_a_copy")
def test_a_time_is_a_copy(when: str, said: str, kept: str) -> None:
    assert events.grounded(event(when=when), said, SAYING)["when"] == kept


@corpus("extraction", "what_exists_is_changed_by_words_of_change_alone")
def test_what_exists_is_changed_by_words_of_change_alone(found: dict[str, Any], said: str, action: str) -> None:
    assert events.grounded(event(**found), said, SAYING)["action"] == action


def test_the_events_own_name_is_no_new_title() -> None:
    found = event(action="update", event="lunch with Ana", title="Lunch")
    assert events.grounded(found, "move lunch with Ana to two", SAYING)["title"] == ""


@corpus("extraction", "no_workplace_is_made_of_an_address")
def test_no_workplace_is_made_of_an_address(said: str, organization: str, places: list[str]) -> None:
    told = {
        "contacts": [{"name": "Bruno", "emails": ["bruno@acme.org"], "organization": "Acme"}],
        "contact_place_links": [{"person": "Bruno", "place": "Acme", "label": "Work"}],
    }
    found = people.read(told, "start")
    assert found is not None
    kept = ContactCommand().grounded(found, said, SAYING)
    assert kept["contacts"][0]["organization"] == organization
    assert [one["place"] for one in kept["contact_place_links"]] == places


def test_additions_add_and_removals_remove() -> None:
    before = event(participants=["Ana", "paty"], place="here", when="tomorrow")
    added = events.merged(before, event(title="", participants=["Bob"]))
    assert (added["participants"], added["place"], added["title"]) == (["Ana", "paty", "Bob"], "here", "Lunch")
    assert events.merged(added, event(remove=["PATY"]))["participants"] == ["Ana", "Bob"]


def test_people_are_merged_by_name() -> None:
    first = people.read({"contacts": [{"name": "Ana", "emails": "a@x.org"}]}, "start") or {}
    later = people.read({"contacts": [{"name": "ana", "emails": ["b@x.org"], "organization": "Acme"}]}, "start") or {}
    (one,) = people.merged(first, later)["contacts"]
    assert (one["name"], one["emails"], one["organization"]) == ("Ana", ["a@x.org", "b@x.org"], "Acme")


@corpus("extraction", "birthdays")
def test_birthdays(words: str, day: str) -> None:
    assert birthday_of(words, now=NOW, locale="en-US") == day
