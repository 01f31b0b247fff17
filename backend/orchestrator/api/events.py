"""Events over HTTP (api.md, Entities): the list of a time, where each occurrence of a series counts."""

from typing import Annotated

from fastapi import Query

from orchestrator.api.crud import Reader
from orchestrator.api.times import Since, Until, moment
from orchestrator.domain.world.events.schemas import EventOut
from orchestrator.domain.world.events.service import EventFilter, events
from orchestrator.domain.world.events.service import page as page_of_time
from orchestrator.kit.paging import Page
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep

router = Router(tags=["entities"])


@router.get("/events", responses=responses(), summary="Events")
async def list_events(
    runtime: RuntimeDep,
    principal: Reader,
    page: PageDep,
    since: Since = None,
    until: Until = None,
    *,
    hidden: Annotated[bool, Query(description="Those that were removed too.")] = False,
) -> Listed[EventOut]:
    """With `since` or `until` the occurrences that overlap the range, cancelled ones too: those of a series have its
    `id`, their own times and a `recurrence_id`. Without a range the events themselves. `q` looks into their texts."""
    zone = principal.timezone
    wanted = EventFilter(moment("since", since, zone), moment("until", until, zone), include_cancelled=True)
    async with runtime.database.unit_of_work() as session:
        if wanted.timed:
            of_time = await page_of_time(session, principal.user_id, page, wanted, hidden=hidden)
            items = await events.present(session, principal.user_id, of_time.items)
            return listed(Page([EventOut.model_validate(one) for one in items], of_time.next_cursor))
        found = await events.page(session, principal.user_id, page, hidden=hidden)
        items = await events.present(session, principal.user_id, found.items)
    return listed(Page([EventOut.model_validate(one) for one in items], found.next_cursor))
