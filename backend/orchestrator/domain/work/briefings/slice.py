"""What do briefings register? Which push told of one is forgotten in an archive: pushes stay in their home. A whole
user goes by the foreign keys of their rows."""

from dataclasses import replace
from typing import Any

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.notifications import Notifier
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult
from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import RULE_SURE, Intent, RoutingRule, ToolGroup, Vocabulary
from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.briefings import service
from orchestrator.domain.work.briefings.due import WITHOUT_A_ZONE, frame
from orchestrator.domain.work.briefings.lines import markdown
from orchestrator.domain.work.briefings.repository import BriefingRow
from orchestrator.domain.work.briefings.schemas import DUE, MAKE, Making
from orchestrator.domain.work.briefings.wording import Words
from orchestrator.domain.work.pushes.service import Pushes
from orchestrator.kit.zones import to_wall
from orchestrator.language.speech_acts.intents import Topic
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Daily, External, Scheduled, ScheduledJob


class GetBriefing(ToolArguments):
    """Arguments of `get_briefing`."""

    when: str = Field(default="", description="The day in the user's words, copied: 'tomorrow'. Empty: today.")


async def get_briefing(ctx: ToolContext, arguments: GetBriefing) -> ToolResult:
    """Today, or the first day of the time that is asked for. Nothing is stored: it is what there is now."""
    since, _ = span(ctx, when=arguments.when, since="", until="")
    date = to_wall(since, ctx.zone).date() if since is not None else None
    morning = replace(await accounts.morning(ctx.tx), timezone=ctx.zone, locale=ctx.locale)
    made = await service.read(ctx.tx, frame(morning, ctx.now, day=date, fallback=None))
    sources = dict.fromkeys(source for line in made.lines for source in line.sources)
    return ToolResult(
        data={
            "date": made.frame.date.isoformat(),
            "title": Words(made.frame).title(),
            "briefing": markdown(made.lines, made.headings),
        },
        summary=f"{len(made.lines)} lines about {made.frame.date}",
        origin=Origin.THIRD_PARTY if made.day.third_party else Origin.OWN_DATA,
        evidence=frozenset({"retrieval"}),
        read=tuple(EntityRef(source.type, source.id) for source in sources),
    )


TOOLS = (
    ReadTool(
        name="get_briefing",
        description="The user's day: its events and those of the day after, what changed since yesterday, todos due "
        "and overdue, open action items, birthdays, and what waits for the user.",
        group="briefing",
        execute=get_briefing,
        arguments=GetBriefing,
        examples=(("brief me on tomorrow", {"when": "tomorrow"}), ("what's my day like?", {})),
    ),
)


POLL_S = 30.0
"""A briefing that is due waits no longer (api.md: at most 60 s)."""


def briefing_jobs(models: ModelRouter, notifier: Notifier, fallback: str | None) -> tuple[JobHandler[Any], ...]:
    """The handlers of `briefings.due` and `briefings.make`. `fallback`: STEWARD_TIMEZONE where it is set. At each
    user's own time, polled for; made by a job of their own, with or without a model."""

    async def due(context: JobContext, _: Scheduled) -> Ended:
        number = await service.set_off(context.session, fallback=fallback)
        if not number:
            return Ended("idle")
        return Ended("ok", f"Set off the briefing of {number} {'user' if number == 1 else 'users'}.")

    async def make(context: JobContext, making: Making) -> None:
        owner_id = context.owner_id
        assert owner_id is not None
        async with context.unit_of_work_of(owner_id) as tx:
            over = making.scheduled and not await service.still_due(tx, making, fallback=fallback)
            made = None if over else await service.draft(tx, making.date, fallback=fallback)
        if made is None:
            await service.take_back(context.tx, making.date)
            return
        said = await service.worded(models, owner_id, made, remaining_s=service.PATIENCE_S)
        await service.store(context.tx, made, said, notifier=notifier if making.push else None)

    return (JobHandler(DUE, due), JobHandler(MAKE, make))


SCHEDULED = (
    ScheduledJob(DUE, Daily(WITHOUT_A_ZONE), source="each user's briefing_time", poll_s=POLL_S, named="daily_briefing"),
    ScheduledJob(MAKE, External(), source="daily_briefing, and POST /agents/daily-briefing/run"),
)


_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "briefing",
            intents=frozenset({"briefing"}),
            apart=True,
            words=("briefing daily morning today summary resumo dia manhã hoje resumen día mañana hoy"),
        ),
    ),
    intents=(Intent("briefing", 90, everything=True, looks_up=True),),
    rules=(
        RoutingRule(
            30,
            frozenset(Mood) - {Mood.STATEMENT},
            frozenset({Topic.BRIEFING}),
            "briefing",
            RULE_SURE,
            "asks for a briefing",
        ),
    ),
    records=frozenset({Topic.BRIEFING}),
)

SLICE = Slice(
    "briefings",
    vocabulary=_VOCABULARY,
    tools=TOOLS,
    jobs_with=lambda means, _: briefing_jobs(means.models, Pushes(means.default_zone), means.set_zone),
    scheduled=SCHEDULED,
    erasable=(Erasable(kind="briefing", redact=service.redact),),
    portable=(Portable(BriefingRow.__tablename__, same=(("date",),), not_told={"push_id": "null"}),),
)
