"""Are two places the same one? By name, by address, by where they are; pure."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import Indel

from orchestrator.integrations.geocoding.port import Point
from orchestrator.kit import patterns
from orchestrator.kit.text import without_leading
from orchestrator.language.text.normalize import normalize, tokens

EARTH_M = 6_371_000.0
USUAL_RADIUS_M = 75.0
"""Of a place whose radius nobody said: a house with its garden, and what a phone's fix is off by."""
SAME_NAME_WITHIN_M = 300.0
"""Two places of one name farther apart are two branches of a chain."""
ALIKE = 0.82
SHARED = 0.5
"""So many of the shorter address's words stand in the other one of the same place."""
_ARTICLES = frozenset("the a o os as el la los las my meu minha mi".split())
_STREETS = {
    "r": "rua", "av": "avenida", "ave": "avenida", "avenue": "avenida", "st": "street", "str": "street", "rd": "road",
    "dr": "drive", "blvd": "boulevard", "tv": "travessa", "trav": "travessa", "pca": "praca", "pc": "praca",
    "pza": "plaza", "pl": "plaza", "c": "calle", "cl": "calle", "al": "alameda", "est": "estrada", "ln": "lane",
}  # fmt: skip
_NUMBER = patterns.compile(r"\d")

Why = Literal["name", "alias", "address", "near"]


@dataclass(frozen=True)
class Sketch:
    """A place as it is compared: one that is known, or one that somebody speaks of."""

    name: str
    aliases: tuple[str, ...] = ()
    address: str | None = None
    at: Point | None = None
    radius_m: float | None = None


@dataclass(frozen=True)
class Same:
    """Why two are one. `sure`: nothing speaks against it; an address alone may be that of two in one house."""

    why: Why
    sure: bool = True


def metres(one: Point, other: Point) -> float:
    """The distance over the ground (haversine)."""
    phi1, phi2 = math.radians(one.lat), math.radians(other.lat)
    across = math.radians(other.lon - one.lon)
    half = math.sin((phi2 - phi1) / 2) ** 2 + math.cos(phi1) * math.cos(phi2) * math.sin(across / 2) ** 2
    return 2 * EARTH_M * math.asin(min(1.0, math.sqrt(half)))


def same(sought: Sketch, known: Sketch) -> Same | None:
    """Whether `sought` is the known place, by the surest reason."""
    name = name_key(sought.name)
    apart = metres(sought.at, known.at) if sought.at is not None and known.at is not None else None
    if name and name in name_keys((known.name, *known.aliases)) and not _elsewhere(sought, known, apart):
        return Same("name" if name == name_key(known.name) else "alias")
    alike = any(_alike(sought.name, one) for one in (known.name, *known.aliases))
    if _same_address(sought.address, known.address):
        return Same("address", sure=alike or name in {"", address_key(known.address or "")})
    if apart is not None and apart <= (known.radius_m or USUAL_RADIUS_M) and alike:
        return Same("near")
    return None


def name_key(text: str) -> str:
    """A name as it is compared: folded, without the article or "my" before it."""
    return " ".join(without_leading(normalize(text).split(), _ARTICLES.__contains__))


def name_keys(names: Iterable[str]) -> frozenset[str]:
    """Of several names."""
    return frozenset(key for name in names if (key := name_key(name)))


def address_key(text: str) -> str:
    """An address as it is compared: its words with the usual short forms written out."""
    return " ".join(_STREETS.get(word, word) for word in tokens(text))


def _elsewhere(sought: Sketch, known: Sketch, apart: float | None) -> bool:
    """Whether two of one name are clearly two: far apart, or at different addresses."""
    if apart is not None:
        return apart > max(SAME_NAME_WITHIN_M, known.radius_m or 0.0)
    if sought.address and known.address:
        one, other = set(address_key(sought.address).split()), set(address_key(known.address).split())
        shorter = min(len(one), len(other))
        numbers = ({word for word in words if _NUMBER.search(word)} for words in (one, other))
        return shorter > 0 and (len(one & other) / shorter < SHARED or not _may_agree(*numbers))
    return False


def _may_agree(one: set[str], other: set[str]) -> bool:
    """House numbers and postcodes: the fewer stand among the others, or one side has none."""
    return not one or not other or one <= other or other <= one


def _same_address(one: str | None, other: str | None) -> bool:
    """The same words, or the shorter begins the longer ("Rua Augusta 10", "Rua Augusta 10, São Paulo"); both with a
    number: a street alone is no house."""
    if not one or not other:
        return False
    shorter, longer = sorted((address_key(one), address_key(other)), key=len)
    if not _NUMBER.search(shorter) or len(shorter.split()) < 2:
        return False
    return longer == shorter or longer.startswith(f"{shorter} ") or sorted(longer.split()) == sorted(shorter.split())


def _alike(one: str, other: str) -> bool:
    first, second = name_key(one), name_key(other)
    if not first or not second:
        return False
    words = sorted((set(first.split()), set(second.split())), key=len)
    return words[0] <= words[1] or Indel.normalized_similarity(first, second) >= ALIKE
