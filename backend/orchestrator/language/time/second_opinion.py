"""What does another engine, built apart from ours, read in the text?

`opinions(text, now=…, locale=…)` asks Duckling (package pyduckling-native-phihos), where it is installed: it has a
wheel for CPython 3.11 on x86_64 Linux and nothing else (marker in pyproject.toml). Elsewhere there are no opinions.

It is loaded by the first question (some 0.1 s, 40 MB) and then costs about a millisecond. What has to be known of it:

* Its runtime takes the process's handlers of interrupt, quit, stop and broken pipe; they are given back.
* A NUL character panics; a phrase of one language may be read by another's rules; a long text costs its square, and
  one full of times ten times as much with each of them.
* An unknown zone silently means UTC. Here all is wall time, so the zone is UTC and none is loaded.
* "At 5" comes as 05:00 and as 17:00, both in `values`.
"""

import ctypes
import importlib
import importlib.util
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from tempfile import TemporaryDirectory
from threading import Lock
from types import ModuleType
from typing import Any

from orchestrator.language.tables import supported

MAX_CHARACTERS = 240
"""Longer texts are not asked about: 300 characters cost 50 ms, 3 000 more than a second."""
MAX_TIMES = 8
"""Nor are texts with more words of time: "tomorrow at 5" said four times costs .1 s, five times 1.5 s."""
_TAKEN = (signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE, signal.SIGTSTP)
# Larger than the C library's `struct sigaction` anywhere.
_SIGACTION_BYTES = 512
_asking = Lock()
_silenced: ContextVar[bool] = ContextVar("silenced", default=False)


@dataclass(frozen=True, slots=True)
class Opinion:
    """A phrase [first, last) of the text with the starts it may mean, likeliest first, naive wall time.

    `grain`: second, minute, hour, day, week, month, quarter, year. `end`: exclusive, where it is a range; `start` is
    None where only an end was said. `holiday`: its name, where it is one.
    """

    first: int
    last: int
    starts: tuple[datetime, ...]
    end: datetime | None
    grain: str
    holiday: str = ""


@contextmanager
def silenced() -> Iterator[None]:
    """Ask nobody meanwhile, as where it is not installed: for measuring and tests."""
    token = _silenced.set(True)
    try:
        yield
    finally:
        _silenced.reset(token)


def available() -> bool:
    """Whether there is somebody to ask."""
    return not _silenced.get() and _installed()


@lru_cache(maxsize=1)
def _installed() -> bool:
    return sys.platform == "linux" and importlib.util.find_spec("duckling") is not None


def opinions(text: str, *, now: datetime, locale: str) -> tuple[Opinion, ...]:
    """The phrases it reads, in order; longer ones may hold shorter ones. () where nobody can be asked."""
    if not available() or not text.strip() or len(text) > MAX_CHARACTERS:
        return ()
    clean = "".join(char if char.isprintable() else " " for char in text)
    with _asking:
        found = _engine().parse(clean, now, locale)
    return tuple(each for each in map(_opinion, found) if each is not None)


def _opinion(said: dict[str, Any]) -> Opinion | None:
    value = said["value"]
    rows = value.get("values") or ()
    starts = tuple(dict.fromkeys(start for row in rows if (start := _moment(row.get("from", row))) is not None))
    end = _moment(value["to"]) if value.get("type") == "interval" and "to" in value else None
    if (not starts and end is None) or (starts and end is not None and end <= starts[0]):
        return None
    grain = value.get("grain") or value.get("from", value.get("to", {})).get("grain", "")
    return Opinion(said["start"], said["end"], starts, end, grain, value.get("holidayBeta") or "")


def _moment(given: dict[str, Any]) -> datetime | None:
    if "value" not in given:
        return None
    try:
        return datetime.fromisoformat(given["value"]).replace(tzinfo=None)
    except ValueError:
        return None


class _Duckling:
    """The loaded engine with what stays the same from question to question."""

    def __init__(self, module: ModuleType, zones: str) -> None:
        self._module = module
        self._zones = module.load_time_zones(zones)
        self._times = module.parse_dimensions(["time"])
        self._locales: dict[str, Any] = {}

    def parse(self, text: str, now: datetime, locale: str) -> list[dict[str, Any]]:
        """Its own answer, as it stands."""
        at = self._module.parse_ref_time(self._zones, "UTC", int(now.replace(tzinfo=UTC).timestamp()))
        found: list[dict[str, Any]] = self._module.parse(
            text, self._module.Context(at, self._locale(locale)), self._times, with_latent=False
        )
        return found

    def _locale(self, locale: str) -> object:
        if locale not in self._locales:
            language, region = supported(locale), locale.replace("_", "-").partition("-")[2]
            plain = self._module.default_locale_lang(self._module.parse_lang(language.upper()))
            self._locales[locale] = self._module.parse_locale(f"{language.upper()}_{region.upper()}", plain)
        return self._locales[locale]


@lru_cache(maxsize=1)
def _engine() -> _Duckling:
    # An empty folder: no zone is needed, and one that does not exist ends the process.
    with _handlers_kept(), TemporaryDirectory() as empty:
        engine = _Duckling(importlib.import_module("duckling"), empty)
        engine.parse("tomorrow", datetime(2026, 1, 1), "en-US")  # noqa: DTZ001  (wall time)
        return engine


@contextmanager
def _handlers_kept() -> Iterator[None]:
    """Ctrl-C stays Python's. Through the C library, because this may not be the main thread."""
    library = ctypes.CDLL(None)
    kept = []
    for number in _TAKEN:
        room = ctypes.create_string_buffer(_SIGACTION_BYTES)
        library.sigaction(int(number), None, room)
        kept.append((number, room))
    try:
        yield
    finally:
        for number, room in kept:
            library.sigaction(int(number), room, None)
