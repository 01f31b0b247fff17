"""Can one day of a series be called off or moved by words, and is it asked where it is unclear? And am I free then?"""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.steward import Person, Steward

NOW = "2027-03-01T09:00:00Z"  # a Monday
YOGA = {
    "title": "Yoga",
    "start_at": "2027-01-05T18:00:00",
    "end_at": "2027-01-05T19:00:00",
    "timezone": "Europe/Lisbon",
    "recurrence": "RRULE:FREQ=WEEKLY;BYDAY=TU",
}
CALL = {
    "title": "Call with Rui",
    "start_at": "2027-03-02T15:00:00",
    "end_at": "2027-03-02T16:00:00",
    "timezone": "Europe/Lisbon",
}


@pytest_asyncio.fixture
async def owner(plain: Steward) -> AsyncIterator[Person]:
    """The owner (who may move `now`) of a Steward without a model, with a weekly class and a call on Tuesday."""
    person = await plain.owner()
    for one in (YOGA, CALL):
        await person.post("/events", one)
    yield person
    for kind in ("events", "threads"):
        for item in (await person.get(f"/{kind}", limit=200))["items"]:
            await person.send("DELETE", f"/{kind}/{item['id']}")


async def ask(person: Person, question: str, locale: str = "en-US", **fields: Any) -> dict[str, Any]:
    context = {"timezone": "Europe/Lisbon", "locale": locale, "now": NOW}
    return dict(await person.post("/ask", {"question": question, "client_context": context, **fields}))


async def days(person: Person, since: str = "2027-03-01", until: str = "2027-03-24") -> list[str]:
    found = (await person.get("/events", since=since, until=until, q="yoga"))["items"]
    return [one["start_at"] for one in found if one["status"] != "cancelled"]


EVERY = ["2027-03-02T18:00:00", "2027-03-09T18:00:00", "2027-03-16T18:00:00", "2027-03-23T18:00:00"]


@pytest.mark.parametrize(
    ("question", "locale"),
    [
        ("Cancel tomorrow's yoga", "en-US"), ("Cancel Tuesday's yoga", "en-US"), ("Cancela a yoga de amanhã", "pt-BR"),
        ("Cancela el yoga de mañana", "es-ES"),
    ],
)  # fmt: skip
async def test_one_day_is_called_off_and_comes_back(owner: Person, question: str, locale: str) -> None:
    bundle = await ask(owner, question, locale)
    assert bundle["status"] == "preview", bundle["answer"]
    (preview,) = bundle["previews"]
    assert await days(owner) == EVERY
    confirmed = await owner.post(f"/previews/{preview['id']}/confirm")
    assert confirmed["state"] == "confirmed"
    assert await days(owner) == EVERY[1:]
    await owner.post(f"/previews/{preview['id']}/undo")
    assert await days(owner) == EVERY
    (master,) = (await owner.get("/events", q="yoga"))["items"]
    assert master["overrides"] == []


@pytest.mark.parametrize(
    ("question", "locale"), [("Cancel yoga", "en-US"), ("Cancela a yoga", "pt-BR"), ("Cancela el yoga", "es-ES")]
)
async def test_where_it_is_unclear_one_or_all_is_asked(owner: Person, question: str, locale: str) -> None:
    bundle = await ask(owner, question, locale)
    asked = bundle["need_user_input"]
    assert asked is not None, bundle["answer"]
    one, whole = asked["options"]
    assert "2" in one["label"]
    reply = {"id": asked["id"], "option_id": whole["id"]}
    bundle = await ask(owner, whole["label"], locale, thread_id=bundle["thread_id"], reply_to_clarification=reply)
    (preview,) = bundle["previews"]
    await owner.post(f"/previews/{preview['id']}/confirm")
    assert await days(owner) == []
    await owner.post(f"/previews/{preview['id']}/undo")
    assert await days(owner) == EVERY


@pytest.mark.parametrize(
    "question", ["Cancel the whole yoga series", "Cancela toda a série de yoga", "Cancela toda la serie de yoga"]
)
async def test_all_of_it_by_words(owner: Person, question: str) -> None:
    bundle = await ask(
        owner, question, {"t": "pt-BR"}.get(question[-9], "en-US") if "toda" not in question else "pt-BR"
    )
    (preview,) = bundle["previews"]
    await owner.post(f"/previews/{preview['id']}/confirm")
    assert await days(owner) == []


async def test_one_day_is_moved(owner: Person) -> None:
    bundle = await ask(owner, "Move tomorrow's yoga to Wednesday at 8pm")
    (preview,) = bundle["previews"]
    await owner.post(f"/previews/{preview['id']}/confirm")
    assert await days(owner) == ["2027-03-03T20:00:00", *EVERY[1:]]
    found = (await owner.get("/events", since="2027-03-03", until="2027-03-04"))["items"]
    assert [(one["recurrence_id"], one["end_at"]) for one in found] == [("2027-03-02T18:00:00", "2027-03-03T21:00:00")]
    await owner.post(f"/previews/{preview['id']}/undo")
    assert await days(owner) == EVERY


async def test_all_of_it_is_moved(owner: Person) -> None:
    bundle = await ask(owner, "Move yoga to Wednesday at 8pm")
    asked = bundle["need_user_input"]
    reply = {"id": asked["id"], "option_id": asked["options"][-1]["id"]}
    bundle = await ask(owner, "The second one", thread_id=bundle["thread_id"], reply_to_clarification=reply)
    (preview,) = bundle["previews"]
    assert "whole series" in preview["summary"], preview
    await owner.post(f"/previews/{preview['id']}/confirm")
    assert await days(owner) == ["2027-03-03T20:00:00", "2027-03-10T20:00:00", "2027-03-17T20:00:00"]
    assert await days(owner, "2027-01-01", "2027-01-20") == ["2027-01-06T20:00:00", "2027-01-13T20:00:00"]
    await owner.post(f"/previews/{preview['id']}/undo")
    assert await days(owner) == EVERY


@pytest.mark.parametrize(("question", "locale"), cases("series_by_words", "from_a_day_on_the_later_ones_are_moved"))
async def test_from_a_day_on_the_later_ones_are_moved(owner: Person, question: str, locale: str) -> None:
    bundle = await ask(owner, question, locale)
    (preview,) = bundle["previews"]
    await owner.post(f"/previews/{preview['id']}/confirm")
    later = ["2027-03-09T19:00:00", "2027-03-16T19:00:00", "2027-03-23T19:00:00"]
    assert await days(owner) == [EVERY[0], *later]
    assert (await days(owner, "2029-03-06", "2029-03-07")) == ["2029-03-06T19:00:00"]
    await owner.post(f"/previews/{preview['id']}/undo")
    assert await days(owner) == EVERY
    (master,) = (await owner.get("/events", q="yoga"))["items"]
    assert (master["overrides"], master["start_at"]) == ([], YOGA["start_at"])


async def test_later_ones_change_again_and_single_ones_stay(owner: Person) -> None:
    for question in (
        "Move the yoga on March 16 to March 17 at 8am",
        "Move yoga to 7pm from next week on",
        "Move yoga to Wednesday at 8pm from March 22 on",
        "Rename the yoga on March 9 and all later ones to Pilates",
    ):
        (preview,) = (await ask(owner, question))["previews"]
        assert (await owner.post(f"/previews/{preview['id']}/confirm"))["state"] == "confirmed", question
    found = (await owner.get("/events", since="2027-03-01", until="2027-04-01"))["items"]
    told = [(one["title"], one["start_at"], one["end_at"]) for one in found if one["title"] != "Call with Rui"]
    assert told == [
        ("Yoga", "2027-03-02T18:00:00", "2027-03-02T19:00:00"),
        ("Pilates", "2027-03-09T19:00:00", "2027-03-09T20:00:00"),
        ("Pilates", "2027-03-17T08:00:00", "2027-03-17T09:00:00"),
        ("Pilates", "2027-03-24T20:00:00", "2027-03-24T21:00:00"),
        ("Pilates", "2027-03-31T20:00:00", "2027-03-31T21:00:00"),
    ]


@pytest.mark.parametrize(
    ("question", "locale"),
    [
        ("Cancel yoga from March 15 on", "en-US"), ("Cancela a yoga a partir de 15 de março", "pt-BR"),
        ("Cancela el yoga a partir del 15 de marzo", "es-ES"),
    ],
)  # fmt: skip
async def test_from_a_day_on_it_is_called_off(owner: Person, question: str, locale: str) -> None:
    (preview,) = (await ask(owner, question, locale))["previews"]
    await owner.post(f"/previews/{preview['id']}/confirm")
    assert await days(owner) == EVERY[:2]
    assert await days(owner, "2028-01-01", "2028-03-01") == []
    await owner.post(f"/previews/{preview['id']}/undo")
    assert await days(owner) == EVERY


@pytest.mark.parametrize(
    ("question", "locale", "held", "missing"), cases("series_by_words", "questions_are_answered_by_the_days")
)
async def test_questions_are_answered_by_the_days(
    owner: Person, question: str, locale: str, held: list[str], missing: list[str]
) -> None:
    answer = (await ask(owner, question, locale))["answer"]
    assert all(one in answer for one in held), answer
    assert not any(one in answer for one in missing), answer


@pytest.mark.parametrize(("question", "locale"), cases("series_by_words", "the_clock_of_another_city_is_meant"))
async def test_the_clock_of_another_city_is_meant(owner: Person, question: str, locale: str) -> None:
    (preview,) = (await ask(owner, question, locale))["previews"]
    assert (preview["arguments"]["timezone"], preview["arguments"]["start_at"]) == ("Asia/Tokyo", "2027-03-04T15:00:00")
    await owner.post(f"/previews/{preview['id']}/confirm")
    found = (await owner.get("/events", since="2027-03-04", until="2027-03-05"))["items"]
    assert [one["start_utc"] for one in found] == ["2027-03-04T06:00:00Z"]


@pytest.mark.parametrize(("question", "locale"), cases("series_by_words", "two_days_of_each_week_are_both_kept"))
async def test_two_days_of_each_week_are_both_kept(owner: Person, question: str, locale: str) -> None:
    (preview,) = (await ask(owner, question, locale))["previews"]
    await owner.post(f"/previews/{preview['id']}/confirm")
    found = (await owner.get("/events", since="2027-03-01", until="2027-03-15"))["items"]
    gym = [one["start_at"] for one in found if one["title"] not in {"Yoga", "Call with Rui"}]
    assert gym == ["2027-03-04T07:00:00", "2027-03-08T07:00:00", "2027-03-11T07:00:00"]


async def test_a_new_event_tells_what_it_lies_over(owner: Person) -> None:
    bundle = await ask(owner, "Schedule dinner with Eva tomorrow at 18:30")
    (preview,) = bundle["previews"]
    assert "Yoga" in str(preview) or "Yoga" in bundle["answer"], preview
    free = await ask(owner, "Schedule dinner with Eva tomorrow at 20:30")
    assert "Yoga" not in str(free["previews"]) + free["answer"]


async def test_an_occurrence_of_the_first_day_is_told_in_the_active_state_and_the_briefing(owner: Person) -> None:
    body = {"date": "2027-03-09", "push": False}
    briefing = (await owner.send("POST", "/agents/daily-briefing/run", params={"wait": "true"}, json=body)).json()
    assert any("Yoga" in item["text"] for item in briefing["items"]), briefing
