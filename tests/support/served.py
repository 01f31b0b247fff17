"""`steward serve` in a process of its own, with a home and a Postgres of its own: to be killed and started again."""

import asyncio
import os
import resource
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from tests.support import warm
from tests.support.accounts import OWNER_TOKEN
from tests.support.first_home import copy_home
from tests.support.ollama_server import OllamaServer
from tests.support.processes import SOURCE
from tests.support.steward import NO_BRIEFING, ZONE, Person, owner_at
from tests.support.waiting import eventually

from orchestrator.db.postgres import cluster
from orchestrator.db.session import Database


@dataclass
class Served:
    """A home, the process that serves it, and its scripted model."""

    home: Path
    model: OllamaServer
    port: int
    settings: dict[str, str] = field(default_factory=dict)
    open_files: int | None = None
    process: warm.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start the process and wait until it is ready."""
        environ = {
            "PATH": os.environ.get("PATH", os.defpath),
            "PYTHONPATH": str(SOURCE),
            "STEWARD_HOME": str(self.home),
            "STEWARD_PORT": str(self.port),
            "STEWARD_OWNER_TOKEN": OWNER_TOKEN,
            "STEWARD_LLM_PROVIDER": "ollama",
            "STEWARD_OLLAMA_URL": self.model.url,
            "STEWARD_SMART_MODEL": "smart",
            "STEWARD_FAST_MODEL": "fast",
            "STEWARD_RATE_LIMIT": "off",
            "STEWARD_LOCAL_FIRST": "off",
            "STEWARD_SANDBOX": "off",
            **self.settings,
        }
        with (self.home.parent / "serve.log").open("ab") as log:
            told = log.fileno()
            limits = {resource.RLIMIT_NOFILE: self.open_files} if self.open_files is not None else {}
            self.process = warm.begin(
                ("serve",), env=environ, cwd=self.home.parent, stdout=told, stderr=told, limits=limits
            )
        async with httpx.AsyncClient(base_url=self.url, verify=False) as client:

            async def ready() -> int:
                assert self.process is not None
                assert self.process.poll() is None, (self.home.parent / "serve.log").read_text("utf-8")
                return (await client.get("/ready")).status_code

            await eventually(ready, lambda status: status == 200, despite=(httpx.TransportError,))

    async def kill(self) -> None:
        """SIGKILL: nothing is tidied up; Postgres goes on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        await asyncio.to_thread(self.process.wait)

    async def stop(self) -> None:
        """SIGTERM, and everything ends."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            await asyncio.to_thread(self.process.wait, 30)

    @property
    def database_url(self) -> str:
        """The home's database, while its Postgres runs."""
        found = cluster.lock_file(self.home / "postgres" / "data")
        assert found is not None, "no Postgres runs in this home"
        return cluster.url(Path(found.socket_folder), cluster.DATABASE)

    @asynccontextmanager
    async def owner(self) -> AsyncIterator[Person]:
        """The first user; rows are counted through a connection of the test's own."""
        database = Database(self.database_url)
        person = await owner_at(self.url, database)
        try:
            yield person
        finally:
            await person.client.aclose()
            await database.close()

    def crash_postgres(self) -> None:
        """Postgres ends at once, without a checkpoint; nobody starts it again by itself."""
        found = cluster.lock_file(self.home / "postgres" / "data")
        assert found is not None
        os.kill(found.pid, signal.SIGQUIT)


def free_port() -> int:
    """A port that nothing listens on now."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@asynccontextmanager
async def served(folder: Path, *, open_files: int | None = None, **settings: str) -> AsyncIterator[Served]:
    """Steward as `steward serve` runs it, in a home under `folder` where nobody did anything yet. `open_files`: so many
    it may have."""
    async with OllamaServer() as model:
        home = await asyncio.to_thread(copy_home, folder / "home", owner_token=OWNER_TOKEN)
        steward = Served(home, model, free_port(), settings, open_files)
        try:
            await steward.start()
            async with steward.owner() as owner:
                await owner.patch("/me", {"timezone": ZONE, **NO_BRIEFING})
            yield steward
        finally:
            try:
                await steward.stop()
            finally:
                if cluster.lock_file(steward.home / "postgres" / "data") is not None:
                    steward.crash_postgres()
