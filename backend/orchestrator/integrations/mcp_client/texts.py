"""How is a server's text made fit to be kept and shown? Without what can't be seen, on one line or cut."""

import unicodedata
from typing import Any

from orchestrator.kit.text import encodable

_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
"""Control, format (zero width, bidirectional, tags), private use, surrogates, unassigned."""
_KEPT = frozenset("\n\t")


def visible(text: str) -> str:
    """`text` without characters that hide words from people."""
    if text.isascii() and text.isprintable():
        return text
    kept = (one for one in encodable(text) if one in _KEPT or unicodedata.category(one) not in _UNSEEN)
    return "".join(kept)


def plain(value: Any, most: int) -> str:
    """A server's text on one line, cut to `most`; "" for what is no text."""
    if not isinstance(value, str):
        return ""
    text = " ".join(visible(value[: most * 4]).split())
    return text if len(text) <= most else text[: most - 1] + "…"
