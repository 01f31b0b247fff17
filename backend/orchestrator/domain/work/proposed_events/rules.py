"""Which stays may be proposed as events? Rule by rule, as product.md and contracts/stays_proposals.md say; pure.

Eligibility comes before enrichment: what is asked about people, history and the calendar is asked of what is left here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from itertools import pairwise
from typing import Literal
from uuid import UUID

from orchestrator.kit.zones import named_zone, to_utc
from orchestrator.language.places.place_kinds import place_kind
from orchestrator.language.text.normalize import tokens

Decision = Literal["not_an_event", "other_place", "never_here", "later"]

SHORTEST = timedelta(minutes=15)
RESTED = timedelta(hours=2)
"""A stay has to be over for so long: it may go on."""
NIGHT_AT = time(22)
SHORTEST_NIGHT = timedelta(hours=4)
"""Who stays so long after ten in the evening spent the night."""
SHORTEST_ACTIVITY = timedelta(hours=3)
"""Of the part before a night; what is shorter is coming home."""
SAME = 0.5
"""So much of the shorter one's time is shared by two that are one."""
BROAD = 2.0
"""An event so many times as long as the stay, at another place or about another activity, is about something else."""
EATERIES = frozenset({"restaurant", "cafe", "bar", "bakery"})
ERRANDS = frozenset(
    {
        "gym",
        "hairdresser",
        "doctor",
        "hospital",
        "pharmacy",
        "supermarket",
        "bank",
        "atm",
        "post_office",
        "fuel",
        "shop",
    }
)
"""Kinds of places that one goes to alone, in the middle of something else."""
MOST_A_DAY, MOST_OPEN = 3, 10
MUTED_FOR = timedelta(days=90)
"""From the second of two rejections of one place on, of which no more time lies between them."""
REJECTING: frozenset[Decision] = frozenset({"not_an_event", "other_place"})
IMPORTED = frozenset({"gpx", "google"})
"""Sources of history: it gives stays, never proposals."""


@dataclass(frozen=True)
class Spot:
    """A known place as the rules see it. `never`: home-like, or where the user lives or works; `kind`: see
    `language/places/place_kinds.py`."""

    id: UUID
    name: str
    aliases: tuple[str, ...] = ()
    never: bool = False
    kind: str | None = None

    def named_in(self, text: str) -> bool:
        """Whether a text holds all the words of one of its names."""
        there = set(tokens(text))
        return any(words <= there for name in (self.name, *self.aliases) if (words := set(tokens(name))))


@dataclass(frozen=True)
class Candidate:
    """A stay, or a part of one, that may become an event. Aware instants; `zone`: that of its coordinates."""

    stay_id: UUID
    start: datetime
    end: datetime
    zone: str
    source: str
    spot: Spot | None

    @property
    def length(self) -> timedelta:
        return self.end - self.start


@dataclass(frozen=True)
class Busy:
    """A timed event at which the user is busy: the known place that it is at, else the words for where it is."""

    start: datetime
    end: datetime
    place_id: UUID | None = None
    title: str = ""
    location: str = ""

    def unrelated(self, spot: Spot) -> bool:
        """Whether it is at another place, as it says; of one that says no place, whether it is about what nobody does
        there."""
        if self.place_id is not None:
            return self.place_id != spot.id
        if spot.named_in(f"{self.title} {self.location}"):
            return False
        return bool(self.location) or _another_activity(place_kind(self.title), spot.kind)


@dataclass(frozen=True)
class Earlier:
    """An earlier proposal, with what was said to it."""

    start: datetime
    end: datetime
    place_id: UUID | None
    state: str
    decision: Decision | None = None
    decided_at: datetime | None = None


def split_at_night(stay: Candidate) -> list[Candidate]:
    """The stay, or its parts before and after ten in the evening where the night was spent there; of these the one
    before only from three hours on."""
    zone = named_zone(stay.zone)
    local = stay.start.astimezone(zone)
    night = to_utc(datetime.combine(local.date(), NIGHT_AT), stay.zone)
    if not stay.start < night or stay.end - night < SHORTEST_NIGHT:
        return [stay]
    activity, overnight = replace(stay, end=night), replace(stay, start=night)
    return [*([activity] if activity.length >= SHORTEST_ACTIVITY else []), overnight]


def eligible(one: Candidate, *, now: datetime, busy: Sequence[Busy], earlier: Sequence[Earlier]) -> bool:
    """Whether it may be proposed at all."""
    return (
        one.length >= SHORTEST
        and now - one.end >= RESTED
        and one.source not in IMPORTED
        and one.spot is not None
        and not one.spot.never
        and is_free(one, busy)
        and not any(is_one(one, other) for other in earlier)
        and not _muted(one.spot.id, earlier, now)
    )


def is_free(one: Candidate, busy: Sequence[Busy]) -> bool:
    """Whether no timed event says already what a stay at a named place was."""
    return one.spot is not None and not any(_blocks(event, one, one.spot) for event in busy)


def _blocks(event: Busy, one: Candidate, spot: Spot) -> bool:
    """Whether an event already says what the stay was: it overlaps, unless it is broad and about something else."""
    if event.end <= one.start or one.end <= event.start:
        return False
    return not (event.unrelated(spot) and (event.end - event.start) >= BROAD * one.length)


def _another_activity(of_event: str | None, of_place: str | None) -> bool:
    """Whether two kinds of places tell two activities apart. An event that names none ("Work") may well be a lunch, and
    is no haircut."""
    if of_place is None:
        return False
    if of_event is None:
        return of_place in ERRANDS
    return of_event != of_place and not {of_event, of_place} <= EATERIES


def is_one(one: Candidate, other: Earlier) -> bool:
    """Whether the interval was proposed before, whatever became of it."""
    both = min(one.end, other.end) - max(one.start, other.start)
    return both >= SAME * min(one.length, other.end - other.start) and both > timedelta()


def _muted(place_id: UUID, earlier: Sequence[Earlier], now: datetime) -> bool:
    of_place = [each for each in earlier if each.place_id == place_id and each.state == "dismissed"]
    if any(each.decision == "never_here" for each in of_place):
        return True
    rejected = sorted(each.decided_at for each in of_place if each.decided_at and each.decision in REJECTING)
    return any(second - first < MUTED_FOR and now - second < MUTED_FOR for first, second in pairwise(rejected))


def apart(found: Sequence[Candidate]) -> list[Candidate]:
    """Without those whose time another one covers: two devices measured one stay. The longest stays."""
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda each: (-each.length, each.start)):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda each: each.start)
