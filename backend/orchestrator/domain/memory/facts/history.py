"""Where does a fact come from, and what was believed before and after it? Its quotes in place, its whole line."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from orchestrator.db.tx import Tx
from orchestrator.domain.memory.episodes.service import episodes
from orchestrator.domain.memory.facts import repository
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import Evidence, FactOut
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.people.conversations import quoting
from orchestrator.kit.text import shorten

AROUND = 240
"""Characters of the source that are shown before and after a quote: about three lines of a phone."""
TITLE_CHARACTERS = 80
MOST_OF_A_LINE = 200
"""Corrections and changes of one statement: more are nobody's life."""


class EvidenceShown(Evidence):
    """A quote in its place. `before`, `after`: the source's words around it, null where the source is not there or says
    something else there now; `thread_id`: of a message."""

    title: str | None = None
    thread_id: UUID | None = None
    speaker: str | None = None
    at: datetime | None = None
    before: str | None = None
    after: str | None = None


class FactEvidence(BaseModel):
    """The places that a fact was taken from, as they are now."""

    items: list[EvidenceShown]


class FactHistory(BaseModel):
    """A fact's whole line, in the order in which it was believed: what it corrected, changed or ended, and what did so
    to it."""

    items: list[FactOut]


async def evidence(tx: Tx, fact_id: UUID) -> FactEvidence:
    """The fact's quotes in their places. Raises NotFound."""
    row = await facts.get(tx, fact_id)
    told = [Evidence.model_validate(one) for one in row.provenance]
    places = await _places(tx, told)
    return FactEvidence(items=[_shown(one, places.get((one.kind, one.id))) for one in told])


async def history(tx: Tx, fact_id: UUID) -> FactHistory:
    """The fact's whole line, itself included. Raises NotFound."""
    row = await facts.get(tx, fact_id)
    rows = await repository.line(tx, row, most=MOST_OF_A_LINE)
    ordered = sorted(rows, key=_order)
    return FactHistory(items=[FactOut.model_validate(one) for one in ordered])


def _order(row: UserFact) -> tuple[datetime, bool, UUID]:
    return (row.recorded_at, row.superseded_at is None, row.id)


async def _places(tx: Tx, told: Sequence[Evidence]) -> dict[tuple[str, UUID], tuple[str, EvidenceShown]]:
    """The text of each source that is there, and what is known of it."""

    def ids(kind: str) -> list[UUID]:
        return [one.id for one in told if one.kind == kind]

    found: dict[tuple[str, UUID], tuple[str, EvidenceShown]] = {}

    def put(kind: str, rows: Iterable[tuple[UUID, str, str, datetime | None]]) -> None:
        for entity_id, text, title, at in rows:
            about = EvidenceShown(kind=kind, id=entity_id, title=shorten(title, TITLE_CHARACTERS), at=at)
            found[kind, entity_id] = (text, about)

    for one in await quoting.messages(tx, ids("message")):
        about = EvidenceShown(
            kind="message", id=one.id, title=one.title, thread_id=one.thread_id, speaker=one.speaker, at=one.at
        )
        found["message", one.id] = (one.text, about)
    put(
        "note",
        ((one.id, one.text, one.text, one.created_at) for one in await notes.many(tx, ids("note"))),
    )
    put(
        "fact",
        ((one.id, one.text, one.text, one.recorded_at) for one in await facts.many(tx, ids("fact"))),
    )
    told_in = await episodes.many(tx, ids("episode"))
    put("episode", ((one.id, one.summary or "", one.title, one.started_at) for one in told_in))
    return found


def _shown(one: Evidence, place: tuple[str, EvidenceShown] | None) -> EvidenceShown:
    if place is None:
        return EvidenceShown(**one.model_dump())
    text, about = place
    known = about.model_copy(update=one.model_dump())
    if one.start is None or one.end is None or text[one.start : one.end] != one.quote:
        return known
    before = text[max(0, one.start - AROUND) : one.start]
    after = text[one.end : one.end + AROUND]
    cut_before, cut_after = one.start > AROUND, len(text) > one.end + AROUND
    return known.model_copy(
        update={"before": "…" * cut_before + before, "after": after + "…" * cut_after},
    )
