"""By which names does a model know a server's tools? Made safe, and of one owner each once."""

import hashlib
import unicodedata

from orchestrator.kit import patterns

MOST = 64
"""Characters of a name that all providers take."""
MOST_SLUG = 24
BETWEEN = "__"
_OTHER = patterns.compile(r"[^a-z0-9]+")
_DIGEST = 6


def slug_of(name: str) -> str:
    """A server's part of the names; "" where nothing of its name can stand in one."""
    return _safe(name)[:MOST_SLUG].strip("_")


def offered_name(slug: str, tool: str) -> str | None:
    """`server__tool`; None where the tool's name has letters that look like others (Cyrillic in Latin), or none."""
    folded = unicodedata.normalize("NFKD", tool)
    bare = "".join(one for one in folded if not unicodedata.combining(one))
    if not bare.isascii() or not (safe := _safe(bare)):
        return None
    room = MOST - len(slug) - len(BETWEEN)
    if len(safe) > room:
        digest = hashlib.sha256(tool.encode()).hexdigest()[:_DIGEST]
        safe = f"{safe[: room - _DIGEST - 1]}_{digest}"
    return f"{slug}{BETWEEN}{safe}"


def _safe(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _OTHER.sub("_", folded).strip("_")
