"""What does a briefing look like from outside, of which lines is it made, and which work does it put off?"""

import datetime as dt
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from orchestrator.domain.work.pushes.schemas import PushOut
from orchestrator.kit.zones import EARLIEST, LATEST
from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

Section = Literal["today", "tomorrow", "changes", "overdue", "due", "actions", "birthdays", "waiting", "proposals"]
SECTIONS: tuple[Section, ...] = (
    "today",
    "tomorrow",
    "changes",
    "overdue",
    "due",
    "actions",
    "birthdays",
    "waiting",
    "proposals",
)
"""In the order in which they are told."""
MAKE_TIMEOUT_S = 300.0
_EVENT = "01935f5c-8a00-7000-8000-000000000001"
_EXAMPLE: JsonDict = {
    "id": "01935f5c-8a00-7000-8000-000000000009",
    "date": "2026-11-27",
    "timezone": "America/Sao_Paulo",
    "title": "Your briefing for Friday, 27 November 2026",
    "items": [
        {
            "section": "today",
            "text": "10:00–11:00: “Dentist” at Rua Augusta 10",
            "sources": [{"type": "event", "id": _EVENT}],
        }
    ],
    "markdown": "**Today, Fri, 27 Nov**\n\n- 10:00–11:00: “Dentist” at Rua Augusta 10",
    "generated_by": "reader",
    "push": {"state": "sent", "sent_at": "2026-11-27T10:00:02Z", "receipts": []},
    "made_at": "2026-11-27T10:00:00Z",
}


class Source(BaseModel):
    """What a line stands on: `event`, `todo`, `contact`, `place`, `meeting`, `preview`, `proposed_event` or `stay`."""

    model_config = ConfigDict(from_attributes=True, frozen=True)

    type: str
    id: UUID


class Line(BaseModel):
    """One line: its words, and what they are from. `parts`: the lines that it was made of, which remain of it when a
    source of it is erased. `rest`: it counts what is not told ("and 3 more")."""

    model_config = ConfigDict(frozen=True)

    section: Section
    text: str
    sources: tuple[Source, ...]
    parts: tuple["Line", ...] = ()
    rest: bool = False


class Headings(BaseModel):
    """The words around the lines. `dates`: the whole dates of those sections that are a day's; `free`: what stands
    under `today` where nothing does; `empty`: in place of everything where there is nothing to tell."""

    sections: dict[Section, str]
    dates: dict[Section, str]
    free: str
    empty: str


class ItemOut(BaseModel):
    """One line with its sources."""

    section: Section
    text: str
    sources: list[Source]


class BriefingOut(BaseModel):
    """The briefing of a local date. `generated_by`: the model that worded it, or `reader`; `push` says what became of
    its notification, `none` where there was none."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    id: UUID
    date: dt.date
    timezone: str
    title: str
    items: list[ItemOut] = Field(description="In the order of `markdown`; empty where there is nothing to tell.")
    markdown: str
    generated_by: str
    push: PushOut
    made_at: dt.datetime


def _tellable(value: dt.date) -> dt.date:
    if not EARLIEST.date() < value < LATEST.date():
        msg = "the year is out of range"
        raise ValueError(msg)
    return value


class RunIn(BaseModel):
    """Which date (null: the user's today), and whether it is pushed: once per user and date, however often it runs."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"date": None, "push": True}]})

    date: Annotated[dt.date | None, AfterValidator(lambda day: day if day is None else _tellable(day))] = None
    push: bool = True


class Making(BaseModel):
    """A briefing that is to be made. `scheduled`: its morning set it off; by then that may be over."""

    date: dt.date
    push: bool
    scheduled: bool = False


DUE = JobType("briefings.due", Scheduled, max_attempts=1)
MAKE: JobType[Any] = JobType("briefings.make", Making, timeout_s=MAKE_TIMEOUT_S)
