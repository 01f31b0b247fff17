"""How does a test run the real `steward` command, as a person does?"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.processes import SOURCE

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
        **{f"STEWARD_{name.upper()}": value for name, value in settings.items()},
    }


def steward(home: Path, *arguments: str, stdin: str | bytes = "", **settings: str) -> Answer:
    """Run it to its end; the working directory has no `.env`."""
    done = subprocess.run(
        [*STEWARD, *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=environment(home, **settings),
        cwd=home.parent,
        timeout=TIMEOUT_S,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def serving(home: Path, command: str = "serve", **settings: str) -> Iterator[subprocess.Popen[str]]:
    """A `serve` or `worker` that says that it runs; stopped at the end if it still does, and its Postgres with it."""
    with (home.parent / f"{command}.log").open("a") as log:
        process = subprocess.Popen(
            [*STEWARD, command],
            stdout=subprocess.PIPE,
            stderr=log,
            env=environment(home, **settings),
            cwd=home.parent,
            text=True,
        )
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
    until = time.monotonic() + within_s
    while (there := (home / "postgres" / "data" / "postmaster.pid").exists()) and time.monotonic() < until:
        time.sleep(0.05)
    return there
