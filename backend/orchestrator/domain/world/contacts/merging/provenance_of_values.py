"""What does one contact have from another that was merged into it, and what is left when that is taken back?

Pure, over the columns of contacts as JSON. `join` adds and never replaces; `part` takes away what `join` added, where
the user has not changed it since; what the user took out in between is `refused` and does not come again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestrator.agent.types.origin import least_trusted
from orchestrator.language.text.normalize import normalize

Columns = Mapping[str, Any]
PhoneKey = Callable[[str], str]
SCALARS = ("given_name", "family_name", "organization", "title", "birthday")
NAMES = ("aliases", "nicknames", "groups", "tags")
REACHED = ("emails", "phones")
JOINED = ("display_name", *SCALARS, *NAMES, *REACHED, "notes", "user_fields", "origin")
"""The columns that a merge may change."""
_NAME_PARTS = ("given_name", "family_name")
_GAP = "\n\n"


@dataclass(frozen=True)
class Gain:
    """What a kept contact has from a merged one. `added`: items by list column; `filled`: `{"before", "after"}` by
    column; `shared`: keys of what both had, by column; `refused`: keys of what the user took out again (a single value
    has the key "")."""

    added: Mapping[str, list[Any]] = field(default_factory=dict)
    filled: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    shared: Mapping[str, list[str]] = field(default_factory=dict)
    refused: Mapping[str, list[str]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "added": dict(self.added),
            "filled": dict(self.filled),
            "shared": dict(self.shared),
            "refused": dict(self.refused),
        }

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Gain":
        """As it was stored."""
        return cls(stored["added"], stored["filled"], stored["shared"], stored["refused"])


def join(
    kept: Columns, other: Columns, key: PhoneKey, refused: Mapping[str, list[str]] | None = None
) -> tuple[dict[str, Any], Gain]:
    """`kept` with what `other` has beyond it: further names, addresses, numbers, groups, tags and notes; single values
    where `kept` has none. The other's name becomes an alias."""
    refused = refused or {}
    joined = {name: kept[name] for name in JOINED}
    added: dict[str, list[Any]] = {}
    shared = {name: [""] for name in SCALARS if other[name] and kept[name]}
    for name in (*NAMES, *REACHED):
        own = {_key(name, item, key) for item in kept[name]}
        there = own | set(refused.get(name, ()))
        if name == "aliases":
            there |= {normalize(one) for one in (kept["display_name"], *kept["nicknames"])}
        new: dict[str, Any] = {}
        for item in _offered(other, name):
            if (known := _key(name, item, key)) not in there:
                new.setdefault(known, item)
            elif known in own:
                shared.setdefault(name, []).append(known)
        if new:
            added[name] = list(new.values())
            joined[name] = [*kept[name], *new.values()]
    filled = {name: {"before": kept[name], "after": other[name]} for name in _fillable(kept, other, refused)}
    if other["notes"] and "notes" not in refused and other["notes"] not in (kept["notes"] or ""):
        together = _GAP.join(one for one in (kept["notes"], other["notes"]) if one)
        filled["notes"] = {"before": kept["notes"], "after": together}
    label = least_trusted([kept["origin"], other["origin"]]).value
    if (added or filled) and label != kept["origin"]:
        filled["origin"] = {"before": kept["origin"], "after": label}
    joined.update({name: one["after"] for name, one in filled.items()})
    set_by_user = [name for name in filled if name in other["user_fields"] and name not in kept["user_fields"]]
    if set_by_user:
        added["user_fields"] = set_by_user
        joined["user_fields"] = sorted({*kept["user_fields"], *set_by_user})
    return joined, Gain(added, filled, shared, dict(refused))


def part(current: Columns, gain: Gain, key: PhoneKey) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """`current` without the gain, and what of it the user had taken out."""
    left = {name: current[name] for name in JOINED}
    refused = {name: list(keys) for name, keys in gain.refused.items()}
    for name, items in gain.added.items():
        if name == "user_fields":
            continue
        there = {_key(name, item, key) for item in current[name]}
        left[name] = [item for item in current[name] if item not in items]
        if gone := [known for item in items if (known := _key(name, item, key)) not in there]:
            refused[name] = list(dict.fromkeys([*refused.get(name, ()), *gone]))
    for name, keys in gain.shared.items():
        there = _present(current, name, key)
        if gone := [known for known in keys if known not in there]:
            refused[name] = list(dict.fromkeys([*refused.get(name, ()), *gone]))
    restored = set()
    for name, one in gain.filled.items():
        if current[name] == one["after"]:
            left[name] = one["before"]
            restored.add(name)
        elif name == "notes" and (appended := _appended(one)) in (current[name] or ""):
            left[name] = current[name].replace(_GAP + appended, "", 1).replace(appended, "", 1).strip() or None
        elif not current[name] or name == "notes":
            refused[name] = [""]
    borrowed = restored & set(gain.added.get("user_fields", ()))
    left["user_fields"] = [name for name in current["user_fields"] if name not in borrowed]
    return left, refused


def _present(current: Columns, name: str, key: PhoneKey) -> set[str]:
    """The keys that a column has now."""
    if name in SCALARS:
        return {""} if current[name] else set()
    return {_key(name, item, key) for item in current[name]}


def not_taken(kept: Columns, other: Columns) -> dict[str, Any]:
    """The single values of `other` that a merge leaves aside: `kept` has others. They come back with an un-merge."""
    return {
        name: other[name]
        for name in SCALARS
        if other[name] and kept[name] and normalize(kept[name]) != normalize(other[name])
    }


def _offered(other: Columns, name: str) -> list[Any]:
    return [*other[name], other["display_name"]] if name == "aliases" else list(other[name])


def _fillable(kept: Columns, other: Columns, refused: Mapping[str, list[str]]) -> list[str]:
    """The single values that are missing; the parts of a name are taken together or not at all."""
    named = any(kept[name] for name in _NAME_PARTS)
    return [
        name
        for name in SCALARS
        if other[name] and not kept[name] and name not in refused and not (named and name in _NAME_PARTS)
    ]


def _appended(filled: Mapping[str, Any]) -> str:
    before, after = filled["before"], str(filled["after"])
    return after.removeprefix(f"{before}{_GAP}") if before else after


def _key(name: str, item: Any, key: PhoneKey) -> str:
    if name == "phones":
        return key(str(item["value"]))
    if name == "emails":
        return normalize(str(item["value"]))
    return str(item) if name == "tags" else normalize(str(item)) or str(item)
