"""What does an address book hold, and what does it answer? Plain records. And who belongs to the organisation, or the
domain, that words name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from orchestrator.kit import patterns
from orchestrator.language.names.address_book import Status
from orchestrator.language.text.normalize import tokens

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


_COMPANY_FORMS = frozenset("inc ltd llc lda sa sl gmbh corp corporation company co plc ltda spa ag group".split())
SHORTEST_NAME = 3
"""Letters: less than these is no surname and no part of a domain that says whose it is."""


def is_called(organization: str, words: str) -> bool:
    """Whether the words are an organisation's name or the beginning of it, forms of companies aside."""
    wanted = [word for word in tokens(words) if word not in _COMPANY_FORMS]
    own = [word for word in tokens(organization) if word not in _COMPANY_FORMS]
    return bool(wanted and own) and (own[: len(wanted)] == wanted or "".join(own) == "".join(wanted))


def is_host_of(host: str, words: str) -> bool:
    """Whether the words are a part of a domain: "Acme" of mail.acme.com."""
    joined = "".join(word for word in tokens(words) if word not in _COMPANY_FORMS)
    return len(joined) >= SHORTEST_NAME and joined in patterns.compile(r"[.-]").split(host)[:-1]


def is_at(host: str, domain: str) -> bool:
    """Whether the host is the domain, or below it."""
    return bool(host) and (host == domain or host.endswith("." + domain))


def host_of(email: str) -> str:
    """What follows the @; all of it where there is none."""
    return email.rpartition("@")[2]
