"""What does a turn start from? Everything that is read once, in one transaction, before it is routed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from orchestrator.agent.limits import WINDOW_MESSAGES
from orchestrator.agent.origin import Origin
from orchestrator.agent.ports import (
    UNSTORED,
    ContextPart,
    EntityRef,
    StoredMessage,
    StoredSummary,
    TurnRequest,
    Window,
)
from orchestrator.agent.prevalidation import words_of
from orchestrator.agent.rules import RuleSet
from orchestrator.agent.services import Services

ASKED_BEFORE = 4
"""Messages of the user that a pronoun may refer to: further back nobody says "she"."""


@dataclass(frozen=True)
class Opening:
    """The thread's last messages, the rules, the standing parts. `now` is aware UTC: what the turn understands as now.

    `window` is what code reads; a prompt shows `summaries` in the place of the older ones, and `shown`."""

    window: tuple[StoredMessage, ...]
    rules: RuleSet
    parts: tuple[ContextPart, ...]
    now: datetime
    summaries: tuple[StoredSummary, ...] = ()
    shown: tuple[StoredMessage, ...] = ()

    @property
    def last_answer(self) -> StoredMessage | None:
        """The assistant's message right before this question, if the thread ends with one."""
        if self.window and self.window[-1].role == "assistant":
            return self.window[-1]
        return None

    @property
    def context(self) -> Mapping[str, Any]:
        """The deictic context of the latest message that carries one."""
        for message in reversed(self.window):
            found = message.metadata.get("context")
            if found:
                return dict(found)
        return {}

    @property
    def read(self) -> tuple[EntityRef, ...]:
        """The messages in the prompt, as they are or summarised, that say more than what the user said: erasing one
        redacts this turn's answer."""
        kept = (message for message in self.shown if message.id != UNSTORED)
        ids = [source for summary in self.summaries for source in summary.sources]
        ids += [message.id for message in kept if message.origin is not Origin.USER]
        return tuple(EntityRef("message", message_id) for message_id in ids)

    def history(self) -> tuple[tuple[str, str], ...]:
        """The window as (`user` | `assistant`, text), oldest first, without a client's instructions."""
        return tuple(
            ("assistant" if message.role == "assistant" else "user", message.content)
            for message in self.window
            if message.role != "system"
        )

    def user_words(self, question: str) -> frozenset[str]:
        """Folded words of what the user said: the question and their own messages in the window."""
        said = [message.content for message in self.window if message.origin is Origin.USER]
        return frozenset(words_of([question, *said]))

    def asked_before(self, question: str) -> tuple[str, ...]:
        """What the user said last in the window, oldest first, without the question itself."""
        said = [message.content for message in self.window if message.role == "user" and message.speaker is None]
        return tuple(text for text in said if text.strip() != question.strip())[-ASKED_BEFORE:]

    def in_mind(self) -> tuple[str, ...]:
        """The names of the people that the last answer was about."""
        return tuple(str(one["name"]) for one in self.context.get("contacts", ()) if one.get("name"))

    def agent_words(self) -> frozenset[str]:
        """Folded words of what the assistant said in the window, and of the summaries: those are not the user's."""
        said = [message.content for message in self.window if message.role == "assistant"]
        return frozenset(words_of([*said, *(summary.text for summary in self.summaries)]))


async def open_turn(
    services: Services, request: TurnRequest, thread_id: UUID | None, message_id: UUID | None
) -> Opening:
    """Read what the turn starts from."""
    now = request.now or services.clock.now()
    owner_id = request.owner.id
    async with services.unit_of_work() as session:
        window = Window(messages=request.history or ())
        # a thread that was made with this question has nothing before it
        if thread_id is not None and request.thread_id is not None:
            window = await services.turns.window(session, owner_id, thread_id, limit=WINDOW_MESSAGES, before=message_id)
        rules = await services.rules.rules(session, owner_id)
        parts = await services.context.parts(session, owner_id, now=now, zone=request.zone, locale=request.locale)
    return Opening(window.messages, rules, tuple(parts), now, window.summaries, window.unsummarised)
