"""What does a vCard file say of people? vCard 2.1, 3.0 and 4.0, as phones and mail programs write them.

`read(data)` gives one `VCard` or `BadCard` a card, in their order; nothing raises. Photos and other properties that a
contact has no field for are told in `skipped`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from orchestrator.domain.world.contact_files.content_lines import Line, cards, split, unescaped
from orchestrator.domain.world.contact_files.values import (
    Address,
    Related,
    address_of,
    birthday_of,
    days_of,
    label_of,
    labelled_birthdays,
    related_of,
)
from orchestrator.kit import patterns

MOST_CARDS = 20_000
_BINARY = {"PHOTO": "photo", "LOGO": "logo", "SOUND": "sound", "KEY": "key"}
_SILENT = frozenset(
    """VERSION PRODID REV N FN UID NICKNAME EMAIL TEL ORG TITLE ROLE BDAY NOTE CATEGORIES ADR GEO RELATED KIND MEMBER
    X-ABLABEL X-ABADR X-ABSHOWAS X-ABUID X-ABRELATEDNAMES X-SPOUSE X-MANAGER X-ASSISTANT X-EVOLUTION-SPOUSE
    X-EVOLUTION-MANAGER X-EVOLUTION-ASSISTANT X-STEWARD-ALIAS X-ANDROID-CUSTOM X-ADDRESSBOOKSERVER-KIND
    X-ADDRESSBOOKSERVER-MEMBER SORT-STRING LABEL CLASS MAILER SOURCE NAME PROFILE LANG CLIENTPIDMAP X-EVOLUTION-FILE-AS
    X-ABDATE ANNIVERSARY X-ANNIVERSARY X-EVOLUTION-ANNIVERSARY X-IMAGETYPE X-IMAGEHASH
    X-SHARED-PHOTO-DISPLAY-PREF""".split()
)
_ANDROID = "vnd.android.cursor.item/"
_URN = patterns.compile(r"(?i)^urn:uuid:")


@dataclass(frozen=True)
class VCard:
    """One card. `fields`: as `ContactFields` takes them; `related`, `addresses`: what is linked rather than said;
    `members`: UIDs, where the card is a group (`is_group`); `skipped`: for people, what of it was not kept."""

    fields: Mapping[str, Any]
    uid: str | None = None
    related: Sequence[Related] = ()
    addresses: Sequence[Address] = ()
    is_group: bool = False
    members: Sequence[str] = ()
    skipped: Sequence[str] = ()


@dataclass(frozen=True)
class BadCard:
    """A card that can't be read, and why."""

    message: str
    uid: str | None = None
    field: str | None = None


@dataclass
class _Found:
    skipped: list[str] = field(default_factory=list)


def read(data: bytes) -> list[VCard | BadCard]:
    """The cards of the file, in order; of more than `MOST_CARDS` one too many, so that it shows."""
    read_in = islice(cards(data), MOST_CARDS + 1)
    return [BadCard(one) if isinstance(one, str) else _card(one) for one in read_in]


def bare_uid(text: str) -> str:
    """A UID without what says that it is one."""
    return _URN.sub("", text.strip())


def _card(lines: Sequence[Line]) -> VCard | BadCard:
    by_name: dict[str, list[Line]] = {}
    for line in lines:
        by_name.setdefault(line.name, []).append(line)
    labels = {line.group: _plain(line.value) for line in by_name.get("X-ABLABEL", ()) if line.group}
    uid = next((bare_uid(_text(line)) for line in by_name.get("UID", ()) if _text(line)), None)
    found = _Found()
    fields = {
        **_names(by_name),
        "emails": _reached(by_name.get("EMAIL", ()), labels),
        "phones": _numbers(by_name.get("TEL", ()), labels, found),
        "organization": _organization(by_name),
        "title": _first(by_name, "TITLE") or _first(by_name, "ROLE"),
        "birthday": _birthday(by_name, labels, found),
        "notes": "\n".join([*_notes(by_name), *days_of(lines, labels)]) or None,
        "groups": _listed(by_name.get("CATEGORIES", ())),
    }
    name = fields["display_name"] or fields["organization"] or next(iter(fields["nicknames"]), None)
    name = name or next((one["value"] for one in (*fields["emails"], *fields["phones"])), None)
    if not name:
        return BadCard("a card has a name, an organization, an email address or a number", uid, "FN")
    fields["display_name"] = name
    kinds = [_text(line).casefold() for key in ("KIND", "X-ADDRESSBOOKSERVER-KIND") for line in by_name.get(key, ())]
    members = [
        bare_uid(_text(line)) for key in ("MEMBER", "X-ADDRESSBOOKSERVER-MEMBER") for line in by_name.get(key, ())
    ]
    return VCard(
        fields=fields,
        uid=uid,
        related=[*related_of(lines, labels), *_android(by_name, fields)],
        addresses=[one for line in by_name.get("ADR", ()) if (one := address_of(line, labels, by_name.get("GEO", ())))],
        is_group="group" in kinds,
        members=members,
        skipped=[*found.skipped, *_skipped(by_name)],
    )


def _names(by_name: Mapping[str, Sequence[Line]]) -> dict[str, Any]:
    """The names: FN, else what N says; the parts of N; further FNs as aliases."""
    parts = next((split(line.value, ";") for line in by_name.get("N", ()) if line.value.strip("; ")), [])
    family, given, middle, prefix, suffix = [*parts, "", "", "", "", ""][:5]
    given = " ".join(part for part in (given, middle) if part)
    spelled = [_text(line) for line in by_name.get("FN", ()) if _text(line)]
    whole = " ".join(part for part in (prefix, given, family, suffix) if part)
    nicknames = _listed(by_name.get("NICKNAME", ()))
    aliases = [*spelled[1:], *(_text(line) for line in by_name.get("X-STEWARD-ALIAS", ()))]
    return {
        "display_name": spelled[0] if spelled else whole,
        "given_name": given or None,
        "family_name": family or None,
        "nicknames": nicknames,
        **({"aliases": aliases} if aliases else {}),
    }


def _reached(lines: Sequence[Line], labels: Mapping[str, str]) -> list[dict[str, Any]]:
    """Addresses or numbers with what they are for; the preferred one first."""
    ordered = sorted(lines, key=lambda line: "pref" not in line.types() and "1" not in line.params.get("PREF", ())[:1])
    found = [{"value": _reach(line), "label": label_of(line, labels)} for line in ordered]
    return [one for one in found if one["value"]]


def _numbers(lines: Sequence[Line], labels: Mapping[str, str], found: _Found) -> list[dict[str, Any]]:
    reached = _reached(lines, labels)
    if any(not _has_digits(one) for one in reached):
        found.skipped.append("a phone number without digits skipped")
    return [one for one in reached if _has_digits(one)]


def _has_digits(one: Mapping[str, Any]) -> bool:
    return any(char.isdigit() for char in one["value"])


def _reach(line: Line) -> str:
    """`tel:+1-201-555;ext=5` without its scheme, `Ana <ana@example.org>` without what stands around the address."""
    value = _text(line)
    _, opened, within = value.removesuffix(">").rpartition("<")
    if opened and value.endswith(">"):
        value = within.strip()
    scheme, colon, rest = value.partition(":")
    return rest if colon and scheme.casefold() in {"tel", "mailto"} else value


def _organization(by_name: Mapping[str, Sequence[Line]]) -> str | None:
    parts = next((split(line.value, ";") for line in by_name.get("ORG", ()) if line.value.strip("; ")), [])
    return ", ".join(part for part in parts if part) or None


def _notes(by_name: Mapping[str, Sequence[Line]]) -> list[str]:
    said = ("\n".join(_text(line).splitlines()) for line in by_name.get("NOTE", ()))
    return [one for one in said if one]


def _birthday(by_name: Mapping[str, Sequence[Line]], labels: Mapping[str, str], found: _Found) -> str | None:
    """The first that is a day, also of dates that a label calls so (Google, Apple)."""
    told = [line for line in by_name.get("BDAY", ()) if _text(line)]
    days = [
        day for line in (*told, *labelled_birthdays(by_name.get("X-ABDATE", ()), labels)) if (day := birthday_of(line))
    ]
    if told and not days:
        found.skipped.append(f"birthday not kept: “{_text(told[0])[:40]}” is no day")
    return days[0] if days else None


def _android(by_name: Mapping[str, Sequence[Line]], fields: dict[str, Any]) -> list[Related]:
    """What Android writes in lines of its own: nicknames (into `fields`) and relations."""
    found = []
    called = dict.fromkeys(fields["nicknames"])
    for line in by_name.get("X-ANDROID-CUSTOM", ()):
        kind, *rest = split(line.value, ";")
        name = next(iter(rest), "")
        if kind == f"{_ANDROID}nickname" and name:
            called.setdefault(name)
        elif kind == f"{_ANDROID}relation" and name:
            number, custom = ([*rest[1:], "", ""])[:2]
            found.append(Related(custom or _ANDROID_RELATIONS.get(number, ""), name))
    fields["nicknames"] = list(called)
    return found


def _skipped(by_name: Mapping[str, Sequence[Line]]) -> list[str]:
    binary = [f"{told} skipped" for name, told in _BINARY.items() if name in by_name]
    rest = sorted(name.casefold() for name in by_name if name not in _SILENT and name not in _BINARY)
    return [*binary, *([f"not kept: {', '.join(rest)}"[:400]] if rest else [])]


def _listed(lines: Sequence[Line]) -> list[str]:
    return list(dict.fromkeys(one for line in lines for part in split(line.value, ",") if (one := part)))


def _first(by_name: Mapping[str, Sequence[Line]], name: str) -> str | None:
    return next((_text(line) for line in by_name.get(name, ()) if _text(line)), None)


def _text(line: Line) -> str:
    return unescaped(line.value).strip()


def _plain(label: str) -> str:
    """Apple's `_$!<Mother>!$_` is Mother."""
    return unescaped(label).strip().removeprefix("_$!<").removesuffix(">!$_").strip()


_ANDROID_RELATIONS = {
    str(number): label
    for number, label in enumerate(
        """Assistant Brother Child Partner Father Friend Manager Mother Parent Partner Referrer Relative Sister
        Spouse""".split(),
        1,
    )
}
