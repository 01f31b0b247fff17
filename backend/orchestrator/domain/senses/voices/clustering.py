"""Online clustering of one speaker's confirmed samples: a fold over the samples in their order.

Clusters are always made of all samples that are kept, so what was taken back leaves no trace, and nothing is ever
subtracted. A centroid stays near the samples that founded it: confirmed impostors near the border can't carry it away.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import numpy as np

from orchestrator.domain.senses.voices.tuning import MOST_CLUSTERS, MOST_SAMPLES, Tuning
from orchestrator.domain.senses.voices.vectors import Vector, normalized

FULL_WEIGHT_S = 5.0
MOST_WEIGHT = 2.0
"""Of one sample: ten seconds say no more than twice what five do."""
WEIGHT_CAP = 50.0
"""A centroid can follow a voice that ages."""
FOUNDERS = 3
"""The samples that say where a cluster is."""
DRIFT = 0.85
"""The least cosine of a centroid to its founders."""


@dataclass(frozen=True)
class Sample:
    """Confirmed speech of one person in one meeting. `conversation`: which meeting."""

    id: UUID
    vector: Vector
    speech_s: float
    heard_at: datetime
    conversation: UUID

    @property
    def weight(self) -> float:
        return min(self.speech_s / FULL_WEIGHT_S, MOST_WEIGHT)


@dataclass
class Cluster:
    """One way in which a voice sounds. Its id is that of its first sample."""

    id: UUID
    centroid: Vector
    weight: float
    founders: Vector
    samples: list[Sample] = field(default_factory=list)

    @property
    def speech_s(self) -> float:
        return sum(one.speech_s for one in self.samples)

    @property
    def last_heard_at(self) -> datetime:
        return max(one.heard_at for one in self.samples)

    @property
    def conversations(self) -> int:
        return len({one.conversation for one in self.samples})


def clusters_of(samples: Iterable[Sample], tuning: Tuning) -> list[Cluster]:
    """At most five clusters of one contact's samples, which come in the order of their confirmation."""
    found: list[Cluster] = []
    for one in samples:
        near, score = nearest(found, one.vector)
        if near is not None and score >= tuning.update:
            _take(near, one)
        elif near is None or score >= tuning.open_:
            _make_room(found, tuning)
            found.append(_opened(one))
        # else: an outlier, although confirmed: it is kept and moves nothing
    return found


def unknown_clusters(samples: Iterable[Sample], tuning: Tuning) -> list[Cluster]:
    """Voices that nobody named, by leader clustering: as many as there are."""
    found: list[Cluster] = []
    for one in samples:
        near, score = nearest(found, one.vector)
        if near is not None and score >= tuning.join:
            _take(near, one)
        else:
            found.append(_opened(one))
    return found


def nearest(found: Sequence[Cluster], vector: Vector) -> tuple[Cluster | None, float]:
    """The cluster with the best cosine, and that."""
    if not found:
        return None, 0.0
    scores = np.stack([one.centroid for one in found]) @ vector
    at = int(scores.argmax())
    return found[at], float(scores[at])


def surplus(samples: Sequence[Sample], tuning: Tuning) -> list[UUID]:
    """Those to forget where there are more than are kept: the oldest of the largest cluster, outliers before these."""
    left = list(samples)
    gone: list[UUID] = []
    while len(left) > MOST_SAMPLES:
        found = clusters_of(left, tuning)
        inside = {one.id for cluster in found for one in cluster.samples}
        outliers = [one for one in left if one.id not in inside]
        victim = outliers[0] if outliers else max(found, key=lambda one: len(one.samples)).samples[0]
        gone.append(victim.id)
        left = [one for one in left if one.id != victim.id]
    return gone


def _opened(one: Sample) -> Cluster:
    return Cluster(one.id, one.vector, one.weight, one.vector, [one])


def _take(cluster: Cluster, one: Sample) -> None:
    """The running mean on the sphere, unless that leaves the founders."""
    moved = normalized(cluster.weight * cluster.centroid + one.weight * one.vector)
    founding = len(cluster.samples) < FOUNDERS
    if not founding and float(moved @ cluster.founders) < DRIFT:
        cluster.samples.append(one)
        return
    cluster.centroid = moved
    cluster.weight = min(cluster.weight + one.weight, WEIGHT_CAP)
    cluster.samples.append(one)
    if founding:
        cluster.founders = moved


def _make_room(found: list[Cluster], tuning: Tuning) -> None:
    """Below five clusters before one more: the closest two become one, else the lightest and longest unheard goes."""
    if len(found) < MOST_CLUSTERS:
        return
    matrix = np.stack([one.centroid for one in found])
    alike = matrix @ matrix.T - 2 * np.eye(len(found))
    first, second = sorted(divmod(int(alike.argmax()), len(found)))
    if alike[first, second] >= tuning.merge:
        _absorb(found[first], found.pop(second))
        return
    found.remove(min(found, key=lambda one: (one.weight, one.last_heard_at)))


def _absorb(kept: Cluster, other: Cluster) -> None:
    kept.centroid = normalized(kept.weight * kept.centroid + other.weight * other.centroid)
    kept.founders = kept.centroid
    kept.weight = min(kept.weight + other.weight, WEIGHT_CAP)
    kept.samples += other.samples
