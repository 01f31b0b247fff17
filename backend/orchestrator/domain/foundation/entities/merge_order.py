"""Of what is a merged entity part now, and which merges have to be taken back before one of them can be?

Merges are pairs (kept, merged): a kept one may be merged into another one later.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar
from uuid import UUID


class Merge(Protocol):
    """A stored merge."""

    @property
    def id(self) -> UUID: ...
    @property
    def keep_id(self) -> UUID: ...
    @property
    def merged_id(self) -> UUID: ...


R = TypeVar("R", bound=Merge)


def root(entity_id: UUID, merges: Sequence[tuple[UUID, UUID]]) -> UUID:
    """The one that this one is part of; itself where it is none's. `merges`: (kept, merged)."""
    kept = {merged: keep for keep, merged in merges}
    while entity_id in kept:
        entity_id = kept[entity_id]
    return entity_id


def ends(merge: Merge) -> set[UUID]:
    """The two that a merge made one."""
    return {merge.keep_id, merge.merged_id}


def entangled(merge: R, later: Sequence[R], mentioned: Callable[[R], set[UUID]] = ends) -> list[R]:
    """Those of the later merges, oldest first, that share one of theirs (`mentioned`) with this one, or with one that
    does."""
    touched, chosen = ends(merge), set[UUID]()
    while True:
        new = [one for one in later if one.id not in chosen and mentioned(one) & touched]
        if not new:
            return [one for one in later if one.id in chosen]
        chosen |= {one.id for one in new}
        touched |= {end for one in new for end in ends(one)}
