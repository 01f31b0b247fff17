"""Whom and where do the words of a proposed write mean, and when must the user choose?"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.resolution import GroupProposal, Resolution
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.world.contacts import groups
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.contacts.schemas import GroupFields, Selector
from orchestrator.domain.world.places import service as places
from orchestrator.errors import NotFound
from orchestrator.language.messages import say
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.people.selectors import listed
from orchestrator.language.render import join
from orchestrator.language.text.normalize import normalize

AS_WRITTEN = "name:"
"""Begins the words of somebody, or of somewhere, that is none of those known: it is not asked again."""
SMALLEST_GROUP = 2


@dataclass(frozen=True)
class Named:
    """Someone or somewhere; `id` is None for a plain name that no contact or place has."""

    name: str
    id: UUID | None = None


@dataclass(frozen=True)
class Gathered:
    """The people that phrases mean, each once, and the groups that were inferred for them: shown in the preview, kept
    when it is confirmed."""

    people: list[Named]
    groups: tuple[GroupProposal, ...] = ()

    def frozen_groups(self) -> list[dict[str, Any]]:
        """The inferred groups as a preview freezes them (`keep_groups`)."""
        return [
            {"name": one.name, "kind": one.kind, "contact_ids": [str(each) for each in one.contact_ids]}
            for one in self.groups
        ]


def group_hints(
    ctx: ToolContext, frozen: Sequence[Mapping[str, Any]], people: Sequence[Mapping[str, Any]]
) -> list[str]:
    """What a preview says of its inferred groups; `people` as they are frozen beside them."""
    names = {one["contact_id"]: str(one["name"]) for one in people if one.get("contact_id")}
    return [
        say(
            "resolution.group",
            ctx.locale,
            group=group["name"],
            names=join([names[one] for one in group["contact_ids"] if one in names], ctx.locale),
        )
        for group in frozen
    ]


async def people(ctx: ToolContext, names: Sequence[str], *, field: str) -> list[Named] | NeedUserInput:
    """Who is meant by each name, the user left out; a name that nobody has is kept as it is. A phrase may mean several
    people. The options of a choice stand for the whole list, with the one name replaced."""
    found = await gathered(ctx, names, field=field)
    return found if isinstance(found, NeedUserInput) else found.people


async def gathered(ctx: ToolContext, names: Sequence[str], *, field: str) -> Gathered | NeedUserInput:
    """The same as `people`, with the groups that were inferred."""
    wanted = [name for name in dict.fromkeys(names) if normalize(name) not in SELF_WORDS]
    if not wanted:
        return Gathered([])
    found = await _resolved(ctx, wanted)
    wanted = [one.phrase for one in found]
    chosen: dict[str, Named] = {}
    for one in found:
        if one.status == "ambiguous":
            said = await _said_in_full(ctx, one)
            if said is None:
                return await _choice(ctx, one, wanted, field)
            chosen.setdefault(str(said.id), said)
            continue
        if one.status == "resolved":
            for ref in one.entities:
                chosen.setdefault(str(ref.id), Named(ref.title, ref.id))
        else:
            plain = one.phrase.removeprefix(AS_WRITTEN).strip()
            chosen.setdefault(normalize(plain), Named(plain))
    groups = tuple(
        one.group
        for one in found
        if one.group is not None
        and one.group.inferred
        and one.group.group_id is None
        and len(one.group.contact_ids) >= SMALLEST_GROUP
    )
    return Gathered(list(chosen.values()), groups)


async def _said_in_full(ctx: ToolContext, one: Resolution) -> Named | None:
    """Of several Anas the one whose whole name the user's message holds ("lunch with ana lopes"); None where it holds
    none of theirs, or two."""
    options = {option.id for option in one.options}
    named = await ctx.resolver.named_in(ctx.tx, ctx.question, locale=ctx.locale)
    met = [each.entities[0] for each in named if each.entities and str(each.entities[0].id) in options]
    return Named(met[0].title, met[0].id) if len(met) == 1 else None


async def _resolved(ctx: ToolContext, phrases: Sequence[str]) -> list[Resolution]:
    """One resolution a phrase; "Ana, Pedro e João" is three where they are no single answer."""
    found = await ctx.resolver.resolve_people(ctx.tx, phrases, locale=ctx.locale)
    split: list[Resolution] = []
    for phrase, one in zip(phrases, found, strict=True):
        names = listed(phrase)
        if phrase.startswith(AS_WRITTEN):
            split.append(Resolution(phrase, "unknown"))
        elif one.status == "resolved" or len(names) < SMALLEST_GROUP:
            split.append(one)
        else:
            each = await ctx.resolver.resolve_people(ctx.tx, names, locale=ctx.locale)
            known = [other for other in each if other.status != "unknown"]
            split += each if len(known) >= SMALLEST_GROUP or (known and one.status == "unknown") else [one]
    return split


async def _choice(ctx: ToolContext, one: Resolution, wanted: Sequence[str], field: str) -> NeedUserInput:
    def instead(value: str) -> str:
        return json.dumps([value if name == one.phrase else name for name in wanted])

    options = [Option(instead(option.id), option.label) for option in one.options]
    if len(options) == 1:
        # The only one that comes near may still be the wrong one.
        new = say("resolution.new", ctx.locale, phrase=one.phrase)
        options.append(Option(instead(f"{AS_WRITTEN}{one.phrase}"), new))
    question = say("resolution.who", ctx.locale, phrase=one.phrase)
    return NeedUserInput("choice", question, tuple(options), "ambiguous", field, await _origin(ctx, one))


async def keep_groups(ctx: ToolContext, frozen: Sequence[Mapping[str, Any]]) -> list[str]:
    """Keep the groups that a confirmed preview showed; the ids of those made, for `drop_groups`. One whose name is
    taken since stays as that is."""
    made = []
    for one in frozen:
        if await groups.called(ctx.tx, one["name"]) is not None:
            continue
        ids = [UUID(each) for each in one["contact_ids"]]
        there = await contacts.named(ctx.tx, ids)
        members = [each for each in ids if each in there]
        if len(members) < SMALLEST_GROUP:
            continue
        fields = GroupFields(name=one["name"], contact_ids=members, selector=Selector(kind=one["kind"]))
        row = await groups.contact_groups.create(ctx.tx, fields, zone=ctx.zone, origin=str(ctx.origin))
        made.append(str(row.id))
    return made


async def drop_groups(ctx: ToolContext, made: Sequence[str]) -> None:
    """Take back groups that were kept with what is now undone; whoever is gone already is gone."""
    for one in made:
        try:
            await groups.contact_groups.update(ctx.tx, UUID(one), {"contact_ids": []}, zone=ctx.zone)
            await groups.contact_groups.hide(ctx.tx, UUID(one))
        except NotFound:
            continue


async def person(ctx: ToolContext, phrase: str, *, field: str) -> Named | NeedUserInput:
    """Who is meant by one name."""
    if phrase.startswith(AS_WRITTEN):
        return Named(phrase.removeprefix(AS_WRITTEN).strip())
    (one,) = await ctx.resolver.resolve_contacts(ctx.tx, [phrase], locale=ctx.locale)
    if one.status == "ambiguous":
        question = say("resolution.who", ctx.locale, phrase=phrase)
        options = _with_other(ctx, one, "resolution.new")
        return NeedUserInput("choice", question, options, "ambiguous", field, await _origin(ctx, one))
    return Named(one.entities[0].title, one.entities[0].id) if one.status == "resolved" else Named(phrase)


def _with_other(ctx: ToolContext, one: Resolution, key: str) -> tuple[Option, ...]:
    if len(one.options) != 1:
        return one.options
    return (*one.options, Option(f"{AS_WRITTEN}{one.phrase}", say(key, ctx.locale, phrase=one.phrase)))


async def place(ctx: ToolContext, phrase: str, *, field: str) -> Named | NeedUserInput:
    """Which place is meant; a name that no place has is kept as it is."""
    if phrase.startswith(AS_WRITTEN):
        return Named(phrase.removeprefix(AS_WRITTEN).strip())
    one = await ctx.resolver.resolve_place(ctx.tx, phrase, locale=ctx.locale)
    if one.status == "ambiguous":
        question = say("resolution.where", ctx.locale, phrase=phrase)
        options = _with_other(ctx, one, "resolution.elsewhere")
        return NeedUserInput("choice", question, options, "ambiguous", field, await _origin(ctx, one))
    return Named(one.entities[0].title, one.entities[0].id) if one.status == "resolved" else Named(phrase)


async def _origin(ctx: ToolContext, found: Resolution) -> Origin:
    """Whose words the names are that the user chooses from."""
    ids = [ref.id for ref in found.entities]
    people = await contacts.origins(ctx.tx, ids)
    return least_trusted([*people, *await places.origins(ctx.tx, ids)])
