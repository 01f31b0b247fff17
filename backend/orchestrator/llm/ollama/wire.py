"""What does Ollama's `/api/chat` take and give? Bodies out, NDJSON lines in (contracts/ollama.md).

The bodies are made here because the typed client thins tool schemas, drops call ids and knows no `truncate`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestrator.kit.tokens import estimate
from orchestrator.llm.failures import error_text, refusal
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import (
    ChatReply,
    ChatRequest,
    Effort,
    Message,
    Role,
    ToolCall,
    Usage,
    transcript,
)
from orchestrator.llm.port import BadModelOutput
from orchestrator.llm.replies import checked, token_count, tool_call
from orchestrator.llm.request_parts import function_tools, merged_system, temperature
from orchestrator.llm.stream import json_value

TRUNCATION_SUSPECTED_BELOW = 0.5
"""Fewer prompt tokens counted than this part of our estimate: an older server cut the prompt silently."""
TRUNCATION_FLOOR_TOKENS = 2000  # below this the estimate itself may be off by half

_LEVEL_FAMILIES = frozenset({"gptoss", "gpt-oss"})  # thinks at a level and can't be told not to think


@dataclass(frozen=True)
class ModelCard:
    """What `/api/show` says. `capabilities` is None where the server is too old to say."""

    capabilities: frozenset[str] | None = None
    family: str = ""
    context_tokens: int | None = None

    def lacks(self, capability: str) -> bool:
        """Known not to have it."""
        return self.capabilities is not None and capability not in self.capabilities


def chat_body(
    request: ChatRequest, *, model: str, card: ModelCard, context_tokens: int, keep_alive: str, think: bool | str | None
) -> dict[str, Any]:
    """The body of a streamed chat. `format` and `tools` never go together: the grammar would forbid the calls."""
    body: dict[str, Any] = {
        "model": model,
        "messages": [
            _message(message, with_thinking=not card.lacks("thinking")) for message in merged_system(request.messages)
        ],
        "stream": True,
        "truncate": False,
        "shift": False,
        "keep_alive": keep_alive_value(keep_alive),
        "options": _options(request, context_tokens, thinks=think not in (None, False)),
    }
    if request.tools:
        body["tools"] = function_tools(request.tools)
    elif request.schema is not None:
        body["format"] = dict(request.schema)
    if think is not None:
        body["think"] = think
    return body


def think_value(card: ModelCard, effort: Effort, *, schema_needs_default: bool) -> bool | str | None:
    """What to say about thinking; None says nothing.

    A model that can only be told yes or no thinks from medium effort on: a whole train of thought costs minutes on a
    local machine. `schema_needs_default`: this model was seen to ignore a schema when told not to think.
    """
    if card.capabilities is None or card.lacks("thinking"):
        return None
    if card.family in _LEVEL_FAMILIES:
        return "low" if effort == "none" else effort
    if effort in ("medium", "high"):
        return True
    return None if schema_needs_default else False


def keep_alive_value(text: str) -> str | int:
    """`30m` stays a Go duration; bare digits are seconds (`-1` = for ever), which the wire wants as a number."""
    try:
        return int(text)
    except ValueError:
        return text


def _options(request: ChatRequest, context_tokens: int, *, thinks: bool) -> dict[str, Any]:
    options: dict[str, Any] = {"num_ctx": context_tokens}
    if not thinks:  # thinking models loop when sampled greedily: they keep their own default
        options["temperature"] = temperature(request.purpose)
    if request.max_tokens is not None:
        options["num_predict"] = request.max_tokens
    return options


def _message(message: Message, *, with_thinking: bool) -> dict[str, Any]:
    out: dict[str, Any] = {"role": message.role.value, "content": message.content}
    if message.role is Role.TOOL:
        out["tool_name"] = message.tool_name or ""
        if message.tool_call_id:
            out["tool_call_id"] = message.tool_call_id
    if message.tool_calls:
        out["tool_calls"] = [
            {"id": call.id, "function": {"index": index, "name": call.name, "arguments": _as_object(call)}}
            for index, call in enumerate(message.tool_calls)
        ]
    if message.thinking and with_thinking:
        out["thinking"] = message.thinking
    return out


def _as_object(call: ToolCall) -> dict[str, Any]:
    """The wire takes an object alone; arguments that never were one are replayed as no arguments."""
    if isinstance(call.arguments, str):
        return parse_object(call.arguments) or {}
    return dict(call.arguments)


@dataclass
class Gathered:
    """An answer under way, line by line."""

    model: str
    done: bool = False
    _text: list[str] = field(default_factory=list)
    _thinking: list[str] = field(default_factory=list)
    _calls: list[ToolCall] = field(default_factory=list)
    _last: Mapping[str, Any] = field(default_factory=dict)

    def take(self, line: bytes) -> str:
        """Add one line; answers its visible text. Raises ModelError for an error line and for one that is neither
        message nor error."""
        if not line.strip():
            return ""
        entry = json_value(line)
        if not isinstance(entry, dict):
            raise BadModelOutput("ollama sent a line that is no object")
        if "error" in entry:
            raise refusal("ollama", self.model, 500, error_text(entry))
        message = entry.get("message")
        if not isinstance(message, dict) and not entry.get("done"):
            raise BadModelOutput("ollama sent a line without message and without error")
        if entry.get("done"):
            self.done, self._last = True, entry
        return self._add(message) if isinstance(message, dict) else ""

    def reply(self, request: ChatRequest, *, context_tokens: int) -> ChatReply:
        """The whole answer. Raises BadModelOutput where the stream ended before `done`, or without content."""
        if not self.done:
            raise BadModelOutput("ollama's answer broke off")
        reason = self._last.get("done_reason") or "stop"
        usage = Usage(
            prompt_tokens=token_count(self._last.get("prompt_eval_count")),
            completion_tokens=token_count(self._last.get("eval_count")),
        )
        return checked(
            ChatReply(
                text="".join(self._text),
                model=self.model,
                tool_calls=tuple(self._calls),
                thinking="".join(self._thinking) or None,
                usage=usage,
                finish_reason="stop" if reason == "stop" else "length" if reason == "length" else "other",
                warnings=_truncation_warning(request, usage, context_tokens),
            ),
            request,
        )

    def _add(self, message: Mapping[str, Any]) -> str:
        text = _plain(message.get("content"))
        self._text.append(text)
        self._thinking.append(_plain(message.get("thinking")))
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            function = call.get("function") if isinstance(call, dict) else None
            if not isinstance(function, dict):
                raise BadModelOutput("ollama sent a tool call without a function")
            self._calls.append(tool_call(call.get("id"), function.get("name"), function.get("arguments")))
        return text


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _truncation_warning(request: ChatRequest, usage: Usage, context_tokens: int) -> tuple[str, ...]:
    expected = estimate(transcript(request.messages))
    if expected < max(TRUNCATION_FLOOR_TOKENS, context_tokens // 2) or not usage.prompt_tokens:
        return ()
    if usage.prompt_tokens >= expected * TRUNCATION_SUSPECTED_BELOW:
        return ()
    return (f"ollama counted {usage.prompt_tokens} prompt tokens of about {expected}: it may have cut the prompt",)
