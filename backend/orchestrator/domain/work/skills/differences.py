"""In what do two folders differ? File by file, texts as a unified diff, bounded."""

from collections.abc import Callable, Mapping
from difflib import unified_diff
from itertools import islice
from typing import Any

from orchestrator.domain.work.skills.importing.hidden import shown

MOST_FILES = 20
MOST_LINES = 200
LINE_CHARACTERS = 300
COMPARED_LINES = 2_000
"""Of each side: difflib takes quadratic time where nothing is alike."""
TextOf = Callable[[str], str | None]


def differences(
    before: Mapping[str, str], now: Mapping[str, str], text_before: TextOf, text_now: TextOf
) -> list[dict[str, Any]]:
    """`before`, `now`: sha256 by path. At most 20 files; hidden characters are shown as what they are."""
    paths = sorted(path for path in {*before, *now} if before.get(path) != now.get(path))
    found = []
    for path in paths[:MOST_FILES]:
        change = "added" if path not in before else "removed" if path not in now else "edited"
        one = (text_before(path) or "") if path in before else ""
        other = (text_now(path) or "") if path in now else ""
        found.append({"path": path, "change": change, "diff": _diff(one, other)})
    return found


def _diff(before: str, now: str) -> str:
    one, other = before.splitlines()[:COMPARED_LINES], now.splitlines()[:COMPARED_LINES]
    lines = list(islice(unified_diff(one, other, "approved", "now", lineterm="", n=2), MOST_LINES + 1))
    cut = ["…"] if len(lines) > MOST_LINES else []
    return "\n".join([*(shown(line[:LINE_CHARACTERS]) for line in lines[:MOST_LINES]), *cut])
