"""Which fields of a JSON body hold text, and what is the body with a hostile one of the greatest length there?"""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

WHOLE = 64_000
"""Where the schema sets no limit the body does; that many characters are within it."""
DEPTH = 5

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Field:
    """The way to a text in a body, and how long it may be."""

    path: tuple[str | int, ...]
    longest: int

    def __str__(self) -> str:
        return ".".join(map(str, self.path))

    def put(self, example: Any, text: str) -> Any:
        """The example with that text; what leads to it is made where it is absent."""
        return _put(copy.deepcopy(example), self.path, text)


def fields(schema: Schema, schemas: Mapping[str, Any], path: tuple[str | int, ...] = ()) -> Iterator[Field]:
    """Those of the schema, in its order."""
    if len(path) > DEPTH:
        return
    if "$ref" in schema:
        yield from fields(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas, path)
        return
    for one in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from fields(one, schemas, path)
    if schema.get("type") == "string" and "enum" not in schema and "const" not in schema:
        yield Field(path, min(int(schema.get("maxLength", WHOLE)), WHOLE))
    for name, below in schema.get("properties", {}).items():
        yield from fields(below, schemas, (*path, name))
    if isinstance(schema.get("items"), dict):
        yield from fields(schema["items"], schemas, (*path, 0))
    if isinstance(schema.get("additionalProperties"), dict):
        yield from fields(schema["additionalProperties"], schemas, (*path, "any"))


def fields_of_example(example: Any, path: tuple[str | int, ...] = ()) -> Iterator[Field]:
    """The texts of a body that no schema tells of."""
    if isinstance(example, str):
        yield Field(path, WHOLE)
    elif isinstance(example, Mapping):
        for name, below in example.items():
            yield from fields_of_example(below, (*path, name))
    elif isinstance(example, list):
        for below in example[:1]:
            yield from fields_of_example(below, (*path, 0))


def distinct(found: Iterator[Field]) -> list[Field]:
    """One a path: alternatives name the same field more than once."""
    longest: dict[tuple[str | int, ...], int] = {}
    for one in found:
        longest[one.path] = max(longest.get(one.path, 0), one.longest)
    return [Field(path, size) for path, size in longest.items() if path]


def _put(there: Any, path: tuple[str | int, ...], text: str) -> Any:
    if not path:
        return text
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        items = list(there) if isinstance(there, list) else []
        head = _put(items[0] if items else None, rest, text)
        return [head, *items[1:]]
    fields_there = dict(there) if isinstance(there, dict) else {}
    fields_there[step] = _put(fields_there.get(step), rest, text)
    return fields_there
