"""What do several contacts, what they are to each other and where they live come to, as one proposal?

`contact_graph` is one preview and one transaction. People who are known are changed, others are new; one who may be
either is asked about. `extended` resolves words into the frozen graph, empty at first, so that an edit in words is the
same act as the first draft.
"""

import json
from collections.abc import Mapping, Sequence

from orchestrator.agent.ports.resolution import Resolution
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.domain.world.contacts.birthdays import birthday_of
from orchestrator.domain.world.contacts.graph.frozen_graph import (
    LISTS,
    ME,
    ContactGraph,
    Frozen,
    FrozenHome,
    FrozenPerson,
    FrozenRelation,
    Home,
    Person,
    Relation,
)
from orchestrator.domain.world.contacts.known import own_contact
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.kit.ids import parse_id
from orchestrator.language.messages import say
from orchestrator.language.people import kinship
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.text.normalize import normalize, tokens

NEW = "new"
_SURE = frozenset({"exact", "alias", "nickname", "relation"})
"""Steps of resolution by which a name is the contact's own; by any other it may be somebody new."""
_THEM = frozenset("he she they him her them it ele ela eles elas el ella ellos ellas".split())


async def extended(ctx: ToolContext, before: Frozen, words: ContactGraph) -> Frozen | NeedUserInput:
    """The graph with what the words add to it; asks whom or which place they mean."""
    chosen = _chosen(words.who)
    graph = before.model_copy(deep=True)
    told = [*words.contacts, *_only_mentioned(words)]
    spoken: dict[str, FrozenPerson] = {}
    relatives: list[Relation] = []
    for said in told:
        person = said
        there = _of_draft(before, person.name)
        if there is None:
            there = next((one for one in graph.contacts if normalize(one.name) == normalize(person.name)), None)
        else:
            there = graph.named(there.id)
        if there is None:
            found = await _looked_up(ctx, person.name, chosen, known=person.known)
            if isinstance(found, NeedUserInput):
                return found
            there = next((one for one in graph.contacts if one.id == found.id), found)
            if there is found:
                graph.contacts.append(found)
                if not found.known and (label := kinship.own_relative(said.name)) is not None:
                    person, found.name = said.model_copy(update={"name": label}), label
                    relatives.append(Relation(person=said.name, label=label, of=ME))
        spoken[normalize(said.name)] = there
        _tell(ctx, there, person)
    await _relate(ctx, graph, [*relatives, *words.relationships], spoken)
    for home in words.contact_place_links:
        settled = await _settled(ctx, graph, home, chosen, spoken)
        if isinstance(settled, NeedUserInput):
            return settled
    if not graph.contacts:
        return NeedUserInput("text", say("contacts.graph.nobody", ctx.locale), reason="no_name", field="name")
    return graph


def _chosen(who: str) -> dict[str, str]:
    """What the user chose before: folded name -> id, or NEW."""
    try:
        found = json.loads(who) if who else {}
    except ValueError:
        return {}
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def _only_mentioned(words: ContactGraph) -> list[Person]:
    """People whom only a relationship or a home names: the user speaks of them as of somebody known."""
    named = [*(name for one in words.relationships for name in (one.person, one.of))]
    named += [one.person for one in words.contact_place_links]
    there = {normalize(one.name) for one in words.contacts}
    missing = {normalize(name): name for name in named if not _is_me(name) and normalize(name) not in there}
    return [Person(name=name, known=True) for name in missing.values()]


def _is_me(name: str) -> bool:
    return normalize(name) in SELF_WORDS


def _of_draft(graph: Frozen, name: str) -> FrozenPerson | None:
    """Whom of the draft a later message means: by id or name, by part of a name, or the only one there is."""
    by_id = [one for one in graph.contacts if str(one.id) == name]
    if by_id:
        return by_id[0]
    words = set(normalize(name).split())
    near = [
        one
        for one in graph.contacts
        if words <= set(normalize(one.name).split()) or set(normalize(one.name).split()) <= words
    ]
    if len(near) == 1:
        return near[0]
    return graph.contacts[0] if words & _THEM and graph.contacts else None


async def _looked_up(
    ctx: ToolContext, name: str, chosen: Mapping[str, str], *, known: bool
) -> FrozenPerson | NeedUserInput:
    """The contact that a name is, or a new one. `known`: a part of the only name that has it is enough."""
    choice = chosen.get(normalize(name))
    if choice == NEW:
        return FrozenPerson(name=name)
    phrase = choice or name
    (one,) = await ctx.resolver.resolve_contacts(ctx.tx, [phrase], locale=ctx.locale)
    if one.status == "unknown":
        return FrozenPerson(name=name)
    own = one.why in _SURE or choice is not None or (known and _is_part(name, one.entities[0].title))
    if one.status == "resolved" and own:
        row = await contacts.get(ctx.tx, one.entities[0].id)
        return FrozenPerson(id=row.id, version=row.version, name=row.display_name)
    return _which(ctx, name, one, chosen)


def _is_part(name: str, whole: str) -> bool:
    return set(tokens(name)) <= set(tokens(whole))


def _which(ctx: ToolContext, name: str, one: Resolution, chosen: Mapping[str, str]) -> NeedUserInput:
    known = one.options or tuple(Option(str(ref.id), ref.title) for ref in one.entities)
    options = [Option(_with(chosen, name, option.id), option.label) for option in known]
    options.append(Option(_with(chosen, name, NEW), say("contacts.graph.new", ctx.locale, name=name)))
    question = say("contacts.graph.who", ctx.locale, name=name)
    return NeedUserInput("choice", question, tuple(options), "ambiguous", "who")


def _with(chosen: Mapping[str, str], name: str, value: str) -> str:
    return json.dumps({**chosen, normalize(name): value}, ensure_ascii=False)


def _tell(ctx: ToolContext, there: FrozenPerson, person: Person) -> None:
    """Add what was said of them; a new contact takes the longer of two names."""
    if not there.known and parse_id(person.name) is None and len(person.name) > len(there.name):
        there.name = person.name
    for name in LISTS:
        listed: dict[str, str] = {}
        for one in (*getattr(there, name), *getattr(person, name)):
            listed.setdefault(normalize(one), one)
        setattr(there, name, list(listed.values()))
    for name in ("organization", "title", "notes"):
        setattr(there, name, getattr(person, name) or getattr(there, name))
    if person.birthday:
        there.birthday = birthday_of(person.birthday, now=ctx.local_now, locale=ctx.locale) or there.birthday


async def _relate(
    ctx: ToolContext, graph: Frozen, relations: Sequence[Relation], spoken: Mapping[str, FrozenPerson]
) -> None:
    """Put in what people are to each other, with both labels; what is said again replaces what was said. `spoken`: who
    the words for somebody turned out to be ("my mother")."""
    for one in relations:
        person, of, label, back = one.person, one.of, one.label, one.reciprocal_label
        if _is_me(person):
            if not back:
                back = kinship.reciprocal(label, None, ctx.locale) or ""
            person, of, label, back = of, person, back, label
        who = _found(graph, person, spoken)
        whom = None if _is_me(of) else _found(graph, of, spoken)
        if who is None or not label or (whom is None and not _is_me(of)) or who is whom:
            continue
        label = kinship.title_case(label)
        back = kinship.title_case(back) if back else await _reciprocal(ctx, graph, label, whom)
        made = FrozenRelation(person=who.id, label=label, of=whom.id if whom else None, reciprocal_label=back)
        pair = {made.person, made.of}
        graph.relationships = [other for other in graph.relationships if {other.person, other.of} != pair]
        graph.relationships.append(made)


async def _reciprocal(ctx: ToolContext, graph: Frozen, label: str, whom: FrozenPerson | None) -> str:
    """What the other one is to them in turn; the gender of the other is what labels tell of them."""
    told: list[str] = []
    contact_id = whom.id if whom is not None else await own_contact(ctx.tx)
    if whom is not None:
        told += [one.label for one in graph.relationships if one.person == whom.id]
        told += [one.reciprocal_label for one in graph.relationships if one.of == whom.id]
    if contact_id is not None:
        seen = (await links.relationships(ctx.tx, [contact_id]))[contact_id]
        told += [one.reciprocal_label for one in seen if one.reciprocal_label]
    gender = kinship.gender_of([text for text in told if text])
    return kinship.reciprocal(label, gender, ctx.locale) or ""


def _found(graph: Frozen, name: str, spoken: Mapping[str, FrozenPerson]) -> FrozenPerson | None:
    if (there := spoken.get(normalize(name))) is not None:
        return there
    same = [one for one in graph.contacts if normalize(one.name) == normalize(name) or str(one.id) == name]
    return same[0] if same else _of_draft(graph, name)


async def _settled(
    ctx: ToolContext, graph: Frozen, home: Home, chosen: Mapping[str, str], spoken: Mapping[str, FrozenPerson]
) -> NeedUserInput | None:
    """Put in a place of somebody's."""
    who = _found(graph, home.person, spoken)
    if who is None:
        return None
    phrase = chosen.get(normalize(home.place)) or home.place
    one = await ctx.resolver.resolve_place(ctx.tx, phrase, locale=ctx.locale)
    if one.status == "ambiguous" and phrase != NEW:
        options = [Option(_with(chosen, home.place, option.id), option.label) for option in one.options]
        question = say("contacts.graph.where", ctx.locale, name=home.place)
        return NeedUserInput("choice", question, tuple(options), "ambiguous", "who")
    ref = one.entities[0] if one.status == "resolved" else None
    made = FrozenHome(
        person=who.id,
        place=ref.title if ref is not None else home.place,
        place_id=ref.id if ref is not None else None,
        label=kinship.title_case(home.label) if home.label else "",
    )
    same = {(made.person, made.place_id or normalize(made.place))}
    graph.contact_place_links = [
        other
        for other in graph.contact_place_links
        if (other.person, other.place_id or normalize(other.place)) not in same
    ]
    graph.contact_place_links.append(made)
    return None
