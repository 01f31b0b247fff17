"""Where does a turn stand? Frozen state; every transition is pure and gives the next one.

With it stands which of a run's calls failed, which one mended it, and what was changed between the two. A call that was
refused for its form, or that its tool rejected, stumbled. The same tool's next call for the same wish mends it, or
stumbles again; what was changed between them is what helped.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.lessons import CallError, Learned, ToldLesson
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.turn.error_signatures import ContractWords, changes, same_wish
from orchestrator.agent.types.bundle import ModelUse, RunCost, StepRecord, StopReason
from orchestrator.agent.types.limits import IDLE_STEPS, Limits
from orchestrator.llm.messages import Cost, LedgerEntry, Message, Usage

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


@dataclass(frozen=True)
class StepOutcome:
    """What one round of tools added. `evidence` are kinds of proof that were found, `tried` what was looked for at all
    (finding nothing is an answer too); `asked_again`: the model has to mend a call; `lessons`: the run's, after it;
    `unsaved`: its record is stored with the run's end, which it brought about."""

    record: StepRecord
    entries: tuple[LedgerEntry, ...] = ()
    messages: tuple[Message, ...] = ()
    previews: tuple[Preview, ...] = ()
    inspected: tuple[EntityRef, ...] = ()
    context: tuple[EntityRef, ...] = ()
    read: tuple[EntityRef, ...] = ()
    evidence: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    errors: frozenset[str] = frozenset()
    executed: int = 0
    asked_again: bool = False
    taints: bool = False
    lessons: RunLessons | None = None
    unsaved: bool = False


@dataclass(frozen=True)
class TurnState:
    """What happened so far. `dialogue` is the model's calls and their results as messages, in order; `unsaved` are the
    steps that are stored with the answer: without an execution, or by which the run ended."""

    ledger: tuple[LedgerEntry, ...] = ()
    dialogue: tuple[Message, ...] = ()
    steps: tuple[StepRecord, ...] = ()
    unsaved: tuple[StepRecord, ...] = ()
    previews: tuple[Preview, ...] = ()
    inspected: tuple[EntityRef, ...] = ()
    context: tuple[EntityRef, ...] = ()
    read: tuple[EntityRef, ...] = ()
    evidence: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    errors: frozenset[str] = frozenset()
    models: tuple[ModelUse, ...] = ()
    usage: Usage = field(default_factory=Usage)
    model_calls: int = 0
    tool_calls: int = 0
    repairs: int = 0
    idle_steps: int = 0
    escalations: int = 0
    clarifications: int = 0
    tainted: bool = False
    unavailable: bool = False
    warnings: tuple[str, ...] = ()
    lessons: RunLessons = field(default_factory=RunLessons)

    def after_model(self, use: ModelUse, *, unavailable: bool = False, warnings: tuple[str, ...] = ()) -> "TurnState":
        """A model answered: its tokens count, and what it was used for is kept per role, name and effort."""
        used = Usage(use.prompt_tokens, use.completion_tokens)
        merged: list[ModelUse] = []
        found = False
        for earlier in self.models:
            if (earlier.role, earlier.name, earlier.effort) == (use.role, use.name, use.effort):
                found = True
                merged.append(
                    earlier.model_copy(
                        update={
                            "prompt_tokens": earlier.prompt_tokens + use.prompt_tokens,
                            "completion_tokens": earlier.completion_tokens + use.completion_tokens,
                            "cost_micros": _sum(earlier.cost_micros, use.cost_micros),
                        }
                    )
                )
            else:
                merged.append(earlier)
        if not found:
            merged.append(use)
        return replace(
            self,
            models=tuple(merged),
            usage=self.usage + used,
            unavailable=self.unavailable or unavailable,
            warnings=self.warnings + tuple(w for w in warnings if w not in self.warnings),
        )

    def after_step(self, outcome: StepOutcome) -> "TurnState":
        """A round of tools ended: evidence or a new error is progress, anything else is an idle step."""
        progress = bool(outcome.evidence or outcome.previews or outcome.errors - self.errors)
        return replace(
            self,
            ledger=self.ledger + outcome.entries,
            dialogue=self.dialogue + outcome.messages,
            steps=(*self.steps, outcome.record),
            unsaved=(*self.unsaved, outcome.record) if outcome.unsaved else self.unsaved,
            previews=self.previews + outcome.previews,
            inspected=_merged(self.inspected, outcome.inspected),
            context=_merged(outcome.context, self.context),
            read=_merged(self.read, outcome.read),
            evidence=self.evidence | outcome.evidence,
            tried=self.tried | outcome.tried,
            errors=self.errors | outcome.errors,
            model_calls=self.model_calls + 1,
            tool_calls=self.tool_calls + outcome.executed,
            repairs=self.repairs + (1 if outcome.asked_again else 0),
            idle_steps=0 if progress else self.idle_steps + 1,
            tainted=self.tainted or outcome.taints,
            lessons=self.lessons if outcome.lessons is None else outcome.lessons,
        )

    def prompted(self, read: tuple[EntityRef, ...]) -> "TurnState":
        """A model was shown the prompt, which quotes these."""
        return replace(self, read=_merged(self.read, read))

    def asked_again(self, record: StepRecord, messages: tuple[Message, ...]) -> "TurnState":
        """A draft was sent back to the model: that is a repair and a step."""
        return replace(self.recorded(record), repairs=self.repairs + 1, dialogue=self.dialogue + messages)

    def recorded(self, record: StepRecord) -> "TurnState":
        """A step in which nothing was executed: a draft, or a batch that would have passed a limit."""
        return replace(
            self,
            model_calls=self.model_calls + 1,
            steps=(*self.steps, record),
            unsaved=(*self.unsaved, record),
        )

    def escalated(self) -> "TurnState":
        """Visibility was opened to everything the profile owns."""
        return replace(self, escalations=self.escalations + 1, idle_steps=0)

    @property
    def stalled(self) -> bool:
        """Two steps in a row added nothing."""
        return self.idle_steps >= IDLE_STEPS

    def stop_for(self, limits: Limits, *, remaining_s: float, cancelled: bool) -> StopReason | None:
        """The bound that is reached, if one is, in the order in which a person would name it."""
        if cancelled:
            return "cancelled"
        if remaining_s <= 0:
            return "deadline"
        if self.usage.total >= limits.max_tokens:
            return "token_budget"
        if self.model_calls >= limits.max_steps:
            return "max_steps"
        return None


def run_cost(models: Iterable[ModelUse], beside: Iterable[Cost]) -> RunCost:
    """What the models of a run cost, and those that were asked beside it."""
    each = [*(one.micros for one in beside), *(one.cost_micros for one in models)]
    return RunCost(micros=sum(one or 0 for one in each), unknown=None in each)


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _merged(first: tuple[EntityRef, ...], second: tuple[EntityRef, ...]) -> tuple[EntityRef, ...]:
    """Both without repetitions, the first's order first."""
    return tuple(dict.fromkeys((*first, *second)))
