"""When are two phone numbers the same number, and which country does a number without a country code belong to?"""

from functools import lru_cache
from importlib import resources

import phonenumbers

from orchestrator.kit import patterns

_SEPARATORS = patterns.compile(r"[^\d+]+")
_REGION = patterns.compile(r"[-_]([A-Za-z]{2})(?:[-_.]|$)")


def phone_key(text: str, region: str | None) -> str:
    """The number in E.164 (`+5511912345678`); of what is no valid number its digits. `region`: the ISO country that a
    number without a country code is of, None where that is not known."""
    try:
        number = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return _SEPARATORS.sub("", text)
    if not phonenumbers.is_possible_number(number):
        return _SEPARATORS.sub("", text)
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def same_for_sure(key: str) -> bool:
    """Whether a key tells one subscriber from all others: an international number, no extension or short code."""
    return key.startswith("+") and len(key) > len("+1234567")


@lru_cache(maxsize=256)
def region_of(locale: str, zone: str) -> str | None:
    """The country of a user, by their locale (`pt-BR`), else by their zone; None where neither says."""
    if found := _REGION.search(locale):
        region = str(found[1]).upper()
        if region in phonenumbers.SUPPORTED_REGIONS:
            return region
    return _countries().get(zone)


@lru_cache(maxsize=1)
def _countries() -> dict[str, str]:
    """The country of each zone, as the zone database's own table has it."""
    table = resources.files("tzdata").joinpath("zoneinfo/zone.tab").read_text()
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return {row[2]: row[0] for row in rows}
