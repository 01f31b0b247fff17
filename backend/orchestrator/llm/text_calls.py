"""Did the model write a tool call as text, and which?

Models without a working call format answer with the call as JSON, in the shape of whatever they were trained on. The
shapes read here name the tool and its arguments in so many words. An answer that merely is JSON, or the echo of a
tool's own definition, is no call.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from orchestrator.kit import patterns
from orchestrator.llm.loose_json import CutOff, Found, find_values, unquoted

_NAME_KEYS = ("name", "tool", "tool_name", "function", "function_name", "action", "recipient_name")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params", "input", "tool_input", "action_input", "kwargs")
_LIST_KEYS = ("tool_calls", "tool_call", "function_call", "calls", "tool_uses")
# Keys that may stand beside a call. "description" is not among them: it marks the echo of a definition.
_SIDE_KEYS = frozenset({"id", "type", "index", "call_id", "thought", "thoughts", "reasoning"})
_MAX_WRAPPERS = 4  # {"tool_calls": [{"function": {…}}]} needs two
# What models put before a name because of how tools were rendered to them.
_PREFIXES = ("functions.", "function.", "tools.", "tool.", "default_api.")

_TAGGED = patterns.compile(r"(?:<function=|\[TOOL_CALLS\]\s{0,9})([\w./-]{1,128})(?:>|\[ARGS\])?\s{0,9}\Z")
_APPLIED = patterns.compile(r"\s*(?:```\w*\s*)?([A-Za-z_][\w./-]{0,127})\s?\(\s*\Z")
_APPLIED_END = patterns.compile(r"\s*\)\s*;?\s*(?:```\s*)?\Z")
_TAG_REACH = 160  # how far before its arguments a tag may begin


@dataclass(frozen=True, slots=True)
class RawCall:
    """A call as the model proposed it: nothing about it has been checked."""

    name: str
    arguments: Any


class NotOneCall(ValueError):
    """The message is a sentence for the model."""


def calls_in_text(text: str, tool_names: Collection[str]) -> list[RawCall]:
    """The calls of offered tools that the text consists of or contains; a name may differ in case and separators."""
    try:
        proposed = proposed_calls(text)
    except CutOff:
        return []
    offered = {fold_name(name) for name in tool_names} - {""}
    return [call for call in proposed if fold_name(call.name) in offered]


def proposed_calls(text: str) -> list[RawCall]:
    """Everything in the text that is shaped like a call, whatever it names. Raises CutOff."""
    text = unquoted(text)
    found = find_values(text)
    calls: list[RawCall] = []
    for each in found:
        named = _named_outside(text, each, alone=len(found) == 1)
        calls.extend([named] if named else calls_in_value(each.value))
    return calls


def only_call(raw: Mapping[str, Any] | str) -> RawCall:
    """The one call that an object or a text proposes. Raises CutOff, or NotOneCall where there is none or several."""
    calls = proposed_calls(raw) if isinstance(raw, str) else calls_in_value(dict(raw))
    if not calls:
        raise NotOneCall("There is no readable tool call in this.")
    if any(call != calls[0] for call in calls[1:]):
        raise NotOneCall(f"There are {len(calls)} calls in this. Send one call at a time.")
    return calls[0]


def calls_in_value(value: Any, depth: int = 0) -> list[RawCall]:
    """The calls that a parsed value is, or is a list or wrapper of."""
    if depth > _MAX_WRAPPERS:
        return []
    if isinstance(value, list):
        return [call for item in value for call in calls_in_value(item, depth + 1)]
    if not isinstance(value, dict):
        return []
    wrappers = [key for key in _LIST_KEYS if isinstance(value.get(key), dict | list)]
    if wrappers:
        return calls_in_value(value[wrappers[0]], depth + 1) if len(wrappers) == 1 else []
    if isinstance(value.get("function"), dict) and value.keys() <= _SIDE_KEYS | {"function"}:
        return calls_in_value(value["function"], depth + 1)
    call = _call_of(value)
    return [call] if call else []


def fold_name(name: str) -> str:
    """What two spellings of one name share: no case, no separators."""
    return "".join(character for character in name.casefold() if character.isalnum())


def names_near(name: str, names: Iterable[str]) -> list[str]:
    """The names that are this one but for case, separators and a prefix."""
    spellings = {fold_name(name), *(fold_name(name[len(start) :]) for start in _PREFIXES if name.startswith(start))}
    return [known for known in names if fold_name(known) in spellings - {""}]


def _call_of(value: dict[Any, Any]) -> RawCall | None:
    names = [key for key in _NAME_KEYS if isinstance(value.get(key), str)]
    arguments = [key for key in _ARGUMENT_KEYS if key in value]
    if len(names) != 1 or len(arguments) > 1 or not value.keys() <= _SIDE_KEYS | {*names, *arguments}:
        return None
    given = value[arguments[0]] if arguments else None
    if not (given is None or isinstance(given, dict | str)) or _is_definition(given):
        return None
    return RawCall(value[names[0]], given)


def _is_definition(arguments: Any) -> bool:
    """Whether these are not arguments but the JSON Schema of arguments."""
    return isinstance(arguments, dict) and arguments.get("type") == "object" and "properties" in arguments


def _named_outside(text: str, found: Found, *, alone: bool) -> RawCall | None:
    """The call whose name stands before its arguments: `<function=name>{…}`, `[TOOL_CALLS]name{…}`, `name({…})`."""
    if not isinstance(found.value, dict):
        return None
    tag = _TAGGED.search(text, max(0, found.start - _TAG_REACH), found.start)
    if tag:
        return RawCall(tag.group(1), found.value)
    # In prose `f({…})` may be an example, so the text must be nothing else.
    applied = _APPLIED.fullmatch(text, 0, found.start) if alone else None
    if applied and _APPLIED_END.match(text, found.end):
        return RawCall(applied.group(1), found.value)
    return None
