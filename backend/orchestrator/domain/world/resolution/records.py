"""What does an address book hold, and what does it answer? Plain records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from orchestrator.language.names import Status

Chosen = Literal["group", "domain", "organization", "family", "relation", "surname", "place"]
Why = Literal["exact", "alias", "nickname", "fuzzy", "relation", "selector", "none"]


@dataclass(frozen=True)
class Record:
    """Someone of the address book. `emails`: folded; `relations`: what they are to the user, as stored."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    nicknames: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    organization: str | None = None
    emails: tuple[str, ...] = ()
    is_user: bool = False


@dataclass(frozen=True)
class Group:
    """A group with its members; `id` is None where it is only a name that contacts carry. `kind`: by what its members
    were chosen, None where the user chose them."""

    name: str
    members: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    id: str | None = None
    kind: str | None = None


@dataclass(frozen=True)
class Around:
    """What the records do not say. `ties`: (contact, label) of what others are to a contact; `residents`: who belongs
    to a place that the phrase names."""

    ties: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    residents: tuple[str, ...] = ()


@dataclass(frozen=True)
class Together:
    """Several people as a group. `inferred`: nothing stored says that these are all of them; `kind`: by what they were
    chosen."""

    name: str
    inferred: bool
    kind: Chosen = "group"
    id: str | None = None


@dataclass(frozen=True)
class Verdict:
    """Who was meant. `resolved` with several ids means all of them; `ambiguous` is a choice between them."""

    status: Status
    ids: tuple[str, ...] = ()
    why: Why = "none"
    group: Together | None = None


UNKNOWN = Verdict("unknown")
