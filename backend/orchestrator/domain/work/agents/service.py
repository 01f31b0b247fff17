"""Which agents has this user, and what may be changed of them? The shipped ones are made when they are first looked at;
they can be changed, not deleted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.db.cursors import foreign_cursor
from orchestrator.db.locks import lock_writers
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import ErasedRow
from orchestrator.domain.work.agents import repository
from orchestrator.domain.work.agents.repository import AgentRow
from orchestrator.domain.work.agents.schemas import KIND, AgentFields, AgentOut, AgentPatch
from orchestrator.domain.work.agents.shipped import SHIPPED
from orchestrator.errors import Conflict, InvalidRequest, NotFound, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.kit.paging import Page, PageRequest, decode_cursor, encode_cursor
from orchestrator.kit.versions import Expected, is_expected
from orchestrator.language.text.normalize import normalize

_SHIPPED_KEYS = frozenset(normalize(one.name) for one in SHIPPED)

_NAMED = ("tools", "skills")


@dataclass(frozen=True)
class There:
    """What an agent may name: the tools and the skills that exist."""

    tools: frozenset[str]
    skills: frozenset[str]


def key_of(name: str) -> str:
    """A name as it is compared."""
    return normalize(name).strip()


async def every(tx: Tx) -> Sequence[AgentRow]:
    """All agents of the user, by name; the shipped ones are there."""
    rows = await repository.every(tx)
    missing = _SHIPPED_KEYS - {row.name_key for row in rows}
    if not missing:
        return rows
    await lock_writers(tx)
    made = [_columns(one) | {"id": new_id(), "shipped": True} for one in SHIPPED if key_of(one.name) in missing]
    await repository.add(tx, made)
    return await repository.every(tx)


async def known(tx: Tx) -> list[AgentOut]:
    """All agents of the user, by name, as others see them."""
    return [AgentOut.model_validate(row) for row in await every(tx)]


async def named(tx: Tx, name: str) -> AgentOut | None:
    """The user's agent of that name."""
    key = key_of(name)
    row = await repository.by_key(tx, key)
    if row is None and key in _SHIPPED_KEYS:  # nobody asked for it before
        row = next((one for one in await every(tx) if one.name_key == key), None)
    return AgentOut.model_validate(row) if row is not None else None


async def page(tx: Tx, asked: PageRequest) -> Page[AgentOut]:
    """By name; `q` looks into name and purpose. Raises InvalidRequest for a foreign cursor."""
    rows = list(await every(tx))
    if asked.q:
        wanted = normalize(asked.q)
        rows = [row for row in rows if wanted in normalize(f"{row.name} {row.purpose}")]
    if asked.cursor is not None:
        rows = [row for row in rows if row.name_key > _mark(asked.cursor)]
    there = rows[: asked.limit]
    cursor = encode_cursor(there[-1].name_key) if len(rows) > asked.limit else None
    return Page([AgentOut.model_validate(row) for row in there], cursor)


async def get(tx: Tx, agent_id: UUID, *, for_update: bool = False) -> AgentRow:
    """One agent. Raises NotFound."""
    row = await repository.get(tx, agent_id, for_update=for_update)
    if row is None:
        raise NotFound("There is no such agent.")
    return row


async def create(tx: Tx, fields: AgentFields, *, there: There) -> AgentRow:
    """A new one. `there`: what exists. Raises Conflict `already_exists`, InvalidRequest for an unknown tool, skill or
    collaborator."""
    _check_there(fields.tools, fields.skills, there)
    await _check_collaborators(tx, fields.collaborators, own=fields.name)
    made = await repository.add(tx, [_columns(fields) | {"id": new_id()}])
    if not made:
        raise Conflict("already_exists", f"There is an agent called {fields.name} already.")
    return await get(tx, made[0])


async def change(tx: Tx, agent_id: UUID, patch: AgentPatch, *, there: There, version: Expected = None) -> AgentRow:
    """The changed agent; what it named before may be gone by now. Raises NotFound, VersionConflict, Conflict
    `already_exists`, InvalidRequest."""
    await lock_writers(tx)
    await every(tx)
    row = await get(tx, agent_id, for_update=True)
    if not is_expected(row.version, version):
        raise VersionConflict("The agent was changed since.")
    given = {name: getattr(patch, name) for name in patch.model_fields_set}
    if nothing := sorted(name for name, value in given.items() if value is None):
        raise InvalidRequest.of_field(nothing[0], "it can't be null")
    if "name" in given and key_of(given["name"]) != row.name_key:
        if row.shipped:
            raise InvalidRequest.of_field("name", "a shipped agent keeps its name")
        if await repository.by_key(tx, key_of(given["name"])) is not None:
            raise Conflict("already_exists", f"There is an agent called {given['name']} already.")
        await _named_anew(tx, row.name_key, given["name"])
        row.name_key = key_of(given["name"])
    own = given.get("name", row.name)
    tools, skills = ([one for one in given.get(name, ()) if one not in getattr(row, name)] for name in _NAMED)
    _check_there(tools, skills, there)
    await _check_collaborators(tx, given.get("collaborators", ()), own=own)
    for name, value in given.items():
        setattr(row, name, value.model_dump(exclude_none=True) if name == "budget" else value)
    row.version += 1
    await tx.session.flush()
    await tx.session.refresh(row)
    return row


async def erase(tx: Tx, agent_id: UUID) -> Sequence[ErasedRow]:
    """Delete one of the user's own; no other one names it any more. Raises NotFound, Conflict for a shipped one."""
    row = await get(tx, agent_id, for_update=True)
    if row.shipped:
        raise Conflict("shipped_agent", "An agent that comes with Steward can be changed, not deleted.")
    await _named_anew(tx, row.name_key, None)
    await repository.remove(tx, agent_id)
    tx.session.expunge(row)
    return [ErasedRow(KIND, agent_id, indexed=False)]


async def without_skill(tx: Tx, name: str) -> None:
    """A skill is gone for good: no agent names it any more, nor gets another one of that name by itself."""
    for row in await repository.every(tx):
        if name in row.skills:
            row.skills = [one for one in row.skills if one != name]
            row.version += 1
    await tx.session.flush()


async def _named_anew(tx: Tx, key: str, name: str | None) -> None:
    """Those that may ask this agent name it as it is called from now on; None: not at all."""
    for row in await repository.every(tx):
        if any(key_of(one) == key for one in row.collaborators):
            told = [name if key_of(one) == key else one for one in row.collaborators]
            row.collaborators = [one for one in told if one is not None]
            row.version += 1
    await tx.session.flush()


def _check_there(tools: Sequence[str], skills: Sequence[str], there: There) -> None:
    """Raises InvalidRequest."""
    if unknown := [one for one in tools if one not in there.tools]:
        raise InvalidRequest.of_field("tools", f"there is no tool {unknown[0]!r}")
    if unknown := [one for one in skills if one not in there.skills]:
        raise InvalidRequest.of_field("skills", f"there is no skill {unknown[0]!r}")


async def _check_collaborators(tx: Tx, collaborators: Sequence[str], *, own: str) -> None:
    """Raises InvalidRequest."""
    if not collaborators:
        return
    there = {row.name_key for row in await every(tx)}
    for one in collaborators:
        if key_of(one) == key_of(own):
            raise InvalidRequest.of_field("collaborators", "an agent does not ask itself")
        if key_of(one) not in there:
            raise InvalidRequest.of_field("collaborators", f"there is no agent {one!r}")


def _columns(fields: AgentFields) -> dict[str, Any]:
    told: Mapping[str, Any] = fields.model_dump()
    return {**told, "budget": fields.budget.model_dump(exclude_none=True), "name_key": key_of(fields.name)}


def _mark(cursor: str) -> str:
    key = decode_cursor(cursor, 1)
    if key is None:
        raise foreign_cursor()
    return key[0]
