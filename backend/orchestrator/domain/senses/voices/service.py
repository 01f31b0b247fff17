"""Whose voice is it, and what is learnt when the user says so?

What the user confirms names a meeting's speaker at once; it trains where the contact is opted in. Nothing else does:
what was matched by itself moves no cluster.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import func

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.senses.meetings import speakers as meeting_speakers
from orchestrator.domain.senses.voices import learning, recognition, repository
from orchestrator.domain.senses.voices.decision import LEAST_SPEECH_S, Decision, Heard, Matcher
from orchestrator.domain.senses.voices.learning import Voice
from orchestrator.domain.senses.voices.model import Rejection, VoiceSample
from orchestrator.domain.senses.voices.schemas import (
    AssignmentIn,
    CandidateOut,
    ClusterOut,
    ConfirmIn,
    ContactVoiceOut,
    MatchedOut,
    MatchIn,
    MatchOut,
    SpeakerIn,
    UnconfirmIn,
    UnknownOut,
)
from orchestrator.domain.senses.voices.tuning import DEFAULT_MODEL, tuning_of
from orchestrator.domain.senses.voices.vectors import Vector, unit
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import normalize

UNKNOWN_MEETINGS, UNKNOWN_SPEECH_S = 3, 30.0
"""From when on an unknown voice is worth a name."""


async def match(tx: Tx, asked: MatchIn) -> MatchOut:
    """Hold voices against those of all contacts that are opted in, within one model. Nothing is stored. Raises
    InvalidRequest."""
    model = asked.model or DEFAULT_MODEL
    known_dim = await repository.dim_of(tx, model)
    vectors = [
        unit(one.embedding, model, field=f"speakers.{at}.embedding", known_dim=known_dim)
        for at, one in enumerate(asked.speakers)
    ]
    _same_length(vectors)
    matcher = await recognition.matcher(tx, model)
    refused = await recognition.Refused.of(tx, model, len(vectors[0]))
    meeting = await meeting_speakers.find(tx, asked.meeting_id)
    named = await contacts_known.living(tx, asked.participant_contact_ids)
    there = {*named.values(), *(meeting_speakers.attending(meeting) if meeting is not None else ())}
    found = []
    for one, vector in zip(asked.speakers, vectors, strict=True):
        place = (meeting.id if meeting is not None else None, one.speaker)
        rejected, blocked = refused.about(vector, place, tuning_of(model).join)
        heard = Heard(vector, one.speech_s, there, rejected, blocked)
        found.append(_shown(one.speaker, matcher.decide(heard)))
    return MatchOut(speakers=found)


def _same_length(vectors: Sequence[Vector]) -> None:
    if len({len(one) for one in vectors}) > 1:
        raise InvalidRequest.of_field("speakers", "the embeddings of one model have one length")


def _shown(speaker: str, found: Decision) -> MatchedOut:
    return MatchedOut(
        speaker=speaker,
        decision=found.outcome,
        contact_id=found.contact_id,
        score=found.score,
        margin=found.margin,
        candidates=[
            CandidateOut(contact_id=one.contact_id, score=round(one.plain, 4), cluster_id=one.cluster_id)
            for one in found.candidates
        ],
    )


async def keep_heard(tx: Tx, meeting_id: str, model: str, speakers: Sequence[SpeakerIn]) -> None:
    """Keep what Steward heard of a meeting's speakers itself, as voices that nobody named yet: who confirms one sends
    no embedding. What was confirmed before stays. Raises NotFound where the meeting was erased."""
    await provenance.lock_ingestion(tx)
    meeting = await meeting_speakers.put(tx, meeting_id)
    known = meeting_speakers.confirmed_labels(meeting)
    new = [
        AssignmentIn(speaker=one.speaker, embedding=one.embedding, speech_s=one.speech_s)
        for one in speakers
        if normalize(one.speaker) not in known
    ]
    if new:
        await confirm(tx, ConfirmIn(meeting_id=meeting_id, model=model, assignments=new))


async def confirm(tx: Tx, given: ConfirmIn) -> None:
    """Take what the user says of a meeting's speakers: names, samples and rejections. A meeting whose transcript has
    not come yet keeps them. Raises InvalidRequest, NotFound where the meeting was erased."""
    await provenance.lock_ingestion(tx)
    model = given.model or DEFAULT_MODEL
    vectors = await _vectors(tx, given, model)
    people = await _living(tx, given.assignments)
    meeting = await meeting_speakers.put(tx, given.meeting_id)
    confirming = _Confirming(tx, model, meeting.id, meeting.started_at, people, await repository.enabled(tx))
    confirming.matcher = await recognition.matcher(tx, model)
    for one, vector in zip(given.assignments, vectors, strict=True):
        await confirming.take(one, vector)
    await learning.rebuild(tx, confirming.touched)
    names = {one.speaker: people.get(one.contact_id) if one.contact_id else None for one in given.assignments}
    await meeting_speakers.name(tx, meeting, names)


async def _vectors(tx: Tx, given: ConfirmIn, model: str) -> list[Vector | None]:
    known_dim = await repository.dim_of(tx, model)
    found = [
        unit(one.embedding, model, field=f"assignments.{at}.embedding", known_dim=known_dim)
        if one.embedding is not None
        else None
        for at, one in enumerate(given.assignments)
    ]
    _same_length([one for one in found if one is not None])
    return found


async def _living(tx: Tx, assignments: Sequence[AssignmentIn]) -> dict[UUID, UUID]:
    """The contact that each id stands for now."""
    speakers = [one.speaker for one in assignments]
    if len(set(speakers)) < len(speakers):
        raise InvalidRequest.of_field("assignments", "a speaker is assigned once")
    wanted = {each for one in assignments for each in (one.contact_id, one.rejected_contact_id) if each is not None}
    found = await contacts_known.living(tx, wanted)
    if missing := wanted - found.keys():
        raise InvalidRequest.of_field("assignments", f"there is no such contact: {min(missing)}")
    if any(one.contact_id is not None and one.contact_id == one.rejected_contact_id for one in assignments):
        raise InvalidRequest.of_field("assignments", "a speaker can't be and not be the same contact")
    return found


class _Confirming:
    """One confirmation under way. `people`: the living contact of each id given; `touched`: whose clusters change."""

    def __init__(
        self,
        tx: Tx,
        model: str,
        meeting_row_id: UUID,
        heard_at: datetime | None,
        people: dict[UUID, UUID],
        enabled: Collection[UUID],
    ) -> None:
        self._tx = tx
        self._model = model
        self._meeting_row_id = meeting_row_id
        self._heard_at = heard_at
        self._people = people
        self._enabled = enabled
        self.matcher: Matcher | None = None
        self.touched: set[Voice] = set()

    async def take(self, one: AssignmentIn, vector: Vector | None) -> None:
        contact = self._people[one.contact_id] if one.contact_id is not None else None
        scores = self._scores(vector, one.speech_s)
        if one.rejected_contact_id is not None:
            await self._reject(one, self._people[one.rejected_contact_id], vector, scores)
        if contact is not None:
            await repository.drop_rejection(self._tx, self._meeting_row_id, one.speaker, contact)
        await self._correct(one.speaker, contact, replaced=vector is not None)
        trains = contact is None or contact in self._enabled
        if vector is not None and trains and one.speech_s >= LEAST_SPEECH_S:
            await self._learn(one, contact, vector, scores)

    async def _correct(self, speaker: str, contact: UUID | None, *, replaced: bool) -> None:
        """What was kept of this speaker is the contact's now; what a new embedding replaces, or nobody allows, goes."""
        rows = await repository.heard(self._tx, self._meeting_row_id, speaker)
        self.touched |= {(row.contact_id, row.model) for row in rows}
        allowed = contact is None or contact in self._enabled
        gone = [row for row in rows if not allowed or (replaced and row.model == self._model)]
        left = [row for row in rows if row not in gone]
        await learning.forget(self._tx, [row.id for row in gone])
        await learning.assign(self._tx, [row for row in left if row.contact_id != contact], contact)
        self.touched |= {(contact, row.model) for row in left}

    async def _learn(self, one: AssignmentIn, contact: UUID | None, vector: Vector, scores: dict[UUID, float]) -> None:
        row = VoiceSample(
            id=new_id(),
            user_id=self._tx.owner_id,
            contact_id=contact,
            meeting_id=self._meeting_row_id,
            speaker=one.speaker,
            model=self._model,
            vector=vector,
            speech_s=one.speech_s,
            own_score=scores.get(contact) if contact is not None else None,
            other_score=max((score for each, score in scores.items() if each != contact), default=None),
            heard_at=self._heard_at or func.steward_now(),
        )
        self._tx.session.add(row)
        await self._tx.session.flush()
        await self._tx.session.refresh(row, ["heard_at"])
        await learning.note_sources(self._tx, row)
        self.touched.add((contact, self._model))

    async def _reject(self, one: AssignmentIn, contact: UUID, vector: Vector | None, scores: dict[UUID, float]) -> None:
        """Evidence beside the clusters. Of somebody who is not opted in only that it was said."""
        allowed = contact in self._enabled
        row = Rejection(
            id=new_id(),
            user_id=self._tx.owner_id,
            contact_id=contact,
            meeting_id=self._meeting_row_id,
            speaker=one.speaker,
            model=self._model,
            vector=vector if allowed else None,
            speech_s=one.speech_s,
            score=scores.get(contact),
        )
        await repository.reject(self._tx, row)

    def _scores(self, vector: Vector | None, speech_s: float) -> dict[UUID, float]:
        """What the nearest contacts scored before this was learnt."""
        if vector is None or self.matcher is None or speech_s < LEAST_SPEECH_S:
            return {}
        return {one.contact_id: one.plain for one in self.matcher.candidates(Heard(vector, speech_s))}


async def unconfirm(tx: Tx, given: UnconfirmIn) -> None:
    """The speaker is nobody's again, and what was learnt of them is made anew without it. Raises NotFound."""
    await provenance.lock_ingestion(tx)
    meeting = await meeting_speakers.find(tx, given.meeting_id)
    if meeting is None:
        raise NotFound("There is no such meeting.")
    rows = [row for row in await repository.heard(tx, meeting.id, given.speaker) if row.contact_id is not None]
    touched = {(row.contact_id, row.model) for row in rows}
    await learning.forget(tx, [row.id for row in rows])
    await learning.rebuild(tx, touched)
    await meeting_speakers.name(tx, meeting, {given.speaker: None})


async def show(tx: Tx, contact_id: UUID) -> ContactVoiceOut:
    """A contact's voice. Raises NotFound."""
    await contacts.get(tx, contact_id)
    rows = await repository.clusters_of(tx, contact_id)
    return ContactVoiceOut(
        enabled=contact_id in await repository.enabled(tx),
        clusters=[
            ClusterOut(
                id=row.id,
                model=row.model,
                samples=row.samples,
                speech_s=row.speech_s,
                last_heard_at=row.last_heard_at,
            )
            for row in rows
        ],
    )


async def allow(tx: Tx, contact_id: UUID, *, enabled: bool) -> ContactVoiceOut:
    """Opt a contact in, or out: then nothing is learnt or recognised, and what was learnt is kept. Raises NotFound."""
    await provenance.lock_ingestion(tx)
    await contacts.get(tx, contact_id)
    await repository.set_consent(tx, contact_id, enabled=enabled)
    return await show(tx, contact_id)


async def unknown(tx: Tx) -> list[UnknownOut]:
    """Voices without a name that were heard in several meetings."""
    rows = await repository.unknown_heard(tx, meetings=UNKNOWN_MEETINGS, speech_s=UNKNOWN_SPEECH_S)
    return [
        UnknownOut(id=row.id, meetings=row.meetings, speech_s=row.speech_s, last_heard_at=row.last_heard_at)
        for row in rows
    ]


async def name_unknown(tx: Tx, cluster_id: UUID, contact_id: UUID) -> ContactVoiceOut:
    """All that the unknown voice said was this contact, in every meeting; it trains where they are opted in. Raises
    NotFound, InvalidRequest."""
    await provenance.lock_ingestion(tx)
    cluster = await repository.unknown_cluster(tx, cluster_id)
    if cluster is None:
        raise NotFound("There is no such unknown voice.")
    contact = (await contacts_known.living(tx, [contact_id])).get(contact_id)
    if contact is None:
        raise InvalidRequest.of_field("contact_id", "there is no such contact")
    model = cluster.model
    rows = await learning.unknown_members(tx, cluster)
    spoke = [(row.meeting_id, row.speaker) for row in rows]
    if contact in await repository.enabled(tx):
        await learning.assign(tx, rows, contact)
    else:
        await learning.forget(tx, [row.id for row in rows])
    await learning.rebuild(tx, [(None, model), (contact, model)])
    for meeting_row_id, speaker in spoke:
        meeting = await meeting_speakers.get(tx, meeting_row_id)
        if meeting is not None:
            await meeting_speakers.name(tx, meeting, {speaker: contact})
    return await show(tx, contact)
