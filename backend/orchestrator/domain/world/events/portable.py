"""What of events goes into an archive? Series with their expansion: what is read of them stands there. What waits to be
written elsewhere waits where it arrives."""

from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.world.events.model import Event, EventImport, EventOccurrence, EventSeries, EventWrite
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.sync import write_back

_OF_EVENT = (Event.__tablename__, "event_id")
PORTABLES = (
    Portable(Event.__tablename__, same=(ENTITY_SAME,), check=events.read_again),
    Portable(EventSeries.__tablename__, key=("event_id",), newer=None, part_of=_OF_EVENT),
    Portable(EventOccurrence.__tablename__, key=("event_id", "recurrence_id"), newer=None, part_of=_OF_EVENT),
    Portable(EventImport.__tablename__, key=("event_id",), newer=None, part_of=_OF_EVENT),
    Portable(EventWrite.__tablename__, key=("event_id",), newer=None, part_of=_OF_EVENT, follow=write_back.send_came),
)
