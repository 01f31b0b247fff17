"""How does a test run the real `steward` command, as a person does?"""

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support import warm
from tests.support.processes import SOURCE
from tests.support.waiting import eventually_here

STEWARD = (sys.executable, "-m", "orchestrator")
TIMEOUT_S = 180
"""A start is five seconds of processor time, and the machine may have other work."""
Answer = subprocess.CompletedProcess[str]


def environment(home: Path, **settings: str) -> dict[str, str]:
    """A clean environment: nothing of the machine's own Steward, the reader as model, any free port."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": str(SOURCE),
        "STEWARD_HOME": str(home),
        "STEWARD_LLM_PROVIDER": "reader",
        "STEWARD_PORT": "0",
        "STEWARD_SANDBOX": "off",  # else each start on a new home would be attacked for seconds
        **{f"STEWARD_{name.upper()}": value for name, value in settings.items()},
    }


def steward(home: Path, *arguments: str, stdin: str | bytes = "", cold: bool = False, **settings: str) -> Answer:
    """Run it to its end; the working directory has no `.env`. `cold`: by an interpreter of its own."""
    given, env = stdin.encode() if isinstance(stdin, str) else stdin, environment(home, **settings)
    if cold:
        command = [*STEWARD, *arguments]
        done = subprocess.run(
            command, input=given, capture_output=True, env=env, cwd=home.parent, timeout=TIMEOUT_S, check=False
        )
    else:
        done = warm.run(arguments, given, env=env, cwd=home.parent, timeout_s=TIMEOUT_S)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def serving(home: Path, command: str = "serve", **settings: str) -> Iterator[warm.Process]:
    """A `serve` or `worker` that says that it runs; stopped at the end if it still does, and its Postgres with it."""
    with (home.parent / f"{command}.log").open("a") as log:
        env = environment(home, **settings)
        process = warm.begin((command,), env=env, cwd=home.parent, stderr=log.fileno())
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if "Ctrl-C" in line:
                break
        yield process
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)
        assert process.stdout is not None
        process.stdout.close()


def address(home: Path) -> str:
    """Where the home's server is."""
    url: str = json.loads((home / "server.json").read_text("utf-8"))["url"]
    return url


def token(home: Path) -> str:
    """The owner's token."""
    return (home / "token").read_text("utf-8").strip()


def postgres_runs(home: Path, *, within_s: float = 60) -> bool:
    """Whether a server works on the home's data; waits for its end."""
    lock = home / "postgres" / "data" / "postmaster.pid"
    with contextlib.suppress(AssertionError):
        eventually_here(lambda: not lock.exists(), within_s=within_s)
    return lock.exists()
