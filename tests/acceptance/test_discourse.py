# ruff: noqa: E501  (tables of talks)
"""Does a talk hold together: "does she have an email", "actually make that 11", "not that one, the design one", "yes to the first"?"""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.acceptance.test_plain_talk import said
from tests.support.corpora import cases
from tests.support.steward import Person

LISBON = ZoneInfo("Europe/Lisbon")
NOW = datetime.now(LISBON)


def on(days: int, hour: int) -> datetime:
    return (NOW + timedelta(days=days)).replace(hour=hour, minute=0, second=0, microsecond=0)


async def make_event(person: Person, title: str, at: datetime) -> None:
    wall = [one.replace(tzinfo=None).isoformat() for one in (at, at + timedelta(hours=1))]
    await person.post("/events", {"title": title, "start_at": wall[0], "end_at": wall[1], "timezone": "Europe/Lisbon"})


async def family(person: Person) -> None:
    """The user's sister and brother."""
    for name, relation, more in (
        ("Emily Carter", "sister", {"emails": ["emily@example.org"]}),
        ("Rui Costa", "brother", {"phones": ["+351 912 000 111"]}),
    ):
        await person.post("/contacts", {"display_name": name, "tags": [f"relation:{relation}"], **more})


@pytest.mark.parametrize(("locale", "words", "told"), cases("discourse", "a_pronoun_is_the_person_of_the_talk"))
async def test_a_pronoun_is_the_person_of_the_talk(rita: Person, locale: str, words: list[str], told: str) -> None:
    await family(rita)
    bundles = await said(rita, *words, locale=locale)
    assert told in bundles[-1]["answer"]


async def test_a_pronoun_is_nobody_of_the_other_gender(rita: Person) -> None:
    await family(rita)
    bundles = await said(rita, "what's Rui's phone", "who is Emily Carter", "and what is his phone?")
    assert "912 000 111" in bundles[-1]["answer"]


@pytest.mark.parametrize(("locale", "words", "hour"), cases("discourse", "a_todo_that_was_just_made_is_changed"))
async def test_a_todo_that_was_just_made_is_changed(rita: Person, locale: str, words: list[str], hour: str) -> None:
    *_, last = await said(rita, *words, locale=locale)
    (preview,) = last["previews"]
    assert (preview["tool"], preview["arguments"]["due_at"][11:16]) == ("todos_update", hour), last["answer"]
    await rita.post(f"/previews/{preview['id']}/confirm")
    (todo,) = (await rita.get("/todos"))["items"]
    assert todo["due_at"][11:16] == hour
    await rita.post(f"/previews/{preview['id']}/undo")
    (todo,) = (await rita.get("/todos"))["items"]
    assert todo["due_at"][11:16] == "10:00"


@pytest.mark.parametrize(("locale", "words"), cases("discourse", "what_was_just_made_is_removed"))
async def test_what_was_just_made_is_removed(rita: Person, locale: str, words: list[str]) -> None:
    *_, last = await said(rita, *words, locale=locale)
    (preview,) = last["previews"]
    assert preview["tool"] == "remove_item", last["answer"]
    (todo,) = (await rita.get("/todos"))["items"]
    assert preview["arguments"]["id"] == todo["id"]


@pytest.mark.parametrize(
    ("locale", "made", "corrected", "moved"),
    [
        ("en-US", "book drinks with Mati on {day} at 8pm", "no, at 9", timedelta(hours=1)),
        ("pt-PT", "marca um copo com o Mati dia {day} às 20h", "não, às 9", timedelta(hours=1)),
        ("en-US", "book the dentist on {day} at 8pm", "actually {next}", timedelta(days=1)),
        ("pt-PT", "marca dentista dia {day} às 20h", "afinal {next_pt}", timedelta(days=1)),
    ],
)
async def test_what_is_corrected_stays_near_what_it_was(
    rita: Person, locale: str, made: str, corrected: str, moved: timedelta
) -> None:
    """In three weeks: neither the morning nor the coming week."""
    at = on(22, 20)
    days = ("segunda", "terça", "quarta", "quinta", "sexta", "sábado", "domingo")
    after = at + timedelta(days=1)
    fields = {"day": f"{at:%Y-%m-%d}", "next": f"{after:%A}".lower(), "next_pt": days[after.weekday()]}
    *_, last = await said(rita, made.format(**fields), corrected.format(**fields), locale=locale)
    (preview,) = last["previews"]
    assert preview["arguments"]["start_at"][:16] == f"{at + moved:%Y-%m-%dT%H:%M}", last["answer"]


@pytest.mark.parametrize("answered", [False, True])
async def test_how_long_it_lasts(rita: Person, answered: bool) -> None:
    words = (
        "book coffee with Carmen tomorrow at 4pm",
        *(("yes",) if answered else ()),
        "make it an hour and a half long",
    )
    *_, last = await said(rita, *words)
    (preview,) = last["previews"]
    assert preview["arguments"]["start_at"][11:16] == "16:00"
    assert preview["arguments"]["end_at"][11:16] == "17:30"


async def test_that_meeting_first_in_a_thread_is_asked_about(rita: Person) -> None:
    await make_event(rita, "Council meeting", on(3, 16))
    for words, locale in (
        ("cancel that meeting", "en-US"),
        ("cancela essa reunião", "pt-PT"),
        ("cancela esa reunión", "es-ES"),
    ):
        (bundle,) = await said(rita, words, locale=locale)
        assert not bundle["previews"], bundle["answer"]
        assert "?" in bundle["answer"]


async def test_the_other_one_takes_the_place_of_what_waits(rita: Person) -> None:
    first, second = on(3, 19), on(10, 19)
    await make_event(rita, "Guitar lesson", first)
    await make_event(rita, "Guitar lesson", second)
    words = (f"cancel the guitar lesson on {first:%Y-%m-%d}", f"no, not that one, the one on {second:%Y-%m-%d}")
    one, other = await said(rita, *words)
    assert (len(one["previews"]), len(other["previews"])) == (1, 1), (one["answer"], other["answer"])
    waiting = (await rita.get("/previews", state="pending"))["items"]
    assert [preview["id"] for preview in waiting] == [other["previews"][0]["id"]]
    assert other["previews"][0]["arguments"] != one["previews"][0]["arguments"]


@pytest.mark.parametrize(("locale", "words"), cases("discourse", "two_removals_are_of_two_things"))
async def test_two_removals_are_of_two_things(rita: Person, locale: str, words: list[str]) -> None:
    for title in ("Book train tickets", "Book hotel"):
        await rita.post("/todos", {"title": title})
    one, other = await said(rita, *words, locale=locale)
    assert [bundle["previews"][-1]["title"].count("train") for bundle in (one, other)] == [1, 0], other["answer"]
    assert "hotel" in other["previews"][-1]["title"]


async def test_a_correction_of_a_question_asks_again(rita: Person) -> None:
    await make_event(rita, "Council meeting", on(3, 16))
    await make_event(rita, "Design meeting", on(4, 10))
    *_, last = await said(rita, "when's the council meeting", "no, the design one")
    assert "Design meeting" in last["answer"]
    assert "Council" not in last["answer"]


@pytest.mark.parametrize(("words", "done", "waiting"), cases("discourse", "one_of_several_that_wait"))
async def test_one_of_several_that_wait(rita: Person, words: str, done: list[str], waiting: list[str]) -> None:
    both, last = await said(rita, "add bread to my list and remind me to call Rosa tomorrow at 10am", words)
    assert len(both["previews"]) == 2
    assert sorted(one["title"] for one in (await rita.get("/todos"))["items"]) == done, last["answer"]
    left: list[dict[str, Any]] = (await rita.get("/previews", state="pending"))["items"]
    assert [one["arguments"]["title"] for one in left] == waiting


async def test_a_named_change_is_taken_back(rita: Person) -> None:
    at = on(3, 13)
    await make_event(rita, "Lunch with Mateusz", at)
    move = (f"move lunch with Mateusz to {on(4, 13):%Y-%m-%d} at 13:00", "yes", "add milk to my list", "yes")
    await said(rita, *move, "undo the lunch change with Mateusz")
    (event,) = (await rita.get("/events", since="2020-01-01"))["items"]
    assert event["start_at"][:10] == f"{at:%Y-%m-%d}"
    assert len((await rita.get("/todos"))["items"]) == 1


async def test_whether_anything_was_changed(rita: Person) -> None:
    *_, nothing = await said(rita, "add milk to my list", "no, forget it", "did that change anything?")
    assert nothing["answer"] == "Nothing was changed."
    *_, something = await said(rita, "adiciona leite à minha lista", "sim", "isso mudou alguma coisa?", locale="pt-PT")
    assert "leite" in something["answer"]


async def test_a_value_that_is_told_anew(rita: Person) -> None:
    *_, last = await said(
        rita, "remember Irene's favourite flower is the peony", "yes", "what's on tomorrow?", "actually its tulips"
    )
    told = [*last["previews"], *last["actions"]]
    assert "tulips" in str(told), last["answer"]


@pytest.mark.parametrize(
    ("locale", "said_now"),
    [
        ("en-US", "remind me to call Ana 2 days before Emily's birthday"),
        ("pt-PT", "lembra-me de ligar à Ana 2 dias antes dos anos da Emily"),
        ("es-ES", "recuérdame llamar a Ana 2 días antes del cumple de Emily"),
    ],
)
async def test_days_are_counted_from_a_birthday(rita: Person, locale: str, said_now: str) -> None:
    born = on(40, 12).date()
    await rita.post("/contacts", {"display_name": "Emily Carter", "birthday": f"--{born:%m-%d}"})
    (bundle,) = await said(rita, said_now, locale=locale)
    (preview,) = bundle["previews"]
    assert preview["arguments"]["due_at"][:10] == (born - timedelta(days=2)).isoformat(), bundle["answer"]


async def test_what_was_asked_about_is_moved_without_a_card(rita: Person) -> None:
    await make_event(rita, "Dentist", on(9, 15))
    await make_event(rita, "Dentist check", on(60, 15))
    *_, last = await said(rita, "when is the dentist", "no make it 11")
    (preview,) = last["previews"]
    assert preview["tool"] == "events_update"
    assert preview["arguments"]["start_at"][:16] == f"{on(9, 11):%Y-%m-%dT%H:%M}", last["answer"]


@pytest.mark.parametrize(("locale", "words", "told"), cases("discourse", "what_waits_belongs_to_the_answer"))
async def test_what_waits_belongs_to_the_answer(rita: Person, locale: str, words: list[str], told: str) -> None:
    proposed, asked = await said(rita, *words, locale=locale)
    (preview,) = proposed["previews"]
    assert preview["summary"] in asked["answer"]
    assert told in asked["answer"]
    assert asked["answer"].count(preview["summary"]) == 1
    assert words[0] not in asked["answer"]
    (waiting,) = (await rita.get("/previews", state="pending"))["items"]
    assert waiting["id"] == preview["id"]  # asking changes nothing of it


async def test_what_waits_is_told_of_its_own_day_and_matter_alone(rita: Person) -> None:
    await make_event(rita, "Board meeting", on(3, 10))
    _, other_day, other_matter, free, until = await said(
        rita,
        "dentist tomorrow at 11am",
        f"what's on {on(3, 10):%d %B}?",
        "when is the board meeting?",
        "am I free tomorrow at 11?",
        "how many days till the dentist?",
    )
    for one in (other_day, other_matter):
        assert "Board meeting" in one["answer"]
        assert "entist" not in one["answer"]
    assert "Create event “Dentist”" in free["answer"]
    assert until["answer"].startswith("1 day")


async def test_what_was_confirmed_or_dropped_waits_no_more(rita: Person) -> None:
    *_, kept, _, _, dropped = await said(
        rita,
        "dentist tomorrow at 11am",
        "yes",
        "what've I got tomorrow?",
        "lunch with Ana tomorrow at 1pm",
        "no",
        "what have I got tomorrow?",
    )
    assert "11:00" in kept["answer"]
    assert "onfirmed" not in kept["answer"]
    assert "lunch" not in dropped["answer"].lower()


@pytest.mark.parametrize(("locale", "words", "title"), cases("discourse", "a_day_alone_is_told_of_an_event"))
async def test_a_day_alone_is_told_of_an_event(rita: Person, locale: str, words: list[str], title: str) -> None:
    told, _, again, moved = await said(rita, *words, locale=locale)
    (preview,) = told["previews"]
    assert (preview["tool"], preview["arguments"]["title"]) == ("events_create", title)
    assert preview["arguments"]["all_day"]
    assert again["previews"] == []  # it is so already
    (change,) = moved["previews"]
    assert change["tool"] == "events_update"
    assert change["arguments"]["start_at"].endswith("-01-15")


@pytest.mark.parametrize(("locale", "words", "dropped"), cases("discourse", "what_waits_is_called_off_by_its_name"))
async def test_what_waits_is_called_off_by_its_name(rita: Person, locale: str, words: list[str], dropped: str) -> None:
    *_, last = await said(rita, *words, locale=locale)
    assert [one["state"] for one in last["previews"]] == ["cancelled"]
    assert dropped in last["previews"][0]["summary"]
    left = (await rita.get("/previews", state="pending"))["items"]
    assert len(left) == 1
    assert dropped not in left[0]["summary"]


@pytest.mark.parametrize(("locale", "words", "shown"), cases("discourse", "what_waits_is_shown_anew_by_its_name"))
async def test_what_waits_is_shown_anew_by_its_name(rita: Person, locale: str, words: list[str], shown: int) -> None:
    *_, last = await said(rita, *words, locale=locale)
    waiting = (await rita.get("/previews", state="pending"))["items"]
    assert len(waiting) == 2  # nothing was carried out
    options = (last["need_user_input"] or {}).get("options") or ()
    told = [last["answer"], *(one["label"] for one in options)]
    named = [any(one["summary"] in text for text in told) for one in waiting]
    assert named == ([True, True] if shown > 1 else [False, True])  # the older one


async def test_a_kept_event_is_meant_before_what_waits(rita: Person) -> None:
    await make_event(rita, "Dentist", on(3, 10))
    *_, last = await said(rita, "lunch with Ana tomorrow at 1pm", "what's on tomorrow?", "cancel the dentist")
    (preview,) = last["previews"]
    assert (preview["tool"], preview["state"]) == ("events_delete", "pending")


async def test_why_is_not_answered_with_what_waits(rita: Person) -> None:
    *_, why = await said(rita, "dentist tomorrow at 11am", "what've i got tomorrow?", "why?")
    assert "Create event" not in why["answer"]


async def test_a_series_that_waits_is_told_of_a_day_that_it_falls_on_alone(rita: Person) -> None:
    _, falls, free = await said(
        rita, "choir practice every thursday at 7pm", "what's on next thursday?", "what's on next friday?"
    )
    assert "hoir practice" in falls["answer"]
    assert "hoir practice" not in free["answer"]


@pytest.mark.parametrize(
    ("locale", "words", "name"),
    [
        ("es-ES", "soy lucas, trabajo en un bar", "Lucas"),
        ("pt-PT", "sou a Rute", "Rute"),
        ("fr-FR", "moi c'est Margaux", "Margaux"),
    ],
)
async def test_who_says_who_they_are_is_greeted_by_name(rita: Person, locale: str, words: str, name: str) -> None:
    (told,) = await said(rita, words, locale=locale)
    assert name in told["answer"].split("\n")[0]


@pytest.mark.parametrize(("locale", "words"), cases("discourse", "what_was_just_made_is_not_wanted"))
async def test_what_was_just_made_is_not_wanted(rita: Person, locale: str, words: list[str]) -> None:
    *_, last = await said(rita, *words, locale=locale)
    assert (await rita.get("/events"))["items"] == [], last["answer"]
    assert (await rita.get("/previews", state="pending"))["items"] == [], last["answer"]


async def test_no_delete_it_of_what_was_only_changed_takes_no_change_back(rita: Person) -> None:
    await make_event(rita, "Dentist", on(2, 10))
    await said(rita, "move the dentist to 11", "yes", "no, delete it")
    (event,) = (await rita.get("/events"))["items"]
    assert event["start_at"][11:13] in {"11", "10"}
    assert "Dentist" in event["title"]
    undone = await rita.get("/previews", state="undone")
    assert undone["items"] == []
