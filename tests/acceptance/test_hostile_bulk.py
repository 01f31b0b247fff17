"""Bulk made to be slow: others are answered meanwhile, the job fails and says why, the request says what to do."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median

import pytest
from tests.support.meetings import submitted, transcript
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

from orchestrator.domain.senses.meetings.summary import reading
from orchestrator.domain.world.calendar_files import reading as ics_reading
from orchestrator.domain.world.contact_files import reading as vcard_reading

SLOWER_S = 0.25
"""Issue 13: never slower than this beyond its idle time. Single pauses of a busy machine are no fault of ours."""
LONG = 99_000
SHAPES = ("a-", "a ", "pode ")
PROCESSOR_S = 3
"""For each, instead of a minute: what matters is that others are answered all that time."""


@pytest.fixture(scope="module")
async def steward(tmp_path_factory: pytest.TempPathFactory, postgres: PostgresServer) -> AsyncIterator[Steward]:
    url = await postgres.clone()
    home: Path = tmp_path_factory.mktemp("home")
    async with started(home, url, workers=1, llm_provider="reader", meeting_debounce_s=0, embed_model="off") as steward:
        yield steward
    await postgres.drop(url)


def said(shape: str) -> str:
    return (shape * LONG)[:LONG]


async def pause(person: Person) -> float:
    began = time.perf_counter()
    assert (await person.send("GET", "/health")).status_code == 200
    return time.perf_counter() - began


async def pauses(person: Person, until: asyncio.Event) -> list[float]:
    """How long `/health` takes, again and again."""
    found: list[float] = []
    while not until.is_set() or len(found) < 20:
        found.append(await pause(person))
        await asyncio.sleep(0.02)  # a client that asks now and then
    return found


async def states(person: Person, ids: list[str]) -> list[dict[str, str]]:
    return [await person.get(f"/jobs/{one}") for one in ids]


async def test_three_hostile_transcripts_keep_nobody_waiting(steward: Steward, monkeypatch: pytest.MonkeyPatch) -> None:
    for task in (reading.READ, reading.SUMMARIZE):
        monkeypatch.setitem(task.limits.__dict__, "processor_s", PROCESSOR_S)
    ana, rui = await steward.person("Ana"), await steward.person("Rui")
    idle = median([await pause(rui) for _ in range(20)])
    over = asyncio.Event()
    watched = asyncio.create_task(pauses(rui, over))
    ids = []
    for shape in SHAPES:
        body = transcript(*[("Rui", said(shape))] * 3, meeting_id=f"hostile {shape}")
        ids.append((await submitted(ana, body))["job_id"])
    answers = 0
    async with asyncio.timeout(600):
        while any(one["state"] in {"pending", "running"} for one in await states(ana, ids)):
            assert (await rui.ask("what's on my todo list?"))["answer"]
            answers += 1
            await asyncio.sleep(0.2)  # a client that asks now and then
    over.set()
    found = sorted(await watched)
    late = found[int(len(found) * 0.98)]
    assert late < idle + SLOWER_S, (idle, late, found[-1], len(found))
    assert answers
    for one in await states(ana, ids):
        assert one["state"] == "done" or "Summarising this transcript took more than" in one["last_error"], one


async def test_a_body_of_many_megabytes_keeps_nobody_waiting(steward: Steward) -> None:
    """It is decoded beside the server, and looked at in parts."""
    ana, rui = await steward.person("Ana"), await steward.person("Rui")
    idle = median([await pause(rui) for _ in range(20)])
    many = [
        {"start_s": float(place), "end_s": place + 1.0, "speaker": "Rui", "text": "Yes. " * 40}
        for place in range(60_000)
    ]
    over = asyncio.Event()
    watched = asyncio.create_task(pauses(rui, over))
    body = json.dumps({"meeting_id": "long", "segments": many, "restore": False})
    taken = await ana.send("POST", "/ingest/meetings/transcript", content=body)
    assert taken.status_code == 202, taken.text
    refused = await ana.send("POST", "/ingest/contact", content=f"[{'0,' * 15_000_000}0]")
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request")
    assert "smaller parts" in refused.text
    wrong = await ana.send("POST", "/ingest/meetings/transcript", content=body.replace('"end_s": 9.0', '"end_s": -1'))
    assert (wrong.status_code, wrong.json()["errors"][0]["loc"]) == (422, ["body", "segments", 8, "end_s"])
    over.set()
    found = sorted(await watched)
    assert found[int(len(found) * 0.98)] < idle + SLOWER_S, (idle, found[-5:], len(found))


async def test_what_runs_out_of_limits_is_told_and_not_tried_again(
    steward: Steward, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With next to no time, which stands for a text that is bad enough."""
    ana = await steward.person("Ana")
    monkeypatch.setitem(reading.READ.limits.__dict__, "wall_s", 0.0001)
    taken = await submitted(ana, transcript(("Rui", "I'll send it by Friday."), meeting_id="poor"))
    job = await ana.until(f"/jobs/{taken['job_id']}", lambda job: job["state"] == "failed")
    assert job["attempts"] == 1
    assert job["last_error"].startswith("Reading this transcript took longer than")
    meeting = await ana.get("/meetings/poor")
    assert (meeting["state"], meeting["last_error"]) == ("failed", job["last_error"])
    monkeypatch.undo()
    again = await ana.send("POST", f"/jobs/{taken['job_id']}/retry")
    assert again.status_code in {200, 202}, again.text
    await ana.until("/meetings/poor", lambda found: found["state"] == "done")


CARD = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:1\r\nFN:Ana Souza\r\nEND:VCARD\r\n"
CALENDAR = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20261101T080000Z\r\n"
    "DTSTART:20270101T100000Z\r\nSUMMARY:Yoga\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)


@pytest.mark.parametrize(
    ("path", "good", "limits"),
    [("/ingest/vcard", CARD, vcard_reading.READ.limits), ("/ingest/ics", CALENDAR, ics_reading.READ.limits)],
)
async def test_a_file_that_runs_out_of_limits_is_422_with_what_to_do(
    steward: Steward, monkeypatch: pytest.MonkeyPatch, path: str, good: str, limits: object
) -> None:
    ana = await steward.person("Ana")
    monkeypatch.setitem(limits.__dict__, "processor_s", 1)
    monkeypatch.setitem(limits.__dict__, "wall_s", 0.0001)
    refused = await ana.send("POST", path, content=good)
    assert (refused.status_code, refused.headers["content-type"]) == (422, "application/problem+json")
    assert "took longer than" in refused.json()["detail"]
    assert "Send it in smaller files" in refused.json()["detail"]
    monkeypatch.undo()
    taken = await ana.send("POST", path, content=good)
    assert taken.status_code == 200, taken.text
    assert [one["status"] for one in taken.json()["results"]] == ["created"]


async def test_a_recorder_that_names_a_thousand_speakers_is_told(steward: Steward) -> None:
    ana = await steward.person("Ana")
    body = transcript(*[(f"Speaker {number}", "Yes.") for number in range(1_001)])
    refused = await ana.send("POST", "/ingest/meetings/transcript", json=body)
    assert refused.status_code == 422
    assert "speakers" in refused.text
