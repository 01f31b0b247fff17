"""What is there to tell of a day? What `gathering` found and `wording` words; wall times are in the user's zone."""

from dataclasses import dataclass, field
from datetime import date, datetime
from uuid import UUID

from orchestrator.domain.work.briefings.schemas import Section, Source
from orchestrator.domain.world.events.change_history import Change


@dataclass(frozen=True)
class Happening:
    """An event. Of a whole day `start` and `end` (exclusive) are midnights. `own_start`: by the clock of the event's
    own zone `zone`, where that shows another time. `was`: where it began before it was moved. `named_place`: the place
    whose name `place` is."""

    id: UUID
    title: str
    start: datetime
    end: datetime
    all_day: bool
    place: str | None = None
    named_place: UUID | None = None
    people: tuple[str, ...] = ()
    tentative: bool = False
    change: Change | None = None
    was: datetime | None = None
    zone: str | None = None
    own_start: datetime | None = None
    third_party: bool = False


@dataclass(frozen=True)
class Task:
    """An open todo. `whole_day`: due at the end of that day."""

    id: UUID
    title: str
    due: datetime
    whole_day: bool
    third_party: bool = False


@dataclass(frozen=True)
class Action:
    """What was agreed in a meeting and is still open; always others' words."""

    text: str
    assignee: str | None
    mine: bool
    meeting: str
    on: date | None
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class Birthday:
    """A contact's birthday. `turns`: None where the year is not known."""

    id: UUID
    name: str
    on: date
    turns: int | None
    third_party: bool = False


@dataclass(frozen=True)
class Waiting:
    """A preview that waits for the user."""

    id: UUID
    summary: str
    third_party: bool = False


@dataclass(frozen=True)
class Proposed:
    """An event that Steward proposes and that waits for the user's yes or no. `sources`: it, and what it is told by."""

    title: str
    start: datetime
    end: datetime
    sources: tuple[Source, ...]
    third_party: bool = False


@dataclass(frozen=True)
class Day:
    """Everything that is told of a date. `rest`: what is there beside, by section."""

    today: tuple[Happening, ...] = ()
    tomorrow: tuple[Happening, ...] = ()
    changes: tuple[Happening, ...] = ()
    overdue: tuple[Task, ...] = ()
    due: tuple[Task, ...] = ()
    actions: tuple[Action, ...] = ()
    birthdays: tuple[Birthday, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    proposals: tuple[Proposed, ...] = ()
    rest: dict[Section, tuple[Source, ...]] = field(default_factory=dict)

    @property
    def third_party(self) -> bool:
        """Whether others' words are among it."""
        events, todos = (*self.today, *self.tomorrow, *self.changes), (*self.overdue, *self.due)
        return (
            bool(self.actions)
            or any(one.third_party for one in events)
            or any(one.third_party for one in todos)
            or any(one.third_party for one in self.birthdays)
            or any(one.third_party for one in self.waiting)
            or any(one.third_party for one in self.proposals)
        )
