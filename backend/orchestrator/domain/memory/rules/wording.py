"""How is a rule's effect told to the user who is to confirm it? All that it says, with names in the place of ids."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.rules.effects import read_effect
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.places import service as places
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import texts_in


async def told_effect(
    session: AsyncSession, owner_id: UUID, effect: Mapping[str, Any], scope: Mapping[str, Any] | None = None
) -> tuple[str, Origin]:
    """ "earliest_start – time: 10:00, match: meeting, call, person: Rui Costa", and whose the least trusted of the
    names is."""
    parameters = read_effect(effect).stored()["parameters"]
    if scope is not None:
        parameters = {**parameters, str(scope["type"]): scope["ref"]}
    ids = [found for text in texts_in(parameters) if (found := parse_id(text)) is not None]
    named = {**await contacts.named(session, owner_id, ids), **await places.named(session, owner_id, ids)}
    names = {str(one): name for one, name in named.items()}
    origins = [*await contacts.origins(session, owner_id, ids), *await places.origins(session, owner_id, ids)]
    told = ", ".join(f"{name}: {_plain(value, names)}" for name, value in parameters.items())
    shown = f"{effect['type']} – {told}" if told else str(effect["type"])
    return shown, least_trusted(origins)


def _plain(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, Mapping):
        return "; ".join(_plain(one, names) for name, one in value.items() if name != "type")
    if isinstance(value, list):
        return ", ".join(_plain(one, names) for one in value)
    return names.get(value, value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
