"""What does `/event` read from the user's words: which fields, in which shapes, and what of it did they really say?"""

from collections.abc import Iterable, Mapping
from typing import Any

from orchestrator.commands.command import UNRELATED, Saying, Stage
from orchestrator.domain.world.events.commands import calendar_words
from orchestrator.kit import patterns
from orchestrator.kit.text import storable
from orchestrator.language import time
from orchestrator.language.text.normalize import content_words, normalize, tokens
from orchestrator.llm.loose_json import is_absent

TEXTS = ("event", "title", "when", "place", "description")
LISTS = ("participants", "remove")
START = ("create", "update", "cancel")
EDIT = ("change", UNRELATED)
MOST_PEOPLE = 100
MOST_TEXT = 4_000
MOST_TITLE = 500
_AKA: Mapping[str, str] = {"people": "participants", "attendees": "participants", "where": "place", "time": "when"}
_CHANGES = patterns.compile(
    r"\b(?:mov\w+|change\w*|reschedul\w+|postpon\w+|delay\w*|push\w*|cancel\w*|renam\w+|call it|add|remov\w+|updat\w+"
    r"|mud\w+|alter\w+|adi\w+|remarc\w+|desmarc\w+|cambi\w+|aplaz\w+|pospon\w+|muev\w+|anad\w+|agreg\w+|quit\w+|tir\w+)\b"
)
"""Folded words without which nobody changes what exists; a small model says `update` of new events too."""


def schema(stage: Stage) -> Mapping[str, Any]:
    """The JSON Schema of an extraction."""
    actions = START if stage == "start" else EDIT
    properties: dict[str, Any] = {"action": {"type": "string", "enum": list(actions)}}
    properties |= {name: {"type": "string"} for name in ("event", "title", "when")}
    properties |= {name: {"type": "array", "items": {"type": "string"}} for name in LISTS}
    properties |= {name: {"type": "string"} for name in ("place", "description")}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def read(value: Mapping[str, Any], stage: Stage) -> dict[str, Any] | None:
    """A model's object put right: absent is empty, one name is a list, people may be objects. None where it says
    nothing."""
    value = {_AKA.get(name, name): one for name, one in value.items()}
    found: dict[str, Any] = {name: _text(value.get(name)) for name in TEXTS}
    found |= {name: _names(value.get(name)) for name in LISTS}
    action = _text(value.get("action")).casefold()
    actions = START if stage == "start" else EDIT
    found["action"] = action if action in actions else actions[0]
    if found["action"] == UNRELATED:
        return found
    return found if any(found[name] for name in (*TEXTS, *LISTS)) else None


def noted(found: Mapping[str, Any], said: str) -> dict[str, Any]:
    """The extraction with the words about a calendar, which an answer to a question ("at ten") does not repeat."""
    calendar = calendar_words.around(said)
    return {**found, "calendar": calendar[:MOST_TEXT]} if calendar else dict(found)


def grounded(found: Mapping[str, Any], said: str, saying: Saying) -> dict[str, Any]:
    """The extraction held against what was said: a time that is no copy is replaced by the words that mean one; what
    exists is changed only by words of change."""
    held = dict(found)
    heard = set(tokens(said))
    if not held["when"] or not set(tokens(held["when"])) <= heard:
        latest = said.rpartition("\n")[2]
        held["when"] = " ".join(one.text for one in time.mentions(latest, now=saying.now, locale=saying.locale))
    if held["action"] in {"update", "cancel"} and not _CHANGES.search(normalize(said)):
        held |= {"action": "create", "title": held["title"] or held["event"], "event": ""}
    elif held["action"] == "create" and held["event"]:
        held["event"] = ""
    if held["action"] in {"update", "cancel"} and not held["event"]:
        held |= {"event": held["title"], "title": ""}
    known = {*content_words(held["event"])}
    if held["event"] and set(content_words(held["title"])) <= known:
        held["title"] = ""  # the event's own name is no new one
    return held


def merged(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The earlier extraction with what a later message adds: people are added, taken out only where it says so."""
    if not before:
        return dict(after)
    whole = {name: after.get(name) or before.get(name) or "" for name in TEXTS}
    gone = {normalize(name) for name in after.get("remove", ())}
    people = _distinct([*before.get("participants", ()), *after.get("participants", ())])
    whole["participants"] = [name for name in people if normalize(name) not in gone]
    whole["remove"] = _distinct([*before.get("remove", ()), *after.get("remove", ())])
    if calendar := after.get("calendar") or before.get("calendar"):
        whole["calendar"] = calendar
    whole["action"] = before.get("action") or after.get("action") or START[0]
    return whole


def _distinct(names: Iterable[str]) -> list[str]:
    kept: dict[str, str] = {}
    for name in names:
        kept.setdefault(normalize(name), name)
    return list(kept.values())


def _text(value: object) -> str:
    if isinstance(value, Mapping):
        value = value.get("name") or value.get("text") or value.get("value")
    if isinstance(value, list):
        value = ", ".join(_text(one) for one in value)
    if is_absent(value) or not isinstance(value, str | int | float):
        return ""
    return storable(str(value)).strip()[:MOST_TEXT]


def _names(value: object) -> list[str]:
    if isinstance(value, str):
        value = [one.strip() for one in value.replace(";", ",").split(",")]
    elif isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list):
        return []
    return _distinct(name for one in value if (name := _text(one)))[:MOST_PEOPLE]
