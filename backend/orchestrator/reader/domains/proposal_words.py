"""What does the reader say of proposed events, and which answer to one does it propose?"""

from orchestrator.errors import NO_MATCH
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.proposals import AboutProposals, about_proposals
from orchestrator.llm.messages import LedgerEntry, TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted

GET, ACCEPT, DISMISS = "get_proposed_events", "proposed_events_accept", "proposed_events_dismiss"


def proposals_said(facts: TurnFacts) -> AboutProposals | None:
    """What the message says of proposed events, where this turn can tell or answer them."""
    said = about_proposals(facts.question)
    if said is None or any(entry.effect != "read" and entry.outcome in {"done", "waiting"} for entry in facts.ledger):
        return None
    return said if offered(facts, _tool(said)) or _tried(facts, said) is not None else None


def proposal_calls(said: AboutProposals) -> list[Wanted]:
    """The look-up, or the answer that is proposed."""
    if said.act == "asks":
        return [wanted(GET)]
    return [Wanted(_tool(said), {"proposal": said.which, **({"reason": said.reason} if said.reason else {})})]


def told_proposals(said: AboutProposals, facts: TurnFacts, language: str) -> str | None:
    """What waits, each with why; or that none fits. None where nothing was looked up."""
    entry = _tried(facts, said)
    if entry is None:
        return None
    if said.act != "asks":
        if entry.data.get("code") != NO_MATCH:
            return None
        return say("reader.proposals.unknown" if said.which else "reader.proposals.none", language, which=said.which)
    rows = list(entry.data.get("proposed_events") or ())
    if not rows:
        return say("reader.proposals.none", language)
    lines = [f"- {row['title']} — {row['why']}" for row in rows]
    return "\n".join([say("reader.proposals.heading", language), *lines, say("reader.proposals.how", language)])


def _tool(said: AboutProposals) -> str:
    return {"asks": GET, "accepts": ACCEPT, "dismisses": DISMISS}[said.act]


def _tried(facts: TurnFacts, said: AboutProposals) -> LedgerEntry | None:
    return next((one for one in reversed(facts.ledger) if one.tool == _tool(said)), None)
