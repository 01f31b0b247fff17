"""How is a document told to a model or the reader? Whose it is with the words that say so, and where they stand."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from orchestrator.agent.ports import EntityRef
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.domain.world.documents import service
from orchestrator.domain.world.documents.model import Document
from orchestrator.domain.world.documents.schemas import KIND
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall

SUMMARY_CHARACTERS = 300
OPENING_CHARACTERS = 160


def ref(row: Document) -> EntityRef:
    """The document by its title."""
    return EntityRef(KIND, row.id, row.title)


def heading(ctx: ToolContext, row: Document) -> dict[str, Any]:
    """What is known of it beside its text. `status`: how far reading it is; `error`: why it could not be read."""
    told: dict[str, Any] = {
        "id": str(row.id),
        "title": row.title,
        "filename": row.filename,
        "kinds": row.kinds,
        "pages": row.pages,
        "added_at": to_wall(row.created_at, ctx.zone).replace(microsecond=0).isoformat(),
        "status": row.enhancement_status,
    }
    if row.enhancement_error:
        told["error"] = row.enhancement_error
    if row.summary:
        told["summary"] = shorten(row.summary, SUMMARY_CHARACTERS)
    return told


async def described(
    ctx: ToolContext, rows: Sequence[Document], *, about: Sequence[UUID] = ()
) -> tuple[list[dict[str, Any]], list[EntityRef]]:
    """Documents with whom they are about and the words that show it (`evidence`, with its page or section): those that
    name `about`, else how the document begins. And the contacts that this names."""
    ids = [row.id for row in rows]
    linked = await service.links_of(ctx.tx, ids)
    openings = await service.openings(ctx.tx, ids)
    found, refs = [], []
    for row in rows:
        people = linked.get(row.id, [])
        told = heading(ctx, row)
        told["people"] = [{"name": name, "label": link.label} for link, name in people]
        quoted = next((link for link, _ in people if link.contact_id in about and link.quote), None)
        if quoted is not None:
            told["evidence"] = {"quote": quoted.quote, "page": quoted.page, "section": quoted.section}
        elif (opening := openings.get(row.id)) is not None:
            words = shorten(" ".join(opening.text.split()), OPENING_CHARACTERS)
            told["evidence"] = {"quote": words, "page": opening.page, "section": opening.section}
        found.append(told)
        refs += [EntityRef("contact", link.contact_id, name) for link, name in people]
    return found, refs


def person_data(name: str, ids: Sequence[UUID]) -> Mapping[str, Any]:
    """Who was asked about."""
    return {"name": name, "contact_ids": [str(one) for one in ids]}
