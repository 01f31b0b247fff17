"""Which statements read and write skills, their files and their use?"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, case, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import undefer

from orchestrator.db.tx import Tx
from orchestrator.domain.work.skills.model import Skill, SkillFileRow, SkillUse

IN_FORCE = ("enabled", "changed")
_RANK = case((Skill.state.in_(IN_FORCE), 0), (Skill.state == "pending", 1), else_=2)


def _mine(tx: Tx, *conditions: ColumnElement[bool]) -> Any:
    statement = select(Skill).where(Skill.user_id == tx.owner_id, *conditions)
    return statement.execution_options(populate_existing=True)


async def lock(tx: Tx) -> None:
    """Whoever changes the owner's skills does so alone until the transaction ends."""
    await tx.session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"skills:{tx.owner_id}", 0))))


async def everything(tx: Tx) -> Sequence[Skill]:
    """All versions, by name, the one in force first."""
    statement = _mine(tx).order_by(Skill.name, _RANK, Skill.created_at.desc(), Skill.id.desc())
    return (await tx.session.scalars(statement)).all()


async def of_name(tx: Tx, name: str) -> Sequence[Skill]:
    """All versions of one name, the one in force first, then the newest that waits."""
    statement = _mine(tx, Skill.name == name).order_by(_RANK, Skill.created_at.desc(), Skill.id.desc())
    return (await tx.session.scalars(statement)).all()


async def get(tx: Tx, skill_id: UUID) -> Skill | None:
    """One version by its id."""
    found: Skill | None = await tx.session.scalar(_mine(tx, Skill.id == skill_id))
    return found


async def enabled(tx: Tx) -> Sequence[Skill]:
    """Those in force."""
    return (await tx.session.scalars(_mine(tx, Skill.state == "enabled").order_by(Skill.name))).all()


async def by_ids(tx: Tx, ids: Sequence[UUID]) -> Sequence[Skill]:
    """Those of these ids."""
    return (await tx.session.scalars(_mine(tx, Skill.id.in_(ids)))).all()


async def files(tx: Tx, skill_id: UUID, *, content: bool = False) -> Sequence[SkillFileRow]:
    """A version's files by path; `content`: with their bytes."""
    statement = select(SkillFileRow).where(SkillFileRow.user_id == tx.owner_id, SkillFileRow.skill_id == skill_id)
    statement = statement.options(undefer(SkillFileRow.content)) if content else statement
    return (await tx.session.scalars(statement.order_by(SkillFileRow.path))).all()


async def files_of(tx: Tx, ids: Sequence[UUID]) -> Sequence[SkillFileRow]:
    """The files of these versions, without their bytes."""
    statement = select(SkillFileRow).where(SkillFileRow.user_id == tx.owner_id, SkillFileRow.skill_id.in_(ids))
    return (await tx.session.scalars(statement.order_by(SkillFileRow.path))).all()


async def file(tx: Tx, skill_id: UUID, path: str) -> SkillFileRow | None:
    """One file with its bytes."""
    statement = select(SkillFileRow).where(
        SkillFileRow.user_id == tx.owner_id, SkillFileRow.skill_id == skill_id, SkillFileRow.path == path
    )
    found: SkillFileRow | None = await tx.session.scalar(statement.options(undefer(SkillFileRow.content)))
    return found


async def remove(tx: Tx, ids: Sequence[UUID]) -> None:
    """Delete versions; their files go with them."""
    statement = delete(Skill).where(Skill.user_id == tx.owner_id, Skill.id.in_(ids))
    await tx.session.execute(statement.execution_options(synchronize_session=False))


async def uses(tx: Tx) -> dict[str, SkillUse]:
    """By name."""
    statement = select(SkillUse).where(SkillUse.user_id == tx.owner_id)
    rows = await tx.session.scalars(statement.execution_options(populate_existing=True))
    return {row.name: row for row in rows}


async def used(tx: Tx, name: str, at: datetime) -> None:
    """Count a use."""
    new = insert(SkillUse).values(user_id=tx.owner_id, name=name, uses=1, last_used_at=at)
    await tx.session.execute(
        new.on_conflict_do_update(
            index_elements=["user_id", "name"],
            set_={"uses": SkillUse.uses + 1, "last_used_at": at, "updated_at": func.steward_now()},
        )
    )


async def withdraw(tx: Tx, name: str, *, withdrawn: bool) -> None:
    """Switch a shipped skill off, or on again."""
    new = insert(SkillUse).values(user_id=tx.owner_id, name=name, withdrawn=withdrawn)
    await tx.session.execute(
        new.on_conflict_do_update(
            index_elements=["user_id", "name"], set_={"withdrawn": withdrawn, "updated_at": func.steward_now()}
        )
    )


async def forget_use(tx: Tx, name: str) -> None:
    """Nothing of that name is left."""
    statement = delete(SkillUse).where(SkillUse.user_id == tx.owner_id, SkillUse.name == name)
    await tx.session.execute(statement.execution_options(synchronize_session=False))
