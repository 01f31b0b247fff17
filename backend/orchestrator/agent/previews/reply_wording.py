"""What does an answer tell of what was done, and of what still waits?"""

from collections.abc import Sequence

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.threads import StoredMessage
from orchestrator.agent.turn.turn import Turn
from orchestrator.language.messages import say


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
