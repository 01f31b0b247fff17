"""The reader as a ChatModel: given the facts of a turn, which calls does it propose, or what does it answer?

It reads `ChatRequest.facts` instead of the messages, does no I/O and keeps nothing: the same facts give the same reply.
It reads in a thread, off the event loop. It serves the purposes `turn` and `briefing`, and reads the words of commands;
anything else, or a request without facts, is refused.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from orchestrator.kit.tokens import estimate
from orchestrator.llm.messages import ChatReply, ChatRequest, Delta, TurnFacts, Usage
from orchestrator.llm.port import ModelInfo, ModelRefusedRequest
from orchestrator.reader.recognition.compound import understand
from orchestrator.reader.recognition.guided import guided
from orchestrator.reader.recognition.recognisers import Frame
from orchestrator.reader.requests.commands import INTENT as COMMAND
from orchestrator.reader.requests.commands import command_reply

NAME = "reader"
_SERVED = {"turn", "briefing"}
_PIECE = 48


class ReaderModel:
    """The built-in deterministic model."""

    @property
    def name(self) -> str:
        return NAME

    @property
    def provider(self) -> str:
        return NAME

    async def chat(self, request: ChatRequest) -> ChatReply:
        """Calls or text. Raises ModelRefusedRequest for what it does not serve."""
        return await asyncio.to_thread(reply, request)

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta]:
        whole = await asyncio.to_thread(reply, request)
        for start in range(0, len(whole.text), _PIECE):
            yield Delta(text=whole.text[start : start + _PIECE])
        yield Delta(reply=whole)

    async def warm(self) -> None:
        """Nothing to load."""

    async def probe(self) -> ModelInfo:
        return ModelInfo(provider=NAME, name=NAME, capabilities=frozenset({"tools"}))

    async def close(self) -> None:
        """Nothing to give back."""


def reply(request: ChatRequest) -> ChatReply:
    """The reply to one request."""
    facts = request.facts
    if facts is not None and facts.intent == COMMAND:
        text, sure = command_reply(facts)
        return _reply(facts, Frame(text=text, understood=sure))
    if facts is None or request.schema is not None or request.purpose not in _SERVED:
        msg = f"the reader does not serve the purpose {request.purpose}"
        raise ModelRefusedRequest(msg)
    if not facts.tools and request.tools:
        facts = replace(facts, tools=request.tools)
    if text := guided(facts):
        return _reply(facts, Frame(text=text))
    return _reply(facts, understand(facts))


def _reply(facts: TurnFacts, frame: Frame) -> ChatReply:
    return ChatReply(
        frame.text,
        NAME,
        tuple(frame.calls),
        usage=Usage(prompt_tokens=estimate(facts.question), completion_tokens=estimate(frame.text)),
        finish_reason="tool_calls" if frame.calls else "stop",
        understood=frame.understood,
    )
