"""Who remembers what helped when a call of the agent's own failed?"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from orchestrator.db.tx import Tx


@dataclass(frozen=True)
class CallError:
    """What was wrong with a call. `domain`: the group of the tool; `shape`: the error in the words of the tool's own
    contract, which hold nothing of the user's or of others'; `said`: as the model was told it, never stored."""

    tool: str
    domain: str
    shape: str
    said: str


@dataclass(frozen=True)
class Lesson:
    """A fix that is known. `changes`: what it changes in a call, where code found it out; None: it is in the user's own
    words."""

    id: UUID
    fix: str
    changes: frozenset[str] | None = None


@dataclass(frozen=True)
class Learned:
    """An error and the changes with which the same run's next call got through, in the words of the tool's contract."""

    error: CallError
    changes: tuple[str, ...]


@dataclass(frozen=True)
class ToldLesson:
    """A lesson that the model was told beside an error, at step `step`. `helped`: whether the next call got through,
    None where that can't be said."""

    lesson: Lesson
    tool: str
    step: int
    helped: bool | None = None


class Lessons(Protocol):
    """What was learned of errors. Both methods work in the caller's transaction."""

    async def known(
        self, tx: Tx, errors: Sequence[CallError], *, but: Collection[UUID] = ()
    ) -> Sequence[Lesson | None]:
        """For each error the surest fix whose scope applies, none of those in `but`; one statement for all."""
        ...

    async def note(
        self, tx: Tx, run_id: UUID, *, told: Sequence[ToldLesson], learned: Sequence[Learned]
    ) -> Sequence[UUID]:
        """Count what helped in this run and keep what it found out; answers the lesson that each of `learned` became,
        without those that the user erased. A run counts once."""
        ...
