"""What must an entry be, whatever it says? The same conditions twice: over records, before the best are taken, and over
rows, exactly."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import BindParameter, bindparam
from sqlalchemy.dialects.postgresql import ARRAY, TEXT, TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PgUUID
from sqlalchemy.types import TypeEngine

from orchestrator.domain.foundation.search.schemas import SearchQuery, Subject
from orchestrator.domain.foundation.search.store.postings import (
    ASIDE,
    NO_DAY,
    OTHER_KIND,
    OWN,
    TALK,
    Postings,
    day_of,
    kind_code,
)
from orchestrator.domain.foundation.search.store.scoring import Found, Integers
from orchestrator.domain.foundation.search.text.lexemes import name_lexeme, query_words
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.text.normalize import normalize, tokens

_TEXTS = ARRAY(TEXT())
_TYPES: dict[str, TypeEngine[Any]] = {
    "kinds": _TEXTS,
    "exclude_kinds": _TEXTS,
    "own_kinds": _TEXTS,
    "since": TIMESTAMP(timezone=True),
    "until": TIMESTAMP(timezone=True),
    "speaker_words": _TEXTS,
    "subject_ids": ARRAY(PgUUID(as_uuid=True)),
    "documents": ARRAY(PgUUID(as_uuid=True)),
    "happening": ARRAY(PgUUID(as_uuid=True)),
}


def typed(names: Iterable[str]) -> list[BindParameter[Any]]:
    """The parameters of conditions, each with its type."""
    return [bindparam(name, type_=_TYPES.get(name, _TEXTS)) for name in names]


Alternatives = tuple[str, ...]
"""Lexemes of which an entry must have one."""


@dataclass(frozen=True)
class Filters:
    """Conditions that all hold. `own_kinds`: of these only what the user wrote themselves.

    `about`: a subject is asked for; then `subjects` are the ways of being about one, as
    what the entry must have, `subject_ids` are subjects themselves, and `subject_own`: what the user said.
    `documents`: only in these. `happening`: these are in the range, whatever their own time."""

    kinds: tuple[str, ...] = ()
    exclude_kinds: tuple[str, ...] = ()
    own_kinds: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    speaker_words: tuple[str, ...] = ()
    own_words_only: bool = False
    asides: bool = True
    about: bool = False
    subjects: tuple[tuple[Alternatives, ...], ...] = ()
    subject_ids: tuple[UUID, ...] = ()
    subject_own: bool = False
    documents: tuple[UUID, ...] = ()
    happening: tuple[UUID, ...] = ()

    def any(self) -> bool:
        """True where something narrows the answer beside the words."""
        narrowing = (self.kinds, self.since, self.until, self.speaker_words, self.own_words_only, self.about)
        return any(narrowing) or bool(self.documents)

    def sql(self) -> tuple[str, dict[str, Any]]:
        """The conditions over `d`, and their parameters: `typed` knows of which types these are."""
        parts = ["d.user_id = :owner", "d.state <> 'withdrawn'", "(d.ends_at is null or d.ends_at > steward_now())"]
        values: dict[str, Any] = {}
        for condition, name, value in (
            ("d.kind = any(:kinds)", "kinds", list(self.kinds)),
            ("d.kind <> all(:exclude_kinds)", "exclude_kinds", list(self.exclude_kinds)),
            ("(d.kind <> all(:own_kinds) or d.origin = 'user')", "own_kinds", list(self.own_kinds)),
            (f"(d.at >= :since{self._or_happening})", "since", self.since),
            (f"(d.at < :until{self._or_happening})", "until", self.until),
            ("d.speaker_words @> :speaker_words", "speaker_words", list(self.speaker_words)),
        ):
            if value:
                parts.append(condition)
                values[name] = value
        if self.happening:
            values["happening"] = list(self.happening)
        if self.own_words_only:
            parts.append("d.origin = 'user'")
        if not self.asides:
            parts.append("not d.aside")
        if self.about:
            parts.append(self._about(values))
        if self.documents:
            parts.append("coalesce(d.group_id, d.entity_id) = any(:documents)")
            values["documents"] = list(self.documents)
        return " and ".join(parts), values

    @property
    def _or_happening(self) -> str:
        return " or d.entity_id = any(:happening)" if self.happening else ""

    def _about(self, values: dict[str, Any]) -> str:
        ways = ["d.entity_id = any(:subject_ids)"]
        values["subject_ids"] = list(self.subject_ids)
        if self.subject_own:
            ways.append("d.origin = 'user'")
        for number, way in enumerate(self.subjects):
            having = []
            for index, alternatives in enumerate(way):
                name = f"subject_{number}_{index}"
                values[name] = list(alternatives)
                having.append(f"d.lexemes && :{name}")
            ways.append(" and ".join(having))
        return "(" + " or ".join(ways) + ")"

    def lexemes(self) -> set[str]:
        """Those whose postings `admits` needs."""
        wanted = {lexeme for way in self.subjects for alternatives in way for lexeme in alternatives}
        return wanted | {name_lexeme(word) for word in self.speaker_words}

    def admits(
        self,
        found: Found,
        postings: Mapping[str, Postings],
        subject_positions: Sequence[int],
        happening_positions: Sequence[int],
    ) -> NDArray[np.bool_]:
        """Which entries may pass. Of those found by their neighbours alone day and flags are not known: they stay."""
        admitted = np.ones(len(found.positions), np.bool_)
        if self.kinds:
            codes = [OTHER_KIND, *(kind_code(kind) for kind in self.kinds)]
            admitted &= np.isin(found.kind, codes)
        if self.exclude_kinds:
            codes = [code for kind in self.exclude_kinds if (code := kind_code(kind)) != OTHER_KIND]
            admitted &= ~np.isin(found.kind, codes)
        if self.own_kinds:
            codes = [code for kind in self.own_kinds if (code := kind_code(kind)) != OTHER_KIND]
            admitted &= ~np.isin(found.kind, codes) | ~found.own | ((found.flags & OWN) > 0)
        admitted &= self._in_range(found) | np.isin(found.positions, np.asarray(happening_positions, np.int64))
        if self.own_words_only:
            admitted &= ~found.own | ((found.flags & OWN) > 0)
        if not self.asides:
            admitted &= (found.flags & (ASIDE | TALK)) != ASIDE
        if self.speaker_words:
            ways = [tuple((name_lexeme(word),) for word in self.speaker_words)]
            admitted &= np.isin(found.positions, _positions(ways, postings))
        if self.about:
            about = np.append(_positions(self.subjects, postings), np.asarray(subject_positions, np.int64))
            own = self.subject_own & (~found.own | ((found.flags & OWN) > 0))
            admitted &= own | np.isin(found.positions, about)
        return admitted

    def _in_range(self, found: Found) -> NDArray[np.bool_]:
        day = found.day.astype(np.int32)
        slack = (~found.own).astype(np.int32)  # a neighbour's day
        inside = np.ones(len(day), np.bool_)
        if self.since is not None:
            inside &= day + slack >= day_of(self.since)
        if self.until is not None:
            inside &= (day - slack <= day_of(self.until)) & (day != NO_DAY)
        return inside


def filters_of(query: SearchQuery) -> Filters:
    """The conditions of a query."""
    own = query.speaker is not None and normalize(query.speaker) in SELF_WORDS
    return Filters(
        kinds=query.kinds,
        exclude_kinds=query.exclude_kinds,
        own_kinds=query.own_kinds,
        since=query.since,
        until=query.until,
        speaker_words=() if own or query.speaker is None else tuple(tokens(query.speaker)),
        own_words_only=own,
        asides=query.asides,
        about=bool(query.subjects),
        subjects=tuple(way for subject in query.subjects for way in _ways(subject)),
        subject_ids=tuple(subject.id for subject in query.subjects if subject.id is not None),
        subject_own=any(subject.own for subject in query.subjects),
        documents=query.documents,
        happening=tuple(query.happening) if query.since is not None or query.until is not None else (),
    )


def _ways(subject: Subject) -> list[tuple[Alternatives, ...]]:
    """An entry is about somebody whose name is its speaker's, or stands in it."""
    ways: list[tuple[Alternatives, ...]] = []
    for name in subject.names:
        words = query_words(name)
        if words:
            ways.append(tuple(tuple(sorted(word.lexemes)) for word in words))
            ways.append(tuple((name_lexeme(word.word),) for word in words))
    return ways


def _positions(ways: Sequence[Sequence[Alternatives]], postings: Mapping[str, Postings]) -> Integers:
    """Of the entries that have what any of the ways asks for."""
    passing: list[Integers] = []
    for way in ways:
        left: Integers | None = None
        for alternatives in way:
            there = [postings[lexeme]["position"] for lexeme in alternatives if lexeme in postings]
            having = np.unique(np.concatenate(there)) if there else np.array([], np.int64)
            left = having if left is None else np.intersect1d(left, having, assume_unique=True)
        if left is not None:
            passing.append(left)
    return np.concatenate(passing).astype(np.int64) if passing else np.array([], np.int64)
