"""The process between Steward and one server: it starts or reaches it, keeps its floods out, and tells what it did in
small lines. `python -m orchestrator.integrations.mcp_client.supervisor`, spoken to over its pipes alone.

A line of input is a request `{"id", "do": "start|tools|call|probe", …}`; a line of output its answer `{"id", "gave"}`
or `{"id", "failed": {"fault", "detail", "reached", "answered"}}`, or `{"event": "changed|gone"}`. It ends with that.
"""

import asyncio
import gc
import importlib
import json
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from orchestrator.integrations.mcp_client.confinement import OwnUser
from orchestrator.integrations.mcp_client.limits import MB
from orchestrator.integrations.mcp_client.port import Deadlines, Fault, Launch, McpFailed
from orchestrator.integrations.mcp_client.process_tree import adopt_orphans, die_with, end_tree
from orchestrator.integrations.mcp_client.session import Channel, Session
from orchestrator.integrations.mcp_client.stdio import StdioChannel

DEBOUNCE_S = 5.0
"""A server may say in a row that its tools changed."""
_CLOSE_S = 4.0


class Supervisor:
    """Serves one server's session over the pipes of this process."""

    def __init__(self, output: int) -> None:
        self._output = output
        self._session: Session | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._told: asyncio.TimerHandle | None = None

    async def serve(self, reader: asyncio.StreamReader) -> None:
        """Until the input ends or a signal ends it."""
        while line := await reader.readline():
            task = asyncio.create_task(self._do(json.loads(line)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._session is not None:
            with suppress(TimeoutError, McpFailed):
                async with asyncio.timeout(_CLOSE_S):
                    await self._session.close()

    async def _do(self, asked: Mapping[str, Any]) -> None:
        try:
            self._tell({"id": asked["id"], "gave": await self._done(asked)})
        except McpFailed as error:
            self._fail(asked["id"], error)
        except Exception as error:  # noqa: BLE001  (a named border: whatever a server made of it, it is answered)
            told = f"It could not be read ({type(error).__name__})."
            self._fail(asked["id"], McpFailed(Fault.FAILED, told, reached=True))

    async def _done(self, asked: Mapping[str, Any]) -> Any:
        if asked["do"] == "start":
            channel, deadlines = _channel(_launch(asked["launch"])), Deadlines(**asked["deadlines"])
            self._session = Session(channel, deadlines, self._changed, self._gone)
            return asdict(await self._session.start())
        session = self._session
        if session is None:
            raise McpFailed(Fault.FAILED, "It was not started.")
        if asked["do"] == "call":
            return asdict(await session.call(asked["tool"], asked["arguments"]))
        if asked["do"] == "tools":
            return asdict(await session.tools())
        return await session.probe()

    def _fail(self, number: int, error: McpFailed) -> None:
        how = {"reached": error.reached, "answered": error.answered}
        self._tell({"id": number, "failed": {"fault": error.fault.value, "detail": error.detail, **how}})

    def _changed(self) -> None:
        if self._told is None:
            self._told = asyncio.get_running_loop().call_later(DEBOUNCE_S, self._again)
            self._tell({"event": "changed"})

    def _gone(self) -> None:
        self._tell({"event": "gone"})

    def _again(self) -> None:
        self._told = None

    def _tell(self, message: Mapping[str, Any]) -> None:
        data = memoryview(json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n")
        while data:
            data = data[os.write(self._output, data) :]


def _launch(told: Mapping[str, Any]) -> Launch:
    lists = {name: tuple(told[name]) for name in ("args", "private_hosts")}
    return Launch(**{**told, **lists})


def _channel(launch: Launch) -> Channel:
    if launch.transport == "stdio":
        return StdioChannel(launch, OwnUser())
    http = importlib.import_module("orchestrator.integrations.mcp_client.http")  # 20 MB that a program needs not
    made: Channel = http.HttpChannel(launch)
    return made


async def _main(parent: int) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=4 * MB)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    supervisor = Supervisor(sys.stdout.fileno())
    serving = asyncio.ensure_future(supervisor.serve(reader))
    loop.add_signal_handler(signal.SIGTERM, serving.cancel)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with(parent, told_by=signal.SIGTERM)
    with suppress(asyncio.CancelledError, ConnectionError):
        await serving
    await supervisor.close()


def main() -> None:
    """Serve until there is nobody to serve."""
    parent = int(sys.argv[1])
    adopt_orphans()
    sys.setrecursionlimit(3_000)
    gc.freeze()
    try:
        asyncio.run(_main(parent))
    finally:
        end_tree(os.getpid())


if __name__ == "__main__":
    main()
