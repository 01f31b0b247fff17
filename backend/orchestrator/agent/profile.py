"""What does a conversational profile have to offer? Its prompt, its tool groups, its bounds, its runtime policy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from orchestrator.agent.limits import Limits
from orchestrator.agent.origin import Fence, Origin
from orchestrator.agent.ports import ContextPart, StoredMessage
from orchestrator.agent.tool import ToolGroup
from orchestrator.llm.messages import Message


@dataclass(frozen=True)
class PromptMaterials:
    """Everything a message builder may use. `now` is local wall time in `zone`; `context` the deictic context of the
    thread (`{"contacts": [{"id","name"}], …}`); `people` are names of the question that were resolved beforehand."""

    user_name: str
    now: datetime
    zone: str
    locale: str
    question: str
    fence: Fence
    rules: tuple[str, ...] = ()
    parts: Sequence[ContextPart] = ()
    window: Sequence[StoredMessage] = ()
    context: Mapping[str, Any] = field(default_factory=dict)
    people: tuple[str, ...] = ()
    may_write: bool = True


@dataclass(frozen=True)
class PromptPart:
    """One named part of an assembled prompt, for `/runs/{id}` (`context[]`)."""

    part: str
    tokens: int
    origin: Origin


@dataclass(frozen=True)
class Prompt:
    """The messages before the tool dialogue, and what they are made of. `taints`: third-party text is among them."""

    messages: tuple[Message, ...]
    parts: tuple[PromptPart, ...]
    taints: bool


class ConversationalAgentInterface(Protocol):
    """One profile. `main` is the fallback; every other one is asked `supports_intent`."""

    @property
    def name(self) -> str: ...

    @property
    def groups(self) -> frozenset[ToolGroup]:
        """The tool groups that the profile owns."""
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
