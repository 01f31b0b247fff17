"""What may a parameter of some type be given? A plain value, or a value that holds a text at one place.

By the type alone: a registry for what has no parts, and the parts' own types for dataclasses, models, mappings and
sequences. What can't be made (a database, a network) raises `CanNotMake`.
"""

import contextlib
import dataclasses
import enum
import inspect
import random
import re
import sys
import types
import typing
from collections import abc
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pydantic
from tests.attack import standins
from tests.attack.parts import CanNotMake, bare, fields_of, has_parts, is_row

from orchestrator.kit import clock, patterns

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
DEPTH = 4
"""A text deeper than that in a parameter is reached by the functions that take the parts."""
DEEPEST = 9
PLACES = 24
"""So many places of one parameter get their turn to hold the text."""

Build = Callable[[str], Any]


@dataclasses.dataclass(frozen=True)
class Place:
    """One place in a value where a text may stand, and the value with that text."""

    path: str
    build: Build


NAMED: dict[str, str] = {
    "timezone": "Europe/Lisbon",
    "zone": "Europe/Lisbon",
    "tz": "Europe/Lisbon",
    "locale": "en-US",
    "language": "en",
    "lang": "en",
    "url": "http://127.0.0.1:9/",
    "country": "PT",
    "region": "PT",
    "unit": "day",
    "kind": "event",
}
"""By the parameter's or field's name; of one in the plural each item."""
WALL_TIMES = frozenset("start end start_at end_at due_at remind_at".split())
"""What is called so is a wall time: it has no zone of its own."""
_ZONELESS = ContextVar("zoneless", default=False)
OF_ANY: dict[str, Any] = {"node": {"type": "string"}}
"""What is of any type, by its name."""
PLAIN: dict[Any, Callable[[], Any]] = {
    str: lambda: "Ana",
    bytes: lambda: b"Ana",
    bytearray: lambda: bytearray(b"Ana"),
    memoryview: lambda: memoryview(b"Ana"),
    int: lambda: 60,
    float: lambda: 0.5,
    complex: lambda: 1j,
    bool: lambda: False,
    object: lambda: "Ana",
    type(None): lambda: None,
    None: lambda: None,
    Any: lambda: "Ana",
    datetime: lambda: NOW,
    pydantic.AwareDatetime: lambda: NOW,
    date: NOW.date,
    time: lambda: time(10, 0),
    timedelta: lambda: timedelta(hours=1),
    tzinfo: lambda: ZoneInfo("Europe/Lisbon"),
    ZoneInfo: lambda: ZoneInfo("Europe/Lisbon"),
    UUID: lambda: UUID(int=7),
    Decimal: lambda: Decimal("1.5"),
    Path: standins.folder,
    random.Random: lambda: random.Random(1),
    clock.Clock: clock.SystemClock,
    patterns.Pattern: lambda: patterns.compile("a+"),
    patterns.Match: lambda: patterns.compile("a+").search("an"),
    re.Pattern: lambda: re.compile("a+"),
    re.Match: lambda: re.search("a+", "an"),
    range: lambda: range(1),
    slice: lambda: slice(0, 1),
    **standins.THINGS,
}
SEQUENCES: dict[Any, Callable[[list[Any]], Any]] = {
    list: list,
    tuple: tuple,
    set: set,
    frozenset: frozenset,
    abc.Sequence: tuple,
    abc.Iterable: list,
    abc.Iterator: iter,
    abc.Collection: tuple,
    abc.Set: frozenset,
    abc.MutableSequence: list,
    abc.MutableSet: set,
    abc.Generator: iter,
    abc.Reversible: tuple,
    abc.Container: tuple,
}
LATER: dict[Any, Callable[[Callable[[], Any]], Any]] = {
    abc.Callable: lambda value: lambda *_, **__: value(),
    abc.Awaitable: standins.Ready,
    abc.Coroutine: standins.Ready,
    contextlib.AbstractAsyncContextManager: standins.entered,
}
"""What gives a value when it is asked for it: most functions never do."""
MAPPINGS = (dict, abc.Mapping, abc.MutableMapping)
_MADE: dict[tuple[type, bool], Any] = {}
"""Of each class whose instances nobody changes one, with a zone and without."""


@contextlib.contextmanager
def wall_times() -> Iterator[None]:
    """In the block every time is one without a zone."""
    before = _ZONELESS.set(True)
    try:
        yield
    finally:
        _ZONELESS.reset(before)


def plain(hint: Any, name: str = "", depth: int = 0) -> Any:  # noqa: PLR0911  (a case a kind of type)
    """A small value of the type. Raises CanNotMake."""
    hint = bare(hint)
    if (stands := _by_name(hint, name) or standing(hint)) is not None:
        return stands
    if isinstance(hint, abc.Hashable) and hint in PLAIN:
        return PLAIN[hint]()
    if depth > DEEPEST:
        raise CanNotMake("too deep")
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is not None and origin in PLAIN:
        return PLAIN[origin]()
    if origin in (typing.Union, types.UnionType):
        return _first(arguments, name, depth)
    if origin is typing.Literal:
        return arguments[0]
    if (origin or hint) in MAPPINGS:
        return _mapping(arguments, lambda: plain(arguments[1], depth=depth + 1)) if arguments else {}
    if (origin or hint) in SEQUENCES:
        made = SEQUENCES[origin or hint]
        if origin is tuple and Ellipsis not in arguments:
            return tuple(plain(one, depth=depth + 1) for one in arguments)
        if arguments and bare(arguments[0]) is Any:
            return made([standins.Anything("Ana")])
        return made([plain(arguments[0], name.removesuffix("s"), depth + 1)] if arguments else [])
    if origin is type:
        return bare(arguments[0])
    if origin in LATER or hint in LATER:
        return LATER[origin or hint](lambda: plain(arguments[-1] if arguments else Any, depth=depth + 1))
    if inspect.isclass(origin or hint):
        return _instance(origin or hint, depth)
    raise CanNotMake(str(hint))


def _by_name(hint: Any, name: str) -> Any:
    """What its name says that it is; None where it says nothing."""
    if hint is datetime and (name in WALL_TIMES or _ZONELESS.get()):
        return NOW.replace(tzinfo=None)
    return {str: NAMED, Any: OF_ANY}.get(hint, {}).get(name)


def places(hint: Any, name: str = "", depth: int = 0) -> Iterator[Place]:
    """The places in a value of the type that may hold any text; none where there are none."""
    hint = bare(hint)
    if name == "path" and hint in (str, Path):
        yield Place(" in it", lambda text: hint(standins.file_of(text)))
        return
    if hint is str or hint is Any or hint is object:
        yield Place("", lambda text: text)
        return
    if hint in (bytes, bytearray):
        yield Place("", lambda text: hint(text.encode("utf-8", "replace")))
        return
    if depth > DEPTH:
        return
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        for one in arguments:
            yield from places(one, name, depth)
    elif origin in MAPPINGS and arguments:
        yield from _in_mapping(arguments, depth)
    elif (origin or hint) in SEQUENCES and arguments:
        yield from _in_sequence(origin, arguments, depth)
    elif inspect.isclass(hint):
        yield from _in_fields(hint, depth)


@cache
def standing(kind: Any) -> Any:
    """A value of the class that stands in a module of ours (a language's words, a table); None where there is none."""
    if (
        not inspect.isclass(kind)
        or is_row(kind)
        or not kind.__module__.startswith("orchestrator.")
        or issubclass(kind, enum.Enum)
    ):
        return None
    return _standing_in(sum(name.startswith("orchestrator.") for name in sys.modules)).get(kind)


@lru_cache(maxsize=1)
def _standing_in(_modules: int) -> dict[type, Any]:
    """Of each class the first value that stands in one of the modules of ours, which are so many."""
    found: dict[type, Any] = {}
    for name, module in sorted(sys.modules.items()):
        if name.startswith("orchestrator."):
            for value in list(vars(module).values()):
                inside = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
                for one in inside:
                    found.setdefault(type(one), one)
    return found


def _first(arguments: tuple[Any, ...], name: str, depth: int) -> Any:
    """The first that can be made: a value before None, so that more of the function runs."""
    if depth > 2 and type(None) in arguments:
        return None
    for one in sorted(arguments, key=lambda one: one is type(None)):
        try:
            return plain(one, name, depth)
        except CanNotMake:
            continue
    raise CanNotMake(str(arguments))


def _mapping(arguments: tuple[Any, ...], value: Callable[[], Any]) -> dict[Any, Any]:
    if bare(arguments[1]) in (Any, object):
        return standins.EveryKey({plain(arguments[0]): value()}, lambda: standins.Anything(value()))
    return standins.EveryKey({plain(arguments[0]): value()}, value)


def _instance(kind: type, depth: int) -> Any:
    if issubclass(kind, enum.Enum):
        return next(iter(kind))
    if getattr(kind, "_is_protocol", False) or inspect.isabstract(kind):
        return standins.port(kind, lambda hint: plain(hint, depth=depth + 1))
    if kind.__module__.startswith(("sqlalchemy", "httpx", "asyncio", "starlette", "fastapi", "asyncpg")):
        raise CanNotMake(f"{kind.__module__}.{kind.__name__}")
    if typing.is_typeddict(kind):
        return {name: plain(one, name, depth + 1) for name, one in typing.get_type_hints(kind).items()}
    frozen = dataclasses.is_dataclass(kind) and kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    if frozen and (kind, _ZONELESS.get()) in _MADE:
        return _MADE[kind, _ZONELESS.get()]
    values = {name: plain(one, name, depth + 1) for name, one, needed in fields_of(kind) if needed}
    try:
        made = kind(**values)
    except CanNotMake:
        raise
    except Exception as error:
        raise CanNotMake(f"{kind.__name__}: {type(error).__name__}") from error
    if frozen:
        _MADE[kind, _ZONELESS.get()] = made
    return made


def _in_mapping(arguments: tuple[Any, ...], depth: int) -> Iterator[Place]:
    key, value = arguments
    for place in places(value, depth=depth + 1):
        yield Place(f"{{}}{place.path}", lambda text, place=place: _mapping(arguments, lambda: place.build(text)))
    for place in places(key, depth=depth + 1):
        yield Place("{key}", lambda text, place=place: {place.build(text): plain(value)})
    if bare(key) is str:
        yield Place("{words}", lambda text: {word: plain(value) for word in text.split()})


def _in_sequence(origin: Any, arguments: tuple[Any, ...], depth: int) -> Iterator[Place]:
    made = SEQUENCES[origin]
    if origin is tuple and Ellipsis not in arguments:
        for number, one in enumerate(arguments):
            for place in places(one, depth=depth + 1):

                def build(text: str, number: int = number, place: Place = place) -> Any:
                    others = [plain(other) if at != number else None for at, other in enumerate(arguments)]
                    others[number] = place.build(text)
                    return tuple(others)

                yield Place(f"[{number}]{place.path}", build)
        return
    for place in places(arguments[0], depth=depth + 1):
        yield Place(f"[]{place.path}", lambda text, place=place: made([place.build(text)]))
    if bare(arguments[0]) is str:
        yield Place("[words]", lambda text: made(text.split()))


def _in_fields(kind: type, depth: int) -> Iterator[Place]:
    if issubclass(kind, enum.Enum) or not has_parts(kind):
        return
    try:
        fields = fields_of(kind)
    except CanNotMake:
        return
    for name, hint, _ in fields:
        for place in places(hint, name, depth + 1):

            def build(text: str, name: str = name, place: Place = place) -> Any:
                values = {other: plain(one, other, depth + 1) for other, one, needed in fields if needed}
                return kind(**{**values, name: place.build(text)})

            yield Place(f".{name}{place.path}", build)
