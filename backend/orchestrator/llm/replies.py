"""Is what came back an answer? The checks that every network adapter makes before it hands a reply on."""

import json
from dataclasses import replace
from typing import Any, cast

from pydantic_core import from_json

from orchestrator.kit.ids import new_id
from orchestrator.kit.text import storable, storable_json
from orchestrator.kit.tokens import estimate
from orchestrator.language.text.spoken import spoken_sentences
from orchestrator.llm.loose_json import parse_object, parse_values
from orchestrator.llm.messages import ChatReply, ChatRequest, ToolCall, Usage, transcript
from orchestrator.llm.port import BadModelOutput

_OPEN, _CLOSE = "<think>", "</think>"
_ENDS = (".", "!", "?", "…", "`")


def checked(reply: ChatReply, request: ChatRequest) -> ChatReply:
    """The reply with thoughts parted from text, JSON made strict where a schema was asked, and usage never zero.

    Raises BadModelOutput for an answer without content (thoughts alone are none) and for text that is no JSON under a
    schema (an answer that reached its bound is closed where it broke off, if the request says that it may be cut).
    """
    text, thinking = _without_thoughts(reply.text, reply.thinking)
    if not text.strip() and not reply.tool_calls:
        raise BadModelOutput(
            "the model spent its answer on thinking" if thinking else "the model answered nothing",
        )
    cut = reply.finish_reason == "length"
    if request.schema is not None and not request.tools:  # with tools no wire sends the schema
        text = _beginning(text) if cut and request.may_be_cut else _strict_json(text)
    elif cut and not reply.tool_calls:
        text = presentable(text)
    return ChatReply(
        text=text,
        model=reply.model,
        tool_calls=reply.tool_calls,
        thinking=thinking or None,
        usage=_counted(reply, request),
        finish_reason="tool_calls" if reply.tool_calls else reply.finish_reason,
        warnings=reply.warnings,
    )


def presentable(text: str) -> str:
    """Of an answer that reached its bound, what can be shown: up to the first sentence that it said before (small
    models that lose the thread say the same over and over), without the half sentence at its end."""
    said: dict[str, str] = {}
    for sentence in spoken_sentences(text):
        key = " ".join(sentence.casefold().split())
        if key in said:
            return " ".join(said.values())
        said[key] = sentence
    whole = text.rstrip().endswith(_ENDS)
    return text if whole or len(said) < 2 else " ".join(list(said.values())[:-1])


def storable_reply(reply: ChatReply) -> ChatReply:
    """The reply without what can be neither stored nor sent on (NUL, lone surrogates): JSON can escape both."""
    calls = tuple(
        replace(call, name=storable(call.name), arguments=cast("Any", storable_json(call.arguments)))
        for call in reply.tool_calls
    )
    thinking = storable(reply.thinking) if reply.thinking is not None else None
    return replace(reply, text=storable(reply.text), thinking=thinking, tool_calls=calls)


def token_count(value: object) -> int:
    """A server's count; 0 where it is none."""
    return value if isinstance(value, int) and value > 0 else 0


def tool_call(call_id: object, name: object, arguments: object) -> ToolCall:
    """A call as a server sent it. Arguments that are text are parsed where they are an object, else kept as they are.

    Raises BadModelOutput for a call without a name.
    """
    if not isinstance(name, str) or not name.strip():
        raise BadModelOutput("the model called a tool without a name")
    made_id = call_id if isinstance(call_id, str) and call_id else f"call_{new_id().hex[-12:]}"
    return ToolCall(id=made_id, name=name.strip(), arguments=_arguments(arguments))


def _arguments(given: object) -> dict[str, object] | str:
    if given is None or given == "":
        return {}
    if isinstance(given, dict):
        return given
    if isinstance(given, str):
        parsed = parse_object(given)
        return given if parsed is None else parsed
    return json.dumps(given)


def _without_thoughts(text: str, thinking: str | None) -> tuple[str, str]:
    """Servers that don't know the model's format leave its thoughts in the text; some templates open the tag
    themselves, so that only its end is seen."""
    thoughts = thinking or ""
    head, closed, tail = text.partition(_CLOSE)
    opened = head.lstrip().startswith(_OPEN)
    if opened or (closed and _OPEN not in head and not thoughts):
        inner = head.lstrip().removeprefix(_OPEN)
        return (tail.lstrip() if closed else ""), "\n".join(part for part in (thoughts, inner.strip()) if part)
    return text, thoughts


def _strict_json(text: str) -> str:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        values = parse_values(text)
        if len(values) != 1:
            raise BadModelOutput("the model did not answer with the JSON it was asked for") from None
        return json.dumps(values[0], ensure_ascii=False)
    return text


def _beginning(text: str) -> str:
    """The JSON of an answer that broke off in the middle, closed where it broke off."""
    try:
        return json.dumps(from_json(text, allow_partial="trailing-strings"), ensure_ascii=False)
    except ValueError:
        return _strict_json(text)


def _counted(reply: ChatReply, request: ChatRequest) -> Usage:
    """The provider's counts; an estimate where it gives none, so that caps hold with any server."""
    made = reply.text + (reply.thinking or "") + "".join(str(call.arguments) for call in reply.tool_calls)
    return Usage(
        prompt_tokens=reply.usage.prompt_tokens or estimate(transcript(request.messages)),
        completion_tokens=reply.usage.completion_tokens or estimate(made),
    )
