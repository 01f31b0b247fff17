"""Where does a turn stand? Frozen state; every transition is pure and gives the next one."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.turn.call_failures import RunLessons
from orchestrator.agent.types.bundle import ModelUse, RunCost, StepRecord, StopReason
from orchestrator.agent.types.limits import IDLE_STEPS, Limits
from orchestrator.llm.messages import Cost, LedgerEntry, Message, Usage


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
