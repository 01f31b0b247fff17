"""What becomes of what was read from the user's messages: believed, learned, proposed, or known already?

One transaction for all that one reading found, with the messages marked as read: nothing is learned twice, nothing from
words whose fact the user took back, nor from older words that say the same. A repetition makes a fact more important
and never truer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import or_

from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.memory.fact_learning.checks import Learnable
from orchestrator.domain.memory.facts import contradictions, reading, repository, service
from orchestrator.domain.memory.facts.assertion import MOST_IMPORTANT, REVIEW_AFTER
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.review import proposing
from orchestrator.domain.memory.facts.schemas import CONFIRMED, LEARNED, PROPOSED, SOFT_FACT, FactFields, Source
from orchestrator.domain.memory.facts.similarity import Meanings, alike
from orchestrator.domain.memory.rules.source import rules_of
from orchestrator.domain.people.conversations import sessions
from orchestrator.domain.people.conversations.said import Said
from orchestrator.domain.people.conversations.sessions import DueThread, SessionSpan
from orchestrator.kit.zones import named_zone
from orchestrator.language.statements.stating import since_when
from orchestrator.language.text.quoted import overlaps

MOST_LOOKED_AT = 1_000


@dataclass(frozen=True)
class TakenBack:
    """A text that was believed, until the user said otherwise."""

    text: str
    at: datetime


async def taken_back(tx: Tx) -> list[TakenBack]:
    """The newest. Not: what only gave way to something learned later, for that may have been said earlier. Corrected,
    ended, or hidden by the user: older words do not bring it back."""
    over = or_(UserFact.superseded_by.is_not(None), UserFact.valid_to_at.is_not(None), UserFact.hidden_at.is_not(None))
    rows = await facts.repository.rows(
        tx, UserFact.kind == SOFT_FACT, UserFact.trust != PROPOSED, over, limit=MOST_LOOKED_AT, hidden=True
    )
    learned = await _ended_by_learned(tx, rows)
    found = []
    for row in rows:
        moments = [row.hidden_at]
        if row.id not in learned:
            moments += [row.superseded_at if row.superseded_by is not None else None, row.valid_to_at]
        known = [moment for moment in moments if moment is not None]
        if known:
            found.append(TakenBack(row.text, max(known)))
    return found


async def _ended_by_learned(tx: Tx, rows: Sequence[UserFact]) -> set[UUID]:
    """Which of them something that was only learned took the place of."""
    if not rows:
        return set()
    newer = await facts.repository.rows(
        tx,
        UserFact.trust == LEARNED,
        UserFact.replaces.overlap([row.id for row in rows]),
        limit=MOST_LOOKED_AT,
        hidden=True,
    )
    return {old_id for row in newer for old_id in row.replaces}


MESSAGE = "message"
BY = "steward.sessions"
"""`source` of what was learned or proposed by this way."""
MOST_COMPARED = 2_000


@dataclass
class Learned:
    """How many of what was found became what."""

    stated: int = 0
    learned: int = 0
    proposed: int = 0
    known: int = 0


@dataclass(frozen=True)
class _Keeping:
    tx: Tx
    to_steward: bool
    zone: str
    locale: str
    now: datetime
    rules: RuleSet
    meanings: Meanings
    read: frozenset[UUID]
    dealt: dict[UUID, list[tuple[int, int, str | None]]]
    believed: list[UserFact]
    waiting: list[UserFact]
    taken_back: Sequence[TakenBack]


async def keep(
    tx: Tx,
    thread: DueThread,
    span: SessionSpan,
    read: Sequence[Said],
    found: Sequence[Learnable],
    *,
    zone: str,
    locale: str,
    meanings: Meanings,
) -> Learned:
    """Store what `read` told, and that it was read. Words that changed or went meanwhile are left for another time."""
    await provenance.lock_ingestion(tx)
    still = {part.id: part.text for part in await sessions.unread(tx, thread.id, span)}
    there = frozenset(part.id for part in read if still.get(part.id) == part.text)
    await _withdraw_changed(tx, {message_id: still[message_id] for message_id in there})
    keeping = await _keeping(tx, thread, there, zone=zone, locale=locale, meanings=meanings)
    told = Learned()
    for one in found:
        if one.said.id in there and not _dealt_with(keeping, one):
            await _kept(keeping, one, told)
    await sessions.mark_read(tx, there)
    return told


async def told_before(tx: Tx, parts: Sequence[Said]) -> bool:
    """Whether facts were taken from any of these messages, in these words or in earlier ones."""
    return bool(await repository.quoting(tx, sorted(part.id for part in parts)))


async def _withdraw_changed(tx: Tx, texts: Mapping[UUID, str]) -> None:
    """A message that says something else now is no source of what it said before; a fact with no other one was wrong,
    unless the user made it theirs."""
    now = await repository.now(tx.session)
    for row in await repository.quoting(tx, sorted(texts)):
        left = [one for one in row.provenance if not _unsaid(one, texts)]
        if len(left) == len(row.provenance) or row.ratified_at is not None:
            continue
        if not left and row.superseded_at is None:
            row.superseded_at = now
        for message_id in {UUID(one["id"]) for one in row.provenance if one not in left}:
            await provenance.unlink(tx, source=(MESSAGE, message_id), derived=(facts.kind, row.id))
        row.provenance = left
        await facts.touched(tx, row)


def _unsaid(source: Mapping[str, Any], texts: Mapping[UUID, str]) -> bool:
    text = texts.get(UUID(source["id"])) if source["kind"] == MESSAGE else None
    return text is not None and source["quote"] is not None and source["quote"] not in text


async def _keeping(
    tx: Tx, thread: DueThread, there: frozenset[UUID], *, zone: str, locale: str, meanings: Meanings
) -> _Keeping:
    dealt: dict[UUID, list[tuple[int, int, str | None]]] = {}
    for row in await repository.quoting(tx, sorted(there)):
        for one in row.provenance:
            if one["kind"] == MESSAGE and one["start"] is not None:
                dealt.setdefault(UUID(one["id"]), []).append((one["start"], one["end"], row.attribute))
    proposals = (UserFact.trust == PROPOSED, UserFact.superseded_at.is_(None))
    return _Keeping(
        tx,
        not thread.ingested,
        zone,
        locale,
        await repository.now(tx.session),
        (await rules_of(tx.session, [tx.owner_id])).get(tx.owner_id, RuleSet()),
        meanings,
        there,
        dealt,
        [row for row in await reading.facts_now(tx, limit=MOST_COMPARED) if row.kind == SOFT_FACT],
        await facts.repository.rows(tx, *proposals, limit=MOST_COMPARED, hidden=True),
        await taken_back(tx),
    )


def _dealt_with(keeping: _Keeping, one: Learnable) -> bool:
    """Whether these words became a fact before: believed, proposed, corrected or taken back since."""
    claim = one.claim
    for start, end, attribute in keeping.dealt.get(one.said.id, ()):
        another = claim is not None and claim.known and attribute is not None and attribute != claim.attribute
        if overlaps(one.start, one.end, [(start, end)]) and not another:
            return True
    return False


async def _kept(keeping: _Keeping, one: Learnable, told: Learned) -> None:
    if keeping.rules.forbids_storing(one.text, category=one.category, subjects=one.subjects) is not None:
        return
    fields = _fields(keeping, one)
    source = Source(MESSAGE, one.said.id, one.start, one.end, one.quote)
    over = any(one.said.at <= old.at and alike(one.text, old.text, keeping.meanings) for old in keeping.taken_back)
    if one.private:
        told.proposed += 0 if over else await _proposed(keeping, fields, source)
        return
    origin = "agent" if one.by_model else "user"
    row = await facts.built(keeping.tx, fields, zone=keeping.zone, origin=origin)
    row.recorded_at = keeping.now
    known = await _known(keeping, row)
    if known is not None:
        await _said_once_more(keeping, known, source)
        told.known += 1
        return
    if over:
        return  # the user said otherwise since
    against = await contradictions.contradicted(keeping.tx, row, now=keeping.now)
    if against and one.said.at <= await _last_told(keeping, against):
        return  # what was said since holds; of this the message itself tells
    if one.stated and keeping.to_steward:
        await _stated(keeping, fields, one, source, against=bool(against))
        told.stated += 1
    elif any(other.trust == CONFIRMED for other in against):
        told.proposed += await _proposed(keeping, fields, source)
    else:
        await _learned(keeping, row, one, source, against)
        told.learned += 1


def _fields(keeping: _Keeping, one: Learnable) -> FactFields:
    at = one.said.at.astimezone(named_zone(keeping.zone)).replace(tzinfo=None)
    return FactFields(
        text=one.text,
        category=one.category,
        subjects=list(one.subjects),
        importance=one.importance,
        confidence=one.confidence,
        valid_from=since_when(one.text, now=at, locale=keeping.locale),
    )


async def _proposed(keeping: _Keeping, fields: FactFields, source: Source) -> int:
    """File it for the user; answers whether it is a new one."""
    if any(alike(fields.text, row.text, keeping.meanings) for row in (*keeping.waiting, *keeping.believed)):
        return 0
    row = await proposing.propose(keeping.tx, fields, agent=BY, zone=keeping.zone, sources=(source,))
    keeping.waiting.append(row)
    return 1


async def _known(keeping: _Keeping, row: UserFact) -> UserFact | None:
    """The believed fact that says so already."""
    same = await contradictions.same(keeping.tx, row, contained=True, now=keeping.now)
    if same is not None:
        return same
    return next((known for known in keeping.believed if alike(row.text, known.text, keeping.meanings)), None)


async def _said_once_more(keeping: _Keeping, row: UserFact, source: Source) -> None:
    """It weighs more, once a session, and has one more source; it is no truer for that."""
    sources = {UUID(one["id"]) for one in row.provenance if one["kind"] == MESSAGE}
    if source.id in sources:
        return
    if not sources & keeping.read:
        row.importance = min(MOST_IMPORTANT, row.importance + 1)
    row.provenance = [*row.provenance, source.stored(source.quote or row.text)]
    await provenance.record(keeping.tx, source=(MESSAGE, source.id), derived=(facts.kind, row.id))
    await facts.touched(keeping.tx, row)


async def _last_told(keeping: _Keeping, rows: Sequence[UserFact]) -> datetime:
    """When the user last said, or did, what any of these is believed by."""
    moments = []
    for row in rows:
        ids = [UUID(one["id"]) for one in row.provenance if one["kind"] == MESSAGE]
        said_at = await sessions.last_said(keeping.tx, ids)
        moments += [moment for moment in (said_at, row.ratified_at) if moment is not None] or [row.recorded_at]
    return max(moments)


async def _stated(keeping: _Keeping, fields: FactFields, one: Learnable, source: Source, *, against: bool) -> None:
    """The user said it to Steward: believed at once, as if it had been remembered in the turn."""
    changes: dict[str, Any] = {"confidence": None}
    if against and fields.valid_from is None:
        changes["valid_from"] = one.said.at
    done = await service.state(
        keeping.tx,
        fields.model_copy(update=changes),
        zone=keeping.zone,
        origin="user",
        sources=(source,),
        ratified=False,
        contained=True,
    )
    gone = {row.id for row in done.replaced}
    keeping.believed[:] = [row for row in keeping.believed if row.id not in gone] + [done.row]


async def _learned(
    keeping: _Keeping, row: UserFact, one: Learnable, source: Source, against: Sequence[UserFact]
) -> None:
    """Believed a little; of two that were only learned the one that was said later holds."""
    row.source, row.trust = BY, LEARNED
    row.review_after = keeping.now + REVIEW_AFTER[LEARNED]
    if against and row.valid_from is None:
        row.valid_from = one.said.at
    for old in against:
        if contradictions.outcome(old, row) == "was_wrong" or row.valid_from is None:
            old.superseded_at, old.superseded_by = keeping.now, row.id
        else:
            old.valid_to_before, old.valid_to, old.valid_to_at = old.valid_to, row.valid_from, keeping.now
        await facts.touched(keeping.tx, old)
        if old in keeping.believed:
            keeping.believed.remove(old)
    row.replaces = [old.id for old in against]
    row.provenance = [source.stored(row.text)]
    await facts.repository.add(keeping.tx.session, row)
    await provenance.record(keeping.tx, source=(MESSAGE, source.id), derived=(facts.kind, row.id))
    await facts.show(keeping.tx, row)
    keeping.believed.append(row)
