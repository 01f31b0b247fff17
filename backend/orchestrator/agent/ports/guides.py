"""Who knows instructions for a task by the name that the user calls them by (`/weekly-review`)?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.llm.messages import FREE, Cost, ToolCall


@dataclass(frozen=True)
class Choice:
    """Names of instructions, the one that helps most first, and what it cost to ask a model for them."""

    names: tuple[str, ...] = ()
    cost: Cost = FREE


NO_CHOICE = Choice()


class Guides(Protocol):
    """Instructions that are told on demand (implemented by work/skills)."""

    async def named(self, tx: Tx, name: str, words: str, today: date) -> Sequence[ToolCall] | None:
        """The calls that a turn begins with whose message is `/name words`: the first reads the instructions. None
        where nothing is called that. `today`: the user's local date."""
        ...

    async def chosen(self, owner_id: UUID, question: str, remaining_s: float) -> Choice:
        """Which of those that are there help with the question, where they are too many to be told and a model chooses
        among them; no names where none does. Asked within no transaction: a model takes its time."""
        ...
