"""Who else refers to a contact, and what do they do when it is merged into another one, and when it comes back?

Each slice that keeps ids of contacts registers one in `catalog.py`; what it answers to `repoint` is kept with the merge
and handed back to `restore`.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

Repoint = Callable[[AsyncSession, UUID, UUID, UUID], Awaitable[list[Any]]]
"""(session, owner_id, from_id, to_id) -> one JSON value a row that pointed to `from_id` and now points to `to_id`, with
all that `restore` needs."""

Restore = Callable[[AsyncSession, UUID, UUID, UUID, list[Any]], Awaitable[None]]
"""(session, owner_id, merged_id, kept_id, told): let what `repoint` told point to `merged_id` again, except where the
user changed it since."""


@dataclass(frozen=True)
class Referrer:
    """One kind of rows that refer to contacts; `kind` is what previews count it by (`event`)."""

    kind: str
    repoint: Repoint
    restore: Restore


def repointed(
    people: Sequence[Mapping[str, Any]], from_id: UUID, to_id: UUID
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A list of `{"contact_id", …}` with one contact in the place of the other, once, and for each entry of the other's
    what it was: `{"entry", "index", "dropped"}`."""
    there = any(one.get("contact_id") == str(to_id) for one in people)
    left: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    for index, one in enumerate(people):
        if one.get("contact_id") != str(from_id):
            left.append(dict(one))
            continue
        told.append({"entry": dict(one), "index": index, "dropped": there})
        if not there:
            left.append({**one, "contact_id": str(to_id)})
            there = True
    return left, told


def restored(
    people: Sequence[Mapping[str, Any]], told: Sequence[Mapping[str, Any]], merged_id: UUID, kept_id: UUID
) -> list[dict[str, Any]]:
    """The same list with the merged contact where it was, unless the kept one was taken out since."""
    left = [dict(one) for one in people]
    if not any(one.get("contact_id") == str(kept_id) for one in left):
        return left
    for one in told:
        if one["dropped"]:
            left.insert(min(one["index"], len(left)), dict(one["entry"]))
            continue
        mine = next((entry for entry in left if entry.get("contact_id") == str(kept_id)), None)
        if mine is not None:
            mine["contact_id"] = str(merged_id)
    return left
