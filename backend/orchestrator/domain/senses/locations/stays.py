"""Where did the user stay? Runs of samples that lie near the first of each run; a gap between two ends no run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from orchestrator.domain.senses.locations.repository import Location
from orchestrator.domain.world.places.likeness import metres
from orchestrator.integrations.geocoding.port import Point

APART_M = 150.0
"""Farther from the first sample of a stay is elsewhere: twice the radius of a place that tells none."""


@dataclass(frozen=True)
class Stay:
    """From the first sample to the last (UTC); `accuracy_m`: of the best of them."""

    at: Point
    start: datetime
    end: datetime
    accuracy_m: float | None
    samples: tuple[UUID, ...]

    def meets(self, since: datetime | None, until: datetime | None) -> bool:
        """Whether some of it lies in [since, until)."""
        return (since is None or self.end >= since) and (until is None or self.start < until)


def stays(samples: Sequence[Location]) -> list[Stay]:
    """The stays of samples in the order of time."""
    found: list[Stay] = []
    for one in samples:
        at = Point(one.lat, one.lon)
        last = found[-1] if found else None
        if last is None or metres(last.at, at) > APART_M:
            found.append(Stay(at, one.captured_at, one.captured_at, one.accuracy_m, (one.id,)))
            continue
        told = [each for each in (last.accuracy_m, one.accuracy_m) if each is not None]
        found[-1] = replace(
            last, end=one.captured_at, accuracy_m=min(told, default=None), samples=(*last.samples, one.id)
        )
    return found
