"""What is there to ask of a user's facts? Read, compared on a thread, and filed in batches, each its own unit of work.

What is filed are questions (facts/questions.py): no fact changes. A batch whose facts changed meanwhile is left for the
next look, and a kill loses no more than one batch's comparing.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import fsum
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search.store import vectors
from orchestrator.domain.memory.consolidation.candidates import FactIndex, Relation, groups, state_of_the_code
from orchestrator.domain.memory.consolidation.fusing import fused, most_telling, says_all
from orchestrator.domain.memory.consolidation.schemas import Tally
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.review import questions, review_queue
from orchestrator.domain.memory.facts.review.questions import CONTRADICTION, MERGE, Asked, Asks, digest
from orchestrator.domain.memory.facts.review.review_queue import Believed, Comparable
from orchestrator.domain.memory.facts.similarity import SAME_MEANING
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.errors import InvalidRequest
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import tokens
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.port import Embedder, ModelError
from orchestrator.scheduling.handler import JobContext

BATCH = 100
"""Facts compared and filed at once: some tens of milliseconds, so that whoever comes does not wait."""
MOST_TOGETHER = 5
"""More facts than that in one question nobody reads."""
MOST_WAITING = 50
"""Questions of one user that wait at a time: what nobody answers need not grow. The rest is asked once these are."""
MOST_EMBEDDED = 60
SHOWN_CHARACTERS = 160

GoesOn = Callable[[], Awaitable[bool]]
"""Whether there is time for another unit of work."""


@dataclass(frozen=True)
class _Look:
    """A user's facts, and which of them are to be compared. `settled`: pairs of facts that, as they are, were asked
    about; `waiting`: facts that an open question is about, `room`: how many more questions may wait."""

    owner_id: UUID
    locale: str
    zone: str
    now: datetime
    index: FactIndex
    due: tuple[int, ...]
    settled: frozenset[frozenset[UUID]]
    waiting: frozenset[UUID]
    room: int


@dataclass(frozen=True)
class _Question:
    """What is to be filed. `ids`: the fact whose words or choice comes first."""

    asks: Asks
    ids: tuple[UUID, ...]
    text: str
    reason: str


async def compare(
    context: JobContext, models: ModelRouter | None, tally: Tally, *, default_zone: str, goes_on: GoesOn
) -> bool:
    """Compare what is due, of all users; False where the time was over. `models`: None = they are to rest."""
    by = state_of_the_code()
    async with context.unit_of_work() as session:
        owners = await review_queue.owners_to_compare(session, by, most_waiting=MOST_WAITING)
    for owner_id in owners:
        if not await goes_on():
            return False
        look = await _look(context, owner_id, default_zone)
        for start in range(0, len(look.due), BATCH):
            if not await goes_on():
                return False
            asked = await _batch(context, models, look, look.due[start : start + BATCH], tally)
            if asked is None:
                break
            look = asked
    return True


async def _look(context: JobContext, owner_id: UUID, default_zone: str) -> _Look:
    async with context.unit_of_work_of(owner_id) as tx:
        await provenance.lock_ingestion(tx)
        await questions.withdraw_outdated(tx)
    async with context.unit_of_work_of(owner_id) as tx:
        rows = await review_queue.comparable(tx)
        due = set(await review_queue.to_compare(tx, state_of_the_code()))
        asked = await questions.asked_before(tx)
        me, morning = await accounts.me(tx), await accounts.morning(tx)
        ended = due - {row.id for row in rows}
        await review_queue.compared(tx, await review_queue.versions(tx, ended), state_of_the_code())
    index = await asyncio.to_thread(FactIndex, rows)
    waits = [one for one in asked if one.waits]
    return _Look(
        owner_id,
        morning.locale,
        me.timezone or default_zone,
        context.clock.now(),
        index,
        tuple(at for at, row in enumerate(rows) if row.id in due),
        _settled(asked, rows),
        frozenset(fact_id for one in waits for fact_id, _ in one.concerns),
        MOST_WAITING - len(waits),
    )


def _settled(asked: Sequence[Asked], rows: Sequence[Comparable]) -> frozenset[frozenset[UUID]]:
    """The pairs of facts that were asked about and still say what they said then."""
    wanted = {fact_id for one in asked for fact_id, _ in one.concerns}
    present = {(row.id, digest(row)) for row in rows if row.id in wanted}
    found = set()
    for one in asked:
        same = [fact_id for fact_id, said_then in one.concerns if (fact_id, said_then) in present]
        found |= {frozenset((first, second)) for first in same for second in same if first != second}
    return frozenset(found)


async def _batch(
    context: JobContext, models: ModelRouter | None, look: _Look, due: Sequence[int], tally: Tally
) -> _Look | None:
    """Compare these and file what is to be asked; the look as it is then, None where no more question may wait."""
    relations = await asyncio.to_thread(_related, look, due)
    relations = await _by_meaning(context, look, relations)
    made = [*_contradictions(look, relations), *await _merges(models, look, relations)]
    kept = made[: look.room]
    late = {fact_id for one in made[look.room :] for fact_id in one.ids}
    filed: list[_Question] = []
    async with context.unit_of_work_of(look.owner_id) as tx:
        await provenance.lock_ingestion(tx)
        for one in kept:
            if await _filed(tx.session, look, one):
                filed.append(one)
        done = [(fact.id, fact.version) for fact in (look.index.facts[at] for at in due) if fact.id not in late]
        await review_queue.compared(tx, done, state_of_the_code())
    tally.compared += len(done)
    tally.merges += sum(one.asks == MERGE for one in filed)
    tally.contradictions += sum(one.asks == CONTRADICTION for one in filed)
    if len(filed) >= look.room:
        return None
    waiting = look.waiting.union(fact_id for one in filed for fact_id in one.ids)
    return replace(look, waiting=waiting, room=look.room - len(filed))


def _related(look: _Look, due: Sequence[int]) -> dict[tuple[int, int], Relation]:
    """What these are to others; without those that were asked about, or wait in a question."""
    found: dict[tuple[int, int], Relation] = {}
    rows = look.index.facts
    for at in due:
        if rows[at].id in look.waiting:
            continue
        for pair in look.index.pairs(at, now=look.now):
            ids = frozenset((rows[pair.first].id, rows[pair.second].id))
            if ids.isdisjoint(look.waiting) and ids not in look.settled:
                found[pair.first, pair.second] = pair.relation
    return found


async def _by_meaning(
    context: JobContext, look: _Look, relations: Mapping[tuple[int, int], Relation]
) -> dict[tuple[int, int], Relation]:
    """The same, with what words alone could not settle decided by vectors; without these it is nothing."""
    open_pairs = [pair for pair, relation in relations.items() if relation is Relation.MAYBE_SAME]
    found: dict[tuple[int, int], Relation] = {
        pair: relation for pair, relation in relations.items() if relation is not Relation.MAYBE_SAME
    }
    if not open_pairs or context.embedder is None:
        return found
    near = await _vectors(context, context.embedder, look, sorted({at for pair in open_pairs for at in pair}))
    for first, second in open_pairs:
        one, other = near.get(first), near.get(second)
        if one is not None and other is not None and _cosine(one, other) >= SAME_MEANING:
            found[first, second] = Relation.SAME
    return found


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Of two unit vectors; vectors of different models have nothing in common."""
    return fsum(a * b for a, b in zip(one, other, strict=True)) if len(one) == len(other) else 0.0


async def _vectors(
    context: JobContext, embedder: Embedder, look: _Look, positions: Sequence[int]
) -> dict[int, Sequence[float]]:
    """Those of the index; where it has not all of these and they are few, made now."""
    ids = [look.index.facts[at].id for at in positions]
    async with context.unit_of_work_of(look.owner_id) as tx:
        known = await vectors.of_entities(tx, embedder.name, facts.kind, ids)
    if len(known) < len(ids) <= MOST_EMBEDDED:
        try:
            made = await embedder.embed_documents([look.index.facts[at].text for at in positions])
        except ModelError:
            return {}
        return dict(zip(positions, made, strict=True))
    return {at: known[fact_id] for at, fact_id in zip(positions, ids, strict=True) if fact_id in known}


def _contradictions(look: _Look, relations: Mapping[tuple[int, int], Relation]) -> list[_Question]:
    """What can't hold together, the latest told first: it holds unless the user says otherwise."""
    found = []
    for group in groups(relations, Relation.OPPOSED, most=MOST_TOGETHER):
        rows = sorted((look.index.facts[at] for at in group), key=_told_at, reverse=True)
        told = "; ".join(_shown(look, row) for row in rows)
        reason = say("consolidation.contradiction", look.locale, facts=told)
        found.append(_Question(CONTRADICTION, tuple(row.id for row in rows), rows[0].text, reason))
    return found


async def _merges(
    models: ModelRouter | None, look: _Look, relations: Mapping[tuple[int, int], Relation]
) -> list[_Question]:
    opposed = {at for pair, relation in relations.items() if relation is Relation.OPPOSED for at in pair}
    alike = {pair: relation for pair, relation in relations.items() if opposed.isdisjoint(pair)}
    return [await _merge(models, look, group) for group in groups(alike, Relation.SAME, most=MOST_TOGETHER)]


async def _merge(models: ModelRouter | None, look: _Look, group: Sequence[int]) -> _Question:
    rows = sorted((look.index.facts[at] for at in group), key=_told_at, reverse=True)
    texts = [row.text for row in rows]
    at = most_telling(texts)
    first, others = rows[at], [row for row in rows if row is not rows[at]]
    whole = says_all(first.text, [row.text for row in others])
    text = first.text
    if not whole and models is not None and first.effect is None:
        text = await fused(models, look.owner_id, texts) or first.text
    return _Question(MERGE, (first.id, *(row.id for row in others)), text, _why(look, first, others, whole=whole))


def _why(look: _Look, first: Comparable, others: Sequence[Comparable], *, whole: bool) -> str:
    if all(tokens(one.text) == tokens(first.text) for one in others):
        return say("consolidation.same", look.locale)
    if first.effect is not None:
        return say("consolidation.effect", look.locale, facts="; ".join(_shown(look, one) for one in (first, *others)))
    if whole and len(others) == 1:
        shorter, longer = (shorten(one.text, SHOWN_CHARACTERS) for one in (others[0], first))
        return say("consolidation.contained", look.locale, shorter=shorter, longer=longer)
    return say("consolidation.near", look.locale, facts="; ".join(_shown(look, one) for one in (first, *others)))


async def _filed(session: AsyncSession, look: _Look, question: _Question) -> bool:
    """Whether it is asked now: not where one of its facts changed since it was read."""
    tx = Tx(session, look.owner_id)
    rows = await facts.many(tx, question.ids)
    read = {row.id: row.version for row in look.index.facts if row.id in question.ids}
    if [(row.id, row.version) for row in rows] != [(one, read[one]) for one in question.ids] or not _believed(rows):
        return False
    try:
        asked = await questions.ask(tx, question.asks, rows, question.text, question.reason)
    except InvalidRequest:
        return False  # its effect names somebody who is gone
    return asked is not None


def _believed(rows: Sequence[Believed]) -> bool:
    return all(row.superseded_at is None and row.hidden_at is None for row in rows)


def _told_at(row: Comparable) -> tuple[datetime, UUID]:
    return (row.valid_from or row.recorded_at, row.id)


def _shown(look: _Look, row: Comparable) -> str:
    day = render.day(to_wall(row.valid_from or row.recorded_at, look.zone).date(), look.locale)
    return say("consolidation.fact", look.locale, text=shorten(row.text, SHOWN_CHARACTERS), day=day)
