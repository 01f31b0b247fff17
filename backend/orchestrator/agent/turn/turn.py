"""What is fixed about a turn once it is routed? The facts that every part of the runtime is handed.

And how many turns of this process work at once? The others stand in line, and one that waits for a model gives its
permit to the next. A turn at work computes, and holds a connection of the pool or two. More at once would be answered
no sooner, since they share one interpreter; all of them would be late, and those that wait for a connection would fail.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from orchestrator.agent.ports.discourse import Discourse
from orchestrator.agent.ports.requests import Caller, Owner, StoredMessage, TurnRequest
from orchestrator.agent.ports.resolution import KnownPeople
from orchestrator.agent.ports.runner import TurnEvent
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.turn.routing import Route
from orchestrator.agent.types.bundle import Bundle
from orchestrator.agent.types.limits import Limits
from orchestrator.agent.types.origin import Fence
from orchestrator.agent.types.vocabulary import NOTHING, Vocabulary
from orchestrator.db.shared_reads import SharedReads
from orchestrator.kit.zones import named_zone
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.tables import Language
from orchestrator.llm.messages import Cost, Purpose


class Permits:
    """`most` permits. Who comes back to go on is before those who have not begun; within each line the first comes
    first."""

    def __init__(self, most: int) -> None:
        self.free = most
        self._back: deque[asyncio.Future[None]] = deque()
        self._new: deque[asyncio.Future[None]] = deque()

    async def take(self, *, back: bool = False) -> None:
        """Wait for a permit."""
        if self.free > 0:
            self.free -= 1
            return
        line = self._back if back else self._new
        called = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self.leave()  # it was called in the same moment: the next one is
            else:
                line.remove(called)
            raise

    def leave(self) -> None:
        """Give a permit back."""
        for line in (self._back, self._new):
            while line:
                called = line.popleft()
                if not called.done():
                    called.set_result(None)
                    return
        self.free += 1


class Permit:
    """One turn's. Without `permits` there is room for everybody."""

    def __init__(self, permits: Permits | None = None) -> None:
        self._permits = permits
        self._held = False

    @asynccontextmanager
    async def at_work(self, ended: asyncio.Event) -> AsyncIterator[None]:
        """Held for the length of the block. Whose run is `ended` while it stands in line goes on without one: all that
        it does is to say so."""
        try:
            await self._take(ended, back=False)
            yield
        finally:
            self._leave()

    @asynccontextmanager
    async def elsewhere(self, ended: asyncio.Event) -> AsyncIterator[None]:
        """Somebody else works meanwhile."""
        held = self._held
        self._leave()
        try:
            yield
        finally:
            if held:
                await self._take(ended, back=True)

    async def _take(self, ended: asyncio.Event, *, back: bool) -> None:
        if self._permits is None or ended.is_set():
            return
        taking = asyncio.ensure_future(self._permits.take(back=back))
        ending = asyncio.ensure_future(ended.wait())
        try:
            await asyncio.wait({taking, ending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ending.cancel()
            if not taking.done():
                taking.cancel()
                await asyncio.gather(taking, return_exceptions=True)
            self._held = taking.done() and not taking.cancelled()

    def _leave(self) -> None:
        if self._held and self._permits is not None:
            self._held = False
            self._permits.leave()


Emit = Callable[[str, Mapping[str, Any]], None]
T = TypeVar("T")


@dataclass(frozen=True)
class Switches:
    """Evaluation only: parts of the controller that a measurement may leave out. All on in the product: no setting,
    request or rule reaches them (docs/controller-ablation.md).

    Off: `router`: rules alone route; `tiers`: all tools of the profile are shown; `repair`: a call that is not right as
    it stands is refused; `verifier`: a draft is accepted without the evidence it needs; `claim_gate`: it may say
    anything; `mood_gate`: a question sees write tools, and what is unclear is not held.
    """

    router: bool = True
    tiers: bool = True
    repair: bool = True
    verifier: bool = True
    claim_gate: bool = True
    mood_gate: bool = True


@dataclass
class LiveRun:
    """A run in this process. `events` grows as it goes on; a listener reads from any position and waits for more.
    `callers`: who waits for its answer, a repetition of its message too; `answer`: once it is stored;
    `called`: its user was called to it; `window`: what was said before the question, once that is read; `beside`: what
    it cost to ask models beside the loop, how to route the turn and which instructions help;
    `permit`: to be one of the turns that work at once."""

    run_id: UUID
    thread_id: UUID | None
    message_id: UUID | None
    owner_id: UUID
    deadline_at: float
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    events: list[TurnEvent] = field(default_factory=list)
    callers: list[Caller] = field(default_factory=list)
    answer: Bundle | None = None
    called: bool = False
    window: tuple[StoredMessage, ...] = ()
    beside: tuple[Cost, ...] = ()
    permit: Permit = field(default_factory=Permit)
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def attended(self) -> bool:
        """Somebody is there to see the answer."""
        return any(not caller.gone for caller in self.callers)

    def remaining_s(self) -> float:
        """Seconds until the run's deadline (monotonic clock of the loop)."""
        return self.deadline_at - asyncio.get_running_loop().time()

    def at_work(self) -> AbstractAsyncContextManager[None]:
        """From its turn in line to its end."""
        return self.permit.at_work(self.cancelled)

    def elsewhere(self) -> AbstractAsyncContextManager[None]:
        """While a model thinks, other turns work."""
        return self.permit.elsewhere(self.cancelled)

    def emit(self, name: str, data: Mapping[str, Any]) -> None:
        """Add an event for whoever listens."""
        self.events.append(TurnEvent(name, data))
        self.wake()

    def wake(self) -> None:
        """Let listeners look again."""
        self._more.set()
        self._more = asyncio.Event()

    async def wait_beyond(self, position: int) -> None:
        """Until there is an event at `position`, or the run ended."""
        if position >= len(self.events):
            await self._more.wait()


@dataclass(frozen=True)
class Turn:
    """One routed turn. `question` is what the user said, `now` the moment it understands as now (aware UTC).
    `understood`: the question with whom and what it left to the conversation, where that differs.

    `user_words` and `agent_words` are the folded words of the user's and of the assistant's messages in the window: an
    argument found in the latter alone is not what the user said.
    """

    request: TurnRequest
    run_id: UUID
    thread_id: UUID | None
    question: str
    route: Route
    rules: RuleSet
    now: datetime
    fence: Fence
    limits: Limits
    switches: Switches
    emit: Emit
    live: LiveRun
    user_words: frozenset[str] = frozenset()
    agent_words: frozenset[str] = frozenset()
    discourse: Discourse = field(default_factory=Discourse)
    purpose: Purpose = "turn"
    vocabulary: Vocabulary = NOTHING
    understood: str = ""
    people: KnownPeople | None = None
    """Whom the user knew when the turn opened, where that was looked up."""
    shared_reads: SharedReads = field(default_factory=SharedReads)
    """What was read while it opened."""
    delegated: bool = False
    """Nobody asked it in a conversation: an agent works on something that the user approved, and all that it would
    change waits for them, whatever their policy lets through."""

    @property
    def asked(self) -> str:
        """The question as it stands by itself."""
        return self.understood or self.question

    @property
    def owner(self) -> Owner:
        return self.request.owner

    @property
    def zone(self) -> str:
        return self.request.zone

    @property
    def locale(self) -> str:
        """The client's locale where the question is in its language, else the question's language; with what the user's
        rules say of language and units."""
        asked = self.request.locale
        return self.rules.locale(asked if asked.lower().startswith(self.route.language) else self.route.language)

    @property
    def language(self) -> Language:
        """The language of the question, or that of the user's rule: the controller answers in it."""
        return self.rules.spoken or self.route.language

    @property
    def mood(self) -> Mood:
        return self.route.mood

    @property
    def local_now(self) -> datetime:
        """`now` as naive wall time in the turn's zone."""
        return self.now.astimezone(named_zone(self.zone)).replace(tzinfo=None)


class RunCancelled(Exception):
    """The run was cancelled while a model was asked."""


async def unless_cancelled(turn: Turn, asked: Awaitable[T]) -> T:
    """What is waited for, or RunCancelled as soon as the run is: a model's call is ended, an execution never is."""
    call = asyncio.ensure_future(asked)
    cancelled = asyncio.ensure_future(turn.live.cancelled.wait())
    try:
        await asyncio.wait({call, cancelled}, return_when=asyncio.FIRST_COMPLETED)
        if call.done():
            return call.result()
        raise RunCancelled
    finally:
        cancelled.cancel()
        if not call.done():
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
