"""The whole of Steward for black-box tests: the application on a real port, a scripted Ollama, people who talk to it.

async with started(postgres_url, home) as steward:
    ana = await steward.person()
    steward.model.call("get_todos", {"status": "open"})
    steward.model.say("Nothing is open.")
    bundle = await ana.ask("What is on my list?")

Every request of a person fails the test where Steward answers 5xx: nothing that a client or a model does may.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import uvicorn
from pydantic import SecretStr
from sqlalchemy import text
from tests.support.accounts import OWNER_TOKEN
from tests.support.immich_server import KEY, ImmichServer
from tests.support.loopback_http import Recorded
from tests.support.ollama_server import OllamaServer
from tests.support.pooler import THROUGH_IT, pooled
from tests.support.postgres import execute
from tests.support.waiting import eventually

from orchestrator.agent.types.limits import Limits
from orchestrator.app import create_app
from orchestrator.bootstrap.runtime import Runtime, limits_of, running
from orchestrator.db.session import Database
from orchestrator.integrations.photos.fake import FakeImmich
from orchestrator.kit.ids import new_id
from orchestrator.settings import Settings

ZONE = "Europe/Lisbon"
ANSWER_TIMEOUT_S = 40.0
NO_BRIEFING = {"briefing_time": "23:59"}
"""Else a test with a worker would meet the day's briefing at the next half minute, its model call and its push."""
SETTLED = "update users set timezone = :zone, briefing_time = :briefing, version = version + 1 where id = :id"
"""What `PATCH /me` would do, for some thousand people a test run."""
WRITES = ("events_create", "events_update", "events_delete", "todos_create", "todos_complete", "notes_add")


class Told(list[tuple[str, Any]]):
    """The events of a stream, in order."""

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self]

    @property
    def final(self) -> dict[str, Any]:
        assert self, "the stream told nothing"
        name, bundle = self[-1]
        assert name == "final", self[-1]
        return dict(bundle)

    def of(self, wanted: str) -> list[Any]:
        return [data for name, data in self if name == wanted]


@dataclass
class Person:
    """A user with a token; talks to Steward, and can be asked how many rows are theirs."""

    client: httpx.AsyncClient
    database: Database
    id: UUID
    token: str

    async def send(self, method: str, path: str, **how: Any) -> httpx.Response:
        """Any request."""
        return await self.client.request(method, path, **how)

    async def try_ask(self, question: str, *, thread: str | None = None, **fields: Any) -> httpx.Response:
        """`POST /ask`, whatever is answered."""
        return await self.client.post("/ask", json=_ask(question, thread, fields))

    async def ask(self, question: str, *, thread: str | None = None, **fields: Any) -> dict[str, Any]:
        """The bundle."""
        answer = await self.try_ask(question, thread=thread, **fields)
        assert answer.status_code == 200, answer.text
        bundle: dict[str, Any] = answer.json()
        assert bundle["answer"].strip(), bundle
        return bundle

    async def follow(self, question: str, *, thread: str | None = None, **fields: Any) -> Told:
        """The events of `POST /ask/stream`, to the end."""
        answer = await self.client.post("/ask/stream", json=_ask(question, thread, fields))
        assert answer.status_code == 200, answer.text
        return events_of(answer.text)

    async def get(self, path: str, **params: Any) -> Any:
        """What a GET answers."""
        return _ok(await self.client.get(path, params=params))

    async def post(self, path: str, body: Any = None) -> Any:
        """What a POST answers."""
        return _ok(await self.client.post(path, json=body))

    async def patch(self, path: str, body: Any) -> Any:
        """What a PATCH answers."""
        return _ok(await self.client.patch(path, json=body))

    async def until(self, path: str, met: Callable[[Any], object], **params: Any) -> Any:
        """What a GET answers, once that is met."""
        return await eventually(lambda: self.get(path, **params), met)

    async def job_ended(self, job_id: str) -> dict[str, Any]:
        """The job, once it is done or failed."""
        return dict(await self.until(f"/jobs/{job_id}", lambda job: job["state"] in {"done", "failed"}))

    async def ran(self, job: str) -> dict[str, Any]:
        """A scheduled job, set off by hand (by an admin), and done or failed."""
        return await self.job_ended((await self.post(f"/system/jobs/{job}/run"))["job_id"])

    async def auto_confirm(self, *tools: str) -> None:
        """Let these tools' writes through without a preview (all unless named)."""
        await self.patch("/me", {"auto_confirm": list(tools or WRITES)})

    async def count(self, table: str, where: str = "true") -> int:
        """How many rows of a table are this person's."""
        return int(await self.scalar(f"select count(*) from {table} where user_id = :me and {where}"))

    async def scalar(self, statement: str, **values: Any) -> Any:
        """One value; `:me` is the person's id."""
        async with self.database.unit_of_work() as session:
            return (await session.execute(text(statement), {"me": self.id, **values})).scalar_one()

    async def execute(self, statement: str, **values: Any) -> None:
        """A change behind Steward's back (time that has passed); `:me` is the person's id."""
        async with self.database.unit_of_work() as session:
            await session.execute(text(statement), {"me": self.id, **values})


def person_at(
    url: str, database: Database, person_id: UUID, token: str, *, timeout_s: float = ANSWER_TIMEOUT_S
) -> Person:
    """The person of a token, at the Steward that answers there."""
    client = httpx.AsyncClient(
        base_url=url,
        headers={"Authorization": f"Bearer {token}"},
        timeout=timeout_s,
        verify=False,  # plain HTTP on loopback: loading the certificates would take 20 ms a person
        event_hooks={"response": [_no_server_error]},
        limits=httpx.Limits(max_connections=100),
    )
    return Person(client, database, person_id, token)


async def owner_at(url: str, database: Database) -> Person:
    """The first user there, with every scope."""
    found = person_at(url, database, UUID(int=0), OWNER_TOKEN)
    found.id = UUID((await found.get("/me"))["id"])
    return found


@dataclass
class MovedClock:
    """The machine's clock, some seconds ahead."""

    ahead_s: float = 0.0

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self.ahead_s)


@dataclass
class Steward:
    """A running Steward and its scripted model."""

    url: str
    model: OllamaServer
    runtime: Runtime
    clock: "MovedClock"
    clients: list[httpx.AsyncClient] = field(default_factory=list)
    owner_id: UUID | None = None
    immich: FakeImmich | None = None
    """Its photo library, where it was started with one."""
    app: Any = None
    """The application that answers, with its state."""

    def speaking(self, person_id: UUID, token: str, *, timeout_s: float = ANSWER_TIMEOUT_S) -> Person:
        """The person of a token."""
        person = person_at(self.url, self.database, person_id, token, timeout_s=timeout_s)
        self.clients.append(person.client)
        return person

    async def owner(self) -> Person:
        """The first user, with every scope."""
        if self.owner_id is None:
            asked = await owner_at(self.url, self.database)
            await asked.client.aclose()
            self.owner_id = asked.id
        return self.speaking(self.owner_id, OWNER_TOKEN)

    async def person(self, name: str = "Ana Reis", *, zone: str = ZONE) -> Person:
        """A new user (every scope but admin)."""
        made = await (await self.owner()).post("/users", {"email": f"{new_id()}@example.org", "name": name})
        person = self.speaking(UUID(made["id"]), made["token"])
        await execute(self.database, SETTLED, id=person.id, zone=zone, briefing=NO_BRIEFING["briefing_time"])
        return person

    async def with_every_scope(self, person: Person) -> Person:
        """The same person with a token that may do everything."""
        return await self.with_scopes(person, "admin")

    async def with_scopes(self, person: Person, *scopes: str) -> Person:
        """The same person with a token of these scopes alone."""
        body = {"name": "narrow", "scopes": list(scopes), "user_id": str(person.id)}
        made = await (await self.owner()).post("/tokens", body)
        return self.speaking(person.id, made["token"])

    @property
    def database(self) -> Database:
        return self.runtime.database

    async def time_passes(self, seconds: float) -> None:
        """Move Steward's clock, and let it look after its models as it does every few seconds."""
        self.clock.ahead_s += seconds
        await self.runtime.models.probe_due()

    @property
    def asked(self) -> list[Recorded]:
        """What the model was asked in turns, oldest first (loading it is no question)."""
        return [request for request in self.model.turns if request.body.get("messages")]

    def prompt(self, number: int = -1) -> str:
        """All text of one prompt."""
        return "\n".join(str(message.get("content", "")) for message in self.asked[number].body["messages"])

    def offered(self, number: int = -1) -> set[str]:
        """The tools that one prompt offered."""
        return {tool["function"]["name"] for tool in self.asked[number].body.get("tools") or ()}

    async def close(self) -> None:
        """Hang up on everybody."""
        while self.clients:
            await self.clients.pop().aclose()


def settings_of(home: Path, model_url: str, database_url: str | None = None, **values: Any) -> Settings:
    """Settings with a scripted Ollama that is asked every turn; without `database_url` the home gets a Postgres of its
    own."""
    values.setdefault("llm_provider", "ollama")
    values.setdefault("rate_limit", None)
    values.setdefault("local_first", False)
    values.setdefault("workers", 0)
    values.setdefault("smart_model", "smart")
    values.setdefault("fast_model", "fast")
    return Settings(
        home=home,
        database_url=SecretStr(database_url) if database_url else None,
        ollama_url=model_url,
        owner_token=SecretStr(OWNER_TOKEN),
        owner_email="owner@example.org",
        **values,
    )


@asynccontextmanager
async def started(
    home: Path,
    database_url: str | None = None,
    *,
    model: OllamaServer | None = None,
    thread_wait_s: float = Limits.thread_wait_s,
    photos: bool = False,
    **settings: Any,
) -> AsyncIterator[Steward]:
    """Steward in this process, on a real port of loopback (0.2 s over an existing database). `photos`: with a library,
    the fake Immich."""
    async with AsyncExitStack() as stack:
        model = model or await stack.enter_async_context(OllamaServer())
        library = await stack.enter_async_context(ImmichServer()) if photos else None
        if library is not None:
            settings |= {"immich_url": library.url, "immich_api_key": SecretStr(KEY)}
        if THROUGH_IT and database_url is not None and "database_pooler" not in settings:
            settings |= {"database_pooler": "transaction", "database_direct_url": SecretStr(database_url)}
            database_url = await stack.enter_async_context(pooled(database_url))
        chosen = settings_of(home, model.url, database_url, **settings)
        clock, limits = MovedClock(), limits_of(chosen, thread_wait_s=thread_wait_s)
        runtime = await stack.enter_async_context(running(chosen, limits=limits, clock=clock))
        app = create_app(runtime)
        # A connection that a slow machine leaves idle for seconds must not be hung up on as it is used again.
        config = uvicorn.Config(
            app, host="127.0.0.1", port=0, log_config=None, lifespan="on", timeout_keep_alive=120, proxy_headers=False
        )
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        task = asyncio.create_task(server.serve())
        await eventually(lambda: server.started and app.state.readiness.model != "warming")
        port = server.servers[0].sockets[0].getsockname()[1]
        steward = Steward(f"http://127.0.0.1:{port}", model, runtime, clock)
        steward.app = app
        steward.immich = library.immich if library is not None else None
        try:
            yield steward
        finally:
            await steward.close()
            server.should_exit = True
            await task


def events_of(body: str) -> Told:
    """The events in a stream's text; heartbeats are left out."""
    told = Told()
    for block in body.strip().split("\n\n"):
        if block and not block.startswith(":"):
            name, data = block.split("\n")
            told.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return told


def previewed(bundle: dict[str, Any]) -> dict[str, Any]:
    """The arguments of the preview that a command shows."""
    assert bundle["command_result"]["state"] == "preview", bundle["answer"]
    return dict(bundle["command_result"]["preview"]["arguments"])


def _ask(question: str, thread: str | None, fields: dict[str, Any]) -> dict[str, Any]:
    context = {"timezone": ZONE, "locale": fields.pop("locale", "en-US")}
    return {"question": question, "thread_id": thread, "client_context": context, **fields}


def _ok(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


async def _no_server_error(answer: httpx.Response) -> None:
    if answer.status_code >= 500:
        await answer.aread()
        msg = f"{answer.request.method} {answer.request.url.path} answered {answer.status_code}: {answer.text}"
        raise AssertionError(msg)
