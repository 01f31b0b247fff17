"""The runtime's ports without a database: for `steward eval` and unit tests of decisions."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.context import Answered, Asked, ContextPart
from orchestrator.agent.ports.erasure import Receipt
from orchestrator.agent.ports.lessons import CallError, Learned, Lesson, ToldLesson
from orchestrator.agent.ports.notifications import Push
from orchestrator.agent.ports.previews import WAITING_AT_ONCE, Preview
from orchestrator.agent.ports.requests import StoredMessage, StoredSummary, TurnRequest, Window
from orchestrator.agent.ports.resolution import KnownPeople, Nobody, Resolution
from orchestrator.agent.ports.turns import Accepted, UnfinishedRun
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.types.bundle import Bundle, Explanation, StepRecord
from orchestrator.agent.types.limits import SUMMARIES_SHOWN
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.errors import NotFound
from orchestrator.kit.clock import Clock, SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.language.people.kinship import Gender


@asynccontextmanager
async def no_transaction() -> AsyncIterator[AsyncSession]:
    """A unit of work with nothing behind it: the stores below keep everything in lists."""
    yield AsyncSession()


@dataclass
class _Run:
    request: TurnRequest
    thread_id: UUID
    started_at: datetime
    steps: dict[int, StepRecord] = field(default_factory=dict)
    route: dict[str, Any] = field(default_factory=dict)
    bundle: Bundle | None = None
    explanation: Explanation | None = None
    cancel: bool = False


@dataclass
class MemoryTurns:
    """TurnStore over dicts. Every thread is free; a lease never ends; nobody summarises but who fills `summaries`."""

    threads: dict[UUID, list[StoredMessage]] = field(default_factory=dict)
    summaries: dict[UUID, list[StoredSummary]] = field(default_factory=dict)
    runs: dict[UUID, _Run] = field(default_factory=dict)
    clock: Clock = field(default_factory=SystemClock)

    async def accept(self, session: AsyncSession, request: TurnRequest, *, lease_s: float) -> Accepted:
        del session, lease_s
        for run_id, run in self.runs.items():
            if request.client_message_id and run.request.client_message_id == request.client_message_id:
                return Accepted("repeated", run_id, run.thread_id, None)
        thread_id = request.thread_id or new_id()
        message = StoredMessage(new_id(), "user", request.question, Origin.USER, self.clock.now())
        self.threads.setdefault(thread_id, []).append(message)
        run_id = new_id()
        self.runs[run_id] = _Run(request, thread_id, message.at)
        return Accepted("new", run_id, thread_id, message.id)

    async def window(self, tx: Tx, thread_id: UUID, *, limit: int, before: UUID | None = None) -> Window:
        del tx
        messages = self.threads.get(thread_id, [])
        if before is not None:
            messages = messages[: next((i for i, one in enumerate(messages) if one.id == before), len(messages))]
        shown = self.summaries.get(thread_id, [])[-SUMMARIES_SHOWN:]
        return Window(tuple(messages[-limit:]), tuple(shown))

    async def save_step(self, tx: Tx, run_id: UUID, step: StepRecord) -> None:
        del tx
        self.runs[run_id].steps[step.index] = step

    async def save_route(self, tx: Tx, run_id: UUID, run: Mapping[str, Any]) -> None:
        del tx
        self.runs[run_id].route = dict(run)

    async def finish(
        self,
        tx: Tx,
        run_id: UUID,
        *,
        bundle: Bundle,
        metadata: Mapping[str, Any],
        origin: Origin,
        explanation: Explanation,
        steps: Sequence[StepRecord] = (),
    ) -> Bundle | None:
        del tx
        run = self.runs[run_id]
        if run.bundle is not None:
            return None
        run.steps |= {step.index: step for step in steps}
        message = StoredMessage(new_id(), "assistant", bundle.answer, origin, self.clock.now(), dict(metadata), run_id)
        self.threads[run.thread_id].append(message)
        run.bundle = bundle.model_copy(update={"message_id": str(message.id)})
        run.explanation = explanation
        return run.bundle

    async def bundle(self, tx: Tx, run_id: UUID) -> Bundle | None:
        del tx
        if run_id not in self.runs:
            raise NotFound(f"There is no run {run_id}.")
        return self.runs[run_id].bundle

    async def renew(self, session: AsyncSession, run_ids: Sequence[UUID], *, lease_s: float) -> Sequence[UUID]:
        del session, lease_s
        return [run_id for run_id in run_ids if run_id in self.runs and self.runs[run_id].cancel]

    async def request_cancel(self, tx: Tx, run_id: UUID) -> None:
        del tx
        if run_id not in self.runs:
            raise NotFound(f"There is no run {run_id}.")
        self.runs[run_id].cancel = True

    async def unfinished(
        self, session: AsyncSession, *, limit: int, even_leased: bool = False, alive: Collection[UUID] = ()
    ) -> Sequence[UnfinishedRun]:
        del session, limit, even_leased, alive
        return ()


@dataclass
class MemoryPreviews:
    """PreviewStore over a dict; the lock is one for all."""

    previews: dict[UUID, Preview] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def add(self, session: AsyncSession, preview: Preview) -> None:
        del session
        self.previews[preview.id] = preview

    async def get(self, tx: Tx, preview_id: UUID, *, for_update: bool = False) -> Preview:
        del for_update
        found = await self.find(tx, preview_id)
        if found is None:
            raise NotFound(f"There is no preview {preview_id}.")
        return found

    async def find(self, tx: Tx, preview_id: UUID) -> Preview | None:
        found = self.previews.get(preview_id)
        return found if found is not None and found.owner_id == tx.owner_id else None

    async def save(self, session: AsyncSession, preview: Preview) -> None:
        del session
        self.previews[preview.id] = preview

    async def pending(
        self, tx: Tx, *, thread_id: UUID | None = None, limit: int = WAITING_AT_ONCE
    ) -> Sequence[Preview]:
        found = [
            preview
            for preview in self.previews.values()
            if preview.owner_id == tx.owner_id
            and preview.state == "pending"
            and (thread_id is None or preview.thread_id == thread_id)
        ]
        return found[::-1][:limit]

    async def stuck(self, session: AsyncSession, *, limit: int) -> Sequence[Preview]:
        del session
        return [preview for preview in self.previews.values() if preview.state == "executing"][:limit]


@dataclass
class FixedRules:
    """RuleSource with one answer for everybody."""

    fixed: RuleSet = field(default_factory=RuleSet)

    async def rules(self, tx: Tx) -> RuleSet:
        del tx
        return self.fixed


class NoContext:
    """ContextSource of a user with nothing stored."""

    async def parts(self, tx: Tx, *, now: datetime, zone: str, locale: str, asked: Asked) -> Sequence[ContextPart]:
        del tx, now, zone, locale, asked
        return ()

    async def answered(self, tx: Tx, answered: Answered) -> None:
        del tx, answered


class EmptyResolver:
    """Resolver of an empty address book."""

    async def people(self, tx: Tx, rules: RuleSet) -> KnownPeople:
        del tx, rules
        return Nobody()

    async def resolve_contacts(self, tx: Tx, phrases: Sequence[str], *, locale: str) -> Sequence[Resolution]:
        del tx, locale
        return [Resolution(phrase, "unknown") for phrase in phrases]

    async def resolve_people(self, tx: Tx, phrases: Sequence[str], *, locale: str) -> Sequence[Resolution]:
        return await self.resolve_contacts(tx, phrases, locale=locale)

    async def named_in(self, tx: Tx, text: str, *, locale: str, partly: bool = False) -> Sequence[Resolution]:
        del tx, text, locale, partly
        return ()

    async def genders(self, tx: Tx, people: Sequence[UUID]) -> Mapping[UUID, Gender]:
        del tx, people
        return {}

    async def resolve_place(self, tx: Tx, phrase: str, *, locale: str) -> Resolution:
        del tx, locale
        return Resolution(phrase, "unknown")


class NothingToErase:
    """Eraser of a user with nothing stored."""

    async def erase(self, tx: Tx, kind: str, entity_id: UUID, *, dry_run: bool = False) -> Receipt:
        del tx, dry_run
        raise NotFound(f"There is no {kind} {entity_id}.")


@dataclass
class RecordingNotifier:
    """Notifier that keeps what would be pushed."""

    pushed: list[tuple[UUID, Push]] = field(default_factory=list)

    async def notify(self, tx: Tx, push: Push) -> UUID:
        self.pushed.append((tx.owner_id, push))
        return new_id()


@dataclass
class MemoryLessons:
    """Lessons by the error's shape, the newest first; keeps what each run was told and learned."""

    lessons: dict[str, list[Lesson]] = field(default_factory=dict)
    told: list[ToldLesson] = field(default_factory=list)
    learned: list[Learned] = field(default_factory=list)

    async def known(
        self, tx: Tx, errors: Sequence[CallError], *, but: Collection[UUID] = ()
    ) -> Sequence[Lesson | None]:
        del tx
        found = ([one for one in self.lessons.get(error.shape, ()) if one.id not in but] for error in errors)
        return [known[0] if known else None for known in found]

    async def note(
        self, tx: Tx, run_id: UUID, *, told: Sequence[ToldLesson], learned: Sequence[Learned]
    ) -> Sequence[UUID]:
        del tx, run_id
        self.told += told
        self.learned += learned
        kept = []
        for one in learned:
            known = self.lessons.setdefault(one.error.shape, [])
            same = next((there for there in known if there.changes == frozenset(one.changes)), None)
            if same is None:
                same = Lesson(new_id(), "; ".join(one.changes), frozenset(one.changes))
                known.insert(0, same)
            kept.append(same.id)
        return kept
