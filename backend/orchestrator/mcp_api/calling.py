"""Who calls, with what, and what do they get? The plain data that every MCP tool is given and gives."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.rules.ruleset import Rule
from orchestrator.agent.tools.spec import Effect
from orchestrator.agent.types.origin import Origin, without_invisible
from orchestrator.bootstrap.runtime import Runtime
from orchestrator.domain.memory.interactions.calls import CallOutcome
from orchestrator.kit.text import shorten, storable
from orchestrator.llm.messages import ToolSchema
from orchestrator.web.access.auth import Principal

NAME_CHARACTERS = 80
"""Of how a client calls itself."""
UNNAMED = "unnamed client"


@dataclass(frozen=True)
class Caller:
    """An outside agent. `client`: how it calls itself, which proves nothing; `known_as`: how the user called the
    token that it came with."""

    owner: Owner
    client: str
    known_as: str

    @classmethod
    def of(cls, principal: Principal, client: str | None) -> "Caller":
        """The client of a token."""
        return cls(principal.owner(), plain_name(client), plain_name(principal.token_name))


def plain_name(name: str | None) -> str:
    """One short line of what a client or a user called something."""
    line = " ".join(storable(without_invisible(name or "")).split())
    return shorten(line, NAME_CHARACTERS) or UNNAMED


class Arguments(BaseModel):
    """The arguments of a tool of ours; null stands for the default, a name that is not known is told."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        optional = {name for name, one in cls.model_fields.items() if not one.is_required()}
        return {name: value for name, value in given.items() if value is not None or name not in optional}


@dataclass(frozen=True)
class Answer:
    """What a call gives. `data`: a JSON object. `told`: (kind, id) of what it was made of; `preview_id`: of what waits
    for the user. `origin`: of the least trusted part."""

    data: Mapping[str, Any]
    outcome: CallOutcome = "done"
    origin: Origin = Origin.OWN_DATA
    told: tuple[tuple[str, UUID], ...] = ()
    preview_id: UUID | None = None

    @property
    def failed(self) -> bool:
        """The call did not do what it says."""
        return self.outcome in {"refused", "failed"}


def refusal(
    code: str, message: str, *, outcome: CallOutcome = "refused", errors: Sequence[Mapping[str, Any]] = (), **more: Any
) -> Answer:
    """A call that did nothing, and what to do about it."""
    error: dict[str, Any] = {"code": code, "message": message, **more}
    if errors:
        error["errors"] = [dict(one) for one in errors]
    return Answer({"error": error}, outcome)


def rule_refusal(rule: Rule, message: str) -> Answer:
    """A call that a rule of the user's forbids."""
    return refusal("rule_refused", message, rule=rule.told())


@dataclass(frozen=True)
class Call:
    """What a tool is given beside its arguments."""

    runtime: Runtime
    caller: Caller

    @property
    def owner_id(self) -> UUID:
        return self.caller.owner.id


class _Plain(GenerateJsonSchema):
    """Without the titles that Pydantic makes of names, and without class docstrings."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002  (Pydantic's hook)
        return False

    def model_schema(self, schema: Any) -> JsonSchemaValue:
        told = super().model_schema(schema)
        return {key: value for key, value in told.items() if key not in {"title", "description"}}


Handle = Callable[[Call, Any], Awaitable[Answer]]
TIMEOUT_S = 20.0
"""How long a tool of this server's own may take."""


@dataclass(frozen=True)
class OwnTool:
    """A tool that only outside agents have; it is called by the same pipeline as the agent's (`ToolContract`)."""

    name: str
    title: str
    description: str
    arguments: type[Arguments]
    handle: Handle = field(compare=False)
    always: bool = False
    """It is listed at once; the others are found by `discover_tools`."""
    reads: bool = False
    """It changes nothing."""
    destructive: bool = False
    repeats: bool = False
    """The same call again changes nothing more."""
    words: str = ""
    """By which it is found beside those of its description."""
    ruled: bool = True
    """The user's rules may forbid it."""
    scopes: frozenset[str] = frozenset()
    max_calls: int | None = None
    timeout_s: float = TIMEOUT_S
    verbatim_arguments: frozenset[str] = frozenset()

    @property
    def effect(self) -> Effect:
        """What carrying it out can do."""
        return Effect.READ if self.reads else Effect.WRITE

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        return self.arguments.model_json_schema(schema_generator=_Plain)

    @cached_property
    def offered(self) -> ToolSchema:
        """Its contract, as calls are checked against it."""
        return ToolSchema(self.name, self.description, self.schema, self.effect.value)
