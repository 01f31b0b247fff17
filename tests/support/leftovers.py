"""Which processes did a test run leave behind? Servers work in its temporary folder, and outlive whoever starts them.

A run that ends takes its own along; the next one those of runs that were broken off. Linux alone tells where a process
works; elsewhere they stay until the machine restarts.
"""

import contextlib
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

_RUN = re.compile(r"pytest-\d+")


def run_folder(base: Path) -> Path:
    """The folder of the whole run; `base` is that of one of its workers, or the same."""
    return next((folder for folder in (base, *base.parents) if _RUN.fullmatch(folder.name)), base)


def end_processes_in(folder: Path) -> list[int]:
    """End whatever works in `folder`: Postgres at once and without ruins, the rest hard. Answers the process ids."""
    found = [pid for pid, works_in in _working() if works_in.is_relative_to(folder)]
    for pid in found:
        with contextlib.suppress(ProcessLookupError, PermissionError, FileNotFoundError):
            postgres = Path(f"/proc/{pid}/comm").read_text().strip() == "postgres"
            os.kill(pid, signal.SIGQUIT if postgres else signal.SIGKILL)
    return found


def end_processes_of_dead_runs(run: Path) -> list[int]:
    """The same for the folders beside `run` whose pytest is gone: it keeps its process id in `.lock`."""
    beside = {works_in for _, works_in in _working() if works_in.is_relative_to(run.parent)}
    runs = {run.parent / works_in.relative_to(run.parent).parts[0] for works_in in beside if works_in != run.parent}
    dead = [one for one in runs if one != run and _RUN.fullmatch(one.name) and not _goes_on(one)]
    return [pid for one in dead for pid in end_processes_in(one)]


def _working() -> Iterator[tuple[int, Path]]:
    """Processes and where they work, as far as we may know; not this one."""
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if entry.name != str(os.getpid()):
                yield int(entry.name), Path((entry / "cwd").readlink().as_posix().removesuffix(" (deleted)"))


def _goes_on(run: Path) -> bool:
    try:
        os.kill(int((run / ".lock").read_text()), 0)
    except (OSError, ValueError):
        return False
    return True
