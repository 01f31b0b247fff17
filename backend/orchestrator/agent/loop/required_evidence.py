"""What evidence does a good answer need, and is it there? The verifier that runs before an answer is accepted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from orchestrator.agent.tools.spec import Effect, ToolSpec
from orchestrator.agent.turn.routing import Route
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.visibility import Visibility
from orchestrator.agent.types.vocabulary import Intent, Vocabulary
from orchestrator.language.speech_acts.intents import Topic, topics_of
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.time import mentions

Need = Literal["retrieval", "time_span", "proposal", "web", "answer"]

LOOKED_UP = "looked_up"
TIME_SPAN = "time_span"
_INSTRUCTIONS: dict[Need, str] = {
    "retrieval": "You answered without looking at the user's data. Call a tool first, then answer from its result.",
    "proposal": "The user asked for a change, and you have not called the tool that makes it. Call it now. "
    "If it can't be done, say plainly that nothing was changed.",
    "answer": "Your answer was empty. Answer the user in a sentence.",
}
APOLOGY: dict[Need, str] = {
    "retrieval": "agent.no_lookup",
    "time_span": "agent.no_time_span",
    "proposal": "agent.not_prepared",
    "web": "agent.no_web",
    "answer": "agent.nothing_so_far",
}
"""The message that says honestly what is missing."""


@dataclass(frozen=True)
class Plan:
    """What this turn's answer must rest on, decided when it is routed."""

    needs: tuple[Need, ...]
    searches: bool = False
    """What was said and written may hold the answer."""
    through: str = ""
    """The group of tools that "web" asks for."""


def instruction(need: Need, vocabulary: Vocabulary) -> str:
    """What a model is told whose answer lacks that."""
    return _INSTRUCTIONS.get(need) or vocabulary.instructions[need]


def plan_for(route: Route, question: str, visibility: Visibility, vocabulary: Vocabulary, *, now: datetime) -> Plan:
    """The evidence that a good answer needs. Only what the visible tools can give is asked for. `now`: the user's wall
    time, naive."""
    intent = vocabulary.intent(route.intent)
    if intent is None:
        return Plan(())
    reads = any(tool.effect is Effect.READ for tool in visibility.tools)
    writes = any(tool.effect is Effect.WRITE for tool in visibility.tools)
    needs: list[Need] = []
    if route.mood is Mood.QUESTION and reads and intent.looks_up:
        needs.append("time_span" if Topic.MOST in topics_of(question) else "retrieval")
    if route.mood is Mood.REQUEST and writes and intent.changes:
        needs.append("proposal")
    if intent.through and any(tool.group == intent.through for tool in visibility.tools):
        needs.append("web")
    said = "retrieval" in needs and _may_have_been_said(intent, route, question, vocabulary, now)
    return Plan(tuple(needs), searches=said, through=intent.through)


def _may_have_been_said(intent: Intent, route: Route, question: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """A small model calls "how much is the rudder, according to Tomás?" a data question, and then reads the todos."""
    if intent.was_said != "unless_recorded":
        return intent.was_said == "always"
    asks_records = topics_of(question).found & vocabulary.records
    return not asks_records and not mentions(question, now=now, locale=route.language)


def missing(plan: Plan, state: TurnState, draft: str, owned: Sequence[ToolSpec]) -> Need | None:
    """The first thing that the draft lacks, None where it may be accepted (as far as evidence goes)."""
    of_the_web = {tool.name for tool in owned if tool.group == plan.through}
    for need in plan.needs:
        if need == "retrieval" and LOOKED_UP not in state.tried:
            return need
        if need == "time_span" and TIME_SPAN not in state.tried:
            return need
        if need == "proposal" and not any(entry.effect != "read" for entry in state.ledger):
            return need
        if need == "web" and not any(entry.tool in of_the_web for entry in state.ledger):
            return need
    return None if draft.strip() else "answer"


def looked_too_narrowly(plan: Plan, state: TurnState, owned: Sequence[ToolSpec], vocabulary: Vocabulary) -> bool:
    """True where a question found nothing, and what was said and written was not searched: what the places and events
    do not hold, somebody may have told."""
    groups = vocabulary.of_groups(lambda one: one.searches)
    searching = {tool.name for tool in owned if tool.group in groups}
    reads = [entry for entry in state.ledger if entry.effect == "read" and entry.outcome == "done"]
    found = any(not entry.empty or entry.tool in searching for entry in reads)
    return plan.searches and bool(searching) and bool(reads) and not found
