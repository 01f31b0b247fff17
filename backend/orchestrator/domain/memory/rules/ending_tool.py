"""The tool by which a rule of the user's ends in words: "forget the rule about Fridays". It is retired, not erased:
that it held is still known, and an undo lets it hold again. Like making one it always waits for the user."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.rules.effects import WEEKDAYS
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.matching import scored
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.reading import facts_now
from orchestrator.domain.memory.facts.schemas import HARD_RULE
from orchestrator.domain.memory.facts.service import retire
from orchestrator.domain.memory.rules import service as rule_service
from orchestrator.errors import NO_MATCH, NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say
from orchestrator.language.rules.ending import calls_quiet_hours
from orchestrator.language.rules.words import NUMBERS
from orchestrator.language.rules.words import WEEKDAYS as DAY_WORDS
from orchestrator.language.text.normalize import content_words, tokens

SHOWN_CHARACTERS = 160
MOST_OPTIONS = 8
FIELD = "rule"
QUIET_HOURS = "quiet_hours"


class EndRule(ToolArguments):
    """Arguments of `rules_end`."""

    rule: str = Field(default="", max_length=500, description="The user's words for the rule, or its id.")


async def prepare(ctx: ToolContext, arguments: EndRule) -> Prepared | NeedUserInput:
    """The rule that would end; asks which where several are meant. Raises ToolRejected."""
    row = await _meant(ctx, arguments.rule)
    if isinstance(row, NeedUserInput):
        return row
    title = say("rules.ending.end", ctx.locale, text=shorten(row.text, SHOWN_CHARACTERS))
    return Prepared({"id": str(row.id)}, title, title, (), _ref(row), row.version)


async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared | NeedUserInput:
    """The same, as the rule is now. Raises ToolRejected."""
    if edits:
        raise ToolRejected("There is nothing to edit in the end of a rule.")
    return await prepare(ctx, EndRule(rule=frozen["id"]))


async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """It holds no more, from now on. Raises NotFound."""
    row = await retire(ctx.tx, UUID(frozen["id"]))
    return ToolResult(
        data={"rule": {"id": str(row.id), "text": row.text, "valid_to": row.valid_to}},
        summary=say("rules.ending.ended", ctx.locale, text=shorten(row.text, SHOWN_CHARACTERS)),
        origin=ctx.origin,
        evidence=frozenset({"entity"}),
        read=(_ref(row),),
        entity=_ref(row),
        version=row.version,
        undo={"id": str(row.id), "version": row.version},
    )


async def undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """It holds as it did before."""
    try:
        row = await rule_service.revive(ctx.tx, UUID(payload["id"]), version=payload["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("rules.ending.again", ctx.locale, text=shorten(row.text, SHOWN_CHARACTERS))


async def version(ctx: ToolContext, rule_id: UUID) -> int | None:
    """The rule's present version."""
    return await facts.version(ctx.tx, rule_id)


async def _meant(ctx: ToolContext, words: str) -> UserFact | NeedUserInput:
    rows = await facts_now(ctx.tx, FactFilter(kind=HARD_RULE))
    if (rule_id := parse_id(words)) is not None:
        rows = [row for row in rows if row.id == rule_id]
    elif calls_quiet_hours(words):
        rows = [row for row in rows if (row.effect or {}).get("type") == QUIET_HOURS]
    elif content_words(words):
        pairs = scored(words, [(row, _found_by(row)) for row in rows])
        top = max((score for score, _ in pairs), default=0.0)
        rows = [row for score, row in pairs if score == top]
    else:
        pointed = {one.id for one in ctx.discourse.last_entities if one.type == facts.kind}
        rows = [row for row in rows if row.id in pointed] or rows
    if not rows:
        raise ToolRejected(f"The user has no rule that matches '{words}'. Tell them.", code=NO_MATCH)
    if len(rows) == 1:
        return rows[0]
    options = tuple(Option(str(row.id), shorten(row.text, SHOWN_CHARACTERS)) for row in rows[:MOST_OPTIONS])
    return NeedUserInput("choice", say("rules.ending.which", ctx.locale), options, "ambiguous", FIELD)


def _found_by(row: UserFact) -> str:
    """Its words, and what its effect is called: the name, and the weekdays and numbers in our languages ("the rule
    about ten" of one that says 10)."""
    effect = row.effect or {}
    parameters = effect.get("parameters", {})
    days = [day for day in parameters.get("days", ()) if day in WEEKDAYS]
    named = [word for word, day in DAY_WORDS.items() if day in days]
    said = [*tokens(row.text), str(parameters.get("time", "")).partition(":")[0]]
    numbers = {int(word) for word in said if word.isdecimal()} | {NUMBERS[word] for word in said if word in NUMBERS}
    named += [word for word, value in NUMBERS.items() if value in numbers] + [str(value) for value in numbers]
    return lines([row.text, str(effect.get("type", "")).replace("_", " "), *row.subjects, *named])


def _ref(row: UserFact) -> EntityRef:
    return EntityRef(facts.kind, row.id, shorten(row.text, SHOWN_CHARACTERS))


TOOL = WriteTool(
    name="rules_end",
    description="End one of the user's lasting rules, because they say that it holds no more.",
    group="memory",
    execute=execute,
    arguments=EndRule,
    prepare=prepare,
    revise=revise,
    undo=undo,
    version=version,
    scopes=frozenset({"curate"}),
    examples=(("forget the rule about Fridays", {"rule": "Fridays"}),),
    user_only=True,
)
