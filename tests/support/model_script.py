"""What a scripted model server says, in which order, and how it misbehaves: the same for both wires.

Turn calls and routing calls have a queue each, because a turn's first call may be either. A routing call is one whose
body asks for a JSON Schema without alternatives (tools offered by schema have them, and belong to the turn). Every
method that adds a step takes `to="routing"`. Steps are used up in order; when none is left, `always(step)` answers,
else a turn gets a 500 (see `unscripted`) and a routing call the smallest value of its schema.
"""

import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tests.support.loopback_http import LoopbackServer, Recorded
from tests.support.waiting import eventually

Queue = Literal["turn", "routing"]


@dataclass(frozen=True)
class Say:
    """An answer in text. `pieces`: how it is cut in a stream; `pause_s`: before each piece; `counts`: prompt and
    completion tokens; `reason`: why it ended."""

    text: str
    thinking: str = ""
    pieces: tuple[str, ...] | None = None
    pause_s: float = 0.0
    counts: tuple[int, int] | None = (11, 7)
    reason: str = "stop"

    @property
    def parts(self) -> tuple[str, ...]:
        if self.pieces is not None:
            return self.pieces
        words = self.text.split(" ")
        return tuple(word if at == 0 else f" {word}" for at, word in enumerate(words))


@dataclass(frozen=True)
class Call:
    """Tool calls, each (id, name, arguments); each comes in a chunk of its own."""

    calls: tuple[tuple[str, str, Mapping[str, Any] | str], ...]
    text: str = ""
    thinking: str = ""


@dataclass(frozen=True)
class Fail:
    """An error answer before anything else. `body` replaces the usual error object."""

    status: int
    message: str = ""
    body: Any = None
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Hang:
    """Nothing, for so long; None = until the client goes."""

    seconds: float | None = None
    headers_first: bool = False


@dataclass(frozen=True)
class Lines:
    """These raw lines, then the end of the answer, or a cut connection."""

    lines: tuple[str, ...]
    cut: bool = False


Step = Say | Call | Fail | Hang | Lines
Respond = Callable[[Recorded], Step | None]


class ModelScript(LoopbackServer):
    """Adding steps; the wires (`OllamaServer`, `OpenAIServer`) say them."""

    def __init__(self) -> None:
        super().__init__()
        self._queues: dict[Queue, deque[Step]] = {"turn": deque(), "routing": deque()}
        self._always: dict[Queue, Step] = {}
        self._respond: Respond | None = None
        self._calls_made = 0
        self.unscripted: list[Recorded] = []

    # --- what it says

    def say(self, text: str, *, to: Queue = "turn", **how: Any) -> None:
        """Answer with text; `how`: fields of Say."""
        self.add(Say(text, **how), to=to)

    def call(self, name: str, arguments: Mapping[str, Any] | str | None = None, *, to: Queue = "turn") -> None:
        """Propose one tool call."""
        self.calls((name, arguments or {}), to=to)

    def calls(self, *calls: tuple[str, Mapping[str, Any] | str], text: str = "", to: Queue = "turn") -> None:
        """Propose several at once."""
        made = []
        for name, arguments in calls:
            self._calls_made += 1
            made.append((f"call_s{self._calls_made}", name, arguments))
        self.add(Call(tuple(made), text), to=to)

    def route(self, answer: Mapping[str, Any] | str) -> None:
        """Answer the next routing call; text is sent as it is, broken JSON included."""
        self.add(Say(answer if isinstance(answer, str) else json.dumps(answer)), to="routing")

    # --- how it misbehaves

    def fail(self, status: int, message: str = "scripted", *, times: int = 1, to: Queue = "turn", **how: Any) -> None:
        """Answer with an error status; `how`: fields of Fail."""
        for _ in range(times):
            self.add(Fail(status, message, **how), to=to)

    def hang(
        self, seconds: float | None = None, *, times: int = 1, headers_first: bool = False, to: Queue = "turn"
    ) -> None:
        """Say nothing for so long (None = until the client goes), then close."""
        for _ in range(times):
            self.add(Hang(seconds, headers_first), to=to)

    def break_off(self, after: int = 3, *, to: Queue = "turn") -> None:
        """Send `after` pieces of text, then cut the connection."""
        self.add(Lines(tuple(self.text_line(f"word{at} ") for at in range(after)), cut=True), to=to)

    def end_early(self, after: int = 3, *, to: Queue = "turn") -> None:
        """Send `after` pieces of text, then end the answer properly but without its last line."""
        self.add(Lines(tuple(self.text_line(f"word{at} ") for at in range(after))), to=to)

    def error_line(self, message: str, *, after: int = 2, to: Queue = "turn") -> None:
        """Send `after` pieces of text, then an error inside the stream."""
        texts = tuple(self.text_line(f"word{at} ") for at in range(after))
        self.add(Lines((*texts, self.error_line_text(message))), to=to)

    def malformed_json(self, *, to: Queue = "turn") -> None:
        """Send a line that is no JSON."""
        self.add(Lines((self.line_of('{"message": {"content": "hal'),)), to=to)

    def raw_lines(self, *lines: str, cut: bool = False, to: Queue = "turn") -> None:
        """Send these lines as they are."""
        self.add(Lines(lines, cut), to=to)

    def empty(self, *, thinking: str = "", to: Queue = "turn") -> None:
        """Answer without content."""
        self.add(Say("", thinking=thinking, pieces=()), to=to)

    def busy(self, times: int = 1, *, to: Queue = "turn") -> None:
        """Answer 503, queue full."""
        self.fail(503, "server busy, please try again.  maximum pending requests exceeded", times=times, to=to)

    def too_long(self, *, to: Queue = "turn") -> None:
        """Refuse the prompt for its length."""
        self.fail(400, "the input length exceeds the context length", to=to)

    # --- order

    def add(self, step: Step, *, to: Queue = "turn") -> None:
        """Put a step at the end of a queue."""
        self._queues[to].append(step)

    def always(self, step: Step | str, *, to: Queue = "turn") -> None:
        """What answers when the queue is empty."""
        self._always[to] = Say(step) if isinstance(step, str) else step

    def respond(self, respond: Respond | None) -> None:
        """Ask `respond(request)` first; None from it means: go on with the queues."""
        self._respond = respond

    def forget(self) -> None:
        """Begin anew: no steps, no requests."""
        for queue in self._queues.values():
            queue.clear()
        self._always.clear()
        self._respond = None
        self.requests.clear()
        self.unscripted.clear()

    def assert_finished(self) -> None:
        """Fail where steps were left or something unscripted was asked."""
        left = {name: list(queue) for name, queue in self._queues.items() if queue}
        assert not left, f"never asked for: {left}"
        assert not self.unscripted, f"asked without a script: {[request.path for request in self.unscripted]}"

    @property
    def chats(self) -> list[Recorded]:
        """The chat requests, oldest first."""
        return [request for request in self.requests if request.path.endswith(("/api/chat", "/chat/completions"))]

    async def until_chats(self, number: int, timeout_s: float = 60.0) -> None:
        """Wait until so many chat requests have come in."""
        await eventually(lambda: self.chats, lambda seen: len(seen) >= number, within_s=timeout_s)

    @property
    def turns(self) -> list[Recorded]:
        """The chat requests that were no routing."""
        return [request for request in self.chats if not is_routing(self.schema_of(request))]

    @property
    def routings(self) -> list[Recorded]:
        """The routing requests."""
        return [request for request in self.chats if is_routing(self.schema_of(request))]

    def next_step(self, request: Recorded) -> Step:
        """The step that answers `request`."""
        given = self._respond(request) if self._respond is not None else None
        schema = self.schema_of(request)
        routing = is_routing(schema)
        if given is None and not _by_itself(schema):
            queue: Queue = "routing" if routing else "turn"
            given = self._queues[queue].popleft() if self._queues[queue] else self._always.get(queue)
        if given is None and routing:
            given = Say(json.dumps(smallest(schema or {})))
        if given is None:
            self.unscripted.append(request)
            return Fail(500, "nothing is scripted for this request")
        return by_schema(given) if schema is not None and not routing else given

    # --- what the wires say

    def schema_of(self, request: Recorded) -> Mapping[str, Any] | None:
        """The JSON Schema that the request asks for."""
        raise AssertionError

    def text_line(self, text: str) -> str:
        """A line of the stream that carries text."""
        raise AssertionError

    def error_line_text(self, message: str) -> str:
        """A line of the stream that carries an error."""
        raise AssertionError

    def line_of(self, raw: str) -> str:
        """A line of the stream around raw JSON."""
        raise AssertionError


def is_routing(schema: Mapping[str, Any] | None) -> bool:
    """A call for a value of one shape, not for a tool or an answer."""
    return schema is not None and "oneOf" not in schema


def _by_itself(schema: Mapping[str, Any] | None) -> bool:
    """Tags are made in the background, whenever it comes to that: no script waits for it (`respond` may)."""
    return schema is not None and set(schema.get("properties", ())) == {"tags"}


def by_schema(step: Step) -> Step:
    """How a model that is offered tools by schema says the same."""
    if isinstance(step, Call):
        _, name, arguments = step.calls[0]
        return Say(json.dumps({"tool": name, "arguments": arguments}))
    if isinstance(step, Say) and step.text and not step.text.lstrip().startswith("{"):
        return Say(json.dumps({"answer": step.text}), thinking=step.thinking, counts=step.counts)
    return step


def smallest(schema: Mapping[str, Any]) -> Any:
    """A value that fits a flat schema."""
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type")
    if kind == "object":
        return {name: smallest(inner) for name, inner in schema.get("properties", {}).items()}
    return {"array": [], "number": schema.get("minimum", 0), "integer": schema.get("minimum", 0), "boolean": False}.get(
        str(kind), ""
    )
