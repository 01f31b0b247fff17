"""How does the user take what Steward itself answers? Each answered turn is an interaction; these signs correct it.

The user edits what it proposed, undoes what it wrote, rates it `bad`, or their next message rejects it. It stood where
another message came without that, or none for 30 minutes. Which turns count: those that a model answered; not those
that were cancelled or broken off, nor those that asked back (docs/decisions/0039). Implements the port `FeedbackSink`.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import Boolean, Double, Integer, Interval, Row, Text, bindparam, or_, text, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.reception import SettledTurn
from orchestrator.agent.ports.requests import UNSTORED, StoredMessage
from orchestrator.agent.types.bundle import Bundle
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search.store.sessions import GAP
from orchestrator.domain.memory.interactions import repository, scoring
from orchestrator.domain.memory.interactions.aligning import realign, take_back
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.interactions.scoring import LONG_ANSWER
from orchestrator.domain.memory.interactions.service import KIND, interactions
from orchestrator.kit.ids import new_id
from orchestrator.language.discourse.rejecting import rejects
from orchestrator.language.text.normalize import normalize

_UUID = PgUUID(as_uuid=True)
# One statement in every turn (decision 0007): what the turn before came to, and this one. The session is that of the
# earliest turn of the same session that is known, else it begins with `session_id`.
_SETTLED = text(
    f"""
    with before as (
        update interactions i set judged = true, updated_at = steward_now(),
               vibe_match = not i.was_corrected and i.edit_count = 0 and i.response_characters >= {LONG_ANSWER}
         where i.user_id = :owner and not i.judged and (i.thread_id = :thread or i.run_id = :before)
        returning i.id, i.vibe_match, i.rule_ids
    ), added as (
        insert into interactions
            (id, user_id, origin, source, folded, session_id, agent, model, prompt, response, was_corrected, latency_ms,
             friction_score, vibe_match, run_id, thread_id, judged, response_characters, rule_ids)
        select :id, :owner, :origin, :source, :folded,
               coalesce((select e.session_id from interactions e
                          where e.user_id = :owner and e.run_id = any(:same_session)
                          order by e.created_at, e.id limit 1), :session_id),
               :agent, :model, '', '', false, :latency_ms, :friction_score, false, :run_id, :thread, false, :characters,
               :rule_ids
         where :counts
    )
    select id from before where vibe_match and rule_ids <> '{{}}'
    """  # noqa: S608  (a constant)
).bindparams(
    *(bindparam(name, type_=_UUID) for name in ("owner", "thread", "before", "id", "run_id")),
    *(bindparam(name, type_=ARRAY(_UUID)) for name in ("same_session", "rule_ids")),
    *(bindparam(name, type_=Text()) for name in ("origin", "source", "folded", "session_id", "agent", "model")),
    *(bindparam(name, type_=Integer()) for name in ("latency_ms", "characters")),
    bindparam("friction_score", type_=Double()),
    bindparam("counts", type_=Boolean()),
)
_LET_STAND = text(
    f"""
    update interactions i set judged = true, updated_at = steward_now(),
           vibe_match = not i.was_corrected and i.edit_count = 0 and i.response_characters >= {LONG_ANSWER}
      from (select id, user_id from interactions
             where not judged and created_at < steward_now() - :gap
             order by created_at limit :most for update skip locked) as over
     where i.id = over.id and i.user_id = over.user_id
    returning i.user_id, i.id, i.vibe_match and i.rule_ids <> '{{}}' as aligns
    """  # noqa: S608  (a constant)
).bindparams(bindparam("gap", type_=Interval()), bindparam("most", type_=Integer()))


async def _stored(tx: Tx, values: Mapping[str, Any]) -> Sequence[UUID]:
    """A turn was answered: add it where it `counts`, and let the one before it stand; answers the id of that one where
    it is a vibe match by which rules are aligned."""
    return list(await tx.session.scalars(_SETTLED, {**values, "owner": tx.owner_id}))


async def of_run(tx: Tx, run_id: UUID) -> Interaction | None:
    """The interaction that a run is, locked."""
    statement = repository.interactions.owned(tx.owner_id).where(Interaction.run_id == run_id).with_for_update()
    return (await tx.session.scalars(statement.execution_options(populate_existing=True))).one_or_none()


async def of_conversations(tx: Tx, ids: Sequence[UUID]) -> list[Interaction]:
    """Those of these threads and runs, locked."""
    statement = (
        repository.interactions.owned(tx.owner_id)
        .where(or_(Interaction.thread_id.in_(ids), Interaction.run_id.in_(ids)))
        .order_by(Interaction.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(await tx.session.scalars(statement))


async def _left_alone(session: AsyncSession, *, gap: timedelta, most: int) -> Sequence[Row[Any]]:
    """Turns of all users after which nothing was said for so long, oldest first: the user let them stand. Answers
    (user_id, id, aligns)."""
    return (await session.execute(_LET_STAND, {"gap": gap, "most": most})).all()


async def forget_rules(tx: Tx, ids: Sequence[UUID]) -> None:
    """Take these rules out of what interactions were told."""
    gone = bindparam("gone", list(ids), type_=ARRAY(_UUID))
    without = "array(select one from unnest({0}) as one where one <> all(:gone))"
    statement = (
        update(Interaction)
        .where(Interaction.user_id == tx.owner_id, Interaction.rule_ids.overlap(list(ids)))
        .values(
            rule_ids=text(without.format("rule_ids")).bindparams(gone),
            aligned=text(without.format("aligned")).bindparams(gone),
        )
        .execution_options(synchronize_session=False)
    )
    await tx.session.execute(statement)


STEWARD = "steward"
"""The agent's name, and the `source`."""
EDITED, UNDONE, BAD, GOOD, REJECTED = "edited", "undone", "rated_bad", "rated_good", "rejected"
CORRECTING = frozenset({EDITED, UNDONE, BAD, REJECTED})
_NO_ANSWER = frozenset({"cancelled", "interrupted", "needs_input"})
MOST_AT_ONCE = 500


class OwnTurns:
    """Counts Steward's own turns. No state of its own."""

    async def settled(self, session: AsyncSession, turn: SettledTurn) -> None:
        before = _before(turn.window)
        tx = Tx(session, turn.owner_id)
        if before is not None and rejects(turn.question):
            await _marked(tx, before, REJECTED, rejected_by=turn.run_id)
        begun, same_session = _session(turn)
        latency, model = turn.bundle.run.duration_ms, _model(turn.bundle)
        values = {
            "thread": turn.thread_id,
            "before": before,
            "id": new_id(),
            "run_id": turn.run_id,
            "origin": turn.origin.value,
            "source": STEWARD,
            "folded": normalize(f"{STEWARD} {model}"),
            "session_id": str(begun),
            "same_session": same_session,
            "agent": STEWARD,
            "model": model,
            "latency_ms": latency,
            "friction_score": scoring.friction(was_corrected=False, edit_count=0, latency_ms=latency),
            "characters": len(turn.bundle.answer.strip()),
            "rule_ids": list(turn.rule_ids),
            "counts": counts(turn.bundle),
        }
        for interaction_id in await _stored(tx, values):
            await realign(tx, await interactions.get(tx, interaction_id))

    async def edited(self, session: AsyncSession, preview: Preview, fields: Sequence[str]) -> None:
        if preview.run_id is not None:
            await _marked(Tx(session, preview.owner_id), preview.run_id, EDITED, fields=fields)

    async def undone(self, session: AsyncSession, preview: Preview) -> None:
        if preview.run_id is not None:
            await _marked(Tx(session, preview.owner_id), preview.run_id, UNDONE)


def counts(bundle: Bundle) -> bool:
    """Whether a turn is an answer whose reception says something: a model gave it, and it did not ask back."""
    broken_off = bundle.run.stop_reason in _NO_ANSWER or bundle.need_user_input is not None
    return bool(bundle.run.models) and not broken_off


async def rated(tx: Tx, run_id: UUID, rating: Literal["good", "bad"]) -> None:
    """The user rated a run. `good` takes back an earlier `bad` and what their next message seemed to say; what they
    edited or undid stays."""
    row = await of_run(tx, run_id)
    if row is None:
        return
    signs = [one for one in row.signs if one not in {GOOD, BAD}]
    if rating == "good":
        signs = [one for one in signs if one != REJECTED]
        row.rejected_by = None
    row.signs = [*signs, GOOD if rating == "good" else BAD]
    await _judged(tx, row)


async def let_stand(session: AsyncSession) -> int:
    """Judge the turns after which nothing was said any more, of all users; answers how many."""
    over = await _left_alone(session, gap=GAP, most=MOST_AT_ONCE)
    for one in over:
        if one.aligns:
            tx = Tx(session, one.user_id)
            await realign(tx, await interactions.get(tx, one.id))
    return len(over)


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """The turns of erased threads and runs go with them; erased rules out of what was told. Counts `interaction`."""
    if rules := [entity_id for kind, entity_id in erased if kind == "fact"]:
        await forget_rules(tx, rules)
    ids = [entity_id for kind, entity_id in erased if kind in {"thread", "run"}]
    rows = await of_conversations(tx, ids) if ids else []
    await take_back(tx, rows)
    for row in rows:
        provenance.redacted(tx.session, KIND, row.id)
        tx.session.expunge(row)
        await repository.interactions.delete(tx, row.id)
    return {KIND: len(rows)} if rows else {}


async def _marked(
    tx: Tx, run_id: UUID, sign: str, *, fields: Sequence[str] = (), rejected_by: UUID | None = None
) -> None:
    """The turn was corrected; nothing where it is none that counts."""
    row = await of_run(tx, run_id)
    if row is None:
        return
    row.signs = list(dict.fromkeys([*row.signs, sign]))
    row.edited_fields = list(dict.fromkeys([*row.edited_fields, *fields]))
    row.edit_count += len(fields)
    row.rejected_by = rejected_by or row.rejected_by
    await _judged(tx, row)


async def _judged(tx: Tx, row: Interaction) -> None:
    """Its signs say what it is."""
    row.was_corrected = not CORRECTING.isdisjoint(row.signs)
    row.friction_score = scoring.friction(
        was_corrected=row.was_corrected, edit_count=row.edit_count, latency_ms=row.latency_ms
    )
    row.vibe_match = scoring.liked(row.response_characters, was_corrected=row.was_corrected, edit_count=row.edit_count)
    row.judged = True
    await interactions.touched(tx.session, row)
    await realign(tx, row)


def _model(bundle: Bundle) -> str:
    """The model whose words the answer is: the last one that was asked."""
    return bundle.run.models[-1].name if bundle.run.models else ""


def _before(window: Sequence[StoredMessage]) -> UUID | None:
    """The run that gave the answer right before the question."""
    last = window[-1] if window else None
    return _run_of(last) if last is not None and last.role == "assistant" else None


def _run_of(message: StoredMessage) -> UUID | None:
    """The run of an answer; one that its client kept is known by the run's id, where it is known again."""
    if message.run_id is not None or message.role != "assistant":
        return message.run_id
    return message.id if message.speaker is None and message.id != UNSTORED else None


def _session(turn: SettledTurn) -> tuple[UUID, list[UUID]]:
    """The session's first message as far as it is seen, by which it is known, and its runs; of a conversation that the
    client keeps the run and those before it."""
    if turn.message_id is None:
        known = [run_id for message in turn.window if (run_id := _run_of(message)) is not None]
        return turn.run_id, known
    begun, later, runs = turn.message_id, turn.asked_at, list[UUID]()
    for message in reversed(turn.window):
        if later - message.at > GAP:
            break
        begun, later = message.id, message.at
        if message.run_id is not None:
            runs.append(message.run_id)
    return begun, list(dict.fromkeys(runs))
