"""What comes in with a question, from whom, and who waits for the answer? And what was said before it: the
messages of its thread, and the summaries of the older ones.
"""

from collections.abc import Callable, Mapping
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


@dataclass(frozen=True)
class Owner:
    """The user whose turn it is, and what their token may do."""

    id: UUID
    name: str
    email: str
    timezone: str
    locale: str
    scopes: frozenset[str]


@dataclass(frozen=True)
class ClarificationReply:
    """`reply_to_clarification`: an option's id, or text."""

    id: str
    option_id: str | None = None
    text: str | None = None


class Caller:
    """Who waits for a turn's answer. `gone`: nobody does (a job asks), or they left before they had it."""

    def __init__(self, *, gone: bool = False) -> None:
        self.gone = gone
        self._heard: list[Callable[[], None]] = []

    def leave(self) -> None:
        """They are not there any more; whoever asked to hear of it does, once."""
        heard, self._heard, self.gone = self._heard, [], True
        for hear in heard:
            hear()

    def when_gone(self, hear: Callable[[], None]) -> None:
        """Call `hear` when they leave; never where they have left."""
        self._heard.append(hear)


@dataclass(frozen=True)
class TurnRequest:
    """One question as it came in. `zone` and `locale` are already those of the client context where it gave them;
    `now` is set only where the caller may move the turn's understanding of time (scope `admin`).
    `zone_captured`: the client context gave the zone, so that it becomes the account's last captured one.
    `history`: the client keeps the conversation itself and sends it (oldest first, without the question): this is the
    window, the turn belongs to no thread, and no message of it is stored.
    `delegated`: no user said it; an agent works for them, so it is no turn that others wait for.
    `caller`: what needs the user when nobody waits for the answer any more is pushed to their devices."""

    owner: Owner
    question: str
    zone: str
    locale: str
    thread_id: UUID | None = None
    profile: str | None = None
    attachments: tuple[UUID, ...] = ()
    now: datetime | None = None
    location: Mapping[str, Any] | None = None
    client_message_id: str | None = None
    cancel_on_disconnect: bool = False
    reply: ClarificationReply | None = None
    warnings: tuple[str, ...] = ()
    zone_captured: bool = False
    history: tuple[StoredMessage, ...] | None = None
    delegated: bool = False
    caller: Caller = field(default_factory=Caller, compare=False)
