"""How is a stretch of a conversation told to whoever makes it shorter? Who said what, in order, within a budget."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row

from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.kit.text import shorten
from orchestrator.kit.tokens import CHARACTERS_PER_TOKEN
from orchestrator.language.text.normalize import normalize

SPEAKERS = {Origin.USER: "user", Origin.AGENT: "assistant"}
"""Who is shown as the speaker of what the user or an agent said; others by their own name."""
SHORTEST_LINE = 80
"""Characters: of a message that is cut further nothing can be told."""
NAME_CHARACTERS = 80
UNKNOWN = "somebody"


@dataclass(frozen=True)
class Said:
    """One message. `changed_at`: its last change; `gone`: its text was taken away by an erasure."""

    id: UUID
    speaker: str
    origin: Origin
    text: str
    at: datetime
    changed_at: datetime
    gone: bool = False

    @property
    def by_user(self) -> bool:
        return self.origin is Origin.USER and not self.gone


def said(row: Row[Any]) -> Said:
    """A row with the message's columns id, role, content, origin, speaker, at, updated_at and redacted_at."""
    origin = Origin(row.origin)
    speaker = SPEAKERS.get(origin) or _name(row.speaker) or ("assistant" if row.role == "assistant" else UNKNOWN)
    return Said(row.id, speaker, origin, row.content, row.at, row.updated_at, row.redacted_at is not None)


def _name(speaker: str | None) -> str:
    """A name that can't end its own line, nor put words into another's mouth."""
    plain = shorten(" ".join((speaker or "").replace(":", " ").split()), NAME_CHARACTERS)
    return plain if normalize(plain) not in SPEAKERS.values() else f"“{plain}”"


def label(parts: Sequence[Said]) -> Origin:
    """The label of what is made of these messages: that of the least trusted one."""
    return least_trusted([part.origin for part in parts if not part.gone], default=Origin.AGENT)


def transcript(parts: Sequence[Said], *, tokens: int) -> str:
    """One line a message, `speaker: text`, all of them; where they are over `tokens` (estimated), the longest are cut
    to one length."""
    lines = [f"{part.speaker}: {' '.join(part.text.split())}" for part in parts if part.text.strip() and not part.gone]
    longest = _longest([len(line) for line in lines], int(tokens * CHARACTERS_PER_TOKEN))
    return "\n".join(shorten(line, longest) for line in lines)


def _longest(lengths: Sequence[int], characters: int) -> int:
    """How long a line may be so that all of them together have at most so many characters."""
    left = characters
    for done, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - done)
        if length > share:
            return max(share, SHORTEST_LINE)
        left -= length
    return characters
