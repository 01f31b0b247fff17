"""How long from a fresh clone to a server that answers, where the package cache is warm?

Clones what is committed into an empty folder, runs `make run` there with a home of its own, and waits for `/ready`.
"""

import argparse
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench.figures import Figure, Part, show
from bench.processes import ROOT, Process, free_port

MOST_S = 60.0


def run() -> Part:
    """The part of `make bench`."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return Part("clone", skipped="this is no git checkout")
    work = Path(tempfile.mkdtemp(prefix="steward-clone-"))
    clone = work / "steward"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    first, again = (_until_ready(work, clone) for _ in range(2))
    shutil.rmtree(work, ignore_errors=True)
    return Part(
        "clone: `make run` in a fresh clone, package cache warm",
        (
            Figure("ready the first time", first, "s", ("<=", MOST_S), "venv, packages, initdb, migrations"),
            Figure("ready the second time", again, "s", ("<=", 3.0), "make, Postgres, server"),
        ),
    )


def _until_ready(work: Path, clone: Path) -> float:
    port = free_port()
    env = {"STEWARD_HOME": str(work / "home"), "STEWARD_PORT": str(port), "STEWARD_LLM_PROVIDER": "reader"}
    process = Process(["make", "run"], log=work / f"{port}.log", env=env, cwd=clone)
    try:
        return process.until_ready(f"http://127.0.0.1:{port}/ready")
    finally:
        process.stop()


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    raise SystemExit(0 if show([run()]) else 1)
