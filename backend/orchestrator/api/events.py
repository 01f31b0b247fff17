"""Events over HTTP (api.md, Entities): the list of a time, where each occurrence of a series counts; and erasing
one, which may be in a calendar elsewhere too."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import Query
from pydantic import SerializerFunctionWrapHandler, model_serializer

from orchestrator.api.crud import Reader, Writer
from orchestrator.api.times import Since, Until, moment
from orchestrator.db.tx import Tx
from orchestrator.domain.world.connections import removals
from orchestrator.domain.world.connections.removals import ElsewhereGone, There
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import page as page_of_time
from orchestrator.domain.world.events.schemas import EventOut
from orchestrator.domain.world.events.series.service import AHEAD, LONGEST
from orchestrator.domain.world.events.service import events
from orchestrator.errors import InvalidRequest, VersionConflict
from orchestrator.kit.paging import Page
from orchestrator.kit.versions import is_expected
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.erasure import DryRun, ReceiptOut
from orchestrator.web.etags import ExpectedVersion
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["entities"])
YEARS, DAYS_AHEAD = LONGEST.days // 366, AHEAD.days
RANGE = f"""With `since` or `until` the occurrences that overlap the range, cancelled ones too: those of a series have
its `id`, their own times and a `recurrence_id`. A range is at most {YEARS} years (422 beyond). Without `until` it ends
{DAYS_AHEAD} days after `since`, or after now where that is later; without `since` it begins {DAYS_AHEAD} days before
`until`, or before now where that is earlier. Without both the events themselves. `q` looks into their texts."""


@router.get("/events", responses=responses(), summary="Events", description=RANGE)
async def list_events(
    runtime: RuntimeDep,
    principal: Reader,
    page: PageDep,
    since: Since = None,
    until: Until = None,
    *,
    hidden: Annotated[bool, Query(description="Those that were removed too.")] = False,
) -> Listed[EventOut]:
    zone = principal.timezone
    wanted = EventFilter(moment("since", since, zone), moment("until", until, zone), include_cancelled=True)
    _check_length(wanted, runtime.clock.now())
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        if wanted.timed:
            of_time = await page_of_time(tx, page, wanted, hidden=hidden)
            items = await events.present(tx, of_time.items)
            return listed(Page([EventOut.model_validate(one) for one in items], of_time.next_cursor))
        found = await events.page(tx, page, hidden=hidden)
        items = await events.present(tx, found.items)
    return listed(Page([EventOut.model_validate(one) for one in items], found.next_cursor))


def _check_length(wanted: EventFilter, now: datetime) -> None:
    """Raises InvalidRequest where the range, its open end filled in, is longer than is read at once: a part of it
    would look like the whole."""
    if not wanted.timed:
        return
    since = wanted.since or min(wanted.until or now, now) - AHEAD
    until = wanted.until or max(since, now) + AHEAD
    if until - since > LONGEST:
        open_end = "" if wanted.since and wanted.until else " Give both `since` and `until`."
        raise InvalidRequest(
            f"A range of events is at most {YEARS} years.{open_end}",
            errors=[{"loc": ["query", "since" if wanted.since else "until"], "message": "the range is too long"}],
        )


class EventReceiptOut(ReceiptOut):
    """A receipt, and what becomes of the event in the calendar elsewhere that it is in, if any."""

    elsewhere: ElsewhereGone | None = None

    @model_serializer(mode="wrap")
    def _without_elsewhere(self, write: SerializerFunctionWrapHandler):  # type: ignore[no-untyped-def]  # noqa: ANN202
        """A receipt of what is nowhere else is that of every entity. Without a return type: it would be the schema."""
        told: dict[str, Any] = write(self)
        return told if self.elsewhere is not None else {name: one for name, one in told.items() if name != "elsewhere"}


@router.delete(
    "/events/{entity_id}",
    responses=responses(404, 409, 412),
    name="erase_event",
    summary="Erase an event",
)
async def erase_event(
    runtime: RuntimeDep,
    principal: Writer,
    entity_id: EntityId,
    expected: ExpectedVersion,
    *,
    dry_run: DryRun = False,
    remote: Annotated[bool, Query(description="Delete it in its calendar elsewhere too.")] = False,
) -> EventReceiptOut:
    """For good, with everything derived from it; the receipt counts by kind. In a calendar elsewhere it stays
    (`elsewhere` says where) unless `remote` asks for it to be deleted there too: a series with all its occurrences. One
    that was changed there since it was read is 412, one of a calendar that can't be written to 409: then nothing is
    erased. While its server is down it waits there (`job_id`)."""
    owner_id = principal.user_id
    async with runtime.database.unit_of_work_of(owner_id) as tx:
        row = await events.get(tx, entity_id)
        if not is_expected(row.version, expected):
            raise VersionConflict(f"The event is at version {row.version}.")
        source = row.source if row.absent_since is None else None
        there, version = await removals.there(tx, source, row.external_id), row.version
    wanted = remote and there is not None
    if wanted and there is not None:
        removals.check_writable(there)
    taken = wanted and not dry_run and there is not None and await removals.take_away(runtime.reach, there)
    async with runtime.database.unit_of_work_of(owner_id) as tx:
        row = await events.get(tx, entity_id)
        if row.version != version and not taken:
            raise VersionConflict(f"The event is at version {row.version}: it was changed meanwhile.")
        receipt = await runtime.eraser.erase(tx, events.kind, entity_id, dry_run=dry_run)
        gone = None
        if there is not None:
            gone = await _elsewhere(tx, there, remote=remote, dry_run=dry_run, taken=taken)
    return EventReceiptOut(**ReceiptOut.of(receipt).model_dump(), elsewhere=gone)


async def _elsewhere(tx: Tx, there: There, *, remote: bool, dry_run: bool, taken: bool) -> ElsewhereGone:
    """What became of it there."""
    called = f"the calendar “{there.calendar}” ({there.account})"
    if not remote:
        return removals.staying(there)
    if dry_run:
        return there.told("would_be_deleted", f"It would be deleted in {called} too.")
    if taken:
        await removals.was_taken(tx, there)
        return there.told("deleted", f"It is deleted in {called} too.")
    job_id = await removals.take_later(tx, there)
    return there.told("waiting", f"It will be deleted in {called} once its server can be asked.", job_id)
