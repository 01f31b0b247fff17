"""What does a command answer? The text, what waits, and the `command_result` by which a client draws its card."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.response.builder import Asked
from orchestrator.agent.runs.commands import COMMAND_TOOL, CommandReply
from orchestrator.agent.tools.freezing import shown
from orchestrator.agent.types.bundle import Action, PreviewOut, StopReason
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.limits import COMMAND_PREVIEW_LIFE_S
from orchestrator.agent.types.origin import Origin
from orchestrator.commands.command import DraftCommand
from orchestrator.commands.extracting import Work
from orchestrator.commands.state import Clarification, CommandState, Phase
from orchestrator.language.messages import say


def result_of(
    command: DraftCommand, state: CommandState, phase: Phase, preview: PreviewOut | None
) -> Mapping[str, Any]:
    """`command_result` (api.md)."""
    state = state.model_copy(update={"phase": phase})
    return {
        "command": command.name,
        "state": phase,
        "preview": preview.model_dump(mode="json") if preview is not None else None,
        command.pending: state.draft_id,
        "command_state": state.model_dump(mode="json"),
    }


def asking(
    work: Work,
    command: DraftCommand,
    state: CommandState,
    needs: NeedUserInput,
    head: Preview | None,
    *,
    now: datetime,
) -> CommandReply:
    """A question about the draft; `head` is its preview, which waits meanwhile but is not what the message presents."""
    asked = Asked(needs, COMMAND_TOOL)
    question = Clarification(
        id=asked.id,
        kind=needs.kind,
        question=needs.question,
        field=needs.field,
        options=[{"id": option.id, "label": option.label} for option in needs.options],
    )
    if needs.origin is Origin.THIRD_PARTY:
        work.tainted()
    lapses = now + timedelta(seconds=COMMAND_PREVIEW_LIFE_S)
    state = state.model_copy(
        update={"clarifications": [*state.clarifications, question], "phase": "clarifying", "expires_at": lapses}
    )
    result = result_of(command, state, "clarifying", shown(head) if head is not None else None)
    return CommandReply(needs.question, work.state, "needs_input", "needs_input", result, asked)


def presented(
    work: Work, command: DraftCommand, state: CommandState, preview: Preview, notes: Sequence[str]
) -> CommandReply:
    """A preview that this turn made."""
    told = say("agent.actions.waiting", work.turn.language, items=preview.summary)
    return _waiting(work, command, state, preview, [told, *notes])


def presented_again(
    work: Work, command: DraftCommand, state: CommandState, preview: Preview, notes: Sequence[str]
) -> CommandReply:
    """A preview that was there before, shown once more."""
    quoting(work, preview)
    reply = _waiting(work, command, state, preview, notes)
    action = Action(tool=preview.tool, outcome="waiting", summary=preview.summary, preview_id=str(preview.id))
    return CommandReply(
        reply.answer,
        work.state,
        reply.status,
        reply.stop,
        reply.command_result,
        actions=(action,),
        previews=(shown(preview),),
    )


def settled_reply(work: Work, command: DraftCommand, state: CommandState, preview: PreviewOut) -> CommandReply:
    """What a yes or no came to."""
    language = work.turn.language
    if preview.state == "cancelled":
        text = say("agent.declined", language, summary=preview.summary.rstrip("."))
        result = result_of(command, state, "cancelled", preview)
        return CommandReply(text, work.state, command_result=result, previews=(preview,))
    if preview.state == "confirmed" and preview.result is not None:
        done = Action(
            tool=preview.tool,
            outcome="done",
            summary=preview.result.summary,
            entity=preview.result.entity,
            preview_id=preview.id,
        )
        text = say("agent.confirmed", language, summary=preview.result.summary)
        result = result_of(command, state, "confirmed", preview)
        return CommandReply(text, work.state, command_result=result, actions=(done,), previews=(preview,))
    reason = preview.last_error or preview.state
    failed = Action(tool=preview.tool, outcome="failed", summary=preview.summary, preview_id=preview.id, reason=reason)
    text = say("agent.confirm_failed", language, reason=reason)
    result = result_of(command, state, "preview", preview)
    return CommandReply(text, work.state, "preview", "preview", result, actions=(failed,), previews=(preview,))


def quoting(work: Work, preview: Preview) -> None:
    """The answer repeats this preview: what others wrote in it is still theirs."""
    if preview.origin is Origin.THIRD_PARTY:
        work.tainted()


def _waiting(
    work: Work, command: DraftCommand, state: CommandState, preview: Preview, lines: Sequence[str]
) -> CommandReply:
    text = "\n".join([*lines, say("agent.reply_to_confirm", work.turn.language)])
    state = state.model_copy(update={"preview_id": str(preview.id), "change": None, "expires_at": None})
    result = result_of(command, state, "preview", shown(preview))
    stop: StopReason = "model_unavailable" if work.state.unavailable else "preview"
    return CommandReply(text, work.state, "preview", stop, result)
