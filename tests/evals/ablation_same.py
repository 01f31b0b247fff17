"""Did a part of the controller have anything to do in a task? Where it had not, the turn without it is the same turn.

The model's replies are kept (cached_model.py), so a configuration without that part would give the same record; it is
taken over instead of being played. Anything in doubt counts as work done.
"""

from collections.abc import Mapping
from typing import Any

from orchestrator.language.messages import say
from orchestrator.language.speech_acts.mood import Mood, mood_of

_LANGUAGES = ("en", "pt", "es")
_HOLDS = frozenset({"", "the user confirms changes", "text written by others was read in this turn"})
"""Reasons of a proposal that say that it was taken as the model wrote it."""


def had_nothing_to_do(part: str, record: Mapping[str, Any], locale: str) -> bool:
    """True where the record of the whole controller shows no trace of the part (a field of Switches)."""
    if record.get("error") or not record["turns"]:
        return False
    return all(_IDLE[part](turn, locale) for turn in record["turns"])


def _router(turn: Mapping[str, Any], _: str) -> bool:
    return bool(turn["bundle"]["run"]["route_source"] == "rule")


def _tiers(turn: Mapping[str, Any], _: str) -> bool:
    return bool(turn["bundle"]["run"]["tier"] == "low")


def _repair(turn: Mapping[str, Any], _: str) -> bool:
    proposals = [one for step in turn["run"]["steps"] for one in step["proposals"]]
    return all(one["verdict"] in {"accept", "hold"} and one["reason"] in _HOLDS for one in proposals)


def _verifier(turn: Mapping[str, Any], _: str) -> bool:
    return all(one.get("passed") for one in turn["run"]["verifier"])


def _claim_gate(turn: Mapping[str, Any], _: str) -> bool:
    notes = {say("agent.nothing_changed", one) for one in _LANGUAGES}
    noted = any(note in turn["bundle"]["answer"] for note in notes)
    return not noted and all(one.get("verdict") == "pass" for one in turn["run"]["claims"])


def _mood_gate(turn: Mapping[str, Any], locale: str) -> bool:
    told = turn["bundle"]["run"]["mood"]
    return told in {Mood.REQUEST.value, Mood.STATEMENT.value} and not mood_of(turn["question"], locale).negated


_IDLE = {
    "router": _router,
    "tiers": _tiers,
    "repair": _repair,
    "verifier": _verifier,
    "claim_gate": _claim_gate,
    "mood_gate": _mood_gate,
}
