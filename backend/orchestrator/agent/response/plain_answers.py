"""What does a turn answer that needs no loop: a sentence of ours, or a question?"""

from collections.abc import Sequence

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.response.builder import Answer, Asked, compose
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.turn.visibility import tier_of
from orchestrator.agent.types.bundle import Action, PreviewOut, RunOut, StopReason, TurnStatus
from orchestrator.language.messages import say


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


def what_was_done(window: Sequence[StoredMessage], turn: Turn) -> str:
    """What the newest answer of a thread tells that tells of something done."""
    acted = next((one for one in reversed(window) if done_by(one)), None)
    return what_changed(acted, turn) if acted is not None else say("agent.nothing_changed", turn.language)


def done_by(message: StoredMessage) -> list[str]:
    acts = message.metadata.get("actions") or ()
    return [str(act.get("summary") or "") for act in acts if act.get("outcome") == "done"]


def what_changed(last: StoredMessage, turn: Turn) -> str:
    """What the last answer tells that was done; that nothing was where it tells of nothing."""
    done = done_by(last)
    if done:
        return say("agent.actions.done", turn.language, items="; ".join(done))
    return say("agent.nothing_changed", turn.language)


def still_waits(turn: Turn, waiting: Sequence[Preview]) -> str:
    """That these still wait."""
    key = "agent.still_waits" if len(waiting) == 1 else "agent.still_wait"
    return say(key, turn.language, summary="; ".join(one.summary for one in waiting))
