"""`/stays`: where the user stayed, from when to when, as it follows from `/locations`; read only."""

from orchestrator.api.crud import Reader
from orchestrator.api.times import Since, Until, moment
from orchestrator.domain.senses.stays import service as stays
from orchestrator.domain.senses.stays.schemas import StayOut
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/stays", tags=["entities"])


@router.get("", summary="Stays", responses=responses())
async def list_stays(
    runtime: RuntimeDep, principal: Reader, page: PageDep, since: Since = None, until: Until = None
) -> Listed[StayOut]:
    """Those that overlap the range, the latest first; `q` looks into the names of devices."""
    begins, ends = moment("since", since, principal.timezone), moment("until", until, principal.timezone)
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        found = await stays.list_stays(tx, page, since=begins, until=ends)
    return listed(found)
