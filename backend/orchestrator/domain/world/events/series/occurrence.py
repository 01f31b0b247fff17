"""What is one occurrence of an event? Its series as it is that day; an event that happens once is its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.domain.world.events.model import Event


@dataclass(frozen=True)
class Occurrence:
    """An event on one of its days. `recurrence_id`: the start that the series gives to it (wall time), None where it
    happens once; `own`: the fields in which it differs from the series."""

    event: Event
    start_at: datetime
    end_at: datetime | None
    start_utc: datetime
    end_utc: datetime
    status: str
    recurrence_id: datetime | None = None
    own: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, row: Event) -> "Occurrence":
        """The event itself: of a series its first occurrence's times."""
        return cls(row, row.start_at, row.end_at, row.start_utc, row.end_utc, row.status)

    @property
    def key(self) -> tuple[UUID, datetime | None]:
        """What tells it from other occurrences."""
        return self.event.id, self.recurrence_id

    @property
    def id(self) -> UUID:
        return self.event.id

    @property
    def title(self) -> str:
        return str(self.own.get("title", self.event.title))

    @property
    def description(self) -> str | None:
        found: str | None = self._own("description")
        return found

    @property
    def location_text(self) -> str | None:
        found: str | None = self._own("location_text")
        return found

    @property
    def place_id(self) -> UUID | None:
        if "place_id" in self.own:
            return UUID(self.own["place_id"])
        return None if "location_text" in self.own else self.event.place_id

    @property
    def participants(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._own("participants")
        return found

    @property
    def busy(self) -> bool:
        return bool(self._own("busy"))

    @property
    def timezone(self) -> str:
        return self.event.timezone

    @property
    def all_day(self) -> bool:
        return bool(self._own("all_day"))

    @property
    def recurrence(self) -> Any | None:
        return self.event.recurrence

    @property
    def calendar(self) -> str | None:
        return self.event.calendar

    @property
    def tags(self) -> list[str]:
        return self.event.tags

    @property
    def origin(self) -> str:
        return self.event.origin

    @property
    def source(self) -> str | None:
        return self.event.source

    @property
    def external_id(self) -> str | None:
        return self.event.external_id

    @property
    def version(self) -> int:
        return self.event.version

    @property
    def hidden_at(self) -> datetime | None:
        return self.event.hidden_at

    @property
    def created_at(self) -> datetime:
        return self.event.created_at

    @property
    def moved_alone(self) -> bool:
        """Whether it is this occurrence that was moved last, and not its series."""
        return "moved_at" in self._day

    @property
    def moved_at(self) -> datetime | None:
        return datetime.fromisoformat(self._day["moved_at"]) if self.moved_alone else self.event.moved_at

    @property
    def moved_from(self) -> datetime | None:
        return datetime.fromisoformat(self._day["moved_from"]) if self.moved_alone else self.event.moved_from

    @property
    def cancelled_at(self) -> datetime | None:
        told = self._day.get("cancelled_at")
        return datetime.fromisoformat(told) if told is not None else self.event.cancelled_at

    @property
    def _day(self) -> Mapping[str, str]:
        """What happened lately to this occurrence alone."""
        place = self.recurrence_id.isoformat() if self.recurrence_id is not None else ""
        found: Mapping[str, str] = self.event.changed_days.get(place, {})
        return found

    @property
    def meeting(self) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self._of_meeting("meeting", None)
        return found

    @property
    def action_items(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._of_meeting("action_items", [])
        return found

    def _of_meeting(self, name: str, nothing: Any) -> Any:
        if self.recurrence_id is None:
            return getattr(self.event, name)
        return self.event.occurrence_meetings.get(self.recurrence_id.isoformat(), {}).get(name, nothing)

    def _own(self, name: str) -> Any:
        return self.own.get(name, getattr(self.event, name))


Shown = Event | Occurrence
"""What can be told: an event, or one occurrence of it."""
