"""The tools that tell what was decided in meetings, who promised what and who spoke; what was said in them
`search_memories` finds. All of it is others' text."""

from typing import Literal

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.senses.meetings import speakers
from orchestrator.domain.senses.meetings.model import Meeting
from orchestrator.domain.senses.meetings.schemas import KIND
from orchestrator.domain.senses.meetings.statements import Asked, stated, told, words_of
from orchestrator.domain.world.contacts import known as contacts_known
from orchestrator.kit.zones import to_wall
from orchestrator.language.people.persons import SELF_WORDS
from orchestrator.language.text.normalize import normalize, tokens

GROUP = "meetings"
MOST = 50
MOST_LINKED = 3


class SearchMeetings(ToolArguments):
    """Arguments of `search_meetings`."""

    about: Literal["decided", "promised", "any"] = Field(default="any", description="Decisions, promises, or both.")
    query: str = Field(default="", description="What about, or words of the meeting's title: 'budget kick-off'.")
    person: str = Field(default="", description="Who promised it, or who was there: a name, or 'me' for the user.")
    when: str = Field(default="", description="When the meeting was: the user's time words, copied: 'yesterday'.")
    limit: int = Field(default=12, ge=1, le=MOST)


async def search_meetings(ctx: ToolContext, arguments: SearchMeetings) -> ToolResult | NeedUserInput:
    """What was decided and promised in the user's meetings, in the transcripts' own words."""
    since, until = span(ctx, when=arguments.when, since="", until="", looking="back")
    me = normalize(arguments.person) in SELF_WORDS
    names = () if me or not arguments.person else await _names(ctx, arguments.person)
    asked = Asked(arguments.about, words_of(arguments.query, names), names, me, since, until)
    found = (await stated(ctx.tx, asked))[: arguments.limit]
    refs = tuple(dict.fromkeys(_of(one.meeting) for one in found))
    return ToolResult(
        data={"statements": [told(one, _began(one.meeting, ctx.zone)) for one in found]},
        summary=f"{len(found)} statements of {len(refs)} meetings",
        origin=Origin.THIRD_PARTY if found else Origin.OWN_DATA,
        empty=not found,
        inspected=refs[:MOST_LINKED],
        evidence=frozenset({"retrieval", "time_span"} if since or until else {"retrieval"}),
        read=refs,
    )


class GetMeetingSpeakers(ToolArguments):
    """Arguments of `get_meeting_speakers`."""

    query: str = Field(default="", description="Words of the meeting's title: 'review'; empty: the newest meeting.")
    when: str = Field(default="", description="When the meeting was: the user's time words, copied: 'yesterday'.")
    limit: int = Field(default=3, ge=1, le=MOST)


async def get_meeting_speakers(ctx: ToolContext, arguments: GetMeetingSpeakers) -> ToolResult | NeedUserInput:
    """Who spoke in a meeting and how long, who spoke longest first, by the transcript and by the voices that the user
    confirmed."""
    since, until = span(ctx, when=arguments.when, since="", until="", looking="back")
    found = await speakers.spoke(ctx.tx, arguments.query, since=since, until=until, limit=arguments.limit)
    refs = tuple(_of(one.meeting) for one in found)
    timed = since is not None or until is not None or any(one.seconds for one in found)
    return ToolResult(
        data={"meetings": [speakers.as_json(one, _began(one.meeting, ctx.zone)) for one in found]},
        summary=f"the speakers of {len(found)} meetings",
        origin=Origin.THIRD_PARTY if found else Origin.OWN_DATA,
        empty=not found,
        inspected=refs[:MOST_LINKED],
        evidence=frozenset({"retrieval", *(["time_span"] if timed else [])}),
        read=refs,
    )


async def _names(ctx: ToolContext, person: str) -> tuple[frozenset[str], ...]:
    """The words of all the names of who is meant; of somebody who is no contact those that were said."""
    (found,) = await ctx.resolver.resolve_contacts(ctx.tx, [person], locale=ctx.locale)
    ids = {ref.id for ref in found.entities} if found.status == "resolved" else set()
    known = [one for one in await contacts_known.known(ctx.tx) if one.id in ids]
    names = [name for one in known for name in (one.name, *one.aliases)] or [person]
    return tuple(words for name in dict.fromkeys(names) if (words := frozenset(tokens(name))))


def _began(meeting: Meeting, zone: str) -> str | None:
    began = meeting.started_at
    return to_wall(began, zone).replace(microsecond=0).isoformat() if began is not None else None


def _of(meeting: Meeting) -> EntityRef:
    return EntityRef(KIND, meeting.id, meeting.title or "")


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="search_meetings",
        description="What was decided in the user's meetings, and who promised to do what.",
        group=GROUP,
        execute=search_meetings,
        arguments=SearchMeetings,
        verbatim_arguments=frozenset({"when", "person"}),
        examples=(
            ("what did Rui promise in the kick-off?", {"about": "promised", "person": "Rui", "query": "kick-off"}),
            ("what was decided about the budget?", {"about": "decided", "query": "budget"}),
        ),
    ),
    ReadTool(
        name="get_meeting_speakers",
        description="Who spoke in a meeting of the user's that was recorded, and how long.",
        group=GROUP,
        execute=get_meeting_speakers,
        arguments=GetMeetingSpeakers,
        verbatim_arguments=frozenset({"when"}),
        examples=(("who spoke in the review?", {"query": "review"}),),
    ),
)
