"""What is proposed of the local yesterday and today? The stays are judged (`rules.py`, `likelihood.py`), the likeliest
chosen, and those enriched (`enriching.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.senses.stays import service as stays
from orchestrator.domain.work.proposed_events import enriching, likelihood, repository, rules
from orchestrator.domain.work.proposed_events.likelihood import Been
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.work.proposed_events.rules import Busy, Candidate, Earlier, Spot
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts.residents import Role, places_of_contact
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.likeness import metres
from orchestrator.domain.world.places.service import KnownPlace
from orchestrator.kit.zones import to_utc, to_wall
from orchestrator.language.text.normalize import normalize

LOOKED_BACK = timedelta(days=90)
MOST_EVENTS = 200


@dataclass(frozen=True)
class Seen:
    """What the user's devices told: the stays of the two days, those before, and the places that they lie in."""

    candidates: Sequence[Candidate]
    past: Sequence[Been]
    places: dict[UUID, KnownPlace]


async def propose(tx: Tx, *, now: datetime, fallback: str) -> list[UUID]:
    """Store the proposals of the user's yesterday and today; answers the new ones. `fallback`: the zone of who has
    none. What was proposed before, decided or not, is not proposed again, however often this runs."""
    reach = (await accounts.reach(tx.session, [tx.owner_id])).get(tx.owner_id)
    if reach is None:
        return []
    await provenance.lock_ingestion(tx)  # of two runs at once the second finds what the first proposed
    await repository.expire(tx, now)
    zone = reach.timezone or fallback
    today = to_wall(now, zone).date()
    since = to_utc(datetime.combine(today - timedelta(days=1), time()), zone)
    rows = await repository.earlier(tx, since - LOOKED_BACK)
    seen = await _seen(tx, since, now)
    busy = await _busy(tx, [one.start for one in seen.candidates], now)
    earlier = [_earlier(row) for row in rows]
    left = [one for one in seen.candidates if rules.eligible(one, now=now, busy=busy, earlier=earlier)]
    judged = [found for one in rules.apart(left) if (found := await _judged(tx, one, seen)) is not None]
    made = [await enriching.columns(tx, one, now=now, locale=reach.locale) for one in _chosen(judged, rows)]
    await repository.add(tx, made)
    return [row["id"] for row in made]


def _chosen(judged: Sequence[enriching.Judged], rows: Sequence[ProposedEvent]) -> list[enriching.Judged]:
    """The likeliest, three a day and ten open at most."""
    of_day: dict[date, int] = {}
    for row in rows:
        of_day[row.day] = of_day.get(row.day, 0) + 1
    left = rules.MOST_OPEN - sum(row.state == "pending" for row in rows)
    chosen: list[enriching.Judged] = []
    for one in sorted(judged, key=lambda each: (-each.score, each.candidate.start)):
        if len(chosen) < left and of_day.get(one.day, 0) < rules.MOST_A_DAY:
            of_day[one.day] = of_day.get(one.day, 0) + 1
            chosen.append(one)
    return chosen


async def _seen(tx: Tx, since: datetime, now: datetime) -> Seen:
    """The stays of the two days as candidates; with any among them, those of the ninety days before too."""
    found = await stays.at(tx, since=since, until=now, place=None)
    if not found:
        return Seen((), (), {})
    before = await stays.at(tx, since=since - LOOKED_BACK, until=now, place=None)
    near = {stay_id: one.place for stay_id, one in (await stays.places_of(tx, before)).items()}
    past = [Been(near[one.id].id, one.started_at, one.ended_at, one.timezone) for one in before if one.id in near]
    homes, workplaces = await _homes(tx, past), await _workplaces(tx, past)
    spots = {
        stay_id: Spot(place.id, place.name, place.aliases, never=place.id in homes | workplaces)
        for stay_id, place in near.items()
    }
    whole = [
        Candidate(
            one.id, _to_minute(one.started_at), _to_minute(one.ended_at), one.timezone, one.source, spots.get(one.id)
        )
        for one in found
    ]
    parts = [part for one in whole for part in rules.split_at_night(one)]
    if not homes:
        parts = [part for part in parts if part.spot is None or not likelihood.slept(part)]
    return Seen(parts, past, {place.id: place for place in near.values()})


def _to_minute(moment: datetime) -> datetime:
    """As calendars tell times."""
    return moment.replace(second=0, microsecond=0)


async def _homes(tx: Tx, past: Sequence[Been]) -> frozenset[UUID]:
    """The user's own home and all that is like one; none while nothing is known."""
    marked = {one.id for one in await places.known(tx) if one.home_like}
    seen = {(await accounts.me(tx)).home_place_id, likelihood.lived(past)}
    return frozenset(marked | {one for one in seen if one is not None} | await _on_own_card(tx, "lives"))


async def _workplaces(tx: Tx, past: Sequence[Been]) -> frozenset[UUID]:
    """Where they work: by their own card, by the name of its organisation, by their working days."""
    return likelihood.worked(past) | await _on_own_card(tx, "works") | await _of_own_organisation(tx)


async def _on_own_card(tx: Tx, role: Role) -> set[UUID]:
    own = await contacts_known.own_contact(tx)
    linked = await places_of_contact(tx, own) if own is not None else []
    return {one.place.id for one in linked if one.role == role}


async def _of_own_organisation(tx: Tx) -> set[UUID]:
    own = await contacts_known.own_contact(tx)
    card = next(iter(await contacts.many(tx, [own])), None) if own is not None else None
    if card is None or not card.organization:
        return set()
    name = normalize(card.organization)
    return {one.id for one in await places.known(tx) if name in {normalize(each) for each in (one.name, *one.aliases)}}


async def _busy(tx: Tx, starts: Sequence[datetime], until: datetime) -> list[Busy]:
    """The timed events at which the user is busy; those of whole days are context and block nothing."""
    if not starts:
        return []
    rows = await find(tx, EventFilter(since=min(starts), until=until, blocking=True), limit=MOST_EVENTS)
    return [
        Busy(row.start_utc, row.end_utc or row.start_utc, row.place_id, row.title, row.location_text or "")
        for row in rows
    ]


async def _judged(tx: Tx, one: Candidate, seen: Seen) -> enriching.Judged | None:
    assert one.spot is not None
    place = seen.places[one.spot.id]
    before = likelihood.history([each for each in seen.past if each.place_id == place.id and each.end <= one.start])
    people = await enriching.people(tx, place, one)
    value = likelihood.score(one, before, evidence=bool(people), from_home_m=await _from_home(tx, place))
    sure = likelihood.confidence(value, before)
    return enriching.Judged(one, place, before, people, value, sure) if sure is not None else None


async def _from_home(tx: Tx, place: KnownPlace) -> float | None:
    home = (await accounts.me(tx)).home_place_id
    known = [one for one in await places.known(tx) if one.id == home or (home is None and one.home_like)]
    points = [one.at for one in known if one.at is not None]
    return min((metres(place.at, one) for one in points), default=None) if place.at is not None else None


def _earlier(row: ProposedEvent) -> Earlier:
    return Earlier(row.start_at, row.end_at, row.place_id, row.state, row.decision, row.decided_at)  # type: ignore[arg-type]
