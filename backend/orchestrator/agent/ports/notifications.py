"""How does something reach the user's devices?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from orchestrator.db.tx import Tx


@dataclass(frozen=True)
class Push:
    """A notification for the user's devices; `data` as in api.md (`kind`, `id`, `url`). `once`: of all pushes of the
    user with the same, one is sent. `sources`: (kind, id) of what the words are from: with these they are erased.
    `answers`: the one preview (id, digest) that it calls to, which may be answered from the notification itself."""

    title: str
    body: str
    data: Mapping[str, str]
    once: str | None = None
    sources: tuple[tuple[str, UUID], ...] = ()
    answers: tuple[UUID, str] | None = None


class Notifier(Protocol):
    """Pushes to the user's devices (implemented by work/pushes)."""

    async def notify(self, tx: Tx, push: Push) -> UUID:
        """Queue a push in this unit of work; answers its id, that of the earlier one where `once` was pushed."""
        ...
