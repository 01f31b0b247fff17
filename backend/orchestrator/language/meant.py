"""What does a message say with its shorthand written out, and where does a part of that stand in what was written?

Whoever recognises something in a message ("q", "n", "tb", "pls") reads this; what is kept is cut from the user's words.
"""

from dataclasses import dataclass
from functools import lru_cache

from orchestrator.language.detect import language_of
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.shorthand import Piece, pieces

_KEPT = 64
"""Messages of a few turns under way at once, each asked for by several recognisers."""


@dataclass(frozen=True)
class Meant:
    """`text` with shorthand written out, made of `pieces`."""

    text: str
    pieces: tuple[Piece, ...]

    def written(self, start: int, end: int) -> tuple[int, int]:
        """Where [start, end) of `text` stands in the message; a word that was written out is whole or not at all."""
        begin, stop, meant, said = None, 0, 0, 0
        for piece in self.pieces:
            same, after = piece.meant == piece.written, meant + len(piece.meant)
            if begin is None and start < after:
                begin = said + (start - meant if same else 0)
            if end > meant:
                stop = said + (min(end - meant, len(piece.written)) if same else len(piece.written))
            meant, said = after, said + len(piece.written)
        return (said if begin is None else begin), stop


@lru_cache(maxsize=_KEPT)
def meant(message: str) -> Meant:
    """The message with the shorthand of its language written out."""
    found = pieces(message, language_of(message))
    return Meant("".join(piece.meant for piece in found), found)


def folded(message: str) -> str:
    """The same, as it is compared: without accents, and with one kind of apostrophe."""
    return normalize(meant(message).text).replace("’", "'")
