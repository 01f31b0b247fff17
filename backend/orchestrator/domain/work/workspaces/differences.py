"""What differs between two states of a workspace's files? Which came, changed and went, and for texts which lines."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from orchestrator.domain.work.workspaces.schemas import ChangeOut, DifferenceOut

MOST_TOLD = 200
MOST_TEXT = 200_000
"""Bytes of a text whose lines are compared: difflib's time grows with the square of what differs."""
MOST_LINES = 4_000
MOST_DIFF = 20_000
"""Characters of one file's difference, and ten times as much of all."""
MOST_DIFFS = 200_000


@dataclass(frozen=True)
class FileState:
    """A file in one of the two states."""

    path: str
    sha256: str
    size_bytes: int
    origin: str = "third_party"
    executable: bool = False


State = Mapping[str, FileState]
Content = Callable[[str, str], bytes | None]
"""(path, sha256) -> what the file held then; None where that is not known any more."""


def difference(
    before: State, after: State, content: Content, *, since: UUID | None = None, until: UUID | None = None
) -> DifferenceOut:
    """What was added, changed and removed, by path. Blocks: for a thread."""
    paths = sorted(before.keys() | after.keys())
    differing = [path for path in paths if _differ(before.get(path), after.get(path))]
    told: list[ChangeOut] = []
    left = MOST_DIFFS
    for path in differing[:MOST_TOLD]:
        one = _change(path, before.get(path), after.get(path), content, room=left)
        left -= len(one.diff or "")
        told.append(one)
    kinds = [_kind(before.get(path), after.get(path)) for path in differing]
    return DifferenceOut(
        since=since,
        until=until,
        added=kinds.count("added"),
        changed=kinds.count("changed"),
        removed=kinds.count("removed"),
        truncated=len(differing) > len(told),
        files=told,
    )


def _differ(before: FileState | None, after: FileState | None) -> bool:
    if before is None or after is None:
        return True
    return (before.sha256, before.executable) != (after.sha256, after.executable)


def _kind(before: FileState | None, after: FileState | None) -> Literal["added", "changed", "removed"]:
    return "added" if before is None else "removed" if after is None else "changed"


def _change(path: str, before: FileState | None, after: FileState | None, content: Content, *, room: int) -> ChangeOut:
    diff, note = _lines(path, before, after, content, room)
    present = after or before
    return ChangeOut(
        path=path,
        change=_kind(before, after),
        before_sha256=before.sha256 if before is not None else None,
        after_sha256=after.sha256 if after is not None else None,
        size_bytes=present.size_bytes if present is not None else 0,
        diff=diff,
        note=note,
    )


def _lines(
    path: str, before: FileState | None, after: FileState | None, content: Content, room: int
) -> tuple[str | None, str | None]:
    """(unified difference, why there is none)."""
    if before is not None and after is not None and before.sha256 == after.sha256:
        return None, "made executable" if after.executable else "no longer executable"
    if max(one.size_bytes for one in (before, after) if one is not None) > MOST_TEXT:
        return None, "too large to compare by lines"
    texts: list[list[str]] = []
    for state in (before, after):
        held = b"" if state is None else content(path, state.sha256)
        if held is None:
            return None, "the earlier content is not kept"
        if b"\0" in held:
            return None, "no text"
        try:
            texts.append(held.decode("utf-8").splitlines(keepends=True))
        except UnicodeDecodeError:
            return None, "no text"
    if max(map(len, texts)) > MOST_LINES or room <= 0:
        return None, "too long to be told here"
    names = ("/dev/null" if before is None else path, "/dev/null" if after is None else path)
    told = "".join(
        one if one.endswith("\n") else f"{one}\n\\ No newline at end of file\n"
        for one in difflib.unified_diff(texts[0], texts[1], *names)
    )
    if len(told) > min(MOST_DIFF, room):
        return told[: min(MOST_DIFF, room)], "cut: the difference is longer"
    return told, None
