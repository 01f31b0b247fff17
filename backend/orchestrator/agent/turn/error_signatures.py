"""What of a failed call and of the one that got through may be remembered? Names and shapes, never a value.

An error's text quotes what the model wrote, what the user said, what others wrote. Remembered are the words of the
tool's own contract (its name, parameters, options and descriptions) and of a closed list; everything else is `…`. So
nothing of the user's or of others' can stand in what is learned, and nothing there can be an instruction of theirs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cached_property
from typing import Any

from orchestrator.agent.tools.freezing import canonical
from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import ELLIPSIS, shorten, texts_in
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.llm.loose_json import is_absent, parse_object

ERROR_CHARACTERS = 400
MOST_CHANGES = 6
"""What differs in more places is another call, not the same one mended."""
LEAST_WORDS = 2
"""An error of which less is left says nothing."""
_DEEPEST = 3
"""Of objects in arguments whose parts are told apart."""
_SAID = frozenset(
    """a about absent after again all already an and any are as at be been before below between both but by call can
    cannot changed character characters complete contains could date day days did digits do does done each either
    empty end ends enough error every exactly exist exists expected extra field fields final find first for format
    found from future get give given greater has have id ids in input instead integer invalid is iso it item items its
    json known last later least leave less like list local long longer made many match matches missing month more most
    must name named names needs neither nested no none not nothing null number object of offset on once one only or
    order other out over parameter parameters past plain property read required same say send should show since so some
    start starts string sure t than that the their them then there these they this those time times to too tool true
    text false type unclear understood unexpected unique unknown until up use used user valid value values when which
    whole with within without word words wrong year you zone""".split()
)
"""What error messages are made of; a word of this list may also be somebody's, and says nothing about them."""
_CONSTANT = patterns.compile(r"(?:Did you mean '[^']*'\? )?Known parameters: [^.]*\.|It takes no parameters\.")
"""What is always said of the tool: no part of the error."""
_PARTS = patterns.compile(r"'(?P<quoted>[^'\n]*)'|(?P<word>[\p{L}\p{N}]\w*)(?P<apostrophe>'?)")
_NAME = patterns.compile(r"[A-Za-z][\w.\[\]]*")
_INDEX = patterns.compile(r"\[\d*\]")
_TOLD = patterns.compile(rf"[\"“”«»(){{}}\[\]`]*(?:{ELLIPSIS}[\s\"“”«»(){{}}\[\]`,;:/-]*)+")
_EMAIL = patterns.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_FIGURES = patterns.compile(r"[+-]?\d+(?:[.,]\d+)?")
_CAMEL = patterns.compile(r"([a-z])([A-Z])")
_SHORT_ID = patterns.compile(r"[0-9a-f]{8}")


@dataclass(frozen=True)
class ContractWords:
    """The words of a tool's contract."""

    spec: ToolSpec

    @cached_property
    def names(self) -> frozenset[str]:
        """Parameters and options, as they are written."""
        return frozenset(_names(self.spec.schema))

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of it, folded."""
        said = [self.spec.description, self.spec.name, *self.names, *_descriptions(self.spec.schema)]
        return frozenset(word for text in said for word in tokens(text.replace("_", " ")))

    def name(self, name: str) -> str | None:
        """A parameter's name as it may be told: one of the contract's, or one made of its words ("start_time")."""
        if all(part in self.names for part in _INDEX.sub("", name).split(".")):
            return name
        spelled = _CAMEL.sub(r"\1 \2", name).replace("_", " ").replace(".", " ")
        parts = tokens(spelled)
        known = self.words | _SAID
        return name if parts and name.isascii() and all(part in known for part in parts) else None


def error_shape(reason: str, words: ContractWords) -> str | None:
    """An error's text with nothing in it but words of the contract and of the closed list; None where too little is
    left of it."""
    kept = 0

    def told(found: patterns.Match) -> str:
        nonlocal kept
        if (quoted := found["quoted"]) is not None:
            if found.string[found.end() : found.end() + 1].isalnum():  # no quotation: "the users' own 'a'b"
                return f"'{_PARTS.sub(told, quoted)}'"
            if quoted == words.spec.name:
                return "this tool"
            if _NAME.fullmatch(quoted) is None or words.name(quoted) is None:
                return ELLIPSIS
            kept += 1
            return f"'{quoted}'"
        return told_word(str(found["word"])) + str(found["apostrophe"])

    def told_word(word: str) -> str:
        nonlocal kept
        if normalize(word) == normalize(words.spec.name):
            return "this tool"
        if all(part in words.words or part in _SAID for part in tokens(word.replace("_", " "))):
            kept += 1
            return word
        return "#" if word.isdigit() else ELLIPSIS

    text = _CONSTANT.sub("", reason).replace(f"Tool '{words.spec.name}'", "This tool")
    text = _PARTS.sub(told, text)
    text = " ".join(_TOLD.sub(f"{ELLIPSIS} ", text).split())
    return shorten(text, ERROR_CHARACTERS) if kept >= LEAST_WORDS else None


def given(arguments: Mapping[str, Any] | str | None) -> dict[str, Any] | None:
    """A call's arguments as (path, value), absent ones left out; None where they are no object."""
    whole = parse_object(arguments) if isinstance(arguments, str) else arguments
    return dict(_leaves(whole, "", 1)) if isinstance(whole, Mapping) else None


def same_wish(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether one call may be the other one mended: some value of it is still there. Flags and figures are too common
    to tell, unless there is nothing else."""
    mine, theirs = _values(before), _values(after)
    return bool(mine & theirs) or not mine


def changes(before: Mapping[str, Any], after: Mapping[str, Any], words: ContractWords) -> tuple[str, ...]:
    """What was changed in the call, in names and shapes; () where that can't be said so, or is too much."""
    gone = {name: value for name, value in before.items() if name not in after}
    new = {name: value for name, value in after.items() if name not in before}
    told: list[str] = []
    for name, value in list(new.items()):
        old = next((one for one, there in gone.items() if _the_same(there, value)), None)
        if old is not None and words.name(old) is not None and words.name(name) is not None:
            told.append(f"give '{name}' in place of '{old}'")
            del gone[old], new[name]
    told += [f"leave out '{name}'" for name in gone if words.name(name) is not None]
    told += [
        f"give '{name}' as {shape_of(value, words)}" for name, value in new.items() if words.name(name) is not None
    ]
    for name in before.keys() & after.keys():
        if words.name(name) is None:
            continue
        was, is_now = shape_of(before[name], words), shape_of(after[name], words)
        if was != is_now:
            told.append(f"give '{name}' as {is_now}, not as {was}")
    return tuple(sorted(told)) if len(told) <= MOST_CHANGES else ()


def shape_of(value: Any, words: ContractWords) -> str:
    """Of what kind a value is; an option of the contract as it stands."""
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a whole number" if isinstance(value, int) else "a number"
    if isinstance(value, str):
        return _text_shape(value.strip(), words)
    if isinstance(value, list):
        kinds = sorted({shape_of(one, words) for one in value})
        return f"a list, each item {kinds[0]}" if len(kinds) == 1 else "a list"
    return "an object"


def _text_shape(text: str, words: ContractWords) -> str:
    if text in words.names:
        return f"'{text}'"
    if parse_id(text) is not None:
        return "an id"
    if text[:1] in {"{", "["}:
        return "JSON in a text"
    for pattern, shape in ((_FIGURES, "a number in a text"), (_SHORT_ID, "an id"), (_EMAIL, "an email address")):
        if pattern.fullmatch(text):
            return shape
    return _time_shape(text) or "a text"


def _time_shape(text: str) -> str | None:
    for read, shape in ((date.fromisoformat, "a date (YYYY-MM-DD)"), (time.fromisoformat, "a time of day (HH:MM)")):
        try:
            read(text)
        except ValueError:
            continue
        return shape
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return "a local time (YYYY-MM-DDTHH:MM)" if moment.tzinfo is None else "a time with an offset"


def _leaves(value: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping) and (depth <= _DEEPEST or not path):
        for name, item in value.items():
            yield from _leaves(item, f"{path}.{name}" if path else str(name), depth + 1)
    elif not is_absent(value) and value != []:
        yield path, value


def _values(arguments: Mapping[str, Any]) -> set[str]:
    texts = {normalize(text) for text in texts_in(arguments)}
    return texts or {canonical(value) for value in arguments.values()}


def _the_same(one: Any, other: Any) -> bool:
    """Equal values, and a text that code made whole ("tomorrow", "for tomorrow")."""
    if isinstance(one, str) and isinstance(other, str):
        short, long = sorted((normalize(one), normalize(other)), key=len)
        return f" {short} " in f" {long} "
    return canonical(one) == canonical(other)


def _names(node: Any) -> Iterator[str]:
    """The names of all properties of a schema, and its options that are texts."""
    if isinstance(node, Mapping):
        properties = node.get("properties")
        yield from properties if isinstance(properties, Mapping) else ()
        options = node.get("enum")
        yield from (one for one in (options if isinstance(options, list) else ()) if isinstance(one, str))
        if isinstance(node.get("const"), str):
            yield node["const"]
    for part in node.values() if isinstance(node, Mapping) else node if isinstance(node, list) else ():
        yield from _names(part)


def _descriptions(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping) and isinstance(node.get("description"), str):
        yield node["description"]
    for part in node.values() if isinstance(node, Mapping) else node if isinstance(node, list) else ():
        yield from _descriptions(part)
