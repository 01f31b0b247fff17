"""How is work done that may hang or be killed? By a process that tells what it begins, and after it that it is done;
where it dies in between, that job is the guilty one, and a new process goes on with the next. It does too where one
ended by itself, because most of its memory was taken. All but one are forked from a process that has imported Steward
(`support/warm.py`): eight of them a test run took ten seconds each.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support import warm

ROOT = Path(__file__).resolve().parents[2]
AFRESH = ("patterns", "patterns-lazily")
"""What listens while Steward is imported."""
LONGEST_S = 600.0


@dataclass(frozen=True)
class Done:
    """A job; what was told of it; `killed` where the process did not live to its end."""

    job: Any
    told: tuple[Any, ...]
    killed: bool


def asked(mode: str) -> Any:
    """What a worker tells of itself. Raises RuntimeError: it could not."""
    if mode in AFRESH:
        answer = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "tests.attack.worker", mode],
            capture_output=True, check=False, cwd=ROOT, env=_env(),
        )  # fmt: skip
    else:
        answer = warm.run(_forked(mode), b"", env=_env(), cwd=ROOT, timeout_s=LONGEST_S)
    if answer.returncode:
        raise RuntimeError(answer.stderr.decode()[-2000:])
    return json.loads(answer.stdout)


def done(mode: str, jobs: Sequence[Any]) -> Iterator[Done]:
    """Each job in turn, in the order given."""
    left = list(jobs)
    while left:
        with (
            tempfile.TemporaryFile("w+") as given,
            tempfile.TemporaryFile("w+") as errors,
            tempfile.TemporaryDirectory(prefix="attack-") as folder,
        ):
            env = {**_env(), "TMPDIR": folder}  # its own are left where it is killed
            given.write(json.dumps(left))
            given.flush()
            given.seek(0)
            process = warm.begin(_forked(mode), env=env, cwd=ROOT, stdin=given.fileno(), stderr=errors.fileno())
            begun = ended = False
            told: list[Any] = []
            try:
                for line in process.stdout:  # type: ignore[union-attr]
                    what, value = json.loads(line)
                    if what == "begin":
                        begun, told = True, []
                    elif what == "told":
                        told.append(value)
                    else:
                        begun = False
                        yield Done(left.pop(0), tuple(told), killed=False)
                ended = True
            finally:
                if not ended:
                    process.kill()
                process.wait()
                process.stdout.close()  # type: ignore[union-attr]
            if begun:
                yield Done(left.pop(0), tuple(told), killed=True)
            elif left and process.returncode:
                errors.seek(0)
                raise RuntimeError(f"the worker ended before {left[0]} ({process.returncode}): {errors.read()[-2000:]}")


def _forked(mode: str) -> list[str]:
    return ["-c", f"from tests.attack.worker import main; main({mode!r})"]


def _env() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STEWARD_", "COV_"))}
    return {**kept, "PYTHONPATH": f"{ROOT}:{ROOT / 'backend'}", "PYTHONHASHSEED": "0"}
