"""What do connections register? In an archive all but their secrets: so what is read again from the same place is what
came with the archive, under the same `source`. One that had a name and password waits for the password; a feed is read.

A connection that is here already stays as it is: an archive never says where a password of this home goes.
"""

from typing import Final

from orchestrator.agent.tools.spec import ToolSpec, WriteTool
from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.means import ToolMeans
from orchestrator.domain.world.connections import jobs, service
from orchestrator.domain.world.connections.calendar_tool import with_calendars
from orchestrator.domain.world.connections.calendars import CalendarWriter
from orchestrator.domain.world.connections.model import Collection, Connection, GroupCard, RemoteObject, Removal
from orchestrator.domain.world.connections.schemas import KIND
from orchestrator.domain.world.connections.service import Reach

_ASKED_FOR: Final = "It came with an archive, which holds no passwords. Give the password again."
_NOT_TOLD: Final = {
    "sealed": "null",
    "state": """case when r."username" is null then 'pending' else 'needs_attention' end""",
    "last_error": f"""case when r."username" is not null then '{_ASKED_FOR}' end""",
    "next_sync_at": """case when r."username" is null then steward_now() end""",
    "failures": "0",
    "etag": "null",
    "last_modified": "null",
}
"""Columns that mean nothing elsewhere; a feed is asked for anew as a whole."""

_OF_COLLECTION: Final = (Collection.__tablename__, "collection_id")


def _adapted(tool: ToolSpec, means: ToolMeans) -> ToolSpec:
    """An event is made in a calendar elsewhere too, where this process can write into one."""
    writer = means.own.get(CalendarWriter)
    if writer is None or tool.name != "events_create" or not isinstance(tool, WriteTool):
        return tool
    return with_calendars(tool, writer)


SLICE = Slice(
    "connections",
    adapted=_adapted,
    jobs_with=lambda means, _: jobs.connection_jobs(means.own[Reach], means.processes, means.default_zone),
    scheduled=jobs.SCHEDULED,
    erasable=(Erasable(kind=KIND, erase=service.erase, keys=service.keys),),
    portable=(
        Portable(Connection.__tablename__, same=(("url", "kind", "username"),), newer=None, not_told=_NOT_TOLD),
        Portable(
            Collection.__tablename__, same=(("href", "connection_id"),), newer=None, not_told={"sync_token": "null"}
        ),
        Portable(RemoteObject.__tablename__, key=("collection_id", "href"), newer=None, part_of=_OF_COLLECTION),
        Portable(GroupCard.__tablename__, key=("collection_id", "uid"), newer=None, part_of=_OF_COLLECTION),
        Portable(Removal.__tablename__, same=(("collection_id", "href"),), newer=None),
    ),
)
