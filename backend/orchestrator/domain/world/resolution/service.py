"""Which contacts or place does a phrase mean? Implements the port `Resolver`.

The reading is `book.AddressBook`, one code path with `steward eval names`; here its records are loaded, what it asks
for besides (the relatives of others, who belongs to a place), and its verdicts become entities with options that tell
people apart. Several found are a question; nothing is guessed.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from orchestrator.agent.ports.context import RuleSource
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.resolution import GroupProposal, Resolution
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.types.clarification import Option
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.service import THIRD_PARTY
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.world.contacts.known import KnownContact
from orchestrator.domain.world.contacts.links import service as links
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.known import KnownPlace
from orchestrator.domain.world.resolution.records import Around, Verdict
from orchestrator.domain.world.resolution.shelf import OpenBook, open_book
from orchestrator.kit.ids import parse_id
from orchestrator.language.names.address_book import NameBook, NameMatch, Person
from orchestrator.language.people.kinship import Gender, gender_of
from orchestrator.language.people.relations import relation_label
from orchestrator.language.places.owned_places import OwnedPlace, kind_of_place, owned_place
from orchestrator.language.text.normalize import STOP_WORDS, tokens

MAX_OPTIONS = 8


@dataclass(frozen=True)
class Choice:
    """One of those to choose from. `told`: what is worth telling in any case; `else_told`: what is told only where the
    former leaves two of them the same, in this order."""

    id: UUID
    name: str
    told: tuple[str | None, ...] = ()
    else_told: tuple[str | None, ...] = ()


def options_of(choices: Sequence[Choice]) -> tuple[Option, ...]:
    """The options, at most MAX_OPTIONS; each says what the others do not."""
    shown = list(choices[:MAX_OPTIONS])
    labels = [_label(one.name, one.told) for one in shown]
    for at in range(max((len(one.else_told) for one in shown), default=0)):
        twice = {label for label, count in Counter(labels).items() if count > 1}
        if not twice:
            break
        labels = [
            _label(one.name, (*one.told, *one.else_told[: at + 1])) if label in twice else label
            for one, label in zip(shown, labels, strict=True)
        ]
    return tuple(Option(str(one.id), label) for one, label in zip(shown, labels, strict=True))


def _label(name: str, details: Sequence[str | None]) -> str:
    told = ", ".join(dict.fromkeys(detail for detail in details if detail))
    return f"{name} ({told})" if told else name


LONGEST_NAME = 4
READ_WORDS = 40
"""A name stands among the first words of a question; long texts name too many people to tell."""
MOST_STEPS = 4
"""Ties of so many people in a row are followed: "Ana's brother's wife's mother"."""
MAX_NAMED_PLACES = 20
"""Places whose people "the Porto people" may be."""
_TOWN = 2
"""So many parts of an address, from its end, name town and country."""
_WHY = {"name": "exact", "part": "fuzzy", "spelling": "fuzzy"}


@dataclass(frozen=True)
class PeopleOfBook:
    """Implements `KnownPeople` over an address book and what the user's rules call by names of their own."""

    opened: OpenBook
    rules: RuleSet

    def named_in(self, text: str, *, partly: bool = False) -> Sequence[Resolution]:
        """The contacts that a sentence names without doubt; whoever could be two people is left out. An imported one's
        name is others' text: it is called what the sentence calls it. `partly`: also by one word of their name."""
        opened, rules = self.opened, self.rules
        called = [(phrase, opened.contacts.get(str(one.id))) for phrase, one in rules.aliases_in(text, "contact")]
        sure = [_met(phrase, [one], "alias") for phrase, one in called if one is not None]
        names = opened.book.partly if partly else opened.book.exactly
        found = [(phrase, names(phrase)) for phrase in _grams(text)]
        sure += [
            _met(phrase, [_as_said(opened.contacts[one.ids[0]], phrase)], one.why)
            for phrase, one in found
            if one.status == "resolved"
        ]
        return list({one.entities[0].id: one for one in sure}.values())


class WorldResolver:
    """Resolution over the user's contacts and places; what a rule of theirs calls by a name of its own comes before
    every other step."""

    def __init__(self, rules: RuleSource | None = None) -> None:
        self._rules = rules

    async def resolve_contacts(self, tx: Tx, phrases: Sequence[str], *, locale: str) -> Sequence[Resolution]:
        """One resolution a phrase, in order; what is resolved is one contact. A phrase may also be a contact's id or
        email address."""
        found = await self.resolve_people(tx, phrases, locale=locale)
        if all(len(one.entities) <= 1 for one in found if one.status == "resolved"):
            return found
        known = (await open_book(tx)).contacts
        return [
            await self._asked(tx, one.phrase, [known[str(ref.id)] for ref in one.entities], one.why)
            if _several(one)
            else one
            for one in found
        ]

    async def resolve_people(self, tx: Tx, phrases: Sequence[str], *, locale: str) -> Sequence[Resolution]:
        """One resolution a phrase, in order; several people may be meant by one."""
        del locale  # names and relation words of all our languages are compared
        if not phrases:
            return []
        opened = await open_book(tx)
        rules = await self._own_rules(tx)
        return [_by_alias(phrase, rules, opened) or await self._people(tx, phrase, opened) for phrase in phrases]

    async def people(self, tx: Tx, rules: RuleSet) -> PeopleOfBook:
        """Whom a sentence may name, as this session sees the user's contacts."""
        return PeopleOfBook(await open_book(tx), rules)

    async def named_in(self, tx: Tx, text: str, *, locale: str, partly: bool = False) -> Sequence[Resolution]:
        """What `people` says of one sentence."""
        del locale
        return (await self.people(tx, await self._own_rules(tx))).named_in(text, partly=partly)

    async def genders(self, tx: Tx, people: Sequence[UUID]) -> Mapping[UUID, Gender]:
        """What their relations to the user tell; nothing is guessed from a name."""
        known = (await open_book(tx)).contacts
        told = {one: gender_of(known[str(one)].relations) for one in people if str(one) in known}
        return {one: gender for one, gender in told.items() if gender is not None}

    async def resolve_place(self, tx: Tx, phrase: str, *, locale: str) -> Resolution:
        """The place that a phrase names: by its id, its name, or whose it is ("Jordan's house", "casa do Jordan")."""
        known = {str(one.id): one for one in await places.known(tx)}
        if (named := parse_id(phrase)) is not None:
            one = known.get(str(named))
            return _place_found(phrase, [one], "exact") if one is not None else Resolution(phrase, "unknown")
        alias = (await self._own_rules(tx)).alias(phrase, "place")
        if alias is not None and (meant := known.get(str(alias[1].id))) is not None:
            return _place_found(phrase, [meant], "alias")
        book = await asyncio.to_thread(_book_of, known)
        found = await asyncio.to_thread(book.called, phrase)
        if found.status == "unknown" and (owned := owned_place(phrase)) is not None:
            theirs = await self._places_of(tx, owned, locale)
            if theirs:
                return _place_found(phrase, [known[str(one)] for one in theirs if str(one) in known], "relation")
        found = found if found.status != "unknown" else await asyncio.to_thread(book.match, phrase)
        return _place_found(phrase, [known[key] for key in found.ids], _why(found), sure=found.status == "resolved")

    async def _own_rules(self, tx: Tx) -> RuleSet:
        return await self._rules.rules(tx) if self._rules is not None else RuleSet()

    async def _people(self, tx: Tx, phrase: str, opened: OpenBook) -> Resolution:
        if (named := parse_id(phrase)) is not None:
            one = opened.contacts.get(str(named))
            return _met(phrase, [one], "exact") if one is not None else Resolution(phrase, "unknown")
        around = await self._around(tx, phrase, opened)
        found = await asyncio.to_thread(opened.book.resolve, phrase, around)  # of thousands it takes its time
        people = [opened.contacts[key] for key in found.ids]
        if found.status == "ambiguous":
            return await self._asked(tx, phrase, people, found.why)
        return _met(phrase, people, found.why, found) if people else Resolution(phrase, "unknown")

    async def _asked(self, tx: Tx, phrase: str, found: Sequence[KnownContact], why: str) -> Resolution:
        """The question which of several people is meant; where they live or work tells those apart who share a name."""
        shown = found[:MAX_OPTIONS]
        linked = await links.place_links(tx, [one.id for one in shown])
        ids = [link.place_id for one in linked.values() for link in one]
        described = await places.described(tx, ids) if ids else []
        # Others' words would make the question theirs.
        there = {one.id: one for one in described if one.origin != THIRD_PARTY}
        homes = {
            contact: [there[link.place_id] for link in told if link.place_id in there]
            for contact, told in linked.items()
        }
        return _asked(phrase, shown, homes, why)

    async def _around(self, tx: Tx, phrase: str, opened: OpenBook) -> Around:
        """What the book asks for besides its records."""
        book = opened.book
        words = await asyncio.to_thread(book.place_words, phrase)
        told: dict[str, list[tuple[str, str]]] = {}
        for _ in range(MOST_STEPS):
            named = await asyncio.to_thread(book.owners, phrase, Around(told))
            owners = [UUID(one) for one in named if one not in told]
            if not owners:
                break
            ties = await links.relationships(tx, owners)
            for one in owners:
                seen = [(str(link.contact_id), link.label) for link in ties.get(one, ()) if link.label]
                # A relative who is hidden is nobody to invite.
                told[str(one)] = [(other, label) for other, label in seen if other in opened.contacts]
        return Around(told, await self._residents(tx, words, opened) if words else ())

    async def _residents(self, tx: Tx, words: str, opened: OpenBook) -> tuple[str, ...]:
        """Who belongs to a place with these words in its name or address."""
        wanted = tokens(words)
        there = [
            one
            for one in await places.known(tx)
            if set(wanted) <= set(tokens(" ".join([one.name, *one.aliases, one.address or ""])))
        ]
        found: dict[str, None] = {}
        for place in there[:MAX_NAMED_PLACES]:
            members = await links.at_place(tx, place.id)
            found.update({str(contact): None for contact, _ in members if str(contact) in opened.contacts})
        return tuple(found)

    async def _places_of(self, tx: Tx, owned: OwnedPlace, locale: str) -> list[UUID]:
        """The places of that kind that belong to whoever is meant; their only one where none is labelled so."""
        (owner,) = await self.resolve_people(tx, [owned.owner], locale=locale)
        ids = [ref.id for ref in owner.entities]
        linked = await links.place_links(tx, ids) if ids else {}
        theirs = [(link.place_id, link.label) for seen in linked.values() for link in seen]
        if owned.owner == "me" and owned.kind in {"home", "any"}:
            home = (await accounts.me(tx)).home_place_id
            theirs += [(home, "Home")] if home is not None else []
        wanted = {"home"} if owned.kind == "any" else {owned.kind}
        fitting = [place for place, label in theirs if kind_of_place(label) in wanted]
        if not fitting and (owned.kind == "any" or all(kind_of_place(label) is None for _, label in theirs)):
            fitting = [place for place, _ in theirs]
        return list(dict.fromkeys(fitting))


def _book_of(known: Mapping[str, KnownPlace]) -> NameBook:
    return NameBook([Person(key, one.name, one.aliases) for key, one in known.items()])


def _by_alias(phrase: str, rules: RuleSet, opened: OpenBook) -> Resolution | None:
    """Whom a rule of the user's calls so."""
    alias = rules.alias(phrase, "contact")
    one = opened.contacts.get(str(alias[1].id)) if alias is not None else None
    return _met(phrase, [one], "alias") if one is not None else None


def _several(one: Resolution) -> bool:
    return one.status == "resolved" and len(one.entities) > 1


def _why(found: NameMatch) -> str:
    return _WHY.get(found.why, found.why)


def _as_said(one: KnownContact, phrase: str) -> KnownContact:
    return replace(one, name=phrase) if one.origin == THIRD_PARTY else one


def _met(phrase: str, found: Sequence[KnownContact], why: str, verdict: Verdict | None = None) -> Resolution:
    refs = tuple(EntityRef("contact", one.id, one.name) for one in found)
    together = verdict.group if verdict is not None else None
    group = (
        GroupProposal(
            name=together.name,
            contact_ids=tuple(one.id for one in found),
            inferred=together.inferred,
            kind=together.kind,
            group_id=UUID(together.id) if together.id is not None else None,
        )
        if together is not None
        else None
    )
    return Resolution(phrase, "resolved", refs, why=why, group=group)


def _asked(
    phrase: str, shown: Sequence[KnownContact], homes: Mapping[UUID, Sequence[KnownPlace]], why: str
) -> Resolution:
    choices = [
        Choice(
            one.id,
            one.name,
            (", ".join(one.relations), one.organization),
            (
                *_where(homes.get(one.id, ())),
                one.email,
                ", ".join(one.groups),
                ", ".join((*one.nicknames, *one.aliases)),
            ),
        )
        for one in shown
    ]
    refs = tuple(EntityRef("contact", one.id, one.name) for one in shown)
    return Resolution(phrase, "ambiguous", refs, options_of(choices), why)


def _where(linked: Sequence[KnownPlace]) -> tuple[str | None, str | None]:
    """Where somebody lives or works: the names of the places, and the end of their addresses, which names the town."""
    towns = [", ".join(one.address.split(", ")[-_TOWN:]) for one in linked if one.address]
    return ", ".join(one.name for one in linked) or None, ", ".join(dict.fromkeys(towns)) or None


def _place_found(phrase: str, found: Sequence[KnownPlace], why: str, *, sure: bool = True) -> Resolution:
    if not found:
        return Resolution(phrase, "unknown")
    refs = tuple(EntityRef("place", one.id, one.name) for one in found[:MAX_OPTIONS])
    if len(found) == 1 and sure:
        return Resolution(phrase, "resolved", refs, why=why)
    choices = [Choice(one.id, one.name, (one.category, one.address)) for one in found]
    return Resolution(phrase, "ambiguous", refs, options_of(choices), why)


def _grams(text: str) -> list[str]:
    """The runs of up to LONGEST_NAME content words of a sentence that could be a name, longest first."""
    words = tokens(text)[:READ_WORDS]
    runs = [
        " ".join(words[start : start + length])
        for length in range(LONGEST_NAME, 0, -1)
        for start in range(len(words) - length + 1)
        if words[start] not in _COMMON or relation_label(" ".join(words[start : start + length])) is not None
    ]
    return list(dict.fromkeys(run for run in runs if len(run) > 1))


_COMMON = frozenset().union(*STOP_WORDS.values())
