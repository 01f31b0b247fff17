"""Which time does an agent mean by `since` or `until`?"""

from datetime import datetime

from orchestrator.errors import InvalidRequest
from orchestrator.kit.zones import local, to_utc, wall_time


def moment(name: str, text: str | None, zone: str) -> datetime | None:
    """RFC 3339, local time or a date as an instant; without an offset it is the user's. Raises InvalidRequest."""
    if not text or not text.strip():
        return None
    try:
        value = wall_time(text.strip())
        return to_utc(local(value, zone), zone) if value is not None else None
    except (ValueError, OverflowError) as error:
        message = f"'{name}' is no time: send RFC 3339, local ISO time or a date."
        raise InvalidRequest(message, errors=[{"loc": [name], "message": str(error)}]) from error
