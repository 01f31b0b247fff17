"""Which public functions take text, and how is each called with a text at one place of one parameter?"""

import dataclasses
import enum
import importlib
import inspect
import itertools
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pydantic
from tests.attack.givens import CALLS
from tests.attack.makers import PLACES, Place, places, plain, wall_times
from tests.attack.parts import CanNotMake, has_parts, hints_of
from tests.attack.processor import TooLong, limited

import orchestrator
from orchestrator.worker_processes.task import Given

PURE = (
    "language", "reader", "commands", "agent", "agents", "kit", "llm", "web", "api", "mobile_api", "mcp_api",
    "integrations", "domain", "errors",
)  # fmt: skip
NEVER_CALLED = (
    "integrations.sandbox.attempts",
    "integrations.sandbox.launcher",
    "integrations.mcp_client.process_tree",
)
"""What is meant for processes of its own alone: it attacks the machine, confines its process or ends others."""
OURS = frozenset(
    {
        "kit.package_texts:package_text",
        "language.tables:parsed",
        "language.word_patterns:but",
        "language.word_patterns:not_beginning",
        "web.missions:add_missions",
    }
)
"""What reads our own tables and makes patterns of their words, when these are loaded; routes of our annotations."""
SMALL = "Ana Reis"
PROBE_S = 5.0
YIELDED = 100_000
"""So much is taken of what a generator gives."""
NEEDS = (TypeError, AttributeError, KeyError, IndexError, NotImplementedError, AssertionError, RuntimeError, OSError)
"""What a function raises that was given something of the right type that is not what it means."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A function and the place where it is given text; `name` is stable: `module:function(parameter.path)`."""

    name: str
    call: Callable[[str], Any]


@dataclasses.dataclass(frozen=True)
class Uncovered:
    """A function that takes text and can't be called here."""

    name: str
    reason: str


@dataclasses.dataclass(frozen=True)
class Callee:
    """Something public: its parameters' types, and those that need no value."""

    name: str
    function: Callable[..., Any]
    parameters: tuple[tuple[str, Any, bool], ...]

    @property
    def by_place(self) -> tuple[str, ...]:
        """The parameters that can't be given by their name."""
        if not inspect.isfunction(self.function) or self.parameters[0][0] == "":
            return ("",)
        told = inspect.signature(self.function).parameters.values()
        return tuple(one.name for one in told if one.kind is one.POSITIONAL_ONLY)


@cache
def modules() -> tuple[ModuleType, ...]:
    """Every module of the bands whose functions read text."""
    found = []
    for info in pkgutil.walk_packages(orchestrator.__path__, "orchestrator."):
        if info.name.split(".")[1] in PURE and not info.name.removeprefix("orchestrator.").startswith(NEVER_CALLED):
            found.append(importlib.import_module(info.name))
    return tuple(found)


def cases() -> tuple[list[Case], list[Uncovered]]:
    """Every case, and what takes text but can't be called."""
    found: list[Case] = []
    not_covered: list[Uncovered] = []
    for module in modules():
        for callee in callees(module):
            if isinstance(callee, Uncovered):
                not_covered.append(callee)
                continue
            made = list(_cases_of(callee))
            found.extend(one for one in made if isinstance(one, Case))
            if made and not any(isinstance(one, Case) for one in made):
                not_covered.extend(one for one in made[:1] if isinstance(one, Uncovered))
    return found, not_covered


def named(names: set[str]) -> dict[str, Case]:
    """The cases of these names; one that is no more is not among them."""
    found: dict[str, Case] = {}
    for name in sorted({name.split(":")[0] for name in names}):
        try:
            module = importlib.import_module(name if name.startswith("tests.") else f"orchestrator.{name}")
        except ModuleNotFoundError:
            continue
        for callee in callees(module):
            if isinstance(callee, Callee):
                for what, call in CALLS.get(callee.name, {}).items():
                    found[f"{callee.name}({what})"] = Case(f"{callee.name}({what})", call)
                for parameter, hint in _strangers(callee):
                    for place in itertools.islice(places(hint, parameter), PLACES):
                        told = f"{callee.name}({parameter}{place.path})"
                        if told in names:
                            found[told] = Case(told, _called(callee, parameter, place))
    return found


def callees(module: ModuleType) -> Iterator[Callee | Uncovered]:
    """The public functions, constructors and methods that the module defines and that take text."""
    for name, value in list(vars(module).items()):
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        path = f"{module.__name__.removeprefix('orchestrator.')}:{name}"
        if path in OURS:
            continue
        function = inspect.unwrap(value) if callable(value) else value  # what is cached is measured, not the cache
        if inspect.isfunction(function):
            yield from _function(path, function)
        elif inspect.isclass(value):
            yield from _class(path, value)


def _function(path: str, function: Callable[..., Any], owner: type | None = None) -> Iterator[Callee | Uncovered]:
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        return  # what waits for a database, a model or the network: the doors' attack goes through these
    try:
        hints = hints_of(function)
    except NameError as error:
        yield Uncovered(path, f"no type hints: {error.name}")
        return
    parameters = []
    for number, (name, parameter) in enumerate(inspect.signature(function).parameters.items()):
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        hint = owner if owner is not None and number == 0 else hints.get(name, Any)
        parameters.append((name, hint, parameter.default is parameter.empty))
    callee = Callee(path, function, tuple(parameters))
    if any(next(places(hint, name), None) is not None for name, hint, _ in parameters):
        yield callee


def _class(path: str, kind: type) -> Iterator[Callee | Uncovered]:
    if issubclass(kind, BaseException | enum.Enum) or getattr(kind, "_is_protocol", False) or hasattr(kind, "metadata"):
        return
    if issubclass(kind, pydantic.BaseModel) or dataclasses.is_dataclass(kind):
        yield Callee(path, lambda made: made, (("", kind, True),))
    if issubclass(kind, pydantic.BaseModel) and not has_parts(kind):
        return
    for name, value in list(vars(kind).items()):
        if name.startswith("_"):
            continue
        if isinstance(value, staticmethod):
            yield from _function(f"{path}.{name}", value.__func__)
        elif isinstance(value, classmethod):
            bound = getattr(kind, name)
            yield from _function(f"{path}.{name}", bound)
        elif inspect.isfunction(value) and value.__module__ == kind.__module__:
            yield from _function(f"{path}.{name}", inspect.unwrap(value), kind)
        elif isinstance(value, property) and value.fget is not None:
            yield from _function(f"{path}.{name}", value.fget, kind)


def _cases_of(callee: Callee) -> Iterator[Case | Uncovered]:
    for what, call in CALLS.get(callee.name, {}).items():
        call(SMALL)
        yield Case(f"{callee.name}({what})", call)
    for name, hint in _strangers(callee):
        for place in itertools.islice(places(hint, name), PLACES):
            call = _called(callee, name, place)
            told = f"{callee.name}({name}{place.path})"
            try:
                with limited(PROBE_S):
                    call(SMALL)
            except TooLong:
                yield Uncovered(callee.name, "plain values of its types keep it busy")
            except CanNotMake as error:
                yield Uncovered(callee.name, f"needs {error}")
            except NEEDS as error:
                if SMALL in str(error):  # it was looked up, and is no name of anything
                    yield Case(told, call)
                    continue
                yield Uncovered(callee.name, f"plain values of its types do not do: {type(error).__name__}")
            except Exception:  # noqa: BLE001  (it refuses what it was given, which is an answer)
                yield Case(told, call)
            else:
                yield Case(told, call)


def _strangers(callee: Callee) -> list[tuple[str, Any]]:
    """The parameters that strangers' text is tried at, with their types: not what the server writes for its worker
    processes, where CALLS has it written."""
    return [(name, hint) for name, hint, _ in callee.parameters if hint is not Given or callee.name not in CALLS]


def _called(callee: Callee, name: str, place: Place) -> Callable[[str], Any]:
    def once(text: str) -> Any:
        arguments: dict[str, Any] = {}
        for other, hint, needed in callee.parameters:
            if other == name:
                arguments[other] = place.build(text)
            elif needed:
                arguments[other] = plain(hint, other)
        given = [arguments.pop(name) for name in callee.by_place if name in arguments]
        answer = callee.function(*given, **arguments)
        if inspect.isgenerator(answer) or isinstance(answer, map | filter | zip):
            return sum(1 for _ in itertools.islice(answer, YIELDED))
        return answer

    def call(text: str) -> Any:
        try:
            return once(text)
        except TypeError as error:
            if "offset-naive" not in str(error):
                raise
        with wall_times():  # some calendars' functions know no zones at all
            return once(text)

    return call
