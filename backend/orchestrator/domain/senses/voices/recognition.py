"""The matcher of one user and model, as the tables stand; and what the user's rejections say of a voice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from orchestrator.db.tx import Tx
from orchestrator.domain.senses.voices import repository
from orchestrator.domain.senses.voices.calibration import Trial, bounds_of
from orchestrator.domain.senses.voices.decision import Enrolled, Matcher
from orchestrator.domain.senses.voices.model import Rejection, VoiceCluster
from orchestrator.domain.senses.voices.tuning import tuning_of
from orchestrator.domain.senses.voices.vectors import Vector, stacked

NEWEST_TRIALS = 1_000
NOT_AGAIN = timedelta(days=30)
"""So long nobody is asked again about a voice that the user said is not this contact's."""


async def matcher(tx: Tx, model: str) -> Matcher:
    """Over the contacts that are opted in."""
    allowed = await repository.enabled(tx)
    rows = await repository.clusters(tx, model)
    counts = await repository.counts(tx, model)
    trials = [Trial(*one) for one in await repository.trials(tx, model, limit=NEWEST_TRIALS)]
    by_contact: dict[UUID, list[VoiceCluster]] = {}
    for row in rows:
        if row.contact_id in allowed and row.contact_id is not None:
            by_contact.setdefault(row.contact_id, []).append(row)
    enrolled = [_enrolled(one, own, counts[one]) for one, own in sorted(by_contact.items())]
    strangers = [vector_of(row.vector) for row in rows if row.contact_id is None]
    return Matcher(enrolled, strangers, bounds_of(trials, tuning_of(model)))


def _enrolled(contact_id: UUID, rows: Sequence[VoiceCluster], counted: tuple[int, int]) -> Enrolled:
    centroids = np.stack([vector_of(row.vector) for row in rows])
    return Enrolled(contact_id, tuple(row.id for row in rows), centroids, *counted)


@dataclass(frozen=True)
class Refused:
    """What the user said that voices are not. `vectors`: a row a rejection, of zeros where none is kept of it;
    `fresh`: too young to ask again."""

    rows: Sequence[Rejection]
    fresh: Sequence[bool]
    vectors: NDArray[np.float32]

    @classmethod
    async def of(cls, tx: Tx, model: str, dim: int) -> "Refused":
        """All rejections of a model whose embeddings have `dim` numbers."""
        found = await repository.rejections(tx, model, fresh=NOT_AGAIN)
        vectors = [np.zeros(dim, np.float32) if row.vector is None else vector_of(row.vector) for row, _ in found]
        return cls([row for row, _ in found], [young for _, young in found], stacked(vectors, dim))

    def about(self, vector: Vector, speaker: tuple[UUID | None, str], join: float) -> tuple[set[UUID], set[UUID]]:
        """Whom this voice is not, and about whom the user is not asked again yet. `speaker`: meeting and label;
        `join`: from which score on two voices are one."""
        here = np.array([(row.meeting_id, row.speaker) == speaker for row in self.rows], bool)
        alike = self.vectors @ vector >= join
        return self._contacts(here | alike), self._contacts(here | (alike & np.array(self.fresh, bool)))

    def _contacts(self, which: NDArray[np.bool_]) -> set[UUID]:
        return {self.rows[at].contact_id for at in np.flatnonzero(which).tolist()}


def vector_of(stored: object) -> Vector:
    """A stored vector; what was just written is a list or an array still."""
    to_numpy = getattr(stored, "to_numpy", None)
    return np.asarray(to_numpy() if to_numpy is not None else stored, dtype=np.float32)
