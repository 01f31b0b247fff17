"""What is the effect of a rule that was said in words (`language/rules/parser.py`)? Its names become
contacts and places."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from orchestrator.agent.ports.resolution import Resolution, Resolver
from orchestrator.db.tx import Tx
from orchestrator.domain.memory.facts.schemas import FactEffect, FactScope
from orchestrator.language.rules.subject import RuleWords


@dataclass(frozen=True)
class Understood:
    """The effect, and where it holds; None where a name in it means nobody for sure. `unclear`: those names, with what
    they could mean."""

    effect: FactEffect | None
    scope: FactScope = field(default_factory=FactScope)
    unclear: tuple[Resolution, ...] = ()


def names_in(said: RuleWords) -> list[str]:
    """The names that have to mean somebody or something, in the order in which they are asked for."""
    return [*said.people, *said.beside, *(one for one in (said.place, said.stands_for) if one), *said.spared]


def renamed(said: RuleWords, names: Sequence[str]) -> RuleWords:
    """The rule with other names (or ids), one for each of `names_in`."""
    left = iter(names)
    people, beside = tuple(next(left) for _ in said.people), tuple(next(left) for _ in said.beside)
    place, stands_for = said.place and next(left), said.stands_for and next(left)
    spared = tuple(next(left) for _ in said.spared)
    return replace(said, people=people, beside=beside, place=place, stands_for=stands_for, spared=spared)


async def understood(tx: Tx, said: RuleWords, resolver: Resolver, *, locale: str) -> Understood:
    """The effect of a rule in words."""
    parameters: dict[str, Any] = dict(said.parameters)
    if said.people:
        found = await resolver.resolve_people(tx, said.people, locale=locale)
        if unclear := _unclear(found):
            return Understood(None, unclear=unclear)
        ids = dict.fromkeys(str(ref.id) for one in found for ref in one.entities)
        parameters["contact_ids"] = list(ids)
    scope = FactScope()
    if said.beside:
        found = await resolver.resolve_people(tx, said.beside, locale=locale)
        if unclear := _unclear(found):
            return Understood(None, unclear=unclear)
        beside = list(dict.fromkeys(str(ref.id) for one in found for ref in one.entities))
        if len(beside) == 1:
            scope = FactScope(type="person", ref=beside[0])
        else:  # a scope is one person's; of several any one may be there
            parameters["match"] = {"contact_ids": beside}
    if said.place:
        where = await resolver.resolve_place(tx, said.place, locale=locale)
        if unclear := _unclear([where]):
            return Understood(None, unclear=unclear)
        parameters["place_id"] = str(where.entities[0].id)
    return await _further(tx, replace(said, parameters=parameters), scope, resolver, locale=locale)


async def _further(tx: Tx, said: RuleWords, scope: FactScope, resolver: Resolver, *, locale: str) -> Understood:
    """What an alias means, and what the rule leaves alone."""
    parameters: dict[str, Any] = dict(said.parameters)
    if said.stands_for:
        (person,) = await resolver.resolve_contacts(tx, [said.stands_for], locale=locale)
        meant = person
        if person.status != "resolved":
            where = await resolver.resolve_place(tx, said.stands_for, locale=locale)
            meant = where if where.status == "resolved" else person
        if unclear := _unclear([meant]):
            return Understood(None, unclear=unclear)
        ref = meant.entities[0]
        parameters["entity"] = {"type": ref.type, "id": str(ref.id)}
    if said.spared:
        left_alone = await _left_alone(tx, said.spared, resolver, locale=locale)
        if isinstance(left_alone, Resolution):
            return Understood(None, unclear=(left_alone,))
        parameters["except"] = left_alone
    return Understood(FactEffect(type=said.effect, parameters=parameters), scope)


async def _left_alone(
    tx: Tx, names: Sequence[str], resolver: Resolver, *, locale: str
) -> list[dict[str, list[str]]] | Resolution:
    """The exceptions of a blocked time: a person or a place where the words mean one, else words of a title; the
    resolution of a name that may mean several people."""
    found: list[dict[str, list[str]]] = []
    for name in names:
        (person,) = await resolver.resolve_contacts(tx, [name], locale=locale)
        if person.status == "resolved":
            found.append({"contact_ids": [str(ref.id) for ref in person.entities]})
            continue
        if person.status == "ambiguous":
            return person
        where = await resolver.resolve_place(tx, name, locale=locale)
        if where.status == "resolved":
            found.append({"place_ids": [str(where.entities[0].id)]})
        else:
            found.append({"words": [name]})
    return found


def _unclear(found: Sequence[Resolution]) -> tuple[Resolution, ...]:
    return tuple(one for one in found if one.status != "resolved" or not one.entities)
