"""The tables `events`, `event_series`, `event_occurrences`, `event_imports`, `event_calendars`, `event_writes`."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, Integer, Interval, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base
from orchestrator.db.repository import EntityRow

_WALL = DateTime(timezone=False)


class Event(EntityRow):
    """`start_at`, `end_at` (exclusive) are wall time in `timezone`; `start_utc`, `end_utc` the same as instants.

    `participants`: `[{"contact_id","name","email","role"}]`. `participant_keys`: what they are looked up by, `c:` and
    the contact's id, `e:` and the folded email, `n:` and the folded name, `w:` and each word of it. `moved_at`,
    `moved_from`, `cancelled_at`: what happened to it last (`lately.py`). `changed_days`: the same of single
    occurrences of a series, by their place in it (ISO); `days_changed_at`: when the last of that happened.

    `overrides`: what single occurrences of a series have of their own (`overrides.py`). `absent_since`: no longer in
    the feed that it came from.

    `meeting`, `action_items`: what the transcript of the meeting that it was gave; others' words, whatever the
    event's own origin. Of a series they are the newest; `occurrence_meetings` has those of each occurrence, by its
    place in the series (ISO).
    """

    __tablename__ = "events"

    title: Mapped[str] = mapped_column()
    description: Mapped[str | None] = mapped_column()
    start_at: Mapped[datetime] = mapped_column(_WALL)
    end_at: Mapped[datetime | None] = mapped_column(_WALL)
    timezone: Mapped[str] = mapped_column()
    all_day: Mapped[bool] = mapped_column(default=False)
    start_utc: Mapped[datetime] = mapped_column()
    end_utc: Mapped[datetime] = mapped_column()
    place_id: Mapped[UUID | None] = mapped_column()
    location_text: Mapped[str | None] = mapped_column()
    participants: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    participant_keys: Mapped[list[str]] = mapped_column(default=list)
    recurrence: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True))
    overrides: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    status: Mapped[str] = mapped_column(default="confirmed")
    busy: Mapped[bool] = mapped_column(default=True)
    calendar: Mapped[str | None] = mapped_column()
    moved_at: Mapped[datetime | None] = mapped_column()
    moved_from: Mapped[datetime | None] = mapped_column()
    cancelled_at: Mapped[datetime | None] = mapped_column()
    changed_days: Mapped[dict[str, Any]] = mapped_column(default=dict)
    days_changed_at: Mapped[datetime | None] = mapped_column()
    meeting: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    action_items: Mapped[list[dict[str, Any]]] = mapped_column(default=list)
    occurrence_meetings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    absent_since: Mapped[datetime | None] = mapped_column()


class EventSeries(Base):
    """An event that repeats. `years`: those expanded into occurrences; `last_utc`: none starts later, None = not known;
    `reach`: by how much an occurrence may lie around its place in the series."""

    __tablename__ = "event_series"

    event_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    first_utc: Mapped[datetime] = mapped_column()
    last_utc: Mapped[datetime | None] = mapped_column()
    reach: Mapped[timedelta] = mapped_column(Interval)
    years: Mapped[list[int]] = mapped_column(ARRAY(Integer), default=list)


class EventOccurrence(Base):
    """One occurrence of a series. `recurrence_id`: the wall time that the series gives to it, in the series' zone;
    `override`: the fields that it has of its own; `participant_keys`: None = those of the series."""

    __tablename__ = "event_occurrences"

    event_id: Mapped[UUID] = mapped_column(primary_key=True)
    recurrence_id: Mapped[datetime] = mapped_column(_WALL, primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    start_at: Mapped[datetime] = mapped_column(_WALL)
    end_at: Mapped[datetime | None] = mapped_column(_WALL)
    start_utc: Mapped[datetime] = mapped_column()
    end_utc: Mapped[datetime] = mapped_column()
    status: Mapped[str] = mapped_column()
    override: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    participant_keys: Mapped[list[str] | None] = mapped_column(ARRAY(Text))


class EventImport(Base):
    """What an imported event was made of: the VEVENTs of its UID. `digest`: of all that the import was read from."""

    __tablename__ = "event_imports"

    event_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    raw: Mapped[str] = mapped_column()
    digest: Mapped[str] = mapped_column()


class EventCalendar(Base):
    """A calendar elsewhere into which events may be written (`write_back.py`)."""

    __tablename__ = "event_calendars"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column()
    account: Mapped[str] = mapped_column()


class EventWrite(Base):
    """What of an event was changed here and goes to its calendar elsewhere. `names`: fields changed since it was
    written last; `base`: what its calendar said before the first of them; `number`: of the last change; `since`: when
    it came into its `state`."""

    __tablename__ = "event_writes"

    event_id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column()
    names: Mapped[list[str]] = mapped_column(ARRAY(Text))
    base: Mapped[str | None] = mapped_column()
    number: Mapped[int] = mapped_column()
    error: Mapped[str | None] = mapped_column()
    note: Mapped[str | None] = mapped_column()
    since: Mapped[datetime] = mapped_column()
