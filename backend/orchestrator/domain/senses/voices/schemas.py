"""Voices over the wire (api.md, Voices): what is matched, confirmed, taken back, and shown."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, SkipValidation, TypeAdapter
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import Line, OptionalLine
from orchestrator.domain.senses.voices.tuning import MAX_DIM, MIN_DIM
from orchestrator.kit.numbers import NUMBER

KIND = "voice_sample"
VOICE = "contact_voice"
"""All of a contact: what is erased by its route; what goes is told as samples."""
MAX_SPEAKERS = 100
MAX_SEGMENTS = 5_000
MAX_PARTICIPANTS = 1_000
LONGEST_SPEECH_S = 100_000.0

_CONTACT = "019aa1f0-5a7e-7cc1-8a7e-0c5f6f0a1b2c"
_SPOKEN: JsonDict = {
    "speaker": "S1",
    "embedding": [round(0.01 * (at % 17 - 8), 2) for at in range(192)],
    "speech_s": 41.0,
}
_MATCH: JsonDict = {"meeting_id": "ext-1", "participant_contact_ids": [], "speakers": [_SPOKEN]}
_CONFIRM: JsonDict = {"meeting_id": "ext-1", "assignments": [{**_SPOKEN, "contact_id": None}]}

Embedding = Annotated[
    list[float],
    SkipValidation,
    Field(
        description=f"Of the model named: {MIN_DIM} to {MAX_DIM} finite numbers; the length is set to 1.",
        json_schema_extra={"minItems": MIN_DIM, "maxItems": MAX_DIM},
    ),
]
"""Looked at by `vectors.unit`, which says what is wrong with it."""
Seconds = Annotated[float, Field(ge=0, le=LONGEST_SPEECH_S, allow_inf_nan=False), NUMBER]
Model = Annotated[OptionalLine, Field(description="Of the embeddings; absent: `campplus`.")]


class SpeakerIn(BaseModel):
    """One voice of a recording. `speech_s`: seconds of speech that the embedding is of."""

    speaker: Line
    embedding: Embedding
    speech_s: Seconds


class MatchIn(BaseModel):
    """Whose voices are these?"""

    model_config = ConfigDict(json_schema_extra={"examples": [_MATCH]})

    meeting_id: Line
    model: Model = None
    participant_contact_ids: Annotated[list[UUID], Field(max_length=MAX_PARTICIPANTS)] = Field(default_factory=list)
    speakers: Annotated[list[SpeakerIn], Field(min_length=1, max_length=MAX_SPEAKERS)]


class AudioSegmentIn(BaseModel):
    """Who speaks from when to when, in seconds from the start of the recording."""

    start_s: Seconds
    end_s: Seconds
    speaker: Line


SEGMENTS = TypeAdapter(Annotated[list[AudioSegmentIn], Field(min_length=1, max_length=MAX_SEGMENTS)])


class EmbeddedOut(BaseModel):
    """The embedding of the speech in a recording, of length 1. The recording was not kept."""

    model: str
    dim: int
    vector: list[float]
    speech_s: float


class CandidateOut(BaseModel):
    """A contact that it could be, by its best cluster."""

    contact_id: UUID
    score: float
    cluster_id: UUID


class MatchedOut(BaseModel):
    """`auto`: so sure that it may be shown as said by them, as a guess; `suggest`: ask; `unknown`: nobody that is
    known. Never a proof of identity."""

    speaker: str
    decision: Literal["auto", "suggest", "unknown"]
    contact_id: UUID | None
    score: float
    margin: float
    candidates: list[CandidateOut]


class MatchOut(BaseModel):
    """What became of each speaker, in the order given."""

    speakers: list[MatchedOut]


def all_of(labels: Iterable[str], found: MatchOut) -> MatchOut:
    """With every speaker of `labels`, once each in that order: who was not heard is nobody that is known."""
    heard = {one.speaker: one for one in found.speakers}
    return MatchOut(speakers=[heard.get(label) or _unheard(label) for label in dict.fromkeys(labels)])


def _unheard(label: str) -> MatchedOut:
    return MatchedOut(speaker=label, decision="unknown", contact_id=None, score=0.0, margin=0.0, candidates=[])


class AssignmentIn(BaseModel):
    """Who a speaker is. `contact_id` null: nobody that is known; `rejected_contact_id`: who it is not. Without an
    embedding the speaker is named, and nothing is learnt."""

    speaker: Line
    contact_id: UUID | None = None
    embedding: Embedding | None = None
    speech_s: Seconds = 0.0
    rejected_contact_id: UUID | None = None


class ConfirmIn(BaseModel):
    """What the user says of the speakers of a meeting."""

    model_config = ConfigDict(json_schema_extra={"examples": [_CONFIRM]})

    meeting_id: Line
    model: Model = None
    assignments: Annotated[list[AssignmentIn], Field(min_length=1, max_length=MAX_SPEAKERS)]


class UnconfirmIn(BaseModel):
    """The speaker is nobody's again."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"meeting_id": "ext-1", "speaker": "S1"}]})

    meeting_id: Line
    speaker: Line


class ClusterOut(BaseModel):
    """One way in which a contact sounds."""

    id: UUID
    model: str
    samples: int
    speech_s: float
    last_heard_at: datetime


class ContactVoiceOut(BaseModel):
    """A contact's voice; `enabled`: the user allowed it to be learnt and recognised."""

    enabled: bool
    clusters: list[ClusterOut]


class ConsentIn(BaseModel):
    """Whether a contact's voice may be learnt and recognised."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"enabled": True}]})

    enabled: bool


class UnknownOut(BaseModel):
    """A voice that was heard in several meetings and has no name."""

    id: UUID
    meetings: int
    speech_s: float
    last_heard_at: datetime


class NameIn(BaseModel):
    """Whose the unknown voice is."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"contact_id": _CONTACT}]})

    contact_id: UUID
