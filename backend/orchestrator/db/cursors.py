"""After which row does the next page of a list begin? What a cursor of an id, or of (moment, id), says."""

from datetime import datetime
from uuid import UUID

from orchestrator.errors import InvalidRequest
from orchestrator.kit.clock import rfc3339
from orchestrator.kit.ids import parse_id
from orchestrator.kit.paging import decode_cursor, encode_cursor


def moment_cursor(moment: datetime, row_id: UUID) -> str:
    """The cursor of the row that a page ends with; `moment` is aware."""
    return encode_cursor(rfc3339(moment), str(row_id))


def moment_mark(cursor: str | None) -> tuple[datetime, UUID] | None:
    """What `moment_cursor` was given; None on the first page. Raises InvalidRequest for any other cursor."""
    if cursor is None:
        return None
    key = decode_cursor(cursor, 2)
    row_id = parse_id(key[1]) if key else None
    try:
        moment = datetime.fromisoformat(key[0]) if key else None
    except ValueError:
        moment = None
    if row_id is None or moment is None or moment.tzinfo is None:
        raise foreign_cursor()
    return moment, row_id


def id_mark(cursor: str | None) -> UUID | None:
    """The id that a cursor of one was made of; None on the first page. Raises InvalidRequest for any other cursor."""
    if cursor is None:
        return None
    key = decode_cursor(cursor, 1)
    row_id = parse_id(key[0]) if key else None
    if row_id is None:
        raise foreign_cursor()
    return row_id


def foreign_cursor() -> InvalidRequest:
    """What is told of a cursor that another list gave."""
    return InvalidRequest("This cursor was not given by this list.")
