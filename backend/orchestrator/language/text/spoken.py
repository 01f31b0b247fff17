"""Where does a sentence of what somebody said end? Not after "Dr."; recorders that hear no sentences give none."""

from collections.abc import Iterator

from orchestrator.kit import patterns
from orchestrator.language.word_patterns import lettered

_SENTENCE = patterns.compile(r"[^.!?…\n]+[.!?…]*")
_ABBREVIATED = patterns.compile(r"(?:\b(?:mr|mrs|ms|dr|sr|sra|no|vs|etc|e\.g|i\.e|\w)\.)$")
_LONGEST_ABBREVIATED = 8
"""Characters from which an abbreviation at the end is told: its own and the one before it."""
_LONGEST = 4_000
"""Characters of a stretch without any mark; it is cut there."""


def spoken_sentences(text: str) -> Iterator[str]:
    """The sentences of a text with their marks, without the blanks around them."""
    held = ""
    for each in _SENTENCE.finditer(text):
        piece = held + each.group()
        if _ABBREVIATED.search(lettered(piece.rstrip()[-_LONGEST_ABBREVIATED:])) and len(piece) < _LONGEST:
            held = piece
            continue
        held = ""
        for start in range(0, len(piece), _LONGEST):
            yield piece[start : start + _LONGEST].strip()
    if held.strip():
        yield held.strip()
