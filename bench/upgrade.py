"""The last landing's code and this one's over one Postgres, one replaced by the other under load: what is lost?

    make bench ARGS=upgrade
    STEWARD_BENCH_OLD=0e1e2619 STEWARD_BENCH_UPGRADE_S=120 make bench ARGS=upgrade

Two `serve` and a `worker` of the older code take asks and events; the newer code migrates; both run at once; the older
ones are taken out of what the requests are sent to and end; the newer ones go on alone. Every answer is compared with
what is stored. Before and after the migration the older code is asked for everything that it lists, and told a few
things: what it could do before and not after is a schema that was not only added to.

The older code (`STEWARD_BENCH_OLD`; else the newest commit that is a day older and has fewer migrations) runs on this
checkout's own environment: a package that it alone would need is told by its start. Not part of a plain `make bench`.
"""

import asyncio
import io
import os
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from tests.support.accounts import OWNER_TOKEN
from tests.support.postgres import PostgresServer
from tests.support.replicas import Load, Tally, tally
from tests.support.steward import NO_BRIEFING, ZONE, owner_at
from tests.support.waiting import eventually

from bench.figures import Figure, Part
from bench.processes import ROOT, Process, free_port, steward
from bench.replicas import tallied
from orchestrator.db.session import Database

SECONDS = float(os.environ.get("STEWARD_BENCH_UPGRADE_S", "60"))
"""A third of it before the migration, a third with both, a third with the newer alone."""
CLIENTS = 6
SERVERS = 2
MIGRATIONS = "backend/orchestrator/db_migrations"
READY = "GET /ready"
"""Told apart: whether a replica that runs takes itself out when the schema is newer (0112: it does not, since then)."""
HEADERS = {"Authorization": f"Bearer {OWNER_TOKEN}"}
TOLD: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("/todos", {"title": "Water the ferns"}),
    ("/notes", {"text": "The key is under the pot."}),
    ("/contacts", {"display_name": "Ana Prado"}),
    ("/places", {"name": "The cabin", "lat": 38.7, "lon": -9.1}),
    ("/knowledge", {"error": "A day was taken for a place.", "fix": "Look at it {when}."}),
    ("/mobile/devices", {"expo_push_token": "ExponentPushToken[aaaaaaaaaaaaaaaaaaaaaa]", "platform": "ios"}),
    ("/tokens", {"name": "phone", "scopes": ["read"]}),
    ("/ask", {"question": "What is on my list?"}),
    ("/agents/daily-briefing/run?wait=true", {"push": True}),
    ("/ingest/event", {"external_id": "t", "source": "told", "title": "Talk", "start_at": "2027-04-05T10:00"}),
    (
        "/ingest/conversation",
        {
            "external_id": "c",
            "source": "told",
            "messages": [{"external_id": "m", "speaker": "Ana", "text": "See you."}],
        },
    ),
    ("/ingest/contact", {"external_id": "p", "source": "told", "display_name": "Rui Melo"}),
)
"""What the older code is told before and after the migration; `{when}` is put in, where the same again is refused."""


@dataclass
class Replica:
    """A server or a worker of one of the two codes."""

    source: Path
    home: Path
    settings: Mapping[str, str]
    port: int = 0
    process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self, command: str) -> None:
        """Start it; a server is waited for."""
        self.home.mkdir(parents=True, mode=0o700, exist_ok=True)
        self.port = free_port() if command == "serve" else 0
        environment = {**self.settings, "PYTHONPATH": str(self.source), "STEWARD_HOME": str(self.home)}
        environment["STEWARD_PORT"] = str(self.port or free_port())
        log = self.home.parent / f"{self.home.name}.log"
        self.process = Process(steward(command), log=log, env=environment, cwd=self.source.parent)
        if self.port:
            await asyncio.to_thread(self.process.until_ready, f"{self.url}/ready")

    async def stop(self) -> None:
        if self.process is not None:
            await asyncio.to_thread(self.process.stop)


@dataclass
class Upgrade:
    """The rehearsal's parts and what it saw."""

    folder: Path
    url: str
    old: Path
    load: Load = field(default_factory=lambda: Load([]))
    running: list[Replica] = field(default_factory=list)
    migrated_s: float = 0.0
    stays_ready: bool = False
    unheard: list[str] = field(default_factory=list)
    broke: list[str] = field(default_factory=list)
    phases: dict[str, str] = field(default_factory=dict)

    async def rehearse(self) -> Tally:
        """All of it; answers what is stored in the end."""
        older = [await self._begin(self.old, f"old{each}") for each in range(SERVERS)]
        old_worker = await self._begin(self.old, "oldworker", "worker")
        database = Database(self.url)
        owner = await owner_at(older[0].url, database)
        try:
            await owner.patch("/me", {"timezone": ZONE, **NO_BRIEFING})
            await owner.auto_confirm("todos_create")
            before = await _answers(older[0].url, "before")
            self.unheard = [f"{what}: {status}" for what, status in before.items() if what[0] == "P" and status >= 400]
            self.load.urls = [each.url for each in older]
            async with asyncio.TaskGroup() as group:
                group.create_task(self.load.run(CLIENTS))
                try:
                    await self._upgrade(older, old_worker, before)
                finally:
                    self.load.ending.set()
            return await eventually(lambda: tally(self.load, owner), lambda found: found.stuck == 0)
        finally:
            await owner.client.aclose()
            await database.close()

    async def _upgrade(self, older: list[Replica], old_worker: Replica, before: Mapping[str, int]) -> None:
        await self._phase("older alone")
        began = time.monotonic()
        await self._migrate()
        self.migrated_s = time.monotonic() - began
        after = await _answers(older[0].url, "after")
        self.stays_ready = after.pop(READY) == 200
        self.broke = [f"{what}: {before[what]} → {after[what]}" for what in after if before[what] < 400 <= after[what]]
        newer = [await self._begin(ROOT / "backend", f"new{each}") for each in range(SERVERS)]
        await self._begin(ROOT / "backend", "newworker", "worker")
        self.load.urls = [each.url for each in (*older, *newer)]
        await self._phase("both at once")
        for each in older:  # out of the way first, as a proxy or a Service does it
            self.load.urls = [url for url in self.load.urls if url != each.url]
            await asyncio.sleep(1)
            await each.stop()
        await old_worker.stop()
        await self._phase("newer alone")

    async def _begin(self, source: Path, name: str, command: str = "serve") -> Replica:
        key = self.folder / "secret_key"
        if not key.exists():
            key.write_text("0123456789abcdef" * 4)
            key.chmod(0o600)
        settings = {
            "STEWARD_DATABASE_URL": self.url,
            "STEWARD_SECRET_KEY_FILE": str(key),
            "STEWARD_OWNER_TOKEN": OWNER_TOKEN,
            "STEWARD_LLM_PROVIDER": "reader",
            "STEWARD_RATE_LIMIT": "off",
            "STEWARD_JOB_RETRY_S": "1",
            "STEWARD_WORKERS": "0" if command == "serve" else "2",
        }
        replica = Replica(source, self.folder / name, settings)
        self.running.append(replica)
        await replica.start(command)
        return replica

    async def _migrate(self) -> None:
        """As the chart's job does it: by the newer code, while the older serves."""
        settings = {"STEWARD_DATABASE_URL": self.url, "STEWARD_HOME": str(self.folder / "migrating")}
        environment = {"PATH": os.environ.get("PATH", os.defpath), "PYTHONPATH": str(ROOT / "backend"), **settings}
        migrating = await asyncio.create_subprocess_exec(
            *steward("migrate"), env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        said, _ = await migrating.communicate()
        if migrating.returncode:
            raise RuntimeError(f"steward migrate failed:\n{said.decode()}")

    async def _phase(self, name: str) -> None:
        attempts, broken, refused = self.load.attempts, self.load.broken, self.load.refused
        await asyncio.sleep(SECONDS / 3)
        load = self.load
        told = (load.attempts - attempts, load.broken - broken, load.refused - refused)
        self.phases[name] = "{} requests, {} without an answer, {} answered 5xx or 409".format(*told)


async def _answers(url: str, when: str) -> dict[str, int]:
    """The status of each list that a server has, and of each thing that it is told."""
    found: dict[str, int] = {}
    async with httpx.AsyncClient(base_url=url, headers=HEADERS, timeout=60) as client:
        paths = (await client.get("/openapi.json")).json()["paths"]
        for path, methods in sorted(paths.items()):
            if "get" in methods and "{" not in path and "stream" not in path:
                found[f"GET {path}"] = (await client.get(path)).status_code
        for path, body in TOLD:
            told = {
                name: each.replace("{when}", when) if isinstance(each, str) else each for name, each in body.items()
            }
            found[f"POST {path}"] = (await client.post(path, json=told)).status_code
    return found


def older_commit() -> str:
    """That which is asked for, else the newest that is a day older and has fewer migrations."""
    if asked := os.environ.get("STEWARD_BENCH_OLD"):
        return asked
    here = _git("log", "-1", "--format=%cI").strip()
    until = (datetime.fromisoformat(here) - timedelta(days=1)).isoformat()
    there = len(list((ROOT / MIGRATIONS).glob("*.sql")))
    for commit in _git("log", "--first-parent", f"--until={until}", "--format=%H", "-500").split():
        if len(_git("ls-tree", "--name-only", commit, f"{MIGRATIONS}/").split()) < there:
            return commit
    raise RuntimeError("no older commit has fewer migrations; name one by STEWARD_BENCH_OLD")


def _git(*arguments: str) -> str:
    return subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=True).stdout


def unpacked(commit: str, folder: Path) -> Path:
    """The code of a commit, as a folder to import from."""
    packed = subprocess.run(("git", "archive", commit, "backend"), cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "backend"


async def _run() -> Part:
    commit = older_commit()
    server = PostgresServer()
    await server.start()
    url = await server.empty()
    try:
        with tempfile.TemporaryDirectory(prefix="steward-upgrade-", ignore_cleanup_errors=True) as folder:
            upgrade = Upgrade(Path(folder), url, unpacked(commit, Path(folder) / "old"))
            try:
                found = await upgrade.rehearse()
            finally:
                await asyncio.gather(*(each.stop() for each in upgrade.running))
    finally:
        await server.drop(url)
        await server.stop()
    return _told(commit, upgrade, found)


def _told(commit: str, upgrade: Upgrade, found: Tally) -> Part:
    load, none = upgrade.load, ("<=", 0.0)
    for name, said in upgrade.phases.items():
        print(f"{name}: {said}")
    for what in upgrade.broke:
        print(f"older code on the newer schema: {what}")
    for what in upgrade.unheard:
        print(f"the older code does not take it at all, so nothing is told by it: {what}")
    for what, number in load.why.most_common():
        print(f"not answered: {what} × {number}")
    return Part(
        f"upgrade from {commit[:8]}",
        (
            Figure("migrated under load in", upgrade.migrated_s, "s"),
            Figure("requests", load.attempts),
            Figure("left without an answer", load.broken, limit=none),
            Figure("answered 5xx or busy, asked again", load.refused, limit=none),
            Figure("what the older code could do and can't on the newer schema", len(upgrade.broke), limit=none),
            Figure("older replicas stay ready beside it", int(upgrade.stays_ready), note="1: they do"),
            *tallied(found, none_interrupted=True),
        ),
    )


def run() -> Part:
    """Its figures."""
    return asyncio.run(_run())
