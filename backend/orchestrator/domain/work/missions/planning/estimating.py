"""What will it take? Tokens, money and minutes, before anything runs: from what such steps took before, else from the
bounds of the run that each step is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

from orchestrator.domain.work.missions.planning.plan import MOST_ITEMS, Plan

PROMPT_TOKENS = 1_500
"""Of one model call of a step: instructions, tools, what it was handed."""
ANSWER_TOKENS = 400
ITEMS = (1, 4, MOST_ITEMS)
"""That a step goes through whose list an earlier step gives."""
TURNS = (1, 3, 8)
"""Model calls of an agent's step: low, likely, high."""
CALL_S = (0.05, 0.2, 2.0)
"""A tool call."""
MODEL_S = (2.0, 8.0, 40.0)
"""A model call, on a machine at home."""
ENOUGH = 5
"""So many earlier steps of the kind tell more than a guess."""
MICROS = 1_000_000


@dataclass(frozen=True)
class Past:
    """What steps of one agent took, one a step."""

    tokens: Sequence[int] = ()
    seconds: Sequence[float] = ()


def estimated(plan: Plan, *, models: bool, price: tuple[int, int] | None, past: Mapping[str, Past]) -> dict[str, Any]:
    """`{"tokens", "money", "minutes", "calls"}`, each but the last with low, likely, high. `models`: whether one is
    configured; `price`: micro-units a million prompt and completion tokens, None where it is not known."""
    tokens, seconds, prompts, answers = [0.0] * 3, [0.0] * 3, [0.0] * 3, [0.0] * 3
    calls = 0
    for step in plan.steps:
        fixed = len(step.calls)
        calls += fixed if step.calls or not models else 1
        asks = step.kind in {"agent", "map"} and not step.calls and models
        times = ITEMS if step.over else (max(1, len(step.items)),) * 3
        calls += times[0] - 1
        known = past.get(step.agent.casefold(), Past())
        for at in range(3):
            seconds[at] += fixed * CALL_S[at]
            if not asks:
                continue
            if len(known.tokens) >= ENOUGH:
                tokens[at] += times[at] * _of(known.tokens)[at]
                seconds[at] += times[at] * _of(known.seconds)[at]
                prompts[at] += times[at] * _of(known.tokens)[at]
                continue
            turns = times[at] * TURNS[at]
            prompts[at] += turns * PROMPT_TOKENS
            answers[at] += turns * ANSWER_TOKENS
            tokens[at] += turns * (PROMPT_TOKENS + ANSWER_TOKENS)
            seconds[at] += turns * (MODEL_S[at] + CALL_S[at])
    money = None
    if price is not None and any(tokens):
        money = [(prompts[at] * price[0] + answers[at] * price[1]) / MICROS / MICROS for at in range(3)]
    return {
        "tokens": _spread(tokens, 0),
        "money": _spread(money, 6) if money is not None else None,
        "minutes": _spread([one / 60 for one in seconds], 2),
        "calls": calls,
    }


def _of(values: Sequence[float]) -> tuple[float, float, float]:
    cuts = quantiles(values, n=10)
    return min(values), cuts[4], cuts[8]


def _spread(values: Sequence[float], places: int) -> dict[str, float]:
    low, likely, high = (round(one, places) for one in values)
    return {"low": low, "likely": likely, "high": high}
