"""One call in its worker process: confined first, then the function, its answer part by part, and how it ended."""

import importlib
import os
import signal
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NoReturn

from orchestrator.worker_processes import confinement, wire
from orchestrator.worker_processes.task import Given

_DEEPEST = 3_000
"""Frames: what is nested more deeply than this is no honest file."""
_GATHERED = 1 << 18


def serve(call: socket.socket, message: dict[str, Any], files: list[int], parent: int) -> NoReturn:
    """Do the call and end this process."""
    code = 1
    try:
        os.setsid()
        confinement.die_with(parent)
        confinement.be_the_first_to_go()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        confinement.limit(**message["limits"])
        sys.setrecursionlimit(_DEEPEST)
        sys.dont_write_bytecode = True
        _answer(call, message["function"], files)
        code = 0
    except (OSError, MemoryError):  # who asked hung up, or not even this fits
        pass
    finally:
        os._exit(code)


def _answer(call: socket.socket, function: str, files: list[int]) -> None:
    """Write what the function yields, a line each, and last `{"ended": …}`."""
    try:
        module, _, name = function.partition(":")
        given = _given(call, files)
        _write(call, getattr(importlib.import_module(module), name)(given))
        last: dict[str, Any] = {"ended": "well"}
    except (BrokenPipeError, ConnectionError):
        raise
    except MemoryError:
        last = {"ended": "memory"}
    except Exception as error:  # noqa: BLE001  (a named border: parsers of strangers' bytes raise anything)
        last = {"ended": "raised", "type": type(error).__name__}
    call.sendall(wire.line(last))


def _given(call: socket.socket, files: list[int]) -> Given:
    argument, data = wire.HEAD.unpack(_exactly(call, wire.HEAD.size))
    return Given(wire.part(_exactly(call, argument)), bytes(_exactly(call, data)), tuple(files))


def _exactly(call: socket.socket, length: int) -> bytearray:
    came = bytearray(length)
    view, at = memoryview(came), 0
    while at < length:
        number = call.recv_into(view[at:], min(length - at, wire.BLOCK))
        if not number:
            raise ConnectionResetError
        at += number
    view.release()
    return came


def _write(call: socket.socket, parts: Iterable[Any]) -> None:
    waiting = bytearray()
    for one in parts:
        waiting += wire.line({"part": one})
        if len(waiting) >= _GATHERED:
            call.sendall(waiting)
            waiting = bytearray()
    call.sendall(waiting)


def silence() -> None:
    """What libraries print of strangers' files belongs nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        with suppress(OSError):
            os.dup2(nowhere, standard)
    os.close(nowhere)
