"""Every operation that the published OpenAPI promises, with a body that its own example says is good."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

OWN_BODIES = {
    "/contacts/{contact_id}/relationships": {"contact_id": "0192f5a0-0000-7000-8000-000000000000", "label": "Sister"},
    "/contacts/{contact_id}/places": {"place_id": "0192f5a0-0000-7000-8000-000000000000", "label": "Home"},
    "/previews/{preview_id}": {"edits": {"title": "Dinner"}},
}
"""Where the document's example can't be sent as it stands: its ids are someone's own."""


@dataclass(frozen=True)
class Operation:
    """One method of one path; `example` is None where it takes no JSON body."""

    method: str
    path: str
    example: Any = None
    takes_body: bool = False

    @property
    def parameters(self) -> list[str]:
        """The names in the path, in order."""
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    """Those of the document."""
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            schema = _json_schema(told)
            example = _example(schema, document["components"]["schemas"]) if schema is not None else None
            yield Operation(method.upper(), path, OWN_BODIES.get(path, example), schema is not None)


def _json_schema(operation: dict[str, Any]) -> dict[str, Any] | None:
    content = operation.get("requestBody", {}).get("content", {})
    return dict(content["application/json"]) if "application/json" in content else None


def _example(content: dict[str, Any], schemas: dict[str, Any]) -> Any:
    schema = content.get("schema", {})
    for option in (schema, *schema.get("anyOf", ())):
        if "$ref" in option:
            schema = schemas[option["$ref"].rsplit("/", 1)[1]]
    given = content.get("examples") or schema.get("examples") or [content.get("example") or {}]
    return next(iter(given.values()))["value"] if isinstance(given, dict) else given[0]
