"""Which dates and numbers of a text are of streets ("Rua 25 de Março", "at 3, 14 High Street"), and which zones are
named by a place ("Lisbon time")?"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize

_MONTHS = (
    "janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|"
    "enero|febrero|marzo|mayo|junio|julio|septiembre|setiembre|octubre|noviembre|diciembre"
)
_STREET = patterns.compile(
    r"\b(?:rua|r\.|avenida|av\b\.?|travessa|alameda|largo|rodovia|praca|viaduto|bairro|"
    r"calle|c/|plaza|paseo|glorieta|colonia|calzada|barrio)\s+(?:(?:de|do|da|dos|del|el|o)\s+)?"
    rf"((?:\d{{1,2}}o?|[a-z]+)\s+de\s+(?:{_MONTHS}))\b"
)
# Behind a comma: "at 10 25" is a time.
_HOUSE = patterns.compile(
    r",\s*(\d{1,5}[a-z]?)\s+(?:(?:bis\s+|ter\s+)?(?:rue|avenue|av\.?|boulevard|bd|place|chemin|allee|impasse|quai|cours|"
    r"rua|travessa|calle|plaza|paseo)\b|(?:[a-z][a-z'.-]*\s+){1,3}(?:st|street|rd|road|ave|avenue|ln|lane|dr|drive|way|"
    r"close|ct|court|pl|place|sq|square|terrace|tce|cres|crescent|blvd|boulevard|hwy|highway|parade|pde)\b)"
)
_REGIONS: Final = frozenset({"Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Pacific"})
# The names of cities are capitals, "lunch time" is none.
_TIME_OF = patterns.compile(r"\b([A-Z][a-z]+)(?:\s([A-Z][a-z]+))?\s+time\b")
_NO_PLACES = tuple(
    "This Same The Next Last Some Any That First My Our All Every Lunch Dinner Bed Tea No Mon Tues Wednes Thurs Fri"
    " Satur Sun".split()
)
_ZONE = patterns.compile(r"\b(?:hor[aá]rio|hora)s?\s+(?:local\s+)?(?:de|do|da|del|em|en)\s+[A-ZÀ-Ý]\w+")


_WORDS: Final = frozenset({"easter", "center", "wake", "midway"})
"""Names of zones that are said of other things."""
_BEFORE: Final = patterns.compile(r"\b((?:[a-z]{1,20} ){0,2}[a-z]{1,20})(?:'s)? time\b")
_AFTER: Final = patterns.compile(
    r"\b(?:horas?|horario|heures?)(?: locale?)? (?:de |do |da |del |em |en |a |d')((?:[a-z]{1,20} ){0,2}[a-z]{1,20})"
)
_CITIES: Final[Mapping[str, str]] = {
    "eastern": "America/New_York", "central": "America/Chicago", "mountain": "America/Denver",
    "pacific": "America/Los_Angeles", "uk": "Europe/London", "ny": "America/New_York", "washington": "America/New_York",
    "boston": "America/New_York", "miami": "America/New_York", "san francisco": "America/Los_Angeles",
    "seattle": "America/Los_Angeles", "nova york": "America/New_York", "nova iorque": "America/New_York",
    "nueva york": "America/New_York", "lisboa": "Europe/Lisbon", "porto": "Europe/Lisbon", "londres": "Europe/London",
    "barcelona": "Europe/Madrid", "madri": "Europe/Madrid", "milan": "Europe/Rome", "roma": "Europe/Rome",
    "berlim": "Europe/Berlin", "munich": "Europe/Berlin", "frankfurt": "Europe/Berlin", "genebra": "Europe/Zurich",
    "ginebra": "Europe/Zurich", "geneva": "Europe/Zurich", "moscovo": "Europe/Moscow", "moscou": "Europe/Moscow",
    "moscu": "Europe/Moscow", "toquio": "Asia/Tokyo", "tokio": "Asia/Tokyo", "beijing": "Asia/Shanghai",
    "pequim": "Asia/Shanghai", "pekin": "Asia/Shanghai", "mumbai": "Asia/Kolkata", "delhi": "Asia/Kolkata",
    "brasilia": "America/Sao_Paulo", "rio de janeiro": "America/Sao_Paulo", "rio": "America/Sao_Paulo",
    "ciudad de mexico": "America/Mexico_City", "cidade do mexico": "America/Mexico_City",
}  # fmt: skip
"""What zones are called beside the cities of their IANA names."""


def zone_named(text: str) -> str | None:
    """The IANA zone of "3pm Tokyo time", "às 15h, horário de Lisboa"; None where the text names none that is known."""
    told = zone_told(normalize(text))
    return told[0] if told is not None else None


def zone_of_city(folded: str) -> str | None:
    """The IANA zone of a city that one is named after, or that is known here, by its folded name."""
    return _zones().get(folded)


def zone_told(folded: str) -> tuple[str, int, int] | None:
    """The zone that a folded text names, and where the words for it begin and end."""
    for found in _BEFORE.finditer(folded) if " time" in folded else ():
        words = found[1].split()
        for at in range(len(words)):
            if zone := _zones().get(" ".join(words[at:])):
                return zone, found.start(1) + len(" ".join([*words[:at], ""])), found.end()
    for found in _AFTER.finditer(folded) if "hor" in folded or "heure" in folded else ():
        words = found[1].split()
        for at in range(len(words), 0, -1):
            if zone := _zones().get(" ".join(words[:at])):
                return zone, found.start(), found.start(1) + len(" ".join(words[:at]))
    return None


@cache
def _zones() -> Mapping[str, str]:
    by_city = {
        normalize(zone.rpartition("/")[2].replace("_", " ")): zone
        for zone in sorted(available_timezones(), reverse=True)
        if zone.partition("/")[0] in _REGIONS
    }
    return {**{name: zone for name, zone in by_city.items() if name not in _WORDS}, **_CITIES}


def streets(folded: str) -> Iterator[tuple[int, int]]:
    """Where in the folded text a street's name begins and ends that is a date, or the number of a house in one."""
    return (match.span(1) for pattern in (_STREET, _HOUSE) for match in pattern.finditer(folded))


def names_zone(text: str) -> bool:
    """Whether the text tells a time as the clocks of another place have it."""
    if "time" not in text and "hor" not in text:
        return False
    named = (name for match in _TIME_OF.finditer(text) for name in match.groups() if name)
    if any(not name.startswith(_NO_PLACES) for name in named):
        return True
    return _ZONE.search(text) is not None or zone_named(text) is not None
