"""Which id does a new row get? UUIDv7: sortable by time, so that an index stays compact."""

from uuid import UUID

import uuid_utils.compat


def new_id() -> UUID:
    """A new UUIDv7."""
    return uuid_utils.compat.uuid7()


def parse_id(text: object) -> UUID | None:
    """`text` as a UUID, or None where it is none (an id that is no UUID is answered 404, never 422)."""
    if isinstance(text, UUID):
        return text
    try:
        return UUID(str(text))
    except ValueError:
        return None
