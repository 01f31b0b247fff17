"""`/me`, `/tokens`, `/users`: the account of who asks, and the operator's."""

from typing import Annotated

from fastapi import Request, Response

from orchestrator.domain.memory.rules import account as rule_account
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import (
    Me,
    MePatch,
    NewToken,
    NewUser,
    TokenIn,
    TokenOut,
    UserIn,
    UserOut,
)
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.domain.world.events.sync import writable
from orchestrator.domain.world.places import service as places
from orchestrator.errors import InvalidRequest
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.etags import ExpectedVersion, set_etag
from orchestrator.web.ids import EntityId
from orchestrator.web.paging import Listed, PageDep, listed
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(tags=["account"])
Reader = Annotated[Principal, require("read")]
Writer = Annotated[Principal, require("write", "curate")]
Admin = Annotated[Principal, require("admin")]


@router.get("/me", summary="My account", responses=responses())
async def get_me(principal: Reader, runtime: RuntimeDep, response: Response) -> Me:
    """What the user has set about themselves."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        me = await rule_account.me(tx)
    set_etag(response, me.version)
    return me


@router.patch("/me", summary="Change my account", responses=responses(412))
async def patch_me(
    principal: Writer,
    runtime: RuntimeDep,
    request: Request,
    response: Response,
    change: MePatch,
    expected: ExpectedVersion,
) -> Me:
    """Absent fields stay. `auto_confirm` and `identifiers` need scope `curate`, everything else `write`."""
    async with runtime.database.unit_of_work_of(principal.user_id) as tx:
        if change.home_place_id is not None and not await places.named(tx, [change.home_place_id]):
            raise InvalidRequest(
                "`home_place_id`: there is no such place.",
                errors=[{"loc": ["body", "home_place_id"], "message": "there is no such place"}],
            )
        if change.default_calendar is not None:
            source = await writable.source_named(tx, change.default_calendar)
            change = change.model_copy(update={"default_calendar": source})
        me = await rule_account.patch_me(
            tx, change, scopes=principal.scopes, write_tools=request.app.state.write_tools, expected_version=expected
        )
        if change.model_fields_set & {"quiet_hours", "timezone"}:
            await Pushes(runtime.settings.timezone).reconsider(tx)
    set_etag(response, me.version)
    return me


@router.post("/tokens", status_code=201, summary="Make a token", responses=responses(404))
async def create_token(principal: Admin, runtime: RuntimeDep, wanted: TokenIn) -> NewToken:
    """The token's text is shown this once."""
    user_id = wanted.user_id or principal.user_id
    async with runtime.database.unit_of_work_of(user_id) as tx:
        made, text = await accounts.create_token(tx, name=wanted.name, scopes=wanted.scopes)
    return NewToken(id=made.id, name=made.name, scopes=made.scopes, user_id=made.user_id, token=text)


@router.get("/tokens", summary="All tokens", responses=responses())
async def list_tokens(_: Admin, runtime: RuntimeDep, page: PageDep) -> Listed[TokenOut]:
    """Every user's, revoked ones too, without their texts."""
    async with runtime.database.unit_of_work() as session:
        return listed(await accounts.list_tokens(session, page))


@router.delete(
    "/tokens/{token_id}", status_code=204, response_class=Response, summary="Revoke a token", responses=responses(404)
)
async def revoke_token(_: Admin, runtime: RuntimeDep, token_id: EntityId) -> None:
    """It is refused from the next request on."""
    async with runtime.database.unit_of_work() as session:
        await accounts.revoke_token(session, token_id)


@router.post("/users", status_code=201, summary="Make a user", responses=responses(409))
async def create_user(_: Admin, runtime: RuntimeDep, wanted: UserIn) -> NewUser:
    """With a first token of every scope but `admin`, which is shown this once."""
    async with runtime.database.unit_of_work() as session:
        user, token = await accounts.create_user(session, wanted.email, wanted.name)
    return NewUser(id=user.id, email=user.email, name=user.name, token=token)


@router.get("/users", summary="All users", responses=responses())
async def list_users(_: Admin, runtime: RuntimeDep, page: PageDep) -> Listed[UserOut]:
    """In the order in which they were made."""
    async with runtime.database.unit_of_work() as session:
        return listed(await accounts.list_users(session, page))
