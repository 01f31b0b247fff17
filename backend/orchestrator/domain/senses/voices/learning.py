"""Learning from what the user confirms: samples are kept, and clusters made anew of all that are left."""

from collections.abc import Collection, Iterable
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.meetings.schemas import KIND as MEETING
from orchestrator.domain.senses.voices import repository
from orchestrator.domain.senses.voices.clustering import Cluster, Sample, clusters_of, surplus, unknown_clusters
from orchestrator.domain.senses.voices.model import VoiceCluster, VoiceSample
from orchestrator.domain.senses.voices.recognition import vector_of
from orchestrator.domain.senses.voices.schemas import KIND
from orchestrator.domain.senses.voices.tuning import MOST_UNKNOWN, tuning_of

Voice = tuple[UUID | None, str]
"""Of a contact, or of the unknown, in a model."""
CONTACT = "contact"


async def rebuild(tx: Tx, voices: Iterable[Voice]) -> None:
    """Make the clusters of these anew, and forget what is beyond what is kept."""
    wanted = sorted(set(voices), key=str)
    for contact_id, model in wanted:  # all of them first: a sample that moved founds a cluster with the same id
        await repository.drop_clusters(tx, contact_id, model)
    for contact_id, model in wanted:
        clusters = await _made(tx, contact_id, model)
        await repository.add_clusters(tx, [_as_row(tx.owner_id, contact_id, model, one) for one in clusters])


async def _made(tx: Tx, contact_id: UUID | None, model: str) -> list[Cluster]:
    samples = [_as_sample(row) for row in await repository.samples(tx, contact_id, model)]
    tuning = tuning_of(model)
    unknown = contact_id is None
    gone = [one.id for one in samples[:-MOST_UNKNOWN]] if unknown else surplus(samples, tuning)
    if gone:
        await forget(tx, gone)
        samples = [one for one in samples if one.id not in gone]
    return unknown_clusters(samples, tuning) if unknown else clusters_of(samples, tuning)


async def forget(tx: Tx, ids: Collection[UUID]) -> None:
    """Drop samples; whose they were is made anew by the caller."""
    await repository.drop_samples(tx, ids)
    await provenance.forget(tx, [(KIND, one) for one in sorted(ids)])


async def assign(tx: Tx, rows: Iterable[VoiceSample], contact_id: UUID | None) -> None:
    """Let these be the contact's, or nobody's."""
    for row in rows:
        row.contact_id = contact_id
        row.own_score = row.other_score = None
        await note_sources(tx, row)
    await tx.session.flush()


async def note_sources(tx: Tx, row: VoiceSample) -> None:
    """Remember that the sample goes with its meeting and its contact."""
    await provenance.forget_sources(tx, KIND, row.id)
    people = [(CONTACT, row.contact_id)] if row.contact_id is not None else []
    await provenance.record_all(tx, sources=[(MEETING, row.meeting_id), *people], derived=(KIND, row.id))


async def unknown_members(tx: Tx, cluster: VoiceCluster) -> list[VoiceSample]:
    """The samples of an unknown cluster."""
    rows = {row.id: row for row in await repository.samples(tx, None, cluster.model)}
    made = unknown_clusters([_as_sample(row) for row in rows.values()], tuning_of(cluster.model))
    return [rows[one.id] for each in made if each.id == cluster.id for one in each.samples]


def _as_sample(row: VoiceSample) -> Sample:
    return Sample(row.id, vector_of(row.vector), row.speech_s, row.heard_at, row.meeting_id)


def _as_row(owner_id: UUID, contact_id: UUID | None, model: str, one: Cluster) -> VoiceCluster:
    return VoiceCluster(
        id=one.id,
        user_id=owner_id,
        contact_id=contact_id,
        model=model,
        vector=one.centroid,
        samples=len(one.samples),
        meetings=one.conversations,
        speech_s=one.speech_s,
        last_heard_at=one.last_heard_at,
    )
