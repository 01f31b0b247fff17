"""`/v1/models` and `/v1/chat/completions`: a profile as a model, a turn as a completion."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Header, Request

from orchestrator.agent.ports.requests import TurnRequest
from orchestrator.agent.ports.runner import TurnEvent
from orchestrator.agent.types.bundle import Bundle, NeedUserInputOut, PreviewOut
from orchestrator.api.ask import CLIENT_MESSAGE_ID_LIMIT, QUESTION_LIMIT, watching
from orchestrator.api.openai_v1 import chores, conversation, wire
from orchestrator.api.openai_v1.conversation import Conversation
from orchestrator.api.openai_v1.wire import (
    About,
    ChatCompletion,
    ChatCompletionRequest,
    Envelope,
    ModelList,
    ModelOut,
    Said,
    Usage,
)
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.domain.people.runs import service as runs
from orchestrator.errors import NotFound, NotReady
from orchestrator.kit import patterns
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.kit.text import storable
from orchestrator.language.detect import language_of
from orchestrator.language.messages import say
from orchestrator.web.access.auth import Principal, RuntimeDep, require
from orchestrator.web.access.public_url import public_url
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router
from orchestrator.web.sse import begun, close, events_response

PREVIEW_FRAGMENT = "/#/preview/"
_QUOTED_YES = patterns.compile(r"(?i)[“\"'«‘](?:yes|sim|s[ií])[”\"'»’]")
"""An answer that quotes a yes has said already how to confirm."""


def text_of(bundle: Bundle, *, base_url: str, question: str, locale: str) -> str:
    """The bundle as a chat client shows it, in the language of the question."""
    language = language_of(question, locale)
    waiting = [preview for preview in bundle.previews if preview.state == "pending"]
    parts = [bundle.answer]
    if bundle.need_user_input is not None:
        parts.append(_choices(bundle.need_user_input))
    if waiting and bundle.need_user_input is None and not _QUOTED_YES.search(bundle.answer):
        parts.append(say("agent.reply_to_confirm", language))
    links = "\n".join(f"- [{_label(preview)}]({base_url}{PREVIEW_FRAGMENT}{preview.id})" for preview in waiting)
    if waiting:
        parts.append(f"{say('agent.look_or_change', language)}\n\n{links}")
    return storable("\n\n".join(part for part in parts if part))


def _choices(asked: NeedUserInputOut) -> str:
    return "\n".join(f"{number}. {option.label}" for number, option in enumerate(asked.options, start=1))


def _label(preview: PreviewOut) -> str:
    """What would be done, on one line and without what could end the link's text."""
    plain = " ".join((preview.summary or preview.title).split())
    return plain.replace("\\", "").replace("[", "(").replace("]", ")")


router = Router(prefix="/v1", tags=["openai"])
Asker = Annotated[Principal, require("ask")]
Thread = Annotated[
    str | None, Header(alias="X-Steward-Thread", description="The turn is one of this thread, and stored there.")
]
Repetition = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        max_length=CLIENT_MESSAGE_ID_LIMIT,
        description="A repetition answers the same run (`client_message_id`).",
    ),
]
KEY_PREFIX = "v1:"
INSTRUCTIONS_IGNORED = "The system text was ignored: a turn of a thread starts from the thread's own messages."


@router.get("/models", summary="Profiles, as models", responses=responses())
async def list_models(_: Asker, runtime: RuntimeDep) -> ModelList:
    """A model's name is a profile."""
    return ModelList(data=[ModelOut(id=name) for name in runtime.profiles])


@router.get("/models/{model}", summary="One profile, as a model", responses=responses(404))
async def get_model(_: Asker, runtime: RuntimeDep, model: str) -> ModelOut:
    """The profile of that name."""
    check_model(runtime, model)
    return ModelOut(id=model)


@router.post(
    "/chat/completions",
    summary="Ask, as OpenAI clients do",
    response_model=ChatCompletion,
    responses={
        **responses(404, 409, 413),
        200: {
            "description": "The answer; with `stream` as chunks that end with `data: [DONE]`. No chunk holds text that "
            "had not passed the gates.",
            "content": {"text/event-stream": {"example": "data: [DONE]\n\n"}},
        },
    },
)
async def complete(
    principal: Asker,
    runtime: RuntimeDep,
    request: Request,
    body: ChatCompletionRequest,
    x_steward_thread: Thread = None,
    idempotency_key: Repetition = None,
) -> Any:
    """The client's history is the window, and none of it is stored unless `X-Steward-Thread` names a thread. Previews
    come as text with a link; a plain "yes" as the next message of the same history confirms. A chat UI's own prompts
    (titles, tags, follow-ups) are answered without a run."""
    check_model(runtime, body.model)
    body.check()
    chore = chores.chore_in(body.messages)
    if chore is not None:
        said = Said(chores.answered(chore, wants_json=body.wants_json, locale=principal.locale))
        envelope = Envelope(f"chatcmpl-{new_id().hex}", body.model, body.includes_usage)
        return events_response(_pieces(envelope, said), _failed) if body.stream else envelope.whole(said)
    wire.check_format(body)
    talk = conversation.read(body.messages, question_limit=QUESTION_LIMIT)
    turn = await _turn(principal, runtime, body, talk, x_steward_thread, idempotency_key)
    door = _Door(runtime, turn, talk, public_url(request, runtime.settings))
    events = await begun(runtime.agent.stream(turn))
    envelope = Envelope(f"chatcmpl-{new_id().hex}", body.model, body.includes_usage)
    if body.stream:
        return events_response(door.chunks(envelope, events), _failed)
    async with watching(request, turn.caller):
        return envelope.whole(await door.said(events))


def check_model(runtime: Runtime, model: str) -> None:
    """Raises NotFound as OpenAI words it for a model that does not exist."""
    if model not in runtime.profiles:
        known = ", ".join(f"`{name}`" for name in runtime.profiles)
        detail = f"The model `{model}` does not exist; there are {known}."
        error = {"message": detail, "type": "invalid_request_error", "param": "model", "code": "model_not_found"}
        raise NotFound(detail, extra={"error": error})


async def _turn(
    principal: Principal,
    runtime: Runtime,
    body: ChatCompletionRequest,
    talk: Conversation,
    thread: str | None,
    key: str | None,
) -> TurnRequest:
    """The turn as the controller takes it. Raises NotFound for a thread that is not the user's."""
    warnings = body.warnings()
    thread_id = None
    history = None
    if thread is not None:
        thread_id = parse_id(thread)
        if thread_id is None:
            raise NotFound("There is no such thread.")
        if talk.asides:
            warnings = (*warnings, INSTRUCTIONS_IGNORED)
    else:

        async def recall() -> runs.Recalled:
            async with runtime.database.unit_of_work_of(principal.user_id) as tx:
                return await runs.recall(tx, answers=talk.answers, conversation=talk.digest)

        history = conversation.window(talk, await retry_on_disconnect(recall), runtime.clock.now())
    return TurnRequest(
        owner=principal.owner(),
        question=talk.question,
        zone=principal.timezone,
        locale=principal.locale,
        thread_id=thread_id,
        profile=body.model,
        client_message_id=f"{KEY_PREFIX}{key}" if key else None,
        warnings=warnings,
        history=history,
    )


@dataclass(frozen=True)
class _Door:
    """One turn on its way to an OpenAI client."""

    runtime: Runtime
    turn: TurnRequest
    talk: Conversation
    base_url: str

    async def chunks(self, envelope: Envelope, events: AsyncIterator[TurnEvent]) -> AsyncIterator[str]:
        """The answer in chunks: who speaks at once, its text when it had passed the gates."""
        yield envelope.opening(self.turn.warnings)
        said = await self.said(events)
        for piece in envelope.pieces(said, warned=self.turn.warnings):
            yield piece

    async def said(self, events: AsyncIterator[TurnEvent]) -> Said:
        """The answer, once the turn has ended. Raises NotReady where it could not be stored."""
        warnings: list[str] = []
        try:
            async for event in events:
                if event.name == "warning":
                    warnings.append(str(event.data.get("message", "")))
                elif event.name == "error":
                    raise NotReady(str(event.data.get("message", "")))
                elif event.name == "final":
                    return await self._presented(Bundle.model_validate(event.data), warnings)
        finally:
            await close(events)
        raise NotReady("The answer could not be stored. Try again.")

    async def _presented(self, bundle: Bundle, warnings: list[str]) -> Said:
        text = text_of(bundle, base_url=self.base_url, question=self.turn.question, locale=self.turn.locale)
        await self._bind(bundle.run.id, text)
        models = bundle.run.models
        prompt, completion = sum(one.prompt_tokens for one in models), sum(one.completion_tokens for one in models)
        usage = Usage(prompt_tokens=prompt, completion_tokens=completion, total_tokens=prompt + completion)
        about = About(run_id=bundle.run.id, thread_id=bundle.thread_id or None, status=bundle.status)
        return Said(text, usage, tuple(dict.fromkeys(warnings)), about)

    async def _bind(self, run: str, text: str) -> None:
        """Before the client has the text: it may answer at once."""
        run_id = parse_id(run)
        assert run_id is not None

        async def bind() -> None:
            async with self.runtime.database.unit_of_work_of(self.turn.owner.id) as tx:
                await runs.bind_answer(
                    tx, run_id, answer=conversation.digest_of(text), conversation=self.talk.digest_with(text)
                )

        await retry_on_disconnect(bind)


async def _pieces(envelope: Envelope, said: Said) -> AsyncIterator[str]:
    yield envelope.opening(())
    for piece in envelope.pieces(said, warned=()):
        yield piece


def _failed(error: Any) -> str:
    """A failure after the first byte, as the official clients look for it."""
    told = {"message": error["message"], "type": "server_error", "param": None, "code": error["code"]}
    return wire.data({"error": told})
