"""`/mobile/location`: where the phone was since it last had a connection."""

from typing import Annotated

from pydantic import BaseModel

from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.senses.locations import service as locations
from orchestrator.domain.senses.locations.schemas import LocationBatch
from orchestrator.mobile_api.routing import MobileRouter
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.problems import responses

router = MobileRouter(prefix="/mobile/location")
Mobile = Annotated[Principal, require("mobile")]


class Uploaded(BaseModel):
    """What became of each sample, in order."""

    results: list[IngestResult]


@router.post("", summary="Upload locations", responses=responses(413))
async def upload_locations(principal: Mobile, runtime: RuntimeDep, batch: LocationBatch) -> Uploaded:
    """At most 1,000 samples, in any order; the same device and instant again changes nothing, so a batch may be sent
    until it is answered. A sample that can't be true is `invalid` and does not hold up the others: the answer is 200
    all the same, for a phone that repeats what was refused would repeat it for ever."""
    taking = locations.Batch(Origin.OWN_DATA, source=locations.MOBILE_SOURCE, device=batch.device or "")
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        results = await locations.take_in(tx, batch.samples, taking, now=runtime.clock.now())
    return Uploaded(results=results)
