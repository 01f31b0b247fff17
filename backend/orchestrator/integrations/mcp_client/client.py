"""How does Steward reach a server without ever meeting it? Through a process of its own for each (`supervisor.py`).

What comes from there is bounded and small; where the process dies or says nothing, that is McpFailed too.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from orchestrator.integrations.mcp_client.limits import MB
from orchestrator.integrations.mcp_client.port import (
    CallOutcome,
    Confine,
    Deadlines,
    Fault,
    Identity,
    Launch,
    ListedTool,
    Listing,
    McpFailed,
    RefusedTool,
)

MODULE = "orchestrator.integrations.mcp_client.supervisor"
OWN_LINE_BYTES = 2 * MB
"""A line of our own process: a list of 256 kB as ASCII, with room."""
BEGINS_WITHIN_S = 10.0
"""Python itself, on a machine that is busy."""
GRACE_S = 1.0
"""The process tells its own deadlines; past them by this much it is stuck itself."""
CLOSES_WITHIN_S = 6.0
_ENVIRONMENT = {
    "PYTHONPATH": str(Path(__file__).parents[3]),
    "PATH": "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
    "PYTHONUTF8": "1",
    "LANG": "C.UTF-8",
}
"""Where our code is; no secret, no setting."""
GONE = "Its process ended."


class SupervisedConnector:
    """Makes connections, each with a process of its own. `confine`: what holds programs; without it they run as a user
    without rights, and see what everybody sees."""

    def __init__(self, deadlines: Deadlines | None = None, confine: Confine | None = None) -> None:
        self._deadlines = deadlines or Deadlines()
        self._confine = confine

    def connection(self, launch: Launch) -> "SupervisedConnection":
        confine = self._confine if launch.transport == "stdio" else None
        return SupervisedConnection(launch, self._deadlines, confine)


class SupervisedConnection:
    """One server. Use it from one event loop; `close` it."""

    def __init__(self, launch: Launch, deadlines: Deadlines, confine: Confine | None = None) -> None:
        self._launch = launch
        self._confine = confine
        self._held = AsyncExitStack()
        self._deadlines = deadlines
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._changed = False
        self._ready = self._listed = False

    @property
    def alive(self) -> bool:
        return self._ready and self._process is not None and self._process.returncode is None

    @property
    def stale(self) -> bool:
        return self._changed

    @property
    def pid(self) -> int | None:
        """The process between; None where there is none."""
        return self._process.pid if self._process is not None else None

    async def start(self) -> Listing:
        """Raises McpFailed."""
        if self._confine is None:
            return await self._started(self._launch)
        confined = await self._held.enter_async_context(self._confine(self._launch))
        try:
            return await self._started(replace(self._launch, held=(confined.argv, confined.environment)))
        except McpFailed as error:
            if why := confined.why():
                raise McpFailed(Fault.REFUSED, f"The program can't be started in the sandbox: {why}") from error
            raise
        finally:
            if not self._ready:
                await self._held.aclose()

    async def _started(self, launch: Launch) -> Listing:
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                MODULE,
                str(os.getpid()),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=OWN_LINE_BYTES,
                env=_ENVIRONMENT,
                start_new_session=True,
            )
        except OSError as error:
            raise McpFailed(Fault.FAILED, "This machine can start no further process.") from error
        self._reading = asyncio.create_task(self._read(self._process), name="what an MCP server did")
        try:
            told = await self._ask("start", BEGINS_WITHIN_S + self._deadlines.start_s, **_told(launch, self._deadlines))
        except BaseException:  # a named border: however connecting ended (cancelled too), the process between goes
            await self.close()
            raise
        self._ready = self._listed = True
        return _listing(told)

    async def tools(self) -> Listing:
        """Raises McpFailed."""
        self._changed = False
        return _listing(await self._ask("tools", self._deadlines.list_s))

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallOutcome:
        """Raises McpFailed."""
        told = await self._ask("call", self._deadlines.call_at_most_s, tool=tool, arguments=dict(arguments))
        return CallOutcome(**{**told, "left_out": tuple(told["left_out"])})

    async def probe(self) -> None:
        """Raises McpFailed."""
        await self._ask("probe", self._deadlines.health_s)

    async def close(self) -> None:
        process, self._process = self._process, None
        self._ready, ready = False, self._listed
        if process is not None:
            await asyncio.shield(asyncio.ensure_future(_ended(process)))
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        self._give_up(McpFailed(Fault.FAILED, "The connection was closed.", reached=True))
        if ready:
            await self._held.aclose()

    async def _ask(self, do: str, within_s: float, **what: Any) -> Any:
        process = self._process
        if process is None or process.returncode is not None:
            raise McpFailed(Fault.FAILED, GONE)
        assert process.stdin is not None
        self._number += 1
        number = self._number
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            process.stdin.write(json.dumps({"id": number, "do": do, **what}).encode() + b"\n")
            async with asyncio.timeout(within_s + GRACE_S):
                await process.stdin.drain()
                return await answer
        except TimeoutError:
            raise McpFailed(Fault.TIMEOUT, f"It did not answer within {within_s:.0f} s.", reached=True) from None
        except (ConnectionError, RuntimeError):  # RuntimeError: uvloop's of a pipe that was closed before
            raise McpFailed(Fault.FAILED, GONE, reached=True) from None
        finally:
            self._waiting.pop(number, None)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with suppress(ConnectionError, ValueError):
            while line := await process.stdout.readline():
                self._take(json.loads(line))
        self._ready = False
        self._give_up(McpFailed(Fault.FAILED, GONE, reached=True))

    def _take(self, message: Mapping[str, Any]) -> None:
        if "event" in message:
            self._changed |= message["event"] == "changed"
            self._ready &= message["event"] != "gone"
            return
        answer = self._waiting.get(message["id"])
        if answer is None or answer.done():
            return
        failed = message.get("failed")
        if failed is None:
            answer.set_result(message["gave"])
            return
        how = {"reached": failed["reached"], "answered": failed["answered"]}
        answer.set_exception(McpFailed(Fault(failed["fault"]), failed["detail"], **how))

    def _give_up(self, why: McpFailed) -> None:
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(why)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """It ends with its input; what does not is made to."""
    assert process.stdin is not None
    process.stdin.close()
    for told in (None, process.terminate, process.kill):
        if told is not None:
            with suppress(ProcessLookupError):
                told()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSES_WITHIN_S):
                await process.wait()
                return


def _told(launch: Launch, deadlines: Deadlines) -> dict[str, Any]:
    return {"launch": {**asdict(launch), "env": dict(launch.env)}, "deadlines": asdict(deadlines)}


def _listing(told: Mapping[str, Any]) -> Listing:
    return Listing(
        Identity(**told["identity"]),
        tuple(ListedTool(**one) for one in told["tools"]),
        tuple(RefusedTool(**one) for one in told["refused"]),
    )
