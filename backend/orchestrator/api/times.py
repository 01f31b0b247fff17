"""Which time does a query's `since` or `until` mean?"""

from datetime import datetime
from typing import Annotated

from fastapi import Query

from orchestrator.errors import InvalidRequest
from orchestrator.kit.zones import local, to_utc, wall_time

Since = Annotated[str | None, Query(max_length=40, description="From then on: RFC 3339, local time or a date.")]
Until = Annotated[str | None, Query(max_length=40, description="Before then: RFC 3339, local time or a date.")]


def moment(name: str, text: str | None, zone: str) -> datetime | None:
    """A query's time as an instant; without an offset it is the user's. Raises InvalidRequest."""
    if not text:
        return None
    try:
        value = wall_time(text.strip().replace(" ", "+") if "T" in text else text)  # a `+` that was not encoded
        return to_utc(local(value, zone), zone) if value is not None else None
    except (ValueError, OverflowError) as error:
        raise InvalidRequest(
            f"`{name}` is no time.", errors=[{"loc": ["query", name], "message": str(error)}]
        ) from error
