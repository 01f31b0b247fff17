"""Does a message call for instructions by name (`/weekly-review`)? Then they are read before a model is asked."""

from dataclasses import replace

from orchestrator.agent.response.builder import Answer
from orchestrator.agent.runs.routed_turn import RoutedTurns
from orchestrator.agent.turn.context import TurnContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.types.vocabulary import GENERAL_INTENT
from orchestrator.kit import patterns
from orchestrator.language.speech_acts.mood import Mood

_NAMED = patterns.compile(r"(?s)\s*/(?P<name>[^\s/]{1,64})(?P<words>(?:\s.*)?)")


async def guided(services: Services, turns: RoutedTurns, bare: Turn, opening: TurnContext) -> Answer | None:
    """The answer to such a message; None to any other. What may be called so was approved by the user; the turn sees
    all tools, inside the gates of every turn."""
    found = _NAMED.fullmatch(bare.question) if bare.request.reply is None else None
    if found is None or services.guides is None:
        return None
    turn = replace(bare, rules=opening.rules, now=opening.now)
    async with services.unit_of_work_of(turn.owner.id) as tx:
        name, words = found["name"].casefold(), found["words"].strip()
        calls = await services.guides.named(tx, name, words, turn.local_now.date())
    if calls is None:
        return None
    route = replace(
        bare.route,
        intent=GENERAL_INTENT,
        confidence=0.0,
        mood=Mood.REQUEST,
        negated=False,
        reason="names instructions to follow",
    )
    return await turns.answer(replace(turn, route=route), opening, first_calls=calls)
