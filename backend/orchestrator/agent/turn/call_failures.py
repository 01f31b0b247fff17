"""Which of a run's calls failed, which one mended it, and what was changed between the two? Pure.

A call that was refused for its form, or that its tool rejected, stumbled. The same tool's next call for the same wish
mends it, or stumbles again; what was changed between them is what helped.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.lessons import CallError, Learned, ToldLesson
from orchestrator.agent.turn.error_signatures import ContractWords, changes, same_wish

KIND = "knowledge"


@dataclass(frozen=True)
class Stumble:
    """A call that failed, until another one mends it. `before`: errors of the same wish that are behind it already, to
    be kept once a call gets through; `told`: the place in `RunLessons.told` of what the model was told beside it."""

    error: CallError
    words: ContractWords
    arguments: dict[str, Any]
    before: tuple[Learned, ...] = ()
    told: int | None = None


@dataclass(frozen=True)
class RunLessons:
    """What a run was told and found out so far."""

    stumbles: tuple[Stumble, ...] = ()
    told: tuple[ToldLesson, ...] = ()
    learned: tuple[Learned, ...] = ()

    @property
    def anything(self) -> bool:
        """Whether there is something to remember."""
        return bool(self.told or self.learned)

    @property
    def read(self) -> tuple[EntityRef, ...]:
        """What the model was told in the user's own words: erasing one redacts the answer. What code found out quotes
        nobody."""
        return tuple(EntityRef(KIND, one.lesson.id) for one in self.told if one.lesson.changes is None)


@dataclass
class Going:
    """The lessons of a run while a batch is looked at."""

    before: RunLessons
    open: list[Stumble] = field(init=False)
    told: list[ToldLesson] = field(init=False)
    learned: list[Learned] = field(init=False)

    def __post_init__(self) -> None:
        self.open = list(self.before.stumbles)
        self.told = list(self.before.told)
        self.learned = list(self.before.learned)

    def frozen(self) -> RunLessons:
        """As the state of the turn holds it."""
        return RunLessons(tuple(self.open), tuple(self.told), tuple(self.learned))

    def got_through(self, tool: str, arguments: Mapping[str, Any]) -> None:
        """A call got through: the stumble that it mends is behind the run."""
        stumble = self._taken(tool, arguments)
        if stumble is None:
            return
        changed = changes(stumble.arguments, arguments, stumble.words)
        self.learned += stumble.before
        if stumble.told is not None:
            lesson = self.told[stumble.told].lesson
            if lesson.changes is None or lesson.changes <= set(changed):
                self._say(stumble.told, helped=True)
                return
        if changed:
            self.learned.append(Learned(stumble.error, changed))

    def stumbled(self, fresh: Stumble) -> Stumble:
        """A call failed: where it was to mend an earlier one, that one's error came again, or is behind it."""
        earlier = self._taken(fresh.error.tool, fresh.arguments)
        if earlier is None:
            return fresh
        if earlier.error.shape == fresh.error.shape:
            if earlier.told is not None:
                self._say(earlier.told, helped=False)
            return replace(fresh, before=earlier.before)
        changed = changes(earlier.arguments, fresh.arguments, fresh.words)
        behind = (Learned(earlier.error, changed),) if changed else ()
        return replace(fresh, before=(*earlier.before, *behind))

    def _taken(self, tool: str, arguments: Mapping[str, Any]) -> Stumble | None:
        """The latest stumble of the tool that these arguments may be the mended form of; it is open no more."""
        for at in reversed(range(len(self.open))):
            one = self.open[at]
            if one.error.tool == tool and same_wish(one.arguments, arguments):
                return self.open.pop(at)
        return None

    def _say(self, at: int, *, helped: bool) -> None:
        self.told[at] = replace(self.told[at], helped=helped)
