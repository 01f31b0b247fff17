"""Which contact or place does a phrase mean? Implements the port `Resolver`.

Exact name, alias, nickname, relation ("my sister"), part of a name, slip of the keys: the first step that finds anyone
decides (`language.names`). Several found are a question; nothing is guessed.
"""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.clarification import Option
from orchestrator.agent.ports import EntityRef, Resolution
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.contacts.service import KnownContact
from orchestrator.domain.world.places import service as places
from orchestrator.domain.world.places.service import KnownPlace
from orchestrator.kit.ids import parse_id
from orchestrator.language.fold import STOP_WORDS, fold, tokens
from orchestrator.language.names import NameMatch, Person, match, relation_label
from orchestrator.language.persons import SELF_WORDS

MAX_OPTIONS = 8
LONGEST_NAME = 4
READ_WORDS = 40
"""A name stands among the first words of a question; long texts name too many people to tell."""
_SURE = frozenset({"exact", "alias", "nickname", "relation"})
_WHY = {"name": "exact", "part": "fuzzy", "spelling": "fuzzy"}


class WorldResolver:
    """Resolution over the user's contacts and places."""

    async def resolve_contacts(
        self, session: AsyncSession, owner_id: UUID, phrases: Sequence[str], *, locale: str
    ) -> Sequence[Resolution]:
        """One resolution a phrase, in order. A phrase may also be a contact's id or email address."""
        del locale  # names and relation words of all our languages are compared
        known = await contacts.known(session, owner_id)
        people = [Person(str(one.id), one.name, one.aliases, one.nicknames, one.relations, one.groups) for one in known]
        by_id = {str(one.id): one for one in known}
        return [_contact(phrase, people, by_id) for phrase in phrases]

    async def named_in(self, session: AsyncSession, owner_id: UUID, text: str, *, locale: str) -> Sequence[Resolution]:
        """The contacts that a sentence names without doubt; whoever could be two people is left out."""
        grams = _grams(text)
        found = await self.resolve_contacts(session, owner_id, grams, locale=locale)
        sure = [one for one in found if one.status == "resolved" and one.why in _SURE]
        return list({one.entities[0].id: one for one in sure}.values())

    async def resolve_place(self, session: AsyncSession, owner_id: UUID, phrase: str, *, locale: str) -> Resolution:
        """The place that a phrase names; it may also be a place's id."""
        del locale
        known = {str(one.id): one for one in await places.known(session, owner_id)}
        if (named := parse_id(phrase)) is not None:
            one = known.get(str(named))
            return _place_found(phrase, [one], "exact") if one is not None else Resolution(phrase, "unknown")
        found = match(phrase, [Person(key, one.name, one.aliases) for key, one in known.items()])
        return _place_found(phrase, [known[key] for key in found.ids], _why(found))


def _contact(phrase: str, people: Sequence[Person], by_id: dict[str, KnownContact]) -> Resolution:
    if (named := parse_id(phrase)) is not None:
        one = by_id.get(str(named))
        return _contact_found(phrase, [one], "exact") if one is not None else Resolution(phrase, "unknown")
    if fold(phrase) in SELF_WORDS:
        return _contact_found(phrase, [one for one in by_id.values() if one.is_user], "relation")
    if "@" in phrase:
        return _contact_found(phrase, [one for one in by_id.values() if fold(phrase) in one.email_keys], "exact")
    found = match(phrase, people)
    return _contact_found(phrase, [by_id[key] for key in found.ids], _why(found))


def _why(found: NameMatch) -> str:
    return _WHY.get(found.why, found.why)


def _contact_found(phrase: str, found: Sequence[KnownContact], why: str) -> Resolution:
    refs = tuple(EntityRef("contact", one.id, one.name) for one in found)
    options = [(one.id, one.name, [", ".join(one.relations), one.organization, one.email]) for one in found]
    return _resolution(phrase, refs, options, why)


def _place_found(phrase: str, found: Sequence[KnownPlace], why: str) -> Resolution:
    refs = tuple(EntityRef("place", one.id, one.name) for one in found)
    return _resolution(phrase, refs, [(one.id, one.name, [one.category, one.address]) for one in found], why)


def _resolution(
    phrase: str,
    refs: tuple[EntityRef, ...],
    options: Sequence[tuple[UUID, str, Sequence[str | None]]],
    why: str,
) -> Resolution:
    if not refs:
        return Resolution(phrase, "unknown")
    if len(refs) == 1:
        return Resolution(phrase, "resolved", refs, why=why)
    shown = tuple(Option(str(one), _label(name, details)) for one, name, details in options[:MAX_OPTIONS])
    return Resolution(phrase, "ambiguous", refs[:MAX_OPTIONS], shown, why)


def _label(name: str, details: Sequence[str | None]) -> str:
    """The name with what tells it from others of that name."""
    told = ", ".join(detail for detail in details if detail)
    return f"{name} ({told})" if told else name


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
