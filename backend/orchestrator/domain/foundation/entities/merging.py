"""What does a merge of two entries of one thing move, as it is asked for, answered and told? The same for each kind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field

from orchestrator.language.messages import say, say_counted

MANY = 100
"""Entries that one merge takes in."""
_ID = "01935f5c-8a00-7000-8000-000000000001"


class MergeRequest(BaseModel):
    """Which entries become part of which. `dry_run`: only say what would move."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"keep_id": _ID, "merge_ids": [_ID[:-1] + "2"], "dry_run": True}]}
    )

    keep_id: UUID
    merge_ids: Annotated[list[UUID], Field(min_length=1, max_length=MANY)]
    dry_run: bool = False


class MergeEffect(BaseModel):
    """What moved to the kept entry: `fields` that it gets, `moves`: rows by kind that point to it, `left_aside`: single
    values of the others that it has otherwise; an un-merge brings them back."""

    merged_ids: list[UUID]
    fields: dict[str, list[Any]]
    moves: dict[str, int]
    left_aside: dict[str, list[Any]]
    dry_run: bool


@dataclass
class Moves:
    """What a merge moves to the kept entry: `fields` that it gets, by name; how many `rows` of each kind point to it
    from then on; what single values of the others are `left_aside`; the `names` of those that become part of it."""

    fields: dict[str, list[Any]] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    left_aside: dict[str, list[Any]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def add(
        self,
        name: str,
        gain: Mapping[str, Mapping[str, Any]],
        rows: Mapping[str, int],
        aside: Mapping[str, Any],
        *,
        unsaid: frozenset[str],
    ) -> None:
        """What one of the merges moved. `gain`: `added` items and `filled` values by field; `unsaid`: those of these
        fields that are none of the user's."""
        gets = [*gain["added"].items(), *((key, [one["after"]]) for key, one in gain["filled"].items())]
        for key, items in gets:
            if key not in unsaid:
                self.fields.setdefault(key, []).extend(items)
        for kind, number in rows.items():
            if number:
                self.rows[kind] = self.rows.get(kind, 0) + number
        for key, value in aside.items():
            self.left_aside.setdefault(key, []).append(value)
        self.names.append(name)

    def frozen(self, keep: tuple[UUID, str], others: Sequence[tuple[UUID, str]]) -> dict[str, Any]:
        """A merge as its preview keeps it: ids and names of the one that stays and of the others, and what moves."""
        return {
            "keep_id": str(keep[0]),
            "merge_ids": [str(one) for one, _ in others],
            "keep": keep[1],
            "merge": [name for _, name in others],
            "fields": self.fields,
            "moves": self.rows,
            "left_aside": self.left_aside,
        }


def moved_told(moves: Moves, locale: str) -> list[str]:
    """ "1 event", "2 places": what points to the kept one from then on."""
    return [f"{number} {say_counted(f'merge.moved.{kind}', number, locale)}" for kind, number in moves.rows.items()]


def effects_told(kept: str, locale: str, parts: Mapping[str, Iterable[str]]) -> list[str]:
    """A sentence each, by the key of its message, of what the kept one gets, what moves to it and what stays aside."""
    listed = {key: ", ".join(part.replace("\n", " ") for part in told) for key, told in parts.items()}
    return [say(key, locale, kept=kept, told=told) for key, told in listed.items() if told]
