"""`POST /auth/pair`: a new device comes in with the code that `steward pair` shows."""

from fastapi import Request

from orchestrator.domain.people.pairing import service as pairing
from orchestrator.domain.people.pairing.schemas import Paired, Pairing, Redeemed
from orchestrator.errors import RateLimited, Unauthenticated
from orchestrator.telemetry.logging import get_logger
from orchestrator.web.access.addresses import counted_as
from orchestrator.web.access.public_url import public_url
from orchestrator.web.access.rates import Window
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.runtime import RuntimeDep

router = Router(prefix="/auth", tags=["account"])
WRONG = (
    "This code is not good: it may be mistyped, used already, or over ten minutes old. `steward pair` shows a new one."
)
TRIED_OUT = "Too many wrong codes were sent, so that the code is no longer good. `steward pair` shows a new one."
TOO_OFTEN = "Too many codes were sent from this address."

log = get_logger(__name__)


@router.post("/pair", status_code=201, summary="Pair a device", responses=responses(401))
async def pair(runtime: RuntimeDep, request: Request, body: Pairing) -> Paired:
    """A token for the code that `steward pair` shows: once, within ten minutes and five tries. Without a token; 20
    tries an hour from an address."""
    address = counted_as(request.client.host if request.client else "")
    tries: Window = request.app.state.pairing_tries
    wait = tries.take(address, runtime.clock.now().timestamp())
    if wait is not None:
        raise RateLimited(TOO_OFTEN, retry_after_s=wait)
    async with runtime.database.unit_of_work() as session:
        outcome = await pairing.redeem(session, body.code, body.device_name)
    if isinstance(outcome, Redeemed):
        log.info("paired", scopes=list(outcome.scopes))
        return Paired(
            token=outcome.token, scopes=list(outcome.scopes), public_url=public_url(request, runtime.settings)
        )
    log.warning("pairing_refused", tried_out=outcome.wait_s is not None)
    if outcome.wait_s is not None:
        raise RateLimited(TRIED_OUT, retry_after_s=outcome.wait_s)
    raise Unauthenticated(WRONG)
