"""What does one occurrence of a series have of its own, as it is stored, and whose change wins?"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from orchestrator.domain.world.events.recurrence.expansion import Override
from orchestrator.domain.world.events.schemas import OverrideIn
from orchestrator.kit.zones import local

OWN = ("title", "description", "location_text", "place_id", "participants", "status", "busy", "all_day")
"""Fields that an occurrence may have of its own, beside its times."""
_FLAGS = ("following", "by_user")


def stored(given: OverrideIn, zone: str, people: Sequence[Mapping[str, Any]] | None) -> dict[str, Any]:
    """One override as its row keeps it: wall times as ISO text, only what differs. Raises ValueError."""
    assert given.recurrence_id is not None
    kept: dict[str, Any] = {"recurrence_id": local(given.recurrence_id, zone).isoformat()}
    kept |= {name: True for name in _FLAGS if getattr(given, name)}
    for name in ("start_at", "end_at"):
        if (value := getattr(given, name)) is not None:
            kept[name] = local(value, zone).isoformat()
    if kept.get("end_at", "") and kept["end_at"] < kept.get("start_at", kept["recurrence_id"]):
        raise ValueError("the end is before the start")
    for name in OWN:
        value = getattr(given, name)
        if name in given.model_fields_set and (value is not None or name in {"description", "location_text"}):
            kept[name] = str(value) if name == "place_id" else value
    if people is not None:
        kept["participants"] = [dict(one) for one in people]
    return kept


def read(kept: Iterable[Mapping[str, Any]]) -> list[Override]:
    """Overrides as they are laid over a series."""
    return [
        Override(
            recurrence_id=datetime.fromisoformat(one["recurrence_id"]),
            start=_time(one, "start_at"),
            end=_time(one, "end_at"),
            fields={name: one[name] for name in OWN if name in one},
            following=bool(one.get("following")),
            by_user=bool(one.get("by_user")),
        )
        for one in kept
    ]


def key_of(one: Mapping[str, Any]) -> tuple[str, bool]:
    """What an override is known by in its series."""
    return str(one["recurrence_id"]), bool(one.get("following"))


def distinct(kept: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The overrides in order, of two for the same occurrence the last."""
    found = {key_of(one): dict(one) for one in kept}
    return [found[key] for key in sorted(found)]


def merged(mine: Iterable[Mapping[str, Any]], theirs: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What the source says now, with what the user changed since: those stay."""
    return distinct([*theirs, *(one for one in mine if one.get("by_user"))])


def changed_one(
    kept: Iterable[Mapping[str, Any]], recurrence_id: datetime, fields: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The overrides with this occurrence changed by the user in `fields` (JSON, times as ISO text)."""
    key = (recurrence_id.isoformat(), False)
    there = next((dict(one) for one in kept if key_of(one) == key), {"recurrence_id": key[0]})
    if "start_at" in fields:
        there.pop("all_day", None)  # a time of day was said
    return distinct([*kept, {**there, **fields, "by_user": True}])


def changed_from(
    kept: Iterable[Mapping[str, Any]], recurrence_id: datetime, fields: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The overrides with this occurrence and all later ones changed by the user in `fields` (JSON, times as ISO text):
    what was changed from an earlier or later one on is changed with them, what single ones have of their own stays,
    but for this one's."""
    found = {key_of(one): dict(one) for one in kept}
    at = recurrence_id.isoformat()
    before = [one for (place, onward), one in sorted(found.items()) if onward and place <= at]
    changed = {**(_carried(before[-1], recurrence_id) if before else {}), **fields}
    changed |= {"recurrence_id": at, "following": True, "by_user": True}
    moved = _shift(changed) if "start_at" in fields else None
    for (place, onward), one in list(found.items()):
        if onward and place > at:
            told = {name: value for name, value in fields.items() if name in OWN}
            times = _moved_by(one, moved) if moved is not None else {}
            found[place, onward] = {**one, **told, **times, "by_user": True}
    if (alone := found.pop((at, False), None)) is not None:
        own = {name: value for name, value in alone.items() if name not in {*fields, *_FLAGS, "recurrence_id"}}
        if own:
            found[at, False] = {"recurrence_id": at, **own, "by_user": True}
    return distinct([*found.values(), changed])


def _carried(earlier: Mapping[str, Any], recurrence_id: datetime) -> dict[str, Any]:
    """What was changed from an earlier occurrence on, as it is of this one."""
    told = {name: earlier[name] for name in OWN if name in earlier}
    by = recurrence_id - datetime.fromisoformat(earlier["recurrence_id"])
    times = {name: (at + by).isoformat() for name in ("start_at", "end_at") if (at := _time(earlier, name)) is not None}
    return told | times


def _shift(changed: Mapping[str, Any]) -> tuple[timedelta, timedelta | None]:
    """How far from its place in the series an occurrence begins, and how long it lasts."""
    start, end = datetime.fromisoformat(changed["start_at"]), _time(changed, "end_at")
    return start - datetime.fromisoformat(changed["recurrence_id"]), end - start if end is not None else None


def _moved_by(one: Mapping[str, Any], shift: tuple[timedelta, timedelta | None]) -> dict[str, Any]:
    start = datetime.fromisoformat(one["recurrence_id"]) + shift[0]
    return {"start_at": start.isoformat(), **({"end_at": (start + shift[1]).isoformat()} if shift[1] else {})}


def _time(one: Mapping[str, Any], name: str) -> datetime | None:
    return datetime.fromisoformat(one[name]) if one.get(name) else None
