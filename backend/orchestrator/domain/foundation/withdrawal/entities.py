"""How are the entities of one slice found by words, hidden and brought back? The part that is the same for all."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.db.repository import EntityRow
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.asking.matching import scored
from orchestrator.domain.foundation.entities.schemas import EntityFields
from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.foundation.slices.withdrawable import Found, Removal, Thing, Withdrawable
from orchestrator.errors import NO_MATCH, NotFound, ToolFailed, ToolRejected, VersionConflict
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import content_words

M = TypeVar("M", bound=EntityRow)
F = TypeVar("F", bound=EntityFields)
Titled = Callable[[ToolContext, M], tuple[str, str, str]]
"""Title, what tells it apart, and the text that words are compared with (the title in its first line)."""

CANDIDATES = 1_000
TITLE_CHARACTERS = 120


def named(kind: str, title: str, locale: str) -> str:
    """A thing by its kind and title: todo “Buy milk”."""
    return say(f"removal.named.{kind}", locale, title=shorten(title, TITLE_CHARACTERS))


def withdrawable(
    service: EntityService[M, F], titled: Titled[M], *, meant: Literal["always", "last", "named"] = "always"
) -> Withdrawable:
    """The entry of a slice whose entities are hidden by `service` and found by their text."""

    def thing(ctx: ToolContext, row: M) -> Thing:
        title, label, _ = titled(ctx, row)
        gone = row.hidden_at is not None
        return Thing(service.kind, row.id, title, label, row.version, Origin(row.origin), gone)

    async def find(ctx: ToolContext, words: str) -> Found:
        rows = await candidates(ctx.tx, service, words)
        return scored(words, [(thing(ctx, row), titled(ctx, row)[2]) for row in rows])

    async def get(ctx: ToolContext, entity_id: UUID) -> Thing | None:
        rows = await service.many(ctx.tx, [entity_id])
        return thing(ctx, rows[0]) if rows else None

    return Withdrawable(service.kind, find, get, _hiding(service, get), meant)


async def candidates(tx: Tx, service: EntityService[M, F], words: str, *, limit: int = CANDIDATES) -> Sequence[M]:
    """Rows that the words may mean, removed ones too: those that hold all of them, else the first of the list."""
    text = " ".join(content_words(words))
    whole = await service.repository.rows(tx, q=text, limit=limit, hidden=True) if text else []
    return whole or await service.repository.rows(tx, limit=limit, hidden=True)


def _hiding(service: EntityService[M, F], get: Callable[[ToolContext, UUID], Any]) -> Removal:
    async def prepare(ctx: ToolContext, named_by: str) -> Prepared | NeedUserInput:
        entity_id = parse_id(named_by)
        found: Thing | None = await get(ctx, entity_id) if entity_id is not None else None
        if found is None:
            raise ToolRejected(f"There is no such {service.kind}.", code=NO_MATCH)
        if found.gone:
            raise ToolRejected(say("removal.gone", ctx.locale, thing=named(found.kind, found.title, ctx.locale)))
        title = say("removal.remove", ctx.locale, thing=named(found.kind, found.title, ctx.locale))
        target = EntityRef(found.kind, found.id, found.title)
        return Prepared({"id": str(found.id)}, title, title, (), target, found.version, origin=found.origin)

    async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        row = await service.hide(ctx.tx, UUID(frozen["id"]))
        found: Thing = await get(ctx, row.id)
        ref = EntityRef(found.kind, found.id, found.title)
        return ToolResult(
            data={service.kind: {"id": str(row.id), "title": found.title}, "removed": True},
            summary=say("removal.removed", ctx.locale, thing=named(found.kind, found.title, ctx.locale)),
            origin=least_trusted((ctx.origin, found.origin)),
            evidence=frozenset({"entity"}),
            read=(ref,),
            entity=ref,
            version=found.version,
            undo={"id": str(row.id), "version": found.version},
        )

    async def undo(ctx: ToolContext, payload: Mapping[str, Any]) -> str:
        try:
            row = await service.unhide(ctx.tx, UUID(payload["id"]), version=payload["version"])
        except (VersionConflict, NotFound) as error:
            raise ToolFailed(error.detail) from error
        found: Thing = await get(ctx, row.id)
        return say("removal.taken_back", ctx.locale, thing=named(found.kind, found.title, ctx.locale))

    return Removal(prepare, execute, undo)
