"""What is said after an answer or a card, as people say it: dropped by its name, wanted after all, how many come, who
else, what lies over it, the week of what was read, and the hour for which room was looked."""

from typing import Any

import pytest
from tests.acceptance.test_plain_talk import said
from tests.support.corpora import cases
from tests.support.steward import Person


async def waiting(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.get("/previews", state="pending"))["items"]
    return found


async def a_party(person: Person) -> None:
    people = [await person.post("/contacts", {"display_name": name}) for name in ("Ana Lopes", "Bruno Dias")]
    await person.post("/contacts", {"display_name": "João Peixoto", "nicknames": ["Jota"]})
    for title, day, guests in (
        ("Garden party", "2030-03-05", people),
        ("Yoga", "2030-03-05", []),
        ("Padel", "2030-03-06", []),
    ):
        body = {"title": title, "start_at": f"{day}T17:00", "end_at": f"{day}T19:00"}
        await person.post("/events", body | {"participants": [{"contact_id": one["id"]} for one in guests]})


@pytest.mark.parametrize(("locale", "words"), cases("said_after", "is_dropped_by_its_name"))
async def test_what_waits_is_dropped_by_its_name(rita: Person, locale: str, words: list[str]) -> None:
    first, last = await said(rita, *words, locale=locale)
    assert len(first["previews"]) == 1
    assert await waiting(rita) == []
    assert [one["state"] for one in last["previews"]] == ["cancelled"]


@pytest.mark.parametrize(("locale", "words"), cases("said_after", "is_not_dropped"))
async def test_what_waits_stays(rita: Person, locale: str, words: list[str]) -> None:
    await rita.post("/contacts", {"display_name": "João Peixoto", "nicknames": ["Jota"]})
    await rita.post("/contacts", {"display_name": "Ana Lopes"})
    await said(rita, *words, locale=locale)
    assert len(await waiting(rita)) == 1


@pytest.mark.parametrize(("locale", "words"), cases("said_after", "is_wanted_after_all"))
async def test_what_was_declined_is_wanted_after_all(rita: Person, locale: str, words: list[str]) -> None:
    await a_party(rita)
    *_, last = await said(rita, *words, locale=locale)
    assert [one["tool"] for one in last["previews"]] == ["events_delete"], last["answer"]
    assert len(await waiting(rita)) == 1


@pytest.mark.parametrize(("locale", "words", "told"), cases("said_after", "so_many_take_part"))
async def test_how_many_take_part(rita: Person, locale: str, words: list[str], told: str) -> None:
    await a_party(rita)
    *_, last = await said(rita, *words, locale=locale)
    assert last["answer"].startswith(told)


@pytest.mark.parametrize(("locale", "words", "names"), cases("said_after", "these_come_and_go"))
async def test_who_comes_and_goes_by_any_of_their_names(
    rita: Person, locale: str, words: list[str], names: list[str]
) -> None:
    await a_party(rita)
    await said(rita, *words, locale=locale)
    (card,) = await waiting(rita)
    assert sorted(one["name"] for one in card["arguments"]["participants"]) == sorted(names)


@pytest.mark.parametrize(("locale", "question", "over"), cases("said_after", "lies_over_it"))
async def test_what_lies_over_an_event(rita: Person, locale: str, question: str, over: list[str]) -> None:
    await a_party(rita)
    (bundle,) = await said(rita, question, locale=locale)
    for title in ("Yoga", "Padel"):
        assert (title in bundle["answer"]) == (title in over), bundle["answer"]


@pytest.mark.parametrize(("locale", "words", "since", "until"), cases("said_after", "is_kept_free"))
async def test_a_time_is_kept_free(rita: Person, locale: str, words: list[str], since: str, until: str) -> None:
    await rita.post("/contacts", {"display_name": "Ana Lopes", "birthday": "1988-03-17"})
    message = {"external_id": "m1", "speaker": "Ana Lopes", "text": "The operation is on 19 January 2031."}
    chat = {"external_id": "ana", "source": "whatsapp", "title": "Ana"}
    await rita.post("/ingest/conversation", chat | {"messages": [message | {"at": "2026-10-01T10:00:00Z"}]})
    *_, last = await said(rita, *words, locale=locale)
    (card,) = last["previews"]
    assert card["tool"] == "events_create"
    assert (card["arguments"]["start_at"][-len(since) :], card["arguments"]["end_at"][-len(until) :]) == (since, until)


@pytest.mark.parametrize(("locale", "words", "title", "hour"), cases("said_after", "is_booked_at_its_hour"))
async def test_what_room_was_looked_for_is_booked(
    rita: Person, locale: str, words: list[str], title: str, hour: str
) -> None:
    *_, last = await said(rita, *words, locale=locale)
    (card,) = last["previews"]
    assert card["arguments"]["title"] == title
    assert card["arguments"]["start_at"].endswith(f"T{hour}:00")


async def test_a_fact_ends_in_whatever_language_it_was_told(rita: Person) -> None:
    await said(rita, "remember that I'm allergic to penicillin")
    (bundle,) = await said(rita, "já não sou alérgico à penicilina", locale="pt-PT")
    assert "penicillin" in bundle["answer"]
    open_now = [one["text"] for one in (await rita.get("/facts"))["items"]]
    assert "I'm allergic to penicillin" not in open_now


async def test_a_rule_that_waits_takes_its_exception(rita: Person) -> None:
    await rita.post("/contacts", {"display_name": "Fiona Gallagher"})
    await said(rita, "no meetings on friday afternoons", "except with Fiona", locale="en-GB")
    (card,) = await waiting(rita)
    assert card["arguments"]["text"] == "no meetings on friday afternoons except with Fiona"
    assert card["arguments"]["effect"]["parameters"]["except"][0]["contact_ids"]


@pytest.mark.parametrize(("locale", "noted"), [("en-GB", "ok"), ("en-GB", "ok thanks"), ("pt-PT", "sim, obrigado")])
async def test_who_takes_note_of_what_was_dropped_wants_it_no_more(rita: Person, locale: str, noted: str) -> None:
    await a_party(rita)
    asked = {"en": ("cancel the garden party", "no"), "pt": ("cancela a garden party", "não")}[locale[:2]]
    await said(rita, *asked, noted, locale=locale)
    assert await waiting(rita) == []


@pytest.mark.parametrize(("locale", "words"), cases("said_after", "is_on_the_day_that_was_asked_about"))
async def test_what_is_booked_behind_a_question_for_a_day_is_on_it(rita: Person, locale: str, words: list[str]) -> None:
    *_, last = await said(rita, *words, locale=locale)
    (card,) = last["previews"]
    assert card["arguments"]["start_at"] == "2030-03-05T16:00:00"


@pytest.mark.parametrize(("locale", "words", "day"), cases("said_after", "was_said_then"))
async def test_when_that_was_said_which_was_quoted(rita: Person, locale: str, words: list[str], day: str) -> None:
    await rita.post("/contacts", {"display_name": "Ana Lopes"})
    message = {"external_id": "m1", "speaker": "Ana Lopes", "text": "The budget got cut to 76,000 euros, sorry."}
    chat = {"external_id": "ana", "source": "whatsapp", "title": "Ana"}
    await rita.post("/ingest/conversation", chat | {"messages": [message | {"at": "2026-10-01T10:00:00Z"}]})
    *_, last = await said(rita, *words, locale=locale)
    assert last["answer"].startswith(day)
    assert "76,000" in last["answer"]
    assert len(last["answer"].splitlines()) == 1  # it was looked up


async def test_a_relative_whom_nobody_knows_has_no_age_of_whom_they_belong_to(rita: Person) -> None:
    jean = {"display_name": "Jean Drummond", "birthday": "1955-01-15", "phones": [{"value": "+44 131 555 017"}]}
    await rita.post("/contacts", jean)
    for words in (
        "jeans granddaughter, how old is she",
        "Jean's granddaughter, how old is she?",
        "Jean's wife's number",
    ):
        (bundle,) = await said(rita, words, locale="en-GB")
        assert "1955" not in bundle["answer"]
        assert "017" not in bundle["answer"]


@pytest.mark.parametrize(("locale", "words", "hour"), cases("said_after", "is_at_these_minutes"))
async def test_minutes_alone_are_of_the_hour_that_waits(rita: Person, locale: str, words: list[str], hour: str) -> None:
    await said(rita, *words, locale=locale)
    (card,) = await waiting(rita)
    assert card["arguments"]["start_at"].endswith(f"T{hour}:00")
