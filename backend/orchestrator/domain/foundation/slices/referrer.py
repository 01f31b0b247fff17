"""What does a slice register that refers to contacts, or to places? What becomes of it when one is merged into another,
and when it comes back. What it answers to `repoint` is kept with the merge and handed back to `restore`."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.db.tx import Tx

Repoint = Callable[[Tx, UUID, UUID], Awaitable[list[Any]]]
"""(session, owner_id, from_id, to_id) -> one JSON value a row that pointed to `from_id` and now points to `to_id`, with
all that `restore` needs."""

Restore = Callable[[Tx, UUID, UUID, list[Any]], Awaitable[None]]
"""(session, owner_id, merged_id, kept_id, told): let what `repoint` told point to `merged_id` again, except where the
user changed it since."""


@dataclass(frozen=True)
class Referrer:
    """One kind of rows that refer to contacts, or to places; `kind` is what previews count it by (`event`)."""

    kind: str
    repoint: Repoint
    restore: Restore
