"""Is a record taken over only where the part that is off left no trace in it?"""

from typing import Any

import pytest
from tests.evals.ablation_same import had_nothing_to_do
from tests.support.corpora import corpus

PARTS = ("router", "tiers", "repair", "verifier", "claim_gate", "mood_gate")


def _record(**changed: Any) -> dict[str, Any]:
    values: dict[str, Any] = {
        "question": "Put eggs on my list",
        "answer": "It waits for your confirmation.",
        "source": "rule",
        "tier": "low",
        "mood": "request",
        "proposals": [{"verdict": "hold", "reason": "the user confirms changes"}],
        "verifier": [{"passed": True}],
        "claims": [{"verdict": "pass"}],
        **changed,
    }
    route = {"route_source": values["source"], "tier": values["tier"], "mood": values["mood"]}
    run = {key: values[key] for key in ("verifier", "claims")}
    turn = {
        "question": values["question"],
        "bundle": {"answer": values["answer"], "run": route},
        "run": {**run, "steps": [{"proposals": values["proposals"]}]},
    }
    return {"turns": [turn], "error": ""}


@pytest.mark.parametrize("part", PARTS)
def test_an_idle_part_changes_nothing(part: str) -> None:
    assert had_nothing_to_do(part, _record(), "en-US")


@corpus("ablation_same", "a_part_that_did_something_is_played_without")
def test_a_part_that_did_something_is_played_without(part: str, changed: dict[str, Any]) -> None:
    assert not had_nothing_to_do(part, _record(**changed), "en-US")


def test_a_failed_record_is_never_taken_over() -> None:
    assert not had_nothing_to_do("router", {**_record(), "error": "500"}, "en-US")
