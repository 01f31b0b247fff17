"""Where does a fact hold, and is this the place? A fact of a project, language, person or place is told only where the
context names or concerns it; the narrower then precedes the wider, a project what holds everywhere."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.ports.resolution import Resolver
from orchestrator.db.tx import Tx
from orchestrator.domain.world.places.service import places
from orchestrator.kit.ids import parse_id
from orchestrator.language.text.normalize import tokens

GLOBAL, DOMAIN = "global", "domain"
WIDE = frozenset({GLOBAL, DOMAIN})
"""Told whatever the context names: a field of life ("health") is seldom called by its name."""
NARROWNESS: Mapping[str, int] = {GLOBAL: 0, "language": 1, DOMAIN: 2, "project": 3, "place": 4, "person": 5}
"""As of the hard rules (`agent/rules/ruleset.py`)."""

Scope = tuple[str, str | None]
"""(type, reference)"""


@dataclass(frozen=True)
class Around:
    """What a context names and concerns. `words`: its text; `about`: contacts and places that it is about."""

    words: str
    about: frozenset[UUID] = frozenset()
    locale: str = "en"


async def concerned(tx: Tx, scopes: Collection[Scope], around: Around, resolver: Resolver) -> set[Scope]:
    """Those of the scopes that the context names or concerns."""
    found: set[Scope] = {(kind, ref) for kind, ref in scopes if ref is not None and names(around.words, ref)}
    people = {ref for kind, ref in scopes if kind == "person"}
    spots = {ref for kind, ref in scopes if kind == "place"}
    met = {str(one) for one in around.about}
    if people:
        named = await resolver.named_in(tx, around.words, locale=around.locale)
        met |= {str(entity.id) for one in named for entity in one.entities}
        found |= {("person", ref) for ref in people & met}
    if spots:
        ids = {found_id for ref in spots if ref is not None and (found_id := parse_id(ref)) is not None}
        rows = await places.many(tx, sorted(ids))
        met |= {str(row.id) for row in rows if any(names(around.words, one) for one in (row.name, *row.aliases))}
        found |= {("place", ref) for ref in spots & met}
    return found


def names(text: str, ref: str) -> bool:
    """Whether a text names something: all its words, one after another."""
    return stands_in(tokens(ref), tokens(text))


def stands_in(words: Sequence[str], said: Sequence[str]) -> bool:
    """Whether the words stand in what was said, one after another."""
    number = len(words)
    return bool(words) and any(list(said[at : at + number]) == list(words) for at in range(len(said) - number + 1))
