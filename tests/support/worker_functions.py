"""What worker processes are asked to do in tests: good things, and all that strangers' bytes may make a parser do."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from orchestrator.worker_processes.task import Given


def echo(given: Given) -> Iterator[Any]:
    yield {"argument": given.argument, "length": len(given.data), "pid": os.getpid()}


LOADED: list[int] = []


def load() -> None:
    LOADED.append(os.getpid())


def loaded(given: Given) -> Iterator[Any]:
    yield from LOADED


def parts(given: Given) -> Iterator[Any]:
    yield from range(given.argument)


def environment(given: Given) -> Iterator[Any]:
    yield [Path("/proc/self/environ").read_text() if Path("/proc/self/environ").exists() else "", dict(os.environ)]


def eats_memory(given: Given) -> Iterator[Any]:
    kept = []
    while True:
        kept.append(bytearray(1 << 24))
    yield


def loops(given: Given) -> Iterator[Any]:
    while True:
        pass
    yield


def sleeps(given: Given) -> Iterator[Any]:
    time.sleep(1_000)
    yield


def floods(given: Given) -> Iterator[Any]:
    while True:
        yield "x" * 1_000


def prints(given: Given) -> Iterator[Any]:
    while True:
        os.write(1, b"x" * 65_536)
        os.write(2, b"x" * 65_536)
    yield


def detaches(given: Given) -> Iterator[Any]:
    """Leaves a process behind that left its group, its session and its parent. `data`: what its command line says."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            os.execv("/bin/sh", ["/bin/sh", "-c", "while true; do sleep 1; done", given.data.decode()])
        os._exit(0)
    if given.argument == "and sleeps":
        time.sleep(1_000)
    time.sleep(0.3)
    yield "left one behind"


def aborts(given: Given) -> Iterator[Any]:
    yield "a part"
    os.abort()


def raises(given: Given) -> Iterator[Any]:
    yield "a part"
    raise KeyError("what a stranger wrote")


def reads_file(given: Given) -> Iterator[Any]:
    from orchestrator.worker_processes.descriptors import at_own_place  # noqa: PLC0415

    file = at_own_place(given.files[0])
    file.seek(-3, os.SEEK_END)
    yield file.read().decode()


def writes(given: Given) -> Iterator[Any]:
    try:
        with open(given.argument, "wb") as file:
            file.write(b"x" * 1_000)
            file.flush()
        yield "written"
    except OSError:
        yield "refused"
