"""The tools by which the user lays down a rule in words, "never schedule anything before 10", and ends one. Both are
always previews: nobody but the user makes a rule bind, or lets it go."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.resolution import Resolution
from orchestrator.agent.rules.effects import EffectName
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, ToolSpec, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.memory.facts import service as facts_service
from orchestrator.domain.memory.facts.effect_checks import checked_effect
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.filters import FactFilter
from orchestrator.domain.memory.facts.reading import facts_now
from orchestrator.domain.memory.facts.schemas import HARD_RULE, TEXT_CHARACTERS, FactEffect, FactScope
from orchestrator.domain.memory.rules import ending_tool as rule_ending
from orchestrator.domain.memory.rules import service as rule_service
from orchestrator.domain.memory.rules.card import card
from orchestrator.domain.memory.rules.naming import names_in, renamed, understood
from orchestrator.domain.memory.rules.nearness import near
from orchestrator.domain.memory.rules.schemas import ProposedRule, RuleFields
from orchestrator.errors import ClientError, InvalidRequest, NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say
from orchestrator.language.rules.parser import read
from orchestrator.language.rules.subject import RuleWords
from orchestrator.language.text.normalize import normalize

SHOWN_CHARACTERS = 160
EDITABLE = ("text",)
_MOST_NEAR_SHOWN = 2


class AddRule(ToolArguments):
    """Arguments of `rules_add`."""

    text: str = Field(min_length=1, max_length=TEXT_CHARACTERS, description="The rule in the user's own words, copied.")
    effect: EffectName | None = Field(default=None, description="Only if sure; else left out.")
    parameters: dict[str, Any] = Field(default_factory=dict, description="Of the effect.")
    names: list[str] = Field(default_factory=list, max_length=20, description="Left out: who the names in it are.")


async def prepare(ctx: ToolContext, arguments: AddRule) -> Prepared | NeedUserInput:
    """The rule as it will be written: its effect is read from the words by code, else it is the one proposed."""
    words = read(arguments.text)
    if words is None and arguments.effect is not None:
        words = RuleWords(arguments.effect, arguments.parameters)
    effect, scope = None, FactScope()
    if words is not None:
        words = await _named(ctx, words, arguments.names)
        meant = await understood(ctx.tx, words, ctx.resolver, locale=ctx.locale)
        if meant.unclear:
            return _asked(ctx, names_in(words), meant.unclear[0])
        effect, scope = await _checked(ctx, meant.effect, meant.scope), meant.scope
    frozen = {"id": str(new_id()), "text": arguments.text, "effect": effect}
    if scope.type != "global":
        frozen["scope"] = scope.model_dump()
    return await _preview(ctx, frozen)


async def _named(ctx: ToolContext, words: RuleWords, names: Sequence[str]) -> RuleWords:
    """The rule with what the user chose for the names in it that were unclear; a single one is that of the first."""
    there = names_in(words)
    chosen = list(names) if len(names) == len(there) else [names[0]] * len(there) if len(names) == 1 else []
    for _ in chosen:
        meant = await understood(ctx.tx, words, ctx.resolver, locale=ctx.locale)
        unclear = meant.unclear[0] if meant.unclear else None
        if unclear is None or unclear.phrase not in there:
            break
        at = there.index(unclear.phrase)
        if not _may_mean(ctx, unclear, chosen[at]):
            break
        there[at] = chosen[at]
        words = renamed(words, there)
        if len(names) == 1:
            break
    return words


def _may_mean(ctx: ToolContext, unclear: Resolution, chosen: str) -> bool:
    """Whether it is one of what the name may mean, or the user's own word: a model chooses nobody for them."""
    return chosen in {one.id for one in unclear.options} or normalize(chosen) in normalize(ctx.question)


def _asked(ctx: ToolContext, names: Sequence[str], unclear: Resolution) -> NeedUserInput:
    """Whom a name means. An option stands for all the names, with the one replaced."""
    question = say("rules.who", ctx.locale, name=unclear.phrase)
    options = tuple(
        Option(json.dumps([one.id if name == unclear.phrase else name for name in names]), one.label)
        for one in unclear.options
    )
    return NeedUserInput("choice" if options else "text", question, options, reason="ambiguous", field="names")


async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared | NeedUserInput:
    """The same with the user's words. Raises ToolRejected."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    text = str(edits.get("text") or frozen["text"])
    if text == frozen["text"]:
        return await _preview(ctx, dict(frozen))
    made = await prepare(ctx, AddRule(text=text))
    if isinstance(made, NeedUserInput):
        return made
    return await _preview(ctx, {**made.arguments, "id": frozen["id"]})


async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Write it; the very same rule is not made twice."""
    effect = FactEffect(**frozen["effect"]) if frozen["effect"] else None
    fields = RuleFields(text=frozen["text"], effect=effect, scope=FactScope(**frozen.get("scope", {})))
    try:
        row, fresh = await rule_service.create(ctx.tx, fields, zone=ctx.zone, entity_id=UUID(frozen["id"]))
    except ClientError as error:
        raise ToolFailed(error.detail) from error
    ref = EntityRef("fact", row.id, shorten(row.text, SHOWN_CHARACTERS))
    return ToolResult(
        data={"rule": {"id": str(row.id), "text": row.text, "effect": row.effect}},
        summary=say("rules.added", ctx.locale, text=ref.title),
        origin=ctx.origin,
        evidence=frozenset({"entity"}),
        read=(ref,),
        entity=ref,
        version=row.version,
        undo={"id": str(row.id), "version": row.version} if fresh else None,
    )


async def undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """It binds no more."""
    try:
        row = await facts_service.take_back(ctx.tx, UUID(payload["id"]), version=payload["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("rules.taken_back", ctx.locale, text=shorten(row.text, SHOWN_CHARACTERS))


async def version(ctx: ToolContext, rule_id: UUID) -> int | None:
    """The rule's present version."""
    return await facts.version(ctx.tx, rule_id)


async def _checked(ctx: ToolContext, effect: FactEffect | None, scope: FactScope) -> dict[str, Any] | None:
    if effect is None:
        return None
    try:
        return await checked_effect(ctx.tx, effect, scope)
    except InvalidRequest as error:
        raise ToolRejected(f"This is no such rule: {error.detail}") from error


async def _preview(ctx: ToolContext, frozen: dict[str, Any]) -> Prepared:
    title = say("rules.add", ctx.locale, text=shorten(frozen["text"], SHOWN_CHARACTERS))
    told = await card(ctx, frozen["text"], frozen["effect"], frozen.get("scope"))
    alike = await _near(ctx, frozen)
    return Prepared(frozen, title, f"{title}; {told.text}", EDITABLE, hints=alike, origin=told.origin)


async def _near(ctx: ToolContext, frozen: Mapping[str, Any]) -> tuple[str, ...]:
    """The rules there are that say much the same."""
    effect = FactEffect(**frozen["effect"]) if frozen["effect"] else None
    rule = ProposedRule(text=frozen["text"], effect=effect, scope=FactScope(**frozen.get("scope") or {}))
    rows = await facts_now(ctx.tx, FactFilter(kind=HARD_RULE))
    found = await asyncio.to_thread(near, rule, rows)
    return tuple(
        say("rules.near", ctx.locale, text=shorten(one.text, SHOWN_CHARACTERS)) for one in found[:_MOST_NEAR_SHOWN]
    )


TOOLS: tuple[ToolSpec, ...] = (
    WriteTool(
        name="rules_add",
        description="Lay down a lasting rule that the user states: what must always or never be so.",
        group="memory",
        execute=execute,
        arguments=AddRule,
        prepare=prepare,
        revise=revise,
        undo=undo,
        version=version,
        scopes=frozenset({"curate"}),
        hidden_arguments=frozenset({"effect", "parameters", "names"}),
        examples=(("never schedule anything before 10", {"text": "never schedule anything before 10"}),),
        user_only=True,
    ),
    rule_ending.TOOL,
)
