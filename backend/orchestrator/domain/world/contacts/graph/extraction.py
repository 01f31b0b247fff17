"""What does `/contact` read from the user's words: people, what they are to each other, where they live and work?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from orchestrator.commands.command import UNRELATED, Stage
from orchestrator.kit.text import storable
from orchestrator.language.text.normalize import normalize
from orchestrator.llm.loose_json import is_absent

TEXTS = ("organization", "title", "birthday", "notes")
LISTS = ("nicknames", "emails", "phones", "groups")
MOST = 20
MOST_TEXT = 2_000
_RELATION = ("person", "label", "of", "reciprocal_label")
_HOME = ("person", "place", "label")
_STRING: Mapping[str, Any] = {"type": "string"}
_STRINGS: Mapping[str, Any] = {"type": "array", "items": {"type": "string"}}


def schema(stage: Stage) -> Mapping[str, Any]:
    """The JSON Schema of an extraction."""
    actions = ["change"] if stage == "start" else ["change", UNRELATED]
    person = {"name": _STRING, **dict.fromkeys(LISTS, _STRINGS), **dict.fromkeys(TEXTS, _STRING)}
    properties = {
        "action": {"type": "string", "enum": actions},
        "contacts": {"type": "array", "items": _object(person)},
        "relationships": {"type": "array", "items": _object(dict.fromkeys(_RELATION, _STRING))},
        "contact_place_links": {"type": "array", "items": _object(dict.fromkeys(_HOME, _STRING))},
    }
    return _object(properties)


def read(value: Mapping[str, Any], stage: Stage) -> dict[str, Any] | None:
    """A model's object put right: one person may stand alone, lists may be texts. None where it names nobody."""
    action = _text(value.get("action")).casefold()
    if stage == "edit" and action == UNRELATED:
        return {"action": UNRELATED}
    listed = value.get("contacts")
    if listed is None and (value.get("name") or value.get("contact")):
        listed = [value.get("contact") or value]
    people = [person for one in _items(listed) if (person := _person(one))["name"]]
    related = [_only(one, _RELATION) for one in _items(value.get("relationships"))]
    homes = [_only(one, _HOME) for one in _items(value.get("contact_place_links") or value.get("places"))]
    found = {
        "action": "change",
        "contacts": people[:MOST],
        "relationships": [one for one in related if one["person"] and one["label"]][:MOST],
        "contact_place_links": [one for one in homes if one["person"] and one["place"]][:MOST],
    }
    return found if people or found["relationships"] or found["contact_place_links"] else None


def merged(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The earlier extraction with what a later message adds; people are the same by name."""
    if not before:
        return dict(after)
    people = {normalize(one["name"]): dict(one) for one in before.get("contacts", ())}
    for one in after.get("contacts", ()):
        known = people.setdefault(normalize(one["name"]), dict(one))
        for name in TEXTS:
            known[name] = one.get(name) or known.get(name) or ""
        for name in LISTS:
            known[name] = _distinct([*known.get(name, ()), *one.get(name, ())])
    whole: dict[str, Any] = {"action": "change", "contacts": list(people.values())}
    for name in ("relationships", "contact_place_links"):
        whole[name] = _distinct_items([*before.get(name, ()), *after.get(name, ())])
    return {**whole, **({"who": before["who"]} if before.get("who") else {})}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _person(value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        value = {"name": value}
    found: dict[str, Any] = {"name": _text(value.get("name") or value.get("display_name"))}
    found |= {name: _text(value.get(name)) for name in TEXTS}
    return found | {name: _texts(value.get(name) or value.get(name.removesuffix("s"))) for name in LISTS}


def _only(value: object, names: Sequence[str]) -> dict[str, str]:
    told = value if isinstance(value, Mapping) else {}
    return {name: _text(told.get(name)) for name in names}


def _items(value: object) -> list[Any]:
    if isinstance(value, Mapping | str):
        return [value]
    return list(value) if isinstance(value, list) else []


def _text(value: object) -> str:
    if isinstance(value, Mapping):
        value = value.get("name") or value.get("value")
    if isinstance(value, list):
        value = ", ".join(_text(one) for one in value)
    if is_absent(value) or not isinstance(value, str | int | float):
        return ""
    return storable(str(value)).strip()[:MOST_TEXT]


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        value = value.replace(";", ",").split(",")
    return _distinct(text for one in _items(value) if (text := _text(one)))[:MOST]


def _distinct(texts: Iterable[str]) -> list[str]:
    kept: dict[str, str] = {}
    for text in texts:
        kept.setdefault(normalize(text), text)
    return list(kept.values())


def _distinct_items(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """By whom they are about: what is said later holds."""
    keyed = {(normalize(one["person"]), normalize(one.get("of") or one.get("place") or "")): dict(one) for one in items}
    return list(keyed.values())
