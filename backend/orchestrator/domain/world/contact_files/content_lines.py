"""Which lines does a vCard file have? RFC 6350, RFC 2426 and vCard 2.1: folded, quoted-printable, in the encodings that
phones and mail programs write. A card that can't be read does not spoil the others."""

import binascii
import quopri
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from orchestrator.kit import patterns
from orchestrator.kit.text import storable

LONGEST_LINE = 2_000_000
"""Octets of one unfolded line that is looked into: photos are longer, and are not read."""
LONGEST_HEAD = 2_000
"""Octets before a line's value: what says more of itself than of a person is left out."""
NO_END = "the card has no END:VCARD"
LONGEST_CARD = 5_000
"""Lines of one card."""
_HEAD = patterns.compile(r"(?s)^[ \t-\r]*(?:([A-Za-z0-9-]+)\.)?([A-Za-z0-9-]+)((?:;(?:\"[^\"]*\"|[^\":])*)?):")
"""Of a line's octets, each read as one letter (Latin-1)."""
_PARAM = patterns.compile(r';([^;="]*)(?:=((?:"[^"]*"|[^;"])*))?')
_PIECE = patterns.compile(r'"([^"]*)"|([^,"]+)')
_ESCAPE = patterns.compile(r"(?s)\\(.)")
_BINARY = frozenset({"PHOTO", "LOGO", "SOUND", "KEY"})
_ENCODINGS_21 = frozenset({"QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT", "B"})
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


@dataclass(frozen=True)
class Line:
    """One property. `params`: upper-case names, values as written; `value`: decoded, still escaped."""

    name: str
    value: str
    params: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    group: str | None = None

    def types(self) -> list[str]:
        """What TYPE says, in lower case."""
        return [one.casefold() for one in self.params.get("TYPE", ())]


def cards(data: bytes) -> Iterator[list[Line] | str]:
    """Each card's lines between BEGIN and END, or what is wrong with it. Text outside of cards is nothing."""
    card: list[Line] | None = None
    depth, wrong = 0, ""
    for raw in _unfolded(_as_utf8(data)):
        mark = raw.strip().upper().replace(b" ", b"")
        if mark == b"BEGIN:VCARD":
            nested = bool(card) and card is not None and card[-1].name == "AGENT"
            if depth and not nested:
                yield wrong or NO_END
                depth = 0
            depth += 1
            if depth == 1:
                card, wrong = [], ""
        elif mark == b"END:VCARD" and depth:
            depth -= 1
            if depth == 0 and card is not None:
                yield wrong or card
                card = None
        elif depth == 1 and card is not None and not wrong:
            wrong = _add(card, raw)
    if card is not None:
        yield wrong or NO_END


def _add(card: list[Line], raw: bytes) -> str:
    """Take the line in; what is wrong with it."""
    if not raw.strip():
        return ""
    if len(card) >= LONGEST_CARD:
        return f"a card has at most {LONGEST_CARD} lines"
    head = _HEAD.match(raw[:LONGEST_HEAD].decode("latin-1"))
    if head is None:
        return ""  # programs write lines of their own; what has no name says nothing
    group, name, params = head[1], head[2].upper(), _params(_text(head[3].encode("latin-1")))
    value = b"" if name in _BINARY or len(raw) > LONGEST_LINE else raw[head.end() :]
    card.append(Line(name, storable(_value(value, params)), params, group.casefold() if group else None))
    return ""


def _value(value: bytes, params: Mapping[str, tuple[str, ...]]) -> str:
    encoding = next(iter(params.get("ENCODING", ())), "").upper()
    if encoding == "QUOTED-PRINTABLE":
        value = quopri.decodestring(value)
    elif encoding in {"B", "BASE64"}:
        try:
            value = binascii.a2b_base64(value)
        except binascii.Error:
            value = b""
    return _text(value, next(iter(params.get("CHARSET", ())), None))


def _text(value: bytes, charset: str | None = None) -> str:
    """UTF-8, else the charset that is said, else that of Windows and of all Latin-1 there is."""
    for name in ("utf-8", charset):
        try:
            if name:
                return value.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return value.decode("cp1252", errors="replace") if b"\x81" not in value else value.decode("latin-1")


def _params(text: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for part in _PARAM.finditer(text):
        name, value = part[1].strip().upper(), part[2]
        if not name:
            continue
        if value is None:  # vCard 2.1 leaves the names of TYPE and ENCODING out
            name, value = ("ENCODING" if name in _ENCODINGS_21 else "TYPE"), name
        pieces = tuple(quoted or bare.strip() for quoted, bare in _PIECE.findall(value))
        found[name] = (*found.get(name, ()), *(one for quoted in pieces for one in _split_type(name, quoted)))
    return found


def _split_type(name: str, value: str) -> list[str]:
    """TYPE="home,cell" is two types."""
    return [one.strip() for one in value.split(",") if one.strip()] if name == "TYPE" else [value]


def _as_utf8(data: bytes) -> bytes:
    for bom, name in _BOMS:
        if data.startswith(bom):
            rest = data[len(bom) :]
            return rest if name == "utf-8" else rest.decode(name, errors="replace").encode()
    return data


def _unfolded(data: bytes) -> Iterator[bytes]:
    """Whole lines; folds are taken out before anything is decoded, because they may stand inside of a character."""
    pending: list[bytes] = []
    soft = quoted = False
    for line in data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"):
        if not line and not soft:
            continue  # a line break too many is no end of a fold
        if soft or (line[:1] in {b" ", b"\t"} and pending):
            line = line if soft else line[1:]  # noqa: PLW2901
        else:
            if pending:
                yield b"".join(pending)
            pending, quoted = [], _quoted(line)
        soft = quoted and line.endswith(b"=")
        pending.append(line[:-1] if soft else line)
    if pending:
        yield b"".join(pending)


def _quoted(line: bytes) -> bool:
    return b"QUOTED-PRINTABLE" in line.partition(b":")[0].upper()


def unescaped(value: str) -> str:
    r"""A text value: `\n`, `\,`, `\;` and `\\` read."""
    return _ESCAPE.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)


def split(value: str, separator: str) -> list[str]:
    """The parts of a list or of a structured value, each unescaped; an escaped separator does not separate."""
    parts, current, index = [], [], 0
    while index < len(value):
        char = value[index]
        if char == "\\" and index + 1 < len(value):
            current.append(value[index : index + 2])
            index += 2
            continue
        if char == separator:
            parts.append("".join(current))
            current = []
        else:
            current.append(char)
        index += 1
    parts.append("".join(current))
    return [unescaped(part).strip() for part in parts]
