"""When are two errors the same error, and two fixes the same fix? When they are equal once what belongs to one moment
is left out: values in quotes, numbers, ids, times, addresses, paths.

Names in quotes stay (`'start_at'`): which parameter is missing is what the error is about.
"""

import hashlib

from orchestrator.kit import patterns
from orchestrator.kit.text import storable
from orchestrator.language.text.normalize import normalize

VALUE = "*"
NUMBER = "#"
_NAME = patterns.compile(r"[a-z][a-z0-9_]*(?:\.[a-z0-9_]+|\[\d*\])*")
_QUOTE = patterns.compile("['`\"“«]")
_CLOSING = {"'": "'", "`": "`", '"': '"', "“": "”", "«": "»"}
_NAMING = frozenset("'`")
"""Between these a name of code is kept."""
_LONGEST_QUOTATION = 400
_ADDRESS = patterns.compile(r"\b[a-z][a-z0-9+.-]*://\S+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ID = patterns.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b0x[0-9a-f]+\b|\b[0-9a-f]{8,64}\b")
_PATH = patterns.compile(r"(^|[^\w*])(?:~|[a-z]:)?(?:[/\\][\w.@+-]+){2,}[/\\]?")
_FIGURES = patterns.compile(r"\d+(?:[.,:/t-]\d+)*")
_DIGITS = patterns.compile(r"\d+")
_FULL_STOP = " .,;:!"
_ROUNDS = 20
"""What is left out may bring what was around it together; each round leaves less."""


def normalised(text: str) -> str:
    """The text as it is compared; the same again for what it gives."""
    before, after = "", normalize(storable(text))
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
    folded = _ID.sub(_id, _ADDRESS.sub(VALUE, folded))
    folded = _without_quotations(folded)
    folded = _FIGURES.sub(_number, _PATH.sub(rf"\1{VALUE}", folded))
    return normalize(folded).strip(_FULL_STOP)


def _id(found: patterns.Match) -> str:
    """ "deadbeef" may be a word; with a figure it is none."""
    return NUMBER if any(char.isdigit() for char in found.group()) else str(found.group())


def _without_quotations(folded: str) -> str:
    kept, place = [], 0
    for mark in _QUOTE.finditer(folded):
        start, opened = mark.start(), mark.group()
        if start < place:
            continue
        end = folded.find(_CLOSING[opened], start + 1, start + _LONGEST_QUOTATION + 2)
        if end < 0 or (opened == "'" and (folded[:start][-1:].isalnum() or folded[end + 1 : end + 2].isalnum())):
            continue
        kept += [folded[place:start], _name_or_value(folded[start + 1 : end] if opened in _NAMING else "")]
        place = end + 1
    return "".join(kept) + folded[place:]


def _name_or_value(said: str) -> str:
    return f"'{said}'" if _NAME.fullmatch(said) else VALUE


def _number(found: patterns.Match) -> str:
    """A figure that follows a letter belongs to its name ("v2"); what stands after it is a number again."""
    text = str(found.group())
    before = found.string[max(found.start() - 1, 0) : found.start()]
    for digits in _DIGITS.finditer(text):
        if not before.isalnum() or before.isdecimal():
            return text[: digits.start()] + NUMBER
        if len(digits.group()) > 1:
            return text[: digits.start() + 1] + NUMBER
        before = text[digits.end() : digits.end() + 1]
    return text
