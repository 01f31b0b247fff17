"""By when is it to be done? Only where the transcript's own words say one time, and say it surely."""

from datetime import datetime, timedelta
from typing import Any

from orchestrator.language.detect import language_of
from orchestrator.language.time import Mention, mentions
from orchestrator.language.time.told import LOCALES


def due_of(quote: str, *, said_at: datetime, locale: str) -> dict[str, Any]:
    """`{"due_at": …}` of a todo, or nothing. `said_at`: wall time of the user; `locale`: how they write dates.

    "by the 3rd", "before Monday", "tomorrow at 5pm"; of "tomorrow morning" the day; not "by Friday" said on a Friday,
    which means two days.
    """
    language = language_of(quote, locale)
    spoken = locale if locale[:2] == language else LOCALES[language]
    dated = [one for one in mentions(quote, now=said_at, locale=spoken) if one.has_date]
    ends = [one for one in dated if one.kind == "open"]
    only = ends if len(ends) == 1 else dated
    if len(only) != 1 or not (only[0].sure or _is_part_of_a_day(only[0])):
        return {}
    due = _end(only[0])
    if due is None or due < said_at.replace(hour=0, minute=0, second=0, microsecond=0):
        return {}
    whole_day = only[0].all_day or _is_part_of_a_day(only[0])
    return {"due_at": due.date().isoformat() if whole_day else due.isoformat(timespec="seconds")}


def _is_part_of_a_day(one: Mention) -> bool:
    """ "tomorrow morning": what is unsure of it is the hours."""
    return one.kind == "range" and one.grain == "part"


def _end(one: Mention) -> datetime | None:
    """The last moment that is in time; of whole days one of the last."""
    if one.kind == "instant" and one.grain in {"day", "hour", "minute"}:
        return one.start
    if one.kind == "open" and one.end is not None:
        return one.end - timedelta(days=1) if one.all_day else one.end
    return one.start if _is_part_of_a_day(one) else None
