"""Events over HTTP (api.md, Entities): the list of a time, where each occurrence of a series counts."""

from datetime import datetime
from typing import Annotated

from fastapi import Query

from orchestrator.api.crud import Reader
from orchestrator.api.times import Since, Until, moment
from orchestrator.domain.world.events.schemas import EventOut
from orchestrator.domain.world.events.series import AHEAD, LONGEST
from orchestrator.domain.world.events.service import EventFilter, events
from orchestrator.domain.world.events.service import page as page_of_time
from orchestrator.errors import InvalidRequest
from orchestrator.kit.paging import Page
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep

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
    async with runtime.database.unit_of_work() as session:
        if wanted.timed:
            of_time = await page_of_time(session, principal.user_id, page, wanted, hidden=hidden)
            items = await events.present(session, principal.user_id, of_time.items)
            return listed(Page([EventOut.model_validate(one) for one in items], of_time.next_cursor))
        found = await events.page(session, principal.user_id, page, hidden=hidden)
        items = await events.present(session, principal.user_id, found.items)
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
