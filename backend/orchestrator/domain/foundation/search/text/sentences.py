"""Which parts of a text say something by themselves? A question is often about one sentence of a long message."""

from orchestrator.kit import text as kit_text

MAX_PARTS = 16
"""A longer text is cut into so many passages of neighbouring sentences."""
FEWEST_WORDS = 3
"""A shorter piece ("Wow!", "Yes.") says nothing by itself."""


def sentences(text: str) -> list[str]:
    """The sentences of `text`, at most `MAX_PARTS` passages; none where it is a single one."""
    found = [piece.strip() for piece in kit_text.sentences(text)]
    telling = [piece for piece in found if len(piece.split()) >= FEWEST_WORDS]
    if len([piece for piece in found if piece]) < 2 or not telling:
        return []
    if len(telling) <= MAX_PARTS:
        return telling
    return [
        " ".join(telling[len(telling) * part // MAX_PARTS : len(telling) * (part + 1) // MAX_PARTS])
        for part in range(MAX_PARTS)
    ]
