"""What goes over the wire in OpenAI's chat completions? What a client may send, and what it is answered.

Source: OpenAI's API reference (Chat Completions), as the official clients read it. What a field that is not honoured
leads to stands in docs/guides/openai-clients.md.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.errors import InvalidRequest

NAME_LIMIT = 200
PROFILES_SINCE = 1_795_219_200
"""`created` of every model: profiles have no date of their own (2026-11-21)."""
PIECE_CHARACTERS = 24
"""The checked answer is streamed in pieces of about this size."""
DONE = "data: [DONE]\n\n"
TOOLS_IGNORED = "The tools of the request were ignored: Steward uses its own."
IMAGES_IGNORED = "Only text is read: images, audio and files in the messages were ignored."
NOT_HONOURED = "Not honoured: {names}."


class Part(BaseModel):
    """One part of a message's content; only `text` is read."""

    model_config = ConfigDict(extra="ignore")

    type: str = Field(default="text", max_length=NAME_LIMIT)
    text: str | None = None


class ChatMessage(BaseModel):
    """One message of the client's history."""

    model_config = ConfigDict(extra="ignore")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part | str] | None = None

    @property
    def text(self) -> str:
        """What it says, its parts joined by line breaks."""
        if self.content is None or isinstance(self.content, str):
            return self.content or ""
        texts = [part if isinstance(part, str) else part.text for part in self.content]
        return "\n".join(text for text in texts if text)

    @property
    def has_more_than_text(self) -> bool:
        """True where some part is an image, a sound or a file."""
        parts = self.content if isinstance(self.content, list) else []
        return any(isinstance(part, Part) and part.type not in {"text", "input_text", "output_text"} for part in parts)


class StreamOptions(BaseModel):
    """`include_usage`: a last chunk with the tokens that were used."""

    model_config = ConfigDict(extra="ignore")

    include_usage: bool | None = None


class ChatCompletionRequest(BaseModel):
    """A chat completion as OpenAI clients ask for it; fields that are not named here are ignored."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {"model": "main", "messages": [{"role": "user", "content": "When is my next dentist appointment?"}]},
                {
                    "model": "main",
                    "stream": True,
                    "stream_options": {"include_usage": True},
                    "messages": [
                        {"role": "user", "content": "Add milk to my shopping list"},
                        {"role": "assistant", "content": "Waiting for your confirmation: add the todo “milk”. …"},
                        {"role": "user", "content": "yes"},
                    ],
                },
            ]
        },
    )

    model: str = Field(min_length=1, max_length=NAME_LIMIT, description="A profile: see `/v1/models`.")
    messages: list[ChatMessage] = Field(min_length=1)
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = None
    response_format: dict[str, Any] | None = None
    modalities: list[str] | None = None
    tools: Any = None
    functions: Any = None
    stop: Any = None
    max_tokens: Any = None
    max_completion_tokens: Any = None
    logprobs: Any = None

    @property
    def wants_json(self) -> bool:
        """True where the answer is to be JSON."""
        return str((self.response_format or {}).get("type", "text")) in {"json_object", "json_schema"}

    @property
    def includes_usage(self) -> bool:
        """True where a stream is to end with the tokens used."""
        return self.stream_options is not None and bool(self.stream_options.include_usage)

    def check(self) -> None:
        """Raises InvalidRequest for what would change the form of the answer and is not there."""
        if self.n is not None and self.n != 1:
            raise _refused("n", "there is one answer to a question: `n` is 1")
        if self.modalities is not None and "audio" in self.modalities:
            raise _refused("modalities", "answers are text")

    def warnings(self) -> tuple[str, ...]:
        """What of the request was not honoured, and would otherwise go unnoticed."""
        told = [TOOLS_IGNORED] if self.tools or self.functions else []
        if any(message.has_more_than_text for message in self.messages):
            told.append(IMAGES_IGNORED)
        unheard = {
            "stop": bool(self.stop),
            "max_tokens": self.max_tokens is not None or self.max_completion_tokens is not None,
            "logprobs": bool(self.logprobs),
        }
        if names := ", ".join(f"`{name}`" for name, given in unheard.items() if given):
            told.append(NOT_HONOURED.format(names=names))
        return tuple(told)


def check_format(request: ChatCompletionRequest) -> None:
    """Raises InvalidRequest where a turn is asked to answer in JSON."""
    if request.wants_json:
        raise _refused("response_format", "Steward answers in text; JSON answers are not there")


def _refused(name: str, message: str) -> InvalidRequest:
    return InvalidRequest.of_field(name, message, loc=("body", name))


class ModelOut(BaseModel):
    """A profile as a model."""

    id: str
    object: Literal["model"] = "model"
    created: int = PROFILES_SINCE
    owned_by: str = "steward"


class ModelList(BaseModel):
    """All profiles."""

    object: Literal["list"] = "list"
    data: list[ModelOut]


class Usage(BaseModel):
    """Tokens that models were given and gave in this turn, as its run counts them; none where code alone answered."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0


class CompletionMessage(BaseModel):
    """The answer."""

    role: Literal["assistant"] = "assistant"
    content: str
    refusal: None = None


class Choice(BaseModel):
    """The only choice."""

    index: int = 0
    message: CompletionMessage
    logprobs: None = None
    finish_reason: Literal["stop"] = "stop"


class About(BaseModel):
    """Beside OpenAI's fields: `/runs/{run_id}` explains the answer."""

    run_id: str
    thread_id: str | None
    status: str


class ChatCompletion(BaseModel):
    """A whole answer. `warnings` and `steward` are ours."""

    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: list[Choice]
    usage: Usage
    warnings: list[str] = []
    steward: About | None = None


@dataclass(frozen=True)
class Said:
    """What is answered: the text, what it took, what to warn of, and which run it came from."""

    text: str
    usage: Usage = field(default_factory=Usage)
    warnings: Sequence[str] = ()
    about: About | None = None


@dataclass(frozen=True)
class Envelope:
    """What all chunks of one answer share."""

    id: str
    model: str
    includes_usage: bool = False
    created: int = field(default_factory=lambda: int(time.time()))

    def whole(self, said: Said) -> ChatCompletion:
        """The answer in one piece."""
        return ChatCompletion(
            id=self.id,
            created=self.created,
            model=self.model,
            choices=[Choice(message=CompletionMessage(content=said.text))],
            usage=said.usage,
            warnings=list(said.warnings),
            steward=said.about,
        )

    def opening(self, warnings: Sequence[str]) -> str:
        """The first chunk: who speaks, and what is known to be worth a warning already."""
        more: dict[str, Any] = {"warnings": list(warnings)} if warnings else {}
        return self._chunk({"role": "assistant", "content": ""}, **more)

    def pieces(self, said: Said, *, warned: Sequence[str]) -> Iterator[str]:
        """The text, the end, the usage where it was asked for. `warned`: told by the first chunk already."""
        for start in range(0, len(said.text), PIECE_CHARACTERS):
            yield self._chunk({"content": said.text[start : start + PIECE_CHARACTERS]})
        more: dict[str, Any] = {"steward": said.about.model_dump()} if said.about is not None else {}
        if later := [warning for warning in said.warnings if warning not in warned]:
            more["warnings"] = later
        yield self._chunk({}, finish="stop", **more)
        if self.includes_usage:
            yield data(self._base() | {"choices": [], "usage": said.usage.model_dump()})
        yield DONE

    def _base(self) -> dict[str, Any]:
        return {"id": self.id, "object": "chat.completion.chunk", "created": self.created, "model": self.model}

    def _chunk(self, delta: Mapping[str, str], *, finish: str | None = None, **more: Any) -> str:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        usage = {"usage": None} if self.includes_usage else {}
        return data(self._base() | {"choices": [choice]} | usage | more)


def data(value: Mapping[str, Any]) -> str:
    """One event of the stream: ASCII JSON on one line."""
    return f"data: {json.dumps(value, separators=(',', ':'))}\n\n"
