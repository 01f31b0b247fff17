"""Where does a command stand? Everything that the next message needs, as the assistant's message metadata keeps it.

Nothing else is kept: a thread that is opened again, by another process, after weeks, goes on from there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.language.tables import Language

Phase = Literal["clarifying", "preview", "confirmed", "cancelled"]
RESULT = "command_result"
"""The key in a message's metadata, and in the bundle (api.md)."""


class Clarification(BaseModel):
    """A question that was asked about the draft; `answer`: the user's words, None while it is open."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    kind: Literal["choice", "text", "confirm"]
    question: str
    field: str | None = None
    options: list[dict[str, str]] = Field(default_factory=list)
    answer: str | None = None


class CommandState(BaseModel):
    """`command_state` (api.md). `said`: the user's words about the draft, oldest first; `change`: an edit of the
    preview that a question keeps waiting; `timezone`: what naive times mean; `language`: that of the words that began
    it; `expires_at`: when its question lapses; `attachments`: the documents that came along with the words."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    draft_id: str
    phase: Phase
    extraction: dict[str, Any] = Field(default_factory=dict)
    clarifications: list[Clarification] = Field(default_factory=list)
    preview_id: str | None = None
    said: list[str] = Field(default_factory=list)
    attachments: list[str] = Field(default_factory=list)
    change: dict[str, Any] | None = None
    timezone: str = "UTC"
    language: Language | None = None
    expires_at: datetime | None = None

    @property
    def open_question(self) -> Clarification | None:
        """The question that waits for the user."""
        last = self.clarifications[-1] if self.clarifications else None
        return last if self.phase == "clarifying" and last is not None and last.answer is None else None

    @property
    def last_question(self) -> Clarification | None:
        """The question that the words at hand answer, open or answered just now."""
        return self.clarifications[-1] if self.phase == "clarifying" and self.clarifications else None

    def with_attachments(self, came: Sequence[UUID]) -> "CommandState":
        """The same with what came along with further words."""
        return self.model_copy(update={"attachments": [*dict.fromkeys([*self.attachments, *map(str, came)])]})

    def answered(self, words: str) -> "CommandState":
        """The same with the open question answered."""
        if self.open_question is None:
            return self
        last = self.clarifications[-1].model_copy(update={"answer": words})
        return self.model_copy(update={"clarifications": [*self.clarifications[:-1], last]})


@dataclass(frozen=True)
class Active:
    """A command that has not ended, as a thread keeps it. `adjacent`: the thread's last message is about it."""

    command: str
    state: CommandState
    message: StoredMessage
    adjacent: bool


def stored(result: Mapping[str, Any] | None) -> tuple[str, CommandState] | None:
    """The command and its state in a `command_result`; None where there is none (any more)."""
    if not result:
        return None
    try:
        return str(result.get("command", "")), CommandState.model_validate(result.get("command_state"))
    except ValidationError:
        return None


def unsettled(window: Sequence[StoredMessage], now: datetime) -> list[Active]:
    """The drafts that a thread's messages leave open, the latest first. A question whose draft has no preview is
    dropped by the next draft. Whether a preview still waits is not known from messages alone."""
    found: list[Active] = []
    seen: set[str] = set()
    for message in reversed(window):
        told = stored(message.metadata.get(RESULT)) if message.role == "assistant" else None
        if told is None or told[1].draft_id in seen:
            continue
        command, state = told
        asks = state.preview_id is None
        lapsed = state.expires_at is not None and state.expires_at <= now
        if state.phase in {"clarifying", "preview"} and not (lapsed and asks) and not (asks and seen):
            found.append(Active(command, state, message, adjacent=message is window[-1]))
        seen.add(state.draft_id)
    return found


def asked_by(window: Sequence[StoredMessage], clarification_id: str) -> bool:
    """Whether a command of this window asked the question of that id."""
    for message in window:
        found = stored(message.metadata.get(RESULT))
        if found is not None and any(one.id == clarification_id for one in found[1].clarifications):
            return True
    return False
