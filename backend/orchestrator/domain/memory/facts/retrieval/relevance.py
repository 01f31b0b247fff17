"""Which of the believed facts matter now, and in which order? For prompts and for agents from outside alike.

Two stages (product.md section 3). Candidates: where not all may fit, what matches by words and meaning for most of the
room, and what matters most whatever is asked for the rest: by the formula alone every question would hear the same.
Then the order: the profile first, what is narrower before what is wider, and among equals the formula (`scoring.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import ColumnElement

from orchestrator.agent.ports.resolution import Resolver
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.memory.facts import repository
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.retrieval import candidates
from orchestrator.domain.memory.facts.retrieval.candidates import Extent
from orchestrator.domain.memory.facts.retrieval.scopes import NARROWNESS, WIDE, Around, Scope, concerned, names
from orchestrator.domain.memory.facts.retrieval.scoring import (
    LOOK_BACK,
    Signals,
    days_unseen,
    relevance,
    share_of_words,
    similarity,
)
from orchestrator.domain.memory.facts.schemas import PROFILE
from orchestrator.domain.people.runs import service as runs
from orchestrator.kit.tokens import CHARACTERS_PER_TOKEN
from orchestrator.language.text.normalize import content_words, stems
from orchestrator.llm.port import QueryVector

MATCHING_SHARE = 0.8
"""Of the room; the rest is for what matters whatever is asked (LoCoMo: from .75 to .95 alike)."""

BESIDE_CHARACTERS = 40
"""What a line holds beside the fact, at most."""
Cost = Callable[[UserFact], int]


@dataclass(frozen=True)
class Sought:
    """What facts are wanted for. `text`: what is asked; `around`: that with what was said before it, which names the
    scopes; `about`: contacts and places that it is about; `now` (aware); `vector`: of `text`; `categories`: of these
    alone, where any are named."""

    text: str
    now: datetime
    zone: str
    around: str = ""
    about: frozenset[UUID] = frozenset()
    locale: str = "en"
    vector: QueryVector | None = None
    categories: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Relevant:
    """A fact and why it stands where it does. `narrowness`: of the scope that the context names, 0 of what holds
    everywhere."""

    row: UserFact
    signals: Signals
    narrowness: int = 0

    @property
    def relevance(self) -> float:
        """From 0 to 1."""
        return relevance(self.signals)

    @property
    def order(self) -> tuple[bool, int, float, UUID]:
        """The greater comes first; of equal ones the newer."""
        return (self.row.category == PROFILE, self.narrowness, self.relevance, self.row.id)


@dataclass(frozen=True)
class Told:
    """The facts that may be told, the first to be told first, out of so many that hold here (`there`)."""

    facts: tuple[Relevant, ...] = ()
    there: int = 0


@dataclass(frozen=True)
class _Found:
    """What the first stage gave."""

    rows: Sequence[UserFact]
    days: Sequence[date]
    cosines: Mapping[UUID, float]
    named: frozenset[str]


async def relevant(tx: Tx, sought: Sought, resolver: Resolver, *, room: int, cost: Cost) -> Told:
    """The facts that may be told within `room` tokens, where telling one takes `cost`; more of them only where few are
    known. Never those of a project, language, person or place that the context has nothing to do with."""
    believed = candidates.believed(sought.categories)
    extents = await candidates.extents(tx, believed)
    if not extents:
        return Told()
    around = Around(sought.around or sought.text, sought.about, sought.locale)
    closed = {scope for scope in extents if scope[0] not in WIDE}
    met = await concerned(tx, closed, around, resolver) if closed else set()
    there = [extent for scope, extent in extents.items() if scope[0] in WIDE or scope in met]
    number = sum(one.number for one in there)
    if room <= 0 or not number:
        return Told(there=number)
    holding = [*believed, candidates.of_scopes(met)]
    found = await _candidates(tx, sought, holding, there, room, cost)
    weighed = await _weighed(tx, sought, found, met)
    return Told(tuple(sorted(weighed, key=lambda one: one.order, reverse=True)), number)


async def _candidates(
    tx: Tx, sought: Sought, holding: Sequence[ColumnElement[bool]], there: Sequence[Extent], room: int, cost: Cost
) -> _Found:
    """All where all may fit; else of those that match as many as fill most of the room, and of those that stand."""
    days = await runs.days_of_use(tx, since=sought.now - LOOK_BACK, zone=sought.zone)
    named = await candidates.known_subjects(tx, sought.text, holding)
    cosines: Mapping[UUID, float] = {}
    if sought.vector is not None:
        cosines = await search.nearest(tx, facts.kind, sought.vector, limit=candidates.COMPARED)
    number, characters = sum(one.number for one in there), sum(one.characters for one in there)
    if characters + number * BESIDE_CHARACTERS <= room * CHARACTERS_PER_TOKEN:
        rows = await facts.repository.rows(tx, *holding, limit=number)
        return _Found(rows, days, cosines, named)
    most = candidates.wanted_for(room)
    always: list[UUID] = []
    if any(one.profile for one in there):
        always = await candidates.profile(tx, holding, limit=most)
    matching = await candidates.matching(tx, sought.text, list(cosines), limit=most)
    standing = await candidates.standing(tx, holding, days=days, zone=sought.zone, limit=most)
    ids = list(dict.fromkeys([*always, *matching, *standing]))
    rows = await facts.repository.rows(tx, *holding, UserFact.id.in_(ids), limit=len(ids))
    by_id = {row.id: row for row in rows}
    chosen = _filled([by_id[one] for one in (*always, *matching) if one in by_id], MATCHING_SHARE * room, cost)
    chosen = _filled([*chosen, *(by_id[one] for one in standing if one in by_id)], room, cost)
    return _Found(chosen, days, cosines, named)


def _filled(rows: Sequence[UserFact], room: float, cost: Cost) -> list[UserFact]:
    """Those that fit, the first ones first."""
    kept: dict[UUID, UserFact] = {}
    for row in rows:
        if row.id not in kept and (taken := cost(row)) <= room:
            room -= taken
            kept[row.id] = row
    return list(kept.values())


async def _weighed(tx: Tx, sought: Sought, found: _Found, met: set[Scope]) -> list[Relevant]:
    used = await repository.uses(tx, [row.id for row in found.rows])
    asked = stems(" ".join(content_words(sought.text)))
    weighed = []
    for row in found.rows:
        sessions, last = used.get(row.id, (0, None))
        days = days_unseen((row.last_confirmed_at, row.recorded_at, last), sought.zone, found.days)
        near = _near(row, asked, found.cosines)
        signals = Signals(days, sessions, row.importance, similarity(near, row.subject_keys, found.named))
        weighed.append(Relevant(row, signals, _narrowness(row, sought, met)))
    return weighed


def _near(row: UserFact, asked: Sequence[tuple[str, ...]], cosines: Mapping[UUID, float]) -> float:
    """The cosine; the share of the words asked where there is none to be had (yet)."""
    if row.id in cosines:
        return cosines[row.id]
    return share_of_words(asked, {stem for word in stems(row.text) for stem in word})


def _narrowness(row: UserFact, sought: Sought, met: set[Scope]) -> int:
    scope = (row.scope_type, row.scope_ref)
    if scope in met or (row.scope_ref is not None and names(sought.around or sought.text, row.scope_ref)):
        return NARROWNESS.get(row.scope_type, 0)
    return 0
