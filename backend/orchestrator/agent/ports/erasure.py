"""How is something erased for good, and what does its receipt say?"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from orchestrator.db.tx import Tx


@dataclass(frozen=True)
class Receipt:
    """What an erasure took, by kind: `deleted` rows, `rebuilt` derivations, `redacted` records."""

    deleted: Mapping[str, int] = field(default_factory=dict)
    rebuilt: Mapping[str, int] = field(default_factory=dict)
    redacted: Mapping[str, int] = field(default_factory=dict)


class Eraser(Protocol):
    """Erasing for good (implemented by whole/erasure); every DELETE of an entity or thread goes through it."""

    async def erase(self, tx: Tx, kind: str, entity_id: UUID, *, dry_run: bool = False) -> Receipt:
        """Withdraw the entity and everything derived from it. Raises NotFound."""
        ...
