"""What does the reader say of what waits for the user's look?"""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.language.messages import say
from orchestrator.language.speech_acts.asked_review import asked_review
from orchestrator.llm.messages import LedgerEntry, TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted

GET = "get_reviews"


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
    proposals, due = (list(entry.data.get(name) or ()) for name in ("proposals", "to_review"))
    if not proposals and not due:
        return say("reader.review.none", language)
    parts = [
        *_listed(
            say("reader.review.proposals", language),
            proposals,
            say("reader.review.more", language) if entry.data.get("more_proposals") else "",
        ),
        *_listed(
            say("reader.review.due", language),
            due,
            say("reader.review.more", language) if entry.data.get("more_to_review") else "",
        ),
    ]
    return "\n".join([*parts, say("reader.review.where", language)])


def _listed(heading: str, items: Sequence[Mapping[str, Any]], more: str) -> list[str]:
    if not items:
        return []
    lines = [f"- {one['text']}" + (f" — {one['why']}" if one.get("why") else "") for one in items]
    return [heading, *lines, *([more] if more else [])]


def _looked_up(facts: TurnFacts) -> LedgerEntry | None:
    return next((one for one in facts.ledger if one.tool == GET and one.outcome == "done"), None)
