"""Whom and where do the words of a proposed write mean, and when must the user choose?"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.clarification import NeedUserInput, Option
from orchestrator.agent.origin import Origin, least_trusted
from orchestrator.agent.ports import Resolution
from orchestrator.agent.tool import ToolContext
from orchestrator.domain.ground.asking.wording import Wording, said
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.places import service as places
from orchestrator.language.fold import fold
from orchestrator.language.persons import SELF_WORDS

_SAY: Wording = {
    "en": {"who": "Which “{phrase}” do you mean?", "where": "Which place do you mean by “{phrase}”?"},
    "pt": {"who": "Qual “{phrase}”?", "where": "Que lugar é “{phrase}”?"},
    "es": {"who": "¿A qué «{phrase}» te refieres?", "where": "¿Qué lugar es «{phrase}»?"},
}


@dataclass(frozen=True)
class Named:
    """Someone or somewhere; `id` is None for a plain name that no contact or place has."""

    name: str
    id: UUID | None = None


async def people(ctx: ToolContext, names: Sequence[str], *, field: str) -> list[Named] | NeedUserInput:
    """Who is meant by each name, the user left out; a name that nobody has is kept as it is. The options of a choice
    stand for the whole list, with the one name replaced."""
    wanted = [name for name in dict.fromkeys(names) if fold(name) not in SELF_WORDS]
    if not wanted:
        return []
    found = await ctx.resolver.resolve_contacts(ctx.session, ctx.owner_id, wanted, locale=ctx.locale)
    chosen: dict[str, Named] = {}
    for phrase, one in zip(wanted, found, strict=True):
        if one.status == "ambiguous":
            options = tuple(
                Option(json.dumps([option.id if name == phrase else name for name in wanted]), option.label)
                for option in one.options
            )
            question = said(_SAY, "who", ctx.locale, phrase=phrase)
            return NeedUserInput("choice", question, options, "ambiguous", field, await _origin(ctx, one))
        if one.status == "resolved":
            ref = one.entities[0]
            chosen.setdefault(str(ref.id), Named(ref.title, ref.id))
        else:
            chosen.setdefault(fold(phrase), Named(phrase))
    return list(chosen.values())


async def person(ctx: ToolContext, phrase: str, *, field: str) -> Named | NeedUserInput:
    """Who is meant by one name."""
    (one,) = await ctx.resolver.resolve_contacts(ctx.session, ctx.owner_id, [phrase], locale=ctx.locale)
    if one.status == "ambiguous":
        question = said(_SAY, "who", ctx.locale, phrase=phrase)
        return NeedUserInput("choice", question, one.options, "ambiguous", field, await _origin(ctx, one))
    return Named(one.entities[0].title, one.entities[0].id) if one.status == "resolved" else Named(phrase)


async def place(ctx: ToolContext, phrase: str, *, field: str) -> Named | NeedUserInput:
    """Which place is meant; a name that no place has is kept as it is."""
    one = await ctx.resolver.resolve_place(ctx.session, ctx.owner_id, phrase, locale=ctx.locale)
    if one.status == "ambiguous":
        question = said(_SAY, "where", ctx.locale, phrase=phrase)
        return NeedUserInput("choice", question, one.options, "ambiguous", field, await _origin(ctx, one))
    return Named(one.entities[0].title, one.entities[0].id) if one.status == "resolved" else Named(phrase)


async def _origin(ctx: ToolContext, found: Resolution) -> Origin:
    """Whose words the names are that the user chooses from."""
    ids = [ref.id for ref in found.entities]
    people = await contacts.origins(ctx.session, ctx.owner_id, ids)
    return least_trusted([*people, *await places.origins(ctx.session, ctx.owner_id, ids)])
