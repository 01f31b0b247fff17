"""How does one come in without a token? `POST /auth/pair`: a new device, with the code that `steward pair` or `POST
/auth/codes` shows; `POST /auth/link`: a browser on this machine, with the link that `steward serve` shows. And out
again: `POST /auth/revoke`."""

from contextlib import suppress
from typing import Annotated

import segno
from fastapi import Request, Response

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import SCOPES
from orchestrator.domain.people.pairing import service as pairing
from orchestrator.domain.people.pairing.schemas import (
    CodeOut,
    CodeWanted,
    Paired,
    Pairing,
    Redeemed,
    Revoking,
    SigningIn,
)
from orchestrator.errors import InvalidRequest, NotFound, RateLimited, Unauthenticated
from orchestrator.telemetry.logging import get_logger
from orchestrator.web.access.addresses import counted_as
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.access.public_url import public_url
from orchestrator.web.access.rates import Window
from orchestrator.web.access.sign_in_links import SignInLinks, from_this_machine
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/auth", tags=["account"])
WRONG = (
    "This code is not good: it may be mistyped, used already, or over ten minutes old. `steward pair` shows a new one."
)
TRIED_OUT = "Too many wrong codes were sent, so that the code is no longer good. `steward pair` shows a new one."
SPENT = (
    "This link is no longer good: it works once, for ten minutes, on the machine that runs Steward. "
    "Starting Steward in a terminal shows a new one."
)
BROWSER = "Browser on Steward's own machine"
TOO_OFTEN = "Too many codes were sent from this address."

log = get_logger(__name__)


@router.post("/pair", status_code=201, summary="Pair a device", responses=responses(401))
async def pair(runtime: RuntimeDep, request: Request, body: Pairing) -> Paired:
    """A token for the code that `steward pair` shows: once, within ten minutes and five tries. Without a token; 20
    tries an hour from an address."""
    _count(runtime, request)
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


@router.post("/codes", status_code=201, summary="A code for a new device", responses=responses())
async def make_code(
    principal: Annotated[Principal, require("admin")], runtime: RuntimeDep, request: Request, body: CodeWanted
) -> CodeOut:
    """With it a device of yours comes in, once, within ten minutes and five tries; an earlier code is no longer good.
    `url` opens the page with it, `qr` is that as the dark (1) and light (0) squares of a QR code, row by row."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        made = await pairing.make_code(tx, body.scopes)
    url = f"{public_url(request, runtime.settings)}{pairing.FRAGMENT}{made.code}"
    rows = ["".join("1" if dark else "0" for dark in row) for row in segno.make(url, micro=False).matrix]
    log.info("pairing_code_made", scopes=list(made.scopes))
    return CodeOut(code=made.code, scopes=list(made.scopes), expires_at=made.expires_at, url=url, qr=rows)


@router.post("/link", status_code=201, summary="Sign in at the machine itself", responses=responses(401))
async def sign_in_by_link(runtime: RuntimeDep, request: Request, body: SigningIn) -> Paired:
    """A token of the owner's for the link that `steward serve` shows in its terminal: once, within ten minutes, from
    this machine alone. Without a token; counted as codes are."""
    _count(runtime, request)
    links: SignInLinks = request.app.state.sign_in_links
    if not from_this_machine(request) or not links.take(body.code, runtime.clock.now()):
        log.warning("sign_in_link_refused")
        raise Unauthenticated(SPENT)
    async with runtime.database.unit_of_work() as session:
        tx = Tx(session, await accounts.owner_id(session))
        made, token = await accounts.create_token(tx, name=BROWSER, scopes=SCOPES)
    log.info("signed_in_by_link")
    return Paired(token=token, scopes=made.scopes, public_url=public_url(request, runtime.settings))


@router.post("/revoke", status_code=204, response_class=Response, summary="Sign out", responses=responses())
async def revoke_own_token(
    principal: Annotated[Principal, require(*SCOPES)], runtime: RuntimeDep, body: Revoking
) -> None:
    """The token that the request comes with, of whatever scope, is refused from the next request on. It stands in the
    body too, as RFC 7009 has it: nobody signs out by trying every route."""
    async with runtime.database.unit_of_work() as session:
        named = await accounts.authenticate(session, body.token)
        if named is None or named.token_id != principal.token_id:
            raise InvalidRequest(
                "`token` is not the one that this request comes with.",
                errors=[{"loc": ["body", "token"], "message": "not the token of this request"}],
            )
        with suppress(NotFound):  # somebody else revoked it at the same moment
            await accounts.revoke_token(session, principal.token_id)
    log.info("signed_out")


def _count(runtime: RuntimeDep, request: Request) -> None:
    """Raises RateLimited where too many codes came from there."""
    address = counted_as(request.client.host if request.client else "")
    tries: Window = request.app.state.pairing_tries
    wait = tries.take(address, runtime.clock.now().timestamp())
    if wait is not None:
        raise RateLimited(TOO_OFTEN, retry_after_s=wait)
