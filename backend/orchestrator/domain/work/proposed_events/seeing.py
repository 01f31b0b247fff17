"""What did the user's devices tell of the local yesterday and today? The stays at named places, which of these places
are home or work, and the times at which the calendar says what the stays were.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.senses.stays import service as stays
from orchestrator.domain.work.proposed_events import likelihood, rules
from orchestrator.domain.work.proposed_events.likelihood import Been
from orchestrator.domain.work.proposed_events.rules import Busy, Candidate, Spot
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts.residents import Role, places_of_contact
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.language.places.place_kinds import place_kind
from orchestrator.language.text.normalize import normalize

LOOKED_BACK = timedelta(days=90)
MOST_EVENTS = 200
"""That overlap one stay."""


@dataclass(frozen=True)
class Seen:
    """What the user's devices told: the stays of the two days, those before, and the places that they lie in."""

    candidates: Sequence[Candidate]
    past: Sequence[Been]
    places: dict[UUID, KnownPlace]


async def seen(tx: Tx, since: datetime, now: datetime) -> Seen:
    """The stays from `since` on as candidates; with any among them, those of the ninety days before too."""
    found = await stays.at(tx, since=since, until=now, place=None)
    if not found:
        return Seen((), (), {})
    before = await stays.at(tx, since=since - LOOKED_BACK, until=now, place=None)
    near = {stay_id: one.place for stay_id, one in (await stays.places_of(tx, before)).items()}
    past = [Been(near[one.id].id, one.started_at, one.ended_at, one.timezone) for one in before if one.id in near]
    homes, workplaces = await _homes(tx, past), await _workplaces(tx, past)
    ignored = await stays.at_ignored(tx, found)
    spots = {stay_id: _spot(place, never=place.id in homes | workplaces) for stay_id, place in near.items()}
    whole = [
        Candidate(
            one.id, _to_minute(one.started_at), _to_minute(one.ended_at), one.timezone, one.source, spots.get(one.id)
        )
        for one in found
        if one.id not in ignored
    ]
    parts = [part for one in whole for part in rules.split_at_night(one) if part.end > since]
    if not homes:
        parts = [part for part in parts if part.spot is None or not likelihood.slept(part)]
    return Seen(parts, past, {place.id: place for place in near.values()})


def _spot(place: KnownPlace, *, never: bool) -> Spot:
    kind = place_kind(f"{place.category or ''} {place.name}")
    return Spot(place.id, place.name, place.aliases, never=never, kind=kind)


def _to_minute(moment: datetime) -> datetime:
    """As calendars tell times."""
    return moment.replace(second=0, microsecond=0)


async def _homes(tx: Tx, past: Sequence[Been]) -> frozenset[UUID]:
    """The user's own home and all that is like one; none while nothing is known."""
    marked = {one.id for one in await places.known(tx) if one.home_like}
    known = {(await accounts.me(tx)).home_place_id, likelihood.lived(past)}
    return frozenset(marked | {one for one in known if one is not None} | await _on_own_card(tx, "lives"))


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


async def busy_during(tx: Tx, one: Candidate) -> list[Busy]:
    """The timed events then at which the user is busy; those of whole days are context and block nothing."""
    rows = await find(tx, EventFilter(since=one.start, until=one.end, blocking=True), limit=MOST_EVENTS)
    return [
        Busy(row.start_utc, row.end_utc or row.start_utc, row.place_id, row.title, row.location_text or "")
        for row in rows
    ]
