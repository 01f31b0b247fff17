"""What happened in a session? Distilled once it is over, once a session; the user may correct it, and make their own.

An episode of Steward's covers a stretch of a thread. Late messages there have it made again under the same id; what the
user edited stays as they wrote it. With its messages it goes, or is made anew of what is left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.repository import changed
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.foundation.search import service as search
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.memory.episodes import repository
from orchestrator.domain.memory.episodes.distilling import Distilled, by_code
from orchestrator.domain.memory.episodes.repository import Episode
from orchestrator.domain.memory.episodes.schemas import EpisodeFields, EpisodeOut
from orchestrator.domain.people.conversations import sessions
from orchestrator.domain.people.conversations.said import Said
from orchestrator.domain.people.conversations.sessions import SessionSpan
from orchestrator.errors import InvalidRequest
from orchestrator.kit.ids import new_id
from orchestrator.kit.zones import named_zone
from orchestrator.language.text.normalize import normalize

SOURCE = "steward.sessions"
"""Of the episodes that Steward distils; their `external_id` is the session's."""
MESSAGE = "message"
RULE = "fact"
STALE = ""
"""`made_from` of an episode that is to be made again."""
_TIMES = ("started_at", "ended_at")


class EpisodeService(EntityService[Episode, EpisodeFields]):
    """Episodes."""

    kind: ClassVar[str] = "episode"
    fields = EpisodeFields
    out = EpisodeOut
    repository = repository.episodes

    async def columns(self, tx: Tx, fields: EpisodeFields, zone: str) -> Mapping[str, Any]:
        del tx
        columns = fields.model_dump(exclude={"external_id", "source", "tags", *_TIMES})
        since, until = _aware(fields.started_at, zone), _aware(fields.ended_at, zone)
        since, until = since or until, until or since
        if since is not None and until is not None:
            if until < since:
                message = "must not be before `started_at`"
                raise InvalidRequest(
                    "An episode can't end before it began.", errors=[{"loc": ["ended_at"], "message": message}]
                )
            columns |= {"started_at": since, "ended_at": until}
        return {**columns, "folded": _folded(fields.title, fields.summary, fields.tags)}

    def entry(self, row: Episode) -> IndexEntry:
        text = lines([row.summary, *row.tags])
        return IndexEntry(
            "episode", row.id, row.title, text, row.started_at, origin=row.origin, external_id=row.external_id
        )

    async def stays(self, tx: Tx, entity_id: UUID) -> bool:
        """What the user made or edited is theirs, whatever becomes of the session."""
        row = await self.repository.find(tx, entity_id)
        return row is not None and (row.source != SOURCE or bool(row.user_fields))

    async def rebuild(self, tx: Tx, entity_id: UUID) -> None:
        """Make it again of what is left of its session: at once by code, so that nothing of what is gone stands in it,
        and by a model at the summariser's next look."""
        row = await self.repository.find(tx, entity_id, for_update=True)
        if row is None or row.thread_id is None or row.covers_since is None or row.covers_until is None:
            return
        parts = await sessions.messages(tx, row.thread_id, since=row.covers_since, until=row.covers_until)
        await self._write(tx.session, row, by_code(parts, title=""), made_from=STALE)
        await sessions.look_again(tx, row.thread_id)

    async def redact(self, tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
        """Take the link to an erased thread out of the episodes that stay; counts `episode`."""
        threads = [entity_id for kind, entity_id in erased if kind == "thread"]
        number = await repository.loosen(tx, threads) if threads else 0
        return {"episode": number} if number else {}

    def erasable(self) -> Erasable:
        return replace(super().erasable(), rebuild=self.rebuild, redact=self.redact)

    async def keep(
        self, tx: Tx, thread_id: UUID, span: SessionSpan, made: Distilled, *, known: Sequence[UUID] = ()
    ) -> UUID | None:
        """Store what was distilled: in the place of the first of `known` (episodes of the same stretch; the others are
        one session with it now, and go), else as a new one. None, and nothing stored, where the session changed
        meanwhile."""
        await provenance.lock_ingestion(tx)  # no erasure may walk by what is not stored yet
        if span not in await sessions.spans(tx, thread_id):
            return None
        if await provenance.gone(tx, RULE, made.rules):
            return None
        key = (SOURCE, str(span.id))
        found = await self._held(tx, known)
        found = found or list((await self.repository.by_keys(tx, [key])).values())
        row = found[0] if found else self._new(tx.owner_id, span)
        row.thread_id, row.covers_since, row.covers_until = thread_id, span.started_at, span.ended_at
        made = replace(made, context={"thread_id": str(thread_id), **made.context})
        if not found:
            row.started_at, row.ended_at = span.started_at, span.ended_at
            row.title, row.summary, row.event_type = made.title, made.summary, made.event_type
            row.origin, row.context, row.made_from = made.origin.value, made.context, span.state
            row.folded = _folded(row.title, row.summary, row.tags)
            await self.repository.add(tx.session, row)
            await search.index(tx, [self.entry(row)])
        else:
            await self._write(tx.session, row, made, made_from=span.state, span=span)
            await self._drop(tx, found[1:])
        await provenance.forget_sources(tx, self.kind, row.id)
        sources = [*((MESSAGE, one) for one in made.sources), *((RULE, one) for one in made.rules)]
        await provenance.record_all(tx, sources=sources, derived=(self.kind, row.id))
        return row.id

    async def erased_before(self, tx: Tx, span: SessionSpan, parts: Sequence[Said]) -> bool:
        """Whether the user erased the episode of this session, by whichever message it began with then."""
        keys = [(SOURCE, str(part.id)) for part in parts]
        if not await provenance.buried(tx, self.kind, keys):
            return False
        await provenance.add_tombstones(tx, self.kind, [provenance.digest(SOURCE, str(span.id))])
        return True

    async def erased(self, tx: Tx, spans: Sequence[SessionSpan]) -> set[UUID]:
        """Those of the sessions whose episode the user erased."""
        keys = [(SOURCE, str(span.id)) for span in spans]
        return {UUID(session_id) for _, session_id in await provenance.buried(tx, self.kind, keys)}

    async def _held(self, tx: Tx, ids: Sequence[UUID]) -> list[Episode]:
        """Those that there are, locked: the user may be changing one."""
        found = [await self.repository.find(tx, one, for_update=True) for one in ids]
        return [row for row in found if row is not None]

    def _new(self, owner_id: UUID, span: SessionSpan) -> Episode:
        session_id = str(span.id)
        return Episode(
            id=new_id(),
            user_id=owner_id,
            external_id=session_id,
            source=SOURCE,
            session_id=session_id,
            version=1,
            tags=[],
            user_fields=[],
        )

    async def _write(
        self,
        session: AsyncSession,
        row: Episode,
        made: Distilled,
        *,
        made_from: str,
        span: SessionSpan | None = None,
    ) -> None:
        """Put new words in the place of the old ones, but for those that the user wrote."""
        values: dict[str, Any] = {"title": made.title, "summary": made.summary, "event_type": made.event_type}
        if span is not None:
            values |= {"started_at": span.started_at, "ended_at": span.ended_at}
        values["context"] = {"thread_id": str(row.thread_id), **made.context}
        values = {name: value for name, value in values.items() if name not in row.user_fields}
        values["origin"] = made.origin.value
        different = changed(row, values)
        row.made_from = made_from
        for name, value in different.items():
            setattr(row, name, value)
        row.folded = _folded(row.title, row.summary, row.tags)
        if different:
            await self._bump(session, row)
            if row.hidden_at is None:
                await search.index(Tx(session, row.user_id), [self.entry(row)])
        await session.flush()

    async def _drop(self, tx: Tx, rows: Sequence[Episode]) -> None:
        """Let go of episodes of what is one session with another's now; what the user edited stays as theirs."""
        gone = [row.id for row in rows if not row.user_fields]
        for row in rows:
            if row.user_fields:
                row.thread_id, row.source, row.external_id = None, None, None
            else:
                tx.session.expunge(row)
                await self.repository.delete(tx, row.id)
        await search.withdraw(tx, self.kind, gone)
        await provenance.forget(tx, [(self.kind, one) for one in gone])


episodes = EpisodeService()


async def of_thread(tx: Tx, thread_id: UUID) -> list[Episode]:
    """What Steward distilled of a thread, oldest first."""
    return await repository.of_thread(tx, thread_id, source=SOURCE)


def claimed(spans: Sequence[SessionSpan], rows: Sequence[Episode]) -> dict[UUID, list[Episode]]:
    """By session, the episodes of it: the one that it began with, else those that cover some of its time; each is one
    session's alone."""
    left = {row.id: row for row in rows}
    found: dict[UUID, list[Episode]] = {}
    for span in spans:
        found[span.id] = [row for row in rows if row.external_id == str(span.id)]
        for row in found[span.id]:
            left.pop(row.id, None)
    for span in spans:
        for row in [row for row in left.values() if _covers(row, span)]:
            found[span.id].append(left.pop(row.id))
    return found


def _covers(row: Episode, span: SessionSpan) -> bool:
    return span.overlaps(row.covers_since or row.started_at, row.covers_until or row.ended_at)


def _folded(title: str, summary: str, tags: Sequence[str]) -> str:
    return normalize(lines([title, summary, *tags]))


def _aware(moment: datetime | None, zone: str) -> datetime | None:
    if moment is None:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=named_zone(zone)).astimezone(UTC)
