"""What does a conversational profile have to offer? Its prompt, its tool groups, its bounds, its runtime policy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from orchestrator.agent.ports.context import ContextPart
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.places import Located
from orchestrator.agent.ports.requests import StoredMessage, StoredSummary
from orchestrator.agent.types.limits import Limits
from orchestrator.agent.types.origin import Fence, Origin
from orchestrator.agent.types.vocabulary import FollowUp
from orchestrator.llm.messages import Message, Purpose


@dataclass(frozen=True)
class PromptMaterials:
    """Everything a message builder may use. `now` is local wall time in `zone`; `context` the deictic context of the
    thread (by the keys of `follow_ups`, lists of `{"id", "name" or "title"}`); `people` are names of the question that
    were resolved beforehand. `location`: where the client is. `summaries` tell what was said before `window`.
    `rule_kind`: the entity kind of `rules`."""

    user_name: str
    now: datetime
    zone: str
    locale: str
    question: str
    fence: Fence
    rules: tuple[tuple[UUID, str], ...] = ()
    parts: Sequence[ContextPart] = ()
    window: Sequence[StoredMessage] = ()
    summaries: Sequence[StoredSummary] = ()
    context: Mapping[str, Any] = field(default_factory=dict)
    context_origin: Origin = Origin.OWN_DATA
    location: Located | None = None
    people: tuple[str, ...] = ()
    may_write: bool = True
    follow_ups: tuple[FollowUp, ...] = ()
    rule_kind: str = ""


@dataclass(frozen=True)
class PromptPart:
    """One named part of an assembled prompt, for `/runs/{id}` (`context[]`). `rules`, `facts`: ids of those that it
    tells."""

    part: str
    tokens: int
    origin: Origin
    rules: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prompt:
    """The messages before the tool dialogue, and what they are made of. `summaries`: so many of the messages, right
    after the system's, are summaries of what was said before. `read`: what its standing parts quote, and its rules."""

    messages: tuple[Message, ...]
    parts: tuple[PromptPart, ...]
    summaries: int = 0
    read: tuple[EntityRef, ...] = ()


class ConversationalAgentInterface(Protocol):
    """One profile. `main` is the fallback; every other one is asked `supports_intent`."""

    @property
    def name(self) -> str: ...

    @property
    def without(self) -> frozenset[str]:
        """The tool groups that the profile does not own."""
        ...

    @property
    def reads_only(self) -> bool:
        """Whether it owns those tools of its groups alone that read."""
        ...

    @property
    def purpose(self) -> Purpose:
        """What its model calls are for: their effort, and the day's tokens that they count against."""
        ...

    def supports_intent(self, intent: str) -> bool:
        """True where this profile wants turns of that intent."""
        ...

    def limits(self, configured: Limits) -> Limits:
        """The bounds of its runs: the configured ones or tighter."""
        ...

    def build(self, materials: PromptMaterials) -> Prompt:
        """The prompt before the tool dialogue."""
        ...


class ProfileRegistry(Protocol):
    """Intent to profile (implemented by agents/registry.py)."""

    def named(self, name: str) -> ConversationalAgentInterface | None:
        """The profile of that name."""
        ...

    def for_intent(self, intent: str) -> ConversationalAgentInterface:
        """The first non-default profile that claims the intent, else `main`."""
        ...
