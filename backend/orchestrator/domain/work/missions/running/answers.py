"""What does the user's answer to a mission's question mean: one of its options, days of their own, or words?

Who is asked when, and says "14 to 18 May" instead of a weekend that was offered, has answered; steps that go by the
days need them as days.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from orchestrator.agent.previews.reply_parser import option_in_words
from orchestrator.domain.work.missions.schemas import QuestionAnswer
from orchestrator.language.detect import language_of
from orchestrator.language.time import mentions

_COARSE = frozenset({"month", "quarter", "year"})
"""Of these a day is still to be said."""
_DAY = timedelta(days=1)
LONGEST = timedelta(days=366)
OWN_DAYS = "days"
"""The kind of source that an answer in days of the user's own has."""


def in_words(options: Sequence[Mapping[str, Any]], text: str) -> QuestionAnswer:
    """An answer that was said: the option that it names by its place or its label, else the words. Raises
    InvalidRequest for none."""
    known = [{"id": str(one["id"]), "label": str(one.get("label") or one["id"])} for one in options]
    said = text.strip(" .!")
    chosen = next((one["id"] for one in known if one["id"] == said), None) or option_in_words(said, known)
    return QuestionAnswer(option_id=chosen) if chosen is not None else QuestionAnswer(text=text)


def asks_for_days(options: Sequence[Mapping[str, Any]]) -> bool:
    """Whether each option is a time that is given by its days."""
    return bool(options) and all("start" in one and "end" in one for one in options)


def days_in(text: str, *, now: datetime, locale: str) -> Mapping[str, str] | None:
    """The days that a text names, as `start` and `end` (dates, the end exclusive); None where it names none, or no more
    than a month. `now`: wall time. The user may answer in another language than their client's."""
    spoken = dict.fromkeys([locale, language_of(text, locale)])
    return next((found for one in spoken if (found := _days(text, now, one)) is not None), None)


def _days(text: str, now: datetime, locale: str) -> Mapping[str, str] | None:
    told = [one for one in mentions(text, now=now, locale=locale) if one.has_date and one.grain not in _COARSE]
    if not told or any(one.kind == "open" for one in told):
        return None
    start = min(one.start for one in told).date()
    last = max((one.end or one.start + _DAY) for one in told)
    end = last.date() if last.time() == datetime.min.time() else last.date() + _DAY
    if not timedelta(0) < end - start <= LONGEST:
        return None
    return {"start": start.isoformat(), "end": end.isoformat()}
