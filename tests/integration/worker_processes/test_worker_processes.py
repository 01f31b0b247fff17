"""Worker processes end within their limits and say why, whatever the function does; and all that they started, too."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.processes import SOURCE, line, running_script
from tests.support.waiting import eventually

from orchestrator.kit.ids import new_id
from orchestrator.worker_processes.errors import Busy, OutOfLimits, WorkerEnded, WorkerFailed
from orchestrator.worker_processes.service import Places, WorkerProcesses
from orchestrator.worker_processes.task import MEGABYTE, Limits, Task

FUNCTIONS = "tests.support.worker_functions"
ME = new_id()


@pytest.fixture(scope="module")
async def own() -> AsyncIterator[WorkerProcesses]:
    """Those of this module: they may load the tests' functions."""
    async with WorkerProcesses(path=str(SOURCE.parent)) as processes:
        yield processes


def task(name: str, **limits: Any) -> Task:
    return Task(f"{FUNCTIONS}:{name}", "Reading this file", limits=Limits(**limits))


def running(word: str) -> list[int]:
    """The processes with this word on their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                if state != "Z" and word.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


async def test_a_good_call_is_answered_each_by_a_process_of_its_own(own: WorkerProcesses) -> None:
    data = bytes(range(256)) * 40_000
    (one,) = await own.in_request(task("echo"), {"text": "olá \ud800 \u2028\n"}, data, owner_id=ME)
    assert (one["argument"], one["length"]) == ({"text": "olá \ud800 \u2028\n"}, len(data))
    (other,) = await own.in_job(task("echo"), owner_id=ME)
    assert len({one["pid"], other["pid"], own.pid, os.getpid()}) == 4
    assert await own.in_request(task("parts"), 50_000, owner_id=ME) == list(range(50_000))


async def test_tables_are_loaded_once_for_all_that_are_forked_later(own: WorkerProcesses) -> None:
    reads = replace(task("loaded"), imports=(f"{FUNCTIONS}:load",))
    first, again = [await own.in_request(reads, owner_id=ME) for _ in range(2)]
    assert first == again == [own.pid]


async def test_nothing_of_our_environment_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEWARD_OPENAI_API_KEY", "sk-secret")
    async with WorkerProcesses(path=str(SOURCE.parent)) as fresh:
        (found,) = await fresh.in_request(task("environment"), owner_id=ME)
    assert "sk-secret" not in str(found)


@pytest.mark.parametrize(
    ("name", "limits", "why"),
    [
        ("eats_memory", {"memory_bytes": 100 * MEGABYTE}, "needs more than 100 MB of memory"),
        ("loops", {"processor_s": 1}, "took more than 1 seconds of the processor"),
        ("sleeps", {"wall_s": 0.5}, "took longer than 0.5 seconds"),
        ("floods", {"output_bytes": 3 * MEGABYTE}, "gives more than 3 MB"),
        ("prints", {"processor_s": 1}, "took more than 1 seconds of the processor"),
    ],
)
async def test_what_takes_too_much_is_ended_and_told(
    own: WorkerProcesses, name: str, limits: dict[str, Any], why: str
) -> None:
    with pytest.raises(OutOfLimits, match=why) as told:
        await own.in_request(task(name, **limits), owner_id=ME)
    assert str(told.value).startswith("Reading this file ")
    assert "Send it in smaller parts" in told.value.detail
    assert told.value.status == 422
    assert await own.in_request(task("parts"), 1, owner_id=ME) == [0]


@pytest.mark.parametrize(("name", "error"), [("aborts", WorkerEnded), ("raises", WorkerFailed)])
async def test_what_crashes_or_raises_tells_nothing_of_what_it_read(
    own: WorkerProcesses, name: str, error: type[Exception]
) -> None:
    with pytest.raises(error) as told:
        await own.in_request(task(name), owner_id=ME)
    assert "stranger" not in str(told.value)


@pytest.mark.parametrize("then", ["and ends", "and sleeps"])
async def test_what_detaches_itself_is_ended_with_its_call(own: WorkerProcesses, then: str) -> None:
    word = f"detached-{new_id()}"
    asked = own.in_job(task("detaches", starts_programs=True, wall_s=2), then, word.encode(), owner_id=ME)
    if then == "and ends":
        assert await asked == ["left one behind"]
    else:
        with pytest.raises(OutOfLimits):
            await asked
    assert running(word) == []


async def test_a_call_that_is_cancelled_ends_its_process(own: WorkerProcesses) -> None:
    word = f"cancelled-{new_id()}"
    work = asyncio.create_task(
        own.in_request(task("detaches", starts_programs=True), "and sleeps", word.encode(), owner_id=ME)
    )
    await eventually(lambda: bool(running(word)))
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert running(word) == []


async def test_a_file_is_read_at_its_own_place_and_none_is_written(own: WorkerProcesses, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abcdef")
    with path.open("rb") as file:
        file.read(1)
        assert await own.in_request(task("reads_file"), owner_id=ME, files=[file.fileno()]) == ["def"]
        assert file.read() == b"bcdef"
    assert await own.in_request(task("writes"), str(tmp_path / "new"), owner_id=ME) == ["refused"]
    allowed = task("writes", written_bytes=MEGABYTE)
    assert await own.in_request(allowed, str(tmp_path / "new"), owner_id=ME) == ["written"]


async def test_a_fork_server_that_was_killed_is_started_again(own: WorkerProcesses) -> None:
    await own.in_request(task("parts"), 1, owner_id=ME)
    assert own.pid is not None
    under_way = asyncio.create_task(own.in_request(task("sleeps"), owner_id=ME))
    await asyncio.sleep(0.3)  # it sleeps in its child by now
    os.kill(own.pid, signal.SIGKILL)
    with pytest.raises(WorkerEnded):
        await under_way
    assert await own.in_request(task("parts"), 2, owner_id=ME) == [0, 1]


async def test_nobody_takes_all_places() -> None:
    places, ana, rui = Places(3, 2), new_id(), new_id()
    began: list[str] = []
    go = asyncio.Event()

    async def work(name: str, owner: Any) -> None:
        async with places.place(owner):
            began.append(name)
            await go.wait()

    tasks = [asyncio.create_task(work(f"ana{number}", ana)) for number in range(4)]
    tasks.append(asyncio.create_task(work("rui", rui)))
    await asyncio.sleep(0.01)  # no fourth may begin
    assert began == ["ana0", "ana1", "rui"]
    with pytest.raises(Busy):
        async with places.place(None, patience_s=0.01):
            pass
    tasks[3].cancel()
    go.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert sorted(began) == ["ana0", "ana1", "ana2", "rui"]
    async with places.place(ana), places.place(ana), places.place(rui):
        assert True


async def test_the_end_of_the_server_is_the_end_of_all(tmp_path: Path) -> None:
    """`kill -9` of the process that asked: its fork server, the worker process, and what that started go with it."""
    word = f"orphaned-{new_id()}"
    script = f"""
import asyncio, sys
from orchestrator.worker_processes.service import WorkerProcesses
from orchestrator.worker_processes.task import Limits, Task

async def main():
    async with WorkerProcesses(path={str(SOURCE.parent)!r}) as processes:
        task = Task("{FUNCTIONS}:detaches", "Reading", limits=Limits(starts_programs=True))
        asked = asyncio.ensure_future(processes.in_job(task, "and sleeps", b"{word}", owner_id=None))
        await asked

asyncio.run(main())
"""
    async with running_script(script) as process:
        server = int((await line(process)).rpartition("pid=")[2])
        await eventually(lambda: bool(running(word)))
        process.send_signal(signal.SIGKILL)
        await process.wait()
        await eventually(lambda: not running(word) and not Path(f"/proc/{server}").exists())
