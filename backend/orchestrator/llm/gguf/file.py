"""Can this file be run as a model here? Is the extra installed, is it a GGUF file, does it fit the memory?

Told before anything is loaded, so that a wrong setting is a sentence that names it and not a failure inside a library.
"""

import struct
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from orchestrator.errors import StewardError
from orchestrator.kit import patterns
from orchestrator.kit.memory import GIB, FreeMemory, free_memory

LIBRARY = "xllamacpp"
INSTALL = "make run EXTRAS=gguf"

_MAGIC = b"GGUF"
_HEAD = struct.Struct("<4sI")
_VERSIONS = (2, 3)
_SPLIT = patterns.compile(r"-(\d{5})-of-(\d{5})\.gguf$")

WEIGHTS_SHARE = 1.1
"""Of the file: the weights are laid out anew in memory for speed (measured: 1994 MB for a file of 1117 MB)."""
BESIDE_THE_WEIGHTS = GIB
"""The cache of the context window (0.25 GB for 1.5 billion parameters, 1 GB for 8) and working space."""


class GGUFUnusable(StewardError):
    """The file can't be run here; the message says what to do."""


@dataclass(frozen=True)
class GGUFFile:
    """A file that may be loaded; `path` is the first part of a split one, `size_bytes` that of all parts."""

    path: Path
    size_bytes: int


def require_library() -> None:
    """Raises GGUFUnusable where the extra is not installed."""
    if find_spec(LIBRARY) is None:
        raise GGUFUnusable(f"STEWARD_GGUF_PATH needs the extra gguf, which is not installed; run: {INSTALL}")


def examine(path: Path) -> GGUFFile:
    """The file, looked at without loading it. Raises GGUFUnusable."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD.size)
        size = sum(part.stat().st_size for part in _parts(path))
    except FileNotFoundError as error:
        raise GGUFUnusable(f"STEWARD_GGUF_PATH: there is no file {error.filename}") from None
    except OSError as error:
        raise GGUFUnusable(f"STEWARD_GGUF_PATH: {path} can't be read ({error.strerror or error})") from None
    if len(head) < _HEAD.size or not head.startswith(_MAGIC):
        raise GGUFUnusable(f"STEWARD_GGUF_PATH: {path} is no GGUF file")
    version = _HEAD.unpack(head)[1]
    if version not in _VERSIONS:
        raise GGUFUnusable(f"STEWARD_GGUF_PATH: {path} is of GGUF version {version}; known are 2 and 3")
    return GGUFFile(path, size)


def room_for(file: GGUFFile, *, free: FreeMemory = free_memory) -> None:
    """Raises GGUFUnusable where the memory that is free now does not hold the model."""
    left = free()
    needed = int(file.size_bytes * WEIGHTS_SHARE) + BESIDE_THE_WEIGHTS
    if left is not None and left < needed:
        raise GGUFUnusable(
            f"STEWARD_GGUF_PATH: {file.path.name} needs about {needed / GIB:.1f} GiB of memory, {left / GIB:.1f} GiB "
            "are free; take a smaller file or end something else"
        )


def _parts(path: Path) -> list[Path]:
    """The files of a split model (`…-00001-of-00003.gguf` and on), or the one file."""
    split = _SPLIT.search(path.name)
    if split is None:
        return [path]
    stem, count = path.name[: split.start()], int(split[2])
    return [path.with_name(f"{stem}-{number:05}-of-{count:05}.gguf") for number in range(1, count + 1)]
