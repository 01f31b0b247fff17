"""A push service that keeps what it is sent and answers as it is told: the fake beside the port."""

from collections.abc import Sequence

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.push.port import Accepted, Delivered, Message, Outcome


class KeptPushes:
    """Accepts everything with the tickets `ticket-1`, `ticket-2`, … (devices of other kinds than Expo's without one)
    unless `answers` holds an outcome for where it goes. `delivered` are the receipts that exist; `silent`: receipts
    can't be had."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.answers: dict[str, Outcome] = {}
        self.delivered: dict[str, Delivered] = {}
        self.asked: list[str] = []
        self.silent = False

    async def send(self, messages: Sequence[Message]) -> list[Outcome]:
        """See PushSender."""
        outcomes: list[Outcome] = []
        for message in messages:
            self.sent.append(message)
            ticket = f"ticket-{len(self.sent)}" if message.kind == "expo" else None
            outcomes.append(self.answers.get(message.to, Accepted(ticket)))
        return outcomes

    async def receipts(self, ticket_ids: Sequence[str]) -> dict[str, Delivered]:
        """See PushSender."""
        self.asked += ticket_ids
        if self.silent:
            raise IntegrationFailed("No receipts today.")
        return {ticket: self.delivered[ticket] for ticket in ticket_ids if ticket in self.delivered}

    async def close(self) -> None:
        """See PushSender."""
