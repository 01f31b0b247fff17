"""What is known of the user, what may be believed of it, and who may say so?

Only the user's own act reaches a believed fact or a rule: what they state (`state`), ratify, confirm or author;
everybody else files a proposal (`propose`). Correct, change, retire and erase are four acts: it was wrong; it was true
until then; it holds no more; it never was here (erasure).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.memory.facts import contradictions, repository
from orchestrator.domain.memory.facts.assertion import (
    OWN_DATA,
    Stated,
    begin,
    believe,
    believed,
    confirm_row,
    confirmed_row,
    derive,
    end_at,
    no_secret,
    not_superseded,
    open_fact,
    say_again,
    win,
)
from orchestrator.domain.memory.facts.entity import aware, facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import HARD_RULE, PROPOSED, FactFields, Source
from orchestrator.domain.memory.notes.service import notes
from orchestrator.errors import InvalidRequest, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.kit.versions import Expected

_MEANING = ("kind", "text", "subjects", "scope_type", "scope_ref", "effect", "valid_from", "valid_to")
"""A change of these is a new belief: what was believed before is kept, for `known_at`."""


async def state(
    tx: Tx,
    fields: FactFields,
    *,
    zone: str,
    origin: str = OWN_DATA,
    sources: Sequence[Source] = (),
    ratified: bool = True,
    contained: bool = False,
    entity_id: UUID | None = None,
) -> Stated:
    """Believe what the user states, from now on. `sources`: the spans that say so; without `ratified` it goes with
    them. `contained`: it is known too where a fact says it and more. Raises InvalidRequest, Conflict
    `already_exists`."""
    now = await begin(tx, fields.text)
    row = await confirmed_row(tx, fields, now, zone=zone, origin=origin, ratified=ratified, entity_id=entity_id)
    await facts.unknown(tx, fields, row.id)
    known = await contradictions.same(tx, row, contained=contained, now=now)
    if known is not None:
        await say_again(tx, known, sources, now, ratified=ratified)
        return Stated(known, known=True)
    return await believe(tx, row, sources, now)


async def would_end(tx: Tx, fields: FactFields, *, zone: str) -> list[UserFact]:
    """The believed facts that stating this would end or prove wrong. Raises InvalidRequest."""
    row = await facts.built(tx, fields, zone=zone, origin=OWN_DATA)
    return await contradictions.contradicted(tx, row, now=await repository.now(tx.session))


async def correct(
    tx: Tx,
    fact_id: UUID,
    changes: Mapping[str, Any],
    *,
    zone: str,
    version: Expected = None,
    origin: str = OWN_DATA,
    sources: Sequence[Source] = (),
    ratified: bool = True,
    entity_id: UUID | None = None,
) -> UserFact:
    """It was wrong: the old row is superseded, the new one, with `changes`, takes its `valid_from`. Answers the new
    one. Raises NotFound, VersionConflict, InvalidRequest."""
    old, fields, now = await _act(tx, fact_id, changes, version)
    row = await confirmed_row(tx, fields, now, zone=zone, origin=origin, ratified=ratified, entity_id=entity_id)
    old.external_id = None  # it is the new one's
    row.alignment = old.alignment
    old.superseded_at, old.superseded_by = now, row.id
    row.replaces = [old.id, *await _begin_then(tx, old, row.valid_from, now)]
    await facts.touched(tx, old)
    return await _in_its_place(tx, old, row, sources, now)


async def change(
    tx: Tx,
    fact_id: UUID,
    changes: Mapping[str, Any],
    *,
    zone: str,
    version: Expected = None,
    origin: str = OWN_DATA,
    sources: Sequence[Source] = (),
    ratified: bool = True,
    entity_id: UUID | None = None,
) -> UserFact:
    """It was true until `valid_from` (now where it is absent): the old row ends there, the new one begins. Answers the
    new one. Raises NotFound, VersionConflict, InvalidRequest, also where it was changed already."""
    old, fields, now = await _act(tx, fact_id, {"valid_to": None, **changes}, version)
    begins = aware(fields.valid_from, zone) if changes.get("valid_from") is not None else now
    assert begins is not None
    await _check_not_changed(tx, old, begins)
    if old.valid_to is None or old.valid_to > begins:  # what had ended before is no longer true for being changed
        end_at(old, begins, now)
    await facts.touched(tx, old)
    fields = fields.model_copy(update={"valid_from": begins, "external_id": None})
    row = await confirmed_row(tx, fields, now, zone=zone, origin=origin, ratified=ratified, entity_id=entity_id)
    row.replaces = [old.id]
    return await _in_its_place(tx, old, row, sources, now)


async def _check_not_changed(tx: Tx, old: UserFact, begins: datetime) -> None:
    """Of two changes of one fact both would hold. Raises InvalidRequest."""
    for then in await repository.replacing(tx, old.id) if old.valid_to is not None else ():
        if then.valid_to is None or then.valid_to > begins:
            raise InvalidRequest(f"This fact was changed already, into {then.id}: act on that one.")


async def _in_its_place(tx: Tx, old: UserFact, row: UserFact, sources: Sequence[Source], now: datetime) -> UserFact:
    """Write the fact that is there instead of another; the notes of a rule stay with it."""
    stated = await believe(tx, row, sources, now)
    if old.kind == HARD_RULE:
        await notes.follow(tx, old.id, stated.row.id)
    return stated.row


async def retire(tx: Tx, fact_id: UUID, *, valid_to: datetime | None = None, version: Expected = None) -> UserFact:
    """It holds no more, from `valid_to` (aware; now where it is absent) on. Raises NotFound, VersionConflict,
    InvalidRequest."""
    row = await open_fact(tx, fact_id, version)
    now = await repository.now(tx.session)
    if row.valid_to is not None and row.valid_to <= (valid_to or now):
        return row  # it held no more already
    end_at(row, valid_to or now, now)
    await facts.touched(tx, row)
    return row


async def confirm(tx: Tx, fact_id: UUID, *, version: Expected = None) -> UserFact:
    """The user says that it holds: it is trusted, and up for review later. Raises NotFound, VersionConflict,
    InvalidRequest."""
    row = await open_fact(tx, fact_id, version)
    now = await repository.now(tx.session)
    confirm_row(row, now)
    await facts.touched(tx, row)
    return row


async def edit(tx: Tx, fact_id: UUID, changes: Mapping[str, Any], *, zone: str, version: Expected = None) -> UserFact:
    """Change fields under the same id (null = back to the default), as the user's own act. What was believed before is
    kept for `known_at`. Raises NotFound, VersionConflict, InvalidRequest."""
    await provenance.lock_ingestion(tx)
    row = await facts.locked(tx, fact_id, version)
    not_superseded(row)
    no_secret(str(changes.get("text") or ""))
    now = await repository.now(tx.session)
    before = _copy(row, now)
    await facts.update(tx, fact_id, changes, zone=zone)
    if all(getattr(before, name) == getattr(row, name) for name in _MEANING):
        return row
    if row.valid_to != before.valid_to:
        row.valid_to_at = row.valid_to_before = None
    row.recorded_at = now
    if row.trust == PROPOSED:
        await facts.show(tx, row)
        return row
    _edited(row, changes, now)
    await facts.repository.add(tx.session, before)
    await derive(tx, before)
    await win(tx, row, now)
    await tx.session.flush()
    await facts.show(tx, row)
    return row


def _edited(row: UserFact, changes: Mapping[str, Any], now: datetime) -> None:
    """What the user wrote is theirs, with the confidence and the review that they gave it."""
    told = row.confidence, row.review_after
    confirm_row(row, now)
    if changes.get("confidence") is not None:
        row.confidence = told[0]
    if changes.get("review_after") is not None:
        row.review_after = told[1]
    if row.kind == HARD_RULE:
        row.origin = OWN_DATA


async def take_back(tx: Tx, fact_id: UUID, *, version: Expected = None) -> UserFact:
    """Undo a statement, correction or change: it is hidden, and what it replaced holds again. Raises NotFound,
    VersionConflict."""
    await provenance.lock_ingestion(tx)
    row = await facts.locked(tx, fact_id, version)
    restored = []
    for old_id in row.replaces:
        old = await facts.repository.find(tx, old_id, for_update=True)
        if old is None:
            continue
        restored.append(old)
        if old.superseded_by == row.id:
            old.superseded_at = old.superseded_by = None
        elif old.valid_to_at is not None and old.valid_to_at == row.recorded_at:
            old.valid_to, old.valid_to_at, old.valid_to_before = old.valid_to_before, None, None
        await facts.touched(tx, old)
    hidden = await facts.hide(tx, row.id)
    now = await repository.now(tx.session)
    for old in restored:
        if believed(old) and await contradictions.contradicted(tx, old, now=now):
            raise VersionConflict("Something that was said since stands against what this replaced.")
    return hidden


async def _act(
    tx: Tx, fact_id: UUID, changes: Mapping[str, Any], version: Expected
) -> tuple[UserFact, FactFields, datetime]:
    """The fact, locked, and what it says with `changes`."""
    now = await begin(tx, str(changes.get("text") or ""))
    old = await open_fact(tx, fact_id, version)
    given = await facts.given(tx, old)
    named = {name: value for name, value in changes.items() if name in given and name not in {"external_id", "source"}}
    fields = facts.checked({**given, "review_after": None, "confidence": None, **named}, set(named))
    return old, fields, now


async def _begin_then(tx: Tx, old: UserFact, begins: datetime | None, now: datetime) -> list[UUID]:
    """Where a correction is about since when: what ended as the wrong one began ends as the right one begins. Answers
    whose end moved."""
    if begins is None or old.valid_from is None or begins == old.valid_from:
        return []
    moved = []
    for one_id in old.replaces:
        one = await facts.repository.find(tx, one_id, for_update=True)
        if one is not None and one.superseded_at is None and one.valid_to == old.valid_from:
            end_at(one, begins, now)
            await facts.touched(tx, one)
            moved.append(one.id)
    return moved


def _copy(row: UserFact, now: datetime) -> UserFact:
    """What was believed until now, as a row of its own."""
    columns = {column.key: getattr(row, column.key) for column in UserFact.__table__.columns}
    columns |= {"id": new_id(), "external_id": None, "superseded_at": now, "superseded_by": row.id}
    return UserFact(**columns)
