"""Of which parts is a type made: the fields of dataclasses, models, rows, named tuples, and their types?"""

import dataclasses
import inspect
import sys
import typing
from functools import cache
from typing import Any

import pydantic
from sqlalchemy.orm import DeclarativeBase, Mapped


class CanNotMake(Exception):
    """The type has no value without a database, a network or the like."""


def bare(hint: Any) -> Any:
    """The type itself, without what is said about it."""
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


@cache
def fields_of(kind: type) -> tuple[tuple[str, Any, bool], ...]:
    """Name, type and whether it must be given, of everything that makes an instance. Raises CanNotMake."""
    if issubclass(kind, pydantic.BaseModel):
        return tuple(
            (field.alias or name, field.rebuild_annotation(), field.is_required())
            for name, field in kind.model_fields.items()
        )
    try:
        hints = hints_of(kind if has_parts(kind) else kind.__init__)
    except NameError as error:
        raise CanNotMake(f"{kind.__name__}: no hints") from error
    if is_row(kind):
        return tuple(
            (name, typing.get_args(one)[0], True) for name, one in hints.items() if typing.get_origin(one) is Mapped
        )
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


def hints_of(thing: Any) -> dict[str, Any]:
    """Its type hints; names that are imported for type checkers alone are looked for in all of ours. Raises
    NameError."""
    known: dict[str, Any] = {}
    while True:
        try:
            return typing.get_type_hints(thing, localns=known, include_extras=True)
        except NameError as error:
            found = _ours(error.name)
            if found is None or error.name in known:
                raise
            known[error.name] = found


def _ours(name: str) -> Any:
    modules = (module for key, module in sorted(sys.modules.items()) if key.startswith("orchestrator."))
    return next((vars(module)[name] for module in modules if inspect.isclass(vars(module).get(name))), None)


def is_row(kind: type) -> bool:
    """Whether it is a row of a table."""
    return issubclass(kind, DeclarativeBase) and hasattr(kind, "__tablename__")


def has_parts(kind: type) -> bool:
    """Whether the type is plain data whose parts can be given one by one."""
    return (
        dataclasses.is_dataclass(kind)
        or is_row(kind)
        or typing.is_typeddict(kind)
        or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
        or (issubclass(kind, pydantic.BaseModel) and kind is not pydantic.BaseModel)
    )
