"""A model that says what a test or an evaluation wrote down for it, and fails loudly on what is left over."""

from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable

from orchestrator.llm.messages import ChatReply, ChatRequest, Delta, ToolCall
from orchestrator.llm.port import ModelError, ModelInfo

Step = ChatReply | ModelError | Callable[[ChatRequest], ChatReply]


def say(text: str) -> ChatReply:
    """A step that answers with text."""
    return ChatReply(text=text, model="scripted")


def call(*calls: tuple[str, dict[str, object] | str]) -> ChatReply:
    """A step that proposes tool calls, each (name, arguments)."""
    made = tuple(ToolCall(id=f"call_{index}", name=name, arguments=args) for index, (name, args) in enumerate(calls))
    return ChatReply(text="", model="scripted", tool_calls=made, finish_reason="tool_calls")


class ScriptedModel:
    """Plays its steps in order; `requests` keeps what it was asked."""

    provider = "scripted"

    def __init__(self, steps: Iterable[Step] = (), *, name: str = "scripted", keep_last: bool = False) -> None:
        self.name = name
        self.requests: list[ChatRequest] = []
        self._steps = deque(steps)
        self._keep_last = keep_last

    async def chat(self, request: ChatRequest) -> ChatReply:
        self.requests.append(request)
        if not self._steps:
            msg = "the script is at its end, yet the model was asked again"
            raise AssertionError(msg)
        step = self._steps[0] if self._keep_last and len(self._steps) == 1 else self._steps.popleft()
        if isinstance(step, ModelError):
            raise step
        return step(request) if callable(step) else step

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta]:
        reply = await self.chat(request)
        for word in reply.text.split(" "):
            yield Delta(text=word + " ")
        yield Delta(reply=reply)

    async def warm(self) -> None:
        return None

    async def probe(self) -> ModelInfo:
        return ModelInfo(provider=self.provider, name=self.name, capabilities=frozenset({"tools"}))

    async def close(self) -> None:
        return None

    def assert_finished(self) -> None:
        """Fails where steps were left unconsumed."""
        if self._steps and not self._keep_last:
            msg = f"{len(self._steps)} scripted steps were never asked for"
            raise AssertionError(msg)
