"""What does a turn begin with: the user's rules, and the standing parts of the prompt?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.llm.port import QueryVector

GOING_ON = "going_on"
"""The part that tells what is going on: what waits for the user, what failed, what comes next."""


class RuleSource(Protocol):
    """The user's hard rules."""

    async def rules(self, tx: Tx) -> RuleSet:
        """The rules that bind now."""
        ...


@dataclass(frozen=True)
class ContextLine:
    """One line of a standing part, and what it quotes."""

    text: str
    of: tuple[EntityRef, ...] = ()


@dataclass(frozen=True)
class ContextPart:
    """One standing part of a prompt. Of third-party rows it shows typed fields alone, so it never taints. `read`: what
    it quotes; erasing one redacts the turn's answer. `facts`: ids of those that it tells. `lasting`: it says the same
    whatever is asked, so it may stand where a server keeps what it has read."""

    name: str
    text: str
    origin: Origin = Origin.OWN_DATA
    read: tuple[EntityRef, ...] = ()
    facts: tuple[UUID, ...] = ()
    lasting: bool = False


@dataclass(frozen=True)
class Asked:
    """What a turn is about, for who knows the user. `before`: what the user said in the thread, oldest first; `about`:
    what the conversation was about, and the known place where the client is; `vector`: of the question, None where it
    was not to be had at once; `untold`: names of parts that are of no use here; `guides`: names of instructions that a
    model chose for it, the best first."""

    question: str = ""
    before: tuple[str, ...] = ()
    about: tuple[EntityRef, ...] = ()
    vector: QueryVector | None = None
    untold: frozenset[str] = frozenset()
    guides: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answered:
    """An answer that was accepted. `facts`: those that its prompt told or that it looked up; `run_id`, `thread_id`: of
    the turn, without a thread where it belongs to none."""

    question: str
    answer: str
    facts: tuple[UUID, ...]
    run_id: UUID
    thread_id: UUID | None


class ContextSource(Protocol):
    """The standing parts of the prompt that come from the user's data."""

    async def parts(self, tx: Tx, *, now: datetime, zone: str, locale: str, asked: Asked) -> Sequence[ContextPart]:
        """What is known of the user that this turn may need, and active state: pending previews and clarifications,
        failed jobs, today's next events."""
        ...

    async def answered(self, tx: Tx, answered: Answered) -> None:
        """Count what of the facts this answer used."""
        ...
