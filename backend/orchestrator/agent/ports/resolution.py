"""Whom or what does a phrase mean?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.types.clarification import Option
from orchestrator.db.tx import Tx
from orchestrator.language.people.kinship import Gender

ResolutionStatus = Literal["resolved", "ambiguous", "unknown"]


@dataclass(frozen=True)
class GroupProposal:
    """The people whom a collective phrase means, as a group. `inferred`: the words leave open who belongs to it ("my
    family"), so it is shown and kept only once the user confirms; else a domain, an organisation or a stored group
    decides it. `kind`: by what they were chosen (`group`, `domain`, `organization`, `family`, `relation`, `surname`,
    `place`). `group_id`: the stored contact group that it is."""

    name: str
    contact_ids: tuple[UUID, ...]
    inferred: bool
    kind: str = "group"
    group_id: UUID | None = None


@dataclass(frozen=True)
class Resolution:
    """What a phrase stands for. `ambiguous` asks with `options` (ids are entity ids) and never guesses; `why` says by
    which step it was found (`exact`, `alias`, `nickname`, `fuzzy`, `relation`, `selector`). Several `entities` of one
    that is `resolved` are all meant; then `group` says as which group, where they are one."""

    phrase: str
    status: ResolutionStatus
    entities: tuple[EntityRef, ...] = ()
    options: tuple[Option, ...] = ()
    why: str = ""
    group: GroupProposal | None = None


class KnownPeople(Protocol):
    """The user's people as they were when they were looked up; to ask for names takes no transaction."""

    def named_in(self, text: str, *, partly: bool = False) -> Sequence[Resolution]:
        """The contacts that a sentence names without doubt (names, aliases, "my sister"), `partly` also those of
        whom it says one name of several; ambiguous ones are left out."""
        ...


class Nobody:
    """KnownPeople of an empty address book."""

    def named_in(self, text: str, *, partly: bool = False) -> Sequence[Resolution]:
        del text, partly
        return ()


class Resolver(Protocol):
    """Names of people and places to ids (implemented by world/resolution)."""

    async def people(self, tx: Tx, rules: RuleSet) -> KnownPeople:
        """Whom a sentence may name, by these rules of the user too; for who asks more than once."""
        ...

    async def resolve_contacts(self, tx: Tx, phrases: Sequence[str], *, locale: str) -> Sequence[Resolution]:
        """One resolution a phrase, in order; what is `resolved` is one contact. A phrase that means several people is
        `ambiguous`."""
        ...

    async def resolve_people(self, tx: Tx, phrases: Sequence[str], *, locale: str) -> Sequence[Resolution]:
        """One resolution a phrase, in order, where several people may be meant by one ("everyone at acme.com", "the
        Porto group", "my brothers"): then all of them are its `entities`."""
        ...

    async def named_in(self, tx: Tx, text: str, *, locale: str, partly: bool = False) -> Sequence[Resolution]:
        """What `people` says of one sentence."""
        ...

    async def genders(self, tx: Tx, people: Sequence[UUID]) -> Mapping[UUID, Gender]:
        """The genders of these contacts that their relations to the user tell; those of the others are not known."""
        ...

    async def resolve_place(self, tx: Tx, phrase: str, *, locale: str) -> Resolution:
        """The place that a phrase names."""
        ...
