"""What do the values of a vCard mean: a birthday, a label, an address, somebody related?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from orchestrator.domain.world.contact_files.content_lines import Line, split, unescaped
from orchestrator.kit import patterns

_DATE = patterns.compile(r"^([0-9]{4}|--)-?([0-9]{2})-?([0-9]{2})(?:[T ].*)?$")
_GEO = patterns.compile(r"(?i)^(?:geo:)?\s*(-?[0-9]+(?:\.[0-9]+)?)\s*[,;]\s*(-?[0-9]+(?:\.[0-9]+)?)")
_LEAP_YEAR = 2000
_PLACES = ("home", "work", "other")
_DEVICES = {"cell": "mobile", "mobile": "mobile", "iphone": "iphone", "fax": "fax", "pager": "pager", "main": "main"}
_TYPE_OF = {"mobile": "cell"} | {name: name for name in (*_PLACES, "iphone", "fax", "pager", "main")}
_RELATED_LINES = {
    "X-SPOUSE": "Spouse",
    "X-EVOLUTION-SPOUSE": "Spouse",
    "X-MANAGER": "Manager",
    "X-EVOLUTION-MANAGER": "Manager",
    "X-ASSISTANT": "Assistant",
    "X-EVOLUTION-ASSISTANT": "Assistant",
    "X-ABRELATEDNAMES": "",
    "RELATED": "",
}
_RELATED_TYPES = {
    "co-worker": "Colleague",
    "co-resident": "Roommate",
    "kin": "Relative",
    "date": "Partner",
    "sweetheart": "Partner",
    "emergency": "Emergency Contact",
    "agent": "Assistant",
}
_DAYS = frozenset({"ANNIVERSARY", "X-ANNIVERSARY", "X-EVOLUTION-ANNIVERSARY", "X-ABDATE"})
_BIRTHDAY, _ANNIVERSARY = "birthday", "Anniversary"
_LONGEST_LABEL = 80
_NO_RELATION = frozenset({"me", "contact", "met", "muse", "crush", "pref", "text", "uri"})


@dataclass(frozen=True)
class Related:
    """Somebody whom a card names as related. `label`: what they are to the card's person, empty where that is not said;
    `who`: a UID or a name."""

    label: str
    who: str


@dataclass(frozen=True)
class Address:
    """A postal address in one line; `street`: what it can be called by."""

    text: str
    street: str
    label: str | None = None
    lat: float | None = None
    lon: float | None = None


def birthday_of(line: Line) -> str | None:
    """`YYYY-MM-DD`, or `--MM-DD` where the year is not known; None for what is no day (a year, a text)."""
    if "text" in (one.casefold() for one in line.params.get("VALUE", ())):
        return None
    found = _DATE.match(unescaped(line.value).strip())
    if found is None:
        return None
    year, month, day = found[1], found[2], found[3]
    if year in line.params.get("X-APPLE-OMIT-YEAR", ()):
        year = "--"
    try:
        date(_LEAP_YEAR if year == "--" else int(year), int(month), int(day))
    except ValueError:
        return None
    return f"--{month}-{day}" if year == "--" else f"{year}-{month}-{day}"


def labelled_birthdays(lines: Sequence[Line], labels: Mapping[str, str]) -> list[Line]:
    """Those of a card's dates that its own label calls a birthday."""
    return [line for line in lines if _own_label(line, labels).casefold() == _BIRTHDAY]


def days_of(lines: Sequence[Line], labels: Mapping[str, str]) -> list[str]:
    """The card's other days as words ("Anniversary: 2001-06-15"): a contact has no field for them. Each once."""
    found = []
    for line in lines:
        label = _own_label(line, labels) or _ANNIVERSARY
        day = birthday_of(line) if line.name in _DAYS and label.casefold() != _BIRTHDAY else None
        if day is not None:
            found.append(f"{label[:_LONGEST_LABEL]}: {day}")
    return list(dict.fromkeys(found))


def _own_label(line: Line, labels: Mapping[str, str]) -> str:
    return labels.get(line.group, "") if line.group else ""


def label_of(line: Line, labels: Mapping[str, str]) -> str | None:
    """What an address or a number is for: the label that its group has, else its types ("work fax")."""
    if line.group and (own := labels.get(line.group)):
        return own
    types = line.types()
    told = [name for name in _PLACES if name in types]
    told += dict.fromkeys(_DEVICES[name] for name in types if name in _DEVICES)
    return " ".join(told) or None


def types_of(label: str | None) -> list[str] | None:
    """The types that say a label; None where only a label of its own can."""
    words = label.split() if label else []
    if any(word not in _TYPE_OF for word in words):
        return None
    types = [_TYPE_OF[word] for word in words]
    told = [name for name in _PLACES if name in types] + [one for one in types if one not in _PLACES]
    return types if types == told and len(types) == len(set(types)) else None


def address_of(line: Line, labels: Mapping[str, str], positions: Sequence[Line]) -> Address | None:
    """The address; None for an empty one."""
    parts = [" ".join(part.split()) for part in split(line.value, ";")]
    box, extended, street, city, region, code, country = (parts + [""] * 7)[:7]
    first = ", ".join(part for part in (street, extended, box) if part)
    town = " ".join(part for part in (code, city) if part)
    text = ", ".join(part for part in (first, town, region, country) if part)
    if not text:
        return None
    label = label_of(line, labels)
    geo = next(iter(line.params.get("GEO", ())), None) or (positions[0].value if len(positions) == 1 else None)
    lat, lon = _position(geo)
    return Address(text, first or town or text, label.capitalize() if label in _PLACES else label, lat, lon)


def related_of(lines: Sequence[Line], labels: Mapping[str, str]) -> list[Related]:
    """Whom the card names as related."""
    found = []
    for line in lines:
        default = _RELATED_LINES.get(line.name)
        who = unescaped(line.value).strip()
        if default is None or not who:
            continue
        own = labels.get(line.group) if line.group else None
        types = [one for one in line.types() if not one.startswith("x-")]
        if own is None and types and all(one in _NO_RELATION for one in types):
            continue
        said = next((one for one in types if one not in _NO_RELATION), "")
        found.append(Related(own or _RELATED_TYPES.get(said, said) or default, who))
    return found


def _position(text: str | None) -> tuple[float | None, float | None]:
    found = _GEO.match(unescaped(text).strip()) if text else None
    if found is None:
        return None, None
    lat, lon = float(found[1]), float(found[2])
    return (lat, lon) if abs(lat) <= 90 and abs(lon) <= 180 else (None, None)
