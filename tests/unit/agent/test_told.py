"""What does a model read of a result, and are the short ids that it copies read back?"""

from datetime import datetime

from tests.support.corpora import corpus

from orchestrator import catalog
from orchestrator.agent.prompting.result_text import SHORT_ID, Audience, told, with_whole_ids
from orchestrator.kit.ids import new_id
from orchestrator.llm.messages import LedgerEntry

ZONE = "Europe/Lisbon"
AUDIENCE = Audience(ZONE, "en-US", datetime(2026, 11, 24, 9, 10), catalog.VOCABULARY)


def _entry(data: dict[str, object]) -> LedgerEntry:
    return LedgerEntry("get_events", {}, "read", "done", "1 events", data)


def test_what_says_nothing_is_left_out() -> None:
    event = {
        "id": "not-an-id",
        "title": "Dentist",
        "description": None,
        "participants": [{"contact_id": str(new_id()), "name": "Ana"}],
        "timezone": ZONE,
        "all_day": False,
        "origin": "own_data",
        "tags": [],
    }
    shown = told({"events": [event], "total": 1, "by_person": []}, AUDIENCE)
    assert shown == {"events": [{"id": "not-an-id", "title": "Dentist", "participants": [{"name": "Ana"}]}], "total": 1}


def test_what_is_another_s_or_elsewhere_stays() -> None:
    shown = told({"origin": "third_party", "timezone": "Asia/Tokyo", "all_day": True, "count": 0}, AUDIENCE)
    assert shown == {"origin": "third_party", "timezone": "Asia/Tokyo", "all_day": True, "count": 0}


def test_a_snippet_gives_way_to_its_text() -> None:
    assert told({"snippet": "the boat", "text": "the boat leaks"}, AUDIENCE) == {"text": "the boat leaks"}
    assert told({"snippet": "the boat", "text": ""}, AUDIENCE) == {"snippet": "the boat"}


def test_of_a_message_who_said_what_when_is_told_and_what_its_words_mean() -> None:
    text = "I moved last week, yesterday I left."
    hit = {
        "kind": "message",
        "id": str(new_id()),
        "title": "Chat",
        "speaker": "Ana",
        "text": text,
        "at": "2026-11-20T19:55:00",
        "answers": False,
        "relevance": 0.2,
        "dates": [
            {"text": "last week", "since": "2026-11-09", "until": "2026-11-16"},
            {"text": "yesterday", "since": "2026-11-19", "until": "2026-11-20"},
        ],
    }
    meant = {"last week": "2026-11-09 to 2026-11-15", "yesterday": "2026-11-19"}
    assert told({"hits": [hit]}, AUDIENCE)["hits"] == [
        {"speaker": "Ana", "text": text, "at": "2026-11-20 19:55", "dates": meant}
    ]
    event = told({"hits": [{**hit, "kind": "event", "answers": True}]}, AUDIENCE)["hits"][0]
    assert event.keys() >= {"id", "title", "answers"}


def test_nothing_found_stays_said() -> None:
    assert told({"hits": [], "since": None}, AUDIENCE) == {"hits": [], "since": None}


def test_a_contact_without_a_name_keeps_its_id() -> None:
    link = {"contact_id": str(new_id())}
    assert told({"links": [link]}, AUDIENCE) == {"links": [link]}


def test_short_ids_are_read_back() -> None:
    event = str(new_id())
    data = {"events": [{"id": event, "title": "Dentist"}]}
    shown = told(data, AUDIENCE)["events"][0]["id"]
    assert len(shown) == SHORT_ID
    ledger = [_entry(data)]
    assert with_whole_ids({"action": "by_ids", "ids": [shown]}, ledger) == {"action": "by_ids", "ids": [event]}
    assert with_whole_ids(f'{{"ids": ["{shown}"]}}', ledger) == f'{{"ids": ["{event}"]}}'
    assert with_whole_ids({"ids": [event]}, ledger) == {"ids": [event]}


def test_other_words_are_no_ids() -> None:
    ledger = [_entry({"events": [{"id": str(new_id())}]})]
    assert with_whole_ids({"query": "deadbeef", "limit": 5}, ledger) == {"query": "deadbeef", "limit": 5}
    assert with_whole_ids({"query": "deadbeef"}, []) == {"query": "deadbeef"}


@corpus("told", "times_are_told_in_words")
def test_times_are_told_in_words(event: dict[str, object], shown: dict[str, object]) -> None:
    assert told({"events": [event]}, AUDIENCE) == {"events": [shown]}
