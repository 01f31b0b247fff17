"""What is the user told of a date? Gathered by code, worded by a model or by templates, stored once a date.

Making one takes three steps, so that no transaction is held while a model writes: `draft` reads, `worded` asks the
model, `store` looks at the world again and tells what is still so.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.ports.notifications import Notifier, Push
from orchestrator.db.cursors import foreign_cursor
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.provenance import service as provenance
from orchestrator.domain.memory.rules.source import FactRules
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import Morning
from orchestrator.domain.people.previews import service as previews
from orchestrator.domain.work.briefings import asking, repository
from orchestrator.domain.work.briefings.asking import Written
from orchestrator.domain.work.briefings.due import Frame, due_date, frame
from orchestrator.domain.work.briefings.facts import Day
from orchestrator.domain.work.briefings.gathering import gather
from orchestrator.domain.work.briefings.lines import markdown, without
from orchestrator.domain.work.briefings.repository import BriefingRow
from orchestrator.domain.work.briefings.schemas import MAKE, BriefingOut, Headings, ItemOut, Line, Making, Source
from orchestrator.domain.work.briefings.wording import Words
from orchestrator.domain.work.pushes import service as pushes
from orchestrator.domain.work.pushes.schemas import PushOut
from orchestrator.errors import NotFound
from orchestrator.kit.paging import Page, PageRequest, decode_cursor, encode_cursor
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling.async_jobs import Item, enqueue, enqueue_many

ACTIVE_FOR = dt.timedelta(days=30)
"""A user with no turn and no device that registered for longer is told nothing by itself."""
PATIENCE_S = 200.0
"""How long a job waits for a model: then the briefing is told without one."""
WAITING_S = 60.0
"""The same where somebody waits for the answer."""
NONE_YET = (
    "There is no briefing yet. The first comes at your `briefing_time`; POST /agents/daily-briefing/run makes one now."
)


@dataclass(frozen=True)
class Draft:
    """What is to be told, as it stands without a model."""

    frame: Frame
    day: Day
    lines: tuple[Line, ...]
    headings: Headings


# --- mornings


async def set_off(session: AsyncSession, *, fallback: str | None) -> int:
    """Have the briefings made whose time has come; answers how many. Once for each user and local date, over any number
    of processes. `fallback`: STEWARD_TIMEZONE where it is set."""
    now = await repository.now(session)
    due = {
        (morning.user_id, date)
        for morning in await accounts.mornings(session, active_since=now - ACTIVE_FOR)
        if (date := due_date(morning, now, fallback)) is not None
    }
    if due:
        due -= await repository.begun(session, since=min(date for _, date in due))
    fresh = await repository.set_off(session, due) if due else []
    items = [
        Item(Making(date=date, push=True, scheduled=True), owner_id=user, dedupe_key=f"scheduled:{date}")
        for user, date in fresh
    ]
    await enqueue_many(session, MAKE, items)
    return len(fresh)


async def put_off(tx: Tx, date: dt.date | None, *, push: bool, fallback: str | None) -> UUID:
    """Have the briefing of that date, or of the user's today, made by a job; answers the job."""
    morning = await _morning(tx)
    about = frame(morning, await repository.now(tx.session), day=date, fallback=fallback)
    making = Making(date=about.date, push=push)
    key = f"{'pushed' if push else 'quiet'}:{about.date}"
    return await enqueue(tx.session, MAKE, making, owner_id=tx.owner_id, dedupe_key=key)


async def still_due(tx: Tx, making: Making, *, fallback: str | None) -> bool:
    """Whether a morning that was set off is still that of the user's today; one that is over by now is not told."""
    due = due_date(await accounts.morning(tx), await repository.now(tx.session), fallback)
    return due == making.date


async def take_back(tx: Tx, date: dt.date) -> None:
    """That morning was not told: should the date come again, it may be."""
    await repository.take_back(tx, date)


# --- making


async def draft(tx: Tx, date: dt.date | None, *, fallback: str | None) -> Draft:
    """What is to be told of that date, or of the user's today. Raises NotFound for a user who is gone."""
    morning = await _morning(tx)
    about = frame(morning, await repository.now(tx.session), day=date, fallback=fallback)
    return await read(tx, about)


async def read(tx: Tx, about: Frame) -> Draft:
    """What is to be told of a date as `about` sees it."""
    day = await gather(tx, about)
    words = Words(about)
    return Draft(about, day, tuple(words.lines(day)), words.headings())


async def worded(models: ModelRouter, owner_id: UUID, made: Draft, *, remaining_s: float) -> Written | None:
    """The draft as a model words it; None where none does."""
    return await asking.written(
        models,
        owner_id,
        made.lines,
        made.headings,
        locale=made.frame.locale,
        third_party=made.day.third_party,
        remaining_s=remaining_s,
    )


async def store(tx: Tx, made: Draft, said: Written | None, *, notifier: Notifier | None) -> UUID:
    """Store the briefing, and push it where there is a `notifier`: once for each date, however often it is made.
    Answers its id. What was erased or changed while a model wrote is told as it is now, or not at all."""
    await provenance.lock_ingestion(tx)  # no erasure comes between this look and the commit
    about = made.frame
    now = await read(tx, about)
    lines, by = asking.joined(now.lines, said, now.headings, locale=about.locale)
    words = Words(about)
    values = {"timezone": about.zone, "title": words.title(), "generated_by": by, **_columns(lines, now.headings)}
    row = await repository.put(tx, about.date, values)
    if notifier is not None:
        first = words.first(now.day)
        push = Push(
            title=row.title,
            body=words.push(now.day),
            data={"kind": "daily_briefing", "id": str(row.id), "url": f"/briefings/{row.id}"},
            once=f"daily_briefing:{row.date}",
            sources=(("event", first.id),) if first is not None else (),
        )
        row.push_id = await notifier.notify(tx, push)
        await tx.session.flush()
    return row.id


def _columns(lines: Sequence[Line], headings: Headings) -> dict[str, Any]:
    ids = dict.fromkeys(source.id for line in lines for source in line.sources)
    return {
        "items": [line.model_dump(mode="json") for line in lines],
        "headings": headings.model_dump(mode="json"),
        "markdown": markdown(lines, headings),
        "source_ids": list(ids),
    }


# --- reading


async def latest(tx: Tx, *, fallback: str | None) -> BriefingOut:
    """Today's, else that of the newest day before; one of a day ahead that was made since comes first. `fallback`:
    STEWARD_TIMEZONE where it is set. Raises NotFound."""
    morning = await accounts.morning(tx)
    today = frame(morning, await repository.now(tx.session), day=None, fallback=fallback).date
    row = await repository.latest(tx, today=today)
    if row is None:
        raise NotFound(NONE_YET)
    (briefing,) = await _shown(tx, [row])
    return briefing


async def show(tx: Tx, briefing_id: UUID) -> BriefingOut:
    """One of them. Raises NotFound."""
    row = await repository.find(tx, briefing_id)
    if row is None:
        raise NotFound("There is no such briefing.")
    (briefing,) = await _shown(tx, [row])
    return briefing


async def page(tx: Tx, asked: PageRequest) -> Page[BriefingOut]:
    """Newest date first. Raises InvalidRequest for a cursor of another list."""
    rows = await repository.page(tx, before=_before(asked.cursor), q=asked.q, limit=asked.limit + 1)
    there = rows[: asked.limit]
    cursor = encode_cursor(str(there[-1].date)) if len(rows) > asked.limit else None
    return Page(await _shown(tx, there), cursor)


def _before(cursor: str | None) -> dt.date | None:
    if cursor is None:
        return None
    key = decode_cursor(cursor, 1) or ("",)
    try:
        return dt.date.fromisoformat(key[0])
    except ValueError:
        raise foreign_cursor() from None


async def _shown(tx: Tx, rows: Sequence[BriefingRow]) -> list[BriefingOut]:
    """As clients see them. Of a push that is forgotten by now nothing is known."""
    pushed = await pushes.shown(tx, [row.push_id for row in rows if row.push_id is not None])
    found = []
    for row in rows:
        lines = [Line.model_validate(item) for item in row.items]
        push = PushOut(state="none") if row.push_id is None else pushed.get(row.push_id, PushOut(state="unknown"))
        found.append(
            BriefingOut(
                id=row.id,
                date=row.date,
                timezone=row.timezone,
                title=row.title,
                items=[ItemOut(section=line.section, text=line.text, sources=list(line.sources)) for line in lines],
                markdown=row.markdown,
                generated_by=row.generated_by,
                push=push,
                made_at=row.made_at or row.updated_at,
            )
        )
    return found


# --- erasure


async def redact(tx: Tx, erased: Sequence[tuple[str, UUID]]) -> Mapping[str, int]:
    """Take what was erased out of all briefings that tell it, and previews that were emptied for it; counts
    `briefing`. What a model had joined with it is told as it was before."""
    gone = {entity_id for _, entity_id in erased}
    rows = await repository.standing_on(tx, sorted(gone))
    quoted = {source.id for row in rows for source in _previews(row)}
    gone |= await previews.redacted(tx, sorted(quoted))
    count = 0
    for row in rows:
        lines = [Line.model_validate(item) for item in row.items]
        left = without(lines, lambda source: source.id in gone)
        if left != lines:
            await repository.change(tx, row.id, _columns(left, Headings.model_validate(row.headings)))
            count += 1
    return {"briefing": count} if count else {}


def _previews(row: BriefingRow) -> list[Source]:
    lines = (Line.model_validate(item) for item in row.items)
    return [source for line in lines for source in line.sources if source.type == "preview"]


async def _morning(tx: Tx) -> Morning:
    """The user's, in the language and units that their rules want. Raises NotFound."""
    morning = await accounts.morning(tx)
    return replace(morning, locale=(await FactRules().rules(tx)).locale(morning.locale))
