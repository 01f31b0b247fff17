"""How is a contact written as a vCard 4.0, so that reading it again says the same?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.domain.world.contact_files.values import types_of

FOLD_AT = 75
"""Octets of a line, the line break apart (RFC 6350, 3.2)."""


@dataclass(frozen=True)
class Written:
    """A contact as it is written. `uid`: what it is known by; `related`: (UID, label); `addresses`: (text, label)."""

    uid: str
    fields: Mapping[str, Any]
    related: Sequence[tuple[str, str | None]] = ()
    addresses: Sequence[tuple[str, str | None]] = ()


def card(contact: Written) -> str:
    """The whole card, folded, with its line breaks."""
    fields, lines = contact.fields, _Lines()
    lines.add("BEGIN", "VCARD", raw=True)
    lines.add("VERSION", "4.0", raw=True)
    lines.add("UID", _uid(contact.uid))
    lines.add("FN", fields["display_name"])
    name = [fields["family_name"] or "", fields["given_name"] or "", "", "", ""]
    lines.add("N", ";".join(_escaped(part) for part in name), raw=True)
    for alias in fields["aliases"]:
        lines.add("X-STEWARD-ALIAS", alias)
    lines.listed("NICKNAME", fields["nicknames"])
    for one in fields["emails"]:
        lines.labelled("EMAIL", _escaped(one["value"]), one["label"])
    for one in fields["phones"]:
        lines.labelled("TEL", _escaped(one["value"]), one["label"])
    lines.add("ORG", fields["organization"])
    lines.add("TITLE", fields["title"])
    lines.add("BDAY", (fields["birthday"] or "").replace("--", "\0").replace("-", "").replace("\0", "--"))
    for text, label in contact.addresses:
        lines.labelled("ADR", f";;{_escaped(text)};;;;", label, folded=True)
    for uid, label in contact.related:
        lines.labelled("RELATED", _escaped(_uid(uid)), label, own=True)
    lines.listed("CATEGORIES", fields["groups"])
    lines.add("NOTE", fields["notes"])
    lines.add("END", "VCARD", raw=True)
    return lines.text()


class _Lines:
    def __init__(self) -> None:
        self._lines: list[str] = []
        self._items = 0

    def add(self, name: str, value: str | None, *, raw: bool = False) -> None:
        if value:
            self._lines.append(f"{name}:{value if raw else _escaped(value)}")

    def listed(self, name: str, values: Iterable[str]) -> None:
        self.add(name, ",".join(_escaped(value) for value in values), raw=True)

    def labelled(self, name: str, value: str, label: str | None, *, own: bool = False, folded: bool = False) -> None:
        """With its label as types, or as one of its own (`own`: always)."""
        types = types_of(label.casefold() if folded and label and label.istitle() else label) if not own else None
        if types is None and label:
            self._items += 1
            self._lines.append(f"item{self._items}.{name}:{value}")
            self._lines.append(f"item{self._items}.X-ABLabel:{_escaped(label)}")
        else:
            said = f";TYPE={','.join(types)}" if types else ""
            self._lines.append(f"{name}{said}:{value}")

    def text(self) -> str:
        return "".join(_folded(line) for line in self._lines)


def _uid(uid: str) -> str:
    try:
        return f"urn:uuid:{UUID(uid)}"
    except ValueError:
        return uid


def _escaped(text: str) -> str:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return plain.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Folded between characters, so that readers that decode first read it too."""
    parts: list[str] = []
    current: list[str] = []
    size = 0
    for char in line:
        octets = len(char.encode())
        if size + octets > FOLD_AT - bool(parts):
            parts.append("".join(current))
            current, size = [], 0
        current.append(char)
        size += octets
    parts.append("".join(current))
    return "\r\n ".join(parts) + "\r\n"
