"""What do photos register? Links and what is known of them travel with an archive; the photos stay in the library."""

from collections.abc import Sequence
from datetime import time, timedelta
from typing import Any
from uuid import UUID

from orchestrator.agent.tools.spec import ReadTool, ToolSpec, WriteTool
from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.means import ToolMeans
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.senses.photos import erasing, linking, repository, uploading
from orchestrator.domain.senses.photos.access import PhotoAccess
from orchestrator.domain.senses.photos.attachments import TOOLS_WITH_PHOTOS, with_photos
from orchestrator.domain.senses.photos.model import EventPhoto, PhotoFace, PhotoPerson, PhotoUpload
from orchestrator.domain.senses.photos.schemas import KIND, PERSON, REFRESH, UPLOAD, Upload
from orchestrator.domain.senses.photos.tools import EVENTS_READ, TOOLS, with_seen
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Daily, External, Scheduled, ScheduledJob

AT_ONCE = 50
ASKED_S = 60.0
MOST_A_DAY = 5_000
"""Of one user, those that were not asked about for the longest time."""
STALE = timedelta(hours=12)
TOLD_FOR = timedelta(days=7)
"""So long it is shown that the library refused a photo."""
SCHEDULED = (
    ScheduledJob(REFRESH, Daily(time(3, 40)), source="the clock"),
    ScheduledJob(UPLOAD, External(), source="a photo that the library did not take at once, a confirmed event"),
)


def photo_jobs(access: PhotoAccess | None) -> Sequence[JobHandler[Any]]:
    """The handlers; without a library what waits goes on waiting."""

    async def upload(context: JobContext, payload: Upload) -> None:
        assert context.owner_id is not None
        if access is None:
            return
        made = await uploading.attempt(context.unit_of_work_of, access, context.owner_id, payload.upload_id)
        if made.goes_on:
            pause_s = uploading.pause_s(made.attempts, access.retry_s)
            await uploading.send_later(context.tx, payload.upload_id, after_s=pause_s)

    async def refresh(context: JobContext, _: Scheduled) -> Ended | None:
        if access is None:
            return Ended("ok", "no library is configured")
        return await _refreshed(context, access)

    return JobHandler(UPLOAD, upload), JobHandler(REFRESH, refresh)


async def _refreshed(context: JobContext, access: PhotoAccess) -> Ended:
    """All users' photos that were not asked about today, and what still waits to be sent."""
    async with context.unit_of_work() as session:
        owners = await accounts.all_user_ids(session)
    asked = sent = 0
    for owner_id in owners:
        async with context.unit_of_work_of(owner_id) as tx:
            await repository.drop_refused(tx, older_than=TOLD_FOR)
            sent += await uploading.resume(tx)
            stale = await linking.known_of(tx, await repository.stalest(tx, older_than=STALE, limit=MOST_A_DAY))
        for start in range(0, len(stale), AT_ONCE):
            if context.stopping() or access.rests:
                return Ended("ok", f"{asked} photos, then the library could not be asked")
            part = stale[start : start + AT_ONCE]
            asked += await linking.refresh(
                context.unit_of_work_of, access, owner_id, part, within_s=ASKED_S, all_of=True
            )
    return Ended("ok", f"{asked} photos were asked about, {sent} are sent")


async def send_came(tx: Tx, ids: Sequence[UUID]) -> None:
    """Photos that waited elsewhere to be sent are sent from here."""
    await uploading.resume(tx, list(ids))


def _adapted(tool: ToolSpec, means: ToolMeans) -> ToolSpec:
    """Where there is a library, pictures that came along with the words become photos of the event, and who is seen on
    its photos is told with it."""
    if means.own.get(PhotoAccess) is None:
        return tool
    if isinstance(tool, ReadTool):
        return with_seen(tool) if tool.name == EVENTS_READ else tool
    return with_photos(tool) if isinstance(tool, WriteTool) and tool.name in TOOLS_WITH_PHOTOS else tool


SLICE = Slice(
    "photos",
    tools_with=lambda means: TOOLS if means.own.get(PhotoAccess) is not None else (),
    adapted=_adapted,
    jobs_with=lambda means, _: photo_jobs(means.own.get(PhotoAccess)),
    scheduled=SCHEDULED,
    erasable=(
        Erasable(kind=KIND, erase=erasing.erase_photo, redact=erasing.redact, keys=erasing.photo_keys),
        Erasable(kind=PERSON, erase=erasing.erase_person, keys=erasing.person_keys),
    ),
    portable=(
        Portable(EventPhoto.__tablename__, same=(("asset_id", "event_id"),)),
        Portable(
            PhotoFace.__tablename__, same=(("person_id", "photo_id"),), part_of=(EventPhoto.__tablename__, "photo_id")
        ),
        Portable(PhotoPerson.__tablename__, same=(("person_id",),)),
        Portable(PhotoUpload.__tablename__, same=(("event_id", "sha1", "document_id"),), follow=send_came),
    ),
    referrers=(Referrer("photo", erasing.repoint, erasing.restore),),
)
