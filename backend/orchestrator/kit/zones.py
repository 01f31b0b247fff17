"""Which instant is this wall time in that zone, and does the clock show it once, twice or never that day?"""

from datetime import UTC, datetime
from typing import Literal
from zoneinfo import ZoneInfo

Daylight = Literal["gap", "fold"]


def to_utc(wall: datetime, zone: str) -> datetime:
    """The instant of naive `wall` in `zone` (IANA): the first of two, and past a gap by as much as the clock jumps."""
    return wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def to_wall(moment: datetime, zone: str) -> datetime:
    """An aware `moment` as naive wall time in `zone`."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)


def daylight(wall: datetime, zone: str) -> Daylight | None:
    """ "gap": the clock jumps over this wall time that day; "fold": it shows it twice."""
    known = ZoneInfo(zone)
    first = wall.replace(tzinfo=known, fold=0).utcoffset()
    second = wall.replace(tzinfo=known, fold=1).utcoffset()
    if first is None or second is None or first == second:
        return None
    return "gap" if first < second else "fold"
