"""Where did the user stay? What phones measured becomes stays under lasting ids, in whatever order it comes; they are
told in the talk, travel with an archive, and go with their samples."""

import json
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.support.steward import Person, Steward

from orchestrator.domain.senses.stays import service
from orchestrator.kit.clock import rfc3339

BEGAN = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
HOME, GYM, PARK = (38.7223, -9.1393), (38.7323, -9.1393), (38.7500, -9.1600)
Sample = dict[str, Any]


def there(
    at: tuple[float, float], first: float, last: float, *, every: float = 5, began: datetime = BEGAN
) -> list[Sample]:
    """A sample each so many minutes, from the first minute to the last."""
    moments = [began + timedelta(minutes=first + every * number) for number in range(int((last - first) / every) + 1)]
    return [{"captured_at": rfc3339(one), "lat": at[0], "lon": at[1], "accuracy_m": 15} for one in moments]


DAY = [*there(HOME, 0, 60), *there(GYM, 75, 150), *there(HOME, 165, 240)]


async def send(person: Person, samples: Sequence[Sample], device: str = "phone") -> None:
    for start in range(0, len(samples), 1000):
        batch = {"device": device, "samples": list(samples[start : start + 1000])}
        results = (await person.post("/mobile/location", batch))["results"]
        assert {one["status"] for one in results} <= {"created", "unchanged"}, results


async def stays(person: Person, **query: Any) -> list[dict[str, Any]]:
    """The earliest first."""
    return list((await person.get("/stays", limit=200, **query))["items"])[::-1]


def times(found: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(one["start_at"][11:16], one["end_at"][11:16]) for one in found]


def shape(found: Sequence[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [tuple(one[name] for name in ("start_at", "end_at", "lat", "lon", "inferred", "samples")) for one in found]


async def test_a_day_is_told_with_its_places(ana: Person) -> None:
    gym = await ana.post("/places", {"name": "Iron Gym", "lat": GYM[0], "lon": GYM[1], "radius_m": 80})
    await send(ana, DAY)
    home, at_gym, back = await stays(ana)
    assert times([home, at_gym, back]) == [("08:00", "09:08"), ("09:15", "10:38"), ("10:45", "12:00")]
    assert (at_gym["place_id"], at_gym["place_name"], home["place_id"]) == (gym["id"], "Iron Gym", None)
    assert {name: home[name] for name in ("timezone", "device", "inferred", "samples", "radius_m")} == {
        "timezone": "Europe/Lisbon",
        "device": "phone",
        "inferred": False,
        "samples": 13,
        "radius_m": 100,
    }
    assert (home["lat"], home["lon"]) == HOME
    assert await stays(ana, since="2026-03-02T09:20", until="2026-03-02T09:30") == [at_gym]
    assert await stays(ana, until="2026-03-02T08:00") == await stays(ana, since="2026-03-03") == []
    first = await ana.get("/stays", limit=2)
    assert [one["id"] for one in first["items"]] == [back["id"], at_gym["id"]]
    assert (await ana.get("/stays", limit=2, cursor=first["next_cursor"]))["items"] == [home]
    tracker = await ana.send("GET", "/stays", params={"since": "x"})
    assert tracker.status_code == 422


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_the_order_the_stays_are_those_of_the_whole_trail(
    steward: Steward, ana: Person, seed: int
) -> None:
    """Batches out of order, days apart, with a stay across each midnight; another user gets the trail at once."""
    chance = random.Random(seed)
    trail, minute = [], 0.0
    while minute < 6 * 1440:
        at = chance.choice((HOME, HOME, GYM, PARK, (HOME[0] + 0.0006, HOME[1])))
        stay = chance.choice((0, 5, 12, 20, 90, 600))  # nothing: a fix on the way, and perhaps none for hours after it
        trail += there(at, minute, minute + stay, every=chance.choice((2, 5, 9)))
        minute += stay + chance.choice((1, 4, 12, 300))
    whole = await steward.person("Bruno Dias")
    await send(whole, trail)
    batches = [trail[start : start + 37] for start in range(0, len(trail), 37)]
    chance.shuffle(batches)
    for number, batch in enumerate(batches):
        await send(ana, batch)
        if number % 3 == 0:
            await stays(ana)
    ours, theirs = shape(await stays(ana)), shape(await stays(whole))
    assert len(theirs) > 8
    assert ours == theirs


async def test_ids_last(steward: Steward, ana: Person) -> None:
    await send(ana, DAY)
    before = await stays(ana)
    await send(ana, DAY[::-1])
    assert await stays(ana) == before
    await send(ana, there(GYM, 152, 160, every=2))
    grown = await stays(ana)
    assert [one["id"] for one in grown] == [one["id"] for one in before]
    assert grown[1]["end_at"] > before[1]["end_at"]
    await ana.execute("delete from stays where user_id = :me")
    await ana.execute(
        "insert into location_changes (user_id, source, device, day) values (:me, 'mobile', 'phone', '2026-03-02')"
    )
    assert {one["id"] for one in await stays(ana)} == {one["id"] for one in grown}


async def test_two_devices_stay_apart_and_nobody_sees_anothers(steward: Steward, ana: Person) -> None:
    await send(ana, there(HOME, 0, 60))
    await send(ana, there(GYM, 2, 62), device="watch")
    assert sorted(one["device"] for one in await stays(ana)) == ["phone", "watch"]
    bruno = await steward.person("Bruno Dias")
    assert await stays(bruno) == []


async def test_a_night_in_which_the_clock_changes_is_as_long_as_it_was(ana: Person) -> None:
    """Lisbon, 25 October 2026: 01:00 to 02:00 is there twice."""
    night = datetime(2026, 10, 24, 22, tzinfo=UTC)
    await send(ana, there(HOME, 0, 600, every=10, began=night))
    (stay,) = await stays(ana)
    assert (stay["start_at"], stay["end_at"]) == ("2026-10-24T22:00:00Z", "2026-10-25T08:00:00Z")
    assert await stays(ana, since="2026-10-25T07:30", until="2026-10-25T07:45") == [stay]


async def test_a_teleport_and_a_clock_never_set_move_nobody(ana: Person) -> None:
    trail = there(HOME, 0, 60)
    trail[6] |= {"lat": -33.9, "lon": 151.2}
    odd = [{**trail[0], "captured_at": f"{year}-03-02T08:00:00Z"} for year in (1970, 2090)] + [
        {**trail[0], "lat": 0, "lon": 0}
    ]
    results = (await ana.post("/mobile/location", {"device": "phone", "samples": [*trail, *odd]}))["results"]
    assert [one["status"] for one in results[len(trail) :]] == ["invalid"] * 3
    assert times(await stays(ana)) == [("08:00", "09:00")]


async def test_erased_samples_take_their_stay_with_them(steward: Steward, ana: Person) -> None:
    await send(ana, there(HOME, 0, 15, every=15))
    (stay,) = await stays(ana)
    steward.model.call("get_location_history", {"when": "2026-03-02"})
    steward.model.say("You were in Lisbon from 08:00 to 08:15.")
    told = await ana.ask("Where was I on 2 March 2026?")
    sample = await ana.scalar("select id::text from locations where user_id = :me order by captured_at limit 1")
    async with steward.database.unit_of_work_of(ana.id) as tx:
        shown = await steward.runtime.eraser.erase(tx, "location", sample, dry_run=True)
    assert [one["id"] for one in await stays(ana)] == [stay["id"]]
    async with steward.database.unit_of_work_of(ana.id) as tx:
        receipt = await steward.runtime.eraser.erase(tx, "location", sample)
    assert receipt == shown
    assert (receipt.deleted, receipt.redacted["stay"]) == ({"location": 1}, 1)
    assert await stays(ana) == []
    thread = await ana.get(f"/threads/{told['thread_id']}")
    assert "08:15" not in str(thread)


async def test_the_job_computes_what_nobody_asked_for(steward: Steward, ana: Person) -> None:
    await send(ana, DAY)
    waiting = "select count(*) from async_jobs where user_id = :me and job_type = 'stays.compute' and state = 'pending'"
    assert await ana.scalar(waiting) == 1
    async with steward.database.unit_of_work_of(ana.id) as tx:
        assert len(await service.settle(tx)) == 1
        assert await service.settle(tx) == []
    assert await ana.count("stays") == 3
    assert await ana.count("location_changes") == 0


async def test_the_talk_tells_visits_and_who_was_there(steward: Steward, ana: Person) -> None:
    await ana.post("/places", {"name": "Iron Gym", "lat": GYM[0], "lon": GYM[1], "radius_m": 80})
    await ana.post("/events", {"title": "Boxing", "start_at": "2026-03-02T09:30", "end_at": "2026-03-02T10:00",
                               "timezone": "Europe/Lisbon", "participants": [{"name": "Rui Alves"}]})  # fmt: skip
    for day in range(3):
        began = BEGAN + timedelta(days=day)
        await send(
            ana,
            [*there(HOME, 0, 60, began=began), *there(GYM, 75, 150, began=began), *there(HOME, 165, 240, began=began)],
        )
    await send(ana, there(GYM, 80, 140), device="watch")
    steward.model.call("get_location_history", {"place": "Iron Gym", "when": "march 2026"})
    steward.model.say("Three times.")
    await ana.ask("How often was I at the Iron Gym in March 2026?")
    prompt = steward.prompt(-1)
    for word in ('"visits":3', '"days":3', "Boxing", "Rui Alves", "2026-03-02T09:15:00"):
        assert word in prompt, word
    assert str(GYM[0]) not in prompt


async def test_a_day_is_computed_at_once(steward: Steward, ana: Person) -> None:
    await send(
        ana,
        [
            one
            for hour in range(0, 24, 2)
            for one in there((HOME, GYM)[hour // 2 % 2], hour * 60, hour * 60 + 110, every=1)
        ],
    )
    await stays(ana)
    await ana.execute(
        "insert into location_changes (user_id, source, device, day) values (:me, 'mobile', 'phone', '2026-03-02')"
    )
    began = time.process_time()
    async with steward.database.unit_of_work_of(ana.id) as tx:
        await service.settle(tx)
    assert time.process_time() - began < 0.5


async def test_googles_exports_are_stays_once(ana: Person) -> None:
    visit = {"hierarchyLevel": "0", "topCandidate": {"placeLocation": "geo:38.7223,-9.1393"}}
    export = [
        {"startTime": "2026-03-02T08:00:00Z", "endTime": "2026-03-02T10:00:00Z", "visit": visit},
        {"startTime": "1970-01-01T00:00:00Z", "endTime": "1970-01-01T01:00:00Z", "visit": visit},
    ]
    for created, unchanged in ((2, 0), (0, 2)):
        counts = await ana.post("/ingest/google-timeline", export)
        assert counts == {"created": created, "updated": 0, "unchanged": unchanged, "erased": 0, "invalid": 2}
    (stay,) = await stays(ana)
    assert times([stay]) == [("08:00", "10:00")]
    answer = await ana.send("POST", "/ingest/google-timeline", json={"places": []})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    form = {"file": ("location-history.json", json.dumps(export), "application/json")}
    assert (await ana.send("POST", "/ingest/google-timeline", files=form)).json()["unchanged"] == 2


async def test_a_trackers_token_brings_no_exports(steward: Steward, ana: Person) -> None:
    """`location` is for what a tracker sends: four doors, and no other."""
    tracker = await steward.with_scopes(ana, "location")
    refused = await tracker.send("POST", "/ingest/google-timeline", json=[])
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    assert (await tracker.send("POST", "/ingest/gpx", content="<gpx/>")).status_code != 403


SAID = {
    "en-GB": (
        "how often was I at the Iron Gym in March 2026?",
        "when was the last time I went to the gym?",
        "who was I with at the Iron Gym on 2 March 2026?",
        "how long was I at the Iron Gym on 2 March 2026?",
        "since when do I go to the gym?",
    ),
    "pt-PT": (
        "quantas vezes estive no Iron Gym em março de 2026?",
        "quando estive pela última vez no Iron Gym?",
        "com quem estive no Iron Gym a 2 de março de 2026?",
        "quanto tempo estive no Iron Gym a 2 de março de 2026?",
        "desde quando vou ao Iron Gym?",
    ),
    "es-ES": (
        "¿cuántas veces estuve en el Iron Gym en marzo de 2026?",
        "¿cuándo fue la última vez que fui al Iron Gym?",
        "¿con quién estuve en el Iron Gym el 2 de marzo de 2026?",
        "¿cuánto tiempo estuve en el Iron Gym el 2 de marzo de 2026?",
        "¿desde cuándo voy al Iron Gym?",
    ),
    "fr-FR": (
        "combien de fois est-ce que je suis allé à Iron Gym en mars 2026 ?",
        "quand est-ce que j'étais pour la dernière fois à Iron Gym ?",
        "avec qui j'étais à Iron Gym le 2 mars 2026 ?",
        "combien de temps ai-je été à Iron Gym le 2 mars 2026 ?",
        "depuis quand est-ce que je vais à Iron Gym ?",
    ),
}


KINDS = {
    "en-GB": "how often was I at the gym?",
    "pt-BR": "quantas vezes fui à academia?",
    "pt-PT": "quantas vezes fui ao ginásio?",
    "es-ES": "¿cuántas veces fui al gimnasio?",
    "fr-FR": "combien de fois suis-je allé à la salle de sport ?",
}
"""By its kind, not its name: the place is called "Iron Gym"."""

TUESDAY = {
    "en-GB": "where was I last Tuesday at noon?",
    "pt-BR": "onde eu estava terça-feira passada ao meio-dia?",
    "pt-PT": "onde estava eu na terça passada ao meio-dia?",
    "es-ES": "¿dónde estaba el martes pasado a mediodía?",
    "fr-FR": "où étais-je mardi dernier à midi ?",
}


async def test_the_latest_tuesday_is_told_where_the_words_may_mean_that_of_the_week_before(rita: Person) -> None:
    await rita.post("/places", {"name": "Iron Gym", "lat": GYM[0], "lon": GYM[1], "radius_m": 80})
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    tuesday = today - timedelta(days=(today.weekday() - 2) % 7 + 1)
    await send(rita, there(GYM, 10 * 60, 14 * 60, began=tuesday))
    for locale, question in TUESDAY.items():
        here = {"locale": locale, "timezone": "UTC"}
        said = (await rita.ask(question, client_context=here))["answer"]
        assert "Iron Gym" in said, said
        assert "10:00–14:00" in said, said


async def test_the_reader_tells_how_often_when_last_and_with_whom(rita: Person) -> None:
    await rita.post("/places", {"name": "Iron Gym", "lat": GYM[0], "lon": GYM[1], "radius_m": 80})
    await rita.post("/events", {"title": "Boxing", "start_at": "2026-03-02T09:30", "end_at": "2026-03-02T10:00",
                                "timezone": "Europe/Lisbon", "participants": [{"name": "Rui Alves"}]})  # fmt: skip
    for day in range(3):
        began = BEGAN + timedelta(days=day)
        legs = ((HOME, 0, 60), (GYM, 75, 150), (HOME, 165, 240))
        await send(rita, [one for leg in legs for one in there(*leg, began=began)])
    for locale, questions in SAID.items():
        here = {"locale": locale, "timezone": "Europe/Lisbon"}
        often, last, whom, length, since = [(await rita.ask(one, client_context=here))["answer"] for one in questions]
        assert "3 " in often.splitlines()[0], often
        assert often.count("09:15–10:38") == 3, often
        assert last.count("09:15–10:38") == 1, last
        assert "Rui Alves" in whom, whom
        assert "24 min" in length, length
        assert "09:15" in since.splitlines()[0], since
        assert "3 " in since.splitlines()[1], since
    for locale, question in KINDS.items():
        said = (await rita.ask(question, client_context={"locale": locale, "timezone": "Europe/Lisbon"}))["answer"]
        assert said.count("09:15–10:38") == 3, said
    await rita.post("/places", {"name": "Azulejo Museum", "lat": HOME[0], "lon": HOME[1]})
    alike = (
        ("pt-PT", "quantas vezes fui ao museu em março de 2026?", "4 vezes"),
        ("fr-FR", "combien de fois suis-je allé au musée ?", "4 fois"),
        ("en-GB", "who was I with at the museum in March 2026?", "nobody is noted"),
    )
    for locale, question, says in alike:
        said = (await rita.ask(question, client_context={"locale": locale, "timezone": "Europe/Lisbon"}))["answer"]
        assert says in said, said
    nothing = await rita.ask("how often was I at the office?", client_context={"locale": "en-GB"})
    assert "Iron Gym" not in nothing["answer"]


MONTHS = {
    "en-GB": "January February March April May June July August September October November December",
    "pt-PT": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "es-ES": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "fr-FR": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
}
OVER = {
    "en-GB": ("how often was I at the Iron Gym in {month}, with whom?", "since when?"),
    "pt-PT": ("quantas vezes fui ao Iron Gym em {month}, com quem?", "desde quando?"),
    "es-ES": ("¿cuántas veces fui al Iron Gym en {month}, con quién?", "¿desde cuándo?"),
    "fr-FR": ("combien de fois suis-je allé à Iron Gym en {month}, avec qui ?", "depuis quand ?"),
}
FOLLOWED = {
    "en-GB": ("where was I last Tuesday at noon?", "and at 7 pm?", "until when?", "with whom?"),
    "pt-PT": ("onde estive na terça passada ao meio-dia?", "e às 19h?", "até que horas?", "com quem?"),
    "es-ES": ("¿dónde estuve el martes pasado a mediodía?", "¿y a las 19:00?", "¿hasta qué hora?", "¿con quién?"),
    "fr-FR": ("où étais-je mardi dernier à midi ?", "et à 19h ?", "jusqu'à quelle heure ?", "avec qui ?"),
}


async def _told(person: Person, questions: Sequence[str], locale: str) -> list[str]:
    """The answers of one thread."""
    here = {"locale": locale, "timezone": "UTC"}
    first = await person.ask(questions[0], client_context=here)
    rest = [await person.ask(one, client_context=here, thread=first["thread_id"]) for one in questions[1:]]
    return [first["answer"], *(one["answer"] for one in rest)]


async def test_a_month_without_a_year_is_the_one_that_is_over(rita: Person) -> None:
    await rita.post("/places", {"name": "Iron Gym", "lat": GYM[0], "lon": GYM[1], "radius_m": 80})
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    day = (today.replace(day=1) - timedelta(days=1)).replace(day=10)
    await send(
        rita, [one for leg in ((HOME, 0, 60), (GYM, 75, 150), (HOME, 165, 240)) for one in there(*leg, began=day)]
    )
    start = day + timedelta(minutes=90)
    times_of = {"start_at": start.isoformat(), "end_at": (start + timedelta(minutes=30)).isoformat(), "timezone": "UTC"}
    await rita.post("/events", {"title": "Boxing", "participants": [{"name": "Rui Alves"}], **times_of})
    for locale, questions in OVER.items():
        month = MONTHS[locale].split()[day.month - 1]
        often, since = await _told(rita, [one.format(month=month) for one in questions], locale)
        assert "01:15–02:38" in often, often
        assert "Rui Alves" in often, often
        assert "01:15" in since, since
        assert "Iron Gym" in since, since


async def test_a_follow_up_keeps_the_day(rita: Person) -> None:
    for name, at in (("Iron Gym", GYM), ("Green Park", PARK)):
        await rita.post("/places", {"name": name, "lat": at[0], "lon": at[1], "radius_m": 80})
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    tuesday = today - timedelta(days=(today.weekday() - 2) % 7 + 1)
    trail = [*there(GYM, 10 * 60, 14 * 60, began=tuesday), *there(PARK, 18 * 60, 20 * 60, began=tuesday)]
    await send(rita, [*trail, *there(HOME, 21 * 60, 23 * 60, began=tuesday)])
    start = tuesday + timedelta(hours=18, minutes=30)
    times_of = {"start_at": start.isoformat(), "end_at": (start + timedelta(minutes=30)).isoformat(), "timezone": "UTC"}
    await rita.post("/events", {"title": "Chess", "participants": [{"name": "Rui Alves"}], **times_of})
    for locale, questions in FOLLOWED.items():
        noon, evening, until, whom = await _told(rita, questions, locale)
        assert "Iron Gym" in noon, noon
        for said in (evening, until):
            assert "Green Park" in said, said
            assert "18:00–" in said, said
            assert "Iron Gym" not in said, said
        assert "Rui Alves" in whom, whom


DAY_ASKED = {
    "en-GB": (
        ("did I go to the gym on 3 March 2026?", "Yes, at “Iron Gym”"),
        ("was I at the gym on 4 March 2026 at noon?", "No, not at “Iron Gym”"),
        ("was I at the gym on 6 March 2026?", "Iron Gym"),
        ("how many hours was I at the museum on 3 March 2026?", "21 hours and 34 minutes"),
        ("when did I get to the gym on 3 March 2026?", "from Tuesday, 3 March 2026, 18:00 on"),
        ("when did I leave the museum on 3 March 2026?", "until Tuesday, 3 March 2026, 17:53"),
        ("where did I sleep on 3 March 2026?", "“Azulejo Museum”: Tuesday, 3 March 2026, 20:20"),
        ("what places did I visit on 3 March 2026?", "“Iron Gym”: Tuesday, 3 March 2026, 18:00"),
    ),
    "pt-PT": (
        ("fui ao ginásio a 3 de março de 2026?", "Sim, em “Iron Gym”"),
        ("a que horas cheguei ao ginásio a 3 de março de 2026?", "3 de março de 2026, 18:00"),
        ("a que horas saí do museu a 3 de março de 2026?", "3 de março de 2026, 17:53"),
        ("onde é que dormi a 3 de março de 2026?", "Azulejo Museum"),
        ("que sítios visitei a 3 de março de 2026?", "Iron Gym"),
    ),
    "es-ES": (
        ("¿fui al gimnasio el 3 de marzo de 2026?", "Sí, en “Iron Gym”"),
        ("¿a qué hora llegué al gimnasio el 3 de marzo de 2026?", "3 de marzo de 2026, 18:00"),
        ("¿a qué hora salí del museo el 3 de marzo de 2026?", "3 de marzo de 2026, 17:53"),
        ("¿dónde dormí el 3 de marzo de 2026?", "Azulejo Museum"),
        ("¿qué sitios visité el 3 de marzo de 2026?", "Iron Gym"),
    ),
    "fr-FR": (
        ("suis-je allé à la salle de sport le 3 mars 2026 ?", "Oui, à “Iron Gym”"),
        ("à quelle heure suis-je arrivé à la salle de sport le 3 mars 2026 ?", "3 mars 2026, 18:00"),
        ("à quelle heure ai-je quitté le musée le 3 mars 2026 ?", "3 mars 2026, 17:53"),
        ("où ai-je dormi le 3 mars 2026 ?", "Azulejo Museum"),
        ("quels endroits ai-je visités le 3 mars 2026 ?", "Iron Gym"),
    ),
}
"""Of who came and went, with nights on both sides: what is told of a day is that day's."""


async def test_the_reader_tells_from_when_till_when_and_where_one_slept_of_that_day_alone(rita: Person) -> None:
    await rita.post("/places", {"name": "Iron Gym", "lat": GYM[0], "lon": GYM[1], "radius_m": 80})
    await rita.post("/places", {"name": "Azulejo Museum", "lat": HOME[0], "lon": HOME[1]})
    for day in range(3):
        began = BEGAN.replace(hour=0) + timedelta(days=day)
        legs = ((HOME, 0, 17 * 60 + 30), (GYM, 18 * 60, 20 * 60), (HOME, 20 * 60 + 20, 24 * 60 - 5))
        await send(rita, [one for leg in legs for one in there(*leg, every=10, began=began)])
    for locale, asked in DAY_ASKED.items():
        for question, says in asked:
            said = (await rita.ask(question, client_context={"locale": locale, "timezone": "Europe/Lisbon"}))["answer"]
            assert says in said, (question, said)
            assert ("6 March" not in question) or not said.startswith(("Yes", "No")), said


async def test_of_a_day_that_nobody_measured_the_calendar_tells_whether_one_was_there(rita: Person) -> None:
    place = await rita.post("/places", {"name": "Iron Gym", "lat": GYM[0], "lon": GYM[1]})
    await rita.post("/events", {"title": "Boxing", "start_at": "2026-03-02T09:30", "end_at": "2026-03-02T10:00",
                                "timezone": "Europe/Lisbon", "place_id": place["id"]})  # fmt: skip
    for locale, question, says in (
        ("en-GB", "was I at the Iron Gym on 2 March 2026?", "By the calendar, at “Iron Gym”:\n- “Boxing”"),
        ("pt-PT", "estive no Iron Gym a 2 de março de 2026?", "Pela agenda, em “Iron Gym”:\n- “Boxing”"),
        ("es-ES", "¿fui al Iron Gym el 2 de marzo de 2026?", "Según la agenda, en “Iron Gym”:\n- “Boxing”"),
        ("fr-FR", "étais-je à Iron Gym le 2 mars 2026 ?", "D’après l’agenda, à “Iron Gym” :\n- “Boxing”"),
    ):
        said = (await rita.ask(question, client_context={"locale": locale, "timezone": "Europe/Lisbon"}))["answer"]
        assert says in said, (question, said)


async def test_how_far_it_is_between_places_by_what_everybody_calls_them(rita: Person) -> None:
    home = await rita.post("/places", {"name": "Rua Verde 3", "lat": HOME[0], "lon": HOME[1]})
    await rita.patch("/me", {"home_place_id": home["id"]})
    await rita.post("/places", {"name": "Acme", "category": "office", "lat": PARK[0], "lon": PARK[1]})
    for locale, question in (
        ("en-GB", "how far is it from home to work?"),
        ("en-GB", "how far apart are my house and my office?"),
        ("pt-PT", "quantos quilómetros são de casa ao trabalho?"),
        ("es-ES", "¿a qué distancia está la oficina de casa?"),
        ("fr-FR", "à quelle distance est le bureau de la maison ?"),
    ):
        said = (await rita.ask(question, client_context={"locale": locale, "timezone": "Europe/Lisbon"}))["answer"]
        assert said.replace(",", ".").startswith("3.6 km"), (question, said)
    await rita.post("/places", {"name": "Office of Acme's lawyers", "category": "office", "lat": GYM[0], "lon": GYM[1]})
    two = (await rita.ask("how far is it from home to work?"))["answer"]
    assert "3.6 km" not in two, two
