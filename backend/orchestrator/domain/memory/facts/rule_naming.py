"""What is the effect of a rule that was said in words (`language/ruling.py`)? Its names become contacts and places."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports import Resolution, Resolver
from orchestrator.domain.memory.facts.schemas import FactEffect
from orchestrator.language.ruling import RuleWords


@dataclass(frozen=True)
class Understood:
    """The effect; None where a name in it means nobody for sure. `unclear`: those names, with what they could mean."""

    effect: FactEffect | None
    unclear: tuple[Resolution, ...] = ()


async def understood(
    session: AsyncSession, owner_id: UUID, said: RuleWords, resolver: Resolver, *, locale: str
) -> Understood:
    """The effect of a rule in words."""
    parameters: dict[str, Any] = dict(said.parameters)
    if said.people:
        found = await resolver.resolve_people(session, owner_id, said.people, locale=locale)
        if unclear := _unclear(found):
            return Understood(None, unclear)
        ids = dict.fromkeys(str(ref.id) for one in found for ref in one.entities)
        parameters["contact_ids"] = list(ids)
    if said.place:
        where = await resolver.resolve_place(session, owner_id, said.place, locale=locale)
        if unclear := _unclear([where]):
            return Understood(None, unclear)
        parameters["place_id"] = str(where.entities[0].id)
    if said.stands_for:
        (person,) = await resolver.resolve_contacts(session, owner_id, [said.stands_for], locale=locale)
        meant = person
        if person.status != "resolved":
            where = await resolver.resolve_place(session, owner_id, said.stands_for, locale=locale)
            meant = where if where.status == "resolved" else person
        if unclear := _unclear([meant]):
            return Understood(None, unclear)
        ref = meant.entities[0]
        parameters["entity"] = {"type": ref.type, "id": str(ref.id)}
    return Understood(FactEffect(type=said.effect, parameters=parameters))


def _unclear(found: Sequence[Resolution]) -> tuple[Resolution, ...]:
    return tuple(one for one in found if one.status != "resolved" or not one.entities)
