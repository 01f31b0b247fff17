"""The tool that reads a day: everything a briefing tells, as it is now."""

from dataclasses import replace

from pydantic import Field

from orchestrator.agent.ports import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.briefings import service
from orchestrator.domain.work.briefings.due import frame
from orchestrator.domain.work.briefings.lines import markdown
from orchestrator.domain.work.briefings.wording import Words
from orchestrator.kit.zones import to_wall


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
