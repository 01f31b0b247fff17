"""What does the reader say of what waits for the user's look?"""
# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.language.asked_review import asked_review
from orchestrator.llm.messages import LedgerEntry, TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted

GET = "get_reviews"
_SAY: Mapping[str, Mapping[str, str]] = {
    "en": {"none": "Nothing waits for your review.", "proposals": "These proposals wait for you:", "due": "These may not hold any more:", "more": "… and more.", "where": "You decide on them under /proposals or on the memory page: accept or dismiss, confirm or retire."},
    "pt": {"none": "Não há nada para rever.", "proposals": "Estas propostas esperam por si:", "due": "Isto talvez já não seja assim:", "more": "… e mais.", "where": "Decide sobre elas em /proposals ou na página da memória: aceitar ou rejeitar, confirmar ou retirar."},
    "es": {"none": "No hay nada que revisar.", "proposals": "Estas propuestas te esperan:", "due": "Esto quizá ya no sea así:", "more": "… y más.", "where": "Lo decides en /proposals o en la página de la memoria: aceptar o descartar, confirmar o retirar."},
}  # fmt: skip


def review_ask(facts: TurnFacts) -> bool:
    """Whether what waits is asked for."""
    return asked_review(facts.question) and (offered(facts, GET) or _looked_up(facts) is not None)


def review_calls() -> Sequence[Wanted]:
    """The look-up that answers it."""
    return (wanted(GET),)


def told_review(facts: TurnFacts, language: str) -> str | None:
    """What waits, each with why; None where nothing was looked up."""
    entry = _looked_up(facts)
    if entry is None:
        return None
    say = _SAY[language if language in _SAY else "en"]
    proposals, due = (list(entry.data.get(name) or ()) for name in ("proposals", "to_review"))
    if not proposals and not due:
        return say["none"]
    parts = [
        *_listed(say["proposals"], proposals, say["more"] if entry.data.get("more_proposals") else ""),
        *_listed(say["due"], due, say["more"] if entry.data.get("more_to_review") else ""),
    ]
    return "\n".join([*parts, say["where"]])


def _listed(heading: str, items: Sequence[Mapping[str, Any]], more: str) -> list[str]:
    if not items:
        return []
    lines = [f"- {one['text']}" + (f" — {one['why']}" if one.get("why") else "") for one in items]
    return [heading, *lines, *([more] if more else [])]


def _looked_up(facts: TurnFacts) -> LedgerEntry | None:
    return next((one for one in facts.ledger if one.tool == GET and one.outcome == "done"), None)
