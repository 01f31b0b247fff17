"""Does a server of this home run, and where? It says so in `$STEWARD_HOME/server.json` while it does."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from orchestrator.db.postgres.cluster import process_exists
from orchestrator.settings import Settings


@contextmanager
def announced(settings: Settings, url: str) -> Iterator[None]:
    """Let other commands find this server for the length of the block."""
    path = _path(settings)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    fresh.touch(mode=0o600)
    fresh.write_text(json.dumps({"url": url, "pid": os.getpid()}), "utf-8")
    fresh.replace(path)
    try:
        yield
    finally:
        if _said(path).get("pid") == os.getpid():
            path.unlink(missing_ok=True)


def running_at(settings: Settings) -> str | None:
    """The URL of this home's server; None where none runs on this machine. What a killed one left does not count."""
    said = _said(_path(settings))
    url, pid = said.get("url"), said.get("pid")
    return url if isinstance(url, str) and isinstance(pid, int) and process_exists(pid) else None


def _path(settings: Settings) -> Path:
    return settings.home / "server.json"


def _said(path: Path) -> dict[str, object]:
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
