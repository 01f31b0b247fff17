"""Who knows instructions for a task by the name that the user calls them by (`/weekly-review`)?"""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from orchestrator.db.tx import Tx
from orchestrator.llm.messages import ToolCall


class Guides(Protocol):
    """Instructions that are told on demand (implemented by work/skills)."""

    async def named(self, tx: Tx, name: str, words: str, today: date) -> Sequence[ToolCall] | None:
        """The calls that a turn begins with whose message is `/name words`: the first reads the instructions. None
        where nothing is called that. `today`: the user's local date."""
        ...
