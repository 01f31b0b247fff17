"""Which facts can't hold beside a new one? Never two open facts that contradict.

The newer statement of the user wins, visibly: what it contradicts ends where it begins, or, where it began no earlier,
was wrong and is superseded. Rules apart: of two of these the newer one counts (api.md, Rules).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, Protocol
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts import repository
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import CONFIRMED, HARD_RULE, LEARNED, PROPOSED, SOFT_FACT
from orchestrator.language.statements import NO, YES, contradict, kind_of, of_one_thing
from orchestrator.language.text.normalize import tokens

BELIEVED = (CONFIRMED, LEARNED)


class Dated(Protocol):
    """What holds for a time."""

    @property
    def valid_from(self) -> datetime | None: ...

    @property
    def valid_to(self) -> datetime | None: ...

    @property
    def recorded_at(self) -> datetime | None: ...


async def contradicted(tx: Tx, row: UserFact, *, now: datetime) -> list[UserFact]:
    """The believed facts that can't hold while `row` does, locked, oldest first."""
    if row.kind != SOFT_FACT or row.attribute is None or row.attribute_value is None:
        return []
    told_of = kind_of(row.attribute) if row.attribute_value in {YES, NO} else ""
    found = await repository.of_attribute(tx, row.attribute, trusts=BELIEVED, kind=told_of)
    return [
        one
        for one in found
        if one.id != row.id
        and of_one_thing(one.attribute or "", row.attribute)
        and one.kind == SOFT_FACT
        and (one.scope_type, one.scope_ref) == (row.scope_type, row.scope_ref)
        and _opposed(one, row)
        and meet(one, row, now=now)
    ]


def outcome(old: UserFact, new: UserFact) -> Literal["ends", "was_wrong"]:
    """What becomes of a fact that a newer statement contradicts. `new.valid_from` is known."""
    begun_later = old.valid_from is not None and new.valid_from is not None and old.valid_from >= new.valid_from
    return "was_wrong" if begun_later else "ends"


def _opposed(one: UserFact, other: UserFact) -> bool:
    first, second = one.attribute_value, other.attribute_value
    return first is not None and second is not None and contradict(first, second)


def meet(one: Dated, other: Dated, *, now: datetime) -> bool:
    """Whether both hold at some moment. Of one whose beginning nobody told the moment of its telling is known."""
    first, second = _span(one, now), _span(other, now)
    return (second[1] is None or first[0] < second[1]) and (first[1] is None or second[0] < first[1])


def _span(row: Dated, now: datetime) -> tuple[datetime, datetime | None]:
    begun = row.valid_from or row.recorded_at or now
    if row.valid_to is not None and row.valid_to < begun:
        begun = row.valid_to
    return begun, row.valid_to


async def same(tx: Tx, row: UserFact, *, contained: bool, now: datetime) -> UserFact | None:
    """The believed fact of the same kind and scope that says what `row` says, in the same words; with `contained` also
    one that says more, all the words of `row` among its own. It holds when `row` does."""
    words = tokens(row.text)
    found: Sequence[UserFact] = await repository.alike(tx, row, trusts=BELIEVED)
    for one in found:
        if not meet(one, row, now=now) or one.effect != row.effect:
            continue
        if row.attribute is not None and one.attribute == row.attribute and _opposed(one, row):
            continue
        theirs = tokens(one.text)
        if words == theirs or (contained and _stands_in(words, theirs)):
            return one
    return None


def _stands_in(words: Sequence[str], longer: Sequence[str]) -> bool:
    length = len(words)
    return 0 < length < len(longer) and any(
        list(longer[at : at + length]) == list(words) for at in range(len(longer) - length + 1)
    )


_NOT_THE_USERS = frozenset({"agent", "third_party"})
"""Origins of which no rule is made here: ratifying and editing one makes it the user's own."""


async def settle(tx: Tx, came: Sequence[UUID]) -> None:
    """See to it that what came can stand beside what is there; changes nothing of an archive that Steward wrote. A rule
    that nobody authored waits, and of two statements the one that was believed later holds."""
    now = await repository.now(tx.session)
    for row in await facts.many(tx, came):
        if row.valid_to is not None:
            await facts.show(tx, row)  # in older archives the index does not know until when it is so
        if row.kind == HARD_RULE and row.trust == CONFIRMED and row.origin in _NOT_THE_USERS:
            row.trust = PROPOSED
            await facts.touched(tx, row)
        elif row.superseded_at is None and row.hidden_at is None and row.trust != PROPOSED:
            for other in await contradicted(tx, row, now=now):
                older, newer = sorted((row, other), key=lambda one: (one.recorded_at, one.id))
                await _give_way(tx, older, newer, now)


async def _give_way(tx: Tx, older: UserFact, newer: UserFact, now: datetime) -> None:
    if newer.valid_from is None:
        newer.valid_from = newer.recorded_at
    if outcome(older, newer) == "was_wrong":
        older.superseded_at, older.superseded_by = now, newer.id
    else:
        older.valid_to_before, older.valid_to, older.valid_to_at = older.valid_to, newer.valid_from, now
    newer.replaces = list(dict.fromkeys([*newer.replaces, older.id]))
    for one in (older, newer):
        await facts.touched(tx, one)
