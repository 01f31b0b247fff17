"""Is the time of an event or to-do that of a whole day, is it over, and in how many days will it be?"""

from datetime import datetime

from orchestrator.language.messages import say
from orchestrator.reader.phrase.voice import Voice

_HINT_FROM, _HINT_TO = 2, 99
"""Days ahead that are counted: sooner the answer says "today" or "tomorrow", later nobody counts days."""


def is_whole_day(due: datetime) -> bool:
    """Whether a due time, without an hour of its own, is at the beginning or the end of its day."""
    return (due.hour, due.minute) in {(0, 0), (23, 59)}


def late(due: datetime, now: datetime) -> bool:
    """Whether a due time is over; that of a whole day is when the day is."""
    return due.date() < now.date() if is_whole_day(due) else due < now


def ahead(start: datetime, voice: Voice) -> str:
    """ " (in 6 days)" of what lies some days ahead, where the answer is about one thing; "" otherwise."""
    days = (start.date() - voice.now.date()).days
    told = voice.hints and _HINT_FROM <= days <= _HINT_TO
    return f" ({say('reader.answer.in_days', voice.locale, days=days)})" if told else ""
