"""Which skills does Steward bring along? Those in the folder `bundled`; nobody's import may take their names.

A shipped one may say which reads it begins with (`metadata.steps`: a JSON list of `{"tool", "title", "arguments"}`):
these are carried out before a model is asked, and where no model is there at all, the reader tells what they found.
"""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from anyascii import anyascii

from orchestrator.domain.work.skills.importing.archive import Folder
from orchestrator.domain.work.skills.importing.manifest import Manifest
from orchestrator.domain.work.skills.importing.reading import read_folder
from orchestrator.kit import patterns

NAMES = ("weekly-review", "meeting-preparation", "trip-packing", "gift-ideas")
"""In the order in which they are told."""
STEPS = "steps"

_CYRILLIC = ("аеорсухіјѕһԁԛԝѡкмтвньгпӏґѵ", "aeopcyxijshdqwwkmtbhbrnlrv")
_GREEK = ("αβγεηικνορστυχω", "abyenikvopotuxw")
_OTHERS = ("ɑɡıɩʏᴡᴠᴢօսհոցզ", "agiiywvzouhngq")
_DRAWN = str.maketrans(
    "".join(one for one, _ in (_CYRILLIC, _GREEK, _OTHERS)), "".join(one for _, one in (_CYRILLIC, _GREEK, _OTHERS))
)
"""Letters of other scripts as those that they are drawn like."""
_DRAWN_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "_": "-"})


@dataclass(frozen=True)
class Step:
    """A read of Steward's own, told under `title`. `arguments`: with `{words}` where the user's words after the name
    belong, `{today}`, `{today-7}` … where a local date does; `without`: in their place where there are no words, None
    where the step is left out then."""

    tool: str
    title: str
    arguments: Mapping[str, Any]
    without: Mapping[str, Any] | None

    def of(self, words: str, today: date) -> dict[str, Any] | None:
        """The arguments for these words; None where there is nothing to read without any."""
        wanted = self.arguments if words or "{words}" not in self.arguments.values() else self.without
        if wanted is None:
            return None
        return {key: _filled(value, words, today) if isinstance(value, str) else value for key, value in wanted.items()}


_DATE = patterns.compile(r"\{today([+-]\d{1,3})?\}")


def _filled(text: str, words: str, today: date) -> str:
    if (found := _DATE.fullmatch(text)) is not None:
        return f"{today + timedelta(days=int(found[1] or 0))}T00:00:00"
    return text.replace("{words}", words)


@dataclass(frozen=True)
class Shipped:
    """One that came with this version of Steward."""

    folder: Folder
    manifest: Manifest

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def steps(self) -> tuple[Step, ...]:
        """The reads that it begins with."""
        told = json.loads(self.manifest.metadata.get(STEPS, "[]"))
        return tuple(Step(one["tool"], one["title"], one.get("arguments", {}), one.get("without")) for one in told)


@cache
def shipped() -> Mapping[str, Shipped]:
    """By name."""
    found = {name: _read(files(__package__).joinpath("bundled", name)) for name in NAMES}
    return {name: Shipped(folder, manifest) for name, (folder, manifest) in found.items()}


def _read(folder: Traversable) -> tuple[Folder, Manifest]:
    return read_folder([(f"{folder.name}/{one.name}", one.read_bytes()) for one in folder.iterdir() if one.is_file()])


def looks_alike(one: str, other: str) -> bool:
    """Whether people take one name for the other: by what its letters stand for, or by how they are drawn."""
    return looks_like(one) == looks_like(other) or _outline(one) == _outline(other)


def _outline(name: str) -> str:
    """The name as it is drawn: Cyrillic у is y, though it is read as u; 1 and i are l, 0 is o, rn is m."""
    drawn = anyascii(unicodedata.normalize("NFKC", name).casefold().translate(_DRAWN)).casefold()
    return drawn.translate(_DRAWN_ALIKE).replace("rn", "m").replace("vv", "w")


def looks_like(name: str) -> str:
    """The name as it looks to a person: letters of other scripts as those that they resemble, without case and marks.
    Two names of one look are not told apart."""
    return anyascii(unicodedata.normalize("NFKC", name)).casefold().replace("_", "-")
