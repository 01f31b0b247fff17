"""Reads and writes the tables of voices."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import Interval, delete, func, literal, or_, select, text
from sqlalchemy.dialects.postgresql import insert

from orchestrator.db.tx import Tx
from orchestrator.domain.senses.voices.model import Consent, Rejection, VoiceCluster, VoiceSample
from orchestrator.kit.ids import new_id


async def enabled(tx: Tx) -> set[UUID]:
    """The contacts whose voice may be learnt and recognised."""
    found = await tx.session.scalars(
        select(Consent.contact_id).where(Consent.user_id == tx.owner_id, Consent.enabled.is_(True))
    )
    return set(found)


async def set_consent(tx: Tx, contact_id: UUID, *, enabled: bool) -> None:
    row = insert(Consent).values(id=new_id(), user_id=tx.owner_id, contact_id=contact_id, enabled=enabled)
    changed = {"enabled": row.excluded.enabled, "updated_at": func.steward_now()}
    await tx.session.execute(row.on_conflict_do_update(index_elements=["user_id", "contact_id"], set_=changed))


async def drop_consent(tx: Tx, contact_id: UUID) -> None:
    await tx.session.execute(delete(Consent).where(Consent.user_id == tx.owner_id, Consent.contact_id == contact_id))


async def dim_of(tx: Tx, model: str) -> int | None:
    """The length of this user's embeddings of a model; None where there is none yet."""
    statement = text(
        "select vector_dims(vector) from voice_samples where user_id = :owner and model = :model "
        "union all select vector_dims(vector) from voice_rejections "
        "where user_id = :owner and model = :model and vector is not null limit 1"
    )
    found: int | None = await tx.session.scalar(statement, {"owner": tx.owner_id, "model": model})
    return found


async def clusters(tx: Tx, model: str) -> Sequence[VoiceCluster]:
    """All clusters of a model, the unknown ones too, by id."""
    statement = select(VoiceCluster).where(VoiceCluster.user_id == tx.owner_id, VoiceCluster.model == model)
    return (await tx.session.scalars(statement.order_by(VoiceCluster.id))).all()


async def clusters_of(tx: Tx, contact_id: UUID) -> Sequence[VoiceCluster]:
    """A contact's clusters of all models, the one with most speech first."""
    statement = select(VoiceCluster).where(VoiceCluster.user_id == tx.owner_id, VoiceCluster.contact_id == contact_id)
    return (await tx.session.scalars(statement.order_by(VoiceCluster.speech_s.desc(), VoiceCluster.id))).all()


async def unknown_heard(tx: Tx, *, meetings: int, speech_s: float) -> Sequence[VoiceCluster]:
    """Unknown voices heard that often and that long, the one heard last first."""
    statement = select(VoiceCluster).where(
        VoiceCluster.user_id == tx.owner_id,
        VoiceCluster.contact_id.is_(None),
        VoiceCluster.meetings >= meetings,
        VoiceCluster.speech_s >= speech_s,
    )
    return (await tx.session.scalars(statement.order_by(VoiceCluster.last_heard_at.desc(), VoiceCluster.id))).all()


async def unknown_cluster(tx: Tx, cluster_id: UUID) -> VoiceCluster | None:
    statement = select(VoiceCluster).where(
        VoiceCluster.user_id == tx.owner_id, VoiceCluster.id == cluster_id, VoiceCluster.contact_id.is_(None)
    )
    return (await tx.session.scalars(statement)).one_or_none()


async def drop_clusters(tx: Tx, contact_id: UUID | None, model: str) -> None:
    """Those of a contact (None: the unknown ones) in a model."""
    await tx.session.execute(
        delete(VoiceCluster)
        .where(VoiceCluster.user_id == tx.owner_id, VoiceCluster.model == model)
        .where(VoiceCluster.contact_id.is_not_distinct_from(contact_id))
        .execution_options(synchronize_session="fetch")
    )


async def add_clusters(tx: Tx, rows: Sequence[VoiceCluster]) -> None:
    tx.session.add_all(rows)
    await tx.session.flush()


async def samples(tx: Tx, contact_id: UUID | None, model: str) -> Sequence[VoiceSample]:
    """In the order in which they were confirmed."""
    statement = select(VoiceSample).where(
        VoiceSample.user_id == tx.owner_id,
        VoiceSample.model == model,
        VoiceSample.contact_id.is_not_distinct_from(contact_id),
    )
    return (await tx.session.scalars(statement.order_by(VoiceSample.created_at, VoiceSample.id))).all()


async def heard(tx: Tx, meeting_row_id: UUID, speaker: str, model: str | None = None) -> Sequence[VoiceSample]:
    """What is kept of a speaker of a meeting."""
    statement = select(VoiceSample).where(
        VoiceSample.user_id == tx.owner_id, VoiceSample.meeting_id == meeting_row_id, VoiceSample.speaker == speaker
    )
    if model is not None:
        statement = statement.where(VoiceSample.model == model)
    return (await tx.session.scalars(statement.order_by(VoiceSample.id))).all()


async def counts(tx: Tx, model: str) -> dict[UUID, tuple[int, int]]:
    """(samples, meetings) that the user confirmed, by contact."""
    statement = (
        select(VoiceSample.contact_id, func.count(), func.count(VoiceSample.meeting_id.distinct()))
        .where(VoiceSample.user_id == tx.owner_id, VoiceSample.model == model, VoiceSample.contact_id.is_not(None))
        .group_by(VoiceSample.contact_id)
    )
    found = await tx.session.execute(statement)
    return {contact: (number, meetings) for contact, number, meetings in found if contact is not None}


async def trials(tx: Tx, model: str, *, limit: int) -> list[tuple[float, float, bool]]:
    """(score, seconds, theirs) of the newest confirmations and rejections."""
    statement = text(
        "select score, speech_s, theirs from ("
        " select own_score as score, speech_s, true as theirs, created_at from voice_samples"
        "  where user_id = :owner and model = :model and contact_id is not null and own_score is not null"
        " union all select other_score, speech_s, false, created_at from voice_samples"
        "  where user_id = :owner and model = :model and contact_id is not null and other_score is not null"
        " union all select score, speech_s, false, created_at from voice_rejections"
        "  where user_id = :owner and model = :model and score is not null"
        ") each order by created_at desc limit :limit"
    )
    found = await tx.session.execute(statement, {"owner": tx.owner_id, "model": model, "limit": limit})
    return [(score, speech_s, theirs) for score, speech_s, theirs in found]


async def rejections(tx: Tx, model: str, *, fresh: timedelta) -> list[tuple[Rejection, bool]]:
    """All of a model, each with whether it is younger than `fresh`."""
    young = Rejection.created_at > func.steward_now() - literal(fresh, Interval())
    statement = select(Rejection, young).where(Rejection.user_id == tx.owner_id, Rejection.model == model)
    found = await tx.session.execute(statement.order_by(Rejection.created_at, Rejection.id))
    return [(row, bool(is_young)) for row, is_young in found]


async def reject(tx: Tx, row: Rejection) -> None:
    """Keep it, in the place of what was said of the same speaker and contact before."""
    await drop_rejection(tx, row.meeting_id, row.speaker, row.contact_id, model=row.model)
    tx.session.add(row)
    await tx.session.flush()


async def drop_rejection(
    tx: Tx, meeting_row_id: UUID, speaker: str, contact_id: UUID, *, model: str | None = None
) -> None:
    """Of one model, or of all."""
    statement = delete(Rejection).where(
        Rejection.user_id == tx.owner_id,
        Rejection.meeting_id == meeting_row_id,
        Rejection.speaker == speaker,
        Rejection.contact_id == contact_id,
    )
    await tx.session.execute(statement if model is None else statement.where(Rejection.model == model))


async def drop_rejections(tx: Tx, ids: Collection[UUID]) -> None:
    await tx.session.execute(delete(Rejection).where(Rejection.user_id == tx.owner_id, Rejection.id.in_(ids)))


async def keys(tx: Tx) -> Sequence[tuple[UUID, str | None, str | None]]:
    """(id, source, external id) of every sample: it is known by its id alone."""
    found = await tx.session.scalars(select(VoiceSample.id).where(VoiceSample.user_id == tx.owner_id))
    return [(one, "", str(one)) for one in found]


async def drop_samples(tx: Tx, ids: Collection[UUID]) -> None:
    await tx.session.execute(delete(VoiceSample).where(VoiceSample.user_id == tx.owner_id, VoiceSample.id.in_(ids)))


async def samples_of(tx: Tx, contact_id: UUID) -> Sequence[VoiceSample]:
    """The samples of a contact."""
    of_contact = VoiceSample.contact_id == contact_id
    return (await tx.session.scalars(select(VoiceSample).where(VoiceSample.user_id == tx.owner_id, of_contact))).all()


async def rejections_of(
    tx: Tx, *, contacts: Collection[UUID] = (), meetings: Collection[UUID] = ()
) -> Sequence[Rejection]:
    """The rejections that name any of these contacts, or come from any of these meetings."""
    either = or_(Rejection.contact_id.in_(contacts), Rejection.meeting_id.in_(meetings))
    return (await tx.session.scalars(select(Rejection).where(Rejection.user_id == tx.owner_id, either))).all()


async def sampled(tx: Tx, ids: Collection[UUID]) -> Sequence[VoiceSample]:
    """The samples with these ids."""
    statement = select(VoiceSample).where(VoiceSample.user_id == tx.owner_id, VoiceSample.id.in_(ids))
    return (await tx.session.scalars(statement.order_by(VoiceSample.id))).all()


async def rejected(tx: Tx, ids: Collection[UUID]) -> Sequence[Rejection]:
    """The rejections with these ids."""
    statement = select(Rejection).where(Rejection.user_id == tx.owner_id, Rejection.id.in_(ids))
    return (await tx.session.scalars(statement.order_by(Rejection.id))).all()
