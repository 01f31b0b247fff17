"""What may be asked about facts that are believed, and what becomes of the answer? Asking changes none of them.

A question is a proposal that names the facts it is about (`concerns`) as they were then (`concerned_as`). Answered, all
of it happens in one transaction: what it concerns is superseded or ended and stays readable, with where it was taken
from. Dismissed, it is remembered, and not asked again while these facts say what they said.
"""

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from orchestrator.agent.types.origin import least_trusted
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.memory.facts import question_repository as repository
from orchestrator.domain.memory.facts.assertion import REVIEW_AFTER, confirm_row, derive, end_at, win
from orchestrator.domain.memory.facts.entity import STATED_CONFIDENCE, facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.repository import now as moment_now
from orchestrator.domain.memory.facts.review.review_queue import Comparable
from orchestrator.domain.memory.facts.schemas import CONFIRMED, LEARNED, PROPOSED, FactFields, FactScope, Source, Trust
from orchestrator.errors import InvalidRequest, VersionConflict
from orchestrator.kit.versions import Expected
from orchestrator.language.text.normalize import tokens

Asks = Literal["merge", "contradiction"]
MERGE: Asks = "merge"
CONTRADICTION: Asks = "contradiction"
BY = "steward.consolidation"
"""`source` of a question."""
ASKED_CONFIDENCE = 0.5
"""What waits for the user is not believed (facts/proposing.py)."""
_DIGEST_CHARACTERS = 24
_CHANGED = "A fact that this is about has changed since. Dismiss it: it is asked anew where it still matters."


@dataclass(frozen=True)
class Asked:
    """A question that was asked before. `concerns`: (fact, what it said then); `waits`: it is still to be answered."""

    id: UUID
    concerns: tuple[tuple[UUID, str], ...]
    waits: bool


def digest(row: UserFact | Comparable) -> str:
    """What changes whenever the fact says something else: its meaning, not its weight. Holds no word of it."""
    said = [row.kind, row.text, row.scope_type, row.scope_ref, row.effect, _told(row.valid_from), _told(row.valid_to)]
    whole = json.dumps(said, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST_CHARACTERS]


async def ask(tx: Tx, asks: Asks, rows: Sequence[UserFact], text: str, reason: str) -> UserFact | None:
    """File a question about these believed facts, the first the one whose fields it takes. None where one of them
    is asked about already, or the very same was asked before. The caller holds the owner's lock
    (`provenance.lock_ingestion`). Raises InvalidRequest where what it would make can't be."""
    ids = [row.id for row in rows]
    if await repository.asked_about(tx, ids, [digest(row) for row in rows]):
        return None
    row = await facts.built(tx, _fields(rows, text), zone="UTC", origin="agent")
    row.source, row.external_id = BY, None
    row.trust, row.recorded_at = PROPOSED, await moment_now(tx.session)
    row.confidence = min(ASKED_CONFIDENCE, *(one.confidence for one in rows))
    row.review_after = row.recorded_at + REVIEW_AFTER[PROPOSED]
    row.asks, row.reason = asks, reason
    row.concerns, row.concerned_as = ids, [digest(one) for one in rows]
    row.provenance = [_as_source(one) for one in rows]
    await facts.repository.add(tx.session, row)
    await derive(tx, row)
    return row


async def answered(tx: Tx, question: UserFact, now: datetime, choice: UUID | None = None) -> UserFact:
    """The user says yes, or which one holds. Answers what now holds. Raises VersionConflict where a fact changed since,
    InvalidRequest for a choice that is none of the options."""
    if choice is not None and (question.asks != CONTRADICTION or choice not in question.concerns):
        message = "one of the `options` of the question" if question.asks == CONTRADICTION else "there is none here"
        raise InvalidRequest("`choice` is no option.", errors=[{"loc": ["body", "choice"], "message": message}])
    rows = await repository.concerned(tx, question)
    if [digest(row) for row in rows] != question.concerned_as or not all(_open(row, now) for row in rows):
        raise VersionConflict(_CHANGED)
    if question.asks == MERGE:
        return await _merged(tx, question, rows, now)
    held = next(row for row in rows if row.id == (choice or question.concerns[0]))
    return await _held(tx, question, held, [row for row in rows if row is not held], now)


async def unmerge(tx: Tx, fact_id: UUID, *, version: Expected = None) -> list[UserFact]:
    """Take a merge back: what was merged holds again, as it was, and is not proposed again. Answers those facts.
    Raises NotFound, VersionConflict, InvalidRequest where nothing was merged here, or it changed since."""
    await provenance.lock_ingestion(tx)
    row = await facts.locked(tx, fact_id, version)
    if row.asks != MERGE or row.trust == PROPOSED:
        raise InvalidRequest("Nothing was merged into this fact.")
    if row.superseded_at is not None or row.hidden_at is not None:
        raise InvalidRequest("This fact is believed no more: act on the one in its place.")
    rows = await repository.concerned(tx, row)
    if len(rows) < len(row.concerns) or any(one.superseded_by != row.id for one in rows):
        raise InvalidRequest("What was merged is not there any more, so this can't be taken back.")
    for one in rows:
        one.superseded_at = one.superseded_by = None
        await facts.touched(tx, one)
    row.trust, row.replaces, row.ratified_at = PROPOSED, [], None
    row.provenance = [_as_source(one) for one in rows]
    row.concerned_as = [digest(one) for one in rows]
    await provenance.forget_sources(tx, facts.kind, row.id)
    await derive(tx, row)
    await facts.hide(tx, row.id)
    return rows


async def asked_before(tx: Tx) -> list[Asked]:
    """All questions of the past, waiting or dismissed."""
    rows = await repository.questions(tx)
    return [
        Asked(row.id, tuple(zip(row.concerns, row.concerned_as, strict=True)), waits=row.hidden_at is None)
        for row in rows
    ]


async def withdraw_outdated(tx: Tx) -> int:
    """Take back the waiting questions about facts that say something else by now, hold no more or are gone; answers how
    many. They are this Steward's own, so nothing of the user's goes."""
    now = await moment_now(tx.session)
    gone: list[UUID] = []
    for question in await repository.questions(tx, waiting=True):
        rows = await repository.concerned(tx, question)
        if [digest(row) for row in rows] != question.concerned_as or not all(_open(row, now) for row in rows):
            gone.append(question.id)
    await drop(tx, gone)
    return len(gone)


async def drop(tx: Tx, ids: Collection[UUID]) -> None:
    """Take questions away for good, with the record of what they were made of."""
    if ids:
        await repository.delete(tx, ids)
        await provenance.forget(tx, [(facts.kind, one) for one in ids])


async def _merged(tx: Tx, row: UserFact, rows: Sequence[UserFact], now: datetime) -> UserFact:
    """The question becomes the one fact, with all that the others knew and nothing that they did not."""
    row.trust, row.confidence = _belief(row, rows)
    row.importance = max(row.importance, *(one.importance for one in rows))
    row.alignment = max(one.alignment for one in rows)
    row.last_confirmed_at = max((at for one in rows if (at := one.last_confirmed_at) is not None), default=None)
    row.review_after = max((at for one in rows if (at := one.review_after) is not None), default=None)
    row.origin = least_trusted(one.origin for one in rows).value
    row.hidden_at, row.recorded_at, row.ratified_at = None, now, now
    row.provenance = _sources(rows)
    await provenance.forget_sources(tx, facts.kind, row.id)
    await derive(tx, row)
    for one in rows:
        one.superseded_at, one.superseded_by = now, row.id
        await facts.touched(tx, one)
    row.replaces = [one.id for one in rows]
    await tx.session.flush()
    await win(tx, row, now)
    await repository.inherit_uses(tx, row.id, row.replaces)
    await facts.touched(tx, row)
    return row


def _belief(row: UserFact, rows: Sequence[UserFact]) -> tuple[Trust, float]:
    """How much the user said themselves of these very words: two of the same are no evidence of each other."""
    if "text" in row.user_fields:
        return CONFIRMED, STATED_CONFIDENCE
    words = tokens(row.text)
    same = max((one for one in rows if tokens(one.text) == words), key=lambda one: one.confidence, default=None)
    if same is not None and same.trust == CONFIRMED:
        return CONFIRMED, same.confidence
    confidence = same.confidence if same is not None else min(one.confidence for one in rows)
    return (CONFIRMED if all(one.trust == CONFIRMED for one in rows) else LEARNED), confidence


async def _held(tx: Tx, question: UserFact, held: UserFact, others: Sequence[UserFact], now: datetime) -> UserFact:
    """The user said which one holds. An older one ends where it begins; a newer one was wrong."""
    if held.valid_from is None and all(_since(one) < _since(held) for one in others):
        held.valid_from = held.recorded_at
    for other in others:
        if _since(other) < _since(held):
            end_at(other, _since(held), now)
        else:
            other.superseded_at, other.superseded_by = now, held.id
        await facts.touched(tx, other)
    held.replaces = list(dict.fromkeys([*held.replaces, *(other.id for other in others)]))
    confirm_row(held, now)
    await facts.touched(tx, held)
    await facts.hide(tx, question.id)
    return held


def _fields(rows: Sequence[UserFact], text: str) -> FactFields:
    first = rows[0]
    ends = [row.valid_to for row in rows if row.valid_to is not None]
    return FactFields(
        text=text,
        kind=first.kind,
        category=first.category,
        subjects=list(dict.fromkeys(name for row in rows for name in row.subjects)),
        scope=FactScope(type=first.scope_type, ref=first.scope_ref),
        effect=first.effect,
        importance=max(row.importance for row in rows),
        valid_from=min((at for row in rows if (at := row.valid_from) is not None), default=None),
        valid_to=max(ends) if len(ends) == len(rows) else None,
        tags=list(dict.fromkeys(tag for row in rows for tag in row.tags)),
    )


def _as_source(row: UserFact) -> dict[str, Any]:
    return Source(facts.kind, row.id, 0, len(row.text), row.text).stored(row.text)


def _sources(rows: Sequence[UserFact]) -> list[dict[str, Any]]:
    """Where all of them were taken from; what was only ever stated is its own source."""
    told = [one for row in rows for one in (row.provenance or [_as_source(row)])]
    return list({json.dumps(one, sort_keys=True): one for one in told}.values())


def _since(row: UserFact) -> datetime:
    return row.valid_from or row.recorded_at


def _open(row: UserFact, now: datetime) -> bool:
    held = row.superseded_at is None and row.hidden_at is None and row.trust != PROPOSED
    return held and (row.valid_to is None or row.valid_to > now)


def _told(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None
