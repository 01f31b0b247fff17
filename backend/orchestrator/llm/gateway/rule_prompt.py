"""The port by which the gateway puts the user's standing rules before a request: the agent keeps the rules."""

from typing import Protocol
from uuid import UUID

from orchestrator.llm.messages import ChatRequest

PromptedRule = tuple[UUID, str]
"""A rule as a prompt tells it: its id and its words."""


class RulePrompt(Protocol):
    """Puts the user's rules before a request."""

    async def first(self, request: ChatRequest, user_id: UUID) -> tuple[ChatRequest, tuple[PromptedRule, ...]]:
        """The request with the rules before it, and these rules."""
        ...
