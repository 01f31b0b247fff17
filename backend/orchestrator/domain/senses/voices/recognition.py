"""The matcher of one user and model, as the tables stand; and what the user's rejections say of a voice."""

from collections.abc import Collection, Sequence
from uuid import UUID

import numpy as np

from orchestrator.db.tx import Tx
from orchestrator.domain.senses.voices import repository
from orchestrator.domain.senses.voices.calibration import Trial, bounds_of
from orchestrator.domain.senses.voices.decision import Enrolled, Heard, Matcher
from orchestrator.domain.senses.voices.model import Rejection, VoiceCluster
from orchestrator.domain.senses.voices.tuning import Tuning, tuning_of
from orchestrator.domain.senses.voices.vectors import Vector

NEWEST_TRIALS = 1_000


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


def heard_as(
    vector: Vector,
    speech_s: float,
    speaker: tuple[UUID | None, str],
    participants: Collection[UUID],
    rejections: Sequence[tuple[Rejection, bool]],
    tuning: Tuning,
) -> Heard:
    """The voice with what the user said of it and of voices like it. `speaker`: meeting and label; `rejections`: with
    whether each is too fresh to ask again."""
    rejected, blocked = set[UUID](), set[UUID]()
    for row, fresh in rejections:
        here = (row.meeting_id, row.speaker) == speaker
        alike = row.vector is not None and float(vector_of(row.vector) @ vector) >= tuning.join
        if here or alike:
            rejected.add(row.contact_id)
        if here or (alike and fresh):
            blocked.add(row.contact_id)
    return Heard(vector, speech_s, participants, rejected, blocked)


def vector_of(stored: object) -> Vector:
    """A stored vector; what was just written is a list or an array still."""
    to_numpy = getattr(stored, "to_numpy", None)
    return np.asarray(to_numpy() if to_numpy is not None else stored, dtype=np.float32)
