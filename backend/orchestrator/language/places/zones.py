"""Which time zone has a town or a country? By the cities that IANA's zones are named after, by other names that such
zones go by, and by the countries of IANA's `zone.tab` (package tzdata)."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

from orchestrator.language.places.countries import country_code
from orchestrator.language.text.normalize import normalize
from orchestrator.language.time.rules.named_places import zone_of_city

_MAIN = ("(mainland)", "(peninsula)", "most of ", "Beijing Time")
"""How `zone.tab` remarks on the zone of the greater part of a country."""


def zone_of(place: str) -> str | None:
    """The IANA zone; None of a place that is not known, or of a country that has several."""
    if (zone := zone_of_city(normalize(place))) is not None:
        return zone
    code = country_code(place)
    return _of_countries().get(code) if code is not None else None


def country_of(zone: str) -> str | None:
    """The country (ISO 3166) of an IANA zone; None of one of no country ("UTC") or of an older name."""
    return _countries().get(zone)


@cache
def _rows() -> tuple[tuple[str, str, str], ...]:
    """Country, zone and remark of each line of `zone.tab`."""
    lines = resources.files("tzdata.zoneinfo").joinpath("zone.tab").read_text("utf-8").splitlines()
    parts = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return tuple((code, zone, remark[0] if remark else "") for code, _, zone, *remark in parts)


@cache
def _countries() -> Mapping[str, str]:
    return {zone: code for code, zone, _ in _rows()}


@cache
def _of_countries() -> Mapping[str, str]:
    """Country (ISO 3166) → its only zone, or that of its greater part."""
    told: dict[str, list[tuple[str, str]]] = {}
    for code, zone, remark in _rows():
        told.setdefault(code, []).append((zone, remark))
    return {
        code: next((zone for zone, remark in zones if any(word in remark for word in _MAIN)), zones[0][0])
        for code, zones in told.items()
        if len(zones) == 1 or any(word in remark for _, remark in zones for word in _MAIN)
    }
