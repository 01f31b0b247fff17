"""What does a turn answer that needs no loop: a sentence of ours, or a question?"""

from collections.abc import Sequence

from orchestrator.agent.response.builder import Answer, Asked, compose
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.turn.visibility import tier_of
from orchestrator.agent.types.bundle import Action, PreviewOut, RunOut, StopReason, TurnStatus


def plain(
    turn: Turn,
    text: str,
    status: TurnStatus,
    stop: StopReason,
    *,
    previews: Sequence[PreviewOut] = (),
    actions: Sequence[Action] = (),
    state: TurnState | None = None,
) -> Answer:
    """These words alone: no loop, nothing read but what `state` holds."""
    return compose(
        turn,
        text=text,
        status=status,
        stop=stop,
        state=state or TurnState(),
        run=run_out(turn, "main"),
        actions=actions,
        extra_previews=previews,
    )


def asks(turn: Turn, asked: Asked) -> Answer:
    """A question of the runtime's own."""
    return compose(
        turn,
        text=asked.needs.question,
        status="needs_input",
        stop="needs_input",
        state=TurnState(),
        run=run_out(turn, "main"),
        asked=asked,
    )


def run_out(turn: Turn, profile: str) -> RunOut:
    """What the bundle tells of the run, as far as it is known once the turn is routed."""
    route = turn.route
    return RunOut(
        id=str(turn.run_id),
        intent=route.intent,
        mood=route.mood.value,
        route_source=route.source,
        confidence=round(route.confidence, 2),
        tier=tier_of(route.confidence),
        profile=profile,
    )
