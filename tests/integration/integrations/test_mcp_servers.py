"""What do hostile MCP servers come to? Each ends in a clear failure or a clean result, in bounded time and memory,
and nobody else notices: neither our loop nor another server."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from tests.support.busy_loop import calmest_of
from tests.support.hostile_mcp import MODES
from tests.support.hostile_mcp_http import MODES as HTTP_MODES
from tests.support.hostile_mcp_http import HostileHttp
from tests.support.mcp_servers import HOSTILE, PYTHON
from tests.support.waiting import eventually

from orchestrator.bootstrap.mcp_programs import held_by
from orchestrator.integrations.mcp_client.client import SupervisedConnection
from orchestrator.integrations.mcp_client.port import CallOutcome, Confine, Deadlines, Fault, Launch, Listing, McpFailed
from orchestrator.integrations.mcp_client.process_tree import descendants
from orchestrator.integrations.sandbox.chosen import ChosenSandbox
from orchestrator.integrations.sandbox.port import Report

SHORT = Deadlines(start_s=6.0, list_s=2.0, call_s=2.0, call_at_most_s=4.0, health_s=1.0)
PATIENT = Deadlines(start_s=20.0, list_s=10.0, call_s=20.0, call_at_most_s=20.0, health_s=1.0)
"""Where what ends it is no deadline, and the machine may be busy."""
MOST_BYTES = 200 * 2**20
LONGEST_STEP_S = 0.05
HERE = ("127.0.0.1",)


@dataclass
class Came:
    """What a server came to: the list, the call, and how it failed."""

    listing: Listing | None = None
    outcome: CallOutcome | None = None
    failed: McpFailed | None = None
    peak: int = 0

    @property
    def told(self) -> str:
        """How it failed, in a word and a sentence."""
        assert self.failed is not None, self
        return f"{self.failed.fault.value}: {self.failed.detail}"

    @property
    def text(self) -> str:
        assert self.outcome is not None, self
        return self.outcome.text


@asynccontextmanager
async def connection(launch: Launch, deadlines: Deadlines = PATIENT) -> AsyncIterator[SupervisedConnection]:
    made = SupervisedConnection(launch, deadlines)
    try:
        yield made
    finally:
        await made.close()


def hostile(mode: str, *rest: str) -> Launch:
    return Launch("stdio", PYTHON, (str(HOSTILE), mode, *rest))


async def used(launch: Launch, deadlines: Deadlines = PATIENT) -> Came:
    """Start it, list, call once."""
    came = Came()
    async with connection(launch, deadlines) as made:
        try:
            came.listing = await made.start()
            came.outcome = await made.call("echo", {"text": "hello"})
        except McpFailed as error:
            came.failed = error
        if made.pid is not None:
            came.peak = peak_of(made.pid)
    return came


def peak_of(pid: int) -> int:
    """The most memory that a process had."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    raise AssertionError(pid)


def alive(pids: list[int]) -> list[int]:
    """Those of them that are there still."""
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


FAILS = {
    "hang_start": "timeout: It did not get ready within 6 s.",
    "hang_initialize": "timeout: It did not",
    "hang_list": "timeout: It did not",
    "hang_call": "timeout: It did not answer tools/call within 2 s.",
    "exit_start": "failed: The program ended (exit code 3). It says: FATAL: cannot open the database",
    "exit_call": "failed: The program ended (exit code 9). It says: panic: out of cheese",
    "version": "failed: It speaks version '1999-01-01'",
    "noise_flood": "hostile: It wrote more than 200 lines",
    "wrong_id": "timeout: It did not answer tools/call",
    "endless_pages": "hostile: Its list of tools goes on after 20 pages.",
    "many_tools": "hostile: ",
    "list_changed_flood": "hostile: It sent more than 1000 notifications",
    "progress_flood": "hostile: It sent more than 1000 notifications",
    "big_line": "hostile: It sent a line of more than 4 MB.",
    "no_newline": "hostile: It sent a line of more than 4 MB.",
    "memory": "hostile: It took more than",
    "deep": "timeout: ",
    "blank_flood": "hostile: It wrote more than 200 lines",
    "frozen": "timeout: It did not answer tools/call within 2 s.",
    "orphan_pipe": "failed: The program ended (exit code 4).",
    "many_values": "timeout: ",
    "late": "timeout: It did not answer tools/call within 2 s.",
    "string_id": "timeout: ",
    "slow_progress": "timeout: It did not answer tools/call within 2 s.",
}
"""What a mode comes to that ends badly; all others end well."""
TEXTS = {
    "duplicate_id": "first",
    "unknown_content": "[unsupported]\nand a text\n[unsupported]",
    "structured_mismatch": "n is many",
    "remote_ref": "n is many",
    "bad_base64": "[image image/png]",
    "sampling": "the client said: declined",
    "elicitation": "the client said: decline",
    "roots": "the client said: declined",
    "stderr_flood": "still here",
    "error_result": "the disk is full",
    "swarm": "60 of us",
    "nul": "ab hello",
    "deep_structured": "deep",
}


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode not in {"env", "peek", "twins"}])
async def test_each_mode_ends_clearly_and_nobody_else_notices(mode: str) -> None:
    async with connection(hostile("honest")) as other:
        await other.start()
        deadlines = SHORT if FAILS.get(mode, "").startswith("timeout") else PATIENT
        came, longest = await calmest_of(lambda: used(hostile(mode), deadlines), within=LONGEST_STEP_S)
        assert (await other.call("echo", {"text": "still"})).text == "echo: still"
    assert came.peak < MOST_BYTES
    assert longest.seconds < LONGEST_STEP_S, longest
    if mode in FAILS:
        assert came.told.startswith(FAILS[mode]), came.told
    else:
        assert came.failed is None, came.told
        assert came.text == TEXTS.get(mode, "echo: hello")


@pytest.mark.parametrize(("long_tries", "told"), [(1, False), (3, True)])
async def test_a_step_that_is_long_each_time_is_told(long_tries: int, *, told: bool) -> None:
    tries = iter(range(3))

    async def act() -> None:
        ends = time.thread_time() + (2 * LONGEST_STEP_S if next(tries) < long_tries else 0)
        while time.thread_time() < ends:
            pass

    async def in_a_step_of_its_own() -> None:
        await asyncio.create_task(act())

    _, longest = await calmest_of(in_a_step_of_its_own, within=LONGEST_STEP_S)
    assert (longest.seconds >= LONGEST_STEP_S) is told, longest


async def test_one_bad_tool_costs_no_other() -> None:
    listing = (await used(hostile("bad_tool"))).listing
    assert listing is not None
    assert [tool.name for tool in listing.tools] == ["echo"]
    assert [tool.name for tool in listing.refused] == ["null_schema", "text_schema", "long_schema", "(no name)"]
    assert all(tool.reason for tool in listing.refused)
    assert "longer than 64 kB" in listing.refused[2].reason


async def test_what_nests_too_deep_is_left_out() -> None:
    listing = (await used(hostile("deep_output"))).listing
    assert listing is not None
    assert [(one.name, one.reason) for one in listing.refused] == [("echo", "its outputSchema nests deeper than 24")]
    came = await used(hostile("deep_structured"))
    assert came.outcome is not None
    assert came.outcome.structured is None


async def test_of_two_of_one_name_the_second_is_refused() -> None:
    listing = (await used(hostile("duplicate_names"))).listing
    assert listing is not None
    assert ([one.name for one in listing.tools], [one.name for one in listing.refused]) == (["echo"], ["echo"])
    assert listing.tools[0].description == "Says what it is told."


async def test_what_detaches_itself_dies_with_the_server() -> None:
    async with connection(hostile("setsid")) as made:
        await made.start()
        assert made.pid is not None
        below = descendants(made.pid)
        assert len(below) == 2
    await eventually(lambda: not alive(below))


async def test_one_that_hears_no_signal_is_ended_all_the_same() -> None:
    async with connection(hostile("ignores_sigterm")) as made:
        await made.start()
        assert made.pid is not None
        below = descendants(made.pid)
        began = time.monotonic()
        await made.close()
    assert time.monotonic() - began < 6
    assert not alive(below)


async def test_when_the_process_between_is_killed_it_is_told_and_the_server_goes() -> None:
    async with connection(hostile("setsid")) as made:
        await made.start()
        assert made.pid is not None
        below = descendants(made.pid)
        calling = asyncio.ensure_future(made.call("echo", {"text": "x"}))
        os.kill(made.pid, 15)
        with suppress(McpFailed):  # it may have answered before
            await calling
        with pytest.raises(McpFailed):
            await made.call("echo", {"text": "y"})
        assert not made.alive
    await eventually(lambda: not alive(below))


async def test_a_program_sees_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEWARD_OWNER_TOKEN", "stw_nobody_may_know")
    launch = Launch("stdio", PYTHON, (str(HOSTILE), "env"), env={"KEY": "a-${secret}"}, secret="hush-hush")
    async with connection(launch) as made:
        await made.start()
        told = (await made.call("echo", {})).text
    assert '"KEY": "a-hush-hush"' in told
    assert "STEWARD" not in told
    assert str(Path.home()) not in told


async def test_a_secret_is_not_told_with_the_last_words() -> None:
    script = "import os, sys; sys.stderr.write('bad key ' + os.environ['KEY']); sys.exit(1)"
    came = await used(Launch("stdio", PYTHON, ("-c", script), env={"KEY": "${secret}"}, secret="hush-hush"))
    assert "bad key …" in came.told
    assert "hush" not in came.told


async def test_health_is_asked_of_all_at_once() -> None:
    async with connection(hostile("honest")) as one, connection(hostile("honest")) as other:
        await asyncio.gather(one.start(), other.start())
        began = time.monotonic()
        await asyncio.gather(one.probe(), other.probe())
        assert time.monotonic() - began < PATIENT.health_s


@pytest_asyncio.fixture(scope="module", params=["bwrap", "landlock"])
async def confine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Confine:
    """What holds programs, each way that this machine has; it is not attacked here (test_sandbox.py)."""
    home = tmp_path_factory.mktemp("home")
    return held_by(Tried(request.param), home)


class Tried(ChosenSandbox):
    """One that was tried before."""

    def __init__(self, backend: str) -> None:
        super().__init__(backend, Path("/nonexistent/sandbox.json"))
        self._report = Report(backend)


async def test_in_the_sandbox_it_sees_its_own_folder_alone(confine: Confine) -> None:
    async with HostileHttp() as listening:
        made = SupervisedConnection(hostile("peek"), PATIENT, confine)
        try:
            await made.start()
            seen = [
                (await made.call("echo", {"text": what})).text
                for what in (str(HOSTILE), __file__, "/etc/passwd", str(listening.port))
            ]
        finally:
            await made.close()
        assert listening.requests == []
    assert seen[0].startswith("read: ")
    assert all(one.startswith("refused: ") for one in seen[1:]), seen


async def test_in_the_sandbox_it_ends_with_all_that_it_started(confine: Confine) -> None:
    made = SupervisedConnection(hostile("setsid"), PATIENT, confine)
    await made.start()
    assert made.pid is not None
    below = descendants(made.pid)
    await made.close()
    await eventually(lambda: not alive(below))


async def test_in_the_sandbox_its_last_words_are_told(confine: Confine) -> None:
    made = SupervisedConnection(hostile("exit_start"), PATIENT, confine)
    with pytest.raises(McpFailed, match="cannot open the database"):
        await made.start()
    await made.close()


HTTP_FAILS = {
    "unauthorized": "unauthorized: It wants to know who asks (401).",
    "broken": "failed: It answered with status 500.",
    "redirect_inside": "refused: It redirects to",
    "redirect_away": "refused: It redirects to http://127.0.0.2:9/mcp.",
    "endless_json": "hostile: It sent an answer of more than 8 MB.",
    "endless_events": "hostile: It sent an answer of more than 8 MB.",
    "drip": "timeout: ",
    "hang": "timeout: ",
    "no_message": "failed: It answered neither JSON nor events",
    "gzip": "failed: It packs what it sends",
    "cut": "failed: ",
    "lost_session": "failed: It no longer knows this session.",
    "many_values": "failed: It answered with status 200 and no message.",
    "informational": "timeout: ",
    "other_id": "failed: It answered something else than what was asked.",
    "long_session": "failed: It names its session by what can't be sent back to it.",
}


@pytest.mark.parametrize("of_calls", [False, True], ids=["from the start", "in calls"])
@pytest.mark.parametrize("mode", HTTP_MODES)
async def test_each_mode_over_http_ends_clearly(mode: str, *, of_calls: bool) -> None:
    if mode == "modern" and of_calls:
        of_calls = False
    async with HostileHttp(mode, of_calls=of_calls) as server:
        launch = Launch("http", url=server.address, private_hosts=HERE)
        deadlines = SHORT if HTTP_FAILS.get(mode, "").startswith("timeout") else PATIENT
        came, longest = await calmest_of(lambda: used(launch, deadlines), within=LONGEST_STEP_S)
        assert came.peak < MOST_BYTES
        assert longest.seconds < LONGEST_STEP_S, longest
        if mode in HTTP_FAILS:
            assert came.told.startswith(HTTP_FAILS[mode]), came.told
        else:
            assert came.failed is None, came.told
            assert came.text == "echo: hello"
        assert server.sent < 64 * 2**20


async def test_the_secret_goes_to_its_server_alone() -> None:
    async with HostileHttp("redirect_inside", token="t0ken") as server:
        came = await used(Launch("http", url=server.address, secret="t0ken", private_hosts=HERE))
        assert came.told.startswith("refused: It redirects")
        assert {one.path for one in server.requests} == {"/mcp"}
    async with HostileHttp(token="t0ken") as server:
        assert (await used(Launch("http", url=server.address, secret="t0ken", private_hosts=HERE))).failed is None
        wrong = await used(Launch("http", url=server.address, secret="other", private_hosts=HERE))
        assert wrong.failed is not None
        assert wrong.failed.fault is Fault.UNAUTHORIZED


async def test_a_private_address_that_is_not_listed_is_not_asked() -> None:
    async with HostileHttp() as server:
        came = await used(Launch("http", url=server.address))
        assert came.told.startswith("refused: ")
        assert "STEWARD_PRIVATE_HOSTS" in came.told
        assert server.requests == []
