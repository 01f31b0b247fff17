"""What are the user's rules, and how do they come about? Facts that the user authored, or made of notes."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts import reading, repository
from orchestrator.domain.memory.facts import service as facts_service
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import HARD_RULE, Source
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.memory.rules.schemas import RuleFields, RuleOut
from orchestrator.errors import FieldError, InvalidRequest, NotFound
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import Page, PageRequest
from orchestrator.kit.versions import Expected

QUOTED = 1_000
"""Characters of a note that a rule quotes."""


async def create(tx: Tx, fields: RuleFields, *, zone: str, entity_id: UUID | None = None) -> tuple[UserFact, bool]:
    """The rule as the user's own act, and whether it is new: the very same again is the one that is there. The notes
    that it is made of become its sources. Raises InvalidRequest (a note that is not there, an effect that can't be),
    Conflict `already_exists`."""
    made_of = await _notes(tx, fields.note_ids)
    sources = [Source("note", one.id, 0, len(one.text[:QUOTED]), one.text[:QUOTED]) for one in made_of]
    stated = await facts_service.state(tx, fields.as_fact(), zone=zone, sources=sources, entity_id=entity_id)
    await notes.promoted(tx, [one.id for one in made_of], stated.row.id)
    return stated.row, not stated.known


async def page(tx: Tx, request: PageRequest, wanted: FactFilter) -> Page[UserFact]:
    """One page of the rules that match, newest first."""
    return await reading.listed(tx, request, wanted)


async def get(tx: Tx, rule_id: UUID) -> UserFact:
    """The rule. Raises NotFound, also for a fact that is none."""
    row = await facts.get(tx, rule_id)
    if row.kind != HARD_RULE:
        raise NotFound("There is no such rule.")
    return row


async def update(tx: Tx, rule_id: UUID, changes: Mapping[str, Any], *, zone: str, version: Expected = None) -> UserFact:
    """Change what `changes` names. Raises NotFound, VersionConflict, InvalidRequest."""
    await get(tx, rule_id)
    named = {name: value for name, value in changes.items() if name not in {"kind", "note_ids"}}
    row = await facts_service.edit(tx, rule_id, named, zone=zone, version=version)
    if changes.get("note_ids"):
        made_of = await _notes(tx, changes["note_ids"])
        await notes.promoted(tx, [one.id for one in made_of], rule_id)
    return row


async def revive(tx: Tx, rule_id: UUID, *, version: int) -> UserFact:
    """Take back that it was retired: it holds as it did before. Raises NotFound, VersionConflict."""
    row = await facts.locked(tx, rule_id, version)
    row.valid_to, row.valid_to_at, row.valid_to_before = row.valid_to_before, None, None
    await facts.touched(tx, row)
    return row


async def told(tx: Tx, rows: Sequence[UserFact]) -> list[RuleOut]:
    """The rules as clients see them."""
    made_of = await notes.promoted_to(tx, [row.id for row in rows])
    return [RuleOut.model_validate(row).model_copy(update={"note_ids": list(made_of.get(row.id, ()))}) for row in rows]


async def _notes(tx: Tx, ids: Sequence[UUID]) -> list[Any]:
    """Those notes, in that order. Raises InvalidRequest."""
    wanted = list(dict.fromkeys(ids))
    there = {row.id: row for row in await notes.many(tx, wanted)} if wanted else {}
    missing: list[FieldError] = [
        {"loc": ["note_ids", at], "message": "there is no such note"} for at, one in enumerate(ids) if one not in there
    ]
    if missing:
        raise InvalidRequest("`note_ids`: there is no such note.", errors=missing)
    return [there[one] for one in wanted]


_SCOPES = frozenset({"person", "place"})


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """A contact or a place was merged into another one: its rules name that one, so that "never invite Bob" still holds
    for Bob. Answers the ids of the rules."""
    rows = await repository.naming(tx, from_id)
    for row in rows:
        await _renamed(tx, row, from_id, to_id)
    return [str(row.id) for row in rows]


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """Those that still name the kept one name the merged one again."""
    ids = {found for one in told if (found := parse_id(one)) is not None}
    for row in await repository.naming(tx, kept_id):
        if row.id in ids:
            await _renamed(tx, row, kept_id, merged_id)


async def _renamed(tx: Tx, row: UserFact, old: UUID, new: UUID) -> None:
    if row.effect is not None:
        row.effect = _once(json.loads(json.dumps(row.effect).replace(str(old), str(new))))
    if row.scope_type in _SCOPES and row.scope_ref == str(old):
        row.scope_ref = str(new)
    await facts.touched(tx, row)


def _once(value: Any) -> Any:
    """Lists of ids without the repetition that two become as one."""
    if isinstance(value, dict):
        return {name: _once(one) for name, one in value.items()}
    if isinstance(value, list):
        return (
            list(dict.fromkeys(value)) if all(isinstance(one, str) for one in value) else [_once(one) for one in value]
        )
    return value
