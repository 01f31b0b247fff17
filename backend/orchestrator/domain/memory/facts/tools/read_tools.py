"""What is known of the user, now or as it was believed once? The tool `get_facts`."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.matching import scored
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.memory.facts import history, reading
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import CONFIRMED
from orchestrator.domain.memory.facts.tools.finding import points, ref, spoken_of
from orchestrator.domain.memory.facts.tools.quotation import MESSAGE
from orchestrator.errors import ToolRejected
from orchestrator.kit.zones import named_zone, to_wall
from orchestrator.language.statements import claim_of
from orchestrator.language.statements.topics import called
from orchestrator.language.text.normalize import content_words
from orchestrator.language.time import resolve_range

MOST = 50
MOST_TRACED = 3
"""With more facts their sources would be longer than what they say."""
MOST_SOURCES = 3


class GetFacts(ToolArguments):
    """Arguments of `get_facts`."""

    query: str = Field(
        default="", max_length=500, description="What about; 'that' = what was just told; without it all that is known."
    )
    attribute: str = Field(default="", max_length=200, description="An attribute by name; leave it out.")
    when: str = Field(default="", max_length=200, description="Copied time words: what was believed then.")
    as_known_now: bool = Field(default=False, description="With `when`: what held then, by what is known now.")
    kind: Literal["", "hard_rule", "soft_fact"] = Field(default="", description="hard_rule: the user's rules alone.")
    limit: int = Field(default=20, ge=1, le=MOST)


async def get_facts(ctx: ToolContext, arguments: GetFacts) -> ToolResult:
    """What is believed of the user, most important first. Raises ToolRejected for words that are no time."""
    then = _then(ctx, arguments.when) if arguments.when else None
    rows = await _held(ctx, arguments, as_of=then, known_at=None if arguments.as_known_now else then)
    shown = rows[: arguments.limit]
    told: dict[str, Any] = {"facts": [_told(ctx, row) for row in shown], "total": len(rows)}
    read = [ref(row) for row in shown]
    if len(shown) <= MOST_TRACED:
        for row, one in zip(shown, told["facts"], strict=True):
            read += await _trace(ctx, row, one)
    if then is not None and arguments.as_known_now:
        told["held_at"] = to_wall(then, ctx.zone).isoformat()
    elif then is not None:
        told["believed_at"] = to_wall(then, ctx.zone).isoformat()
        if not rows:  # nothing was told by then, but what was told since may be of that time
            shown = (await _held(ctx, arguments, as_of=then, known_at=None))[: arguments.limit]
            told["held_then_as_known_now"] = [_told(ctx, row) for row in shown]
            read += [ref(row) for row in shown]
    return ToolResult(
        data=told,
        summary=f"{len(rows)} facts",
        origin=least_trusted((row.origin for row in shown), Origin.OWN_DATA),
        empty=not shown,
        evidence=frozenset({"retrieval", "entity"}),
        read=tuple(read),
        inspected=tuple(ref(row) for row in shown),
    )


async def _held(
    ctx: ToolContext, arguments: GetFacts, *, as_of: datetime | None, known_at: datetime | None
) -> list[UserFact]:
    """What is asked for, as it held and was known at these times; None = now."""
    told = FactFilter(as_of=as_of, known_at=known_at, kind=arguments.kind or None)
    return await _wanted(ctx, arguments, await reading.facts_now(ctx.tx, told))


async def _wanted(ctx: ToolContext, arguments: GetFacts, rows: list[UserFact]) -> list[UserFact]:
    """Those that are asked for, the likeliest first."""
    if arguments.attribute:
        named = (arguments.attribute, f"{arguments.attribute} ")
        return [row for row in rows if row.attribute == named[0] or (row.attribute or "").startswith(named[1])]
    if points(arguments.query):
        there = {row.id for row in rows}
        told = await spoken_of(ctx)  # "how do you know that?" may be asked of what held once
        return [row for row in told if row.id in there or not (arguments.when or arguments.kind)]
    if not content_words(arguments.query):
        return sorted(rows, key=lambda row: (row.kind, -row.importance))
    claim = claim_of(arguments.query)
    if claim is not None and claim.known and (same := [row for row in rows if row.attribute == claim.attribute]):
        return same
    pairs = scored(
        arguments.query, [(row, lines([row.text, row.category, *row.subjects, called(row.attribute)])) for row in rows]
    )
    return [row for _, row in sorted(pairs, key=lambda pair: -pair[0])]


async def _trace(ctx: ToolContext, row: UserFact, told: dict[str, Any]) -> list[EntityRef]:
    """Say where it was taken from: the user's own words and when they said them. What an agent noted down is named and
    not read back. Answers the messages that were read."""
    found = await history.evidence(ctx.tx, row.id)
    sources: list[dict[str, Any]] = []
    for one in found.items[:MOST_SOURCES]:
        source: dict[str, Any] = {"kind": one.kind}
        if one.at is not None:
            source["on"] = to_wall(one.at, ctx.zone).date().isoformat()
        if one.kind == MESSAGE and one.quote:
            source |= {"quote": one.quote, "in": one.title}
        sources.append(source)
    told["sources"] = sources
    return [EntityRef(MESSAGE, one.id) for one in found.items if one.kind == MESSAGE and one.title is not None]


def _then(ctx: ToolContext, when: str) -> datetime:
    """The end of the time that is meant: what was believed "in May" is what stood at its end."""
    found = resolve_range(when, now=ctx.local_now, zone=ctx.zone, locale=ctx.locale, looking="back")
    if found is None:
        raise ToolRejected(f"'{when}' is no time. Copy the user's own words for it, or leave it out.")
    last = found[1] - timedelta(microseconds=1) if found[1] is not None else found[0]  # the end belongs to what follows
    moment = min(last, ctx.local_now)
    return moment.replace(tzinfo=named_zone(ctx.zone)).astimezone(UTC)


def _told(ctx: ToolContext, row: UserFact) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": str(row.id),
        "text": row.text,
        "kind": row.kind,
        "category": row.category,
        "importance": row.importance,
        "trust": row.trust,
        "confidence": row.confidence,
        "known_since": to_wall(row.recorded_at, ctx.zone).date().isoformat(),
    }
    if row.source and row.trust != CONFIRMED:
        told["learned_by"] = row.source
    if row.valid_from is not None:
        told["since"] = to_wall(row.valid_from, ctx.zone).date().isoformat()
    if row.valid_to is not None:
        told["until"] = to_wall(row.valid_to, ctx.zone).date().isoformat()
    return told


GET_FACTS = ReadTool(
    name="get_facts",
    description="Read what is known about the user, now or as it was believed at a past time.",
    group="memory",
    extra_groups=frozenset({"search", "contacts", "places"}),
    execute=get_facts,
    arguments=GetFacts,
    hidden_arguments=frozenset({"limit", "attribute", "kind", "as_known_now"}),
    examples=(
        ("what do you know about me?", {}),
        ("what did you believe about my job in May?", {"query": "job", "when": "in May"}),
    ),
)
