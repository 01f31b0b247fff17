"""What the tool `remember_fact` does: keep what the user's own message states, at once and undoably.

Words that the user did not say, and others' private matters, are previews (product.md, tools for memory).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import Field, ValidationError

from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult, WriteTool
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.memory.facts import service
from orchestrator.domain.memory.facts.entity import facts
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.privacy import others_private
from orchestrator.domain.memory.facts.schemas import TEXT_CHARACTERS, FactFields
from orchestrator.domain.memory.facts.tools.finding import SHOWN_CHARACTERS, ref
from orchestrator.domain.memory.facts.tools.quotation import Span, said_in, source_of, sources, wants_kept
from orchestrator.errors import NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import named_zone, to_wall
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.statements import claim_of
from orchestrator.language.statements.stating import since_when
from orchestrator.language.statements.whom import named_in
from orchestrator.language.text.secrets import holds_secret

EDITABLE = ("text", "category", "importance")
STATED_ORIGIN = str(Origin.USER)
_IMPORTANCE = {"allergic_to": 9, "name": 8, "birthday": 7, "lives_in": 7}
_PREFERENCES = ("likes", "eats", "drinks", "favourite")
PLAIN = 5


class RememberFact(ToolArguments):
    """Arguments of `remember_fact`."""

    text: str = Field(
        min_length=1, max_length=TEXT_CHARACTERS, description="One statement about the user, in the user's own words."
    )
    category: str = Field(default="", max_length=100, description="One word, e.g. preference. May be left out.")
    subjects: list[str] = Field(default_factory=list, max_length=20, description="What it is about, few words.")


async def prepare_remember(ctx: ToolContext, arguments: RememberFact) -> Prepared | NeedUserInput:
    """The fact as it will be kept."""
    refuse_secret(ctx, arguments.text)
    span = said_in(ctx.question, arguments.text)
    since = since_of(ctx, arguments.text)
    claim = claim_of(arguments.text)
    told = claim.attribute.split() if claim is not None and claim.known else []
    category = arguments.category or ("preference" if any(one in told for one in _PREFERENCES) else "fact")
    subjects = list(arguments.subjects)
    if span is not None and not subjects and (whom := named_in(arguments.text)) is not None:
        subjects = [whom]
    frozen = {
        "id": str(new_id()),
        "text": arguments.text,
        "category": category,
        "subjects": subjects,
        "importance": next((weight for name, weight in _IMPORTANCE.items() if name in told), PLAIN),
        "valid_from": since.isoformat() if since is not None else None,
        "source": source_of(ctx, span),
    }
    return await _remembering(ctx, frozen, span)


async def revise_remember(
    ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]
) -> Prepared | NeedUserInput:
    """The same with the user's edits. Raises ToolRejected."""
    if unknown := set(edits) - set(EDITABLE):
        raise ToolRejected(f"These can't be edited: {', '.join(sorted(unknown))}.")
    refuse_secret(ctx, str(edits.get("text") or ""))
    return await _remembering(ctx, {**frozen, **edits}, None)


async def _remembering(ctx: ToolContext, frozen: dict[str, Any], span: Span | None) -> Prepared:
    fields = _fields(frozen)
    private = others_private(fields.text)
    title = say("facts.remember", ctx.locale, text=shorten(fields.text, SHOWN_CHARACTERS))
    hints = (say("facts.private", ctx.locale),) if private else ()
    ended = await service.would_end(ctx.tx, fields, zone=ctx.zone)
    summary = "; ".join([title, *(_replaced(ctx, old) for old in ended)])
    frozen = {**frozen, "replaces": [str(old.id) for old in ended]}  # it quotes them: erasing one cleans it
    stated = span is not None and not private and wants_kept(ctx.question, fields.text)
    return Prepared(frozen, title, summary, EDITABLE, hints=hints, stated=stated)


def _replaced(ctx: ToolContext, old: UserFact) -> str:
    """What gives way, and since when it was so, or was told."""
    moment, key = (old.valid_from, "facts.since") if old.valid_from is not None else (old.recorded_at, "facts.told")
    day = render.yearly_day(to_wall(moment, ctx.zone).date(), ctx.locale, year=True)
    return say(
        "facts.replaces",
        ctx.locale,
        text=shorten(old.text, SHOWN_CHARACTERS),
        when=say(key, ctx.locale, day=day),
    )


async def remember(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
    """Keep it; a second execution finds it kept."""
    fact_id = UUID(frozen["id"])
    if there := await facts.many(ctx.tx, [fact_id]):
        return written(ctx, there[0], "facts.remembered", undo=True)
    stated = await service.state(
        ctx.tx,
        _fields(frozen),
        zone=ctx.zone,
        origin=STATED_ORIGIN,
        sources=sources(frozen.get("source")),
        ratified=confirmed_by_user(ctx, frozen),
        contained=True,
        entity_id=fact_id,
    )
    result = written(ctx, stated.row, "facts.known" if stated.known else "facts.remembered", undo=not stated.known)
    return naming_replaced(ctx, result, stated.replaced)


async def undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
    """Take it back; what it replaced holds again."""
    try:
        row = await service.take_back(ctx.tx, UUID(payload["id"]), version=payload["version"])
    except (VersionConflict, NotFound) as error:
        raise ToolFailed(error.detail) from error
    return say("facts.taken_back", ctx.locale, text=shorten(row.text, SHOWN_CHARACTERS))


async def version(ctx: ToolContext, fact_id: UUID) -> int | None:
    """The fact's present version."""
    return await facts.version(ctx.tx, fact_id)


def written(
    ctx: ToolContext,
    row: UserFact,
    key: Literal["facts.remembered", "facts.known", "facts.corrected", "facts.changed"],
    *,
    undo: bool,
    old: str = "",
) -> ToolResult:
    """What was kept, and how to take it back."""
    named = ref(row)
    return ToolResult(
        data={"fact": {"id": str(row.id), "text": row.text, "category": row.category, "trust": row.trust}},
        summary=say(key, ctx.locale, text=named.title, old=shorten(old, SHOWN_CHARACTERS)),
        origin=ctx.origin,
        evidence=frozenset({"entity"}),
        read=(named,),
        entity=named,
        version=row.version,
        undo={"id": str(row.id), "version": row.version} if undo else None,
    )


def naming_replaced(ctx: ToolContext, result: ToolResult, ended: Sequence[UserFact]) -> ToolResult:
    """With what gave way to it, so that nothing is replaced unseen."""
    if not ended:
        return result
    told = with_summary(result, "; ".join([result.summary, *(_replaced(ctx, old) for old in ended)]))
    return replace(told, read=(*told.read, *(ref(old) for old in ended)))


def with_summary(result: ToolResult, summary: str) -> ToolResult:
    """The same, told otherwise."""
    return replace(result, summary=summary)


def _fields(frozen: Mapping[str, Any]) -> FactFields:
    """Raises ToolRejected where frozen (and edited) arguments are no fact."""
    names = ("text", "category", "subjects", "importance", "valid_from")
    try:
        return FactFields.model_validate({name: frozen[name] for name in names if frozen.get(name) is not None})
    except ValidationError as error:
        raise ToolRejected(f"This is no fact: {error}") from error


def refuse_secret(ctx: ToolContext, text: str) -> None:
    """Raises ToolRejected where it reads like a password, key or card number."""
    if holds_secret(text):
        raise ToolRejected(say("facts.secret", ctx.locale), code="secret")


def since_of(ctx: ToolContext, text: str) -> datetime | None:
    """Since when, as an instant."""
    found = since_when(text, now=ctx.local_now, locale=ctx.locale)
    return found.replace(tzinfo=named_zone(ctx.zone)).astimezone(UTC) if found is not None else None


def confirmed_by_user(ctx: ToolContext, frozen: Mapping[str, Any]) -> bool:
    """A preview that the user said yes to is a source of its own; what was kept at once goes with its message."""
    return not ctx.question or frozen.get("source") is None


REMEMBER_FACT = WriteTool(
    name="remember_fact",
    description="Remember a lasting fact that the user states about themselves or their people.",
    group="memory",
    keeps_text=True,
    execute=remember,
    arguments=RememberFact,
    prepare=prepare_remember,
    revise=revise_remember,
    undo=undo,
    version=version,
    examples=(("remember that I'm allergic to nuts", {"text": "I'm allergic to nuts", "subjects": ["nuts"]}),),
)
