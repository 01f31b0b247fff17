"""Several Stewards over one external Postgres: `steward serve` and `steward worker` in processes of their own, each
with a home of its own, the documents in a folder that all share; and a load that knows what has to be there afterwards.
"""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any

import httpx
from tests.support import warm
from tests.support.accounts import OWNER_TOKEN
from tests.support.ollama_server import OllamaServer
from tests.support.served import Served, free_port
from tests.support.steward import NO_BRIEFING, ZONE, Person

SHARED_FOLDERS = ("files", "workspaces", "skills")
ATTEMPT_S = 20.0
"""A request that a dead process owes an answer is given up after so long, and made again elsewhere."""
PAUSE_S = 0.2


@dataclass
class Replica(Served):
    """One `steward serve` over a database that is not its own."""

    @property
    def database_url(self) -> str:
        return self.settings["STEWARD_DATABASE_URL"]


@dataclass
class WorkerProcess:
    """One `steward worker`."""

    home: Path
    settings: dict[str, str]
    process: warm.Process | None = None

    async def start(self) -> None:
        environ = {"PATH": os.environ.get("PATH", os.defpath), "PYTHONPATH": str(warm.SOURCE), **self.settings}
        environ |= {"STEWARD_HOME": str(self.home), "STEWARD_OWNER_TOKEN": OWNER_TOKEN, "STEWARD_WORKERS": "2"}
        with (self.home.parent / "worker.log").open("ab") as log:
            told = log.fileno()
            self.process = warm.begin(("worker",), env=environ, cwd=self.home.parent, stdout=told, stderr=told)

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await asyncio.to_thread(self.process.wait)

    async def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            await asyncio.to_thread(self.process.wait, 30)


@dataclass
class Replicas:
    """All of them, and the scripted model that they ask."""

    servers: list[Replica]
    workers: list[WorkerProcess]
    model: OllamaServer

    @property
    def all(self) -> list[Replica | WorkerProcess]:
        """In the order in which they are killed: a server, a worker, a server …"""
        return [each for pair in zip(self.servers, self.workers, strict=True) for each in pair]


@asynccontextmanager
async def replicas(folder: Path, database_url: str, *, number: int = 2, **settings: str) -> AsyncIterator[Replicas]:
    """So many servers (without job workers) and as many workers."""
    for name in SHARED_FOLDERS:
        (folder / "shared" / name).mkdir(parents=True, mode=0o700)
    key = folder / "secret_key"
    key.write_text("0123456789abcdef" * 4)
    key.chmod(0o600)
    async with OllamaServer() as model:
        common = {
            "STEWARD_DATABASE_URL": database_url,
            "STEWARD_SECRET_KEY_FILE": str(key),
            "STEWARD_LLM_PROVIDER": "ollama",
            "STEWARD_OLLAMA_URL": model.url,
            "STEWARD_SMART_MODEL": "smart",
            "STEWARD_FAST_MODEL": "fast",
            "STEWARD_SANDBOX": "off",
            "STEWARD_JOB_RETRY_S": "1",
            **settings,
        }
        servers = [
            Replica(_home(folder, f"server{each}"), model, free_port(), {**common, "STEWARD_WORKERS": "0"})
            for each in range(number)
        ]
        workers = [WorkerProcess(_home(folder, f"worker{each}"), common) for each in range(number)]
        running = Replicas(servers, workers, model)
        try:
            await asyncio.gather(*(each.start() for each in running.all))
            async with servers[0].owner() as owner:
                await owner.patch("/me", {"timezone": ZONE, **NO_BRIEFING})
            yield running
        finally:
            await asyncio.gather(*(each.stop() for each in running.all))


def _home(folder: Path, name: str) -> Path:
    """A home of its own, in which the folders of files are everybody's, as the chart mounts them."""
    home = folder / name / "home"
    home.mkdir(parents=True, mode=0o700)
    for shared in SHARED_FOLDERS:
        (home / shared).symlink_to(folder / "shared" / shared)
    return home


@dataclass
class Load:
    """Turns that write and events that come in, each repeated under its own name until some replica answered.

    `turns`: the bundle by `client_message_id`; `events`: external ids that were answered; `attempts`: requests in all,
    `broken`: those of them that a killed process left without an answer, `refused`: those answered 5xx. `urls` may be
    changed meanwhile, as what stands in front of replicas changes where it sends the next request.
    """

    urls: list[str]
    turns: dict[str, dict[str, Any]] = field(default_factory=dict)
    events: set[str] = field(default_factory=set)
    attempts: int = 0
    broken: int = 0
    refused: int = 0
    why: Counter[str] = field(default_factory=Counter)
    ending: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, clients: int) -> None:
        """Until `ending` is set; what was begun then is still ended."""
        await asyncio.gather(*(self._client(number) for number in range(clients)))

    async def _client(self, number: int) -> None:
        headers = {"Authorization": f"Bearer {OWNER_TOKEN}"}
        where = count(number)
        async with httpx.AsyncClient(headers=headers, timeout=ATTEMPT_S, verify=False) as client:
            step = 0
            while not self.ending.is_set():
                step += 1
                name = f"{number}x{step}"
                asked = {"question": f"add parcel {name} to my list", "client_message_id": name}
                bundle = await self._until_answered(client, where, "/ask", asked)
                self.turns[name] = bundle
                event = {"external_id": name, "source": "load", "title": f"Meeting {name}", "timezone": "UTC"}
                await self._until_answered(client, where, "/ingest/event", {**event, "start_at": "2027-03-05T10:00"})
                self.events.add(name)

    async def _until_answered(
        self, client: httpx.AsyncClient, where: Iterator[int], path: str, body: dict[str, Any]
    ) -> dict[str, Any]:
        while True:
            self.attempts += 1
            url = self.urls[next(where) % len(self.urls)]
            try:
                answer = await client.post(f"{url}{path}", json=body)
            except httpx.TransportError as error:
                self.broken += 1
                self.why[f"{path}: {type(error).__name__}"] += 1
                await asyncio.sleep(PAUSE_S)
                continue
            if answer.status_code < 300:
                return dict(answer.json())
            assert answer.status_code >= 500 or answer.status_code == 409, f"{answer.status_code}: {answer.text}"
            self.refused += 1
            self.why[f"{path}: {answer.status_code}"] += 1
            await asyncio.sleep(PAUSE_S)


@dataclass(frozen=True)
class Tally:
    """What the database holds of a load. Lost: answered as done, and not there; doubled: there more than once;
    untold: there though the answer says that nothing was done; stuck: runs and jobs that nobody ends."""

    turns: int
    done: int
    interrupted: int
    lost: int
    doubled: int
    untold: int
    events: int
    events_lost: int
    events_doubled: int
    stuck: int

    @property
    def faults(self) -> int:
        return self.lost + self.doubled + self.untold + self.events_lost + self.events_doubled + self.stuck


async def tally(load: Load, owner: Person) -> Tally:
    """Compare what was answered with what is stored."""
    counted = await owner.scalar(
        "select coalesce(jsonb_object_agg(name, n), '{}') from (select substring(title from 'parcel (\\w+)') name,"
        " count(*) n from todos where user_id = :me and title like '%parcel %' group by 1) t"
    )
    events = await owner.scalar(
        "select coalesce(jsonb_object_agg(external_id, n), '{}') from (select external_id, count(*) n from events"
        " where user_id = :me and source = 'load' group by 1) t"
    )
    runs = await owner.scalar(
        "select coalesce(jsonb_object_agg(client_message_id, n), '{}') from (select client_message_id, count(*) n"
        " from agent_runs where user_id = :me and client_message_id is not null group by 1) t"
    )
    stuck = await owner.scalar(
        "select (select count(*) from agent_runs where state = 'running') + (select count(*) from async_jobs"
        " where state in ('running', 'failed') or state = 'pending' and run_after < now() - interval '60 s')"
    )
    said = {name: _done(bundle) for name, bundle in load.turns.items()}
    return Tally(
        turns=len(said),
        done=sum(said.values()),
        interrupted=sum(each["run"]["stop_reason"] == "interrupted" for each in load.turns.values()),
        lost=sum(done and counted.get(name, 0) == 0 for name, done in said.items()),
        doubled=sum(n > 1 for n in counted.values()) + sum(n > 1 for n in runs.values()),
        untold=sum(not done and counted.get(name, 0) > 0 for name, done in said.items()),
        events=len(load.events),
        events_lost=sum(name not in events for name in load.events),
        events_doubled=sum(n > 1 for n in events.values()),
        stuck=int(stuck),
    )


def _done(bundle: dict[str, Any]) -> bool:
    return any(action["outcome"] == "done" for action in bundle["actions"])


async def killed_in_turn(running: Replicas, load: Load, *, enough: Callable[[int], bool], every_s: float) -> int:
    """Kill one after the other (SIGKILL) and start it again at once, until there were `enough`; answers how often.
    Then the load ends."""
    kills = 0
    victims = cycle(running.all)
    try:
        while not enough(kills):
            await asyncio.sleep(every_s)
            victim = next(victims)
            await victim.kill()
            kills += 1
            await victim.start()
    finally:
        load.ending.set()
    return kills
