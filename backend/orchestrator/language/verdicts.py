"""What does `steward eval mood` and `steward eval claims` answer to one case? Formats: api.md, Evaluation."""

from typing import Any

from orchestrator.language.claims.check import LedgerFact, check
from orchestrator.language.speech_acts.mood import mood_of


def mood_verdict(case: dict[str, Any]) -> dict[str, Any]:
    """`{"id", "text", "locale"}` -> `{"id", "mood"}`. Raises `KeyError` for a case without `text`."""
    return {"id": case.get("id"), "mood": mood_of(str(case["text"]), case.get("locale")).mood.value}


def claims_verdict(case: dict[str, Any]) -> dict[str, Any]:
    """`{"id", "text", "locale", "ledger"}` -> `{"id", "verdict", "claims"}`. Raises `KeyError` for a case without
    `text`.
    """
    ledger = [
        LedgerFact(
            tool=str(entry.get("tool", "")),
            effect=entry.get("effect", "read"),
            outcome=str(entry.get("outcome", "")),
            summary=str(entry.get("summary") or ""),
        )
        for entry in case.get("ledger") or ()
    ]
    verdict = check(str(case["text"]), ledger, case.get("locale"))
    return {
        "id": case.get("id"),
        "verdict": verdict.verdict,
        "claims": [{"text": claim.text, "matched": claim.matched} for claim in verdict.claims],
    }
