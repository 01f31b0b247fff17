"""What is a slash command? One file in its slice that says what to read from the words, and which write comes of it.

The framework (`runner.py`) does the rest: models and their fallback, questions, previews, edits, confirming, state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol, runtime_checkable

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.runs.commands import CommandReply, CommandTurn
from orchestrator.agent.tools.spec import Prepared, ToolContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.clarification import NeedUserInput

Stage = Literal["start", "edit"]
"""`start`: words that begin a draft or answer a question about it; `edit`: words about the preview that is shown."""
UNRELATED = "unrelated"
"""The `action` of an edit that has nothing to do with the draft."""
Extraction = Mapping[str, Any]
"""What was read from the user's words: JSON, in the form that the command's schema has."""


@dataclass(frozen=True)
class Proposed:
    """The write that a command came to: the tool that will carry it out, and what it will be given. `notes`: what the
    user should know beside the preview's summary."""

    tool: str
    prepared: Prepared
    notes: tuple[str, ...] = ()


class DraftCommand(Protocol):
    """A command whose words become a preview.

    `edits`: the tools whose previews words can change, whoever began them; `pending`: the name under which clients find
    the draft's id; `usage`: key of the message with what to write after it; `prompt`: what the model is told, with the
    schema's fields explained. All functions but the async ones are pure.
    """

    @property
    def name(self) -> str: ...

    @property
    def edits(self) -> frozenset[str]: ...

    @property
    def pending(self) -> str: ...

    @property
    def usage(self) -> str: ...

    @property
    def prompt(self) -> str: ...

    def schema(self, stage: Stage) -> Mapping[str, Any]:
        """The JSON Schema of the extraction: flat, what may be absent is empty."""
        ...

    def read(self, value: Mapping[str, Any], stage: Stage) -> Extraction | None:
        """A model's object in the schema's form, loose shapes put right; None where it says nothing."""
        ...

    def grounded(self, found: Extraction, said: str, saying: "Saying") -> Extraction:
        """The extraction held against what the user `said`: a time that nobody said is not theirs."""
        ...

    def noted(self, found: Extraction, said: str) -> Extraction:
        """The extraction with what is kept of all that the user `said`, whoever read it: the calendar that it names."""
        ...

    def merged(self, before: Extraction, after: Extraction) -> Extraction:
        """The earlier extraction with what a later message adds; nothing is lost unless the user takes it out."""
        ...

    def names(self, found: Extraction) -> Sequence[str]:
        """The names of people that have to be resolved."""
        ...

    def renamed(self, found: Extraction, ids: Mapping[str, str]) -> Extraction:
        """The extraction with names replaced by the ids of contacts."""
        ...

    def filled(self, found: Extraction, field: str, value: str) -> Extraction:
        """The extraction with the answer to the question for `field`: an option's id, or the user's words."""
        ...

    def plain(self, field: str, words: str, saying: "Saying") -> bool:
        """Whether the words are nothing but the answer for `field`: no model has to look at them."""
        ...

    async def propose(self, ctx: ToolContext, found: Extraction) -> Proposed | NeedUserInput:
        """The write. Raises ToolRejected with a sentence for the user."""
        ...

    async def edited(self, ctx: ToolContext, preview: Preview, change: Extraction) -> Proposed | NeedUserInput:
        """The preview's write with what the user's words change in it. Raises ToolRejected."""
        ...

    def draft(self, preview: Preview) -> Mapping[str, Any]:
        """The preview as the model and the reader see it when it is edited."""
        ...


@runtime_checkable
class InstantCommand(Protocol):
    """A command that is carried out at once: it changes nothing of the user's world."""

    @property
    def name(self) -> str: ...

    @property
    def usage(self) -> str: ...

    async def answer(self, services: Services, words: str, commanded: CommandTurn) -> CommandReply:
        """What it answers to the words after it."""
        ...


@runtime_checkable
class SpokenCommand(Protocol):
    """An instant command that plain words may mean too."""

    def meant(self, question: str) -> str | None:
        """The words as they would stand after it; None where the message means something else."""
        ...


@dataclass(frozen=True)
class Saying:
    """How the user's words are read: `now` is naive wall time in `zone`."""

    now: datetime
    zone: str
    locale: str


Command = DraftCommand | InstantCommand
