"""What goes to a model and what comes back? Frozen plain data, the same for every provider."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, Protocol
from uuid import UUID

Effort = Literal["none", "low", "medium", "high"]
ModelRole = Literal["smart", "fast"]
Purpose = Literal[
    "turn", "routing", "tagging", "extraction", "summaries", "meetings", "briefing", "inference", "mission"
]
"""What a request is for: caps (`STEWARD_TOKENS_PER_DAY`, `STEWARD_MONEY_PER_DAY`) are kept per purpose."""


class Role(StrEnum):
    """Who speaks in a prompt."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True)
class ToolCall:
    """A call that a model proposes. `arguments` is an object, or the raw text where it was none."""

    id: str
    name: str
    arguments: Mapping[str, Any] | str


@dataclass(frozen=True)
class Message:
    """One entry of a prompt. `tool_call_id` and `tool_name` belong to role `tool`."""

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    tool_name: str | None = None
    thinking: str | None = None


@dataclass(frozen=True)
class ToolSchema:
    """A tool as a model sees it; `parameters` is a JSON Schema object. `examples`: what a user says and the arguments
    that it means, for models that learn a call's form from examples. `hidden_arguments`: arguments that small
    models fill with what nobody said; they are not offered to those that are told their tools by schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    effect: Literal["read", "write", "outbound"] = "read"
    examples: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    hidden_arguments: frozenset[str] = frozenset()


@dataclass(frozen=True)
class LedgerEntry:
    """One executed or refused call of this turn, in order.

    `outcome`: `done` (reads and executed writes), `waiting` (a preview), `refused`, `failed`. `data` is the result as
    JSON for a call that was executed, or the preview's `{"preview_id", "title", "summary", "arguments"}`, or the
    `{"code"}` of a refusal that has one.
    `empty` says that a read found nothing. `origin` is the least trusted label of the data.
    """

    tool: str
    arguments: Mapping[str, Any]
    effect: Literal["read", "write", "outbound"]
    outcome: Literal["done", "waiting", "refused", "failed"]
    summary: str
    data: Mapping[str, Any] = field(default_factory=dict)
    empty: bool = False
    origin: str = "own_data"


@dataclass(frozen=True)
class WaitingChange:
    """A change that was proposed in the thread and waits for the user's word. `starts`: the first moment that it names,
    wall time (naive) in `zone`; None where it names none. `recurrence`: how it recurs, as the preview holds it."""

    tool: str
    summary: str
    starts: datetime | None = None
    recurrence: object = None
    zone: str = "UTC"


@dataclass(frozen=True)
class TurnFacts:
    """What a deterministic model needs instead of a prompt; network adapters ignore it.

    `now` is local wall time (naive) in `zone`; `history` holds the texts of the thread's last messages as
    (`user` | `assistant`, text), oldest first; `context` is the deictic context that message metadata kept
    (`{"contacts": [{"id","name"}], "places": [{"id","name"}], "events": [{"id","title"}]}`).
    `intent` and `mood` are the controller's readings where they are made. `missing` are the verifier's or gate's words
    when a draft was sent back. `answer_in`: the language that the user always wants, empty = that of the question;
    `language`: that of the question in its conversation, empty = its words alone tell it. `waiting`: what was proposed
    and is not confirmed yet, newest first.
    """

    question: str
    now: datetime
    zone: str
    locale: str
    purpose: Purpose
    tools: tuple[ToolSchema, ...] = ()
    ledger: tuple[LedgerEntry, ...] = ()
    history: tuple[tuple[str, str], ...] = ()
    context: Mapping[str, Any] = field(default_factory=dict)
    user_name: str = ""
    intent: str | None = None
    mood: str | None = None
    missing: str | None = None
    answer_in: str = ""
    language: str = ""
    waiting: tuple[WaitingChange, ...] = ()


class CallGate(Protocol):
    """Whether one call of a model may be made, and what it used: a budget that no retry gets past."""

    async def before(self, request: "ChatRequest", *, provider: str, model: str) -> tuple["ChatRequest", UUID]:
        """The request as far as there is room for it (`max_tokens` cut), and a ticket. Raises what whoever set the
        gate understands; no other model is asked then."""
        ...

    async def after(self, ticket: UUID, usage: "Usage | None", *, reached: bool = True) -> None:
        """What the call used; None where nobody knows (it was broken off). `reached`: False where the model never got
        it, so that nothing was used."""
        ...


@dataclass(frozen=True)
class ChatRequest:
    """One call of a model.

    `schema`: a JSON Schema that the answer must follow (never together with `tools`: see `contracts/ollama.md`).
    `must_call`: an answer without a call is of no use now (a draft without one was sent back); told to the providers
    that can be held to it. `may_call`: False where another call would only repeat one; told to models that are offered
    tools by schema. `may_be_cut`: of an answer under the schema that reached its bound, the beginning serves too.
    `deadline_s`: seconds this call may take in all. `max_tokens`: bound of the completion. `ruled`: the user's rules
    stand in the messages already, or nothing is written for the user: none are put before them
    (agent/prompting/standing_rules.py). `local_first`: whether the reader may answer what it understands whole before a
    model is asked; not once a model has had its say in the turn. `compose`: makes the messages, where they are wanted
    only if a model is asked. `meanwhile`: held while one is. `wanted_effort`: what whoever asks chose, in place of what
    the turn's signals say. `gate`: is asked before each single call of a model, tries and stand-ins too, and told what
    it used.
    """

    messages: tuple[Message, ...]
    purpose: Purpose
    tools: tuple[ToolSchema, ...] = ()
    schema: Mapping[str, Any] | None = None
    must_call: bool = False
    may_call: bool = True
    may_be_cut: bool = False
    effort: Effort = "low"
    deadline_s: float = 120.0
    max_tokens: int | None = None
    facts: TurnFacts | None = None
    ruled: bool = False
    local_first: bool = False
    wanted_effort: Effort | None = None
    gate: "CallGate | None" = None
    compose: Callable[[], Awaitable[tuple[Message, ...]]] | None = None
    meanwhile: Callable[[], AbstractAsyncContextManager[None]] = nullcontext


@dataclass(frozen=True)
class Usage:
    """Tokens of one call, as the provider counted them (estimated where it does not)."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(self.prompt_tokens + other.prompt_tokens, self.completion_tokens + other.completion_tokens)

    @property
    def total(self) -> int:
        return self.prompt_tokens + self.completion_tokens


PriceSource = Literal["local", "owner", "list", "unknown"]
"""Who says a price: it runs at home and costs nothing, the owner, a list of prices, nobody."""


@dataclass(frozen=True)
class Cost:
    """What a call cost, in whole micro-units of US dollars, rounded up; None where nobody knows the price. `version`:
    of the list."""

    micros: int | None = 0
    source: PriceSource = "local"
    version: str = ""

    @property
    def known(self) -> bool:
        return self.micros is not None


FREE = Cost()


@dataclass(frozen=True)
class ChatReply:
    """A model's whole answer: text, proposed calls, or both. `model` is the name that answered."""

    text: str
    model: str
    tool_calls: tuple[ToolCall, ...] = ()
    thinking: str | None = None
    usage: Usage = Usage()
    finish_reason: Literal["stop", "length", "tool_calls", "other"] = "stop"
    warnings: tuple[str, ...] = ()
    understood: bool = False
    """Of the built-in reader: it understood all of the message, so no model needs to be asked."""


@dataclass(frozen=True)
class Delta:
    """A piece of an answer under way; the last one of a stream carries the whole `reply`."""

    text: str = ""
    reply: ChatReply | None = None


def transcript(messages: Sequence[Message]) -> str:
    """The texts of a prompt joined, for estimates of its length."""
    return "\n".join(message.content for message in messages)
