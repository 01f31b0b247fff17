"""How is a task played? A whole Steward over a copy of a seeded database, with parts of its controller switched off.

Every task has a database of its own, made from one that holds the world (ablation_world.json), and a clock that stands
at the world's moment; so no task sees what another did, and the prompts are the same each time.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from pydantic import SecretStr
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from tests.support.accounts import OWNER_TOKEN
from tests.support.postgres import PostgresServer

from orchestrator.agent.tools.spec import Effect
from orchestrator.agent.turn.turn import Switches
from orchestrator.app import create_app
from orchestrator.bootstrap.runtime import Runtime, running
from orchestrator.catalog import TOOLS
from orchestrator.kit.clock import FixedClock
from orchestrator.settings import Settings

HERE = Path(__file__).parent
WRITES = tuple(tool.name for tool in TOOLS if tool.effect is Effect.WRITE)
PATIENCE_S = 3600.0
"""For a model on a busy machine: no turn ends because this one is slow. The router's eight seconds stay."""
_TABLES = {
    "todos": "select id, title, due_at, remind_at, done_at, notes, hidden_at from todos",
    "events": "select e.*, '' as nothing from events e",
    "contacts": "select * from contacts",
    "places": "select * from places",
    "notes": "select * from notes",
}
_IGNORED = frozenset({"updated_at", "version", "created_at", "user_id", "nothing"})

Snapshot = dict[str, dict[str, dict[str, Any]]]
"""Table -> id -> row as JSON."""


def world() -> dict[str, Any]:
    """What the made-up user has before each task."""
    found: dict[str, Any] = json.loads((HERE / "ablation_world.json").read_text("utf-8"))
    return found


@dataclass
class Played:
    """A running Steward with the world in it."""

    client: httpx.AsyncClient
    runtime: Runtime
    zone: str

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """What a request answers. Raises AssertionError where it fails."""
        answer = await self.client.request(method, path, json=body)
        assert answer.status_code < 300, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    async def ask(self, question: str, *, locale: str, thread: str | None, **fields: Any) -> dict[str, Any]:
        """The bundle of one turn."""
        context = {"timezone": self.zone, "locale": locale}
        body = {"question": question, "thread_id": thread, "client_context": context, **fields}
        bundle: dict[str, Any] = await self.call("POST", "/ask", body)
        return bundle

    async def snapshot(self) -> Snapshot:
        """All entities that a write may touch."""
        taken: Snapshot = {}
        async with self.runtime.database.unit_of_work() as session:
            for name, select in _TABLES.items():
                rows = await session.execute(text(f"select to_jsonb(t) from ({select}) t"))
                found = [{key: value for key, value in row.items() if key not in _IGNORED} for row in rows.scalars()]
                taken[name] = {row["id"]: row for row in found}
        return taken


class Lab:
    """Makes a Steward for each task. `model_url` None: the built-in reader is the model."""

    def __init__(
        self, server: PostgresServer, home: Path, model_url: str | None, model_name: str, *, local_first: bool = False
    ) -> None:
        self._server = server
        self._home = home
        self._model_url = model_url
        self._model_name = model_name
        self._local_first = local_first
        self._template = ""
        self._world = world()
        self._now = datetime.fromisoformat(self._world["now"])

    async def prepare(self) -> None:
        """Fill the database that tasks copy."""
        self._template = await self._server.clone()
        async with self._running(self._template, Switches()) as played:
            await _fill(played, self._world)

    async def close(self) -> None:
        """Drop the template."""
        await self._server.drop(self._template)

    @asynccontextmanager
    async def playing(self, switches: Switches) -> AsyncIterator[Played]:
        """A Steward over a fresh copy of the world."""
        url = await self._server.copy(self._template)
        try:
            async with self._running(url, switches) as played:
                yield played
        finally:
            await self._server.drop(url)

    @asynccontextmanager
    async def _running(self, url: str, switches: Switches) -> AsyncIterator[Played]:
        await self._set_clock(url)
        async with AsyncExitStack() as stack:
            clock = FixedClock(self._now)
            runtime = await stack.enter_async_context(
                running(self._settings(url), workers=False, clock=clock, switches=switches)
            )
            base_url = await stack.enter_async_context(_served(runtime))
            client = await stack.enter_async_context(
                httpx.AsyncClient(
                    base_url=base_url,
                    headers={"Authorization": f"Bearer {OWNER_TOKEN}"},
                    timeout=PATIENCE_S,
                    verify=False,
                )
            )
            yield Played(client, runtime, self._world["zone"])

    def _settings(self, url: str) -> Settings:
        named: dict[str, Any] = {"llm_provider": "reader"}
        if self._model_url is not None:
            named = {"llm_provider": "openai", "openai_url": self._model_url, "smart_model": self._model_name}
        return Settings(
            home=self._home,
            database_url=SecretStr(url),
            owner_token=SecretStr(OWNER_TOKEN),
            owner_email="owner@example.org",
            timezone=self._world["zone"],
            llm_timeout_s=PATIENCE_S,
            agent_deadline_s=PATIENCE_S,
            rate_limit=None,
            workers=0,
            local_first=self._local_first,
            embed_model="off",  # without workers nothing has a vector; lexemes alone give the same hits each time
            **named,
        )

    async def _set_clock(self, url: str) -> None:
        """Let the database's clock stand near the world's moment."""
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        ahead_s = (self._now - datetime.now(UTC)).total_seconds()
        async with engine.connect() as connection:
            name = await connection.scalar(text("select current_database()"))
            await connection.execute(text(f"alter database \"{name}\" set steward.clock_offset_s = '{ahead_s:.0f}'"))
        await engine.dispose()


@asynccontextmanager
async def _served(runtime: Runtime) -> AsyncIterator[str]:
    app = create_app(runtime)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_config=None, lifespan="on"))
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  (there is no event)
        await asyncio.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


async def _fill(played: Played, given: Mapping[str, Any]) -> None:
    await played.call("PATCH", "/me", {"timezone": given["zone"], "identifiers": ["me"]})
    ids: dict[str, str] = {}
    for one in given["places"]:
        ids[one["name"]] = (await played.call("POST", "/places", one))["id"]
    for one in given["contacts"]:
        links = [{"place_id": ids[link["place"]], "label": link["label"]} for link in one.get("places", ())]
        made = await played.call("POST", "/contacts", {**one, "places": links})
        ids[one["display_name"]] = made["id"]
    for one in given["events"]:
        people = [{"contact_id": ids[name], "name": name} for name in one.get("participants", ())]
        place = {"place_id": ids[one["place"]]} if "place" in one else {}
        rest = {key: value for key, value in one.items() if key not in {"place", "participants"}}
        await played.call("POST", "/events", {**rest, **place, "participants": people})
    for one in given["todos"]:
        await played.call("POST", "/todos", one)
    for kind, name in (("event", "imported_events"), ("conversation", "conversations")):
        answer = await played.call("POST", f"/ingest/{kind}", given[name])
        assert all(result["status"] == "created" for result in answer["results"]), answer


@dataclass(frozen=True)
class Change:
    """What differs between two snapshots in one row. `values`: the row afterwards (before, for one that is gone)."""

    table: str
    op: str
    """`create`, `delete` (gone, hidden or cancelled), `done`, `update`."""
    values: dict[str, Any]

    @property
    def words(self) -> str:
        """The row's text."""
        return re.sub(r"[{}\"\[\]]", " ", json.dumps(self.values, ensure_ascii=False))


def changes(before: Snapshot, after: Snapshot) -> list[Change]:
    """What was written between the two."""
    found = []
    for table, rows in after.items():
        known = before[table]
        for key, row in rows.items():
            if key not in known:
                found.append(Change(table, "create", row))
            elif row != known[key]:
                found.append(Change(table, _kind(known[key], row), row))
        found.extend(Change(table, "delete", row) for key, row in known.items() if key not in rows)
    return found


def _kind(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    if (new.get("hidden_at") and not old.get("hidden_at")) or (
        new.get("status") == "cancelled" and old.get("status") != "cancelled"
    ):
        return "delete"
    return "done" if new.get("done_at") and not old.get("done_at") else "update"
