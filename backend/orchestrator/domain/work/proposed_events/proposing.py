"""What is proposed of the local yesterday and today? The stays are judged (`rules.py`), then those that are left are
enriched from what Steward knows of the place: who is linked to it, how often one was there, what else is near.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.senses.stays import service as stays
from orchestrator.domain.work.proposed_events import repository, rules
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.work.proposed_events.rules import Busy, Candidate, Earlier, History, Spot
from orchestrator.domain.world.contacts.residents import Settled, contacts_of_place
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.likeness import metres
from orchestrator.domain.world.places.service import KnownPlace
from orchestrator.kit.ids import new_id
from orchestrator.kit.zones import to_utc, to_wall
from orchestrator.language import render
from orchestrator.language.messages import say

EXPIRES_AFTER = timedelta(days=7)
LOOKED_BACK = timedelta(days=90)
MOST_EVENTS = 200
MOST_CONTACTS, MOST_PLACES = 5, 3
NEARBY_M = 500.0


@dataclass(frozen=True)
class Judged:
    """A stay that is proposed: its place, what the place has seen, and how sure that makes."""

    candidate: Candidate
    place: KnownPlace
    history: History
    people: Sequence[Settled]
    score: float
    confidence: rules.Confidence


async def propose(tx: Tx, *, now: datetime, fallback: str) -> list[UUID]:
    """Store the proposals of the user's yesterday and today; answers the new ones. `fallback`: the zone of who has
    none. What was proposed before, decided or not, is not proposed again, however often this runs."""
    await repository.expire(tx, now)
    reach = (await accounts.reach(tx.session, [tx.owner_id])).get(tx.owner_id)
    if reach is None:
        return []
    today = to_wall(now, reach.timezone or fallback).date()
    since = to_utc(datetime.combine(today - timedelta(days=1), time()), reach.timezone or fallback)
    rows = await repository.everything(tx)
    earlier = [_earlier(row) for row in rows]
    candidates = await _candidates(tx, since, now)
    busy = await _busy(tx, since - timedelta(days=1), now)
    left = [one for one in candidates if rules.eligible(one, now=now, busy=busy, earlier=earlier)]
    judged = [found for one in rules.apart(left) if (found := await _judged(tx, one)) is not None]
    chosen = _chosen(judged, rows)
    made = [await _row(tx, one, now, reach.locale) for one in chosen]
    await repository.add(tx, made)
    return [row["id"] for row in made]


def _chosen(judged: Sequence[Judged], rows: Sequence[ProposedEvent]) -> list[Judged]:
    """The likeliest, three a day and ten open at most."""
    of_day: dict[date, int] = {}
    for row in rows:
        of_day[row.day] = of_day.get(row.day, 0) + 1
    places_left = rules.MOST_OPEN - sum(row.state == "pending" for row in rows)
    chosen: list[Judged] = []
    for one in sorted(judged, key=lambda each: (-each.score, each.candidate.start)):
        day = _day(one.candidate)
        if len(chosen) < places_left and of_day.get(day, 0) < rules.MOST_A_DAY:
            of_day[day] = of_day.get(day, 0) + 1
            chosen.append(one)
    return chosen


async def _candidates(tx: Tx, since: datetime, now: datetime) -> list[Candidate]:
    found = await stays.at(tx, since=since, until=now, place=None)
    near = await stays.places_of(tx, found)
    home = (await accounts.me(tx)).home_place_id
    spots = {
        stay_id: Spot(one.place.id, one.place.name, never=one.place.home_like or one.place.id == home)
        for stay_id, one in near.items()
    }
    whole = [
        Candidate(one.id, one.started_at, one.ended_at, one.timezone, one.source, spots.get(one.id)) for one in found
    ]
    return [part for one in whole for part in rules.split_at_night(one)]


async def _busy(tx: Tx, since: datetime, until: datetime) -> list[Busy]:
    """The timed events at which the user is busy; those of whole days are context and block nothing."""
    rows = await find(tx, EventFilter(since=since, until=until, blocking=True), limit=MOST_EVENTS)
    return [
        Busy(row.start_utc, row.end_utc or row.start_utc, row.place_id)
        for row in rows
        if not row.all_day and row.status != "cancelled"
    ]


async def _judged(tx: Tx, one: Candidate) -> Judged | None:
    assert one.spot is not None
    place = next(iter(await places.described(tx, [one.spot.id])), None)
    if place is None:
        return None
    before = await stays.at(tx, since=one.start - LOOKED_BACK, until=one.start, place=place)
    visits = stays.visits([row for row in before if row.id != one.stay_id])
    history = History(len(visits), len({to_wall(each.start, one.zone).date() for each in visits}))
    people = (await contacts_of_place(tx, place.id))[:MOST_CONTACTS]
    value = rules.score(one, history, evidence=bool(people), from_home_m=await _from_home(tx, place))
    sure = rules.confidence(value, history)
    return Judged(one, place, history, people, value, sure) if sure is not None else None


async def _from_home(tx: Tx, place: KnownPlace) -> float | None:
    home = (await accounts.me(tx)).home_place_id
    known = [one for one in await places.known(tx) if one.id == home or (home is None and one.home_like)]
    points = [one.at for one in known if one.at is not None]
    return min((metres(place.at, one) for one in points), default=None) if place.at is not None else None


async def _row(tx: Tx, one: Judged, now: datetime, locale: str) -> dict[str, Any]:
    stay, place = one.candidate, one.place
    when = render.moment(
        to_wall(stay.start, stay.zone),
        to_wall(stay.end, stay.zone),
        all_day=False,
        zone=stay.zone,
        now=None,
        locale=locale,
    )
    seldom = one.history.visits < rules.UNUSUAL
    return {
        "id": new_id(),
        "confidence": one.confidence,
        "score": one.score,
        "stay_id": stay.stay_id,
        "place_id": place.id,
        "title": say("proposed_events.title", locale, place=place.name),
        "start_at": stay.start,
        "end_at": stay.end,
        "timezone": stay.zone,
        "day": _day(stay),
        "suggested_summary": say("proposed_events.summary", locale, place=place.name, when=when),
        "suggested_contacts": [
            {"contact_id": str(each.contact.id), "name": each.contact.display_name, "why": each.label or each.role}
            for each in one.people
        ],
        "place_candidates": await _others(tx, place),
        "reason": say(f"proposed_events.reason_{'seldom' if seldom else 'often'}", locale, place=place.name, when=when),
        "evidence": [
            *(_evidence(field, "stay", stay.stay_id, when) for field in ("start_at", "end_at")),
            *(_evidence(field, "place", place.id, place.name) for field in ("title", "place_id", "suggested_summary")),
            *(
                _evidence("suggested_contacts", "contact", each.contact.id, each.contact.display_name)
                for each in one.people
            ),
        ],
        "expires_at": now.astimezone(UTC) + EXPIRES_AFTER,
    }


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


def _day(one: Candidate) -> date:
    return to_wall(one.start, one.zone).date()


def _earlier(row: ProposedEvent) -> Earlier:
    return Earlier(row.start_at, row.end_at, row.place_id, row.state, row.decision, row.decided_at)  # type: ignore[arg-type]
