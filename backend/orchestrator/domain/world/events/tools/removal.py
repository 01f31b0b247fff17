"""How is an event taken away by words? Cancelled, which can be undone; erased only whole, with all its days."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from orchestrator.agent.tools.spec import Prepared, ToolContext
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.asking.matching import scored
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.slices.withdrawable import Found, Removal, Thing, Withdrawable
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.series.occurrence import Shown
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.events.tools import write_tools
from orchestrator.domain.world.events.tools.targets import CANDIDATES, day_said, without_times
from orchestrator.domain.world.events.tools.tool_data import names_of, when_shown
from orchestrator.language.text.normalize import content_words


def _thing(ctx: ToolContext, row: Shown, *, a_day: bool = False) -> Thing:
    gone = row.status == "cancelled" or row.hidden_at is not None
    repeats = row.recurrence is not None
    whole_only = a_day and repeats
    return Thing(
        "event", row.id, row.title, when_shown(ctx, row), row.version, Origin(row.origin), gone, whole_only=whole_only
    )


async def _find(ctx: ToolContext, words: str) -> Found:
    """Events of the day that the words name, else of any; cancelled ones too. A series counts once."""
    day, rest = day_said(ctx, words), without_times(ctx, words)
    if day is not None:
        rows = await find(ctx.tx, replace(day, include_cancelled=True), limit=CANDIDATES)
    else:
        text = " ".join(content_words(words))
        every = EventFilter(include_cancelled=True)
        rows = await find(ctx.tx, every, limit=CANDIDATES, q=text, newest_first=True)
        rows = rows or await find(ctx.tx, every, limit=CANDIDATES, newest_first=True)
    once = {row.id: row for row in reversed(rows)}.values()
    texts = [
        (_thing(ctx, row, a_day=day is not None), lines([row.title, row.location_text, *names_of(row.participants)]))
        for row in once
    ]
    found = scored(rest, texts) or scored(words, texts)
    if not found and day is not None and not content_words(rest):
        found = [(1.0, thing) for thing, _ in texts]  # "Friday's event": the day alone says which
    return found


async def _get(ctx: ToolContext, event_id: UUID) -> Thing | None:
    rows = await events.many(ctx.tx, [event_id])
    return _thing(ctx, rows[0]) if rows else None


async def _prepare(ctx: ToolContext, named_by: str) -> Prepared | NeedUserInput:
    return await write_tools.prepare_delete(ctx, write_tools.DeleteEvent(event=named_by))


async def _undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    return await write_tools.undo_update(ctx, payload)


WITHDRAWABLE = Withdrawable("event", _find, _get, Removal(_prepare, write_tools.execute_delete, _undo))
