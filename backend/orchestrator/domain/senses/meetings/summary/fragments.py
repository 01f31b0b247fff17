"""How does a transcript read? In the order of time, what one speaker says in a row as one turn.

Recorders send fragments, sometimes out of order; a summary and a quote are of what was said.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from orchestrator.domain.senses.meetings.schemas import SegmentIn
from orchestrator.kit import patterns
from orchestrator.language.text.normalize import normalize

_SENTENCE_END = patterns.compile(r"[.!?…]\s")
COMPUTED = "sha256:"


@dataclass(frozen=True)
class Turn:
    """What one speaker says until another one speaks. `speaker`: the recorder's label, empty where it gave none."""

    speaker: str
    text: str
    start_s: float
    end_s: float


def turns_of(segments: Iterable[SegmentIn]) -> list[Turn]:
    """By start, equal ones as they came; neighbours with the same label are one turn, blank ones are left out."""
    merged: list[Turn] = []
    texts: list[str] = []
    ordered = sorted(segments, key=lambda segment: segment.start_s)
    for one in ordered:
        text = " ".join(one.text.split())
        if not text:
            continue
        speaker = one.speaker or ""
        end = max(one.start_s, one.end_s or one.start_s)
        if merged and (merged[-1].speaker == speaker or normalize(merged[-1].speaker) == normalize(speaker)):
            last = merged[-1]
            texts.append(text)
            merged[-1] = Turn(last.speaker, "", last.start_s, max(last.end_s, end))
            continue
        _finish(merged, texts)
        merged.append(Turn(speaker, "", one.start_s, end))
        texts = [text]
    _finish(merged, texts)
    return merged


def _finish(merged: list[Turn], texts: Sequence[str]) -> None:
    """Texts are joined once a turn is whole: a monologue of thousands of fragments would be copied as often."""
    if merged:
        last = merged[-1]
        merged[-1] = Turn(last.speaker, " ".join(texts), last.start_s, last.end_s)


class SegmentsHash:
    """What tells two transcripts apart where the caller gave no hash: of all segments as one JSON list, in parts."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._before = "["

    def add(self, segments: Iterable[SegmentIn]) -> None:
        for one in segments:
            row = json.dumps([one.start_s, one.end_s, one.speaker, one.text], ensure_ascii=False, separators=(",", ":"))
            self._hash.update(f"{self._before}{row}".encode())
            self._before = ","

    def __str__(self) -> str:
        whole = self._hash.copy()
        whole.update(b"[]" if self._before == "[" else b"]")
        return COMPUTED + whole.hexdigest()


def parts_of(lines: Sequence[str], limit: int) -> list[list[str]]:
    """The lines in parts of at most `limit` characters each, in order; a longer line is cut at its sentences."""
    parts: list[list[str]] = []
    size = limit  # the first line begins a part
    for line in lines:
        for piece in _pieces(line, limit):
            if size + len(piece) + 1 > limit:
                parts.append([])
                size = 0
            parts[-1].append(piece)
            size += len(piece) + 1
    return parts


def _pieces(line: str, limit: int) -> list[str]:
    if len(line) < limit:
        return [line]
    pieces: list[str] = []
    rest = line
    while len(rest) >= limit:
        ends = [found.end() - 1 for found in _SENTENCE_END.finditer(rest, limit // 2 - 1, limit - 1)]
        cut = ends[-1] if ends else rest.rfind(" ", limit // 2, limit - 1)
        cut = cut if cut > 0 else limit - 1
        pieces.append(rest[:cut])
        rest = rest[cut:].lstrip()
    return [*pieces, rest] if rest else pieces
