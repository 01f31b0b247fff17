"""What of a settled turn is told to whoever counts how answers are received?"""

from datetime import datetime, timedelta
from uuid import UUID

from orchestrator.agent.ports import SettledTurn, TurnRequest
from orchestrator.agent.response.builder import Answer
from orchestrator.agent.turn.turn import LiveRun
from orchestrator.agent.types.bundle import Bundle
from orchestrator.kit.ids import parse_id


def settled_turn(request: TurnRequest, live: LiveRun, answer: Answer, stored: Bundle, now: datetime) -> SettledTurn:
    """The turn whose answer was stored as `stored` just `now`."""
    return SettledTurn(
        owner_id=request.owner.id,
        run_id=live.run_id,
        thread_id=live.thread_id,
        message_id=live.message_id,
        question=request.question,
        asked_at=now - timedelta(milliseconds=stored.run.duration_ms),
        window=live.window,
        bundle=stored,
        origin=answer.origin,
        rule_ids=_told(answer),
    )


def _told(answer: Answer) -> tuple[UUID, ...]:
    """The rules that its prompts told."""
    named = [rule_id for part in answer.explanation.context for rule_id in part.get("rules", ())]
    named += [rule_id for step in answer.steps for rule_id in step.model_call.get("rules", ())]
    return tuple(dict.fromkeys(known for one in named if (known := parse_id(one)) is not None))
