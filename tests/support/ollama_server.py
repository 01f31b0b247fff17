"""A real HTTP server that speaks Ollama's wire (contracts/ollama.md) from a script, and misbehaves on demand.

async with OllamaServer() as server:
    server.route({"intent": "data_query", "mood": "question", "confidence": 0.9})
    server.call("get_events", {"action": "next"})
    server.say("The dentist is on Friday.")
    … STEWARD_OLLAMA_URL=server.url, STEWARD_SMART_MODEL="smart", STEWARD_FAST_MODEL="fast" …
    assert server.turns[0].body["truncate"] is False
"""

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.support.loopback_http import Recorded, Wire
from tests.support.model_script import Call, Fail, Hang, Lines, ModelScript, Say, Step

CREATED = "2026-11-21T09:00:00Z"
EMBEDDING_LENGTH = 8


@dataclass(frozen=True)
class Installed:
    """A model that the server has. `capabilities` None = a server too old to tell; `remote`: whose cloud it runs in."""

    capabilities: Sequence[str] | None = ("completion", "tools")
    family: str = "qwen2"
    context_tokens: int = 32768
    parameters: str = "7.6B"
    quantization: str = "Q4_K_M"
    size: int = 4_700_000_000
    remote: str = ""


class OllamaServer(ModelScript):
    """Has the models `smart`, `fast` and `embed` unless told otherwise (`install`, `remove`)."""

    def __init__(self) -> None:
        super().__init__()
        self.models: dict[str, Installed] = {
            "smart": Installed(),
            "fast": Installed(),
            "embed": Installed(capabilities=("embedding",), family="bert", context_tokens=512),
        }
        self.loaded: set[str] = set()
        self.embed_limit = 2000  # characters
        self.embedding_scale = 1.0

    def install(self, name: str, **what: Any) -> None:
        """Add or replace a model; `what`: fields of Installed."""
        self.models[name] = Installed(**what)

    def remove(self, name: str) -> None:
        """As `ollama rm`."""
        self.models.pop(name, None)

    def schema_of(self, request: Recorded) -> Mapping[str, Any] | None:
        form = (request.body or {}).get("format")
        return form if isinstance(form, dict) else None

    def text_line(self, text: str) -> str:
        return json.dumps(_chunk("smart", {"content": text}))

    def error_line_text(self, message: str) -> str:
        return json.dumps({"error": message})

    def line_of(self, raw: str) -> str:
        return raw

    async def handle(self, request: Recorded, wire: Wire) -> None:
        routes = {
            ("POST", "/api/chat"): self._chat,
            ("POST", "/api/embed"): self._embed,
            ("POST", "/api/show"): self._show,
            ("GET", "/api/tags"): self._tags,
            ("GET", "/api/ps"): self._ps,
            ("GET", "/api/version"): self._version,
        }
        route = routes.get((request.method, request.path))
        if route is None:
            await wire.whole(404, "404 page not found")
        else:
            await route(request, wire)

    async def _chat(self, request: Recorded, wire: Wire) -> None:
        body = request.body
        name = body.get("model", "")
        refused = self._refused(body)
        if refused is not None:
            await wire.whole(refused.status, {"error": refused.message})
            return
        self.loaded.add(name)
        if not body.get("messages"):
            unloads = body.get("keep_alive") == 0
            if unloads:
                self.loaded.discard(name)
            reason = "unload" if unloads else "load"
            await wire.whole(200, {**_chunk(name, {"content": ""}), "done": True, "done_reason": reason})
            return
        step = self.next_step(request)
        if isinstance(step, Fail):
            await wire.whole(step.status, step.body or {"error": step.message}, dict(step.headers))
        elif isinstance(step, Hang):
            await _hang(step, wire)
        elif isinstance(step, Lines):
            await _lines(step, wire)
        elif body.get("stream", True):
            await wire.begin(headers={"Content-Type": "application/x-ndjson"})
            for chunk in _chunks(name, step):
                if isinstance(step, Say) and step.pause_s:
                    await asyncio.sleep(step.pause_s)
                await wire.send(json.dumps(chunk, ensure_ascii=False).encode() + b"\n")
            await wire.end()
        else:
            await wire.whole(200, _joined(name, step))

    def _refused(self, body: Mapping[str, Any]) -> Fail | None:
        name = body.get("model", "")
        model = self.models.get(name)
        if model is None:
            return Fail(404, f"model '{name}' not found")
        if model.capabilities is None:
            return None
        if body.get("tools") and "tools" not in model.capabilities:
            return Fail(400, f"registry.ollama.ai/library/{name} does not support tools")
        if body.get("think") and "thinking" not in model.capabilities:
            return Fail(400, f'"{name}" does not support thinking')
        return None

    async def _embed(self, request: Recorded, wire: Wire) -> None:
        given = request.body.get("input", [])
        texts = [given] if isinstance(given, str) else given
        if request.body.get("model") not in self.models:
            await wire.whole(404, {"error": f"model '{request.body.get('model')}' not found"})
        elif request.body.get("truncate") is False and any(len(text) > self.embed_limit for text in texts):
            await wire.whole(400, {"error": "the input length exceeds the context length"})
        else:
            vectors = [[value * self.embedding_scale for value in embedding_of(text)] for text in texts]
            await wire.whole(200, {"model": request.body["model"], "embeddings": vectors, "total_duration": 1})

    async def _show(self, request: Recorded, wire: Wire) -> None:
        model = self.models.get(request.body.get("model", ""))
        if model is None:
            await wire.whole(404, {"error": f"model '{request.body.get('model')}' not found"})
            return
        shown: dict[str, Any] = {
            "details": _details(model),
            "model_info": {
                "general.architecture": model.family,
                f"{model.family}.context_length": model.context_tokens,
            },
            "template": "{{ .Prompt }}",
            "modified_at": CREATED,
        }
        if model.capabilities is not None:
            shown["capabilities"] = list(model.capabilities)
        await wire.whole(200, shown)

    async def _tags(self, _: Recorded, wire: Wire) -> None:
        listed = [
            {
                "name": name,
                "model": name,
                "modified_at": CREATED,
                "size": model.size,
                "digest": hashlib.sha256(name.encode()).hexdigest(),
                "details": _details(model),
                **({"remote_host": model.remote, "remote_model": name} if model.remote else {}),
            }
            for name, model in self.models.items()
        ]
        await wire.whole(200, {"models": listed})

    async def _ps(self, _: Recorded, wire: Wire) -> None:
        listed = [{"name": name, "model": name, "size_vram": 1, "expires_at": CREATED} for name in sorted(self.loaded)]
        await wire.whole(200, {"models": listed})

    async def _version(self, _: Recorded, wire: Wire) -> None:
        await wire.whole(200, {"version": "0.33.0"})


def _details(model: Installed) -> dict[str, Any]:
    return {
        "family": model.family,
        "parameter_size": model.parameters,
        "quantization_level": model.quantization,
    }


def embedding_of(text: str) -> list[float]:
    """The unit vector that stands for `text` here."""
    digest = hashlib.sha256(text.encode()).digest()[:EMBEDDING_LENGTH]
    raw = [byte - 127.5 for byte in digest]
    length = sum(value * value for value in raw) ** 0.5
    return [value / length for value in raw]


def _chunk(model: str, message: Mapping[str, Any]) -> dict[str, Any]:
    return {"model": model, "created_at": CREATED, "message": {"role": "assistant", **message}, "done": False}


def _chunks(model: str, step: Step) -> list[dict[str, Any]]:
    assert isinstance(step, Say | Call)
    chunks = [_chunk(model, {"content": "", "thinking": step.thinking})] if step.thinking else []
    if isinstance(step, Say):
        chunks += [_chunk(model, {"content": part}) for part in step.parts]
    else:
        chunks += [_chunk(model, {"content": step.text})] if step.text else []
        chunks += [_chunk(model, {"content": "", "tool_calls": [_call(call)]}) for call in step.calls]
    return [*chunks, {**_chunk(model, {"content": ""}), **_closing(step)}]


def _call(call: tuple[str, str, Mapping[str, Any] | str]) -> dict[str, Any]:
    call_id, name, arguments = call
    return {"id": call_id, "function": {"index": 0, "name": name, "arguments": arguments}}


def _closing(step: Say | Call) -> dict[str, Any]:
    counts = step.counts if isinstance(step, Say) else (11, 7)
    counted = {"prompt_eval_count": counts[0], "eval_count": counts[1]} if counts else {}
    reason = step.reason if isinstance(step, Say) else "stop"  # Ollama says `stop` for calls too
    return {"done": True, "done_reason": reason, "total_duration": 1_000_000, **counted}


def _joined(model: str, step: Step) -> dict[str, Any]:
    assert isinstance(step, Say | Call)
    message: dict[str, Any] = {"content": step.text}
    if step.thinking:
        message["thinking"] = step.thinking
    if isinstance(step, Call):
        message["tool_calls"] = [_call(call) for call in step.calls]
    return {**_chunk(model, message), **_closing(step)}


async def _hang(step: Hang, wire: Wire) -> None:
    if step.headers_first:
        await wire.begin()
    await asyncio.sleep(3600 if step.seconds is None else step.seconds)
    wire.break_off()


async def _lines(step: Lines, wire: Wire) -> None:
    await wire.begin(headers={"Content-Type": "application/x-ndjson"})
    for line in step.lines:
        await wire.send(line.encode() + b"\n")
    if step.cut:
        await asyncio.sleep(0.05)  # what was sent must arrive before the cut
        wire.break_off()
    else:
        await wire.end()
