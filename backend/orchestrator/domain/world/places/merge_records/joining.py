"""What does one place have from another that was merged into it, and what is left when that is taken back?

Pure, over the columns of places as JSON. `join` adds and never replaces; `part` takes away what `join` added, where the
user has not changed it since.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.world.places.known import point
from orchestrator.domain.world.places.likeness import USUAL_RADIUS_M, metres, name_key, name_keys
from orchestrator.integrations.geocoding.port import Point
from orchestrator.language.text.normalize import normalize

Columns = Mapping[str, Any]
WIDEST_M = 500.0
"""So far a radius grows by a merge. Of two whose middles are farther apart one is wrong: that of the kept one holds."""
_TOGETHER = (("category",), ("address", "attribution"), ("lat", "lon", "timezone", "radius_m"), ("description",))
"""Columns that are taken together where the kept one has not the first of them."""
JOINED = (*(name for names in _TOGETHER for name in names), "home_like", "aliases", "tags", "user_fields", "origin")
"""The columns that a merge may change."""
_ASIDE = ("category", "address", "description", "ignored")


@dataclass(frozen=True)
class Gain:
    """What a kept place has from a merged one. `added`: items by list column; `filled`: `{"before", "after"}` by
    column."""

    added: Mapping[str, list[Any]] = field(default_factory=dict)
    filled: Mapping[str, dict[str, Any]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        return {"added": dict(self.added), "filled": dict(self.filled)}


def join(kept: Columns, other: Columns) -> tuple[dict[str, Any], Gain]:
    """`kept` with what `other` has beyond it: its name as an alias, its aliases and tags, single values where `kept`
    has none, and a radius that holds both. What it gains counts as the user's own word: no delivery replaces it."""
    named = name_keys((kept["name"], *kept["aliases"]))
    offered = {name_key(one) or one: one for one in reversed((other["name"], *other["aliases"]))}
    added: dict[str, list[Any]] = {
        "aliases": [one for key, one in reversed(offered.items()) if key not in named],
        "tags": [one for one in other["tags"] if one not in kept["tags"]],
    }
    new = {
        name: other[name]
        for names in _TOGETHER
        if kept[names[0]] is None and other[names[0]] is not None
        for name in names
        if kept[name] is None and other[name] is not None
    }
    if (wide := _wide_enough(kept, other)) is not None:
        new["radius_m"] = wide
    if other["home_like"] and not kept["home_like"]:
        new["home_like"] = True
    gained = [name for name, items in added.items() if items and name != "tags"]
    added["user_fields"] = sorted({*new, *gained} - {*kept["user_fields"], "attribution"})
    label = least_trusted([kept["origin"], other["origin"]]).value
    if (new or gained) and label != kept["origin"]:
        new["origin"] = label
    filled = {name: {"before": kept[name], "after": value} for name, value in new.items()}
    added["user_fields"] = [one for one in added["user_fields"] if one != "origin"]
    joined = {name: kept[name] for name in JOINED} | new
    joined |= {name: [*kept[name], *items] for name, items in added.items()}
    return joined, Gain({name: items for name, items in added.items() if items}, filled)


def part(current: Columns, gain: Mapping[str, Any]) -> dict[str, Any]:
    """`current` without the gain (as it was stored)."""
    left = {name: current[name] for name in JOINED}
    for name, items in gain["added"].items():
        left[name] = [one for one in current[name] if one not in items]
    for name, one in gain["filled"].items():
        if current[name] == one["after"]:
            left[name] = one["before"]
        elif name in gain["added"].get("user_fields", ()):
            left["user_fields"] = sorted({*left["user_fields"], name})  # the user's own word by now
    return left


def not_taken(kept: Columns, other: Columns) -> dict[str, Any]:
    """The single values of `other` that a merge leaves aside: `kept` has others. They come back with an un-merge."""
    aside = {
        name: other[name] for name in _ASIDE if other[name] and kept[name] != other[name] and (kept[name] is not None)
    }
    one, two = _point(kept), _point(other)
    if one is not None and two is not None and metres(one, two) > WIDEST_M:
        aside["at"] = f"{two.lat:.5f}, {two.lon:.5f}"
    return aside


def folded(columns: Columns) -> str:
    """The text that lists are searched in."""
    one = columns
    return normalize(lines([one["name"], *one["aliases"], one["category"], one["address"], one["description"]]))


def _wide_enough(kept: Columns, other: Columns) -> float | None:
    """The radius about the kept one's middle that holds the other's circle too; None where its own does, or where that
    would be no place any more."""
    one, two = _point(kept), _point(other)
    if one is None or two is None:
        return None
    needed = math.ceil(metres(one, two) + (other["radius_m"] or USUAL_RADIUS_M))
    own = kept["radius_m"] or USUAL_RADIUS_M
    return float(needed) if own < needed <= WIDEST_M else None


def _point(columns: Columns) -> Point | None:
    return point(columns["lat"], columns["lon"])
