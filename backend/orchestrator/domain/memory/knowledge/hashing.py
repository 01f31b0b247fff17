"""When are two errors the same error, and two fixes the same fix? When they are equal once what belongs to one moment
is left out: values in quotes, numbers, ids, times, addresses, paths.

Names in quotes stay (`'start_at'`): which parameter is missing is what the error is about.
"""

import hashlib
import re

from orchestrator.kit.text import storable
from orchestrator.language.fold import fold

VALUE = "*"
NUMBER = "#"
_NAME = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+|\[\d*\])*")
_QUOTED = re.compile(
    r"(?<![^\W_])'(?P<plain>[^']{0,400})'(?![^\W_])|`(?P<code>[^`]{0,400})`"
    r"|\"[^\"]{0,400}\"|“[^”]{0,400}”|«[^»]{0,400}»"
)
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{8,64}\b")
_PATH = re.compile(r"(?<![\w*])(?:~|[a-z]:)?(?:[/\\][\w.@+-]+){2,}[/\\]?")
_NUMBER = re.compile(r"(?<![^\W\d_])\d+(?:[.,:/t-]\d+)*")
_FULL_STOP = " .,;:!"
_ROUNDS = 20
"""What is left out may bring what was around it together; each round leaves less."""


def normalised(text: str) -> str:
    """The text as it is compared; the same again for what it gives."""
    before, after = "", fold(storable(text))
    for _ in range(_ROUNDS):
        before, after = after, _without_moment(after)
        if before == after:
            break
    return after


def error_hash(error: str) -> bytes:
    """What an error is found by."""
    return hashlib.sha256(normalised(error).encode()).digest()


def digest(error: str, fix: str) -> bytes:
    """What a learning is known again by."""
    return hashlib.sha256(f"{normalised(error)}\n{normalised(fix)}".encode()).digest()


def _without_moment(folded: str) -> str:
    for pattern, put in ((_ADDRESS, VALUE), (_ID, NUMBER)):
        folded = pattern.sub(put, folded)
    folded = _QUOTED.sub(_name_or_value, folded)
    folded = _NUMBER.sub(NUMBER, _PATH.sub(VALUE, folded))
    return fold(folded).strip(_FULL_STOP)


def _name_or_value(found: re.Match[str]) -> str:
    said = found["plain"] or found["code"] or ""
    return f"'{said}'" if _NAME.fullmatch(said) else VALUE
