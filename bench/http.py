"""What does a real server take: to start, to answer one question, to answer many at once, to keep running?

Starts `steward serve` on a home of its own with a database of its own, beside a scripted Ollama without latency
(bench/fake_ollama.py) and the least application of the same stack (bench/bare_app.py) on the same Postgres, all as
processes of their own on loopback. A turn here is: two model calls, one tool on the database, all records.
"""

import argparse
import asyncio
import json
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.clients import Answer, Kept, post
from bench.figures import Figure, Part, median, percentile, show
from bench.processes import Process, free_port, module, running, steward
from orchestrator.db.postgres.embedded import EmbeddedPostgres

QUESTION = "How many meetings do I have with Ana this week?"
SEQUENTIAL = 200
WARM_UP = 40
STREAMS = 100
AT_ONCE = 200
BURSTS = 4
"""So many rounds of both before memory is looked at again."""
IDLE_S = 3.0
HTTP_P50_MS = 25.0
WARM_START_S = 3.0
IDLE_MB = 200.0
GROWTH_PERCENT = 5.0
"""From the second round on, memory may grow by so much and still be called flat (an allocator keeps what it has)."""
MEETINGS = 40


@dataclass(frozen=True)
class Running:
    """A Steward that answers."""

    process: Process
    url: str
    token: str
    start_s: float

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def model_seconds(self) -> float:
        """Time spent in model calls since the start (its own metric)."""
        client = Kept(self.url)
        _, body = client.get("/metrics")
        client.close()
        found = re.findall(r"^steward_model_call_duration_seconds_sum\{[^}]*\} (\S+)", body.decode(), re.MULTILINE)
        if not found:
            raise RuntimeError("the server counts no time of model calls")
        return sum(map(float, found))


@contextmanager
def serving(home: Path, work: Path, **settings: str) -> Iterator[Running]:
    """`steward serve` on `home`, ready."""
    port = free_port()
    env = {"STEWARD_HOME": str(home), "STEWARD_PORT": str(port), "STEWARD_RATE_LIMIT": "off", **settings}
    with running(steward("serve"), log=work / f"serve-{port}.log", env=env) as process:
        url = f"http://127.0.0.1:{port}"
        start_s = process.until_ready(f"{url}/ready")
        yield Running(process, url, (home / "token").read_text().strip(), start_s)


@contextmanager
def ollama(work: Path) -> Iterator[str]:
    """The scripted Ollama's URL."""
    log = work / "ollama.log"
    with running(module("bench.fake_ollama"), log=log) as process:
        ends = time.monotonic() + 20
        while not log.read_text().startswith("http"):
            if time.monotonic() > ends:
                raise RuntimeError(f"the scripted Ollama did not start:\n{process.tail()}")
            time.sleep(0.05)
        yield log.read_text().strip()


@contextmanager
def bare(home: Path, work: Path) -> Iterator[str]:
    """The baseline's URL."""
    port = free_port()
    server = EmbeddedPostgres(home)

    async def attached() -> str:
        await server.start()
        return server.url

    with asyncio.Runner() as runner:
        database = runner.run(attached())
        try:
            with running(module("bench.bare_app", database, str(port)), log=work / "bare.log") as process:
                process.until_ready(f"http://127.0.0.1:{port}/health")
                yield f"http://127.0.0.1:{port}"
        finally:
            runner.run(server.stop())


def fill(server: Running) -> None:
    """A calendar with something in it."""
    client = Kept(server.url, server.token)
    start = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0) - timedelta(days=20)
    people = [{"source": "bench", "external_id": name, "display_name": f"{name} Souza"} for name in ("Ana", "Bruno")]
    events = [
        {
            "source": "bench",
            "external_id": f"e{number}",
            "title": f"Meeting {number} about the budget",
            "start_at": f"{start + timedelta(days=number):%Y-%m-%dT%H:%M:%S}",
            "end_at": f"{start + timedelta(days=number, hours=1):%Y-%m-%dT%H:%M:%S}",
            "timezone": "UTC",
            "participants": [{"name": "Ana Souza"}],
        }
        for number in range(MEETINGS)
    ]
    for path, body in (("/ingest/contact", people), ("/ingest/event", events)):
        status, said = client.post(path, body)
        assert status == 200, said
    client.close()


def answered(status: int, body: bytes) -> bool:
    """Whether a bundle is a whole answer with its one tool call made."""
    if status != 200:
        return False
    bundle = json.loads(body)
    return bundle["status"] == "answered" and bundle["run"]["tool_calls"] >= 1


def timed(ask: Callable[[], tuple[int, bytes]], check: Callable[[int, bytes], bool], count: int) -> list[float]:
    """Milliseconds of `count` requests, one after the other, after a warm-up."""
    times = []
    for number in range(WARM_UP + count):
        started = time.perf_counter()
        status, body = ask()
        elapsed = (time.perf_counter() - started) * 1000
        if not check(status, body):
            raise RuntimeError(f"status {status}: {body[:2000]!r}")
        if number >= WARM_UP:
            times.append(elapsed)
    return times


# --- the parts


def starts(work: Path) -> Part:
    """From the command to `/ready`: a fresh home, then the same home again; and memory at rest."""
    home = work / "start"
    with serving(home, work, STEWARD_LLM_PROVIDER="reader") as fresh:
        cold = fresh.start_s
    warm: list[float] = []
    for _ in range(3):
        with serving(home, work, STEWARD_LLM_PROVIDER="reader") as again:
            warm.append(again.start_s)
            time.sleep(IDLE_S)
            idle = again.process.resident_mb()
    return Part(
        "http: start and rest (reader)",
        (
            Figure("ready on a fresh home", cold, "s", note="initdb, all migrations, owner, token"),
            Figure("ready on a later start (median of 3)", median(warm), "s", ("<=", WARM_START_S)),
            Figure("resident memory at rest, beside Postgres", idle, "MB", ("<", IDLE_MB)),
        ),
    )


def one_after_the_other(server: Running, bare_url: str) -> Part:
    """/ask beside /health and a bare insert, in one run."""
    ours, health, plain = (Kept(server.url, server.token), Kept(server.url), Kept(bare_url))
    fine = lambda status, _: status == 200  # noqa: E731
    healths = timed(lambda: health.get("/health"), fine, SEQUENTIAL)
    inserts = timed(lambda: plain.post("/insert", {"question": QUESTION}), fine, SEQUENTIAL)
    ours.post("/ask", {"question": QUESTION})  # from its first call on the model's time is counted
    used, model = server.process.processor_s(), server.model_seconds()
    asks = timed(lambda: ours.post("/ask", {"question": QUESTION}), answered, SEQUENTIAL)
    turns = SEQUENTIAL + WARM_UP
    used, model = server.process.processor_s() - used, server.model_seconds() - model
    for client in (ours, health, plain):
        client.close()
    beyond = median(asks) - model / turns * 1000
    return Part(
        "http: one after the other (scripted Ollama, two model calls and one tool a turn)",
        (
            Figure("/ask: p50 with the model's time", median(asks), "ms", note=f"p95 {percentile(asks, 0.95):.1f} ms"),
            Figure("/ask: p50 beyond model time", beyond, "ms", ("<=", HTTP_P50_MS)),
            Figure(
                "model calls a turn (mean)", model / turns * 1000, "ms", note="its own metric: HTTP client and server"
            ),
            Figure("processor time of the server a turn", used / turns * 1000, "ms"),
            Figure("/health: p50", median(healths), "ms"),
            Figure("bare FastAPI + SQLAlchemy, one insert: p50", median(inserts), "ms"),
            Figure("/ask beyond model time ÷ bare insert", beyond / median(inserts)),
            Figure("/ask beyond model time ÷ /health", beyond / median(healths)),
        ),
    )


def with_reader(server: Running) -> Part:
    """The same question where the built-in reader answers: no model at all."""
    client = Kept(server.url, server.token)
    asks = timed(lambda: client.post("/ask", {"question": QUESTION}), answered, SEQUENTIAL)
    client.close()
    note = f"p95 {percentile(asks, 0.95):.1f} ms"
    return Part("http: reader", (Figure("/ask: p50, the reader's time included", median(asks), "ms", note=note),))


async def burst(server: Running, path: str, count: int) -> list[Answer]:
    """`count` questions at once, each on a connection and thread of its own."""
    body = {"question": QUESTION}
    sent = (post(server.url, path, body, server.headers) for _ in range(count))
    found = await asyncio.gather(*sent, return_exceptions=True)
    return [one if isinstance(one, Answer) else Answer(0, repr(one).encode(), 0.0) for one in found]


def failures(answers: Sequence[Answer], *, streamed: bool) -> list[bytes]:
    """Those that are no whole answer."""
    failed = []
    for answer in answers:
        if streamed:
            last = answer.body.rpartition(b"event: final\n")[2]
            good = answer.status == 200 and b'"status":"answered"' in last.replace(b'": "', b'":"')
        else:
            good = answer.status == 200 and b'"status":"answered"' in answer.body
        if not good:
            failed.append(answer.body[-600:])
    return failed


def at_once(server: Running) -> Part:
    """Many at once, again and again: does all of it work, and does memory stay where it is?"""
    before = server.process.resident_mb()
    memory: list[float] = []
    failed: list[bytes] = []
    walls: dict[str, list[float]] = {"streams": [], "asks": []}
    slowest = 0.0
    for _ in range(BURSTS):
        for kind, path, count in (("streams", "/ask/stream", STREAMS), ("asks", "/ask", AT_ONCE)):
            started = time.perf_counter()
            answers = asyncio.run(burst(server, path, count))
            walls[kind].append(time.perf_counter() - started)
            failed.extend(failures(answers, streamed=kind == "streams"))
            slowest = max(slowest, *(answer.elapsed_s for answer in answers))
        memory.append(server.process.resident_mb())
    for one in failed[:3]:
        print(one.decode("utf-8", "replace"))
    growth = 100 * (memory[-1] / memory[1] - 1)
    shown = ", ".join(f"{value:.0f}" for value in (before, *memory))
    return Part(
        "http: many at once (scripted Ollama)",
        (
            Figure("failures", len(failed), limit=("<=", 0), note=f"of {BURSTS * (STREAMS + AT_ONCE)}"),
            Figure(f"{STREAMS} streams at once: until the last ended", median(walls["streams"]), "s"),
            Figure(f"{AT_ONCE} /ask at once: until the last ended", median(walls["asks"]), "s"),
            Figure("turns a second", AT_ONCE / median(walls["asks"]), "/s"),
            Figure("slowest single answer", slowest, "s"),
            Figure("memory growth after the second round", growth, "%", ("<=", GROWTH_PERCENT), f"MB: {shown}"),
        ),
    )


def run() -> list[Part]:
    """The parts of `make bench`."""
    work = Path(tempfile.mkdtemp(prefix="steward-bench-"))
    try:
        parts = [starts(work)]
        with ExitStack() as stack:
            home = work / "asked"
            settings = {"STEWARD_LLM_PROVIDER": "ollama", "STEWARD_OLLAMA_URL": stack.enter_context(ollama(work))}
            settings["STEWARD_LOCAL_FIRST"] = "off"
            models = {"STEWARD_SMART_MODEL": "smart", "STEWARD_FAST_MODEL": "fast"}
            server = stack.enter_context(serving(home, work, **settings, **models))
            fill(server)
            bare_url = stack.enter_context(bare(home, work))
            parts.append(one_after_the_other(server, bare_url))
            parts.append(at_once(server))
        with serving(home, work, STEWARD_LLM_PROVIDER="reader") as server:
            parts.append(with_reader(server))
    except RuntimeError:
        print(f"logs are in {work}")
        raise
    shutil.rmtree(work, ignore_errors=True)
    return parts


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    raise SystemExit(0 if show(run()) else 1)
