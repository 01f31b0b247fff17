"""How are words applied to a draft that no row holds yet? The frozen arguments as an event, and the changes put in."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.tools import drafts, found_place
from orchestrator.kit.zones import local, wall_time


def as_row(frozen: Mapping[str, Any]) -> Event:
    """The frozen arguments as the event that they would make; it is never stored."""
    zone = str(frozen["timezone"])
    return Event(
        title=frozen["title"],
        start_at=_wall(frozen["start_at"], zone),
        end_at=_wall(frozen["end_at"], zone) if frozen.get("end_at") else None,
        all_day=bool(frozen["all_day"]),
        timezone=zone,
        participants=[{"contact_id": None, **one} for one in frozen.get("participants") or ()],
    )


def with_changes(frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> dict[str, Any]:
    """The frozen arguments with the edits; those of an update name what they change (`changed`). A group that was shown
    stays as long as all of it takes part."""
    fields = {name: value for name, value in edits.items() if name not in {"place_id", *drafts.BESIDE}}
    after = drafts.edited(frozen, fields)
    if "place" in edits:
        after["place_id"] = edits.get("place_id")
    if edits.get(found_place.FIELD):
        after[found_place.FIELD] = edits[found_place.FIELD]
    if "participants" in edits:
        there = {one["contact_id"] for one in after["participants"]}
        shown = {one["name"]: one for one in (*frozen.get("groups", ()), *edits.get("groups", ()))}
        if kept := [one for one in shown.values() if there.issuperset(one["contact_ids"])]:
            after["groups"] = kept
    if "changed" in frozen:
        after["changed"] = sorted({*frozen["changed"], *fields})
    return after


def _wall(text: str, zone: str) -> datetime:
    value = wall_time(text)
    if value is None:
        msg = "a preview holds its times"
        raise ValueError(msg)
    return local(value, zone)
