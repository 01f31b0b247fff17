"""How can a slow model be asked the same thing only once? An OpenAI-compatible server that keeps every reply on disk.

What changes from run to run without meaning anything is made the same before a request is looked up and sent on: ids
(by order of appearance) and the fence's boundary; in the reply they are put back. Sampling is off (temperature 0), so
that a kept reply is what the model would say again. A client that hangs up does not end the generation: it is kept for
the next time, and counted in `given_up`, so that whoever measures can play the turn again as a quicker machine would.
A server that fails is told in `failure`: what was played then was not played by the model.
"""

import asyncio
import hashlib
import json
import os
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

LONGEST_REPLY = 400
"""Tokens; a small model that has lost the thread would go on until its context is full."""
UPSTREAM_TIMEOUT_S = 1800.0
TAKES_NO_TOOLS = "tools param requires --jinja flag"
"""What llama.cpp's server says without its template engine. The model measured writes native calls as text, and the
product would learn that from its first reply (llm/json_tools.py); so it learns it at once, and at no cost."""
BOUNDARY = "5f3a9c01be27"
_ID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
_BOUNDARY = re.compile(r"<<data ([0-9a-f]{12})")


@dataclass(frozen=True)
class Exchange:
    """One request of a task and its reply, as the model saw them; `seconds`: what the model took when it was asked."""

    messages: list[dict[str, Any]]
    schema: bool
    reply: str
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    seconds: float
    finish_reason: str
    key: str


@dataclass
class CachedModel:
    """The server. `log` and `given_up` begin anew with `begin()`."""

    upstream: str
    folder: Path
    name: str
    longest: int = LONGEST_REPLY
    log: list[Exchange] = field(default_factory=list)
    given_up: int = 0
    failure: str = ""
    asked: int = 0
    asked_s: float = 0.0
    url: str = ""
    _under_way: dict[str, "asyncio.Task[dict[str, Any]]"] = field(default_factory=dict)

    def begin(self) -> None:
        """Forget what was asked so far."""
        self.log, self.given_up = [], 0

    async def settled(self) -> None:
        """Until no generation is under way any more."""
        while self._under_way:
            await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    @asynccontextmanager
    async def serving(self) -> AsyncIterator["CachedModel"]:
        """On a free port of loopback (`url`)."""
        routes = [
            Route("/v1/models", self._models),
            Route("/v1/chat/completions", self._chat, methods=["POST"]),
        ]
        config = uvicorn.Config(Starlette(routes=routes), host="127.0.0.1", port=0, log_config=None, lifespan="off")
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
        task = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110  (there is no event)
            await asyncio.sleep(0.005)
        self.url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/v1"
        try:
            yield self
        finally:
            for under_way in self._under_way.values():
                under_way.cancel()
            server.should_exit = True
            await task

    async def _models(self, _: Request) -> JSONResponse:
        return JSONResponse({"object": "list", "data": [{"id": self.name, "object": "model"}]})

    async def _chat(self, request: Request) -> JSONResponse:
        body = await request.json()
        if body.get("tools"):
            return JSONResponse({"error": {"message": TAKES_NO_TOOLS}}, status_code=500)
        text, names = alike(json.dumps(asked_of(body, self.name, self.longest), ensure_ascii=False))
        key = hashlib.sha256(text.encode()).hexdigest()
        kept = self._kept(key)
        if kept is None:
            if key not in self._under_way:
                self._under_way[key] = asyncio.create_task(self._generate(key, text))
            generation = asyncio.shield(self._under_way[key])
            while not generation.done():
                await asyncio.wait([generation], timeout=0.25)
                if not generation.done() and await request.is_disconnected():
                    self.given_up += 1
                    return JSONResponse({"error": {"message": "nobody waits for this any more"}}, status_code=503)
            try:
                kept = generation.result()
            except httpx.HTTPError as error:
                self.failure = repr(error)
                return JSONResponse({"error": {"message": f"the model's server failed: {error!r}"}}, status_code=502)
        self.log.append(exchange_of(kept, key))
        return JSONResponse(json.loads(named_back(json.dumps(kept["reply"], ensure_ascii=False), names)))

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def _kept(self, key: str) -> dict[str, Any] | None:
        path = self._path(key)
        return json.loads(path.read_text("utf-8")) if path.is_file() else None

    async def _generate(self, key: str, text: str) -> dict[str, Any]:
        try:
            started = time.monotonic()
            async with httpx.AsyncClient(timeout=UPSTREAM_TIMEOUT_S) as client:
                answer = await client.post(
                    f"{self.upstream}/chat/completions",
                    content=text.encode(),
                    headers={"content-type": "application/json"},
                )
            answer.raise_for_status()
            seconds = round(time.monotonic() - started, 2)
            self.asked += 1
            self.asked_s += seconds
            kept = {"request": json.loads(text), "reply": answer.json(), "seconds": seconds}
            path = self._path(key)
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_suffix(f".{os.getpid()}")
            unfinished.write_text(json.dumps(kept, ensure_ascii=False), "utf-8")
            unfinished.replace(path)
            return kept
        finally:
            del self._under_way[key]


def asked_of(body: Mapping[str, Any], name: str, most: int = LONGEST_REPLY) -> dict[str, Any]:
    """What is sent on of a request: all that the answer depends on, without sampling."""
    asked = {key: body[key] for key in ("messages", "response_format", "stop") if key in body}
    longest = min(int(body.get("max_tokens") or most), most)
    return {**asked, "model": name, "temperature": 0, "seed": 1, "max_tokens": longest, "cache_prompt": True}


def alike(text: str) -> tuple[str, dict[str, str]]:
    """`text` with ids and boundary made the same, and what stands for what."""
    names: dict[str, str] = {}
    boundary = _BOUNDARY.search(text)
    if boundary is not None:
        names[boundary[1]] = BOUNDARY
        text = text.replace(boundary[1], BOUNDARY)
    for found in dict.fromkeys(_ID.findall(text)):
        names[found] = str(uuid5(NAMESPACE_OID, f"entity {len(names)}"))
    return _ID.sub(lambda each: names[each[0]], text), names


def named_back(text: str, names: Mapping[str, str]) -> str:
    """`text` with the real ids and boundary."""
    for real, made in names.items():
        text = text.replace(made, real)
    return text


def exchange_of(kept: Mapping[str, Any], key: str) -> Exchange:
    """What a transcript keeps of a request and its reply."""
    reply, request = kept["reply"], kept["request"]
    usage, choice = reply.get("usage") or {}, reply["choices"][0]
    return Exchange(
        messages=request["messages"],
        schema="response_format" in request,
        reply=choice["message"].get("content") or "",
        prompt_tokens=int(usage.get("prompt_tokens", 0)),
        cached_tokens=int((usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)),
        completion_tokens=int(usage.get("completion_tokens", 0)),
        seconds=float(kept["seconds"]),
        finish_reason=str(choice.get("finish_reason")),
        key=key,
    )
