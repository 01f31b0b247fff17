"""May a client of the first description go on with the second? What it sends must still be taken, what it reads must
still be given. Works on OpenAPI 3.1 as FastAPI writes it (docs/decisions/0019).

Allowed, because a client that knows nothing of it goes on: new paths, new optional parameters and request fields, wider
bounds, new fields and statuses of an answer, new values of an answer's enumeration.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
NOISE = frozenset({"title", "description", "summary", "examples", "example", "operationId", "tags", "default"})
AT_MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")
AT_LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems")
ANYTHING = "anything"
WIDER = {("integer", "number")}
"""(narrow, wide)"""


def excerpt(document: Mapping[str, Any], under: str) -> dict[str, Any]:
    """The paths that begin so, and the schemas that they use, without words for people."""
    paths = {path: _lean(told) for path, told in sorted(document["paths"].items()) if path.startswith(under)}
    schemas = document["components"]["schemas"]
    used: dict[str, Any] = {}
    waiting = list(_names(paths))
    while waiting:
        name = waiting.pop()
        if name not in used:
            used[name] = _lean(schemas[name])
            waiting += _names(used[name])
    return {"paths": paths, "components": {"schemas": dict(sorted(used.items()))}}


def breaks(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What a client of `old` would stumble over; empty where it may go on."""
    return list(each_break(old, new))


def each_break(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """The same, one after the other as they are found."""
    return _Comparison(old, new).all()


def _lean(value: Any, *, names: bool = False) -> Any:
    """`names`: the keys are names (of properties), none of them noise."""
    if isinstance(value, list):
        return [_lean(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = value if names else {key: told for key, told in value.items() if key not in NOISE}
    return {key: _lean(told, names=key == "properties") for key, told in sorted(kept.items())}


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _names(one)
    elif isinstance(value, dict):
        for key, told in value.items():
            if key == "$ref":
                yield told.rsplit("/", 1)[1]
            else:
                yield from _names(told)


class _Comparison:
    def __init__(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        self._old = old
        self._new = new
        self._under_way: set[tuple[str, str, bool]] = set()

    def all(self) -> Iterator[str]:
        for path, methods in self._old["paths"].items():
            for method, operation in methods.items():
                here = f"{method.upper()} {path}"
                now = self._new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{here}: is gone"
                else:
                    yield from self._parameters(here, operation, now)
                    yield from self._body(here, operation.get("requestBody"), now.get("requestBody"))
                    yield from self._answers(here, operation["responses"], now["responses"])

    def _parameters(self, here: str, old: Schema, new: Schema) -> Iterator[str]:
        before = {(one["in"], one["name"]): one for one in old.get("parameters", ())}
        now = {(one["in"], one["name"]): one for one in new.get("parameters", ())}
        for (place, name), parameter in before.items():
            at = f"{here}: {place} parameter `{name}`"
            if (place, name) not in now:
                yield f"{at} is gone"
                continue
            yield from self._taken(at, parameter["schema"], now[place, name]["schema"])
        for (place, name), parameter in now.items():
            needed_before = before.get((place, name), {}).get("required", False)
            if parameter.get("required", False) and not needed_before:
                yield f"{here}: {place} parameter `{name}` is required now"

    def _body(self, here: str, old: Schema | None, new: Schema | None) -> Iterator[str]:
        if new is not None and new.get("required", False) and not (old or {}).get("required", False):
            yield f"{here}: a body is required now"
        for media_type, told in (old or {"content": {}})["content"].items():
            now = (new or {"content": {}})["content"].get(media_type)
            if now is None:
                yield f"{here}: takes no {media_type} any more"
            else:
                yield from self._taken(f"{here}: body", told["schema"], now["schema"])

    def _answers(self, here: str, old: Schema, new: Schema) -> Iterator[str]:
        for status, answer in old.items():
            if status not in new:
                yield f"{here}: never answers {status} any more"
                continue
            for media_type, told in answer.get("content", {}).items():
                now = new[status].get("content", {}).get(media_type)
                if now is None:
                    yield f"{here}: {status} is no {media_type} any more"
                else:
                    yield from self._given(f"{here}: {status}", told["schema"], now["schema"])

    # What a client sends: everything that was taken is.

    def _taken(self, at: str, old: Schema, new: Schema) -> Iterator[str]:
        now = self._alternatives(new, self._new)
        for was in self._alternatives(old, self._old):
            yield from self._best(at, was, now, self._takes, "is not taken any more", taking=True)

    def _takes(self, at: str, old: Schema, new: Schema) -> Iterator[str]:
        """Of two alternatives of one kind."""
        if (values := new.get("enum")) is not None:
            gone = [one for one in old.get("enum", ["…"]) if one not in values]
            if gone:
                yield f"{at}: {', '.join(map(repr, gone))} is not taken any more"
        for bound in AT_MOST:
            if bound in new and new[bound] < old.get(bound, float("inf")):
                yield f"{at}: {bound} was {old.get(bound, 'none')}, is {new[bound]}"
        for bound in AT_LEAST:
            if bound in new and new[bound] > old.get(bound, float("-inf")):
                yield f"{at}: {bound} was {old.get(bound, 'none')}, is {new[bound]}"
        for name in ("pattern", "format"):
            if name in new and new[name] != old.get(name):
                yield f"{at}: {name} was {old.get(name, 'none')}, is {new[name]}"
        properties = new.get("properties", {})
        for name, told in old.get("properties", {}).items():
            if name not in properties:
                yield f"{at}.{name}: is gone"
            else:
                yield from self._taken(f"{at}.{name}", told, properties[name])
        for name in sorted({*new.get("required", ())} - {*old.get("required", ())}):
            yield f"{at}.{name}: is required now"
        if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
            yield f"{at}: other fields are refused now"
        if "items" in old:
            yield from self._taken(f"{at}[]", old["items"], new.get("items", {}))

    # What a client reads: everything that was given is, and nothing of another kind.

    def _given(self, at: str, old: Schema, new: Schema) -> Iterator[str]:
        was = self._alternatives(old, self._old)
        now = self._alternatives(new, self._new)
        for is_now in now:
            yield from self._best(at, is_now, was, self._gives, "may be given now", taking=False)
        for before in was:
            if _kind(before) != "null" and not any(_fits(_kind(one), _kind(before)) for one in now):
                yield f"{at}: {_kind(before)} is not given any more"

    def _gives(self, at: str, new: Schema, old: Schema) -> Iterator[str]:
        """Of two alternatives of one kind."""
        if "format" in old and new.get("format") != old["format"]:
            yield f"{at}: format was {old['format']}, is {new.get('format', 'none')}"
        if "enum" in old:
            if "enum" not in new:
                yield f"{at}: was one of {', '.join(map(str, old['enum']))}, is any value"
            elif not {*old["enum"]} <= {*new["enum"]}:
                gone = ", ".join(str(one) for one in old["enum"] if one not in new["enum"])
                yield f"{at}: {gone} is not given any more"
        properties = new.get("properties", {})
        for name, told in old.get("properties", {}).items():
            if name not in properties:
                yield f"{at}.{name}: is gone"
                continue
            if name in old.get("required", ()) and name not in new.get("required", ()):
                yield f"{at}.{name}: may be absent now"
            yield from self._given(f"{at}.{name}", told, properties[name])
        if isinstance(old.get("additionalProperties"), dict):
            values = new.get("additionalProperties", {})
            yield from self._given(f"{at}.*", old["additionalProperties"], values if isinstance(values, dict) else {})
        if "items" in old:
            yield from self._given(f"{at}[]", old["items"], new.get("items", {}))

    # Alternatives

    def _best(
        self,
        at: str,
        one: Schema,
        others: list[Schema],
        compare: Callable[[str, Schema, Schema], Iterator[str]],
        otherwise: str,
        *,
        taking: bool,
    ) -> Iterator[str]:
        """Nothing where one of the others goes with this; else what is wrong with the nearest."""
        narrow_first = [(_kind(one), _kind(other)) for other in others]
        alike = [other for other, kinds in zip(others, narrow_first, strict=True) if _fits(*kinds)]
        if not alike:
            yield f"{at}: {_kind(one)} {otherwise}"
            return
        key = (repr(one), repr(alike), taking)
        if key in self._under_way:  # a schema that holds itself
            return
        self._under_way.add(key)
        found = [list(compare(at, one, other)) for other in alike]
        self._under_way.discard(key)
        yield from min(found, key=len)

    def _alternatives(self, schema: Schema, document: Mapping[str, Any]) -> list[Schema]:
        if "$ref" in schema:
            named = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
            return self._alternatives(named, document)
        several = schema.get("anyOf") or schema.get("oneOf")
        if several is None:
            return [schema]
        return [found for one in several for found in self._alternatives(one, document)]


def _kind(schema: Schema) -> str:
    if "const" in schema:
        return f"the value {schema['const']!r}"
    return str(schema.get("type", "object" if "properties" in schema else ANYTHING))


def _fits(narrow: str, wide: str) -> bool:
    """What is of kind `narrow` passes where `wide` is expected."""
    return wide in {narrow, ANYTHING} or (narrow, wide) in WIDER
