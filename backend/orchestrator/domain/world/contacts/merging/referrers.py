"""What do lists of people look like when a contact in them is merged into another one, and when it comes back?"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID


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
