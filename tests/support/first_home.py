"""How does a test get a home that was served before? It is made once a run (`initdb` and all migrations take four
seconds of the processor) and copied for each."""

import atexit
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.support.command import postgres_runs, serving

MakeHome = Callable[[Path], Path]
"""Copies a home to a path; answers the path."""


@cache
def _made(owner_token: str | None) -> Path:
    home = Path(tempfile.mkdtemp(prefix="steward-first-")) / "home"
    atexit.register(shutil.rmtree, home.parent, ignore_errors=True)
    with serving(home, **({"owner_token": owner_token} if owner_token else {})):
        pass
    assert not postgres_runs(home)
    return home


def copy_home(home: Path, *, owner_token: str | None = None) -> Path:
    """A home at this path where nobody did anything yet: with a token of its own, unless one is given."""
    copy_folder(_made(owner_token), home)
    return home


def copy_folder(folder: Path, copy: Path) -> None:
    """With the owners and modes of its files, as Postgres demands."""
    subprocess.run(["/bin/cp", "-a", str(folder), str(copy)], check=True)
