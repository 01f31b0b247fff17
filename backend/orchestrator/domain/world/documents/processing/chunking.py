"""Into which stretches is a text cut, so that each is found for what it says?

Cut at sentences and paragraphs (semantic-text-splitter), with an overlap, so that what a cut parts stands whole in one
of the two. The text of a document is its parts, joined; a chunk's place is told in it.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from semantic_text_splitter import TextSplitter

from orchestrator.domain.world.documents.extraction.reading import Part

CHUNK_CHARACTERS = (900, 1_200)
"""contracts/documents.md, with an overlap of about a tenth."""
OVERLAP = 120
JOINT = "\n\n"
LOOKED_AT = 6_000
"""Characters that the splitter is given at once, five chunks: of a text without blanks (Chinese, Thai, a line of
letters) its time is a square of the length."""


@dataclass(frozen=True)
class Chunk:
    """A stretch of the document's text with its place: the page (None where it has none), the heading that it stands
    under, and characters from the beginning of the whole."""

    text: str
    page: int | None
    section: str | None
    char_from: int
    char_to: int

    @property
    def sha256(self) -> str:
        """Of its text, in hex."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def chunks_of(parts: Sequence[Part]) -> list[Chunk]:
    """The chunks in order; none runs over the end of a page or section, so that what it says can be cited."""
    splitter = TextSplitter(CHUNK_CHARACTERS, overlap=OVERLAP)
    found: list[Chunk] = []
    offset = 0
    for part in parts:
        for begin, piece in _pieces(splitter, part.text):
            at = offset + begin
            found.append(Chunk(piece, part.page, part.section, at, at + len(piece)))
        offset += len(part.text) + len(JOINT)
    return found


def _pieces(splitter: TextSplitter, text: str) -> Iterator[tuple[int, str]]:
    """What the splitter cuts the text into, a window at a time. The last piece of a window may end where the window
    does: the next one begins with it."""
    start = 0
    while True:
        found = splitter.chunk_indices(text[start : start + LOOKED_AT])
        last = start + LOOKED_AT >= len(text)
        kept = found if last or len(found) < 2 else found[:-1]
        for begin, piece in kept:
            yield start + begin, piece
        if last:
            return
        start += LOOKED_AT if len(kept) == len(found) else found[-1][0]
