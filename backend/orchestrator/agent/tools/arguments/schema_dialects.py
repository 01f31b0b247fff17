"""The drafts of JSON Schema that tools' schemas are written in, each as it is written and with strict integers.

A schema names its draft by `$schema`, as those of MCP servers do that are made from Zod (draft-07); one that does not
is of the newest draft whose meta-schema takes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft4Validator, Draft6Validator, Draft7Validator, Draft201909Validator, Draft202012Validator
from jsonschema.exceptions import SchemaError
from jsonschema.protocols import Validator
from jsonschema.validators import extend, validator_for

from orchestrator.agent.tools.arguments.schema_patterns import KEYWORDS


@dataclass(frozen=True)
class Dialect:
    """`plain`: the library's own, for the schema itself; `written` matches patterns in linear time; `strict` beside it
    takes no 5.0 for an integer."""

    plain: Any
    written: Any
    strict: Any


def _dialect(plain: Any) -> Dialect:
    known = {word: check for word, check in KEYWORDS.items() if word in plain.VALIDATORS}
    written: Any = extend(plain, known)  # type: ignore[no-untyped-call]
    integers = plain.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    return Dialect(plain, written, extend(written, type_checker=integers))  # type: ignore[no-untyped-call]


_DRAFTS = (Draft202012Validator, Draft201909Validator, Draft7Validator, Draft6Validator, Draft4Validator)
DIALECTS: Mapping[Any, Dialect] = {plain: _dialect(plain) for plain in _DRAFTS}
NEWEST = DIALECTS[Draft202012Validator]


def dialect_of(schema: Mapping[str, Any]) -> Dialect:
    """Raises SchemaError for what its draft does not take, or no draft where it names none that is known."""
    named = DIALECTS.get(validator_for(schema, default=Validator)) if isinstance(schema.get("$schema"), str) else None
    faults: list[SchemaError] = []
    for dialect in [named] if named is not None else DIALECTS.values():
        try:
            dialect.plain.check_schema(schema, format_checker=None)  # which reads patterns as Python's
        except SchemaError as fault:
            faults.append(fault)
        else:
            return dialect
    raise faults[0]
