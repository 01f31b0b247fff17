"""What may a parameter of some type be given? A plain value, or a value that holds a text at one place.

By the type alone: a registry for what has no parts, and the parts' own types for dataclasses, models, mappings and
sequences. What can't be made (a database, a network) raises `CanNotMake`.
"""

import dataclasses
import enum
import inspect
import random
import re
import sys
import tempfile
import types
import typing
from collections import abc
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pydantic

from orchestrator.kit import clock, patterns

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
DEPTH = 4
"""A text deeper than that in a parameter is reached by the functions that take the parts."""
PLACES = 24
"""So many places of one parameter get their turn to hold the text."""

Build = Callable[[str], Any]


class CanNotMake(Exception):
    """The type has no value without a database, a network or the like."""


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
}
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
    date: NOW.date,
    time: lambda: time(10, 0),
    timedelta: lambda: timedelta(hours=1),
    tzinfo: lambda: ZoneInfo("Europe/Lisbon"),
    ZoneInfo: lambda: ZoneInfo("Europe/Lisbon"),
    UUID: lambda: UUID(int=7),
    Decimal: lambda: Decimal("1.5"),
    Path: lambda: Path(tempfile.mkdtemp(prefix="attack-")),
    random.Random: lambda: random.Random(1),
    clock.Clock: clock.SystemClock,
    patterns.Pattern: lambda: patterns.compile("a+"),
    patterns.Match: lambda: patterns.compile("a+").search("an"),
    re.Pattern: lambda: re.compile("a+"),
    re.Match: lambda: re.search("a+", "an"),
    range: lambda: range(1),
    slice: lambda: slice(0, 1),
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
MAPPINGS = (dict, abc.Mapping, abc.MutableMapping)


def plain(hint: Any, name: str = "", depth: int = 0) -> Any:  # noqa: PLR0911  (a case a kind of type)
    """A small value of the type. Raises CanNotMake."""
    hint = _bare(hint)
    if hint is str and name in NAMED:
        return NAMED[name]
    if (stands := standing(hint)) is not None:
        return stands
    if isinstance(hint, abc.Hashable) and hint in PLAIN:
        return PLAIN[hint]()
    if depth > DEPTH + 2:
        raise CanNotMake("too deep")
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (re.Pattern, re.Match):
        return PLAIN[origin]()
    if origin in (typing.Union, types.UnionType):
        return _first(arguments, name, depth)
    if origin is typing.Literal:
        return arguments[0]
    if (origin or hint) in MAPPINGS:
        return {plain(arguments[0], depth=depth + 1): plain(arguments[1], depth=depth + 1)} if arguments else {}
    if (origin or hint) in SEQUENCES:
        made = SEQUENCES[origin or hint]
        if origin is tuple and Ellipsis not in arguments:
            return tuple(plain(one, depth=depth + 1) for one in arguments)
        return made([plain(arguments[0], depth=depth + 1)] if arguments else [])
    if origin in (abc.Callable, Callable) or hint is abc.Callable:
        return _function(arguments[-1] if arguments else Any, depth)
    if origin is type:
        return arguments[0]
    if inspect.isclass(origin or hint):
        return _instance(origin or hint, depth)
    raise CanNotMake(str(hint))


def places(hint: Any, name: str = "", depth: int = 0) -> Iterator[Place]:
    """The places in a value of the type that may hold any text; none where there are none."""
    hint = _bare(hint)
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
    if not inspect.isclass(kind) or not kind.__module__.startswith("orchestrator.") or issubclass(kind, enum.Enum):
        return None
    for name, module in sorted(sys.modules.items()):
        if name.startswith("orchestrator."):
            for value in list(vars(module).values()):
                inside = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else (value,)
                for one in inside:
                    if type(one) is kind:
                        return one
    return None


def _bare(hint: Any) -> Any:
    while True:
        if typing.get_origin(hint) is typing.Annotated:
            hint = typing.get_args(hint)[0]
        elif isinstance(hint, typing.NewType):
            hint = hint.__supertype__
        elif isinstance(hint, typing.TypeVar):
            hint = hint.__bound__ or (hint.__constraints__[0] if hint.__constraints__ else Any)
        elif hasattr(hint, "__value__"):
            hint = hint.__value__
        else:
            return hint


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


def _function(answers: Any, depth: int) -> Callable[..., Any]:
    value = plain(answers, depth=depth + 1)
    return lambda *_, **__: value


def _instance(kind: type, depth: int) -> Any:
    if issubclass(kind, enum.Enum):
        return next(iter(kind))
    if getattr(kind, "_is_protocol", False) or inspect.isabstract(kind):
        raise CanNotMake(f"{kind.__name__} is a port")
    if kind.__module__.startswith(("sqlalchemy", "httpx", "asyncio", "starlette", "fastapi", "asyncpg")):
        raise CanNotMake(f"{kind.__module__}.{kind.__name__}")
    if typing.is_typeddict(kind):
        return {name: plain(one, name, depth + 1) for name, one in typing.get_type_hints(kind).items()}
    values = {name: plain(one, name, depth + 1) for name, one, needed in fields_of(kind) if needed}
    try:
        return kind(**values)
    except CanNotMake:
        raise
    except Exception as error:
        raise CanNotMake(f"{kind.__name__}: {type(error).__name__}") from error


@cache
def fields_of(kind: type) -> tuple[tuple[str, Any, bool], ...]:
    """Name, type and whether it must be given, of everything that makes an instance. Raises CanNotMake."""
    if issubclass(kind, pydantic.BaseModel):
        return tuple(
            (name, field.rebuild_annotation(), field.is_required()) for name, field in kind.model_fields.items()
        )
    try:
        hints = typing.get_type_hints(kind if dataclasses.is_dataclass(kind) else kind.__init__)
    except Exception as error:
        raise CanNotMake(f"{kind.__name__}: no hints") from error
    if typing.is_typeddict(kind):
        return tuple((name, one, True) for name, one in hints.items())
    found = []
    for name, parameter in list(inspect.signature(kind).parameters.items()):
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        if name not in hints:
            raise CanNotMake(f"{kind.__name__}({name})")
        found.append((name, hints[name], parameter.default is parameter.empty))
    return tuple(found)


def has_parts(kind: type) -> bool:
    """Whether the type is plain data whose parts can be given one by one."""
    return (
        dataclasses.is_dataclass(kind)
        or typing.is_typeddict(kind)
        or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
        or (issubclass(kind, pydantic.BaseModel) and kind is not pydantic.BaseModel)
    )


def _in_mapping(arguments: tuple[Any, ...], depth: int) -> Iterator[Place]:
    key, value = arguments
    for place in places(value, depth=depth + 1):
        yield Place(f"{{}}{place.path}", lambda text, place=place: {plain(key): place.build(text)})
    for place in places(key, depth=depth + 1):
        yield Place("{key}", lambda text, place=place: {place.build(text): plain(value)})
    if _bare(key) is str:
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
    if _bare(arguments[0]) is str:
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
