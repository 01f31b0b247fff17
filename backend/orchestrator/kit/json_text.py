"""JSON as it may come from outside: decoding that refuses what is none and drops what can't be stored; and a large
value in pieces, so that whoever takes it is never busy with all of it at once.

`json.loads` holds the interpreter's lock from the first byte to the last: a second for 30 MB of small values.
"""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from orchestrator.kit import patterns
from orchestrator.kit.text import encodable

_SUSPECT = patterns.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_HUGE_EXPONENT = patterns.compile(r"[eE]\+?[0-9]{3}")
PIECE = 10_000
"""Values in one piece of a list, about: 5 ms of reading."""
MOST_VALUES = 2_000_000
"""Of a body. 32 MB of the smallest values are 16 million, and a hundred times the memory."""
MOST_IN_A_PIECE = 100_000
"""About 50 ms of reading."""


class NotJson(ValueError):
    """It is no JSON, or not as it may come. `position`: of the first character that is wrong."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.position = position


def decoded(body: bytes) -> Any:
    """The value, without NUL and lone surrogates. Raises NotJson."""
    try:
        text = body.decode()
        parse_float = _finite if _HUGE_EXPONENT.search(text) else None
        value = json.loads(text, parse_constant=_no_constant, parse_float=parse_float)
        return _cleaned(value) if suspect(text) else value
    except UnicodeDecodeError as error:
        raise NotJson("The body is not UTF-8.", error.start) from error
    except json.JSONDecodeError as error:
        raise NotJson(f"The body is not JSON: {error.msg}.", error.pos) from error
    except ValueError as error:  # NaN and Infinity, an integer of thousands of digits
        raise NotJson(f"The body is not JSON: {error}.") from error
    except RecursionError as error:
        raise NotJson("The body is nested too deeply.") from error


def suspect(text: str) -> bool:
    """Whether the JSON text may hold what Postgres can't store, so that `decoded` changed it."""
    return _SUSPECT.search(text) is not None


def pieces(value: Any) -> Iterator[Any]:
    """The value as `assembled` puts it together again. Raises NotJson: it holds more values than may come at once."""
    left = MOST_VALUES
    for piece, many in _counted(value):
        left -= many
        if many > MOST_IN_A_PIECE or left < 0:
            raise NotJson("The body holds too many values: send it in smaller parts.")
        yield piece


def _counted(value: Any) -> Iterator[tuple[Any, int]]:
    """Each piece, and how many values it holds."""
    if isinstance(value, list):
        yield {"list": []}, 1
        for items, many in _cut(value):
            yield {"items": items}, many
    elif isinstance(value, dict):
        yield {"object": None}, 1
        for key, inner in value.items():
            if isinstance(inner, list):
                yield {"key": key, "value": []}, 1
                for items, many in _cut(inner):
                    yield {"key": key, "items": items}, many
            else:
                yield {"key": key, "value": inner}, _many(inner)
    else:
        yield {"value": value}, 1


def _cut(items: Sequence[Any]) -> Iterator[tuple[Sequence[Any], int]]:
    start = held = 0
    for place, item in enumerate(items):
        many = _many(item)
        if held and held + many > PIECE:
            yield items[start:place], held
            start, held = place, 0
        held += many
    if held:
        yield items[start:], held


def assembled(told: Iterable[Any]) -> Any:
    """The value again."""
    whole: Any = None
    for piece in told:
        if "object" in piece:
            whole = {}
        elif "list" in piece:
            whole = []
        elif "items" in piece:
            (whole[piece["key"]] if "key" in piece else whole).extend(piece["items"])
        elif "key" in piece:
            whole[piece["key"]] = piece["value"]
        else:
            whole = piece["value"]
    return whole


def _many(value: Any) -> int:
    """How many values it holds, itself too."""
    found, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        found += 1
        if isinstance(one, dict):
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
    return found


def _no_constant(name: str) -> None:
    msg = f"{name} is no JSON"
    raise ValueError(msg)


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        msg = "a number is too large"
        raise ValueError(msg)
    return value


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {encodable(key): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    return value
