"""`POST /ask` and `/ask/stream`: one question, one turn; the same bundle, whole or as events."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Request
from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from starlette.responses import Response, StreamingResponse

from orchestrator.agent.ports.requests import Caller, ClarificationReply, TurnRequest
from orchestrator.agent.ports.runner import TurnEvent
from orchestrator.agent.types.bundle import Bundle
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.people.accounts.schemas import LocaleTag, Zone
from orchestrator.domain.world.documents.service import documents
from orchestrator.errors import InvalidRequest, NotFound
from orchestrator.kit.ids import parse_id
from orchestrator.kit.numbers import NUMBER
from orchestrator.kit.text import storable
from orchestrator.kit.zones import to_utc, written
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.sse import begun, stream

router = Router(prefix="/ask", tags=["ask"])
Asker = Annotated[Principal, require("ask")]

QUESTION_LIMIT = 32_000
CLIENT_MESSAGE_ID_LIMIT = 200
ATTACHMENTS_LIMIT = 20
READ_WITHIN_S, LOOK_EVERY_S = 20.0, 0.2
"""So long a question waits for a document that came just before it: a page takes a second or two."""
REPLY_LIMIT = 4_000
CLIENT_GONE = 499
"""Nobody reads this status: the client has left. (nginx's number for it.)"""
NOW_IGNORED = "`client_context.now` needs a token with scope `admin`; it was ignored."


def _thread(value: object) -> object:
    """An id that is no UUID names no thread."""
    if isinstance(value, str) and parse_id(value) is None:
        raise NotFound("There is no such thread.")
    return value


def _question(value: str) -> str:
    text = storable(value)
    if not text.strip():
        msg = "a question may not be blank"
        raise ValueError(msg)
    return text


def _plausible(moment: datetime) -> datetime:
    if not 1900 < moment.year < 2200:
        msg = "the year is out of range"
        raise ValueError(msg)
    return moment.astimezone(UTC) if moment.tzinfo is not None else moment


Moment = Annotated[AwareDatetime, BeforeValidator(written), AfterValidator(_plausible)]
WallOrMoment = Annotated[datetime, BeforeValidator(written), AfterValidator(_plausible)]


class Location(BaseModel):
    """Where the client is."""

    model_config = ConfigDict(allow_inf_nan=False)

    lat: Annotated[float, Field(ge=-90, le=90), NUMBER]
    lon: Annotated[float, Field(ge=-180, le=180), NUMBER]
    accuracy_m: Annotated[float, Field(ge=0), NUMBER] | None = None
    captured_at: Moment | None = None


class ClientContext(BaseModel):
    """Where and when the client is. `now` moves what the turn understands as now (scope `admin` alone); without an
    offset it is the wall time of the zone."""

    timezone: Zone | None = None
    locale: LocaleTag | None = None
    now: WallOrMoment | None = None
    location: Location | None = None


def _document_id(given: object) -> UUID:
    """An id that is none names nothing."""
    found = parse_id(given) if isinstance(given, str) else None
    if found is None:
        raise NotFound("There is no such document.")
    return found


class Attachment(BaseModel):
    """A document to look at with the question."""

    document_id: Annotated[UUID, BeforeValidator(_document_id)]


class Reply(BaseModel):
    """The answer to a clarification: one of its options, or text."""

    id: str = Field(min_length=1, max_length=100)
    option_id: str | None = Field(default=None, max_length=200)
    text: str | None = Field(default=None, max_length=REPLY_LIMIT)

    @model_validator(mode="after")
    def _says_something(self) -> "Reply":
        if (self.option_id is None) == (self.text is None):
            msg = "a reply has either `option_id` or `text`"
            raise ValueError(msg)
        return self


class Ask(BaseModel):
    """One question."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "question": "When is my next dentist appointment?",
                    "client_context": {"timezone": "America/Sao_Paulo"},
                },
                {
                    "question": "Dinner with Ana on Friday at 8",
                    "thread_id": None,
                    "client_context": {
                        "timezone": "America/Sao_Paulo",
                        "locale": "en-US",
                        "location": {"lat": -23.56, "lon": -46.65, "accuracy_m": 20},
                    },
                    "client_message_id": "4f6f0d3c",
                    "on_disconnect": "finish",
                },
            ]
        }
    )

    question: Annotated[str, Field(min_length=1, max_length=QUESTION_LIMIT), AfterValidator(_question)]
    thread_id: Annotated[UUID | None, BeforeValidator(_thread)] = None
    profile: str | None = Field(default=None, max_length=100)
    attachments: list[Attachment] = Field(default_factory=list, max_length=ATTACHMENTS_LIMIT)
    client_context: ClientContext | None = None
    client_message_id: str | None = Field(default=None, min_length=1, max_length=CLIENT_MESSAGE_ID_LIMIT)
    on_disconnect: Literal["finish", "cancel"] = "finish"
    reply_to_clarification: Reply | None = None


@router.post("", summary="Ask", response_model=Bundle, responses=responses(404, 409, 413))
async def ask(principal: Asker, runtime: RuntimeDep, request: Request, body: Ask) -> Any:
    """The whole turn. A repeated `client_message_id` answers the same run; a thread that is busy is waited for."""
    check_profile(runtime, body)
    await check_attachments(runtime, principal, body)
    turn = turn_request(principal, body)
    async with watching(request, turn.caller) as leaving:
        if not turn.cancel_on_disconnect:
            return await runtime.agent.run(turn)
        working = asyncio.ensure_future(runtime.agent.run(turn))
        try:
            await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else Response(status_code=CLIENT_GONE)
        finally:
            working.cancel()  # a cancelled caller with `on_disconnect: cancel` ends its run
            await asyncio.gather(working, return_exceptions=True)


@router.post(
    "/stream",
    summary="Ask, and follow the turn",
    response_class=StreamingResponse,
    responses={
        **responses(404, 409, 413),
        200: {
            "description": "Server-sent events: `run.started`, `route`, `step`, `tool.started`, `tool.finished`, "
            "`token`, `need_user_input`, `preview`, `warning`, `error`; the last one is `final`, the bundle of `/ask`.",
            "content": {
                "text/event-stream": {
                    "example": 'event: run.started\ndata: {"run_id":"…","thread_id":"…"}\n\n',
                }
            },
        },
    },
)
async def ask_stream(principal: Asker, runtime: RuntimeDep, body: Ask) -> StreamingResponse:
    """The same turn as events. Dropping the connection does not end it, unless `on_disconnect` says so."""
    check_profile(runtime, body)
    await check_attachments(runtime, principal, body)
    events: AsyncIterator[TurnEvent] = runtime.agent.stream(turn_request(principal, body))
    return stream(await begun(events))


def check_profile(runtime: Runtime, body: Ask) -> None:
    """Raises InvalidRequest for a profile that does not exist: another one would answer something else."""
    if body.profile and body.profile not in runtime.profiles:
        known = ", ".join(runtime.profiles)
        raise InvalidRequest(
            f"There is no such profile; profiles: {known}.",
            errors=[{"loc": ["body", "profile"], "message": f"one of {known}"}],
        )


async def check_attachments(runtime: Runtime, principal: Principal, body: Ask) -> None:
    """One that was uploaded a moment ago is waited for until it was read. Raises NotFound for a document that the user
    has not."""
    wanted = {one.document_id for one in body.attachments}
    if not wanted:
        return
    until = asyncio.get_running_loop().time() + READ_WITHIN_S
    while True:
        async with runtime.database.unit_of_work_of(principal.user_id) as tx:
            found = await documents.many(tx, sorted(wanted))
        if len(found) < len(wanted):
            raise NotFound("There is no such document.")
        waits = any(row.enhancement_status in {"pending", "running"} for row in found)
        if not waits or asyncio.get_running_loop().time() > until:
            return
        await asyncio.sleep(LOOK_EVERY_S)


def _instant(said: datetime, zone: str) -> datetime:
    """What a client calls now; a naive time is local, as everywhere (product.md, Events)."""
    return said if said.tzinfo is not None else to_utc(said, zone)


def turn_request(principal: Principal, body: Ask) -> TurnRequest:
    """The question as the controller takes it."""
    context = body.client_context or ClientContext()
    moves_time = principal.may("admin")
    zone = context.timezone or principal.timezone
    reply = body.reply_to_clarification
    return TurnRequest(
        owner=principal.owner(),
        question=body.question,
        zone=zone,
        locale=context.locale or principal.locale,
        thread_id=body.thread_id,
        profile=body.profile,
        attachments=tuple(attachment.document_id for attachment in body.attachments),
        now=_instant(context.now, zone) if moves_time and context.now is not None else None,
        location=context.location.model_dump(mode="json", exclude_none=True) if context.location else None,
        client_message_id=body.client_message_id,
        cancel_on_disconnect=body.on_disconnect == "cancel",
        reply=ClarificationReply(reply.id, reply.option_id, reply.text) if reply else None,
        warnings=(NOW_IGNORED,) if context.now is not None and not moves_time else (),
        zone_captured=context.timezone is not None,
    )


@asynccontextmanager
async def watching(request: Request, caller: Caller) -> AsyncIterator["asyncio.Task[None]"]:
    """Inside the block a client that hangs up has left; gives the task that ends then. The body is read already."""

    async def until_gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            continue
        caller.leave()

    leaving = asyncio.create_task(until_gone(), name="the client leaves")
    try:
        yield leaving
    finally:
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
