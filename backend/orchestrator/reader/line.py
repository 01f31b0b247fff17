"""What exactly did the user write, in a form that patterns can match without losing the original spelling?

`Line.low` has the same length as `Line.raw`, letter by letter without case and accents, so that a match's span in one
is the span in the other: titles and names are copied as they were written.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

MAX_LENGTH = 400
"""Longer questions are read by one sentence of theirs: templates need no essay, and a call stays under 5 ms."""

_SAME = {"’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-"}
_SENTENCE = re.compile(r"[^.!?\n…]+[.!?…]*")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_EDGES = ' \t,;:.!?…-–—"“”«»¿¡()[]*~'


@dataclass(frozen=True, slots=True)
class Token:
    """One word: as written, folded, and where it stands."""

    raw: str
    low: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """A text in two spellings of equal length."""

    raw: str
    low: str

    def cut(self, start: int, end: int) -> "Line":
        """The part between two positions, without blanks and punctuation at its edges."""
        while start < end and self.low[start] in _EDGES:
            start += 1
        while end > start and self.low[end - 1] in _EDGES:
            end -= 1
        return Line(self.raw[start:end], self.low[start:end])

    def without(self, spans: list[tuple[int, int]]) -> "Line":
        """The text with the spans taken out."""
        raw, low, at = [], [], 0
        for start, end in sorted(spans):
            if start >= at:
                raw.append(self.raw[at:start])
                low.append(self.low[at:start])
            at = max(at, end)
        raw.append(self.raw[at:])
        low.append(self.low[at:])
        return squeeze(" ".join(raw), " ".join(low))

    def tokens(self) -> list[Token]:
        """Its words in order; "e-mail", "d'água" and "lembra-me" are one word each."""
        return [Token(self.raw[m.start() : m.end()], m.group(), m.start(), m.end()) for m in _WORD.finditer(self.low)]


def squeeze(raw: str, low: str) -> Line:
    """A line of two equally long texts with runs of blanks made one and the edges trimmed."""
    kept = [
        (one, two)
        for index, (one, two) in enumerate(zip(raw, low, strict=True))
        if not (two == " " and index > 0 and low[index - 1] == " ")
    ]
    line = Line("".join(one for one, _ in kept), "".join(two for _, two in kept))
    return line.cut(0, len(line.low))


@lru_cache(maxsize=2048)
def _letter(char: str) -> str:
    if char in _SAME:
        return _SAME[char]
    if char.isspace() or unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co"}:
        return " "
    parts = unicodedata.normalize("NFKD", char).casefold()
    return parts[0] if parts and not unicodedata.combining(parts[0]) else char


def line(text: str) -> Line:
    """The text as a Line: composed, blanks made one, edges trimmed of punctuation."""
    raw = unicodedata.normalize("NFC", text)
    return squeeze(raw, "".join(map(_letter, raw)))


def focus(text: str) -> str:
    """The part of a message that is read: all of a short one, else its last question, else its first sentence."""
    if len(text) <= MAX_LENGTH:
        return text
    parts = [part.strip() for part in _SENTENCE.findall(text[:MAX_LENGTH]) + _SENTENCE.findall(text[-MAX_LENGTH:])]
    asked = [part for part in parts if part.endswith("?")]
    return asked[-1] if asked else next((part for part in parts if part), text[:MAX_LENGTH])
