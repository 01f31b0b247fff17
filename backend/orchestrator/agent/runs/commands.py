"""What is handed to a slash command, and what does it answer? The port `CommandRunner`, implemented by `commands/`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.turns import UnfinishedRun
from orchestrator.agent.response.builder import Asked
from orchestrator.agent.turn.context import TurnContext
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.types.bundle import Action, PreviewOut, StopReason, TurnStatus

COMMAND_TOOL = "commands"
"""The pseudo tool of a clarification that a command asked: the command resumes it, never the loop."""


@dataclass(frozen=True)
class CommandTurn:
    """A turn that a command may take: its facts, and what it starts from (window, rules)."""

    turn: Turn
    opening: TurnContext


@dataclass(frozen=True)
class CommandReply:
    """What a command answered. `command_result` as in api.md; `state`: models, steps and previews of this turn;
    `previews`: further ones to show, as they are now; `thread_id`: another thread that the user goes on in."""

    answer: str
    state: TurnState = field(default_factory=TurnState)
    status: TurnStatus = "answered"
    stop: StopReason = "final_answer"
    command_result: Mapping[str, Any] | None = None
    asked: Asked | None = None
    actions: tuple[Action, ...] = ()
    previews: tuple[PreviewOut, ...] = ()
    thread_id: UUID | None = None


@dataclass(frozen=True)
class Declined:
    """The message is none of the commands' business and the turn goes on; `state`: what was asked of models to know."""

    state: TurnState = field(default_factory=TurnState)


@dataclass(frozen=True)
class Recovered:
    """What a command's run that broke off leaves: the preview that it had stored, and its `command_result`."""

    command_result: Mapping[str, Any]
    preview: PreviewOut


class CommandRunner(Protocol):
    """Slash commands. It is handed a question that begins with `/`, an answer to a command's clarification, and any
    message in a thread with a command that has not ended."""

    async def run(self, commanded: CommandTurn) -> CommandReply | Declined:
        """The command's answer. Raises ClientError for what the user can mend; never for what a model did."""
        ...

    async def recovered(self, session: AsyncSession, run: UnfinishedRun) -> Recovered | None:
        """The draft that a run had begun whose process died before its message was stored; None where it had none, or
        the preview does not wait any more."""
        ...
