"""What the tool `correct_fact` does: put what is right in the place of what was wrong, or is so no more.

What nothing was known of is remembered instead (`remembering`).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.memory.facts import reading, service
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.privacy import others_private
from orchestrator.domain.memory.facts.schemas import HARD_RULE, TEXT_CHARACTERS
from orchestrator.domain.memory.facts.tools.finding import SHOWN_CHARACTERS, meant, ref
from orchestrator.domain.memory.facts.tools.quotation import Span, said_in, source_of, sources
from orchestrator.domain.memory.facts.tools.remember_tool import (
    STATED_ORIGIN,
    RememberFact,
    confirmed_by_user,
    naming_replaced,
    prepare_remember,
    refuse_secret,
    remember,
    revise_remember,
    since_of,
    undo,
    version,
    with_summary,
    written,
)
from orchestrator.errors import ToolFailed, ToolRejected
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.statements.reading import SELF
from orchestrator.language.statements.replacing import value_said, with_value
from orchestrator.language.statements.stating import statements, tells_change
from orchestrator.language.text.normalize import normalize
from orchestrator.language.time import mentions

HOME = f"{SELF} lives_in"


class CorrectFact(ToolArguments):
    """Arguments of `correct_fact`."""

    fact: str = Field(default="", max_length=500, description="Which fact was wrong: its words or id.")
    text: str = Field(default="", max_length=TEXT_CHARACTERS, description="What is right, in the user's own words.")
    when: str = Field(default="", max_length=200, description="Since when it is so, the user's own time words.")


async def prepare_correct(ctx: ToolContext, arguments: CorrectFact) -> Prepared | NeedUserInput:
    """Which fact was wrong, and what takes its place. Raises ToolRejected."""
    refuse_secret(ctx, arguments.text)
    found = await _wrong(ctx, arguments)
    if found is None:
        return await prepare_remember(ctx, RememberFact(text=arguments.text))
    if isinstance(found, NeedUserInput):
        return found
    if found.kind == HARD_RULE:
        raise ToolRejected(say("facts.rule_elsewhere", ctx.locale))
    right = _right(found.text, arguments.text) if arguments.text else ""
    since = _since(ctx, right, arguments.when)
    if not right and since is None:
        asked = say("facts.what_instead", ctx.locale, old=shorten(found.text, SHOWN_CHARACTERS))
        return NeedUserInput("text", asked, (), "unclear", "text")
    text = right or _dated_anew(found.text, arguments.when, ctx)
    span = said_in(ctx.question, arguments.text or arguments.when) or _value_in(ctx.question, arguments.text)
    act = "change" if arguments.text and tells_change(arguments.text) else "correct"
    frozen = {
        "id": str(new_id()),
        "fact_id": str(found.id),
        "act": act,
        "text": text,
        "valid_from": since.isoformat() if since is not None else None,
        "source": source_of(ctx, span),
    }
    return _correcting(ctx, found, frozen, span)


def _right(old: str, words: str) -> str:
    """What is right, as a statement: of "no, I live in Lisbon" what follows, of "in Lisbon" what was wrong with that
    value."""
    told = statements(words)
    if len(told) == 1 and told[0].denies:
        return told[0].text
    return with_value(old, value_said(words) or words) or words


def _value_in(question: str, value: str) -> Span | None:
    """Where the user says that mere value, which is no statement by itself."""
    if not value or value_said(question) != value:
        return None
    start = question.rindex(value)
    return Span(start, start + len(value), value)


def _since(ctx: ToolContext, right: str, when: str) -> datetime | None:
    """Since when what is right is so. A time that the statement itself names counts as it means it: "my birthday is on
    4 May" is no more true from then on."""
    return since_of(ctx, right if not when or normalize(when) in normalize(right) else when)


async def _wrong(ctx: ToolContext, arguments: CorrectFact) -> UserFact | NeedUserInput | None:
    """The fact that is wrong; None where nothing is known of it, and what is right can be kept by itself. Raises
    ToolRejected."""
    if not (arguments.fact or arguments.text):
        home = [row for row in await reading.facts_now(ctx.tx) if row.attribute == HOME]
        if len(home) == 1 and tells_change(arguments.when):
            return home[0]
    try:
        return await meant(ctx, arguments.fact or arguments.text, nothing="facts.none_correct")
    except ToolRejected:
        if arguments.text:
            return None
        raise


async def revise_correct(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same with the user's edits. Raises ToolRejected."""
    if "fact_id" not in frozen:
        return await revise_remember(ctx, frozen, edits)
    if unknown := set(edits) - {"text"}:
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    refuse_secret(ctx, str(edits.get("text") or ""))
    found = await meant(ctx, frozen["fact_id"], nothing="facts.none_correct")
    if isinstance(found, NeedUserInput):
        return found
    return _correcting(ctx, found, {**frozen, **edits}, None)


def _correcting(ctx: ToolContext, found: UserFact, frozen: dict[str, Any], span: Span | None) -> Prepared:
    old, new = (shorten(text, SHOWN_CHARACTERS) for text in (found.text, frozen["text"]))
    title = say("facts.change" if frozen["act"] == "change" else "facts.correct", ctx.locale, old=old, text=new)
    private = others_private(frozen["text"])
    hints = (say("facts.private", ctx.locale),) if private else ()
    stated = span is not None and not private
    return Prepared(frozen, title, title, ("text",), ref(found), found.version, hints, stated=stated)


async def correct(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Put the new statement in the old one's place; a second execution finds it there."""
    if "fact_id" not in frozen:
        return await remember(ctx, frozen)
    new_fact, old_id = UUID(frozen["id"]), UUID(frozen["fact_id"])
    (old,) = await facts.many(ctx.tx, [old_id]) or (None,)
    if old is None:
        raise ToolFailed("The fact is not there any more.")
    there = await facts.many(ctx.tx, [new_fact])
    act = service.change if frozen["act"] == "change" else service.correct
    changes = {"text": frozen["text"]}
    if frozen["valid_from"] is not None:
        changes["valid_from"] = frozen["valid_from"]
    row = (
        there[0]
        if there
        else await act(
            ctx.tx,
            old_id,
            changes,
            zone=ctx.zone,
            origin=STATED_ORIGIN,
            sources=sources(frozen.get("source")),
            ratified=confirmed_by_user(ctx, frozen) or old.ratified_at is not None,
            entity_id=new_fact,
        )
    )
    result = written(
        ctx, row, "facts.changed" if frozen["act"] == "change" else "facts.corrected", undo=True, old=old.text
    )
    if frozen["valid_from"] is not None and row.valid_from is not None:
        day = render.day(to_wall(row.valid_from, ctx.zone).date(), ctx.locale)
        result = with_summary(result, f"{result.summary}, {say('facts.since', ctx.locale, day=day)}")
    more = await facts.many(ctx.tx, [one for one in row.replaces if one != old_id])
    return naming_replaced(ctx, result, [one for one in more if one.attribute == row.attribute])


def _dated_anew(text: str, when: str, ctx: ToolContext) -> str:
    """The statement with another time in the place of the one that it names."""
    named = [one for one in mentions(text, now=ctx.local_now, locale=ctx.locale) if one.sure and one.has_date]
    if len(named) != 1:
        return text
    times = [one for one in mentions(when, now=ctx.local_now, locale=ctx.locale) if one.sure and one.has_date]
    return text.replace(named[0].text, times[0].text if len(times) == 1 else when)


CORRECT_FACT = WriteTool(
    name="correct_fact",
    description="Correct a remembered fact that the user says is wrong, or since when it is so.",
    group="memory",
    keeps_text=True,
    execute=correct,
    arguments=CorrectFact,
    prepare=prepare_correct,
    revise=revise_correct,
    undo=undo,
    version=version,
    examples=(("no, I live in Lisbon", {"fact": "where I live", "text": "I live in Lisbon"}),),
)
