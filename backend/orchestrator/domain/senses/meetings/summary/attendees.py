"""Who was there? Attendees, speakers and contacts brought together by exact email or name; nobody is guessed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING
from uuid import UUID

from orchestrator.domain.senses.meetings.schemas import AttendeeIn
from orchestrator.language.names.address_book import Person, match
from orchestrator.language.text.normalize import normalize

if TYPE_CHECKING:  # worker processes read attendees too, and load no slice for it
    from orchestrator.domain.world.contacts.known import KnownContact

USER_LABELS = frozenset({"user", "me"})
"""Speakers that are the user by what they are called (api.md, Entities and ingestion)."""


@dataclass(frozen=True)
class Participant:
    """Someone of a meeting. `aliases`: what else they are called, `emails`: all that are known, the given one first.
    `named`: they were invited, are a contact or the user; else they are a speaker's label alone."""

    name: str
    emails: tuple[str, ...] = ()
    contact_id: UUID | None = None
    is_user: bool = False
    named: bool = True
    aliases: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def email(self) -> str | None:
        return self.emails[0] if self.emails else None

    @cached_property
    def keys(self) -> frozenset[str]:
        """The folded forms that mean them exactly."""
        return frozenset(normalize(text) for text in (self.name, *self.emails, *self.aliases, *self.labels) if text)

    @cached_property
    def name_key(self) -> str:
        """The name, folded."""
        return normalize(self.name)

    @cached_property
    def email_keys(self) -> frozenset[str]:
        """The emails, folded."""
        return frozenset(normalize(text) for text in self.emails)


@dataclass(frozen=True)
class Known:
    """Whom the user knows, and who they are themselves. `own_names`: folded (accounts.own_names)."""

    contacts: Sequence["KnownContact"]
    own_names: frozenset[str]
    own_name: str
    own_email: str


def consolidate(
    attendees: Iterable[AttendeeIn],
    speakers: Iterable[str],
    known: Known,
    confirmed: Mapping[str, UUID] = MappingProxyType({}),
) -> list[Participant]:
    """The attendees in their order, without repetitions, then speakers who are none of them. `confirmed`: by folded
    label the contacts that the user said they are."""
    contacts = {one.id: one for one in known.contacts}
    by_key = _contacts_by_key(known.contacts)
    found: list[Participant] = []
    for one in attendees:
        _add(found, _invited(one, by_key))
    found = _with_user(found, known)
    for label in dict.fromkeys(label for label in speakers if label.strip()):
        contact = contacts.get(confirmed[key]) if (key := normalize(label)) in confirmed else None
        if contact is not None:
            _hear_contact(found, label, contact)
        else:
            _hear(found, label, by_key, known)
    return found


def user_of(known: Known) -> Participant:
    """The user, for what names them in a meeting in which no attendee and no speaker is known to be them."""
    emails = (known.own_email,) if known.own_email else ()
    names = sorted(known.own_names - USER_LABELS)
    return Participant(known.own_name or known.own_email, emails, is_user=True, aliases=tuple(names))


def _contacts_by_key(contacts: Iterable["KnownContact"]) -> dict[str, "KnownContact"]:
    """Contacts by each email, name and alias that one of them alone has."""
    owners: dict[str, dict[UUID, KnownContact]] = {}
    for one in contacts:
        for key in {*one.email_keys, normalize(one.name), *(normalize(alias) for alias in one.aliases)} - {""}:
            owners.setdefault(key, {})[one.id] = one
    return {key: next(iter(each.values())) for key, each in owners.items() if len(each) == 1}


def _invited(one: AttendeeIn, by_key: dict[str, "KnownContact"]) -> Participant:
    """Email before identifier before name."""
    asked = [normalize(text) for text in (one.email, one.identifier, one.name) if text]
    contact = next((by_key[key] for key in asked if key in by_key), None)
    emails = tuple(dict.fromkeys(text for text in (one.email, contact.email if contact else None) if text))
    aliases = [one.identifier] if one.identifier and one.identifier != one.email else []
    if contact is not None:
        aliases += [text for text in (contact.name, *contact.aliases, *contact.nicknames) if text != one.name]
    name = one.name or (contact.name if contact else None) or one.email or one.identifier or ""
    return Participant(
        name=name,
        emails=emails,
        contact_id=contact.id if contact else None,
        is_user=contact.is_user if contact else False,
        aliases=tuple(alias for alias in dict.fromkeys(aliases) if alias and alias != name),
    )


def _add(found: list[Participant], new: Participant) -> None:
    """Add them, or what is new of them to who is there already."""
    for at, there in enumerate(found):
        if not _same(there, new):
            continue
        found[at] = replace(
            there,
            emails=tuple(dict.fromkeys((*there.emails, *new.emails))),
            contact_id=there.contact_id or new.contact_id,
            is_user=there.is_user or new.is_user,
            aliases=tuple(dict.fromkeys((*there.aliases, *new.aliases))),
        )
        return
    found.append(new)


def _same(one: Participant, other: Participant) -> bool:
    """One contact, one email, or one name where their emails do not tell them apart."""
    if one.contact_id is not None and other.contact_id is not None:
        return one.contact_id == other.contact_id
    if one.email_keys and other.email_keys:
        return not one.email_keys.isdisjoint(other.email_keys)
    return one.name_key == other.name_key


def _with_user(found: list[Participant], known: Known) -> list[Participant]:
    """Mark the user among the attendees: by an email or identifier of theirs, else by their name alone."""
    if any(one.is_user for one in found):
        return found
    sure = [one for one in found if known.own_names & {normalize(text) for text in (*one.emails, *one.aliases)}]
    if not sure:
        sure = [one for one in found if normalize(one.name) in known.own_names]
    own = (known.own_email,) if known.own_email else ()
    return [replace(one, is_user=True, emails=one.emails or own) if sure == [one] else one for one in found]


def _hear(found: list[Participant], label: str, by_key: dict[str, "KnownContact"], known: Known) -> None:
    """Whose voice a label is: exactly an attendee's, the user's, a contact's; else somebody called by the label."""
    key = normalize(label)
    is_user = key in USER_LABELS or key in known.own_names
    there = [at for at, one in enumerate(found) if key in one.keys]
    if not there and is_user:
        there = [at for at, one in enumerate(found) if one.is_user]
    if len(there) == 1:
        one = found[there[0]]
        labels = tuple(dict.fromkeys((*one.labels, label)))
        found[there[0]] = replace(one, labels=labels, is_user=one.is_user or (is_user and not _has_user(found)))
    elif is_user and not _has_user(found):
        emails = (known.own_email,) if known.own_email else ()
        found.append(Participant(known.own_name or label, emails, is_user=True, labels=(label,)))
    elif (contact := by_key.get(key)) is not None and not any(one.contact_id == contact.id for one in found):
        heard = _invited(AttendeeIn(name=contact.name), {normalize(contact.name): contact})
        found.append(replace(heard, labels=(label,)))
    elif not there:
        found.append(Participant(label, named=False, labels=(label,)))


def _hear_contact(found: list[Participant], label: str, contact: "KnownContact") -> None:
    """The label is this contact's voice: the user said so, whatever else is called like the label."""
    if not any(one.contact_id == contact.id for one in found):
        _add(found, _invited(AttendeeIn(name=contact.name, email=contact.email), {normalize(contact.name): contact}))
    at = next(at for at, one in enumerate(found) if one.contact_id == contact.id)
    found[at] = replace(found[at], labels=tuple(dict.fromkeys((*found[at].labels, label))))


def _has_user(found: Iterable[Participant]) -> bool:
    return any(one.is_user for one in found)


def meant(name: str | None, email: str | None, participants: Sequence[Participant]) -> Participant | None:
    """Which participant somebody's words for an assignee mean; None where that is nobody, or could be several."""
    if email and (by_email := _only(participants, normalize(email))):
        return by_email
    if not name or not name.strip():
        return None
    exactly = _only(participants, normalize(name))
    if exactly is not None:
        return exactly
    people = [Person(str(at), one.name, one.aliases) for at, one in enumerate(participants)]
    found = match(name, people)
    # A spelling that is nearly somebody's name, or "my sister", proves nothing here.
    sure = found.status == "resolved" and found.why in {"name", "alias", "nickname", "part"}
    return participants[int(found.ids[0])] if sure else None


def _only(participants: Sequence[Participant], key: str) -> Participant | None:
    found = [one for one in participants if key in one.keys]
    return found[0] if len(found) == 1 else None
