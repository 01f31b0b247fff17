"""What does a slice register so that its rows can be erased for good, with everything derived from them?"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.db.tx import Tx


@dataclass(frozen=True)
class ErasedRow:
    """One row that an erasure took. `source` and `external_id` are remembered as a tombstone, without an external id
    the entity's own id is; `indexed`: it may stand in the search index under (kind, id)."""

    kind: str
    id: UUID
    source: str | None = None
    external_id: str | None = None
    indexed: bool = True


Erase = Callable[[Tx, UUID], Awaitable[Sequence[ErasedRow]]]
"""(session, owner_id, id) -> all rows that were deleted: the entity's own first, then its parts (the messages of a
thread). Raises NotFound."""

Rebuild = Callable[[Tx, UUID], Awaitable[None]]
"""(session, owner_id, id): a source of this derived row is gone, others survive: make it again from these."""

Stays = Callable[[Tx, UUID], Awaitable[bool]]
"""(session, owner_id, id) -> True where this derived row is a source of its own: the user confirmed or edited it."""

Redact = Callable[[Tx, Sequence[tuple[str, UUID]]], Awaitable[Mapping[str, int]]]
"""(session, owner_id, erased (kind, id) pairs) -> how many records that quote or link them were cleaned, by kind.

Of a row that was made anew the kind is `REBUILT`: what quotes it is cleaned, links to it hold."""
REBUILT = "rebuilt"

Keys = Callable[[Tx], Awaitable[Sequence[tuple[UUID, str | None, str | None]]]]
"""(session, owner_id) -> (id, source, external_id) of every row of the kind: what a tombstone may name it by."""


@dataclass(frozen=True)
class Erasable:
    """One kind's part in erasures. A slice that only quotes others (runs, previews) registers `redact` alone."""

    kind: str
    erase: Erase | None = None
    rebuild: Rebuild | None = None
    redact: Redact | None = None
    stays: Stays | None = None
    keys: Keys | None = None
