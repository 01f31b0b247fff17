"""What is a tool? A typed function that a model may propose, and that code validates, executes and can undo.

A **read** has `execute`. A **write** has `prepare` and `execute`: `prepare` resolves the user's words (dates, names,
targets) into final arguments without changing anything, and what it returns is frozen into a preview; `execute` does
exactly that, later, in its own transaction. Where the inverse is exact it also has `undo`.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Literal, Protocol
from uuid import UUID

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from orchestrator.agent.ports.discourse import Discourse
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.erasure import Eraser
from orchestrator.agent.ports.places import PlaceContext
from orchestrator.agent.ports.resolution import KnownPeople, Resolver
from orchestrator.agent.ports.vectors import QueryVectors
from orchestrator.agent.rules.ruleset import Held, RuleSet
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.kit.clock import Clock
from orchestrator.kit.zones import named_zone
from orchestrator.llm.messages import ToolSchema
from orchestrator.llm.port import QueryVector
from orchestrator.llm.reranking.ordering import Reranking

TIMEOUT_S = 20.0
"""How long one read or write may take, unless its tool says otherwise."""
MODELS_KEPT = 1_000
"""More models of arguments than there are tools."""


class Effect(StrEnum):
    """What executing a tool can do."""

    READ = "read"
    WRITE = "write"
    OUTBOUND = "outbound"


@dataclass(frozen=True)
class ToolContext:
    """What a handler is given. `tx` is the transaction of this one execution, the user's whose turn it is.

    `now` (aware UTC) is the moment the turn understands as now; `clock` is the real one, for timestamps and expiry.
    `zone` (IANA) is the zone that naive times mean; `locale` a BCP 47 tag.
    `places`: who knows where things are. `message_id`: the stored message whose text is `question`, None where there is
    none.
    `origin`: the label that rows written by this execution carry (`own_data` for confirmed writes).
    `attachments`: the documents that came along with the user's message. `people`: whom the user knew when the turn
    opened; None outside of one.
    """

    tx: Tx
    clock: Clock
    now: datetime
    zone: str
    locale: str
    resolver: Resolver
    eraser: Eraser
    rules: RuleSet
    scopes: frozenset[str] = frozenset()
    question: str = ""
    run_id: UUID | None = None
    thread_id: UUID | None = None
    discourse: Discourse = field(default_factory=Discourse)
    message_id: UUID | None = None
    places: PlaceContext | None = None
    origin: Origin = Origin.OWN_DATA
    query_vectors: QueryVectors | None = None
    reranking: Reranking = field(default_factory=Reranking)
    attachments: tuple[UUID, ...] = ()
    people: KnownPeople | None = None

    async def query_vector(self, text: str) -> QueryVector | None:
        """The vector of what is looked for, where it can be had at once. Ask before `tx` is used."""
        return await self.query_vectors.vector(self.tx.owner_id, text) if self.query_vectors is not None else None

    @property
    def local_now(self) -> datetime:
        """`now` as naive wall time in `zone`."""
        return self.now.astimezone(named_zone(self.zone)).replace(tzinfo=None)


@dataclass(frozen=True)
class ToolResult:
    """What an execution gave.

    `data`: a JSON object, the result that model and reader see. `summary`: one line in the user's language where it
    is a write, else English. `origin`: the label of the least trusted part of `data`. `inspected`: entities whose
    whole content is in `data` (they become linked items). `evidence`: kinds of proof (`retrieval`, `time_span`,
    `entity`). `context`: contacts, places, events to keep for deictic follow-ups.
    `read`: every entity that any part of `data` was taken from (erasing one redacts what this run said).
    Writes: `entity` is what was written, `version` its version after it; `undo` is the payload for the tool's `undo`,
    None where the inverse is not exact.
    """

    data: Mapping[str, Any]
    summary: str
    origin: Origin = Origin.OWN_DATA
    empty: bool = False
    inspected: tuple[EntityRef, ...] = ()
    evidence: frozenset[str] = frozenset()
    context: tuple[EntityRef, ...] = ()
    read: tuple[EntityRef, ...] = ()
    entity: EntityRef | None = None
    version: int | None = None
    undo: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Prepared:
    """A write made ready to be frozen: nothing has been changed yet.

    `arguments`: normalised, JSON, complete: executing needs nothing else (dates are local ISO beside `timezone`, names
    are ids). `editable_fields`: names in `arguments` that a client's editor may change. `target`: the entity that will
    be changed or None for a creation, `target_version` its version now. `hints`: what the user should know (a
    daylight-saving gap, a similar event). `origin`: the label of its least trusted text (an
    imported title). `about`: what "there" means while it waits: the place of a proposed event. `stated`: it keeps what
    the user's own message states and nothing else, so that it is carried out without a preview where that message alone
    was read (product.md, tools for memory). `by_rules`: what the user's rules filled in, each with its rule, as the
    summary tells it too.
    """

    arguments: Mapping[str, Any]
    title: str
    summary: str
    editable_fields: tuple[str, ...] = ()
    target: EntityRef | None = None
    target_version: int | None = None
    hints: tuple[str, ...] = ()
    origin: Origin = Origin.OWN_DATA
    about: tuple[EntityRef, ...] = ()
    stated: bool = False
    by_rules: tuple[str, ...] = ()


Execute = Callable[[ToolContext, Any], Awaitable[ToolResult | NeedUserInput]]
TakeAlong = Callable[[ToolContext, Prepared], Awaitable[Prepared]]
Prepare = Callable[[ToolContext, Any], Awaitable[Prepared | NeedUserInput]]
Revise = Callable[[ToolContext, Mapping[str, Any], Mapping[str, Any]], Awaitable[Prepared | NeedUserInput]]
Undo = Callable[[ToolContext, Mapping[str, Any]], Awaitable[str]]
Version = Callable[[ToolContext, UUID], Awaitable[int | None]]
Declined = Callable[[ToolContext, Mapping[str, Any]], Awaitable[None]]
RuleCheck = Callable[[ToolContext, Mapping[str, Any]], Awaitable[Sequence[Held]]]
Probe = Callable[[ToolContext, str], Awaitable["ToolResult | Literal['absent', 'unclear']"]]


class _Untitled(GenerateJsonSchema):
    """Without the titles that Pydantic makes of names and what the class says of itself: a model reads each schema in
    each prompt, and they are a third of it."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002  (Pydantic's hook)
        return False

    def model_schema(self, schema: Any) -> JsonSchemaValue:
        told = super().model_schema(schema)
        return {key: value for key, value in told.items() if key not in {"title", "description"}}


@lru_cache(maxsize=MODELS_KEPT)
def _schema_of(arguments: type[BaseModel]) -> Mapping[str, Any]:
    """Of a model: tools that are bound to one agent's attempt are made anew each time, their models are not."""
    return arguments.model_json_schema(schema_generator=_Untitled)


class ToolContract(Protocol):
    """What is asked of a tool before it runs, whoever carries it out: one of these, or a door's own."""

    @property
    def name(self) -> str: ...
    @property
    def effect(self) -> Effect: ...
    @property
    def offered(self) -> ToolSchema: ...
    @property
    def schema(self) -> Mapping[str, Any]: ...
    @property
    def arguments(self) -> type[BaseModel] | None: ...
    @property
    def scopes(self) -> frozenset[str]: ...
    @property
    def ruled(self) -> bool: ...
    @property
    def max_calls(self) -> int | None: ...
    @property
    def timeout_s(self) -> float: ...
    @property
    def verbatim_arguments(self) -> frozenset[str]: ...


@dataclass(frozen=True)
class Tool:
    """What every kind of tool has: the contract that a model is offered, and who carries it out."""

    effect: ClassVar[Effect]
    name: str
    description: str
    group: str
    """See `types/vocabulary.py`."""
    execute: Execute
    """A read's is given the validated model (the plain dict where there is no model), a write's `Prepared.arguments` as
    a plain dict."""
    arguments: type[BaseModel] | None = None
    """The model that is its schema."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The schema of a tool without a model (doubles in evaluations)."""
    timeout_s: float = TIMEOUT_S
    max_calls: int | None = None
    """So many executions at most in a run."""
    scopes: frozenset[str] = frozenset()
    """Beyond `ask`."""
    verbatim_arguments: frozenset[str] = frozenset({"when"})
    """They hold the user's own words; one that the user never said is dropped."""
    examples: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """What a user says, and the arguments that it means."""
    hidden_arguments: frozenset[str] = frozenset()
    """A small model is not offered these: times that it would compute, limits that it would guess."""
    extra_groups: frozenset[str] = frozenset()
    """Groups in which it is shown too, of a tool for things of several kinds."""
    inspects: bool = False
    """Its result holds an entity whole."""
    ruled: ClassVar[bool] = True
    """The user's rules may forbid it."""

    @cached_property
    def groups(self) -> frozenset[str]:
        """All groups in which it is shown."""
        return self.extra_groups | {self.group}

    @cached_property
    def schema(self) -> Mapping[str, Any]:
        """The JSON Schema object of the arguments; the same object each time, so that it can be compiled once."""
        return _schema_of(self.arguments) if self.arguments else self.parameters

    @cached_property
    def offered(self) -> ToolSchema:
        """The tool as a model sees it."""
        return ToolSchema(
            self.name, self.description, self.schema, self.effect.value, self.examples, self.hidden_arguments
        )


@dataclass(frozen=True)
class ReadTool(Tool):
    """It changes nothing, so it is carried out at once."""

    effect: ClassVar[Effect] = Effect.READ
    independent: bool = True
    """It may run beside other reads."""
    concludes: bool = False
    """What it was given is the answer: once it is carried out the run is over."""


@dataclass(frozen=True)
class FrozenTool(Tool):
    """What a tool has whose calls are frozen as previews before they are carried out."""

    prepare: Prepare | None = None
    """Makes the arguments ready to be frozen; without one they are frozen as they are."""
    revise: Revise | None = None
    """Prepares frozen arguments anew with the user's edits (a mapping of editable fields, empty where only the target
    changed): the same checks as `prepare`, nothing resolved from words again. Raises ToolRejected where an edit is
    impossible."""
    version: Version | None = None
    """The present version of a target; None = gone or hidden."""
    undo: Undo | None = None
    """Is given `ToolResult.undo` and returns a one-line summary. Raises ToolFailed when the target changed since."""
    take_along: TakeAlong | None = None
    """Freezes what came along with the user's message with the prepared write, whoever prepared it."""
    declined: Declined | None = None
    """Is told frozen arguments that the user dropped, in the same unit of work."""
    rule_check: RuleCheck | None = None
    """Which of the user's rules stand against these frozen arguments."""
    probe: Probe | None = None
    """Asks the target of an effect elsewhere what became of an idempotency key."""
    irreversible: bool = False
    """Nothing takes it back (an erasure): it waits for the user whatever their policy says, and once it was carried out
    its preview keeps no word of what it was about."""
    keeps_text: bool = False
    """It keeps its argument `text` for good, unless the user's rules say that such is never stored."""
    user_only: bool = False
    """Nobody but the user may say what it writes (a rule), so it waits for them whatever their policy says."""

    def reaches_outside(self, arguments: Mapping[str, Any]) -> bool:  # noqa: ARG002  (of a write it depends on them)
        """Whether these frozen arguments have an effect outside of the database."""
        return True


@dataclass(frozen=True)
class WriteTool(FrozenTool):
    """It changes what is stored."""

    effect: ClassVar[Effect] = Effect.WRITE
    has_external_effect: Callable[[Mapping[str, Any]], bool] | None = None
    """Whether these frozen arguments have an effect outside of the database too: then it always waits for the user, and
    is executed and looked up as an outbound one."""

    def reaches_outside(self, arguments: Mapping[str, Any]) -> bool:
        return self.has_external_effect is not None and self.has_external_effect(arguments)


@dataclass(frozen=True)
class OutboundTool(FrozenTool):
    """It has an effect outside of the house, or asks somebody there."""

    effect: ClassVar[Effect] = Effect.OUTBOUND
    lookup: Execute | None = None
    """Makes it a look-up: in a run that nothing of others taints it is carried out by this as a read is, without a
    preview; else by `prepare` and `execute` as a write. Its `tx` holds no connection before its first statement:
    none is kept while somebody else's server answers."""


ToolSpec = ReadTool | WriteTool | OutboundTool
Tools = Sequence[ToolSpec]
