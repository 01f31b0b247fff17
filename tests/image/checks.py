"""Does the image do what it is for, by itself: serve, answer, keep what it was told, end when it is asked to?"""

import itertools
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from tests.image.building import Image
from tests.image.container import Container

URL = "http://127.0.0.1:8000"
READY_TIMEOUT_S = 180.0
POLL_S = 0.1
EVENT = {
    "external_id": "d1",
    "source": "me",
    "title": "Dentist",
    "start_at": "2027-03-05T10:00",
    "timezone": "America/Sao_Paulo",
}
QUESTION = "Quando é o dentista?"
LANGUAGES = {"eng", "por", "spa"}
LOADED = """
import ctypes, importlib, pathlib, pkgutil, sys, sysconfig
import orchestrator
failed = []
for module in pkgutil.walk_packages(orchestrator.__path__, "orchestrator."):
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except ImportError as error:
        failed.append(f"{module.name}: {error}")
for path in sorted(pathlib.Path(sysconfig.get_path("purelib")).rglob("*.so*")):
    if "pginstall" in path.parts:  # Postgres' own, which only the server can load
        continue
    try:
        ctypes.CDLL(str(path))
    except OSError as error:
        failed.append(f"{path.name}: {error}")
print("\\n".join(failed) or "all")
sys.exit(bool(failed))
"""


@dataclass(frozen=True)
class Result:
    """A check: what it asked, whether it held, what was seen."""

    asked: str
    held: bool
    seen: str


def by_itself(image: Image, work: Path) -> Iterator[Result]:
    """The image with its embedded Postgres and without a model."""
    home, log = work / "embedded", work / "embedded.log"
    container = Container(image, home, log, {"STEWARD_LLM_PROVIDER": "reader", "STEWARD_SANDBOX": "off"})
    with container:
        took = until_ready(container)
        yield Result("ready, a fresh home", held=True, seen=f"{took:.1f} s")
        yield from walls(container)
        yield health(image, container)
        with client(token(container)) as http:
            http.post("/ingest/event", json=EVENT).raise_for_status()
            yield answers(http, QUESTION, "5")
            yield found(http, "a visit to somebody who looks after teeth")
        yield exits("steward doctor", *container.execute("steward", "doctor"))
        yield languages(container)
        yield exits("every module of ours and every compiled one loads", *container.execute("python", "-c", LOADED))
        yield ends(container, home)
    with container:
        yield Result("ready again", held=True, seen=f"{until_ready(container):.1f} s")
        with client(token(container)) as http:
            http.post("/ingest/event", json={**EVENT, "external_id": "d2", "title": "Piano lesson"}).raise_for_status()
        container.signal(signal.SIGKILL)
        container.wait(READY_TIMEOUT_S)
    with container:
        until_ready(container)
        with client(token(container)) as http:
            kept = http.get("/events", params={"since": "2027-03-01", "until": "2027-03-09"}).json()["items"]
            titles = sorted(each["title"] for each in kept)
            yield Result(
                "killed after an event was taken in: it is there", titles == ["Dentist", "Piano lesson"], str(titles)
            )


def until_ready(container: Container, url: str = URL) -> float:
    """Seconds until `/ready` answered 200. Raises RuntimeError with the end of the log."""
    began = time.monotonic()
    while container.running() and time.monotonic() - began < READY_TIMEOUT_S:
        try:
            if httpx.get(f"{url}/ready", timeout=5).status_code == 200:
                return time.monotonic() - began
        except httpx.TransportError:
            pass
        time.sleep(POLL_S)
    raise RuntimeError(f"the container is not ready; the end of its log:\n{tail(container.log)}")


def tail(log: Path, lines: int = 20) -> str:
    return "\n".join(log.read_text("utf-8", "replace").splitlines()[-lines:])


def token(container: Container) -> str:
    """The owner's, read as the operator reads it."""
    code, said = container.execute("cat", "/data/token")
    if code:
        raise RuntimeError(said)
    return said.strip()


@contextmanager
def client(owner: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=URL, headers={"Authorization": f"Bearer {owner}"}, timeout=60) as http:
        yield http


def walls(container: Container) -> Iterator[Result]:
    """Who it is and what it may write, by what the kernel says and by trying."""
    status = container.status()
    users = set(status["Uid"].split()) | set(status["Gid"].split())
    yield Result(
        "not root, no groups", users == {"10001"} and not status["Groups"], f"uid and gid {' '.join(sorted(users))}"
    )
    none = all(int(status[name], 16) == 0 for name in ("CapEff", "CapPrm", "CapBnd", "CapInh", "CapAmb"))
    yield Result("no capability, none to be had", none and status["NoNewPrivs"] == "1", f"CapBnd {status['CapBnd']}")
    for folder in ("/", "/opt/steward", "/usr/bin", "/etc"):
        code, said = container.execute("touch", f"{folder}/written", as_root=True)
        yield Result(
            f"{folder} can't be written, not by root", code != 0 and "Read-only file system" in said, said.strip()
        )
    for folder in ("/data", "/tmp"):
        code, said = container.execute("sh", "-c", f"touch {folder}/written && rm {folder}/written")
        yield Result(f"{folder} can be written", code == 0, said.strip())


def health(image: Image, container: Container) -> Result:
    """The image's own HEALTHCHECK, run as Docker runs it."""
    kind, *command = image.config["Healthcheck"]["Test"]
    if kind == "CMD-SHELL":
        command = ["sh", "-c", *command]
    return exits("HEALTHCHECK", *container.execute(*command))


def exits(asked: str, code: int, said: str) -> Result:
    """A command that must end with 0."""
    lines = said.strip().splitlines()
    return Result(asked, code == 0, f"exit code {code}" + (f": {lines[-1]}" if code and lines else ""))


def answers(http: httpx.Client, question: str, *words: str) -> Result:
    """A question, answered by what is stored (or by the model) and in these words."""
    bundle: dict[str, Any] = http.post("/ask", json={"question": question}).raise_for_status().json()
    said = bundle["answer"]
    return Result(f"“{question}”", bundle["status"] == "answered" and all(word in said for word in words), said)


def found(http: httpx.Client, query: str) -> Result:
    """What shares no word with the query is found: the embedder works."""
    seen = eventually(lambda: [each["title"] for each in http.get("/search", params={"q": query}).json()["hits"]])
    return Result("found by meaning", "Dentist" in seen, ", ".join(seen))


def eventually(look: Callable[[], list[str]], within_s: float = 60.0) -> list[str]:
    """What `look` answers as soon as it is not empty."""
    began = time.monotonic()
    for pause in itertools.chain((0.05, 0.1), itertools.repeat(0.5)):
        seen = look()
        if seen or time.monotonic() - began > within_s:
            return seen
        time.sleep(pause)
    raise AssertionError


def languages(container: Container) -> Result:
    """Scans are read in these."""
    _, said = container.execute("tesseract", "--list-langs")
    there = LANGUAGES & set(said.split())
    return Result("tesseract's languages", there == LANGUAGES, " ".join(sorted(there)))


def ends(container: Container, home: Path) -> Result:
    """Ends as `docker stop` asks, and its Postgres with it in order."""
    began = time.monotonic()
    code = container.stop()
    left = (home / "postgres" / "data" / "postmaster.pid").exists()
    return Result(
        "stopped in order", code == 0 and not left, f"exit code {code} after {time.monotonic() - began:.1f} s"
    )
