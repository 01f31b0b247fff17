"""Which events are meant, as they are and as occurrences? As conditions over their tables."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_

from orchestrator.domain.world.events.model import Event, EventOccurrence


@dataclass(frozen=True)
class EventFilter:
    """Which events: those that overlap [since, until) (aware), by people (any of the keys), place,
    ids, origin; `blocking`: only timed ones at which the user is busy."""

    since: datetime | None = None
    until: datetime | None = None
    participant_keys: tuple[str, ...] = ()
    include_cancelled: bool = False
    place_id: UUID | None = None
    ids: tuple[UUID, ...] | None = None
    origin: str | None = None
    blocking: bool = False

    @property
    def timed(self) -> bool:
        """Whether a time is asked for: then occurrences are meant, else events as they are."""
        return self.since is not None or self.until is not None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `events` where no time is asked for."""
        return [*self.conditions_of_events(), *self.conditions_of_times(Event), *self.conditions_of_people(Event)]

    def conditions_of_events(self) -> list[ColumnElement[bool]]:
        """What holds for an event and all its occurrences."""
        found: list[ColumnElement[bool]] = []
        if self.ids is not None:
            found.append(Event.id.in_(self.ids))
        if self.origin is not None:
            found.append(Event.origin == self.origin)
        if self.blocking:
            found += [Event.busy.is_(True), Event.all_day.is_(False)]
        return found

    def conditions_of_times(self, row: type[Event]) -> list[ColumnElement[bool]]:
        """What holds for an event that happens once: when, and whether it does."""
        found: list[ColumnElement[bool]] = []
        if self.since is not None:
            # An event without length is there at its very start.
            found.append(or_(row.end_utc > self.since, row.start_utc >= self.since))
        if self.until is not None:
            found.append(row.start_utc < self.until)
        if not self.include_cancelled:
            found.append(row.status != "cancelled")
        return found

    def conditions_of_people(self, row: type[Event]) -> list[ColumnElement[bool]]:
        """With whom an event that happens once is, and where."""
        found: list[ColumnElement[bool]] = []
        if self.participant_keys:
            found.append(row.participant_keys.overlap(list(self.participant_keys)))
        if self.place_id is not None:
            found.append(row.place_id == self.place_id)
        return found

    def conditions_of_occurrences(self, row: type[EventOccurrence]) -> list[ColumnElement[bool]]:
        """Whether an occurrence of a series happens, with whom, and where."""
        found: list[ColumnElement[bool]] = []
        if not self.include_cancelled:
            found.append(row.status != "cancelled")
        if self.participant_keys:
            keys = list(self.participant_keys)
            found.append(func.coalesce(row.participant_keys, Event.participant_keys).overlap(keys))
        if self.place_id is not None:
            own = row.override["place_id"].astext
            found.append(or_(own == str(self.place_id), and_(own.is_(None), Event.place_id == self.place_id)))
        if self.blocking:
            found.append(func.coalesce(row.override["busy"].astext, "true") == "true")
        return found
