"""What does the runtime know of a thread: its messages, and the summaries of the older ones?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from orchestrator.agent.types.origin import Origin

UNSTORED = UUID(int=0)
"""The id of a message that is stored nowhere: it came with the request."""


@dataclass(frozen=True)
class StoredMessage:
    """A message of the thread; `speaker` is the name of a third party in an ingested conversation, `summary_id` the
    summary that stands for it in prompts."""

    id: UUID
    role: Literal["user", "assistant", "system"]
    content: str
    origin: Origin
    at: datetime
    metadata: Mapping[str, Any] = field(default_factory=dict)
    run_id: UUID | None = None
    speaker: str | None = None
    summary_id: UUID | None = None


@dataclass(frozen=True)
class StoredSummary:
    """What `count` older messages of a thread said, from `since` to `until` (aware). `origin`: of the least trusted of
    them; `sources`: those that are more than the user's own words."""

    id: UUID
    text: str
    origin: Origin
    since: datetime
    until: datetime
    count: int
    sources: tuple[UUID, ...] = ()


@dataclass(frozen=True)
class Window:
    """The last messages of a thread, oldest first, and the newest summaries of what was said before, oldest first."""

    messages: tuple[StoredMessage, ...] = ()
    summaries: tuple[StoredSummary, ...] = ()

    @property
    def unsummarised(self) -> tuple[StoredMessage, ...]:
        """The messages that no summary here stands for."""
        told = {summary.id for summary in self.summaries}
        return tuple(message for message in self.messages if message.summary_id not in told)
