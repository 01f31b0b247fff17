"""What does `/v1/chat/completions` take and give? Bodies out; one JSON object or server-sent events in.

Many servers speak this wire and each leaves something out, so every field of an answer is taken as optional, and what a
server refuses to take is dropped (`Droppable`).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestrator.llm.failures import error_text, refusal
from orchestrator.llm.messages import ChatReply, ChatRequest, Message, Role, Usage
from orchestrator.llm.port import BadModelOutput
from orchestrator.llm.replies import checked, token_count, tool_call
from orchestrator.llm.request_parts import function_tools, merged_system, temperature
from orchestrator.llm.stream import json_value

_DATA = b"data:"
_DONE = b"[DONE]"

DROPPABLE = (
    "stream_options",
    "reasoning_effort",
    "response_format",
    "tool_choice",
    "max_completion_tokens",
    "max_tokens",
    "temperature",
)
"""Parameters that an answer can do without; tested in this order, so that the longer name is found first."""


def chat_body(request: ChatRequest, *, model: str, stream: bool, dropped: frozenset[str]) -> dict[str, Any]:
    """The body of a chat without what this server was seen to refuse (`dropped`, see `refused_parameter`)."""
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(message) for message in merged_system(request.messages)],
        "stream": stream,
        "temperature": temperature(request.purpose),
        "reasoning_effort": request.effort,
    }
    if stream:
        body["stream_options"] = {"include_usage": True}
    if request.max_tokens is not None:
        # OpenAI's own newer models refuse the old name; most other servers know only that.
        key = "max_completion_tokens" if "max_tokens" in dropped else "max_tokens"
        body[key] = request.max_tokens
    if request.tools:
        body["tools"] = function_tools(request.tools)
        if request.must_call:
            body["tool_choice"] = "required"
    elif request.schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": dict(request.schema)},
        }
        if "response_format" in dropped:
            body["messages"].append({"role": "system", "content": _schema_in_words(request.schema)})
    return {key: value for key, value in body.items() if key not in dropped and f"{key}={value}" not in dropped}


def refused_parameter(body: Mapping[str, Any], said: str) -> str | None:
    """What of `body` the server's complaint names, as an entry for `dropped`; None where it names nothing we can leave.

    An effort is refused by its value: a model that can't think at `none` may still do so at `low`.
    """
    for name in DROPPABLE:
        if name in body and name in said:
            return f"{name}={body[name]}" if name == "reasoning_effort" and "value" in said.casefold() else name
    return None


def _schema_in_words(schema: Mapping[str, Any]) -> str:
    return f"Answer with one JSON object that follows this JSON Schema, and nothing else: {json.dumps(dict(schema))}"


def _message(message: Message) -> dict[str, Any]:
    out: dict[str, Any] = {"role": message.role.value, "content": message.content}
    if message.role is Role.TOOL:
        out["tool_call_id"] = message.tool_call_id or ""
    if message.tool_calls:
        out["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {
                    "name": call.name,
                    "arguments": call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments),
                },
            }
            for call in message.tool_calls
        ]
    return out


def whole_reply(body: Any, request: ChatRequest, *, model: str) -> ChatReply:
    """The answer of a call that was not streamed. Raises ModelError."""
    if isinstance(body, dict) and body.get("error"):
        raise refusal("openai", model, 500, error_text(body))
    if not isinstance(body, dict) or not _first(body.get("choices")):
        raise BadModelOutput("openai answered without a choice")
    answer = Gathered(model)
    answer.add(body)
    answer.done = True
    return answer.reply(request)


@dataclass
class _Call:
    """A tool call whose pieces are arriving."""

    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


@dataclass
class Gathered:
    """An answer under way, event by event; `provider` is who speaks this wire."""

    model: str
    done: bool = False
    provider: str = "openai"
    _text: list[str] = field(default_factory=list)
    _thinking: list[str] = field(default_factory=list)
    _calls: dict[int, _Call] = field(default_factory=dict)
    _finish: str | None = None
    _usage: Usage = field(default_factory=Usage)

    def take(self, line: bytes) -> str:
        """Add one line of the event stream; answers its visible text. Raises ModelError for an error in it."""
        data = line[len(_DATA) :].strip() if line.startswith(_DATA) else line.strip()
        if not line.startswith(_DATA) and not data.startswith(b"{"):
            return ""  # comments, event names, empty lines; an error may come as bare JSON
        if data == _DONE:
            self.done = True
            return ""
        return self.add(json_value(data))

    def add(self, event: Any) -> str:
        """Add one parsed event; answers its visible text."""
        if not isinstance(event, dict):
            raise BadModelOutput(f"{self.provider} sent an event that is no object")
        if event.get("error"):
            raise refusal(self.provider, self.model, 500, error_text(event))
        self._count(event.get("usage"))
        choice = _first(event.get("choices"))
        if not choice:
            return ""
        self._finish = _plain(choice.get("finish_reason")) or self._finish
        said = choice.get("delta") or choice.get("message")
        if not isinstance(said, dict):
            return ""
        self._thinking.append(_plain(said.get("reasoning_content") or said.get("reasoning")))
        pieces = said.get("tool_calls")
        for position, piece in enumerate(pieces if isinstance(pieces, list) else ()):
            self._add_call(piece, position)
        text = _plain(said.get("content")) or _plain(said.get("refusal"))
        self._text.append(text)
        return text

    def reply(self, request: ChatRequest) -> ChatReply:
        """The whole answer. Raises BadModelOutput where the stream broke off or held no content."""
        if not self.done and self._finish is None:
            raise BadModelOutput(f"{self.provider}'s answer broke off")
        calls = tuple(tool_call(call.id, call.name, "".join(call.arguments)) for _, call in sorted(self._calls.items()))
        return checked(
            ChatReply(
                text="".join(self._text),
                model=self.model,
                tool_calls=calls,
                thinking="".join(self._thinking) or None,
                usage=self._usage,
                finish_reason=_finish_reason(self._finish),
            ),
            request,
        )

    def _add_call(self, piece: Any, position: int) -> None:
        function = piece.get("function") if isinstance(piece, dict) else None
        if not isinstance(function, dict):
            raise BadModelOutput("openai sent a tool call without a function")
        call = self._calls.setdefault(self._index_of(piece, position), _Call())
        call.id = call.id or _plain(piece.get("id"))
        call.name = call.name or _plain(function.get("name"))
        arguments = function.get("arguments")
        call.arguments.append(arguments if isinstance(arguments, str) else json.dumps(arguments) if arguments else "")

    def _index_of(self, piece: Mapping[str, Any], position: int) -> int:
        index = piece.get("index")
        if isinstance(index, int):
            return index
        # Servers without an index send each call whole, or give every piece of it the same id.
        known = [at for at, call in self._calls.items() if piece.get("id") and call.id == piece["id"]]
        if known:
            return known[0]
        return max(self._calls, default=-1) + 1 if piece.get("id") else position

    def _count(self, usage: Any) -> None:
        if isinstance(usage, dict):
            self._usage = Usage(
                prompt_tokens=token_count(usage.get("prompt_tokens")) or self._usage.prompt_tokens,
                completion_tokens=token_count(usage.get("completion_tokens")) or self._usage.completion_tokens,
            )


def _first(choices: Any) -> dict[str, Any] | None:
    return choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else None


def _plain(content: Any) -> str:
    """Text, or the texts of a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_plain(part.get("text")) for part in content if isinstance(part, dict))
    return ""


def _finish_reason(reason: str | None) -> Any:
    return reason if reason in ("length", "tool_calls") else "stop" if reason in ("stop", None) else "other"
