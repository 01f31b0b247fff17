"""`/new`: how does the user begin afresh? With an empty thread of their own, whose id the answer gives."""

from typing import Any

from orchestrator.agent.runs.commands import CommandReply, CommandTurn
from orchestrator.agent.turn.services import Services
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.kit.ids import new_id
from orchestrator.language.messages import say


class NewCommand:
    """`/new`, with the new thread's title after it where there shall be one."""

    name = "new"
    usage = "conversations.usage"

    async def answer(self, services: Services, words: str, commanded: CommandTurn) -> CommandReply:
        """The fresh thread's id is the answer's `thread_id`. A thread that this very question began is as fresh."""
        turn = commanded.turn
        if turn.thread_id is None:
            return CommandReply(say("conversations.client", turn.language))
        async with services.unit_of_work_of(turn.owner.id) as tx:
            if turn.request.thread_id is None:
                thread_id = turn.thread_id
                await conversations.retitle(tx, thread_id, conversations.title_of(words))
            else:
                title = conversations.title_of(words)
                thread_id = await conversations.create(tx, title=title)
        draft_id = str(new_id())
        state: dict[str, Any] = {
            "draft_id": draft_id,
            "phase": "confirmed",
            "extraction": {},
            "clarifications": [],
            "preview_id": None,
        }
        result = {
            "command": self.name,
            "state": "confirmed",
            "preview": None,
            "thread_id": str(thread_id),
            "command_state": state,
        }
        return CommandReply(say("conversations.fresh", turn.language), command_result=result, thread_id=thread_id)
