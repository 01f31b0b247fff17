"""Which JSON did the model mean, when it wrote almost JSON?

Small models put fences, tags and prose around their JSON, write Python literals, single quotes, comments and trailing
commas. Those have one reading each, so they are read. What would have to be guessed is not: a text that ends inside
a value is never completed, and an unescaped quote or a bare word is an error.

The text is cut into tokens once, each token is rewritten as strict JSON, and `json.loads` judges the grammar. This is
why json-repair is not used here: it closes what was cut off and fills in missing values by design, recurses with the
input and takes seconds for 50 kB of open brackets.
"""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.kit import patterns
from orchestrator.kit.text import encodable

MAX_DEPTH = 64  # far above any tool's arguments, far below what recursive consumers of the value survive
_MAX_QUOTED_LAYERS = 2  # a JSON text inside a JSON string, as OpenAI-like servers encode arguments

_MAX_DIGITS = 40  # of a number inside a text
_EXACT_FLOAT = 2.0**53  # beyond it an integral float no longer says which integer

_INTEGER = patterns.compile(r"[+-]?[0-9]+(?:\.0+)?")
_NUMBER = patterns.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")

# A bracket in prose begins a value only if what follows could be its first member: "[see 1]" and "{x}" do not.
_START = patterns.compile(r"""\{\s*(?:["'“}/#]|[A-Za-z_$][\w$-]*\s*:|\Z)|\[\s*(?:[\[{"'“\]]|\Z)""")

# A quote that never closes ends the scan (`cut`), so that it is looked for once.
_TOKEN = patterns.compile(
    r"(?s)(?P<gap>\s+|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z))"
    r'|(?P<double>"[^"\\]*(?:\\.[^"\\]*)*")'
    r"|(?P<single>'[^'\\]*(?:\\.[^'\\]*)*')"
    r"|(?P<curly>“[^”\\]*(?:\\.[^”\\]*)*”)"
    r"""|(?P<cut>["'“])"""
    r"|(?P<open>[{\[])"
    r"|(?P<close>[}\]])"
    r"|(?P<mark>[,:])"
    r"|(?P<name>[A-Za-z_$][\w$-]*)(?P<colon>\s*:)?"
    r"""|(?P<word>[^\s{}\[\],:"'“/#]+|.)"""
)
_MOST_VALUES = 1_000
"""Of one text. Each costs a look at the whole of it."""
_SEPARATORS = patterns.compile(r"[\s_-]+")
_ESCAPE = patterns.compile(r'(?s)\\(x[0-9a-fA-F]{2}|.)|"')
_ABSENT_WORDS = frozenset({"", "null", "none", "undefined"})
_PAIRS = {"}": "{", "]": "["}
_PYTHON_WORDS = {"True": "true", "False": "false", "None": "null"}


@dataclass(frozen=True, slots=True)
class Found:
    """An object or array of a text, with where it stands."""

    start: int
    end: int
    value: Any


class CutOff(ValueError):
    """The text ends inside a value, or its brackets do not match: nothing of it may be used."""


class Unsound(ValueError):
    """A value that JSON cannot say: NaN, an infinity, a key that is no text, a foreign type, endless nesting."""


def parse_object(text: str) -> dict[str, Any] | None:
    """The one object of the text; None when there is none, when it was cut off, or when several differ."""
    try:
        found = find_values(unquoted(text))
    except CutOff:
        return None
    objects = [each.value for each in found if isinstance(each.value, dict)]
    if not objects or any(other != objects[0] for other in objects[1:]):
        return None
    only: dict[str, Any] = objects[0]
    return only


def parse_array(text: str) -> list[Any] | None:
    """The array that the text is; None when it is none, was cut off, or holds anything beside it."""
    try:
        found = find_values(unquoted(text))
    except CutOff:
        return None
    return found[0].value if len(found) == 1 and isinstance(found[0].value, list) else None


def parse_values(text: str) -> list[Any]:
    """The objects of the text in order; an array stands for its elements. Empty when anything was cut off."""
    values: list[Any] = []
    try:
        for each in find_values(unquoted(text)):
            values.extend(each.value if isinstance(each.value, list) else [each.value])
    except CutOff:
        return []
    return values


def find_values(text: str) -> list[Found]:
    """The objects and arrays of the text that stand in no other one. Raises CutOff."""
    found: list[Found] = []
    at = _after_thoughts(text)
    end, tried = at, 0
    for start in _starts(text, at):
        if start < end:
            continue
        if tried == _MOST_VALUES:
            break
        end, strict = _rewrite(text, start)
        tried += 1
        value = _loads(strict)
        if isinstance(value, dict | list):
            found.append(Found(start, end, value))
    return found


def other_notations(value: Any, kind: str | None) -> list[Any]:
    """What a scalar can be read as, where the JSON type `kind` is wanted and the value is of another.

    `"5"` for an integer, `5.0` too, `"true"` for a boolean. Digits alone: "1,000", "5 km", "a few" have no one
    reading. A float is not read as a text, for `4.50` may have been meant.
    """
    read = _READINGS.get(kind or "")
    if read is None or isinstance(value, bool):
        return []
    return read(value.strip() if isinstance(value, str) else value)


def is_absent(value: Any) -> bool:
    """Whether this is how models write that there is no value."""
    return value is None or (isinstance(value, str) and value.strip().casefold() in _ABSENT_WORDS)


def _integers(value: Any) -> list[Any]:
    if isinstance(value, str) and len(value) <= _MAX_DIGITS and _INTEGER.fullmatch(value):
        return [int(value.partition(".")[0])]
    return [int(value)] if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT_FLOAT else []


def _numbers(value: Any) -> list[Any]:
    if not isinstance(value, str) or len(value) > _MAX_DIGITS or not _NUMBER.fullmatch(value):
        return []
    number = float(value)
    if not math.isfinite(number):
        return []
    return [int(value)] if value.lstrip("+-").isdecimal() else [number]


def _booleans(value: Any) -> list[Any]:
    word = value.casefold() if isinstance(value, str) else ""
    return [word == "true"] if word in {"true", "false"} else []


def _nulls(value: Any) -> list[Any]:
    return [None] if isinstance(value, str) and value.casefold() in {"null", "none"} else []


def _texts(value: Any) -> list[Any]:
    return [str(value)] if isinstance(value, int) and abs(value) < 10**_MAX_DIGITS else []


_READINGS: dict[str, Callable[[Any], list[Any]]] = {
    "integer": _integers,
    "number": _numbers,
    "boolean": _booleans,
    "null": _nulls,
    "string": _texts,
}


def near_options(value: Any, options: Sequence[Any]) -> list[Any]:
    """The option that the value is but for case, separators or notation; none where two are."""
    if isinstance(value, list) and len(value) == 1:
        return [value[0]]
    if isinstance(value, bool | dict | list) or value is None:
        return []
    text = _option_text(value)
    for same in (str.strip, lambda word: word.strip().casefold(), _without_separators):
        near = [option for option in options if same(_option_text(option)) == same(text)]
        if near:
            return near if len(near) == 1 else []
    return []


def _option_text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, str) else json.dumps(value)


def _without_separators(text: str) -> str:
    # Only between letters or digits: a leading minus or a trailing plus is part of the option.
    return _SEPARATORS.sub(_between, text.strip().casefold())


def _between(found: patterns.Match) -> str:
    around = found.string[max(found.start() - 1, 0) : found.start()], found.string[found.end() : found.end() + 1]
    return "" if all(char.isalnum() for char in around) else str(found.group())


def plain_copy(value: Any, depth: int = 0) -> tuple[Any, bool]:
    """A copy that shares nothing with `value`, and whether characters that no store takes were removed from it.

    NUL and lone surrogates are removed from texts; anything that JSON cannot say raises Unsound.
    """
    if isinstance(value, str):
        clean = _storable(value)
        return clean, clean != value
    if value is None or isinstance(value, bool | int):
        return value, False
    if isinstance(value, float):
        if not math.isfinite(value):
            raise Unsound("a number is not finite")
        return value, False
    if depth >= MAX_DEPTH:
        raise Unsound("the values are nested too deeply")
    if isinstance(value, dict):
        return _copied_object(value, depth)
    if isinstance(value, list):
        pairs = [plain_copy(item, depth + 1) for item in value]
        return [item for item, _ in pairs], any(changed for _, changed in pairs)
    raise Unsound(f"{type(value).__name__} is not a JSON value")


def _copied_object(value: dict[Any, Any], depth: int) -> tuple[dict[str, Any], bool]:
    copied: dict[str, Any] = {}
    changed = False
    for key, item in value.items():
        if not isinstance(key, str) or _storable(key) != key:
            raise Unsound("a key is not plain text")
        copied[key], touched = plain_copy(item, depth + 1)
        changed = changed or touched
    return copied, changed


def _storable(text: str) -> str:
    if encodable(text) == text:
        return text
    # UTF-16 joins the halves of a pair that arrived apart; what is still alone is dropped.
    return encodable(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore"))


def unquoted(text: str) -> str:
    """The content of a text that is as a whole one JSON string."""
    for _ in range(_MAX_QUOTED_LAYERS):
        bare = text.strip("\ufeff \t\r\n")
        if not (bare.startswith('"') and bare.endswith('"')):
            return text
        try:
            inner = json.loads(bare, strict=False)
        except ValueError:
            return text
        if not isinstance(inner, str):
            return text
        text = inner
    return text


def _after_thoughts(text: str) -> int:
    """Where the answer begins: a draft inside a model's thoughts is no answer, and thoughts may lack their open tag."""
    opened = text.lstrip("\ufeff \t\r\n").startswith("<think>")
    if not opened and "<think>" in text:
        return 0
    closed = text.find("</think>")
    if closed >= 0:
        return closed + len("</think>")
    return len(text) if opened else 0


def _starts(text: str, at: int) -> Iterator[int]:
    """Where a value may begin, those inside of others too."""
    first = _opening_array(text, at)
    if first is not None:
        yield first
    yield from (match.start() for match in _START.finditer(text, at))


def _opening_array(text: str, at: int) -> int | None:
    # An array of bare numbers or words counts when the text begins with it; inside prose it would be a citation.
    for position in range(at, len(text)):
        if text[position] == "[":
            return position
        if not (text[position].isspace() or text[position] == "\ufeff"):
            break
    return None


def _rewrite(text: str, start: int) -> tuple[int, str]:
    """The end of the value that begins at `start`, and its tokens as strict JSON, grammar not yet judged."""
    out: list[str] = []
    stack: list[str] = []
    for match in _TOKEN.finditer(text, start):
        kind, token = match.lastgroup, match.group()
        if kind == "gap":
            continue
        if kind == "open":
            if len(stack) >= MAX_DEPTH:
                raise CutOff("nested too deeply")
            stack.append(token)
            out.append(token)
        elif kind == "close":
            if stack.pop() != _PAIRS[token]:
                raise CutOff("brackets do not match")
            if out[-1] == "," and out[-2] not in {"{", "[", ",", ":"}:
                out.pop()
            out.append(token)
            if not stack:
                return match.end(), "".join(out)
        elif kind == "cut":
            break
        elif match["colon"] is not None:
            out += [f'"{match["name"]}"', ":"]
        else:
            out.append(_strict_token(kind, token))
    raise CutOff("the text ends inside a value")


def _strict_token(kind: str | None, token: str) -> str:
    if kind == "mark" or (kind == "double" and "\\" not in token):
        return token
    if kind in {"double", "single", "curly"}:
        return f'"{_ESCAPE.sub(_strict_escape, token[1:-1])}"'
    return " " + _PYTHON_WORDS.get(token, token)  # the space keeps `1 2` from becoming 12


def _strict_escape(match: patterns.Match) -> str:
    escaped: str | None = match.group(1)
    if escaped is None:
        return '\\"'  # a double quote inside other quotes
    if len(escaped) > 1:
        return "\\u00" + escaped[1:]  # Python's \xNN
    return "'" if escaped == "'" else str(match.group())


def _loads(strict: str) -> Any:
    """The value, or None when the rewritten text is still no JSON; a value here is never None itself."""
    try:
        return json.loads(strict, strict=False, parse_constant=_refused, parse_float=_finite)
    except ValueError:
        return None


def _refused(word: str) -> Any:
    raise ValueError(f"{word} is no JSON value")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("the number is too large")
    return number
