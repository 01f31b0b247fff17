"""What goes into the index, what is asked of it, and what comes back?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from pydantic import BaseModel

from orchestrator.domain.foundation.search.text.lexemes import ASKS, marks_of
from orchestrator.llm.port import QueryVector
from orchestrator.scheduling.async_jobs import JobType

DEFAULT_LIMIT = 10
SPOKEN = ("message", "meeting")
"""The kinds of what somebody says to others: a question among them is no answer, and whose matter it is counts."""


@dataclass(frozen=True)
class IndexEntry:
    """One thing that can be found.

    `kind`: `message`, `event`, `contact`, `place`, `todo`, `note`, … (`postings.KINDS`). `at`: the moment it is about
    (aware), None for what has none. `group_id`: the thread of a message; the title of a grouped entry is its group's
    and is shown, not searched. `language`: `en`, `pt`, `es`, or None where it shall be told from the text. `aside`: a
    question to Steward or its answer, which is evidence of nothing but the talk itself. `talk`: a message of a
    conversation among people: what is said beside it in the same session tells what it is about. The chunks of a
    document are entries of kind `document` too, each with an id of its own and the document as its group; what is said
    in a meeting likewise, with its speaker. `ends_at` (aware): from then on it is so no more, and is not found.
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
    talk: bool = False
    ends_at: datetime | None = None


@dataclass(frozen=True)
class Subject:
    """Someone or somewhere that an entry must be about: one of `names` is its speaker or stands in its text, or it is
    the entity `id` itself. `own`: the user, who said it."""

    names: tuple[str, ...]
    id: UUID | None = None
    own: bool = False


@dataclass(frozen=True)
class SearchQuery:
    """What is looked for. Empty `kinds` = all. `since` inclusive, `until` exclusive, both aware.

    `speaker`: a name, or "me" for the user. `subjects`: the entry is about any of them. Without a word to look for, the
    newest entries that pass the filters. `asides`: what was only asked of Steward and what it answered may be found
    too. `vector`: what the embedder makes of the text, computed outside the transaction. `zone` (IANA): what a date in
    the text means. `documents`: only in these. `happening`: what happens in [since, until) though its own time lies
    elsewhere (a series), with the moment at which it does. `own_kinds`: of these only what the user wrote themselves.
    `passages`: a document or meeting may be found several times, by its best parts; else once, where the best stands.
    `by_meaning`: a question none of whose words stand anywhere finds what is nearest, for whoever looks through hits;
    who answers from them has to find nothing then.
    """

    text: str
    kinds: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    speaker: str | None = None
    limit: int = DEFAULT_LIMIT
    exclude_kinds: tuple[str, ...] = ()
    own_kinds: tuple[str, ...] = ()
    asides: bool = True
    subjects: tuple[Subject, ...] = ()
    vector: QueryVector | None = None
    zone: str = "UTC"
    documents: tuple[UUID, ...] = ()
    happening: Mapping[UUID, datetime] = field(default_factory=dict)
    passages: bool = False
    by_meaning: bool = False


@dataclass(frozen=True)
class Hit:
    """One entry found; `snippet` is the part of `text` that matched, `score` is comparable within one answer only. Of a
    document's chunks the best one is told, as the document: `id` is the document's, `part_id` the chunk's; what is said
    in a meeting is told as the meeting."""

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
    part_id: UUID | None = None

    @property
    def entry_id(self) -> UUID:
        """Of the entry itself, where `id` is that of its whole."""
        return self.part_id or self.id

    @property
    def readable(self) -> str:
        """All of it in one text, as a person would read it: who said it, what it is called, what it says."""
        return " ".join(filter(None, (f"{self.speaker}:" if self.speaker else "", self.title, self.text)))


class Said(NamedTuple):
    """A message that was said before one that was found."""

    id: UUID
    text: str
    speaker: str | None
    origin: str

    @property
    def asks(self) -> bool:
        """It ends with a question, as the index reads it."""
        return bool(marks_of(self.text) & ASKS)


class Reindexing(BaseModel):
    """Payload of `search.reindex`: nothing; what is stale is marked in the index."""


REINDEX = JobType("search.reindex", Reindexing, max_attempts=10, timeout_s=1800)
"""Index anew what a migration marked as stale, one job a user."""


class VectorsOwed(BaseModel):
    """Payload of `search.embed`: nothing; which entries have no vectors is asked of the index."""


EMBED = JobType("search.embed", VectorsOwed, max_attempts=10, timeout_s=1800)
"""Make vectors of one user's entries; timed by `embedding.owe`."""
