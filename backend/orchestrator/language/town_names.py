"""What do our languages call a town that the gazetteer knows by its English, or its own, name?

Babel (CLDR) tells it of the towns that a zone is named after; of others with a name of their own in Portuguese or
Spanish this table does. `town_name("Lisbon", "PT", "Europe/Lisbon", locale)` -> "Lisboa".
"""

from collections.abc import Iterator, Mapping

from babel import Locale

from orchestrator.language.normalize import normalize

_NAMES: Mapping[tuple[str, str], tuple[str, str, str]] = {
    # In Brazil, in Portugal, in Spanish; "": no other name.
    ("Antwerp", "BE"): ("Antuérpia", "Antuérpia", "Amberes"),
    ("Avignon", "FR"): ("Avignon", "Avinhão", "Aviñón"),
    ("Basel", "CH"): ("Basileia", "Basileia", "Basilea"),
    ("Beijing", "CN"): ("Pequim", "Pequim", "Pekín"),
    ("Bern", "CH"): ("Berna", "Berna", "Berna"),
    ("Bologna", "IT"): ("Bolonha", "Bolonha", "Bolonia"),
    ("Bordeaux", "FR"): ("Bordéus", "Bordéus", "Burdeos"),
    ("Brugge", "BE"): ("Bruges", "Bruges", "Brujas"),
    ("Cape Town", "ZA"): ("Cidade do Cabo", "Cidade do Cabo", "Ciudad del Cabo"),
    ("Dresden", "DE"): ("", "", "Dresde"),
    ("Edinburgh", "GB"): ("Edimburgo", "Edimburgo", "Edimburgo"),
    ("Florence", "IT"): ("Florença", "Florença", "Florencia"),
    ("Geneva", "CH"): ("Genebra", "Genebra", "Ginebra"),
    ("Genoa", "IT"): ("Gênova", "Génova", "Génova"),
    ("Gent", "BE"): ("Gante", "Gante", "Gante"),
    ("Giza", "EG"): ("Gizé", "Gizé", "Guiza"),
    ("Gothenburg", "SE"): ("Gotemburgo", "Gotemburgo", "Gotemburgo"),
    ("Guangzhou", "CN"): ("Cantão", "Cantão", "Cantón"),
    ("Hamburg", "DE"): ("Hamburgo", "Hamburgo", "Hamburgo"),
    ("Hanoi", "VN"): ("Hanói", "Hanói", "Hanói"),
    ("Kraków", "PL"): ("Cracóvia", "Cracóvia", "Cracovia"),
    ("Kyoto", "JP"): ("Quioto", "Quioto", "Kioto"),
    ("Köln", "DE"): ("Colônia", "Colónia", "Colonia"),
    ("Lausanne", "CH"): ("", "", "Lausana"),
    ("Makkah", "SA"): ("Meca", "Meca", "La Meca"),
    ("Marrakesh", "MA"): ("Marrakech", "Marraquexe", "Marrakech"),
    ("Marseille", "FR"): ("Marselha", "Marselha", "Marsella"),
    ("Milan", "IT"): ("Milão", "Milão", "Milán"),
    ("Munich", "DE"): ("Munique", "Munique", "Múnich"),
    ("Naples", "IT"): ("Nápoles", "Nápoles", "Nápoles"),
    ("New Delhi", "IN"): ("Nova Délhi", "Nova Deli", "Nueva Delhi"),
    ("New Orleans", "US"): ("Nova Orleans", "Nova Orleães", "Nueva Orleans"),
    ("Nice", "FR"): ("", "", "Niza"),
    ("Nuremberg", "DE"): ("", "Nuremberga", "Núremberg"),
    ("Padua", "IT"): ("Pádua", "Pádua", "Padua"),
    ("Philadelphia", "US"): ("Filadélfia", "Filadélfia", "Filadelfia"),
    ("Porto", "PT"): ("", "", "Oporto"),
    ("Rotterdam", "NL"): ("Roterdã", "Roterdão", "Róterdam"),
    ("Saint Petersburg", "RU"): ("São Petersburgo", "São Petersburgo", "San Petersburgo"),
    ("San Francisco", "US"): ("São Francisco", "São Francisco", ""),
    ("Sevilla", "ES"): ("Sevilha", "Sevilha", ""),
    ("Strasbourg", "FR"): ("Estrasburgo", "Estrasburgo", "Estrasburgo"),
    ("The Hague", "NL"): ("Haia", "Haia", "La Haya"),
    ("Turin", "IT"): ("Turim", "Turim", "Turín"),
    ("Venice", "IT"): ("Veneza", "Veneza", "Venecia"),
    ("Versailles", "FR"): ("Versalhes", "Versalhes", "Versalles"),
    ("Zaragoza", "ES"): ("Saragoça", "Saragoça", ""),
}
_ENGLISH: Mapping[str, str] = {"Köln": "Cologne", "Makkah": "Mecca", "Sevilla": "Seville"}
_TITLE = " City"
"""GeoNames has "New York City" where the zone has "New York"."""


def known_names() -> Iterator[tuple[str, ...]]:
    """The names of each town of the table, the English one first."""
    for (name, _), others in _NAMES.items():
        yield (_ENGLISH.get(name, name), name, *filter(None, others))


def town_name(name: str, country_code: str, zone: str, locale: Locale) -> str:
    """The town's name in the language of a locale; its own where that has none for it."""
    if locale.language == "en":
        return _ENGLISH.get(name, name) if (name, country_code) in _NAMES else name
    if normalize(zone.rpartition("/")[2].replace("_", " ")) in {normalize(name), normalize(name.removesuffix(_TITLE))}:
        return str(locale.time_zones.get(zone, {}).get("city") or name)
    told = _NAMES.get((name, country_code))
    if told is None:
        return name
    brazil, portugal, spanish = told
    if locale.language == "pt":
        return (portugal if locale.territory not in {None, "BR"} else brazil) or name
    return spanish or name if locale.language == "es" else name
