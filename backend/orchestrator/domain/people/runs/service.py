"""How was a turn decided, and what did it answer? Implements `agent.ports.TurnStore` (class `Turns`) and `/runs`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.requests import TurnRequest, Window
from orchestrator.agent.ports.turns import Accepted, UnfinishedRun
from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.agent.types.bundle import Bundle, Explanation, ProposalRecord, StepRecord, id_text
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.db.cursors import moment_cursor, moment_mark
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.runs import repository
from orchestrator.domain.people.runs.model import AgentRun, AgentStep
from orchestrator.domain.people.runs.redaction import notice, redact_run
from orchestrator.domain.people.runs.schemas import Feedback, RunExplained, RunListed
from orchestrator.errors import NotFound, StewardError
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.kit.text import storable, storable_json


class RunSettled(StewardError):
    """The run was closed meanwhile (its lease had ended): nothing of this step may be stored."""


READ_KEY = "read"
"""In an answer's metadata: `[{"type","id"}]` of what entered the run's prompts; kept with the run, not the message."""


@dataclass(frozen=True)
class RecalledAnswer:
    """An answer without a thread that a client sent again. `notice` stands in its place where it was redacted."""

    run_id: UUID
    origin: Origin
    metadata: Mapping[str, Any]
    notice: str | None = None


@dataclass(frozen=True)
class Recalled:
    """`answers`: by the sha256 of their text. `last`: the answer that ends this very conversation, as it was given."""

    answers: Mapping[bytes, RecalledAnswer]
    last: RecalledAnswer | None


@dataclass(frozen=True)
class RunWords:
    """What was asked and answered in a run, and what the user said when they rated it. `answer`: the notice where it
    was redacted; `messages`: the question's and the answer's, where it belongs to a thread."""

    question: str
    answer: str
    comment: str | None
    messages: tuple[UUID, ...]


class Turns:
    """Threads, messages and runs as one turn needs them. No state of its own."""

    async def accept(self, session: AsyncSession, request: TurnRequest, *, lease_s: float) -> Accepted:
        owner_id, client_id = request.owner.id, request.client_message_id
        tx = Tx(session, owner_id)
        if client_id is not None:
            client_id = storable(client_id)
            await repository.lock_client_message(tx, client_id)
            earlier = await repository.by_client_message(tx, client_id)
            if earlier is not None:
                return Accepted("repeated", earlier.id, earlier.thread_id, earlier.message_id)
        run_id, question = new_id(), storable(request.question)
        thread_id: UUID | None = None
        message_id: UUID | None = None
        if request.history is None:
            thread_id = await _taken(tx, request)
            if thread_id is None:
                return Accepted("busy", thread_id=request.thread_id)
            message_id = await conversations.append(
                tx, thread_id, role="user", content=question, origin=Origin.USER, run_id=run_id
            )
        values = {
            "id": run_id,
            "thread_id": thread_id,
            "message_id": message_id,
            "client_message_id": client_id,
            "question": question,
            "zone": request.zone,
            "locale": request.locale,
            "delegated": request.delegated,
        }
        await repository.add(tx, values, lease_s=lease_s)
        if not request.delegated:
            await accounts.note_activity(tx, request.zone if request.zone_captured else None)
        return Accepted("new", run_id, thread_id, message_id)

    async def window(self, tx: Tx, thread_id: UUID, *, limit: int, before: UUID | None = None) -> Window:
        return await conversations.window(tx, thread_id, limit=limit, before=before)

    async def save_step(self, tx: Tx, run_id: UUID, step: StepRecord) -> None:
        """Raises RunSettled where another process closed the run, so that the tool's write is rolled back with it."""
        read = sorted(_read_ids(step))
        if not await repository.put_held_step(tx, run_id, _step_columns(step), read=read):
            msg = f"run {run_id} is settled"
            raise RunSettled(msg)

    async def save_route(self, tx: Tx, run_id: UUID, run: Mapping[str, Any]) -> None:
        await repository.save_route(tx, run_id, cast("dict[str, Any]", storable_json(dict(run))))

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
        run = await repository.settle(tx, run_id, bundle.status)
        if run is None:
            return None
        for step in steps:
            await repository.put_step(tx, run_id, _step_columns(step))
        kept = {key: value for key, value in metadata.items() if key != READ_KEY}
        message_id: UUID | None = None
        if run.thread_id is None:
            details = cast("dict[str, Any]", storable_json(kept))
            await repository.add_answer(tx, run_id, origin.value, details)
        else:
            message_id = await conversations.append(
                tx, run.thread_id, role="assistant", content=bundle.answer, origin=origin, metadata=kept, run_id=run_id
            )
            await conversations.make_findable(tx, [run.message_id, message_id])
        told = bundle.model_copy(update={"message_id": id_text(message_id)})
        stored = cast("dict[str, Any]", storable_json(told.model_dump(mode="json")))
        read = {*run.read_ids, *_refs(metadata.get(READ_KEY)), *_bundle_ids(told)}.union(*map(_read_ids, steps))
        values = {
            "bundle": stored,
            "run": stored["run"],
            "explanation": storable_json(explanation.model_dump(mode="json")),
            "answer_message_id": message_id,
            "read_ids": sorted(read),
        }
        await repository.keep_answer(tx, run_id, values)
        if run.redacted_at is not None:  # what it read was erased while it went on
            await redact_run(tx, run_id)
        return told

    async def bundle(self, tx: Tx, run_id: UUID) -> Bundle | None:
        run = await _run(tx, run_id)
        return Bundle.model_validate(run.bundle) if run.bundle is not None else None

    async def renew(self, session: AsyncSession, run_ids: Sequence[UUID], *, lease_s: float) -> Sequence[UUID]:
        """Beside those that were asked to stop it answers those that were closed elsewhere: they must stop too."""
        if not run_ids:
            return []
        going_on = await repository.renew(session, run_ids, lease_s=lease_s)
        return [run_id for run_id in run_ids if going_on.get(run_id, True)]

    async def request_cancel(self, tx: Tx, run_id: UUID) -> None:
        asked = await repository.change_running(tx, run_id, {"cancel_requested_at": func.steward_now()})
        if asked is None:
            await _run(tx, run_id)

    async def unfinished(
        self, session: AsyncSession, *, limit: int, even_leased: bool = False, alive: Collection[UUID] = ()
    ) -> Sequence[UnfinishedRun]:
        return [
            UnfinishedRun(
                run_id=run.id,
                owner_id=run.user_id,
                thread_id=run.thread_id,
                locale=run.locale,
                question=run.question,
                started_at=run.started_at,
                run=run.run,
                steps=tuple(_step(step) for step in await repository.steps(Tx(session, run.user_id), run.id)),
            )
            for run in await repository.lapsed(session, limit=limit, even_leased=even_leased, alive=alive)
        ]


async def list_runs(tx: Tx, page: PageRequest, *, thread_id: UUID | None = None) -> Page[RunListed]:
    """Runs, newest first; `q` looks into the question, the intent and the names of proposed tools."""
    rows = await repository.page(
        tx, after=moment_mark(page.cursor), limit=page.limit + 1, q=page.q, thread_id=thread_id
    )
    shown = rows[: page.limit]
    more = len(rows) > page.limit
    cursor = moment_cursor(shown[-1].started_at, shown[-1].id) if more else None
    return Page([RunListed.model_validate(_fields(row)) for row in shown], cursor)


async def under_way(tx: Tx, thread_id: UUID) -> UUID | None:
    """The run that is at work in the thread; None where none is."""
    return await repository.running_in(tx, thread_id)


@dataclass(frozen=True)
class TurnsSeen:
    """Implements `llm.gateway.precedence.TurnsUnderWay`, over the runs of all processes."""

    unit_of_work: UnitOfWork

    async def under_way(self) -> bool:
        async with self.unit_of_work() as session:
            return await repository.any_running(session)


async def held(tx: Tx, run_id: UUID) -> bool:
    """Whether the run is there; then it stays until this transaction ends."""
    return await repository.hold(tx, run_id)


async def explain(tx: Tx, run_id: UUID) -> RunExplained:
    """The run with its steps and verdicts. Raises NotFound."""
    row = await _run(tx, run_id)
    steps = [_step(step) for step in await repository.steps(tx, run_id)]
    explained = Explanation.model_validate(row.explanation)
    fields = _fields(row) | explained.model_dump() | {"steps": steps, "step_count": len(steps)}
    return RunExplained.model_validate(fields)


async def rate(tx: Tx, run_id: UUID, feedback: Feedback) -> Feedback:
    """Store what the user thought; a second one replaces the first. Raises NotFound."""
    comment = storable(feedback.comment) if feedback.comment is not None else None
    values = {"rating": feedback.rating, "comment": comment, "rated_at": func.steward_now()}
    if await repository.change(tx, run_id, values) is None:
        raise NotFound("There is no such run.")
    return Feedback(rating=feedback.rating, comment=comment)


async def bind_answer(tx: Tx, run_id: UUID, *, answer: bytes, conversation: bytes) -> None:
    """Note the sha256 of an answer as its client got it, and of the conversation that it ends: the client will send
    both again. An answer of a thread is known again for its label alone: only the thread itself confirms. Nothing where
    the run was erased meanwhile."""
    run = await repository.get(tx, run_id)
    if run is None:
        return
    if run.thread_id is None:
        await repository.bind_answer(tx, run_id, answer=answer, conversation=conversation)
    elif run.answer_message_id is not None:
        label = await conversations.label_of(tx, run.answer_message_id)
        await repository.add_answer(tx, run_id, (label or Origin.AGENT).value, {}, answer=answer)


async def recall(tx: Tx, *, answers: Sequence[bytes], conversation: bytes) -> Recalled:
    """What is known of a conversation that a client sent, by the sha256 of its answers and of the whole of it."""
    if not answers:
        return Recalled({}, None)
    labels: dict[bytes, list[str]] = {}
    for digest, label in await repository.labels_of(tx, answers):
        labels.setdefault(digest, []).append(label)
    known: dict[bytes, RecalledAnswer] = {}
    for row, redacted_at, locale in await repository.newest_answers(tx, answers):
        assert row.answer is not None
        said = notice(locale) if redacted_at is not None else None
        # of equal texts the newest one's metadata, and the least trusted label
        known[row.answer] = RecalledAnswer(row.run_id, least_trusted(labels[row.answer]), row.details, said)
    ending = await repository.answer_ending(tx, conversation)
    last = RecalledAnswer(ending.run_id, Origin(ending.origin), ending.details) if ending is not None else None
    return Recalled(known, last)


async def _taken(tx: Tx, request: TurnRequest) -> UUID | None:
    """The thread of a turn, made or locked; None where another turn of it goes on. Raises NotFound."""
    if request.thread_id is None:
        return await conversations.create(tx, title=conversations.title_of(request.question))
    unnamed = await conversations.lock(tx, request.thread_id)
    if await repository.running_in(tx, request.thread_id) is not None:
        return None
    if unnamed:
        await conversations.title_from(tx, request.thread_id, request.question)
    return request.thread_id


async def _run(tx: Tx, run_id: UUID) -> AgentRun:
    run = await repository.get(tx, run_id)
    if run is None:
        raise NotFound("There is no such run.")
    return run


def _step_columns(step: StepRecord) -> dict[str, Any]:
    stored = cast("dict[str, Any]", storable_json(step.model_dump(mode="json")))
    return {"index": step.index, "model_call": stored["model_call"], "proposals": stored["proposals"]}


def _fields(row: AgentRun) -> dict[str, Any]:
    """The fields of `run` and where it belongs; of a run under way those that are decided."""
    return row.run | {
        "id": str(row.id),
        "thread_id": row.thread_id,
        "message_id": row.message_id,
        "answer_message_id": row.answer_message_id,
        "question": row.question,
        "state": row.state,
        "status": row.status,
        "timezone": row.zone,
        "locale": row.locale,
        "feedback": {"rating": row.rating, "comment": row.comment} if row.rating else None,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "redacted_at": row.redacted_at,
    }


def _step(row: AgentStep) -> StepRecord:
    proposals = [ProposalRecord.model_validate(proposal) for proposal in row.proposals]
    read = {(one.type, one.id): one for proposal in proposals for one in proposal.read}
    return StepRecord(index=row.index, model_call=row.model_call, proposals=proposals, read=list(read.values()))


def _read_ids(step: StepRecord) -> set[UUID]:
    """What entered the run in this step, what it wrote, and what its proposals name: their arguments quote that."""
    found = [*step.read, *(proposal.entity for proposal in step.proposals if proposal.entity is not None)]
    read = {ref for one in found if (ref := parse_id(one.id)) is not None}
    return read.union(*(_named(proposal.arguments) for proposal in step.proposals))


def _named(value: Any) -> set[UUID]:
    """The ids that stand anywhere in arguments."""
    if isinstance(value, Mapping):
        return set[UUID]().union(*(_named(one) for one in value.values()))
    if isinstance(value, list | tuple):
        return set[UUID]().union(*(_named(one) for one in value))
    named = parse_id(value) if isinstance(value, str) else None
    return {named} if named is not None else set()


def _refs(value: Any) -> set[UUID]:
    """The ids of `[{"type","id"}]`, whatever else stands there."""
    if not isinstance(value, list | tuple):
        return set()
    return {ref for one in value if isinstance(one, Mapping) and (ref := parse_id(one.get("id"))) is not None}


def _bundle_ids(bundle: Bundle) -> set[UUID]:
    named = [action.entity.id for action in bundle.actions if action.entity is not None]
    named += [item.id for item in bundle.linked_items]
    found = {ref for one in named if (ref := parse_id(one)) is not None}
    return found.union(*(_named(preview.arguments) for preview in bundle.previews))  # its summary names them


async def days_of_use(tx: Tx, *, since: datetime, zone: str) -> list[date]:
    """The local days on which the user had a turn, from `since` (aware) on, ascending."""
    return await repository.days_of_use(tx, since=since, zone=zone)


async def words(tx: Tx, ids: Collection[UUID]) -> dict[UUID, RunWords]:
    """The words of those of these runs that are there."""
    rows = await repository.words(tx, list(ids)) if ids else ()
    return {
        row.id: RunWords(
            row.question,
            row.answer or "",
            row.comment,
            tuple(one for one in (row.message_id, row.answer_message_id) if one is not None),
        )
        for row in rows
    }
