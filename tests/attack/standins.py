"""What stands in for a thing that a function is given and text is not: a port, a session without a database, a request,
a mapping that knows every key, a file that holds the text.

What would need a database or a network when it is used fails then; pure functions only hold it.
"""

import contextlib
import inspect
import io
import tempfile
import typing
import zipfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from fastapi import FastAPI
from pydantic import BaseModel
from sqlalchemy import SQLColumnExpression, literal
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import Request
from starlette.responses import Response

from orchestrator.db.session import Database
from orchestrator.domain.lifecycle.portability import manifest
from orchestrator.domain.memory.knowledge.schemas import LearningScope
from orchestrator.domain.senses.meetings.schemas import AttendeeIn
from orchestrator.domain.work.pushes.kinds import SubscriptionKeys
from orchestrator.domain.world.documents.extraction.zipped import Archive
from orchestrator.integrations.push.webpush.vapid import SEED_BYTES, VapidKey
from orchestrator.language.tables import DEFAULT
from orchestrator.reader.lexicon import Words
from orchestrator.reader.words import words_of

NOWHERE = "postgresql+asyncpg://nobody@127.0.0.1:9/nothing"
MEMBER = "word/document.xml"
Make = Callable[[Any], Any]
"""(type hint) -> a small value of it. Raises `parts.CanNotMake`."""


class Ready:
    """An awaitable of a value that is there."""

    def __init__(self, value: Callable[[], Any]) -> None:
        self._value = value

    def __await__(self) -> Generator[None, None, Any]:
        yield from ()
        return self._value()


class Anything(str):
    """A text, and whatever else a value of any type may be asked: its parts are itself."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        return str(self)[key] if isinstance(key, int | slice) else self

    def __iter__(self) -> Iterator[str]:
        yield self

    def get(self, key: str, default: Any = None) -> Any:
        del key
        return self if default is None or isinstance(default, str) else default

    def keys(self) -> set[str]:
        return {"Ana"}

    def items(self) -> list[tuple[str, Any]]:
        return [("Ana", self)]


class EveryKey(dict[Any, Any]):
    """A mapping that has a value for whatever key it is asked."""

    def __init__(self, there: dict[Any, Any], value: Callable[[], Any]) -> None:
        super().__init__(there)
        self._value = value

    def __missing__(self, key: Any) -> Any:
        return self._value()

    def get(self, key: Any, default: Any = None) -> Any:
        """What is of another kind than text by its default is not made one."""
        return self[key] if default is None or isinstance(default, str) or key in self else default


def file_of(text: str) -> str:
    """The path of a file that holds the text."""
    with tempfile.NamedTemporaryFile(prefix="attack-", delete=False) as file:
        file.write(text.encode("utf-8", "replace"))
    return file.name


def zip_of(text: str) -> io.BytesIO:
    """A zip file with the text in one member."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(MEMBER, f"<a>{text}</a>".encode("utf-8", "replace"))
    made.seek(0)
    return made


def _archive() -> Archive:
    with tempfile.NamedTemporaryFile(prefix="attack-", delete=False) as file:
        file.write(zip_of("Ana").getvalue())
    return Archive(file.name)


def _request() -> Request:
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [], "app": FastAPI()}
    return Request({**scope, "scheme": "http", "server": ("127.0.0.1", 9), "client": ("127.0.0.1", 9)})


A_POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""A key of RFC 8291's example."""

THINGS: dict[Any, Callable[[], Any]] = {
    AsyncSession: AsyncSession,
    Database: lambda: Database(NOWHERE),
    BaseModel: lambda: AttendeeIn(name="Ana"),
    FastAPI: FastAPI,
    Request: _request,
    Response: Response,
    SQLColumnExpression: lambda: literal("Ana"),
    zipfile.ZipFile: lambda: zipfile.ZipFile(zip_of("Ana")),
    Archive: _archive,
    np.ndarray: lambda: np.zeros(3, np.float32),
    VapidKey: lambda: VapidKey(bytes(SEED_BYTES)),
    SubscriptionKeys: lambda: SubscriptionKeys(p256dh=A_POINT, auth="BTBZMqHH6r4Tts7J_aSIgg"),
    LearningScope: lambda: LearningScope(type="project", ref="Ana"),
    AttendeeIn: lambda: AttendeeIn(name="Ana"),
    Words: lambda: words_of(DEFAULT),
    manifest.Part: lambda: manifest.Part(rows=0, bytes=0, sha256="0" * 64, columns=[]),
    manifest.File: lambda: manifest.File(bytes=0, sha256="0" * 64),
}
"""By type. Of models: those whose fields' types say less than they check."""


def port(kind: type, make: Make) -> Any:
    """An object of a protocol or an abstract class, whose methods give small values of the types that they say."""
    members: dict[str, Any] = {}
    for name in {name for one in kind.__mro__ for name in (*vars(one), *getattr(one, "__annotations__", {}))}:
        if not name.startswith("_") or name == "__call__":
            members[name] = _member(kind, name, make)
    made = type(kind.__name__, (kind,), {**members, "__init__": lambda self: None, "__abstractmethods__": frozenset()})
    return made()


def _member(kind: type, name: str, make: Make) -> Any:
    there = inspect.getattr_static(kind, name, None)
    function = there.fget if isinstance(there, property) else there
    if not inspect.isfunction(function):
        return property(lambda _: make(typing.get_type_hints(kind).get(name, Any)))
    if isinstance(there, property):
        return property(lambda _: make(_answer(function)))
    if inspect.iscoroutinefunction(function):
        return lambda *_, **__: Ready(lambda: make(_answer(function)))
    return lambda *_, **__: make(_answer(function))


def _answer(function: Callable[..., Any]) -> Any:
    return typing.get_type_hints(function).get("return", Any)


def entered(value: Callable[[], Any]) -> Any:
    """What `async with` gives the value of."""
    return contextlib.nullcontext(value())


def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="attack-"))
