"""What becomes of the principles that corrections violate? Notes of low confidence, for the user to read.

Raw and never believed: a note is read back to no agent, and only the user makes a rule of it. It is derived from the
interaction and from the messages and runs that hold its words: erasing one takes the note, unless the user edited it.
Each interaction is read once, in the unit of work that keeps what was found.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.memory.facts import reading
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.schemas import PROPOSED
from orchestrator.domain.memory.facts.similarity import Meanings, alike
from orchestrator.domain.memory.interactions import repository
from orchestrator.domain.memory.interactions.inference.extraction import Case, Principle
from orchestrator.domain.memory.interactions.model import Interaction
from orchestrator.domain.memory.interactions.own_turns import STEWARD
from orchestrator.domain.memory.interactions.service import KIND
from orchestrator.domain.memory.interactions.words import Words, words
from orchestrator.domain.memory.notes.schemas import NoteFields
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.memory.rules.source import rules_of
from orchestrator.kit.paging import PageRequest
from orchestrator.language.text.normalize import normalize

CONFIDENCE = 0.3
SOURCE = "inferred"
"""`source` of the notes (product.md section 3)."""
MOST_OF_USER, MOST_AT_ONCE = 12, 200
"""Interactions that one tick reads: of one user, and in all."""
MOST_ATTEMPTS = 3
NOTES_COMPARED = 500


@dataclass(frozen=True)
class Due:
    """A user's interactions that are to be read, and how often that failed."""

    owner_id: UUID
    attempts: dict[UUID, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Told:
    """What was read of one interaction."""

    id: UUID
    words: Words
    case: Case


async def due(session: AsyncSession) -> list[Due]:
    """What waits, by user, who waits longest first."""
    found: dict[UUID, Due] = {}
    for row in await repository.due_for_reading(session, of_user=MOST_OF_USER, most=MOST_AT_ONCE):
        found.setdefault(row.user_id, Due(row.user_id)).attempts[row.id] = row.infer_attempts
    return list(found.values())


async def told(tx: Tx, ids: Sequence[UUID]) -> list[Told]:
    """The cases of those that say what was wrong; the others tell nothing and count as read."""
    rows = await repository.unread(tx, ids)
    said = await words(tx, rows)
    silent = [row.id for row in rows if not (said[row.id].correction or "").strip()]
    await repository.mark_read(tx, silent)
    return [_told(row, said[row.id]) for row in rows if row.id not in set(silent)]


async def keep(tx: Tx, read: Sequence[Told], found: Sequence[Principle]) -> int:
    """File what was found and mark what was read; answers how many notes that made. What changed or went meanwhile is
    left for another time."""
    await provenance.lock_ingestion(tx)
    rows = {row.id: row for row in await repository.unread(tx, [one.id for one in read])}
    said = await words(tx, list(rows.values()))
    there = {one.id for one in read if one.id in rows and said[one.id] == one.words}
    rules = (await rules_of(tx.session, [tx.owner_id])).get(tx.owner_id, RuleSet())
    known = await _known(tx)
    made = 0
    for principle in found:
        one = read[principle.at]
        if one.id not in there or _repeats(principle.text, known):
            continue
        if rules.forbids_storing(principle.text, category=principle.category, subjects=principle.subjects):
            continue
        if await provenance.gone(tx, "fact", principle.rules):
            continue
        await _file(tx, rows[one.id], one, principle)
        known.append(principle.text)
        made += 1
    await repository.mark_read(tx, sorted(there))
    return made


async def failed(tx: Tx, ids: Sequence[UUID]) -> None:
    """No answer came of these; after `MOST_ATTEMPTS` they are let be."""
    await repository.count_attempt(tx, ids, most=MOST_ATTEMPTS)


def _told(row: Interaction, said: Words) -> Told:
    by_others = Origin(row.origin) is Origin.THIRD_PARTY
    return Told(row.id, said, Case(said.prompt, said.response, said.correction or "", by_others))


async def _file(tx: Tx, row: Interaction, one: Told, principle: Principle) -> None:
    fields = NoteFields(
        text=principle.text,
        category=principle.category,
        confidence=CONFIDENCE,
        agent=STEWARD,
        subjects=list(principle.subjects),
        session_id=row.session_id,
        source=SOURCE,
    )
    origin = least_trusted([Origin.AGENT, row.origin])
    note = await notes.create(tx, fields, zone="UTC", origin=origin.value)
    note.user_fields = []  # no word of it is the user's: it goes with its source
    await tx.session.flush()
    sources = [(KIND, row.id), *one.words.sources, *(("fact", rule_id) for rule_id in principle.rules)]
    await provenance.record_all(tx, sources=sources, derived=(notes.kind, note.id))


async def _known(tx: Tx) -> list[str]:
    """What a new note may only repeat: notes, facts, rules and proposals, in words."""
    believed = await reading.facts_now(tx)
    waiting = await reading.facts_now(tx, FactFilter(trust=PROPOSED))
    noted = await notes.page(tx, PageRequest(limit=NOTES_COMPARED))
    return [*(row.text for row in (*believed, *waiting)), *(row.text for row in noted.items)]


def _repeats(text: str, known: Sequence[str]) -> bool:
    said = normalize(text).rstrip(". !")
    return any(said == normalize(other).rstrip(". !") or alike(text, other, Meanings()) for other in known)
