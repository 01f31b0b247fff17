"""`/mobile/missions`: what the app shows of missions, and what the user does with them; as under `/missions`."""

from typing import Annotated

from orchestrator.mobile_api.routing import MobileRouter, reads
from orchestrator.web.access.auth import Principal, require
from orchestrator.web.missions import Door, add_missions

router = MobileRouter(prefix="/mobile/missions")
Mobile = Annotated[Principal, require("mobile")]
Approver = Annotated[Principal, require("curate")]

add_missions(router, Door(looks=Mobile, writes=Mobile, approves=Approver, reads=reads))
