"""The table `workspace_cli_runs`: what was asked of a command-line agent, what it said and changed."""

from typing import Any
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy import func, select, update
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.db.tx import Tx
from orchestrator.scheduling.async_jobs import JobType

LONGEST_S = 1_800.0
"""Of one run, its room and copy included."""


class CliRun(Owned, Base):
    """`changes`: `[{"path", "before", "after", "size_bytes", "executable"}]`, digests or null; `preview_id`: what
    applies them."""

    __tablename__ = "workspace_cli_runs"

    workspace_id: Mapped[UUID] = mapped_column()
    cli: Mapped[str] = mapped_column()
    prompt: Mapped[str] = mapped_column()
    state: Mapped[str] = mapped_column(default="queued")
    said: Mapped[str] = mapped_column(default="")
    detail: Mapped[str] = mapped_column(default="")
    changes: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    preview_id: Mapped[UUID | None] = mapped_column()


UNDER_WAY = frozenset({"queued", "running"})
_TOOL = ("execute_", "_cli")


def tool_of(cli: str) -> str:
    """The name of the tool that has this command-line agent run."""
    return cli.join(_TOOL)


def has_run(tool: str) -> bool:
    """Whether a tool of this name has a command-line agent run."""
    return tool.startswith(_TOOL[0]) and tool.endswith(_TOOL[1])


class RunCli(BaseModel):
    """Which run."""

    run_id: UUID


RUN = JobType("workspaces.run_cli", RunCli, timeout_s=LONGEST_S, max_attempts=3)


async def find(tx: Tx, run_id: UUID) -> CliRun | None:
    statement = select(CliRun).where(CliRun.user_id == tx.owner_id, CliRun.id == run_id)
    return (await tx.session.scalars(statement.execution_options(populate_existing=True))).one_or_none()


async def become(tx: Tx, run_id: UUID, state: str, *, of: str, **values: Any) -> bool:
    """Whether it was in state `of`, and is in the other now."""
    found = await tx.session.scalar(
        update(CliRun)
        .where(CliRun.user_id == tx.owner_id, CliRun.id == run_id, CliRun.state == of)
        .values(state=state, updated_at=func.steward_now(), **values)
        .returning(CliRun.id)
    )
    return found is not None
