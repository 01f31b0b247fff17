"""`/mobile/briefing`: what the app shows of the day."""

from typing import Annotated

from orchestrator.domain.work.briefings import service
from orchestrator.domain.work.briefings.schemas import BriefingOut
from orchestrator.mobile_api.routing import MobileRouter, reads
from orchestrator.web.access.auth import Principal, RuntimeDep, require

router = MobileRouter(prefix="/mobile/briefing")
Mobile = Annotated[Principal, require("mobile")]


@router.get("", summary="The latest briefing", responses=reads(404))
async def mobile_briefing(principal: Mobile, runtime: RuntimeDep) -> BriefingOut:
    """Today's, else that of the newest day before; one of a day ahead that was made since comes first."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        return await service.latest(tx, fallback=runtime.settings.set_timezone)
