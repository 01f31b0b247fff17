"""How does an entry of the index stand in an archive, and how does it come back? As it was given."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import service
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.errors import InvalidRequest
from orchestrator.kit.ids import parse_id

COLUMNS = (
    *("kind", "entity_id", "title", "body", "at", "origin", "speaker", "group_id", "external_id", "language"),
    *("aside", "talk", "ends_at"),
)
_DERIVED = 5


def comes_with(row: Mapping[str, Any]) -> UUID | None:
    """The id of the row that an entry stands for; of a passage, whose own id is derived (RFC 9562, version 5), that of
    the whole it is a passage of. None where it names none."""
    entity = parse_id(row.get("entity_id"))
    return parse_id(row.get("group_id")) if entity is not None and entity.version == _DERIVED else entity


async def write(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> None:
    """Index the entries of an archive, a little later. Raises InvalidRequest."""
    await service.index_later(tx, [_entry(row) for row in rows])


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
