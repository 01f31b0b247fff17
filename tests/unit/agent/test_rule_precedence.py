"""Which of two rules is the stronger? Block, confirm, auto; narrower before wider, project before global; the newer."""

import itertools
import random
from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from uuid import UUID

import pytest

from orchestrator.agent.rules.effects import DefaultDuration, Effect, Match, Policy, ToolPolicy, Units
from orchestrator.agent.rules.ruleset import EVERY_TOOL, Rule, RuleSet, ScopeType, fitting
from orchestrator.domain.world.events.rule_reading import Subject, duration
from orchestrator.kit.ids import new_id

ANA, GYM = UUID(int=1), UUID(int=2)
NOW = datetime(2027, 1, 1, tzinfo=UTC)
AT_ALL = Subject(
    "Team lunch",
    frozenset({ANA}),
    frozenset({"ana"}),
    GYM,
    "Gym",
    frozenset({"steward", "health"}),
)
"""An event that each scope is about."""
SCOPES: tuple[tuple[ScopeType, str | None], ...] = (
    ("person", str(ANA)),
    ("place", str(GYM)),
    ("project", "steward"),
    ("domain", "health"),
    ("global", None),
)
"""From the narrowest to the widest."""


def made(effect: Effect | None, *, days: int = 0, scope: tuple[ScopeType, str | None] = ("global", None)) -> Rule:
    return Rule(new_id(), f"rule of day {days}", effect, scope[0], scope[1], NOW + timedelta(days=days))


def lasting(minutes: int, **how: Any) -> Rule:
    match = Match(words=["lunch"]) if how.pop("some", False) else Match()
    return made(DefaultDuration(minutes=minutes, match=match), **how)


def filled(*rules: Rule) -> int:
    found = [duration(RuleSet(order), AT_ALL) for order in itertools.permutations(rules)]
    lengths = {int(one[1].total_seconds()) // 60 for one in found if one is not None}
    assert len(lengths) == 1, "the order in which they are read decides nothing"
    return lengths.pop()


@pytest.mark.parametrize(("narrow", "wide"), list(itertools.combinations(SCOPES, 2)))
def test_the_narrower_scope_wins_however_old_it_is(
    narrow: tuple[ScopeType, str | None], wide: tuple[ScopeType, str | None]
) -> None:
    assert filled(lasting(10, scope=narrow, days=0), lasting(20, scope=wide, days=9)) == 10
    assert filled(lasting(10, scope=narrow, days=9), lasting(20, scope=wide, days=0)) == 10


def test_of_one_scope_the_one_about_some_things_wins_then_the_newer() -> None:
    assert filled(lasting(10, some=True, days=0), lasting(20, days=9)) == 10
    assert filled(lasting(10, some=True, days=0), lasting(20, some=True, days=9)) == 20
    assert filled(lasting(10, days=0), lasting(20, days=9), lasting(30, days=5)) == 20


def test_of_the_same_moment_one_always_wins() -> None:
    one, two = lasting(10), lasting(20)
    assert filled(one, two) == (10 if one.id > two.id else 20)


@pytest.mark.parametrize("seed", range(30))
def test_block_beats_confirm_beats_auto_whatever_else(seed: int) -> None:
    draw = random.Random(seed)
    policies: list[Policy] = [draw.choice(get_args(Policy)) for _ in range(draw.randint(1, 6))]
    rules = [
        made(
            ToolPolicy(tool=draw.choice(["events_create", EVERY_TOOL]), policy=policy),
            days=draw.randint(-5, 5),
            scope=draw.choice(SCOPES),
        )
        for policy in policies
    ]
    found = RuleSet(tuple(rules)).policy("events_create")
    strongest = next(policy for policy in ("block", "confirm", "auto") if policy in policies)
    assert found is not None
    assert found[1] == strongest
    named = [one for one in rules if isinstance(one.effect, ToolPolicy) and one.effect.policy == strongest]
    assert found[0] == max(named, key=lambda one: one.rank)
    assert RuleSet(tuple(rules)).policy("todos_create") is None or any(
        isinstance(one.effect, ToolPolicy) and one.effect.tool == EVERY_TOOL for one in rules
    )


@pytest.mark.parametrize("seed", range(30))
def test_units_are_each_those_of_the_strongest_that_names_them(seed: int) -> None:
    draw = random.Random(seed)
    values: dict[str, list[Any]] = {"clock": [12, 24], "system": ["metric", "imperial"], "week_start": ["mon", "sun"]}
    rules = []
    for _ in range(draw.randint(1, 5)):
        names = draw.sample(sorted(values), draw.randint(1, 3))
        units = Units(**{name: draw.choice(values[name]) for name in names})
        rules.append(made(units, days=draw.randint(-9, 9)))
    found = RuleSet(tuple(rules)).units
    assert found is not None
    for name in values:
        naming = [one for one in rules if getattr(one.effect, name) is not None]
        wanted = getattr(max(naming, key=lambda one: one.rank).effect, name) if naming else None
        assert getattr(found, name) == wanted


def test_a_prompt_tells_the_strongest_first_within_its_budget() -> None:
    wide = [made(None, days=day) for day in range(50)]
    narrow = made(None, days=-9, scope=("project", "steward"))
    told = RuleSet((*wide, narrow)).told("about steward")
    assert told[0] == (narrow.id, f"(project steward) {narrow.text}")
    assert [one for one, _ in told[1:]] == [one.id for one in reversed(wide)]
    kept, left = fitting(told, 40)
    assert kept == told[: len(kept)]
    assert 0 < len(kept) < len(told) == len(kept) + left
    assert RuleSet(tuple(wide)).in_words("x") == RuleSet(tuple(wide)).told("x")
    assert RuleSet((lasting(10),)).in_words("x") == ()
