"""Which facts are meant, and at which time? As conditions over their table."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_, text

from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import PROPOSED
from orchestrator.language.text.normalize import normalize

_MARKED = text(
    "exists (select from fact_reviews r where r.user_id = user_facts.user_id and r.fact_id = user_facts.id"
    " and (user_facts.last_confirmed_at is null or user_facts.last_confirmed_at < r.marked_at))"
)


@dataclass(frozen=True)
class FactFilter:
    """Which facts: what held at `as_of` by what was known at `known_at` (aware; None = now). Without a `trust` those
    that are believed: proposals are asked for by name."""

    as_of: datetime | None = None
    known_at: datetime | None = None
    kind: str | None = None
    category: str | None = None
    tag: str | None = None
    trust: str | None = None
    scope_type: str | None = None
    scope_ref: str | None = None
    subject: str | None = None
    effect: str | None = None
    review_due: bool = False
    past: bool = False
    """Those too that held before `as_of` and no longer did."""

    def conditions(self) -> list[ColumnElement[bool]]:
        """The conditions over `user_facts`."""
        found = [*holds(self.as_of, self.known_at, past=self.past)]
        found.append(UserFact.trust != PROPOSED if self.trust is None else UserFact.trust == self.trust)
        if self.kind is not None:
            found.append(UserFact.kind == self.kind)
        if self.category is not None:
            found.append(UserFact.category == self.category)
        if self.tag is not None:
            found.append(UserFact.tags.contains([self.tag]))
        if self.scope_type is not None:
            found.append(UserFact.scope_type == self.scope_type)
        if self.scope_ref is not None:
            found.append(UserFact.scope_ref == self.scope_ref)
        if self.subject is not None:
            found.append(UserFact.subject_keys.contains([normalize(self.subject)]))
        if self.effect is not None:
            found.append(UserFact.effect["type"].astext == self.effect)
        if self.review_due:
            found.append(or_(UserFact.review_after <= func.steward_now(), _MARKED))
        return found


def holds(as_of: datetime | None, known_at: datetime | None, *, past: bool = False) -> list[ColumnElement[bool]]:
    """What held then in the world (`past`: or before), by what was known then. A `valid_to` that a change or a
    retirement set counts only for a `known_at` from that moment on (api.md); before it the one that was believed until
    then does."""
    world = as_of if as_of is not None else func.steward_now()
    begun = or_(UserFact.valid_from.is_(None), UserFact.valid_from <= world)
    if known_at is None:
        open_still = or_(UserFact.valid_to.is_(None), UserFact.valid_to > world)
        return [UserFact.superseded_at.is_(None), begun, *([] if past else [open_still])]
    was_told = or_(UserFact.valid_to_at.is_(None), UserFact.valid_to_at <= known_at)
    open_still = or_(
        and_(was_told, or_(UserFact.valid_to.is_(None), UserFact.valid_to > world)),
        and_(
            UserFact.valid_to_at > known_at,
            or_(UserFact.valid_to_before.is_(None), UserFact.valid_to_before > world),
        ),
    )
    believed = or_(UserFact.superseded_at.is_(None), UserFact.superseded_at > known_at)
    return [UserFact.recorded_at <= known_at, believed, begun, *([] if past else [open_still])]
