"""Which towns does the name of a country stand for: is "the flight to São Paulo" one to Brazil?

Babel (CLDR) calls the countries in our languages, and knows the towns that their zones are named after; those of
`towns.toml` tell their country too.
"""

from collections.abc import Mapping
from functools import lru_cache

from babel import Locale
from babel.core import get_global

from orchestrator.language.places.town_names import towns_by_country
from orchestrator.language.tables import LANGUAGES
from orchestrator.language.text.normalize import tokens

_SHORTEST = 4
"""Letters of a country's name that is no other word."""


def country_code(name: str) -> str | None:
    """The ISO 3166 code of a country by its name in one of our languages ("Japan", "o Japão"); None of no country."""
    said = tokens(name)
    return next((code for at in range(min(2, len(said))) if (code := _codes().get(" ".join(said[at:])))), None)


def in_country(word: str, text: str) -> bool:
    """Whether a word names a country, and the text a town of it."""
    code = _codes().get(" ".join(tokens(word)))
    if code is None:
        return False
    told = f" {' '.join(tokens(text))} "
    return any(f" {town} " in told for town in _towns(code))


@lru_cache(maxsize=1)
def _codes() -> Mapping[str, str]:
    """The countries by their folded names."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        for code, name in Locale(language).territories.items():
            said = " ".join(tokens(name))
            if len(code) == 2 and code.isalpha() and len(said) >= _SHORTEST:
                found.setdefault(said, code)
    return found


@lru_cache(maxsize=64)
def _towns(code: str) -> frozenset[str]:
    zones = get_global("territory_zones").get(code, ())
    named = [zone.rpartition("/")[2].replace("_", " ") for zone in zones]
    return frozenset(" ".join(tokens(name)) for name in (*named, *towns_by_country(code)))
