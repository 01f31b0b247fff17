"""Stay points of a trajectory: a sliding anchor (Li et al. 2008, "Mining user similarity based on location history"),
then a merge of neighbours; pure.

A run of fixes that lie near its first one, its *anchor*, for a quarter of an hour is a stay. A gap ends none: phones go
dark indoors. The figures are those measured in `contracts/stays_proposals.md`.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

RADIUS_M = 100.0
ACCURACY_FACTOR = 1.5
"""A fix may lie so many times its own accuracy from the anchor."""
SHORTEST_S = 15 * 60.0
FIRST_SEEN_S = 150.0
"""Who is first measured at a place arrived in the middle of the gap before, but no earlier than that."""
LEAVING_MPS = 3.0
"""Who is measured elsewhere after a gap left so late that this speed, of somebody hurrying, took them there."""
NEAR_IN_TIME_S = 10 * 60.0
NEAR_M = RADIUS_M * 2 / 3
"""Stays that follow one another within that time, round centres so near, are one."""
JUMP_M = 250.0
"""A lone fix so far from both of its neighbours, which lie within the radius of one another, is the device's error."""
INFERRED_S = 4 * 3600.0
"""A longer gap inside a stay was bridged by what lies around it alone."""
GAP_S = 5 * 60.0
"""A gap so long is spent at one of its ends: where it began, but for who was under way there and then still."""
UNDER_WAY_MPS = 0.5
STILL_SHARE = 0.25
"""Of the speed before the gap: what is slower after it is still."""
LOOKED_AHEAD = 3
"""Fixes after a gap that tell whether the device is still."""
ROUGHEST_M = 300.0
"""A fix worse than that tells a part of the town: no anchor, and no end of a stay."""
THINNED_S = 10.0
"""Of the fixes within it the best counts: ten thousand in one second are one."""
METRES_A_DEGREE = 6_371_000.0 * math.pi / 180
TURN = 360.0
DECIMALS = 6
"""Of a degree: a tenth of a metre."""


class Fix(NamedTuple):
    """One measurement: seconds since 1970, degrees, metres."""

    at: float
    lat: float
    lon: float
    accuracy_m: float | None = None


@dataclass(frozen=True)
class StayPoint:
    """When the device was there, round the median of its fixes. `inferred`: for over four hours nobody measured."""

    start: float
    end: float
    lat: float
    lon: float
    radius_m: float
    inferred: bool
    samples: int


@dataclass(frozen=True)
class _Run:
    """The fixes near an anchor, when the device had come, and when it had left."""

    fixes: list[Fix]
    start: float
    end: float


def stay_points(fixes: Sequence[Fix], *, seen_elsewhere: float | None = None) -> list[StayPoint]:
    """The stays of one device's fixes, which are in the order of time. `seen_elsewhere`: of a part of a trail, until
    when the device was somewhere else before."""
    kept = _without_jumps(_usable(fixes))
    return [_stay(run) for run in _merged(list(_runs(kept, seen_elsewhere)))]


def metres(one: Fix, other: Fix) -> float:
    """Over the ground; exact to a thousandth within a few kilometres, which is all that is asked here."""
    across = _turned(other.lon - one.lon) * math.cos(math.radians((one.lat + other.lat) / 2))
    return math.hypot(other.lat - one.lat, across) * METRES_A_DEGREE


def _usable(fixes: Sequence[Fix]) -> list[Fix]:
    """Without the rough ones, and the best of those that were measured at almost one time."""
    kept: list[Fix] = []
    for fix in fixes:
        if _accuracy(fix) > ROUGHEST_M:
            continue
        if kept and fix.at - kept[-1].at < THINNED_S:
            if _accuracy(fix) < _accuracy(kept[-1]):
                kept[-1] = fix._replace(at=kept[-1].at)
            continue
        kept.append(fix)
    return kept


def _accuracy(fix: Fix) -> float:
    return fix.accuracy_m or 0.0


def _without_jumps(fixes: list[Fix]) -> list[Fix]:
    """Without each lone fix that is far from where the device was before and after it: nobody stays anywhere in less
    than the shortest stay."""
    kept = fixes[:1]
    for fix, after in pairwise(fixes[1:]):
        if not _jumps(kept[-1], fix, after):
            kept.append(fix)
    return kept + fixes[1:][-1:]


def _jumps(before: Fix, fix: Fix, after: Fix) -> bool:
    return (
        metres(before, fix) > JUMP_M
        and metres(fix, after) > JUMP_M
        and metres(before, after) < RADIUS_M
        and after.at - before.at < SHORTEST_S
    )


def _runs(fixes: list[Fix], seen_elsewhere: float | None) -> Iterator[_Run]:
    """The stays before they are merged: every fix that belongs to none is tried as an anchor."""
    first, free_since = 0, -math.inf if seen_elsewhere is None else seen_elsewhere
    while first < len(fixes):
        beyond = _beyond(fixes, first)
        start, end = _start(fixes, first, free_since), _end(fixes, beyond)
        if end - min(start, _arrival(fixes, first, free_since)) >= SHORTEST_S:
            yield _Run(fixes[first:beyond], start, end)
            first, free_since = beyond, end
        else:
            first += 1


def _beyond(fixes: list[Fix], first: int) -> int:
    """The place of the first fix that lies outside of the anchor's circle."""
    anchor = fixes[first]
    for place in range(first + 1, len(fixes)):
        if metres(anchor, fixes[place]) > _radius(anchor, fixes[place]):
            return place
    return len(fixes)


def _arrival(fixes: list[Fix], first: int, free_since: float) -> float:
    """When the device may have come to its anchor; it was not before `free_since`."""
    seen = max(fixes[first - 1].at, free_since) if first else free_since
    if seen == -math.inf:
        return fixes[first].at
    return fixes[first].at - min((fixes[first].at - seen) / 2, FIRST_SEEN_S)


def _end(fixes: list[Fix], beyond: int) -> float:
    """When the device left, as the first fix elsewhere tells; of who was not seen elsewhere, when it was last here."""
    last = fixes[beyond - 1]
    if beyond == len(fixes) or _spent_after(fixes, beyond):
        return last.at
    return max(last.at, fixes[beyond].at - metres(last, fixes[beyond]) / LEAVING_MPS)


def _start(fixes: list[Fix], first: int, free_since: float) -> float:
    """When the device was here at first, as far as anybody knows."""
    if not first or not _spent_after(fixes, first):
        return fixes[first].at
    before = fixes[first - 1]
    return min(fixes[first].at, max(free_since, before.at + metres(before, fixes[first]) / LEAVING_MPS))


def _spent_after(fixes: list[Fix], place: int) -> bool:
    """Whether the gap before a fix was spent where that was measured: the device was under way as the gap began, and
    hardly moved once it was measured again. Else it was spent where it began."""
    before, fix = fixes[place - 1], fixes[place]
    if place < 2 or place + 1 >= len(fixes) or fix.at - before.at < GAP_S:
        return False
    came = _speed(fixes[place - 2], before)
    went = max(_speed(one, other) for one, other in pairwise(fixes[place : place + LOOKED_AHEAD]))
    return came >= UNDER_WAY_MPS and went <= came * STILL_SHARE


def _speed(one: Fix, other: Fix) -> float:
    """Metres a second."""
    return metres(one, other) / max(other.at - one.at, THINNED_S)


def _radius(*fixes: Fix) -> float:
    return max(RADIUS_M, ACCURACY_FACTOR * max(map(_accuracy, fixes)))


def _merged(runs: list[_Run]) -> list[_Run]:
    """Neighbours that follow one another at once and lie round one point are one."""
    merged: list[_Run] = []
    for run in runs:
        if merged and _continues(merged[-1], run):
            earlier = merged[-1]
            merged[-1] = _Run(earlier.fixes + run.fixes, earlier.start, run.end)
        else:
            merged.append(run)
    return merged


def _continues(earlier: _Run, run: _Run) -> bool:
    return run.start - earlier.end <= NEAR_IN_TIME_S and metres(_centre(earlier.fixes), _centre(run.fixes)) <= NEAR_M


def _centre(fixes: list[Fix]) -> Fix:
    """The median; its longitude as seen from the first fix, for a stay on the 180th meridian."""
    first = fixes[0]
    across = median(_turned(fix.lon - first.lon) for fix in fixes)
    return Fix(first.at, median(fix.lat for fix in fixes), _turned(first.lon + across), median(map(_accuracy, fixes)))


def _turned(degrees: float) -> float:
    """From -180 to 180."""
    return (degrees + TURN / 2) % TURN - TURN / 2


def _stay(run: _Run) -> StayPoint:
    centre = _centre(run.fixes)
    moments = [run.start, *(fix.at for fix in run.fixes), run.end]
    longest = max(later - earlier for earlier, later in pairwise(moments))
    return StayPoint(
        start=run.start,
        end=run.end,
        lat=round(centre.lat, DECIMALS),
        lon=round(centre.lon, DECIMALS),
        radius_m=_radius(centre),
        inferred=longest > INFERRED_S,
        samples=len(run.fixes),
    )
