"""What exactly did the user write, in a form that patterns can match without losing the original spelling?

`Line.low` has the same length as `Line.raw`, letter by letter without case and accents, so that a match's span in one
is the span in the other. Where shorthand was written out to be understood, `Line.written` still gives the user's own
words: titles, names and notes are copied from there.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.kit.patterns import Pattern
from orchestrator.language.tables import ABOUT, ELIDED, ByLanguage, Language
from orchestrator.language.text.normalize import UNDECOMPOSED
from orchestrator.language.text.shorthand import pieces

MAX_LENGTH = 400
"""Longer questions are read by one sentence of theirs: templates need no essay, and a call stays under 5 ms."""
MAX_READ = 2 * MAX_LENGTH
"""Letters of a Line that are looked through for what they name: a question's, with its shorthand written out."""

_SAME = {"’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-"}
_SENTENCE = patterns.compile(r"[^.!?\n…]+[.!?…]*")
_WORD = patterns.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_EDGES = ' \t,;:.!?…-–—"“”«»¿¡()[]*~'
Said = tuple[int, str]
"""What the user wrote in place of a letter; all letters of a word that was written out share one, told by its place."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word: as written, folded, and where it stands."""

    raw: str
    low: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Line:
    """A text in two spellings of equal length. `said`: letter by letter what stands there for the user, None where that
    is `raw`."""

    raw: str
    low: str
    said: tuple[Said, ...] | None = None

    @property
    def written(self) -> str:
        """The text in the user's own words."""
        return self.raw if self.said is None else "".join(text for (_, text), _ in groupby(self.said))

    @property
    def readable(self) -> "Line":
        """As much of it as is read: all, or what stands before the last blank within `MAX_READ`."""
        if len(self.low) <= MAX_READ:
            return self
        end = self.low.rfind(" ", 0, MAX_READ)
        return self.cut(0, end if end > 0 else MAX_READ)

    def cut(self, start: int, end: int) -> "Line":
        """The part between two positions, without blanks and punctuation at its edges."""
        while start < end and self.low[start] in _EDGES:
            start += 1
        while end > start and self.low[end - 1] in _EDGES:
            end -= 1
        return self._between(start, end)

    def _between(self, start: int, end: int) -> "Line":
        said = self.said[start:end] if self.said is not None else None
        return Line(self.raw[start:end], self.low[start:end], said)

    def without(self, spans: list[tuple[int, int]]) -> "Line":
        """The text with the spans taken out."""
        kept, at = [], 0
        for start, end in sorted(spans):
            if start >= at:
                kept.append((at, start))
            at = max(at, end)
        kept.append((at, len(self.low)))
        return joined([self._between(start, end) for start, end in kept])

    def tokens(self) -> list[Token]:
        """Its words in order; "e-mail", "o'clock" and "lembra-me" are one word each."""
        spans = [span for found in _WORD.finditer(self.low) for span in _parted(self.low, *found.span())]
        return [Token(self.raw[start:end], self.low[start:end], start, end) for start, end in spans]


def _parted(low: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A word without what was elided before it: "l'école" is two."""
    mark = low.find("'", start, end)
    if mark > start and low[start:mark] in ELIDED:
        yield start, mark
        start = mark + 1
    yield start, end


def joined(parts: Sequence[Line], mark: str = "") -> Line:
    """The parts in a row, a blank between them, with `mark` before the blank."""
    between = mark + " "
    said: list[Said] | None = None
    if any(part.said is not None for part in parts):
        said = []
        for index, part in enumerate(parts):
            said += [(-place, char) for place, char in enumerate(between, 1)] if index else []
            said += part.said if part.said is not None else enumerate(part.raw)
    return _squeezed(between.join(part.raw for part in parts), between.join(part.low for part in parts), said)


def _squeezed(raw: str, low: str, said: Sequence[Said] | None = None) -> Line:
    """A line of equally long texts with runs of blanks made one and the edges trimmed."""
    kept = [place for place, char in enumerate(low) if not (char == " " and place > 0 and low[place - 1] == " ")]
    whole = Line(
        "".join(raw[place] for place in kept),
        "".join(low[place] for place in kept),
        tuple(said[place] for place in kept) if said is not None else None,
    )
    return whole.cut(0, len(whole.low))


@lru_cache(maxsize=2048)
def _letter(char: str) -> str:
    if char in _SAME:
        return _SAME[char]
    if char.isspace() or unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co"}:
        return " "
    parts = unicodedata.normalize("NFKD", char).casefold()
    parts = plain if len(plain := UNDECOMPOSED.get(parts, parts)) == 1 else parts
    return parts[0] if parts and not unicodedata.combining(parts[0]) else char


def line(text: str) -> Line:
    """The text as a Line: composed, blanks made one, edges trimmed of punctuation."""
    raw = unicodedata.normalize("NFC", text)
    return _squeezed(raw, "".join(map(_letter, raw)))


@kept_for_short_texts(512)
def spelled(text: str, language: Language) -> Line:
    """The text as a Line with its shorthand written out, which knows what the user wrote."""
    composed = unicodedata.normalize("NFC", text)
    said: list[Said] = []
    raw, place = "", 0
    for piece in pieces(composed, language):
        same = piece.meant == piece.written
        said += enumerate(piece.written, place) if same else [(place, piece.written)] * len(piece.meant)
        raw += piece.meant
        place += len(piece.written)
    return _squeezed(raw, "".join(map(_letter, raw)), None if raw == composed else said)


_ASKED_LAST: Mapping[Language, Pattern] = ByLanguage(lambda one: patterns.compile(rf"{ABOUT[one].asked_last}$"))


def asked_first(text: Line, language: Language) -> Line | None:
    """The question with what it asks for before the rest: "volto quando", "you went with who". None of one that does
    not end with that."""
    found = _ASKED_LAST[language].search(text.low)
    if found is None or not found.start():
        return None
    return joined([text.cut(found.start(), found.end()), text.cut(0, found.start())])


def focus(text: str) -> str:
    """The part of a message that is read: all of a short one, else its last question, else its first sentence."""
    if len(text) <= MAX_LENGTH:
        return text
    parts = [part.strip() for part in _SENTENCE.findall(text[:MAX_LENGTH]) + _SENTENCE.findall(text[-MAX_LENGTH:])]
    asked = [part for part in parts if part.endswith("?")]
    return asked[-1] if asked else next((part for part in parts if part), text[:MAX_LENGTH])
