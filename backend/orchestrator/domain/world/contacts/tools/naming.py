"""Which contact does a tool's argument name, and when must the user choose?"""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import least_trusted
from orchestrator.domain.world.contacts import known
from orchestrator.domain.world.contacts.service import origins
from orchestrator.errors import NO_MATCH, ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import texts_in
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import normalize

_UUID_LENGTH = 36


async def who(ctx: ToolContext, phrase: str, *, field: str, others: Sequence[str] = ()) -> EntityRef | NeedUserInput:
    """The contact that a phrase (a name, "my sister", an id) means. `others`: with more than one, `field` is a list of
    all but the first, and the answer to the choice stands for that list. Raises ToolRejected where there is none."""
    (one,) = await ctx.resolver.resolve_contacts(ctx.tx, [phrase], locale=ctx.locale)
    if one.status == "resolved" and len(one.entities) == 1:
        return one.entities[0]
    if not one.entities:
        told = f"No contact is called '{phrase}'. Look with get_contacts, then give the id, or ask the user."
        raise ToolRejected(told, code=NO_MATCH)
    listed = field == "merge"
    options = tuple(
        Option(
            json.dumps([option.id if name == phrase else name for name in others[1:]]) if listed else option.id,
            option.label,
        )
        for option in one.options
    )
    question = say("contacts.who", ctx.locale, phrase=phrase)
    origin = least_trusted(await origins(ctx.tx, [ref.id for ref in one.entities]))
    return NeedUserInput("choice", question, options, "ambiguous", field, origin)


async def same_named(ctx: ToolContext, phrases: Sequence[str]) -> list[UUID] | None:
    """Where one name is given for each of those who have it ("merge Ana Souza and Ana Souza"): their ids."""
    if len({normalize(phrase) for phrase in phrases}) != 1:
        return None
    (one,) = await ctx.resolver.resolve_contacts(ctx.tx, [phrases[0]], locale=ctx.locale)
    return [ref.id for ref in one.entities] if len(one.entities) == len(phrases) else None


async def followed(ctx: ToolContext, frozen: Mapping[str, Any]) -> dict[str, Any]:
    """Frozen arguments with the contact that each one is now, where some were merged since they were frozen."""
    ids = {found for text in texts_in(frozen) if (found := _id(text)) is not None}
    living = await known.living(ctx.tx, ids) if ids else {}
    moved = {str(one): str(now) for one, now in living.items() if one != now}
    return {name: _moved(value, moved) for name, value in frozen.items()} if moved else dict(frozen)


def _id(text: str) -> UUID | None:
    return parse_id(text) if len(text) == _UUID_LENGTH else None


def _moved(value: Any, moved: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {name: _moved(one, moved) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_moved(one, moved) for one in value]
    return moved.get(value, value) if isinstance(value, str) else value
