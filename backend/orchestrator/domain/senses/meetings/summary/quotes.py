"""Was that really said? Where a quote stands in a transcript, in the transcript's own words.

Words are compared without case, accents, punctuation and fillers ("um"), which models leave out when they copy.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from orchestrator.domain.senses.meetings.summary.fragments import Turn
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.language.text.normalize import normalize

FEWEST_WORDS = 3
"""Fewer are found by chance ("yes, okay")."""
QUOTE_CHARACTERS = 600
TRIES = 200
"""Places at which a quote in pieces may begin."""
FILLERS = frozenset("um uh uhm erm er hmm hm mm mmm mhm ah eh ahm ehm este".split())
_WORD = patterns.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_GAP = patterns.compile(r"\[?(?:\.{3,}|…)\]?")
_SPEAKER = patterns.compile(r"^\s*[^:\n]{1,80}:\s+")


@dataclass(frozen=True)
class Found:
    """A quote in the transcript's words: `text` of turn number `turn`."""

    turn: int
    text: str


class Transcribed:
    """A transcript in which quotes are looked up; made once, each look-up is linear in its length."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = turns
        self._spans: list[tuple[int, int, int]] = []
        self._offsets: list[int] = []
        pieces: list[str] = []
        length = 0
        for number, turn in enumerate(turns):
            pieces.append("\n ")
            length += 2
            for word, start, end in _words(turn.text):
                self._spans.append((number, start, end))
                self._offsets.append(length)
                pieces.append(word + " ")
                length += len(word) + 1
        self._text = "".join(pieces)

    def find(self, quote: str) -> Found | None:
        """Where it stands; with words left out ("…") where all of its pieces do, one after the other, in one turn.
        None where that is nowhere, or where it is too short to prove anything."""
        return self._pieces(quote) or self._pieces(_SPEAKER.sub("", quote, count=1))

    def speaker(self, found: Found) -> str:
        """The label of who said it."""
        return self._turns[found.turn].speaker

    def _pieces(self, quote: str) -> Found | None:
        needles = [" ".join(word for word, _, _ in _words(piece)) for piece in _GAP.split(quote)]
        needles = [needle for needle in needles if needle]
        if sum(needle.count(" ") + 1 for needle in needles) < FEWEST_WORDS:
            return None
        begin = -1
        for _ in range(TRIES):
            begin = self._text.find(f" {needles[0]} ", begin + 1)
            if begin < 0:
                return None
            end = self._follow(begin, needles)
            if end is not None:
                return self._shown(begin + 1, end)
        return None

    def _follow(self, begin: int, needles: Sequence[str]) -> int | None:
        """Where the last piece ends, when the first stands at `begin` and all stand in one turn."""
        border = self._text.find("\n", begin)
        border = len(self._text) if border < 0 else border
        at = begin
        for needle in needles:
            at = self._text.find(f" {needle} ", at, border)
            if at < 0:
                return None
            at += len(needle) + 1
        return at

    def _shown(self, start: int, end: int) -> Found:
        first = self._spans[bisect_right(self._offsets, start) - 1]
        last = self._spans[bisect_right(self._offsets, end - 1) - 1]
        text = self._turns[first[0]].text
        after = last[2] + (last[2] < len(text) and text[last[2]] in ".!?…")
        return Found(first[0], shorten(text[first[1] : after], QUOTE_CHARACTERS))


def _words(text: str) -> list[tuple[str, int, int]]:
    found = []
    for each in _WORD.finditer(text):
        word = _folded(each.group())
        if word and word not in FILLERS:
            found.append((word, each.start(), each.end()))
    return found


@lru_cache(maxsize=20_000)
def _folded(word: str) -> str:
    return normalize(word.replace("’", "'")).replace("'", "").replace(" ", "")
