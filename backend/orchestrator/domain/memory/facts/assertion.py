"""How does a row become believed, and what gives way to it? What the acts on facts have in common.

Whoever uses this has asked already whether the user said so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.memory.facts import contradictions, repository
from orchestrator.domain.memory.facts.entity import STATED_CONFIDENCE, facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import CONFIRMED, LEARNED, PROPOSED, FactFields, Source
from orchestrator.errors import InvalidRequest
from orchestrator.kit.versions import Expected
from orchestrator.language.text.secrets import holds_secret

OWN_DATA = "own_data"
MOST_IMPORTANT = 10
REVIEW_AFTER = {CONFIRMED: timedelta(days=365), LEARNED: timedelta(days=90), PROPOSED: timedelta(days=90)}
REVIEW_TASK_AFTER = timedelta(days=30)
"""What goes on now (`ongoing_task`) is over soonest."""


@dataclass(frozen=True)
class Stated:
    """What became of a statement. `known`: it said what `row` says already, which weighs more now. `replaced`: what it
    ended or proved wrong."""

    row: UserFact
    known: bool = False
    replaced: tuple[UserFact, ...] = ()


async def begin(tx: Tx, text: str) -> datetime:
    """One act after another for each user: two statements at once would not see each other."""
    no_secret(text)
    await provenance.lock_ingestion(tx)
    return await repository.now(tx.session)


def no_secret(text: str) -> None:
    """Raises InvalidRequest where it reads like a password, key or card number."""
    if holds_secret(text):
        detail = "This reads like a password, key or card number: secrets are never remembered."
        raise InvalidRequest(detail, errors=[{"loc": ["text"], "message": "holds a secret"}])


async def confirmed_row(
    tx: Tx, fields: FactFields, now: datetime, *, zone: str, origin: str, ratified: bool, entity_id: UUID | None
) -> UserFact:
    """A row that the user says, not stored yet. `ratified`: it stays where the words that said it go. Raises
    InvalidRequest."""
    row = await facts.built(tx, fields, zone=zone, origin=origin, entity_id=entity_id)
    row.trust, row.recorded_at, row.last_confirmed_at = CONFIRMED, now, now
    row.ratified_at = now if ratified else None
    return row


async def believe(tx: Tx, row: UserFact, sources: Sequence[Source], now: datetime) -> Stated:
    """Store a new row that is believed from now on; what it contradicts gives way."""
    row.review_after = row.review_after or now + _review(row)
    replaced = await win(tx, row, now)
    await store(tx, row, sources)
    return Stated(row, replaced=tuple(replaced))


async def store(tx: Tx, row: UserFact, sources: Sequence[Source]) -> None:
    """Write a new row, with where it was taken from."""
    row.provenance = [one.stored(row.text) for one in sources]
    await facts.repository.add(tx.session, row)
    await derive(tx, row)
    await facts.show(tx, row)


async def derive(tx: Tx, row: UserFact) -> None:
    """Remember what it was made of: erasing that takes it along."""
    sources = [(str(one["kind"]), UUID(one["id"])) for one in row.provenance]
    await provenance.record_all(tx, sources=list(dict.fromkeys(sources)), derived=(facts.kind, row.id))


async def win(tx: Tx, row: UserFact, now: datetime) -> list[UserFact]:
    """End, or supersede, what can't hold beside `row`."""
    against = await contradictions.contradicted(tx, row, now=now)
    if against and row.valid_from is None:
        row.valid_from = now
    for old in against:
        if contradictions.outcome(old, row) == "was_wrong":
            old.superseded_at, old.superseded_by = now, row.id
        else:
            end_at(old, row.valid_from or now, now)
        await facts.touched(tx, old)
    row.replaces = list(dict.fromkeys([*(row.replaces or ()), *(old.id for old in against)]))
    return against


async def say_again(tx: Tx, row: UserFact, sources: Sequence[Source], now: datetime, *, ratified: bool) -> None:
    """A repetition makes it more important, and no truer; what was learned is the user's statement now."""
    row.importance = min(MOST_IMPORTANT, row.importance + 1)
    if row.trust == LEARNED:
        row.trust, row.confidence = CONFIRMED, STATED_CONFIDENCE
    row.last_confirmed_at = now
    if ratified and row.ratified_at is None:
        row.ratified_at = now
    known = {(one["kind"], one["id"]) for one in row.provenance}
    fresh = [one for one in sources if (one.kind, str(one.id)) not in known]
    row.provenance = [*row.provenance, *(one.stored(one.text or row.text) for one in fresh)]
    await derive(tx, row)
    await facts.touched(tx, row)


def confirm_row(row: UserFact, now: datetime) -> None:
    """The user says that it holds: it is theirs, and up for review later."""
    row.trust, row.confidence = CONFIRMED, STATED_CONFIDENCE
    row.ratified_at = row.last_confirmed_at = now
    row.review_after = now + _review(row)


def _review(row: UserFact) -> timedelta:
    return REVIEW_TASK_AFTER if row.category == "ongoing_task" else REVIEW_AFTER[CONFIRMED]


def end_at(row: UserFact, moment: datetime, now: datetime) -> None:
    """It holds until `moment`; what was believed of its end before is kept for `known_at`. Raises InvalidRequest."""
    if row.valid_from is not None and moment < row.valid_from:
        message = f"must not be before the fact began ({row.valid_from.isoformat()})"
        raise InvalidRequest("A fact can't end before it begins.", errors=[{"loc": ["valid_from"], "message": message}])
    row.valid_to_before = row.valid_to
    row.valid_to, row.valid_to_at = moment, now


async def open_fact(tx: Tx, fact_id: UUID, version: Expected) -> UserFact:
    """A fact that can be acted on, locked. Raises NotFound, VersionConflict, InvalidRequest."""
    row = await facts.locked(tx, fact_id, version)
    not_superseded(row)
    if row.trust == PROPOSED:
        raise InvalidRequest("This is a proposal: ratify or dismiss it under /proposals.")
    return row


def not_superseded(row: UserFact) -> None:
    """Raises InvalidRequest where it is believed no more."""
    if row.superseded_by is not None:
        raise InvalidRequest(f"This fact was superseded by {row.superseded_by}: act on that one.")
    if row.superseded_at is not None:
        raise InvalidRequest("This fact was taken back: what said so says something else by now.")
    if row.hidden_at is not None and row.trust != PROPOSED:
        raise InvalidRequest("This fact was taken back: state it again.")


def believed(row: UserFact) -> bool:
    """Whether it is one of those that are believed, whenever it holds."""
    return row.trust != PROPOSED and row.superseded_at is None and row.hidden_at is None
