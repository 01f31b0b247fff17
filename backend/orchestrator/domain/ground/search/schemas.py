"""What goes into the index, what is asked of it, and what comes back?"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

DEFAULT_LIMIT = 10


@dataclass(frozen=True)
class IndexEntry:
    """One thing that can be found.

    `kind`: `message`, `event`, `contact`, `place`, `todo`, `note`. `at`: the moment it is about (aware), None for what
    has none. `group_id`: the thread of a message; the title of a grouped entry is its group's and is shown, not
    searched. `language`: `en`, `pt`, `es`, or None where it shall be told from the text. `aside`: a question to Steward
    or its answer, which is evidence of nothing but the talk itself.
    """

    kind: str
    id: UUID
    title: str
    text: str
    at: datetime | None
    origin: str = "own_data"
    speaker: str | None = None
    group_id: UUID | None = None
    external_id: str | None = None
    language: str | None = None
    aside: bool = False


@dataclass(frozen=True)
class SearchQuery:
    """What is looked for. Empty `kinds` = all. `since` inclusive, `until` exclusive, both aware.

    `speaker`: a name, or "me" for the user. Without a word to look for, the newest entries that pass the filters.
    `asides`: what was only asked of Steward and what it answered may be found too.
    """

    text: str
    kinds: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    speaker: str | None = None
    limit: int = DEFAULT_LIMIT
    exclude_ids: tuple[UUID, ...] = ()
    exclude_kinds: tuple[str, ...] = ()
    asides: bool = True


@dataclass(frozen=True)
class Hit:
    """One entry found; `snippet` is the part of `text` that matched, `score` is comparable within one answer only."""

    kind: str
    id: UUID
    external_id: str | None
    title: str
    snippet: str
    text: str
    at: datetime | None
    origin: str
    speaker: str | None
    group_id: UUID | None
    score: float
