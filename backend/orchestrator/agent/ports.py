"""What does the runtime need from the rest of the house? Only these; bootstrap hands in what implements them.

Every store method works in the caller's transaction (`session`): nobody commits but the unit of work.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.bundle import Bundle, Explanation, PreviewOut, PreviewState, StepRecord
from orchestrator.agent.clarification import Option
from orchestrator.agent.origin import Origin
from orchestrator.agent.rules import RuleSet
from orchestrator.llm.port import QueryVector

UNSTORED = UUID(int=0)
"""The id of a message that is stored nowhere: it came with the request."""
WAITING_AT_ONCE = 20
"""A prompt and a thread never need more waiting previews than this."""
UnitOfWork = Callable[[], AbstractAsyncContextManager[AsyncSession]]
"""Opens one transaction; commits at the end of the block, rolls back on an exception."""


@dataclass(frozen=True)
class EntityRef:
    """An entity by kind and id, with the title that a person knows it by."""

    type: str
    id: UUID
    title: str = ""


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
    history: "tuple[StoredMessage, ...] | None" = None
    caller: Caller = field(default_factory=Caller, compare=False)


@dataclass(frozen=True)
class Accepted:
    """`new`: the turn is this caller's to run. `repeated`: `client_message_id` was seen, `run_id` is the earlier run.
    `busy`: another turn of the thread is under way, nothing was stored. A turn over the client's own history has
    neither thread nor message."""

    kind: Literal["new", "repeated", "busy"]
    run_id: UUID | None = None
    thread_id: UUID | None = None
    message_id: UUID | None = None


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
class UnfinishedRun:
    """A run whose process died: what is stored of it."""

    run_id: UUID
    owner_id: UUID
    thread_id: UUID | None
    locale: str
    question: str
    started_at: datetime
    run: Mapping[str, Any]
    steps: tuple[StepRecord, ...]


class TurnStore(Protocol):
    """Threads, messages and runs as one turn needs them."""

    async def accept(self, session: AsyncSession, request: TurnRequest, *, lease_s: float) -> Accepted:
        """Make the thread where there is none (and the client keeps no history of its own), store the question and the
        running run. Raises NotFound for a thread that is not the owner's."""
        ...

    async def window(
        self, session: AsyncSession, owner_id: UUID, thread_id: UUID, *, limit: int, before: UUID | None = None
    ) -> Window:
        """The thread's last `limit` messages, those before message `before` alone, and the newest summaries."""
        ...

    async def save_step(self, session: AsyncSession, owner_id: UUID, run_id: UUID, step: StepRecord) -> None:
        """Insert or replace the step of that index."""
        ...

    async def save_route(self, session: AsyncSession, owner_id: UUID, run_id: UUID, run: Mapping[str, Any]) -> None:
        """Store what was decided of a running run (the fields of `run` so far)."""
        ...

    async def finish(
        self,
        session: AsyncSession,
        owner_id: UUID,
        run_id: UUID,
        *,
        bundle: Bundle,
        metadata: Mapping[str, Any],
        origin: Origin,
        explanation: Explanation,
        steps: Sequence[StepRecord] = (),
    ) -> Bundle | None:
        """Store the assistant's message and the `steps` that are not stored yet, and settle the run; answers the
        bundle with its `message_id`, or None where the run is settled already (another process closed it)."""
        ...

    async def bundle(self, session: AsyncSession, owner_id: UUID, run_id: UUID) -> Bundle | None:
        """The stored bundle of a settled run; None while it goes on. Raises NotFound."""
        ...

    async def renew(self, session: AsyncSession, run_ids: Sequence[UUID], *, lease_s: float) -> Sequence[UUID]:
        """Extend the leases of running runs; answers those that were asked to stop."""
        ...

    async def request_cancel(self, session: AsyncSession, owner_id: UUID, run_id: UUID) -> None:
        """Ask a running run to stop; nothing where it is settled. Raises NotFound."""
        ...

    async def unfinished(
        self, session: AsyncSession, *, limit: int, even_leased: bool = False
    ) -> Sequence[UnfinishedRun]:
        """Running runs whose lease has ended, locked for this transaction (skipping those locked elsewhere);
        `even_leased`: all, for a process that knows that no other one is alive."""
        ...


@dataclass(frozen=True)
class Preview:
    """A frozen write as it is stored. `draft` is what a client's editor shows; `target_version` the version of
    `target` when it was frozen; `idempotency_key` is given to effects outside the database. `undo` is the payload of
    the tool's exact inverse once it was executed, `result_version` the target's version then."""

    id: UUID
    owner_id: UUID
    tool: str
    title: str
    summary: str
    arguments: Mapping[str, Any]
    draft: Mapping[str, Any]
    digest: str
    editable_fields: tuple[str, ...]
    timezone: str
    locale: str
    idempotency_key: str
    created_at: datetime
    expires_at: datetime
    state: PreviewState = "pending"
    origin: Origin = Origin.OWN_DATA
    tainted: bool = False
    target: EntityRef | None = None
    target_version: int | None = None
    held_by_rule: str | None = None
    superseded_by: UUID | None = None
    last_error: str | None = None
    result: Mapping[str, Any] | None = None
    undo: Mapping[str, Any] | None = None
    undo_until: datetime | None = None
    thread_id: UUID | None = None
    run_id: UUID | None = None
    lease_until: datetime | None = None


class PreviewStore(Protocol):
    """Frozen writes. The runtime decides every transition; the store keeps them."""

    async def add(self, session: AsyncSession, preview: Preview) -> None:
        """Store a new preview."""
        ...

    async def get(
        self, session: AsyncSession, owner_id: UUID, preview_id: UUID, *, for_update: bool = False
    ) -> Preview:
        """The preview; with `for_update` its row is locked, so that concurrent confirms wait. Raises NotFound."""
        ...

    async def find(self, session: AsyncSession, owner_id: UUID, preview_id: UUID) -> Preview | None:
        """The preview, or None where it was never committed."""
        ...

    async def save(self, session: AsyncSession, preview: Preview) -> None:
        """Replace the stored state of an existing preview."""
        ...

    async def pending(
        self, session: AsyncSession, owner_id: UUID, *, thread_id: UUID | None = None, limit: int = WAITING_AT_ONCE
    ) -> Sequence[Preview]:
        """Previews that still wait and have not expired, newest first."""
        ...

    async def stuck(self, session: AsyncSession, *, limit: int) -> Sequence[Preview]:
        """`executing` previews whose lease has ended, locked for this transaction."""
        ...


class QueryVectors(Protocol):
    """Vectors for what is looked for (implemented by ground/search)."""

    async def vector(self, owner_id: UUID, text: str) -> QueryVector | None:
        """The vector of `text`; None where it can't be had at once, then a search goes by words alone. Ask before the
        session is used: it takes its connection at its first statement."""
        ...


class RuleSource(Protocol):
    """The user's hard rules."""

    async def rules(self, session: AsyncSession, owner_id: UUID) -> RuleSet:
        """The rules that bind now."""
        ...


@dataclass(frozen=True)
class ContextPart:
    """One standing part of a prompt. Of third-party rows it shows typed fields alone, so it never taints."""

    name: str
    text: str
    origin: Origin = Origin.OWN_DATA


class ContextSource(Protocol):
    """The standing parts of the prompt that come from the user's data."""

    async def parts(
        self, session: AsyncSession, owner_id: UUID, *, now: datetime, zone: str, locale: str
    ) -> Sequence[ContextPart]:
        """Profile, and active state: pending previews and clarifications, failed jobs, today's next events."""
        ...


ResolutionStatus = Literal["resolved", "ambiguous", "unknown"]


@dataclass(frozen=True)
class Resolution:
    """What a phrase stands for. `ambiguous` asks with `options` (ids are entity ids) and never guesses; `why` says by
    which step it was found (`exact`, `alias`, `nickname`, `fuzzy`, `relation`)."""

    phrase: str
    status: ResolutionStatus
    entities: tuple[EntityRef, ...] = ()
    options: tuple[Option, ...] = ()
    why: str = ""


class Resolver(Protocol):
    """Names of people and places to ids (implemented by world/resolution)."""

    async def resolve_contacts(
        self, session: AsyncSession, owner_id: UUID, phrases: Sequence[str], *, locale: str
    ) -> Sequence[Resolution]:
        """One resolution a phrase, in order."""
        ...

    async def named_in(self, session: AsyncSession, owner_id: UUID, text: str, *, locale: str) -> Sequence[Resolution]:
        """The contacts that a sentence names without doubt (names, aliases, "my sister"); ambiguous ones are left
        out."""
        ...

    async def resolve_place(self, session: AsyncSession, owner_id: UUID, phrase: str, *, locale: str) -> Resolution:
        """The place that a phrase names."""
        ...


@dataclass(frozen=True)
class Receipt:
    """What an erasure took, by kind: `deleted` rows, `rebuilt` derivations, `redacted` records."""

    deleted: Mapping[str, int] = field(default_factory=dict)
    rebuilt: Mapping[str, int] = field(default_factory=dict)
    redacted: Mapping[str, int] = field(default_factory=dict)


class Eraser(Protocol):
    """Erasing for good (implemented by whole/erasure); every DELETE of an entity or thread goes through it."""

    async def erase(
        self, session: AsyncSession, owner_id: UUID, kind: str, entity_id: UUID, *, dry_run: bool = False
    ) -> Receipt:
        """Withdraw the entity and everything derived from it. Raises NotFound."""
        ...


@dataclass(frozen=True)
class Push:
    """A notification for the user's devices; `data` as in api.md (`kind`, `id`, `url`). `once`: of all pushes of the
    user with the same, one is sent. `sources`: (kind, id) of what the words are from: with these they are erased."""

    title: str
    body: str
    data: Mapping[str, str]
    once: str | None = None
    sources: tuple[tuple[str, UUID], ...] = ()


class Notifier(Protocol):
    """Pushes to the user's devices (implemented by work/pushes)."""

    async def notify(self, session: AsyncSession, owner_id: UUID, push: Push) -> UUID:
        """Queue a push in this unit of work; answers its id, that of the earlier one where `once` was pushed."""
        ...


@dataclass(frozen=True)
class CommandReply:
    """What a slash command answered: `answer` and the `command_result` of api.md."""

    answer: str
    command_result: Mapping[str, Any] | None = None
    previews: tuple[PreviewOut, ...] = ()


class CommandRunner(Protocol):
    """Slash commands (implemented by `commands/`); it may decline, then the turn goes on."""

    async def run(self, request: TurnRequest, thread_id: UUID | None, run_id: UUID) -> CommandReply | None:
        """The command's answer, or None where the text is none of its business."""
        ...


@dataclass(frozen=True)
class TurnEvent:
    """One event of the stream (api.md): `run.started`, `route`, `step`, `tool.started`, `tool.finished`, `token`,
    `need_user_input`, `preview`, `warning`, `final`, `error`."""

    name: str
    data: Mapping[str, Any]


class AgentRunner(Protocol):
    """The controller as the doors and the briefing see it. Nothing here raises for what a model did."""

    async def run(self, request: TurnRequest) -> Bundle:
        """The whole turn; a cancelled caller does not end it. Raises Conflict (`thread_busy`) and NotFound."""
        ...

    def stream(self, request: TurnRequest) -> AsyncIterator[TurnEvent]:
        """The same turn as events; the last one is `final`."""
        ...

    async def cancel(self, owner_id: UUID, run_id: UUID) -> None:
        """End a run between executions. Raises NotFound."""
        ...
