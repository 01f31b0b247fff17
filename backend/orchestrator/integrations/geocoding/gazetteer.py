"""Which town is at a point, and where is a town, without asking anybody? The offline gazetteer.

It knows towns, no streets. A point is in the town that it lies deepest in, seen by what the town's people need of room:
the Eiffel Tower is in Paris though the middle of Vanves is nearer. Made once a home, lazily, by a process of its own
(`gazetteer_table`), kept in a file of the home and in memory as NumPy arrays: about 8 MB.
"""

import asyncio
import io
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from babel import Locale, UnknownLocaleError
from numpy.typing import NDArray

from orchestrator.integrations.geocoding.gazetteer_table import LARGE, GazetteerFile, name_hash
from orchestrator.integrations.geocoding.port import GeoPlace, Point
from orchestrator.language.places.town_names import town_name
from orchestrator.language.tables import LANGUAGES
from orchestrator.language.text.normalize import normalize
from orchestrator.language.units import bare
from orchestrator.telemetry.logging import get_logger

CREDIT = "GeoNames (CC BY 4.0)"
WAITED_S = 4.0
"""So long a question waits for the table; where it takes longer the next question has it."""
EARTH_KM = 6371.0
PER_KM2 = 3_000.0
"""People per km² of a town: what its size is reckoned from."""
OUTSKIRTS = 3.0
"""So many times its own radius around a town is still of it."""
PART_OF = 4
"""Times the people of a town that a city around it has."""
DISTRICT_NAMES = 2
"""Other names: a large town has more, a large district ("Copacabana") seldom."""
NEAREST_KM = 25.0
"""Out of every town, one so near is told as the nearest."""
COUNTRY_KM = 60.0
OWN_NAME_WEIGHT = 30.0
"""A town's own name outweighs another's: "Porto" is also a name of Bordeaux."""
NEAR_KM = 100.0

log = get_logger(__name__)


@dataclass(frozen=True)
class _Towns:
    """The table in memory. `axes`: unit vectors; `others`: how many further names a town has."""

    axes: NDArray[np.float32]
    lat: NDArray[np.float32]
    lon: NDArray[np.float32]
    population: NDArray[np.int32]
    country: NDArray[np.int16]
    region: NDArray[np.int16]
    others: NDArray[np.uint8]
    zone: NDArray[np.int16]
    names: Sequence[str]
    codes: Sequence[str]
    country_names: Sequence[str]
    zones: Sequence[str]
    key: NDArray[np.uint64]
    town: NDArray[np.int32]

    def kilometres(self, at: Point) -> NDArray[np.float32]:
        """From every town to a point, by the chord: near 1 the arc cosine of a product of float32 is wrong by
        kilometres, and by other ones on another processor."""
        chord = np.linalg.norm(self.axes - _axis(at.lat, at.lon), axis=1)
        return np.asarray(2 * EARTH_KM * np.arcsin(np.minimum(chord / 2, 1.0)), np.float32)


def _axis(lat: float, lon: float) -> NDArray[np.float32]:
    phi, lam = math.radians(lat), math.radians(lon)
    return np.array([math.cos(phi) * math.cos(lam), math.cos(phi) * math.sin(lam), math.sin(phi)], np.float32)


_IN_MEMORY: list[_Towns] = []
"""The table of this process: whoever asks first has it made."""


class Gazetteer:
    """Towns by point and by name. Shared by all users: it holds nothing of theirs. `language` is a tag, "pt-PT" too.
    `home`: the folder in which the table is kept; without one it is made at each start."""

    def __init__(self, home: Path | None = None) -> None:
        self._file = GazetteerFile(home) if home is not None else None
        self._loading: asyncio.Task[_Towns | None] | None = None

    async def reverse(self, at: Point, *, language: str) -> GeoPlace | None:
        """The town at a point (`kind` city), or the nearest one with its `distance_m` where none is there; the country
        alone (`kind` country) near its towns; None far from all, at sea."""
        towns = await self._towns()
        if towns is None:
            return None
        away = towns.kilometres(at)
        radius = np.sqrt(np.maximum(towns.population, 1) / (math.pi * PER_KM2))
        deepest = int(np.argmin(away / radius))
        if away[deepest] <= OUTSKIRTS * radius[deepest]:
            around = (away <= radius) & (towns.region == towns.region[deepest])
            return self._within(towns, deepest, np.flatnonzero(around), language)
        nearest = int(np.argmin(away))
        if away[nearest] <= NEAREST_KM:
            return self._place(towns, nearest, language, distance_m=float(away[nearest]) * 1000)
        if away[nearest] <= COUNTRY_KM:
            whole = self._place(towns, nearest, language)
            return replace(whole, kind="country", name=whole.country, address=whole.country, city="", timezone=None)
        return None

    async def forward(self, text: str, *, near: Point | None, language: str) -> GeoPlace | None:
        """The town that `text` names as a whole: a large one ("Lisboa"), any with its country ("Óbidos, Portugal");
        None for anything else, which may well be somebody's house."""
        towns = await self._towns()
        if towns is None:
            return None
        name, _, rest = text.partition(",")
        found = self._named(towns, normalize(name))
        if rest.strip():
            wanted = normalize(rest)
            found = [at for at in found if wanted in self._country_words(towns, int(towns.country[at]))]
        else:
            found = [at for at in found if towns.population[at] >= LARGE]
        if not found:
            return None
        away = towns.kilometres(near) if near is not None else None
        best = max(found, key=lambda at: self._weight(towns, at, normalize(name), away))
        return self._place(towns, best, language)

    async def load(self) -> None:
        """Wait for the table, however long that takes."""
        while await self._towns() is None and self._loading is not None and not self._loading.done():
            continue

    async def close(self) -> None:
        """End the process that is making the table, if it is."""
        if self._loading is not None and not self._loading.done():
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)

    def _within(self, towns: _Towns, at: int, around: NDArray[np.intp], language: str) -> GeoPlace:
        """A small town or a district inside a city many times its size is a part of it: "Bairro Alto" is in Lisbon."""
        part = self._place(towns, at, language, distance_m=0.0)
        city = int(around[np.argmax(towns.population[around])]) if len(around) else at
        if _is_large(towns, at) or towns.population[city] < PART_OF * int(towns.population[at]):
            return part
        whole = self._place(towns, city, language)
        return replace(part, city=whole.name, address=f"{part.name}, {whole.address}")

    def _named(self, towns: _Towns, folded: str) -> list[int]:
        key = np.uint64(name_hash(folded))
        start, end = np.searchsorted(towns.key, key, "left"), np.searchsorted(towns.key, key, "right")
        return [int(at) for at in towns.town[start:end]]

    def _weight(self, towns: _Towns, at: int, folded: str, away: NDArray[np.float32] | None) -> float:
        weight = float(towns.population[at]) * (OWN_NAME_WEIGHT if normalize(towns.names[at]) == folded else 1.0)
        return weight if away is None else weight / (1.0 + float(away[at]) / NEAR_KM)

    def _country_words(self, towns: _Towns, country: int) -> set[str]:
        code = towns.codes[country]
        names = {_country_name(code, language) for language in LANGUAGES}
        return {normalize(name) for name in (code, towns.country_names[country], *names) if name}

    def _place(self, towns: _Towns, at: int, language: str, *, distance_m: float | None = None) -> GeoPlace:
        code = towns.codes[int(towns.country[at])]
        country = _country_name(code, language) or towns.country_names[int(towns.country[at])]
        zone = towns.zones[int(towns.zone[at])]
        name = town_name(towns.names[at], code, zone, _locale(language))
        return GeoPlace(
            lat=round(float(towns.lat[at]), 5),
            lon=round(float(towns.lon[at]), 5),
            kind="city",
            name=name,
            address=f"{name}, {country}" if country not in {"", name} else name,
            city=name,
            country=country,
            country_code=code,
            timezone=zone,
            distance_m=distance_m,
            attribution=CREDIT,
        )

    async def _towns(self) -> _Towns | None:
        """The table; None where it can't be had in time."""
        if _IN_MEMORY:
            return _IN_MEMORY[0]
        if self._loading is None:
            self._loading = asyncio.create_task(_loaded(self._file), name="offline gazetteer")
        try:
            async with asyncio.timeout(WAITED_S):
                return await asyncio.shield(self._loading)
        except TimeoutError:
            return None


def _is_large(towns: _Towns, at: int) -> bool:
    return bool(towns.population[at] >= LARGE and towns.others[at] > DISTRICT_NAMES)


def _country_name(code: str, language: str) -> str:
    return str(_locale(language).territories.get(code, ""))


@lru_cache(maxsize=64)
def _locale(language: str) -> Locale:
    tag = bare(language).replace("_", "-")
    for one in (tag, tag.split("-")[0]):
        try:
            return Locale.parse(one, sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    return Locale("en")


async def _loaded(file: GazetteerFile | None) -> _Towns | None:
    """The kept table, else one made now and kept; None (and a warning) where that fails."""
    towns = await asyncio.to_thread(_kept, file) if file is not None else None
    if towns is None:
        written = await _made()
        if written is None:
            return None
        towns = await asyncio.to_thread(_read, written)
        if file is not None:
            await asyncio.to_thread(file.keep, written)
    _IN_MEMORY[:] = [towns]
    return towns


async def _made() -> bytes | None:
    """The table, by a process of its own."""
    making = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "orchestrator.integrations.geocoding.gazetteer_table",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        written, _ = await making.communicate()
    finally:
        if making.returncode is None:
            making.kill()
            await making.wait()
    if making.returncode != 0:
        log.warning("the offline gazetteer could not be loaded", status=making.returncode)
        return None
    return written


def _kept(file: GazetteerFile) -> _Towns | None:
    written = file.read()
    if written is None:
        return None
    try:
        return _read(written)
    except (ValueError, OSError, EOFError, KeyError, BadZipFile):
        log.warning("the kept gazetteer is damaged, it is made anew")
        return None


def _read(written: bytes) -> _Towns:
    with np.load(io.BytesIO(written), allow_pickle=False) as arrays:
        lat, lon = arrays["lat"], arrays["lon"]
        phi, lam = np.radians(lat), np.radians(lon)
        axes = np.stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)], axis=1)
        return _Towns(
            axes=axes.astype(np.float32),
            lat=lat,
            lon=lon,
            population=arrays["population"],
            country=arrays["country"],
            region=arrays["region"],
            others=arrays["others"],
            zone=arrays["zone"],
            names=_lines(arrays["names"]),
            codes=_lines(arrays["codes"]),
            country_names=_lines(arrays["country_names"]),
            zones=_lines(arrays["zones"]),
            key=arrays["key"],
            town=arrays["town"],
        )


def _lines(written: NDArray[np.uint8]) -> Sequence[str]:
    return bytes(written).decode().split("\n")
