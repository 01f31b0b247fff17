"""Which event of the calendar was this meeting? Surely one, or none: a wrong one is worse than none.

Sure is: an event that was there for most of the shorter of the two, with the same title, or half of whose people were
there; and no second one like it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from orchestrator.language.normalize import content_words, normalize, stems

OVERLAP = 0.5
"""Of the shorter of the two."""
SAME_WORDS = 0.6
"""Of the content words of both titles together."""
SHARED_PEOPLE = 0.5
"""Of the smaller of the two groups, the user left out."""
AROUND = timedelta(minutes=15)
"""Of a start, where one of the two has no length."""


@dataclass(frozen=True)
class Candidate:
    """An event as it is compared: `people`: for each its keys (`c:` contact, `e:` folded email, `n:` folded name)."""

    id: UUID
    title: str
    start: datetime
    end: datetime
    people: tuple[frozenset[str], ...] = ()


def event_of(meeting: Candidate, events: Iterable[Candidate]) -> UUID | None:
    """The one event that the meeting surely was, or None. Both without the user among their people."""
    fitting = [one for one in events if _together(meeting, one) and (_titled(meeting, one) or _attended(meeting, one))]
    if len(fitting) == 1:
        return fitting[0].id
    both = [one for one in fitting if _titled(meeting, one) and _attended(meeting, one)]
    exact = [one for one in fitting if normalize(one.title) == normalize(meeting.title)]
    for narrowed in (both, exact):
        if len(narrowed) == 1:
            return narrowed[0].id
    return None


def _together(one: Candidate, other: Candidate) -> bool:
    shorter = min(one.end - one.start, other.end - other.start)
    if shorter <= timedelta():
        return abs(one.start - other.start) <= AROUND
    return (min(one.end, other.end) - max(one.start, other.start)) >= shorter * OVERLAP


def _titled(one: Candidate, other: Candidate) -> bool:
    if not one.title.strip() or not other.title.strip():
        return False
    if normalize(one.title) == normalize(other.title):
        return True
    mine, theirs = _words(one.title), _words(other.title)
    if not mine or not theirs:
        return False
    common = sum(any(set(word) & set(each) for each in theirs) for word in mine)
    return common / (len(mine) + len(theirs) - common) >= SAME_WORDS


def _attended(one: Candidate, other: Candidate) -> bool:
    smaller = min(len(one.people), len(other.people))
    return smaller > 0 and _shared(one.people, other.people) >= max(1, smaller * SHARED_PEOPLE)


def _shared(mine: Sequence[frozenset[str]], theirs: Sequence[frozenset[str]]) -> int:
    return sum(any(keys & each for each in theirs) for keys in mine)


def _words(title: str) -> list[tuple[str, ...]]:
    return [stems(word)[0] for word in content_words(title) if stems(word)]
