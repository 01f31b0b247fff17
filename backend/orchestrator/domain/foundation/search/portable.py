"""What of the index goes into an archive? What can be found, as it was given; postings and vectors are made anew."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.search import service
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.errors import InvalidRequest

_COLUMNS = (
    *("kind", "entity_id", "title", "body", "at", "origin", "speaker", "group_id", "external_id", "language"),
    *("aside", "talk", "ends_at"),
)


async def _write(session: AsyncSession, owner_id: UUID, rows: Sequence[Mapping[str, Any]]) -> None:
    await service.index_later(session, owner_id, [_entry(row) for row in rows])


def _entry(row: Mapping[str, Any]) -> IndexEntry:
    """Raises InvalidRequest."""
    try:
        return IndexEntry(
            kind=str(row["kind"]),
            id=UUID(row["entity_id"]),
            title=str(row["title"]),
            text=str(row["body"]),
            at=datetime.fromisoformat(row["at"]) if row["at"] is not None else None,
            origin=str(row["origin"]),
            speaker=row["speaker"],
            group_id=UUID(row["group_id"]) if row["group_id"] is not None else None,
            external_id=row["external_id"],
            language=row["language"],
            aside=bool(row["aside"]),
            talk=bool(row["talk"]),
            ends_at=datetime.fromisoformat(row["ends_at"]) if row.get("ends_at") is not None else None,
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise InvalidRequest("An entry of the index can't be read.") from error


PORTABLES = (
    Portable(
        "search_documents",
        key=("user_id", "kind", "entity_id"),
        newer=None,
        only=_COLUMNS,
        with_any="entity_id",
        before=service.withdraw_all,
        write=_write,
    ),
)
