"""Which service carries a message? By the kind of its device; all services work at the same time."""

import asyncio
from collections.abc import Mapping, Sequence

from orchestrator.integrations.push.port import Channel, Delivered, Kind, Message, Outcome, PushSender, Refused


class Channels:
    """See PushSender. `expo`: the one that gives receipts; `others`: the kinds that this process can carry."""

    def __init__(self, expo: PushSender, others: Mapping[Kind, Channel]) -> None:
        self._expo = expo
        self._by_kind: dict[Kind, Channel] = {"expo": expo, **others}

    async def send(self, messages: Sequence[Message]) -> list[Outcome]:
        """See PushSender."""
        places: dict[Kind, list[int]] = {}
        for place, message in enumerate(messages):
            places.setdefault(message.kind, []).append(place)
        sent = await asyncio.gather(
            *(self._send(kind, [messages[place] for place in found]) for kind, found in places.items())
        )
        outcomes: dict[int, Outcome] = {}
        for found, came in zip(places.values(), sent, strict=True):
            outcomes |= dict(zip(found, came, strict=True))
        return [outcomes[place] for place in range(len(messages))]

    async def receipts(self, ticket_ids: Sequence[str]) -> dict[str, Delivered]:
        """See PushSender."""
        return await self._expo.receipts(ticket_ids)

    async def close(self) -> None:
        """See PushSender."""
        for channel in self._by_kind.values():
            await channel.close()

    async def _send(self, kind: Kind, messages: Sequence[Message]) -> list[Outcome]:
        channel = self._by_kind.get(kind)
        if channel is None:
            return [Refused("not_installed", f"This Steward runs without the extra `{kind}`.")] * len(messages)
        return await channel.send(messages)
