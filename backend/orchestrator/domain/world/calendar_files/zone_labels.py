"""Which IANA zone does a label mean that Windows or Outlook shows for a zone, `(UTC-03:00) Brasilia`?

Outlook, Exchange gateways and many services write that label as the TZID. It is an offset, and cities or the name of a
region. Cities are looked up among the zones' own, which also reads the labels of other languages (they share most);
what is no city stands in a table. An offset alone is a zone without summer time. An abbreviation (`PST`) is the user's
own zone's, or what mail means by it (docs/decisions/0147).
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from orchestrator.kit import patterns
from orchestrator.kit.zones import named_zone, zone_names
from orchestrator.language.text.normalize import normalize

LONGEST: Final = 200
"""Characters of a label that are looked at."""
FARTHEST: Final = timedelta(hours=14)
_OFFSET = patterns.compile(
    r"(?i)^\s*\(?\s*(?:UTC|GMT)\s*(?:([+-])\s*([0-9]{1,2})(?:[:.]?([0-9]{2}))?)?\s*(?:\)|$)|^([+-])([0-9]{2}):?([0-9]{2})$"
)
_BETWEEN = patterns.compile(r"[,/;()]")
_REGIONS: Final = {
    "adelaide": "Australia/Adelaide",
    "alaska": "America/Anchorage",
    "aleutian islands": "America/Adak",
    "american samoa": "Pacific/Pago_Pago",
    "arizona": "America/Phoenix",
    "astana": "Asia/Almaty",
    "atlantic time (canada)": "America/Halifax",
    "baja california": "America/Tijuana",
    "bougainville island": "Pacific/Bougainville",
    "brasilia": "America/Sao_Paulo",
    "cabo verde is.": "Atlantic/Cape_Verde",
    "cape verde is.": "Atlantic/Cape_Verde",
    "central america": "America/Guatemala",
    "central time": "America/Chicago",
    "central time (us & canada)": "America/Chicago",
    "chatham islands": "Pacific/Chatham",
    "chetumal": "America/Cancun",
    "chokurdakh": "Asia/Srednekolymsk",
    "city of buenos aires": "America/Argentina/Buenos_Aires",
    "easter island": "Pacific/Easter",
    "eastern time": "America/New_York",
    "eastern time (us & canada)": "America/New_York",
    "coordinated universal time": "UTC",
    "ekaterinburg": "Asia/Yekaterinburg",
    "greenland": "America/Nuuk",
    "haiti": "America/Port-au-Prince",
    "hawaii": "Pacific/Honolulu",
    "indiana (east)": "America/Indiana/Indianapolis",
    "international date line west": "Etc/GMT+12",
    "kiritimati island": "Pacific/Kiritimati",
    "lord howe island": "Australia/Lord_Howe",
    "marquesas islands": "Pacific/Marquesas",
    "mid-atlantic": "Etc/GMT+2",
    "mountain time": "America/Denver",
    "mountain time (us & canada)": "America/Denver",
    "newfoundland": "America/St_Johns",
    "norfolk island": "Pacific/Norfolk",
    "nuku'alofa": "Pacific/Tongatapu",
    "pacific time": "America/Los_Angeles",
    "pacific time (us & canada)": "America/Los_Angeles",
    "port louis": "Indian/Mauritius",
    "saint pierre and miquelon": "America/Miquelon",
    "salvador": "America/Bahia",
    "samoa": "Pacific/Apia",
    "saskatchewan": "America/Regina",
    "solomon is., new caledonia": "Pacific/Guadalcanal",
    "sri jayawardenepura": "Asia/Colombo",
    "st. petersburg": "Europe/Moscow",
    "turks and caicos": "America/Grand_Turk",
    "west central africa": "Africa/Lagos",
    "yukon": "America/Whitehorse",
}  # fmt: skip
"""What is no city, or another one than the zone of that name."""
_MAIL_ZONES: Final = {
    "EST": "America/New_York",
    "CST": "America/Chicago",
    "MST": "America/Denver",
    "PST": "America/Los_Angeles",
}
"""The abbreviations that a standard gives one meaning: those of mail dates (RFC 5322, 4.3), which Java reads alike."""
_SUMMER = patterns.compile(r"^[A-Z]{1,3}DT$")


def zone_of(label: str) -> str | None:
    """The zone that a label names by its region or a city; None where it names none."""
    text = _bare(label)
    names = normalize(_OFFSET.sub("", text)).strip()
    if not names:
        return None
    region = _REGIONS.get(names)
    if region is not None:
        return region
    told, cities = offset_of(text), _cities()
    found = [cities[name] for name in _pieces(names) if name in cities]
    if told is None:  # without an offset only what is a city's name and nothing else
        return cities.get(names)
    return next((zone for zone in found if told in _year(zone)), found[0] if found else None)


def abbreviated(label: str, home: str) -> str | None:
    """The zone that an abbreviation means: the user's own (`home`) where its clocks say so, `IST` in Kolkata and in
    Dublin, else by the standard of mail, `PST` and `PDT`. None for one that has several meanings and no such reason."""
    letters = _bare(label).upper()
    if letters in _names(home):
        return home
    return _MAIL_ZONES.get(letters[:-2] + "ST" if _SUMMER.search(letters) else letters)


def offset_of(label: str) -> timedelta | None:
    """The offset that a label begins with, or is; None where it tells none, or one that there is not."""
    found = _OFFSET.search(_bare(label))
    if found is None:
        return None
    sign, hours, minutes = (found[1], found[2], found[3]) if found[4] is None else (found[4], found[5], found[6])
    told = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    return None if told > FARTHEST else -told if sign == "-" else told


def is_offset(label: str) -> bool:
    """Whether a label is an offset and nothing else, `GMT+0200`."""
    return offset_of(label) is not None and not _OFFSET.sub("", _bare(label)).strip()


def _bare(label: str) -> str:
    return label[:LONGEST].replace("\\", "").strip().strip('"').strip()


def _pieces(names: str) -> Iterator[str]:
    for piece in _BETWEEN.split(names):
        if piece.strip():
            yield piece.strip()


@lru_cache(maxsize=1)
def _cities() -> dict[str, str]:
    """The cities that zones are called after, as they are written in words."""
    regions = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    named = sorted(name for name in zone_names() if name.startswith(regions))
    return {normalize(name.rpartition("/")[2].replace("_", " ")): name for name in named}


@lru_cache(maxsize=256)
def _names(zone: str) -> frozenset[str | None]:
    """What its clocks are called in winter and in summer; nothing for a zone that is none."""
    if zone not in zone_names():
        return frozenset()
    return frozenset(datetime(2026, month, 15, tzinfo=named_zone(zone)).tzname() for month in (1, 7))


@lru_cache(maxsize=256)
def _year(zone: str) -> Sequence[timedelta | None]:
    """Its offsets in winter and in summer."""
    return [datetime(2026, month, 15, tzinfo=named_zone(zone)).utcoffset() for month in (1, 7)]
