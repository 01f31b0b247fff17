"""Which statements read and write runs and steps?"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Boolean,
    ColumnElement,
    DateTime,
    Double,
    Integer,
    Row,
    Text,
    all_,
    and_,
    bindparam,
    cast,
    delete,
    func,
    select,
    text,
    true,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB, distinct_on, insert
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.folding import holds
from orchestrator.db.tx import Tx
from orchestrator.domain.people.runs.model import AgentRun, AgentStep, RunAnswer

_UUIDS = ARRAY(PgUUID(as_uuid=True))
_LOCK_KEY = text("select pg_advisory_xact_lock(hashtextextended(:key, 0))")
_UUID = PgUUID(as_uuid=True)
_DAYS_OF_USE = text(
    "select distinct (started_at at time zone :zone)::date as day from agent_runs "
    "where user_id = :owner and started_at >= :since order by day"
).bindparams(
    bindparam("owner", type_=_UUID), bindparam("since", type_=DateTime(timezone=True)), bindparam("zone", type_=Text())
)
# The statements of every turn are written out: building and compiling them anew costs more than executing them.
_ADD = text(
    "insert into agent_runs (id, user_id, thread_id, message_id, client_message_id, question, zone, locale, state, "
    "delegated, lease_until, run, explanation, read_ids) values (:id, :user_id, :thread_id, :message_id, "
    ":client_message_id, :question, :zone, :locale, 'running', :delegated, "
    "steward_now() + make_interval(secs => :lease_s), '{}', '{}', '{}')"
).bindparams(
    *(bindparam(name, type_=_UUID) for name in ("id", "user_id", "thread_id", "message_id")),
    *(bindparam(name, type_=Text()) for name in ("client_message_id", "question", "zone", "locale")),
    bindparam("lease_s", type_=Double()),
    bindparam("delegated", type_=Boolean()),
)
_SAVE_ROUTE = text(
    "update agent_runs set run = :run, updated_at = steward_now() "
    "where user_id = :user_id and id = :id and state = 'running'"
).bindparams(bindparam("user_id", type_=_UUID), bindparam("id", type_=_UUID), bindparam("run", type_=JSONB()))
_ANY_RUNNING = text(
    "select exists (select 1 from agent_runs where state = 'running' and not delegated and lease_until > steward_now())"
)
_PUT_HELD_STEP = text(
    """
    with held as (
        select id from agent_runs where user_id = :user_id and id = :id and state = 'running' for key share
    ), noted as (
        update agent_runs r set read_ids = array(select distinct unnest(r.read_ids || :read)) from held
        where r.user_id = :user_id and r.id = held.id and not r.read_ids @> :read
    )
    insert into agent_steps as s (run_id, index, user_id, model_call, proposals)
    select held.id, :index, :user_id, :model_call, :proposals from held
    on conflict (user_id, run_id, index) do update
        set model_call = excluded.model_call, proposals = excluded.proposals, updated_at = steward_now()
        where s.user_id = excluded.user_id
    returning run_id
    """
).bindparams(
    bindparam("user_id", type_=_UUID),
    bindparam("id", type_=_UUID),
    bindparam("read", type_=_UUIDS),
    bindparam("index", type_=Integer()),
    bindparam("model_call", type_=JSONB()),
    bindparam("proposals", type_=JSONB()),
)
_SETTLE = text(
    "update agent_runs set state = 'settled', status = :status, finished_at = steward_now(), "
    "updated_at = steward_now() where user_id = :user_id and id = :id and state = 'running' "
    "returning thread_id, message_id, read_ids, redacted_at"
).bindparams(bindparam("user_id", type_=_UUID), bindparam("id", type_=_UUID), bindparam("status", type_=Text()))
_KEEP_ANSWER = text(
    "update agent_runs set bundle = :bundle, run = :run, explanation = :explanation, "
    "answer_message_id = :answer_message_id, read_ids = :read_ids, updated_at = steward_now() "
    "where user_id = :user_id and id = :id"
).bindparams(
    *(bindparam(name, type_=_UUID) for name in ("user_id", "id", "answer_message_id")),
    *(bindparam(name, type_=JSONB()) for name in ("bundle", "run", "explanation")),
    bindparam("read_ids", type_=_UUIDS),
)
_PUT_STEP = text(
    "insert into agent_steps as s (run_id, index, user_id, model_call, proposals) "
    "values (:run_id, :index, :user_id, :model_call, :proposals) on conflict (user_id, run_id, index) do update "
    "set model_call = excluded.model_call, proposals = excluded.proposals, updated_at = steward_now() "
    "where s.user_id = excluded.user_id"
).bindparams(
    bindparam("run_id", type_=_UUID),
    bindparam("user_id", type_=_UUID),
    bindparam("model_call", type_=JSONB()),
    bindparam("proposals", type_=JSONB()),
)


def _lease(seconds: float) -> ColumnElement[datetime]:
    return func.steward_now() + func.make_interval(0, 0, 0, 0, 0, 0, seconds)


async def lock_client_message(tx: Tx, client_message_id: str) -> None:
    """Wait for another transaction that accepts the same client message."""
    await tx.session.execute(_LOCK_KEY, {"key": f"{tx.owner_id}:{client_message_id}"})


async def by_client_message(tx: Tx, client_message_id: str) -> AgentRun | None:
    """The run that this client message began."""
    statement = select(AgentRun).where(AgentRun.user_id == tx.owner_id, AgentRun.client_message_id == client_message_id)
    return (await tx.session.execute(statement)).scalar_one_or_none()


async def running_in(tx: Tx, thread_id: UUID) -> UUID | None:
    """The turn of the thread that is not settled, where there is one."""
    statement = select(AgentRun.id).where(
        AgentRun.user_id == tx.owner_id, AgentRun.thread_id == thread_id, AgentRun.state == "running"
    )
    return (await tx.session.execute(statement.limit(1))).scalar_one_or_none()


async def any_running(session: AsyncSession) -> bool:
    """Whether the turn of any user is under way; one whose process died is, until its lease ends."""
    return bool(await session.scalar(_ANY_RUNNING))


async def add(tx: Tx, values: Mapping[str, Any], *, lease_s: float) -> None:
    """Insert a running run."""
    await tx.session.execute(_ADD, {**values, "user_id": tx.owner_id, "lease_s": lease_s})


async def get(tx: Tx, run_id: UUID) -> AgentRun | None:
    """The owner's run."""
    statement = select(AgentRun).where(AgentRun.user_id == tx.owner_id, AgentRun.id == run_id)
    return (await tx.session.execute(statement.execution_options(populate_existing=True))).scalar_one_or_none()


async def save_route(tx: Tx, run_id: UUID, run: Mapping[str, Any]) -> None:
    """Store what was decided about a run that goes on."""
    await tx.session.execute(_SAVE_ROUTE, {"user_id": tx.owner_id, "id": run_id, "run": run})


async def settle(tx: Tx, run_id: UUID, status: str) -> Row[Any] | None:
    """Settle a run that goes on; answers its thread_id, message_id, read_ids and redacted_at, None where it is settled
    or unknown."""
    values = {"user_id": tx.owner_id, "id": run_id, "status": status}
    return (await tx.session.execute(_SETTLE, values)).one_or_none()


async def keep_answer(tx: Tx, run_id: UUID, values: Mapping[str, Any]) -> None:
    """Store what a settled run answered: bundle, run, explanation, answer_message_id, read_ids."""
    await tx.session.execute(_KEEP_ANSWER, {**values, "user_id": tx.owner_id, "id": run_id})


async def put_step(tx: Tx, run_id: UUID, step: Mapping[str, Any]) -> None:
    """Insert or replace a step: index, model_call, proposals."""
    await tx.session.execute(_PUT_STEP, {**step, "user_id": tx.owner_id, "run_id": run_id})


async def put_held_step(tx: Tx, run_id: UUID, step: Mapping[str, Any], *, read: Sequence[UUID]) -> bool:
    """The same for a run that goes on, adding `read` to what it has read; then nobody closes it before this
    transaction ends (renewals still pass). False, and nothing stored, where it is settled."""
    values = {**step, "user_id": tx.owner_id, "id": run_id, "read": list(read)}
    return (await tx.session.execute(_PUT_HELD_STEP, values)).first() is not None


async def hold(tx: Tx, run_id: UUID) -> bool:
    """Whether the run is there; then nobody erases it before this transaction ends."""
    statement = select(AgentRun.id).where(AgentRun.user_id == tx.owner_id, AgentRun.id == run_id)
    return (await tx.session.execute(statement.with_for_update(read=True, key_share=True))).first() is not None


async def steps(tx: Tx, run_id: UUID) -> Sequence[AgentStep]:
    """A run's steps in order."""
    statement = (
        select(AgentStep)
        .where(AgentStep.user_id == tx.owner_id, AgentStep.run_id == run_id)
        .order_by(AgentStep.index)
        .execution_options(populate_existing=True)
    )
    return (await tx.session.execute(statement)).scalars().all()


async def change_running(tx: Tx, run_id: UUID, values: Mapping[str, Any]) -> AgentRun | None:
    """Change a run that goes on; answers it as it is then, None where it is settled or unknown."""
    statement = (
        update(AgentRun)
        .where(AgentRun.user_id == tx.owner_id, AgentRun.id == run_id, AgentRun.state == "running")
        .values(updated_at=func.steward_now(), **values)
        .returning(AgentRun)
        .execution_options(synchronize_session=False, populate_existing=True)
    )
    return (await tx.session.execute(statement)).scalar_one_or_none()


async def change(tx: Tx, run_id: UUID, values: Mapping[str, Any]) -> AgentRun | None:
    """Change a run in any state."""
    statement = (
        update(AgentRun)
        .where(AgentRun.user_id == tx.owner_id, AgentRun.id == run_id)
        .values(updated_at=func.steward_now(), **values)
        .returning(AgentRun)
        .execution_options(synchronize_session=False, populate_existing=True)
    )
    return (await tx.session.execute(statement)).scalar_one_or_none()


async def renew(session: AsyncSession, run_ids: Sequence[UUID], *, lease_s: float) -> dict[UUID, bool]:
    """Extend the leases of those that go on; answers for each of them whether it was asked to stop."""
    statement = (
        update(AgentRun)
        .where(AgentRun.id.in_(run_ids), AgentRun.state == "running")
        .values(lease_until=_lease(lease_s))
        .returning(AgentRun.id, AgentRun.cancel_requested_at.is_not(None))
        .execution_options(synchronize_session=False)
    )
    rows = (await session.execute(statement)).all()
    return {row[0]: bool(row[1]) for row in rows}


async def lapsed(
    session: AsyncSession, *, limit: int, even_leased: bool, alive: Collection[UUID] = ()
) -> Sequence[AgentRun]:
    """Running runs whose lease has ended (`even_leased`: all), but those `alive`; locked, skipping those locked
    elsewhere."""
    dead = [] if even_leased else [AgentRun.lease_until < func.steward_now()]
    going_on = bindparam("alive", list(alive), type_=ARRAY(PgUUID(as_uuid=True)))
    statement = (
        select(AgentRun)
        .where(AgentRun.state == "running", *dead, AgentRun.id != all_(going_on))
        .order_by(AgentRun.lease_until)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    return (await session.execute(statement)).scalars().all()


async def page(
    tx: Tx, *, after: tuple[datetime, UUID] | None, limit: int, q: str | None, thread_id: UUID | None
) -> Sequence[AgentRun]:
    """Runs, newest first; `q` looks into the question, the intent and the names of proposed tools."""
    conditions: list[ColumnElement[bool]] = [AgentRun.user_id == tx.owner_id]
    if after is not None:
        conditions.append(tuple_(AgentRun.started_at, AgentRun.id) < after)
    if thread_id is not None:
        conditions.append(AgentRun.thread_id == thread_id)
    if q:
        proposal = func.jsonb_array_elements(AgentStep.proposals).table_valued("value").lateral("proposal")
        name = cast(proposal.c.value, JSONB)["tool"].astext
        asked = and_(true(), *holds(q, AgentRun.question, AgentRun.run["intent"].astext))
        used = (
            select(AgentStep.run_id)
            .select_from(AgentStep)
            .join(proposal, text("true"))
            .where(
                AgentStep.user_id == tx.owner_id, AgentStep.run_id == AgentRun.id, name.icontains(q, autoescape=True)
            )
            .exists()
        )
        conditions.append(asked | used)
    statement = (
        select(AgentRun).where(and_(*conditions)).order_by(AgentRun.started_at.desc(), AgentRun.id.desc()).limit(limit)
    )
    return (await tx.session.execute(statement)).scalars().all()


async def that_read(tx: Tx, ids: Sequence[UUID]) -> Sequence[tuple[UUID, UUID]]:
    """(run, its answer's message) of the runs that read or wrote any of `ids`; an answer that is no message is known by
    its run."""
    statement = select(AgentRun.id, func.coalesce(AgentRun.answer_message_id, AgentRun.id)).where(
        AgentRun.user_id == tx.owner_id, AgentRun.read_ids.overlap(cast(list(ids), _UUIDS))
    )
    return [(run_id, answer_id) for run_id, answer_id in await tx.session.execute(statement)]


async def add_answer(
    tx: Tx, run_id: UUID, origin: str, details: dict[str, Any], *, answer: bytes | None = None
) -> None:
    """Keep the label and metadata of an answer that its client holds; once a run."""
    values = {"run_id": run_id, "user_id": tx.owner_id, "origin": origin, "details": details, "answer": answer}
    await tx.session.execute(insert(RunAnswer).values(**values).on_conflict_do_nothing())


async def bind_answer(tx: Tx, run_id: UUID, *, answer: bytes, conversation: bytes) -> None:
    """Note by which digests an answer is known again."""
    statement = (
        update(RunAnswer)
        .where(RunAnswer.user_id == tx.owner_id, RunAnswer.run_id == run_id)
        .values(answer=answer, conversation=conversation)
        .execution_options(synchronize_session=False)
    )
    await tx.session.execute(statement)


async def newest_answers(tx: Tx, answers: Sequence[bytes]) -> Sequence[tuple[RunAnswer, datetime | None, str]]:
    """For each digest the newest answer of that text, with its run's time of redaction and locale."""
    statement = (
        select(RunAnswer, AgentRun.redacted_at, AgentRun.locale)
        .ext(distinct_on(RunAnswer.answer))
        .join(AgentRun, AgentRun.id == RunAnswer.run_id)
        .where(RunAnswer.user_id == tx.owner_id, AgentRun.user_id == tx.owner_id, RunAnswer.answer.in_(answers))
        .order_by(RunAnswer.answer, RunAnswer.run_id.desc())
    )
    return [(row, redacted_at, locale) for row, redacted_at, locale in await tx.session.execute(statement)]


async def labels_of(tx: Tx, answers: Sequence[bytes]) -> Sequence[tuple[bytes, str]]:
    """(digest, label): every label that an answer of that text has had."""
    statement = (
        select(RunAnswer.answer, RunAnswer.origin)
        .distinct()
        .where(RunAnswer.user_id == tx.owner_id, RunAnswer.answer.in_(answers))
    )
    return [(digest, label) for digest, label in await tx.session.execute(statement) if digest is not None]


async def answer_ending(tx: Tx, conversation: bytes) -> RunAnswer | None:
    """The newest answer that ended this very conversation."""
    statement = (
        select(RunAnswer)
        .where(RunAnswer.user_id == tx.owner_id, RunAnswer.conversation == conversation)
        .order_by(RunAnswer.run_id.desc())
        .limit(1)
    )
    return (await tx.session.execute(statement)).scalar_one_or_none()


async def forget_answer(tx: Tx, run_id: UUID) -> None:
    """Take the metadata of an answer away; it is still known again, so that it is not quoted any more."""
    statement = (
        update(RunAnswer)
        .where(RunAnswer.user_id == tx.owner_id, RunAnswer.run_id == run_id)
        .values(details={})
        .execution_options(synchronize_session=False)
    )
    await tx.session.execute(statement)


async def loose_ids(tx: Tx) -> Sequence[UUID]:
    """The ids of the runs without a thread."""
    statement = select(AgentRun.id).where(AgentRun.user_id == tx.owner_id, AgentRun.thread_id.is_(None))
    return (await tx.session.execute(statement)).scalars().all()


async def erase(tx: Tx, run_id: UUID) -> bool:
    """Delete a run without a thread; its steps, previews and answer go with it. False where there is none."""
    statement = (
        delete(AgentRun)
        .where(AgentRun.user_id == tx.owner_id, AgentRun.id == run_id, AgentRun.thread_id.is_(None))
        .returning(AgentRun.id)
        .execution_options(synchronize_session=False)
    )
    return (await tx.session.execute(statement)).first() is not None


async def days_of_use(tx: Tx, *, since: datetime, zone: str) -> list[date]:
    """The local days on which the user had a turn, from `since` (aware) on, ascending."""
    found = await tx.session.scalars(_DAYS_OF_USE, {"owner": tx.owner_id, "since": since, "zone": zone})
    return list(found)


async def words(tx: Tx, ids: Sequence[UUID]) -> Sequence[Row[Any]]:
    """(id, question, answer, comment, message_id, answer_message_id) of these runs."""
    statement = select(
        AgentRun.id,
        AgentRun.question,
        AgentRun.bundle["answer"].astext.label("answer"),
        AgentRun.comment,
        AgentRun.message_id,
        AgentRun.answer_message_id,
    ).where(AgentRun.user_id == tx.owner_id, AgentRun.id.in_(ids))
    return (await tx.session.execute(statement)).all()
