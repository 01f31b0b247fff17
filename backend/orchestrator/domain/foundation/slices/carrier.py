"""What does a slice register whose rows have files? Where these lie when an archive takes them along, and where they
belong when they come with one.

In the archive a file is `files/<id of its row>`; the row's column `sha256` is its digest (`Portable.has_files`).
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from orchestrator.db.session import Database
from orchestrator.db.tx import Tx

Opened = Callable[[UUID, Mapping[str, Any]], IO[bytes] | None]
"""(owner, the row's `named_by`) -> the row's file, None where it is lost or is not what the row says. Blocks."""
Place = Callable[[Path], None]
Placed = Callable[[Tx, UUID], Awaitable[Place]]
"""(transaction, id of a row that came) -> what puts the file that was received into its place, once the row is
committed. That blocks."""


async def _as_it_is(database: Database, owner_id: UUID) -> None:
    del database, owner_id


@dataclass(frozen=True)
class Carrier:
    """The files of one table's rows. `named_by`: the columns by which one is found; `refresh`: before an export, have
    the rows say what the files are."""

    table: str
    opened: Opened
    placed: Placed
    named_by: tuple[str, ...] = ("id",)
    refresh: Callable[[Database, UUID], Awaitable[None]] = _as_it_is
