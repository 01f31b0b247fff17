"""What can a program find inside? The interpreters of this machine, and the templates that say what kind of work a
workspace is for. A run as another user sees only what all users may read: an interpreter in somebody's home is none."""

import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from orchestrator.integrations.sandbox.programs import found_at

_SYSTEM = ("/usr/bin/python3", "/usr/local/bin/python3")


@dataclass(frozen=True)
class Interpreter:
    """A program that runs scripts, and what it needs to see beside the system's own folders."""

    path: str
    readable: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Template:
    """What is inside: programs by the names that scripts start with; `missing`: those that this machine has not."""

    name: str
    holds: tuple[str, ...]
    missing: tuple[str, ...]


_TEMPLATES = {
    "python": ("python3",),
    "node": ("node",),
    "documents": ("pandoc", "pdftotext", "libreoffice", "tesseract", "python3"),
}
"""By name: the programs that such work is done with. Nothing is installed for it: they are the machine's own."""


def python() -> Interpreter | None:
    """Ours where the program's user can read it, else the system's; None where there is none."""
    own = Path(sys.executable).resolve()
    prefix = Path(sys.base_prefix).resolve()
    if seen_by_others(own) and seen_by_others(prefix):
        return Interpreter(str(own), () if prefix.is_relative_to("/usr") else (prefix,))
    found = next((path for path in _SYSTEM if os.access(path, os.X_OK) and seen_by_others(Path(path).resolve())), None)
    return Interpreter(found) if found is not None else None


def seen_by_others(path: Path) -> bool:
    """Whether a program that is run for us can get there: as another user where we are root, else as we can."""
    if os.geteuid() != 0:
        return os.access(path, os.R_OK)
    try:
        ways = [one.stat().st_mode for one in path.parents]
        mode = path.stat().st_mode
    except OSError:
        return False
    return all(way & stat.S_IXOTH for way in ways) and bool(mode & stat.S_IROTH)


def templates() -> tuple[Template, ...]:
    """All of them, as this machine has them."""
    found = []
    for name, programs in _TEMPLATES.items():
        there = tuple(one for one in programs if found_at(one).startswith("/"))
        found.append(Template(name, there, tuple(one for one in programs if one not in there)))
    return tuple(found)
