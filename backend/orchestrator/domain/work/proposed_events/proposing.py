"""What is proposed of the local yesterday and today? What was seen (`seeing.py`) is judged (`rules.py`,
`likelihood.py`), the likeliest chosen, and those enriched (`enriching.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.proposed_events import enriching, likelihood, repository, rules
from orchestrator.domain.work.proposed_events.photographed import photographed, span
from orchestrator.domain.work.proposed_events.repository import ProposedEvent
from orchestrator.domain.work.proposed_events.rules import Candidate, Earlier
from orchestrator.domain.work.proposed_events.seeing import LOOKED_BACK, Seen, busy_during, seen
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.domain.world.places.likeness import metres
from orchestrator.integrations.photos.port import Asset
from orchestrator.kit.zones import to_utc, to_wall


@dataclass(frozen=True)
class _Left:
    """What may be proposed: the stays, all that was seen, the proposals that they were held against, and in whose
    language they are told."""

    candidates: Sequence[Candidate]
    seen: Seen
    rows: Sequence[ProposedEvent]
    locale: str


async def times(tx: Tx, *, now: datetime, fallback: str) -> tuple[datetime, datetime] | None:
    """From when to when something may be proposed; None where nothing may. Arguments as of `propose`."""
    left = await _left(tx, now, fallback)
    return span(left.candidates) if left is not None else None


async def propose(tx: Tx, *, now: datetime, fallback: str, photos: Sequence[Asset] = ()) -> list[UUID]:
    """Store the proposals of the user's yesterday and today; answers the new ones. `fallback`: the zone of who has
    none; `photos`: those of the library from these times. What was proposed before, decided or not, is not proposed
    again, however often this runs."""
    left = await _left(tx, now, fallback)
    if left is None:
        return []
    judged = [found for one in left.candidates if (found := await _judged(tx, one, left.seen, photos)) is not None]
    made = [await enriching.columns(tx, one, now=now, locale=left.locale) for one in _chosen(judged, left.rows)]
    await repository.add(tx, made)
    return [row["id"] for row in made]


async def _left(tx: Tx, now: datetime, fallback: str) -> _Left | None:
    """What is eligible; None of a user who is gone."""
    reach = (await accounts.reach(tx.session, [tx.owner_id])).get(tx.owner_id)
    if reach is None:
        return None
    await provenance.lock_ingestion(tx)  # of two runs at once the second finds what the first proposed
    await repository.expire(tx, now)
    zone = reach.timezone or fallback
    today = to_wall(now, zone).date()
    since = to_utc(datetime.combine(today - timedelta(days=1), time()), zone)
    rows = await repository.earlier(tx, since - LOOKED_BACK)
    found = await seen(tx, since, now)
    earlier = [_earlier(row) for row in rows]
    may = [one for one in found.candidates if rules.eligible(one, now=now, busy=(), earlier=earlier)]
    free = [one for one in may if rules.is_free(one, await busy_during(tx, one))]
    return _Left(rules.apart(free), found, rows, reach.locale)


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


async def _judged(tx: Tx, one: Candidate, told: Seen, photos: Sequence[Asset]) -> enriching.Judged | None:
    assert one.spot is not None
    place = told.places[one.spot.id]
    before = likelihood.history([each for each in told.past if each.place_id == place.id and each.end <= one.start])
    taken = await photographed(tx, photos, one, place)
    people = await enriching.people(tx, place, one, taken)
    evidence = bool(people) or taken.enough
    value = likelihood.score(one, before, evidence=evidence, from_home_m=await _from_home(tx, place))
    sure = likelihood.confidence(value, before)
    return enriching.Judged(one, place, before, people, taken, value, sure) if sure is not None else None


async def _from_home(tx: Tx, place: KnownPlace) -> float | None:
    home = (await accounts.me(tx)).home_place_id
    known = [one for one in await places.known(tx) if one.id == home or (home is None and one.home_like)]
    points = [one.at for one in known if one.at is not None]
    return min((metres(place.at, one) for one in points), default=None) if place.at is not None else None


def _earlier(row: ProposedEvent) -> Earlier:
    return Earlier(row.start_at, row.end_at, row.place_id, row.state, row.decision, row.decided_at)  # type: ignore[arg-type]
