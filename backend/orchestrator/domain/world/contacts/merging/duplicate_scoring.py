"""Which contacts are likely the same person? Pure, over what is known of all.

The same card of two sources (its UID), the same email address or the same international number says so; the same full
name does only together with another datum that agrees (birthday, organization, a nickname, a number as it was written).
A name alone is never proposed: two people may be called alike.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal
from uuid import UUID

from orchestrator.domain.world.contacts.phones import same_for_sure
from orchestrator.language.names.address_book import name_keys
from orchestrator.language.text.normalize import normalize

Why = Literal["uid", "email", "phone", "name_and_birthday", "name_and_organization", "name_and_nickname", "name"]
Pair = tuple[UUID, UUID]
SHARED_BY = 3
"""An address or number of more contacts than these is a household's or an office's; those among them who are called
alike are one person all the same."""
UID_CHARACTERS = 16
"""Of an id that nobody gives twice by chance; a UUID has 36."""
MOST_TOGETHER = 10
"""Contacts in one proposal."""


@dataclass(frozen=True)
class Seen:
    """A contact as it is compared; `weight`: how much the user would miss it; `is_card`: its id is a vCard's UID;
    `waits`: it is in no list until the user says who it is."""

    id: UUID
    name: str
    email_keys: Sequence[str] = ()
    phone_keys: Sequence[str] = ()
    nicknames: Sequence[str] = ()
    birthday: str | None = None
    organization: str | None = None
    weight: int = 0
    source: str | None = None
    external_id: str | None = None
    is_card: bool = False
    waits: bool = False


@dataclass(frozen=True)
class Likely:
    """Contacts that are likely one: `keep` and those to merge into it; `why` by pair."""

    keep: UUID
    merge: tuple[UUID, ...]
    why: Mapping[Pair, Why] = field(default_factory=dict)


def pairs(people: Sequence[Seen]) -> dict[Pair, Why]:
    """Each pair that may be one person, by the best reason; `name`: by the name alone."""
    found: dict[Pair, Why] = {}
    by_id = {one.id: one for one in people}
    for pair in _together((one.id, sorted(name_keys(one.name))) for one in people):
        one, other = by_id[pair[0]], by_id[pair[1]]
        if " " in normalize(one.name):  # a first name alone is no full name
            found[pair] = _agreeing(one, other)
    names = {one.id: name_keys(one.name) for one in people}
    for pair in _together(((one.id, [key for key in one.phone_keys if same_for_sure(key)]) for one in people), names):
        found[pair] = "phone"
    for pair in _together(((one.id, one.email_keys) for one in people), names):
        found[pair] = "email"
    for pair in _together(((one.id, [one.external_id or ""]) for one in people), names):
        if _same_card(by_id[pair[0]], by_id[pair[1]], names):
            found[pair] = "uid"
    return found


def certain(one: Seen, other: Seen, why: Why) -> bool:
    """Whether a pair with this reason is one person for sure: one card, or one name with an address or a number."""
    if why in {"email", "phone"}:
        return not name_keys(one.name).isdisjoint(name_keys(other.name))
    return why == "uid"


def _same_card(one: Seen, other: Seen, names: Mapping[UUID, Collection[str]]) -> bool:
    """Whether one record came by two sources: a UID of cards is nobody else's, a short number may be."""
    if one.source == other.source:
        return False
    told = one.is_card and other.is_card and len(one.external_id or "") >= UID_CHARACTERS
    return told or not set(names[one.id]).isdisjoint(names[other.id])


def proposals(people: Sequence[Seen], told: Iterable[Pair]) -> list[Likely]:
    """What to propose: the pairs with a reason beyond the name, those `told` already apart, put together."""
    known = set(told)
    wanted = {pair: why for pair, why in pairs(people).items() if why != "name" and pair not in known}
    by_id = {one.id: one for one in people}
    groups: dict[UUID, set[UUID]] = {}
    for one, other in sorted(wanted, key=str):
        joined = groups.get(one, {one}) | groups.get(other, {other})
        if len(joined) <= MOST_TOGETHER:
            groups |= dict.fromkeys(joined, joined)
    found = []
    for together in {frozenset(members) for members in groups.values()}:
        first, *rest = sorted(together, key=lambda one: (by_id[one].waits, -by_id[one].weight, one))
        why = {pair: reason for pair, reason in wanted.items() if set(pair) <= together}
        found.append(Likely(first, tuple(rest), why))
    return sorted(found, key=lambda one: one.keep)


def _together(
    keyed: Iterable[tuple[UUID, Sequence[str]]], names: Mapping[UUID, Collection[str]] | None = None
) -> Iterable[Pair]:
    """Those who share a key with few others, or with whom they share a name too (`names`: their keys) with many."""
    sharing: dict[str, set[UUID]] = defaultdict(set)
    for contact_id, keys in keyed:
        for key in keys:
            if key:
                sharing[key].add(contact_id)
    for ids in sharing.values():
        if len(ids) <= SHARED_BY:
            yield from combinations(sorted(ids), 2)
        elif names is not None:
            named = [(one, sorted(names[one])) for one in sorted(ids)]
            yield from _called_alike(named)


def _called_alike(named: Sequence[tuple[UUID, Sequence[str]]]) -> Iterable[Pair]:
    """Those of many who have a name in common, of at most so many as one proposal holds."""
    by_name: dict[str, set[UUID]] = defaultdict(set)
    for contact_id, keys in named:
        for key in keys:
            by_name[key].add(contact_id)
    for ids in by_name.values():
        if len(ids) <= MOST_TOGETHER:
            yield from combinations(sorted(ids), 2)


def _agreeing(one: Seen, other: Seen) -> Why:
    if one.birthday and other.birthday and one.birthday[-5:] == other.birthday[-5:]:
        return "name_and_birthday"
    if set(one.phone_keys) & set(other.phone_keys):
        return "phone"
    if one.organization and other.organization and normalize(one.organization) == normalize(other.organization):
        return "name_and_organization"
    if {normalize(name) for name in one.nicknames} & {normalize(name) for name in other.nicknames}:
        return "name_and_nickname"
    return "name"
