"""What does a transcript look like when it comes, and a meeting when it is asked for?"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SkipValidation,
    ValidationError,
    model_validator,
)
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import SHORT, Line, OptionalLine, OrEmpty, field_errors
from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.kit.numbers import NUMBER
from orchestrator.kit.text import storable
from orchestrator.kit.zones import written
from orchestrator.scheduling.async_jobs import JobType

KIND = "meeting"
SUMMARY = "meeting_wording"
"""In provenance: the summary of the meeting of that id, which may be made of a rule too."""
RULE = "fact"
MAX_ATTENDEES = 1_000
MAX_SEGMENTS = 100_000
SEGMENT_CHARACTERS = 100_000
MAX_SPEAKERS = 1_000
"""Different ones: as many as may attend. A recorder that finds more has heard none."""
LATEST_S = 1_000_000.0
"""Eleven days: what lies further into a meeting is in milliseconds."""
FIRST_YEAR, LAST_YEAR = 1900, 9000
TIMEOUT_S = 3_600.0
"""Long transcripts go to a small model in many parts."""
MeetingState = Literal["pending", "running", "done", "failed"]

EXAMPLE: JsonDict = {
    "meeting_id": "ext-1",
    "title": "Kick-off",
    "started_at": "2026-11-23T10:00:00Z",
    "ended_at": "2026-11-23T10:30:00Z",
    "attendees": [{"name": "Ana Souza", "email": "ana@example.org"}, {"name": "Rui"}],
    "segments": [
        {"start_s": 0.0, "end_s": 4.2, "speaker": "Rui", "text": "Who sends the offer to the client?"},
        {"start_s": 4.4, "end_s": 7.9, "speaker": "Ana Souza", "text": "I'll send it by Friday."},
    ],
}


def _attendee(value: object) -> object:
    if isinstance(value, str):
        return {"email": value} if "@" in value else {"name": value}
    return value


def _said(value: object) -> object:
    return storable(value) if isinstance(value, str) else value


def _in_range(value: datetime | None) -> datetime | None:
    if value is not None and not FIRST_YEAR <= value.year <= LAST_YEAR:
        msg = "the year is out of range"
        raise ValueError(msg)
    return value


Moment = Annotated[datetime | None, BeforeValidator(written), AfterValidator(_in_range)]
"""RFC 3339; without an offset it is wall time of the user."""
Seconds = Annotated[float, Field(ge=0, le=LATEST_S, allow_inf_nan=False), NUMBER]


class AttendeeIn(BaseModel):
    """Someone who was there; a plain string is a name or an email."""

    model_config = ConfigDict(extra="allow")

    name: OptionalLine = None
    email: OptionalLine = None
    identifier: OptionalLine = Field(default=None, description="A handle or id that the recorder knows them by.")

    @model_validator(mode="after")
    def _is_someone(self) -> "AttendeeIn":
        if self.name is None and self.email is None and self.identifier is None:
            msg = "an attendee has a `name`, an `email` or an `identifier`"
            raise ValueError(msg)
        return self


class SegmentIn(BaseModel):
    """A stretch of speech, in seconds from the start of the recording."""

    model_config = ConfigDict(extra="allow")

    start_s: Seconds
    end_s: Seconds | None = None
    speaker: OptionalLine = None
    text: Annotated[Annotated[str, Field(max_length=SEGMENT_CHARACTERS)], BeforeValidator(_said)]

    @model_validator(mode="after")
    def _runs_forward(self) -> "SegmentIn":
        if self.end_s is not None and self.end_s < self.start_s:
            msg = "a segment ends (`end_s`) after it starts (`start_s`)"
            raise ValueError(msg)
        return self


class MeetingIn(BaseModel):
    """A transcript. Unknown fields are kept with it."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [EXAMPLE]})

    meeting_id: Annotated[Line, Field(description="The caller's id, unique for each user.")]
    title: OptionalLine = None
    started_at: Moment = None
    ended_at: Moment = None
    transcript_hash: OptionalLine = Field(
        default=None, description="The same one again is not summarised anew; computed where it is absent."
    )
    calendar_event_id: OptionalLine = Field(default=None, description="An event's id, or its `external_id`.")
    attendees: Annotated[
        list[Annotated[AttendeeIn, BeforeValidator(_attendee, json_schema_input_type=AttendeeIn | str)]],
        OrEmpty,
        Field(max_length=MAX_ATTENDEES),
    ] = Field(default_factory=list)
    segments: Annotated[list[SegmentIn], Field(min_length=1, max_length=MAX_SEGMENTS)]
    restore: bool = Field(default=False, description="Lift the tombstone of a meeting that was erased (scope `write`).")

    @model_validator(mode="after")
    def _makes_sense(self) -> "MeetingIn":
        start, end = self.started_at, self.ended_at
        if start is not None and end is not None and (start.tzinfo is None) == (end.tzinfo is None) and end < start:
            msg = "a meeting ends (`ended_at`) after it starts (`started_at`)"
            raise ValueError(msg)
        return self


class SubmissionIn(MeetingIn):
    """A transcript as it comes. Its segments are looked at afterwards (`checked_segments`), a few at a time: a hundred
    thousand take half a second, in which nobody else would be answered."""

    model_config = ConfigDict(title="MeetingIn")

    segments: Annotated[
        list[SegmentIn], SkipValidation, Field(json_schema_extra={"minItems": 1, "maxItems": MAX_SEGMENTS})
    ]


class _Segments(BaseModel):
    segments: list[SegmentIn]


CHECKED_AT_ONCE = 1_000
"""Seven milliseconds of checking."""


def checked_segments(segments: object) -> Iterator[list[SegmentIn]]:
    """The segments of a submission, a part at a time. Raises InvalidRequest."""
    if not isinstance(segments, list) or not 0 < len(segments) <= MAX_SEGMENTS:
        raise _wrong(f"it is a list of 1 to {MAX_SEGMENTS:,} segments")
    speakers: set[str | None] = set()
    said = False
    for start in range(0, len(segments), CHECKED_AT_ONCE):
        try:
            part = _Segments(segments=segments[start : start + CHECKED_AT_ONCE]).segments
        except ValidationError as error:
            raise InvalidRequest("The transcript is not valid.", errors=_placed(error, start)) from error
        speakers.update(one.speaker for one in part)
        said = said or any(one.text.strip() for one in part)
        yield part
    if not said:
        raise _wrong("nothing is said in these `segments`")
    if len(speakers) > MAX_SPEAKERS:
        told = f"the `segments` name more than {MAX_SPEAKERS:,} different speakers: send the words without labels"
        raise _wrong(told)


def _wrong(message: str) -> InvalidRequest:
    return InvalidRequest.of_field("segments", message, loc=("body", "segments"))


def _placed(error: ValidationError, start: int) -> list[FieldError]:
    """The faults as of the whole list, of which `start` came before."""
    told = field_errors(error)
    for one in told:
        one["loc"] = ["body", "segments", int(one["loc"][1]) + start, *one["loc"][2:]]
    return told


class SubmittedOut(BaseModel):
    """The job that will summarise it, and from when on."""

    job_id: UUID
    meeting_id: str
    run_after: datetime


class ErasedOut(BaseModel):
    """It was erased for good: nothing of this submission is stored."""

    meeting_id: str
    status: Literal["erased"] = "erased"
    job_id: None = None
    run_after: None = None


class AttendeeOut(BaseModel):
    """Someone who was there; `contact_id` where an exact email or name says who it is."""

    name: str | None = None
    email: str | None = None
    contact_id: UUID | None = None
    is_user: bool = False


class SpeakerOut(BaseModel):
    """Who speaks: `speaker` is the recorder's label, `name` whom it stands for; `confirmed`: the user said so."""

    speaker: str
    name: str | None = None
    contact_id: UUID | None = None
    is_user: bool = False
    confirmed: bool = False


class ActionItemOut(BaseModel):
    """Something to do. `quote`: the transcript's own words; `todo_id`: of the user's own, as long as that todo is
    there."""

    text: str
    assignee: str | None
    email: str | None
    quote: str
    todo_id: UUID | None


class DecisionOut(BaseModel):
    """What was decided or agreed, in the transcript's own words. `at_s`: seconds from the beginning."""

    text: str
    speaker: str | None
    at_s: float


class MeetingOut(BaseModel):
    """A meeting. `generated_by`: the model's name, or `reader` (sentences of the transcript, and what was promised in
    so many words); `state`: of the newest submission or re-run; `last_error`: why it waits, failed, or why the reader
    stood in. What others said is `third_party`."""

    meeting_id: str
    title: str | None
    event_id: UUID | None
    started_at: datetime | None
    ended_at: datetime | None
    attendees: list[AttendeeOut]
    speakers: list[SpeakerOut]
    summary: str | None
    action_items: list[ActionItemOut]
    decisions: list[DecisionOut]
    generated_by: str | None
    state: MeetingState
    last_error: str | None
    origin: Literal["third_party"] = "third_party"


class SegmentOut(BaseModel):
    """A stretch of speech, in seconds from the beginning. `position`: its place in the submission; `speaker`: the
    recorder's label, `name` whom it stands for. What others said is `third_party`."""

    position: int
    start_s: float
    end_s: float | None
    speaker: str | None
    name: str | None
    contact_id: UUID | None
    is_user: bool
    text: str
    origin: Literal["third_party"] = "third_party"


class Summarize(BaseModel):
    """Payload of `meetings.summarize`: whose transcript. What was said stays in its table."""

    meeting_row_id: UUID


SUMMARIZE = JobType("meetings.summarize", Summarize, timeout_s=TIMEOUT_S)


class Index(BaseModel):
    """Payload of `meetings.index`: whose words are to be found."""

    meeting_row_id: UUID


INDEX = JobType("meetings.index", Index, timeout_s=TIMEOUT_S)
"""Let what is said in a meeting be found, and read what was decided in it."""


@dataclass(frozen=True)
class Submitted:
    """What became of a submission; `erased`: a tombstone stands, nothing is stored."""

    job_id: UUID | None
    run_after: datetime | None
    erased: bool = False


@dataclass(frozen=True)
class OpenActionItem:
    """Something that is still to be done. `mine`: the user's own; `title`: of the meeting, `at`: when that was (aware,
    UTC). All its words are third-party text."""

    text: str
    assignee: str | None
    mine: bool
    meeting_row_id: UUID
    event_id: UUID | None
    title: str
    at: datetime | None
    todo_id: UUID | None


TEXT_CHARACTERS = SHORT
"""Of an action item: what a todo's title holds."""
