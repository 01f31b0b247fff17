"""How hard should a model think about this, and how long may that take?"""

from dataclasses import dataclass

from orchestrator.llm.messages import Effort, ModelRole, Purpose

LONG_QUESTION = 400  # characters: several sentences, so probably several wishes
VERY_LONG_QUESTION = 1500
LATE_STEP, VERY_LATE_STEP = 3, 6  # a simple turn is done by the third step
MANY_CALLS, VERY_MANY_CALLS = 4, 8
UNSURE_ROUTING, VERY_UNSURE_ROUTING = 0.8, 0.5  # the tiers of product.md
MEDIUM_FROM, HIGH_FROM = 2, 4

_FIXED: dict[Purpose, Effort] = {
    "routing": "none",
    "tagging": "none",
    "extraction": "high",
    "briefing": "high",
    "meetings": "high",
    "summaries": "medium",
    "inference": "medium",
}
_SHARE_OF_TIMEOUT: dict[Effort, float] = {"none": 0.5, "low": 1.0, "medium": 1.5, "high": 2.5}
_MOST_TOKENS: dict[Effort, int] = {"none": 1024, "low": 2048, "medium": 4096, "high": 8192}
"""Of an answer with the thinking before it. Small models that lose the thread write until the context is full."""
_ROLES: dict[Purpose, ModelRole] = {"routing": "fast", "tagging": "fast"}

ROUTING_TIMEOUT_S = 8.0  # product.md, hybrid router: later than this the rules' guess is worth more


@dataclass(frozen=True)
class Signals:
    """What a turn shows of its difficulty so far. `step` counts from 0, `confidence` is the route's, 0 to 1."""

    question_chars: int = 0
    step: int = 0
    tool_calls: int = 0
    confidence: float = 1.0


def role_for(purpose: Purpose) -> ModelRole:
    """Which of the two models serves `purpose`. (Contact resolution is asked as `tagging`.)"""
    return _ROLES.get(purpose, "smart")


def effort_for(purpose: Purpose, signals: Signals = Signals()) -> Effort:
    """The reasoning effort: fixed but for turns, which start low and grow with what makes them hard."""
    fixed = _FIXED.get(purpose)
    if fixed is not None:
        return fixed
    points = (
        _points(signals.question_chars, LONG_QUESTION, VERY_LONG_QUESTION)
        + _points(signals.step, LATE_STEP, VERY_LATE_STEP)
        + _points(signals.tool_calls, MANY_CALLS, VERY_MANY_CALLS)
        + (signals.confidence < UNSURE_ROUTING)
        + (signals.confidence < VERY_UNSURE_ROUTING)
    )
    return "high" if points >= HIGH_FROM else "medium" if points >= MEDIUM_FROM else "low"


def timeout_for(purpose: Purpose, effort: Effort, base_s: float) -> float:
    """Seconds one call may take, before the run's own deadline is considered. `base_s`: `STEWARD_LLM_TIMEOUT_S`, what a
    call at low effort may take."""
    if purpose == "routing":
        return min(ROUTING_TIMEOUT_S, base_s)
    return base_s * _SHARE_OF_TIMEOUT[effort]


def most_tokens_for(effort: Effort) -> int:
    """The bound of a completion that nobody bounded otherwise."""
    return _MOST_TOKENS[effort]


def _points(value: int, some: int, many: int) -> int:
    return (value >= some) + (value >= many)
