"""What is told of a stay that is proposed? What Steward knows of its place: what happened there before and with whom,
who is linked to it, how often one was there, what else is near. Each field with what it stands on.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.work.proposed_events.likelihood import UNUSUAL, Confidence, History
from orchestrator.domain.work.proposed_events.photographed import Photographed
from orchestrator.domain.work.proposed_events.rules import EATERIES, Candidate
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts.residents import contacts_of_place
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.series.occurrence import Occurrence
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.kit.zones import to_wall
from orchestrator.language import render
from orchestrator.language.messages import say, say_counted
from orchestrator.language.places.place_kinds import place_kind
from orchestrator.language.text.normalize import normalize

EXPIRES_AFTER = timedelta(days=7)
REMEMBERED = timedelta(days=365)
"""What happened at the place so long ago still says what happens there."""
MOST_EVENTS, MOST_CONTACTS, MOST_PLACES = 100, 5, 3
OFTEN = 2
"""So many events at the place with one title, or with one person, are a habit."""
NEARBY_M = 500.0
MEALS: Mapping[str, tuple[time, time]] = {
    "breakfast": (time(6), time(10, 30)),
    "lunch": (time(11, 30), time(15)),
    "dinner": (time(18, 30), time(22)),
}
"""When one that begins then is called so."""


@dataclass(frozen=True)
class Suggested:
    """Somebody who may have been there, and why. `event_id`: the event there that they last took part in; `link_id`: by
    which somebody on a photo of that time is known to be them."""

    contact_id: UUID
    name: str
    label: str | None
    times: int = 0
    event_id: UUID | None = None
    link_id: UUID | None = None


@dataclass(frozen=True)
class Judged:
    """A stay that is proposed: its place, what the place has seen, what was photographed, and how sure that makes."""

    candidate: Candidate
    place: KnownPlace
    before: History
    people: Sequence[Suggested]
    photos: Photographed
    score: float
    confidence: Confidence

    @property
    def day(self) -> date:
        """The local date of its start, on which at most three are proposed."""
        return to_wall(self.candidate.start, self.candidate.zone).date()


def meal_of(start: datetime) -> str | None:
    """The meal that begins at such a wall time."""
    return next((name for name, (begins, ends) in MEALS.items() if begins <= start.time() < ends), None)


async def people(tx: Tx, place: KnownPlace, one: Candidate, photos: Photographed) -> list[Suggested]:
    """Who is on a photo of that time, who is linked to the place, then who was there before; never the user."""
    own = await contacts_known.own_contact(tx)
    seen = await _seen(tx, photos)
    linked = [
        Suggested(each.contact.id, each.contact.display_name, each.label or each.role)
        for each in await contacts_of_place(tx, place.id)
        if each.contact.id not in {one.contact_id for one in seen}
    ]
    told = {own, *(each.contact_id for each in (*seen, *linked))}
    came = await _came(tx, await _earlier_there(tx, place, one), told)
    return [each for each in (*seen, *linked, *came) if each.contact_id != own][:MOST_CONTACTS]


async def _seen(tx: Tx, photos: Photographed) -> list[Suggested]:
    """The contacts on photos of that time, those on most of them first."""
    there = {row.id: row for row in await contacts.many(tx, list(photos.faces)) if row.hidden_at is None}
    return [
        Suggested(face.contact_id, there[face.contact_id].display_name, None, face.photos, link_id=face.link_id)
        for face in sorted(photos.faces.values(), key=lambda each: -each.photos)
        if face.contact_id in there
    ]


async def _came(tx: Tx, rows: Sequence[Occurrence], told: Iterable[UUID | None]) -> list[Suggested]:
    """Contacts who took part in events there again and again, the most frequent first."""
    known = set(told)
    seen = [
        (contact_id, row.id)
        for row in rows
        for each in row.participants
        if each["contact_id"] and (contact_id := parse_id(str(each["contact_id"]))) and contact_id not in known
    ]
    often = [one for one, number in Counter(contact_id for contact_id, _ in seen).most_common() if number >= OFTEN]
    there = {row.id: row for row in await contacts.many(tx, often) if row.hidden_at is None}
    times, last = Counter(contact_id for contact_id, _ in seen), dict(seen)
    return [Suggested(one, there[one].display_name, None, times[one], last[one]) for one in often if one in there]


async def _earlier_there(tx: Tx, place: KnownPlace, one: Candidate) -> Sequence[Occurrence]:
    """Timed events at the place before, the earliest first."""
    wanted = EventFilter(since=one.start - REMEMBERED, until=one.start, place_id=place.id)
    return [row for row in await find(tx, wanted, limit=MOST_EVENTS) if not row.all_day]


async def columns(tx: Tx, one: Judged, *, now: datetime, locale: str) -> dict[str, Any]:
    """The row of a proposal, but for its owner."""
    stay, place = one.candidate, one.place
    start, end = (to_wall(at, stay.zone) for at in (stay.start, stay.end))
    when = render.moment(start, end, all_day=False, zone=stay.zone, now=None, locale=locale)
    usual = _usual_title(await _earlier_there(tx, place, one.candidate))
    title = usual[0] if usual else _title(place, start, locale)
    seldom = one.before.visits < UNUSUAL
    reason = say(
        f"proposed_events.reason_{'seldom' if seldom else 'often'}",
        locale,
        place=place.name,
        when=when,
        visits=one.before.visits,
    )
    return {
        "id": new_id(),
        "confidence": one.confidence,
        "score": one.score,
        "stay_id": stay.stay_id,
        "place_id": place.id,
        "title": title,
        "start_at": stay.start,
        "end_at": stay.end,
        "timezone": stay.zone,
        "day": one.day,
        "suggested_summary": say("proposed_events.summary", locale, place=place.name, when=when),
        "suggested_contacts": [
            {"contact_id": str(each.contact_id), "name": each.name, "why": _why(each, place, locale)}
            for each in one.people
        ],
        "place_candidates": await _others(tx, place),
        "reason": reason,
        "evidence": [
            *(_evidence(field, "stay", stay.stay_id, when) for field in ("start_at", "end_at")),
            *(_evidence(field, "place", place.id, place.name) for field in ("title", "place_id", "suggested_summary")),
            *([_evidence("title", "event", usual[1], usual[0])] if usual else []),
            *(_of_person(each) for each in one.people),
            *_of_photos(one.photos, locale),
            *await _context(tx, one),
        ],
        "expires_at": now.astimezone(UTC) + EXPIRES_AFTER,
    }


def _title(place: KnownPlace, start: datetime, locale: str) -> str:
    """What one does there at that hour, where the kind of place says it."""
    kind = place_kind(f"{place.category or ''} {place.name}")
    meal = meal_of(start) if kind in EATERIES else None
    return say(f"proposed_events.{meal or 'title'}", locale, place=place.name)


def _usual_title(rows: Sequence[Occurrence]) -> tuple[str, UUID] | None:
    """What events at the place are called again and again, and the last of these."""
    most = Counter(normalize(row.title) for row in rows).most_common(1)
    if not most or most[0][1] < OFTEN:
        return None
    last = next(row for row in reversed(rows) if normalize(row.title) == most[0][0])
    return last.title, last.id


def _why(one: Suggested, place: KnownPlace, locale: str) -> str:
    if one.link_id is not None:
        return say_counted("proposed_events.photographed", one.times, locale, count=one.times)
    return one.label or say("proposed_events.came", locale, place=place.name, times=one.times)


def _of_photos(photos: Photographed, locale: str) -> list[dict[str, Any]]:
    """The first one, for all that were taken."""
    if photos.first is None:
        return []
    told = say_counted("proposed_events.photos", photos.taken, locale, count=photos.taken)
    return [_evidence("reason", "photo", photos.first, told)]


def _of_person(one: Suggested) -> dict[str, Any]:
    if one.link_id is not None:
        return _evidence("suggested_contacts", "photo_person", one.link_id, one.name)
    if one.event_id is not None:
        return _evidence("suggested_contacts", "event", one.event_id, one.name)
    return _evidence("suggested_contacts", "contact", one.contact_id, one.name)


async def _context(tx: Tx, one: Judged) -> list[dict[str, Any]]:
    """Events of the whole day, and those about something else: they block nothing and say what the day was."""
    stay = one.candidate
    rows = await find(tx, EventFilter(since=stay.start, until=stay.end), limit=MOST_EVENTS)
    return [_evidence("reason", "event", row.id, row.title) for row in rows][:MOST_PLACES]


async def _others(tx: Tx, place: KnownPlace) -> list[dict[str, Any]]:
    """What else it may have been: the known places around."""
    if place.at is None:
        return []
    near = await places.near(tx, place.at, within_m=NEARBY_M)
    return [
        {"place_id": str(one.place.id), "name": one.place.name, "distance_m": round(one.distance_m)}
        for one in near
        if one.place.id != place.id
    ][:MOST_PLACES]


def _evidence(field: str, kind: str, entity_id: UUID, text: str) -> dict[str, Any]:
    return {"field": field, "kind": kind, "id": str(entity_id), "text": text}
