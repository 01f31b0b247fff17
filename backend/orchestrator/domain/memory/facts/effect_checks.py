"""May this be a rule's effect? Its type and parameters are read (`agent/rules/effects.py`), and the people and places
that it and its scope name are there."""

from collections.abc import Container, Sequence
from typing import Any
from uuid import UUID

from orchestrator.agent.rules.effects import (
    About,
    Alias,
    AlwaysInvite,
    BlockedTime,
    DefaultPlace,
    Effect,
    NeverInvite,
    Spared,
    read_effect,
)
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts import repository
from orchestrator.domain.memory.facts.schemas import FactEffect, FactScope
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.places import service as places
from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.kit.ids import parse_id

Loc = tuple[str | int, ...]
_PARAMETERS: Loc = ("effect", "parameters")


async def checked_effect(tx: Tx, effect: FactEffect | None, scope: FactScope) -> dict[str, Any] | None:
    """The effect as it is kept. Raises InvalidRequest that names the field; not for what a rule of the user's names
    already: its words may be changed after somebody in it was erased."""
    if effect is None:
        return None
    read = read_effect(effect.model_dump(), "effect")
    people, where = _named(read, scope)
    known_people = await contacts.named(tx, [one for _, one in people])
    known_places = await places.named(tx, [one for _, one in where])
    if isinstance(read, BlockedTime):
        read = _told_apart(read, known_places)
        people, where = _named(read, scope)
    missing = _absent(people, known_people, "contact") + _absent(where, known_places, "place")
    if missing and not await repository.has_effect(tx, read.stored()):
        name = ".".join(str(part) for part in missing[0]["loc"])
        raise InvalidRequest(f"`{name}`: {missing[0]['message']}.", errors=missing)
    return read.stored()


def _named(effect: Effect, scope: FactScope) -> tuple[list[tuple[Loc, UUID]], list[tuple[Loc, UUID]]]:
    """The people and the places that an effect and its scope name, each with where it stands."""
    people, where = _people(effect), _places(effect)
    ref = parse_id(scope.ref)
    if ref is not None and scope.type == "person":
        people.append((("scope", "ref"), ref))
    if ref is not None and scope.type == "place":
        where.append((("scope", "ref"), ref))
    return people, where


def _told_apart(blocked: BlockedTime, known_places: Container[UUID]) -> BlockedTime:
    """With each exception that is a bare id as the contact or the place that it is; what is neither, as a contact."""

    def sorted_out(one: Spared) -> Spared:
        bare = set(one.contact_ids) & set(one.place_ids)
        return one.model_copy(
            update={
                "contact_ids": [each for each in one.contact_ids if not (each in bare and each in known_places)],
                "place_ids": [each for each in one.place_ids if not (each in bare and each not in known_places)],
            }
        )

    return blocked.model_copy(update={"except_": [sorted_out(one) for one in blocked.except_]})


def _people(effect: Effect) -> list[tuple[Loc, UUID]]:
    found: list[tuple[Loc, UUID]] = []
    if isinstance(effect, About):
        found += _each(("match", "contact_ids"), effect.match.contact_ids)
    if isinstance(effect, BlockedTime):
        for at, one in enumerate(effect.except_):
            found += _each(("except", at, "contact_ids"), one.contact_ids)
    if isinstance(effect, AlwaysInvite | NeverInvite):
        found += _each(("contact_ids",), effect.contact_ids)
    if isinstance(effect, Alias) and effect.entity.type == "contact":
        found.append(((*_PARAMETERS, "entity", "id"), effect.entity.id))
    return found


def _places(effect: Effect) -> list[tuple[Loc, UUID]]:
    found: list[tuple[Loc, UUID]] = []
    if isinstance(effect, About):
        found += _each(("match", "place_ids"), effect.match.place_ids)
    if isinstance(effect, BlockedTime):
        for at, one in enumerate(effect.except_):
            found += _each(("except", at, "place_ids"), one.place_ids)
    if isinstance(effect, DefaultPlace):
        found.append(((*_PARAMETERS, "place_id"), effect.place_id))
    if isinstance(effect, Alias) and effect.entity.type == "place":
        found.append(((*_PARAMETERS, "entity", "id"), effect.entity.id))
    return found


def _each(loc: Loc, ids: Sequence[UUID]) -> list[tuple[Loc, UUID]]:
    return [((*_PARAMETERS, *loc, at), one) for at, one in enumerate(ids)]


def _absent(wanted: Sequence[tuple[Loc, UUID]], there: dict[UUID, str], what: str) -> list[FieldError]:
    return [{"loc": list(loc), "message": f"there is no such {what}"} for loc, one in wanted if one not in there]
