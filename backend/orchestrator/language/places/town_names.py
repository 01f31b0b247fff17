"""What do our languages call a town that the gazetteer knows by its English, or its own, name?

Babel (CLDR) tells it of the towns that a zone is named after; of others the table of the language does.
`town_name("Lisbon", "PT", "Europe/Lisbon", locale)` -> "Lisboa".
"""

from collections.abc import Iterator, Mapping

from babel import Locale

from orchestrator.language.tables import LANGUAGES, Table, by_language
from orchestrator.language.text.normalize import normalize


class _Towns(Table):
    """`towns.toml`. `names`: by the gazetteer's name and the country ("Turin/IT"); `elsewhere`: those that go first in
    another region than `region`; `as_zones`: whether Babel is asked for towns that a zone is named after."""

    as_zones: bool
    region: str
    names: Mapping[str, str]
    elsewhere: Mapping[str, str]


_TOWNS = by_language("towns", _Towns)
_TITLE = " City"
"""GeoNames has "New York City" where the zone has "New York"."""


def known_names() -> Iterator[tuple[str, ...]]:
    """The names of each town of the tables, the English one first."""
    for town in dict.fromkeys(key for language in LANGUAGES for key in _TOWNS[language].names):
        name = town.partition("/")[0]
        told = (held.get(town) for one in LANGUAGES for held in (_TOWNS[one].names, _TOWNS[one].elsewhere))
        yield (_TOWNS[LANGUAGES[0]].names.get(town, name), name, *filter(None, told))


def towns_by_country(code: str) -> Iterator[str]:
    """Every name of the towns of a country (ISO 3166) that the tables hold."""
    for language in LANGUAGES:
        table = _TOWNS[language]
        for key, name in (*table.names.items(), *table.elsewhere.items()):
            town, _, country = key.partition("/")
            if country == code:
                yield from (town, name)


def town_name(name: str, country_code: str, zone: str, locale: Locale) -> str:
    """The town's name in the language of a locale; its own where that has none for it."""
    table = _TOWNS.get(locale.language)
    capital = normalize(zone.rpartition("/")[2].replace("_", " "))
    if (table is None or table.as_zones) and capital in {normalize(name), normalize(name.removesuffix(_TITLE))}:
        return str(locale.time_zones.get(zone, {}).get("city") or name)
    if table is None:
        return name
    abroad = table.elsewhere if locale.territory not in {None, table.region} else {}
    town = f"{name}/{country_code}"
    return abroad.get(town) or table.names.get(town) or name
