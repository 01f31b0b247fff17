"""Which patterns does Steward compile, by which engine, and where?

`re` and google-re2 are listened to while every module is imported; the bench also calls what can be called, which
compiles what is made at its first use.
"""

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGE = "backend/orchestrator/"
LEFT_OUT = ("orchestrator.__main__",)
LINEAR = "kit/patterns.py"


@dataclass(frozen=True)
class Compiled:
    """One pattern. `engine`: `re`, `re of bytes` (latin-1 here) or `re2`; `where`: the file of ours that asked for it,
    and the line."""

    engine: str
    pattern: str
    flags: int
    where: str


def gathered(*, lazily: bool) -> list[Compiled]:
    """All patterns of ours. Must run in a process that has imported nothing of Steward's yet."""
    found: dict[tuple[str, str, int], str] = {}
    with_re = re._compile  # type: ignore[attr-defined]

    def listening(pattern: Any, flags: int) -> Any:
        compiled, where = with_re(pattern, flags), _ours()
        if where and isinstance(compiled.pattern, bytes):
            found.setdefault(("re of bytes", compiled.pattern.decode("latin-1"), compiled.flags), where)
        elif where:
            found.setdefault(("re", compiled.pattern, compiled.flags), where)
        return compiled

    re._compile = listening  # type: ignore[attr-defined]
    import orchestrator  # noqa: PLC0415  (what listens comes first)
    from orchestrator.kit import patterns  # noqa: PLC0415

    with_re2 = patterns.compile

    def listening_too(pattern: str) -> Any:
        found.setdefault(("re2", pattern, 0), _ours() or LINEAR)
        return with_re2(pattern)

    patterns.compile = listening_too
    for info in pkgutil.walk_packages(orchestrator.__path__, "orchestrator."):
        if info.name not in LEFT_OUT:
            importlib.import_module(info.name)
    if lazily:
        from tests.attack import functions  # noqa: PLC0415

        functions.cases()
    re._compile = with_re  # type: ignore[attr-defined]
    return [Compiled(engine, pattern, flags, where) for (engine, pattern, flags), where in found.items()]


def _ours() -> str:
    """The place in our source that compiles, and the one that asked it to where that is another file; "" where a
    library compiles for itself."""
    places: list[str] = []
    for name, line in _callers():
        place = name.replace("\\", "/")
        if PACKAGE in place:
            inside = place.rpartition(PACKAGE)[2]
            if inside != LINEAR and inside not in [one.partition(":")[0] for one in places]:
                places.append(f"{inside}:{line}")
        elif not places and not _transparent(name):
            return ""
        elif places and "importlib" in name:
            break
        if len(places) == 2:
            break
    return " < ".join(places)


def _transparent(name: str) -> bool:
    return name == __file__ or Path(name).parent.name == "re" or "functools" in name or "importlib" in name


def _callers() -> Iterator[tuple[str, int]]:
    frame = sys._getframe(2)
    while frame is not None:
        yield frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back  # type: ignore[assignment]
