"""A real HTTP server that speaks OpenAI's chat wire from a script, and misbehaves on demand.

Use as OllamaServer; `server.url` has no `/v1`. `refuses`: parameters that it answers 400 to, by name.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from tests.support.loopback_http import Recorded, Wire
from tests.support.model_script import Call, Fail, Hang, Lines, ModelScript, Say, Step
from tests.support.ollama_server import embedding_of

ARGUMENT_PIECE = 7  # characters of a call's arguments in one delta


class OpenAIServer(ModelScript):
    """Lists the models of `models`; answers whatever model is asked for unless `strict_models`."""

    def __init__(self) -> None:
        super().__init__()
        self.models: list[str] = ["scripted-1", "scripted-2"]
        self.described: dict[str, Any] = {}
        """What it says of each of its models besides."""
        self.strict_models = False
        self.refuses: set[str] = set()
        self.api_key: str | None = None

    def schema_of(self, request: Recorded) -> Mapping[str, Any] | None:
        form = (request.body or {}).get("response_format") or {}
        schema = (form.get("json_schema") or {}).get("schema")
        return schema if isinstance(schema, dict) else None

    def text_line(self, text: str) -> str:
        return f"data: {json.dumps(_event('scripted-1', {'content': text}))}\n"

    def error_line_text(self, message: str) -> str:
        return f"data: {json.dumps({'error': {'message': message, 'type': 'server_error', 'code': 500}})}\n"

    def line_of(self, raw: str) -> str:
        return f"data: {raw}\n"

    async def handle(self, request: Recorded, wire: Wire) -> None:
        if self.api_key and request.headers.get("authorization") != f"Bearer {self.api_key}":
            await wire.whole(401, {"error": {"message": "Incorrect API key provided: sk-wrong"}})
        elif (request.method, request.path) == ("GET", "/v1/models"):
            listed = [{"id": name, "object": "model", **self.described} for name in self.models]
            await wire.whole(200, {"object": "list", "data": listed})
        elif (request.method, request.path) == ("POST", "/v1/chat/completions"):
            await self._chat(request, wire)
        elif (request.method, request.path) == ("POST", "/v1/embeddings"):
            await self._embed(request, wire)
        else:
            await wire.whole(404, {"error": {"message": "no such route"}})

    async def _embed(self, request: Recorded, wire: Wire) -> None:
        """Twice as long as unit vectors, in the opposite order."""
        made = [
            {"object": "embedding", "index": index, "embedding": [2 * value for value in embedding_of(text)]}
            for index, text in enumerate(request.body["input"])
        ]
        await wire.whole(200, {"object": "list", "data": made[::-1], "model": request.body["model"]})

    async def _chat(self, request: Recorded, wire: Wire) -> None:
        body = request.body
        unknown = sorted(name for name in self.refuses if name in body)
        if self.strict_models and body["model"] not in self.models:
            await wire.whole(404, {"error": {"message": f"The model `{body['model']}` does not exist"}})
            return
        if unknown:
            message = f"Unsupported parameter: '{unknown[0]}' is not supported with this model."
            await wire.whole(400, {"error": {"message": message, "param": unknown[0]}})
            return
        step = self.next_step(request)
        if isinstance(step, Fail):
            body = step.body or {"error": {"message": step.message, "type": "error", "code": step.status}}
            await wire.whole(step.status, body, dict(step.headers))
        elif isinstance(step, Hang):
            if step.headers_first:
                await wire.begin()
            await asyncio.sleep(3600 if step.seconds is None else step.seconds)
            wire.break_off()
        elif isinstance(step, Lines):
            await _lines(step, wire)
        elif body.get("stream"):
            await wire.begin(headers={"Content-Type": "text/event-stream"})
            for event in _events(body["model"], step, usage="stream_options" in body):
                if isinstance(step, Say) and step.pause_s:
                    await asyncio.sleep(step.pause_s)
                await wire.send(f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode())
            await wire.send(b"data: [DONE]\n\n")
            await wire.end()
        else:
            await wire.whole(200, _whole(body["model"], step))


def _event(model: str, delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": model, "choices": [choice]}


def _events(model: str, step: Step, *, usage: bool) -> list[dict[str, Any]]:
    assert isinstance(step, Say | Call)
    events = [_event(model, {"role": "assistant", "content": None})]
    if step.thinking:
        events.append(_event(model, {"reasoning_content": step.thinking}))
    if isinstance(step, Say):
        events += [_event(model, {"content": part}) for part in step.parts]
    else:
        events += [
            _event(model, {"tool_calls": [piece]}) for at in range(len(step.calls)) for piece in _pieces(step, at)
        ]
    events.append(_event(model, {}, _finish(step)))
    if usage and _usage(step):
        events.append({"id": "chatcmpl-1", "choices": [], "usage": _usage(step)})
    return events


def _pieces(step: Call, at: int) -> list[dict[str, Any]]:
    call_id, name, arguments = step.calls[at]
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    first = {"index": at, "id": call_id, "type": "function", "function": {"name": name, "arguments": ""}}
    cut = [text[start : start + ARGUMENT_PIECE] for start in range(0, len(text), ARGUMENT_PIECE)]
    return [first, *({"index": at, "function": {"arguments": piece}} for piece in cut)]


def _whole(model: str, step: Step) -> dict[str, Any]:
    assert isinstance(step, Say | Call)
    message: dict[str, Any] = {"role": "assistant", "content": step.text or None}
    if step.thinking:
        message["reasoning_content"] = step.thinking
    if isinstance(step, Call):
        message["tool_calls"] = [
            {
                "id": call_id,
                "type": "function",
                "function": {"name": name, "arguments": args if isinstance(args, str) else json.dumps(args)},
            }
            for call_id, name, args in step.calls
        ]
    choice = {"index": 0, "message": message, "finish_reason": _finish(step)}
    return {"id": "chatcmpl-1", "object": "chat.completion", "model": model, "choices": [choice], "usage": _usage(step)}


def _finish(step: Say | Call) -> str:
    return "tool_calls" if isinstance(step, Call) else step.reason


def _usage(step: Say | Call) -> dict[str, int] | None:
    counts = step.counts if isinstance(step, Say) else (11, 7)
    return {"prompt_tokens": counts[0], "completion_tokens": counts[1]} if counts else None


async def _lines(step: Lines, wire: Wire) -> None:
    await wire.begin(headers={"Content-Type": "text/event-stream"})
    for line in step.lines:
        await wire.send(line.encode() + b"\n")
    if step.cut:
        await asyncio.sleep(0.05)
        wire.break_off()
    else:
        await wire.end()
