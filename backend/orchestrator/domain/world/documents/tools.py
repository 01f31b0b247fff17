"""The tools of documents: `get_document` reads one, `search_documents` and `count_documents` look through all. What
they say is others' text; whose a document is is told with the words that say so, and where they stand."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.clarification import NeedUserInput, Option
from orchestrator.agent.types.origin import Origin
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.matching import best
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.foundation.search.schemas import Hit, SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.world.documents import service
from orchestrator.domain.world.documents.asking import Wanted, wanted_of
from orchestrator.domain.world.documents.filters import DocumentFilter
from orchestrator.domain.world.documents.model import Document, DocumentPart
from orchestrator.domain.world.documents.schemas import KIND
from orchestrator.domain.world.documents.service import documents
from orchestrator.errors import NO_MATCH, ToolRejected
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import content_words, normalize

MAX_DOCUMENTS = 50
FILTERED = 1_000
"""Documents among which words are looked for."""
TEXT_CHARACTERS = 14_000
"""Of one look at a document: about 4 000 tokens; `next_page` or `next_part` tells where to go on."""
PARTS_AT_ONCE = 200
SEVERAL = 8
MOST_LINKED = 3
KEPT_IN_CONTEXT = 5
_EXTENSION = patterns.compile(r"\.[A-Za-z]\w{1,4}$")


class GetDocument(ToolArguments):
    """Arguments of `get_document`."""

    document_id: str = Field(default="", description="Its id, from an earlier result.")
    title: str = Field(default="", description="Words of its title, if the id is not known.")
    page: int | None = Field(default=None, ge=1, description="Read from this page on.")
    part: int | None = Field(default=None, ge=0, description="Read from this part on ('next_part').")


class SearchDocuments(ToolArguments):
    """Arguments of `search_documents`."""

    query: str = Field(default="", description="The words to look for in their text, e.g. 'notice period'.")
    kind: str = Field(default="", description="prescription, lab result, invoice, contract, passport, …")
    person: str = Field(default="", description="Whose: a name or 'my sister'. Leave out for the user's own.")
    when: str = Field(default="", description="When it was added: the user's time words, copied.")
    limit: int = Field(default=8, ge=1, le=MAX_DOCUMENTS)


class CountDocuments(ToolArguments):
    """Arguments of `count_documents`."""

    kind: str = Field(default="", description="prescription, lab result, invoice, … Leave out for all documents.")
    person: str = Field(default="", description="Whose: a name or 'my sister'. Leave out for the user's own.")
    when: str = Field(default="", description="When it was added: the user's time words, copied.")


async def get_document(ctx: ToolContext, arguments: GetDocument) -> ToolResult | NeedUserInput:
    """The text of a document by pages or sections, as much as fits."""
    row = await _one(ctx, arguments)
    if row is None:
        none = "No document has such a title or file name: search_documents finds what documents say."
        return ToolResult({"document": None, "note": none}, none, empty=True, evidence=frozenset({"retrieval"}))
    if isinstance(row, NeedUserInput):
        return row
    parts = await service.parts_of(ctx.tx, row.id, page=arguments.page, first=arguments.part or 0, limit=PARTS_AT_ONCE)
    shown, following = _fitting(parts)
    told, people = await described(ctx, [row])
    return ToolResult(
        data={
            "document": told[0],
            "parts": [{"page": part.page, "section": part.section, "text": part.text} for part in shown],
            "next_page": following.page if following is not None else None,
            "next_part": following.ordinal if following is not None and following.page is None else None,
        },
        summary=f"{row.title}: {row.enhancement_status}, {len(shown)} parts",
        origin=Origin.THIRD_PARTY,
        inspected=(ref(row),),
        evidence=frozenset({"retrieval", "entity"}),
        context=(ref(row),),
        read=(ref(row), *people),
    )


def _fitting(parts: Sequence[DocumentPart]) -> tuple[list[DocumentPart], DocumentPart | None]:
    """Those that fit, at least one; and the first that does not."""
    shown: list[DocumentPart] = []
    left = TEXT_CHARACTERS
    for part in parts:
        if shown and len(part.text) > left:
            return shown, part
        shown.append(part)
        left -= len(part.text)
    return shown, None


async def _one(ctx: ToolContext, arguments: GetDocument) -> Document | NeedUserInput | None:
    """None where no title fits. Raises ToolRejected where there is none of this id."""
    named = parse_id(arguments.document_id)
    if named is not None:
        rows = await documents.many(ctx.tx, [named])
    else:
        words = arguments.title or arguments.document_id
        known = await service.find(ctx.tx, DocumentFilter(), limit=FILTERED)
        rows = [row for row in known if normalize(words) in {normalize(row.filename), normalize(row.title)}]
        stem = _EXTENSION.sub("", words)  # "missing.pdf" is not every PDF
        if not rows and (content_words(stem) or not words):
            rows = best(stem, [(row, f"{row.title}\n{' '.join([row.filename, *row.kinds])}") for row in known])
    rows = [row for row in rows if row.hidden_at is None]
    if not rows and named is None:
        return None
    if not rows:
        raise ToolRejected("There is no such document: search_documents finds those that there are.", code=NO_MATCH)
    if len(rows) > 1:
        options = tuple(Option(str(row.id), row.title) for row in rows[:SEVERAL])
        question = say("documents.which", ctx.locale)
        return NeedUserInput("choice", question, options, "ambiguous", "document_id", Origin.THIRD_PARTY)
    return rows[0]


async def search_documents(ctx: ToolContext, arguments: SearchDocuments) -> ToolResult | NeedUserInput:
    """What documents say, the best passages first with page or section; without words the documents themselves."""
    since, until = span(ctx, when=arguments.when, since="", until="", looking="back")
    wanted = await wanted_of(ctx, kind=arguments.kind, person=arguments.person, since=since, until=until)
    if isinstance(wanted, NeedUserInput):
        return wanted
    words = " ".join(filter(None, [arguments.query, wanted.words]))
    vector = await ctx.query_vector(words) if words else None
    narrowed = bool(wanted.filter.conditions())
    total = await service.count(ctx.tx, wanted.filter)
    rows = await service.find(ctx.tx, wanted.filter, limit=FILTERED if narrowed else SEVERAL)
    hits: list[Hit] = []
    if words and (rows or not narrowed):
        among = tuple(row.id for row in rows) if narrowed else ()
        query = SearchQuery(
            words,
            kinds=(KIND,),
            limit=arguments.limit,
            vector=vector,
            zone=ctx.zone,
            documents=among,
            passages=True,
        )
        hits = await search(ctx.tx, query)
    found = await documents.many(ctx.tx, list(dict.fromkeys(hit.id for hit in hits)))
    shown = found or rows[: arguments.limit]
    about = wanted.person.ids if wanted.person is not None else ()
    told, people = await described(ctx, shown, about=about)
    empty = not hits if words else not rows
    return ToolResult(
        data={
            "hits": await _told_hits(ctx, hits, found),
            "documents": told,
            "total": total,
            "kind": wanted.kind,
            "person": person_data(wanted.person.name, wanted.person.ids) if wanted.person is not None else None,
        },
        summary=f"{len(hits)} passages in {len(shown)} documents" if words else f"{total} documents",
        origin=Origin.THIRD_PARTY if shown else Origin.OWN_DATA,
        empty=empty,
        inspected=tuple(ref(row) for row in (found if words else shown)[:MOST_LINKED]),
        evidence=frozenset({"retrieval"}),
        context=tuple(ref(row) for row in shown[:KEPT_IN_CONTEXT]) if len(shown) <= KEPT_IN_CONTEXT else (),
        read=tuple(dict.fromkeys([*(ref(row) for row in shown), *people])),
    )


async def _told_hits(ctx: ToolContext, hits: Sequence[Hit], found: Sequence[Document]) -> list[dict[str, Any]]:
    """Passages with where they stand."""
    rows: dict[UUID, Document] = {row.id: row for row in found}
    places = await service.places_of(ctx.tx, [hit.part_id for hit in hits if hit.part_id])
    told = []
    for hit in hits:
        row = rows.get(hit.id)
        if row is None:
            continue
        place = places.get(hit.part_id) if hit.part_id is not None else None
        told.append(
            {
                "document_id": str(row.id),
                "title": row.title,
                "page": place.page if place is not None else None,
                "section": place.section if place is not None else None,
                "text": hit.text if hit.part_id is not None else hit.snippet,
                "about": "text" if hit.part_id is not None else "title",
            }
        )
    return told


async def count_documents(ctx: ToolContext, arguments: CountDocuments) -> ToolResult | NeedUserInput:
    """How many documents of a kind somebody has, each with the words that show it."""
    since, until = span(ctx, when=arguments.when, since="", until="", looking="back")
    wanted = await wanted_of(ctx, kind=arguments.kind, person=arguments.person, since=since, until=until)
    if isinstance(wanted, NeedUserInput):
        return wanted
    matching = await _with_words(ctx, wanted)
    total = await service.count(ctx.tx, matching)
    rows = await service.find(ctx.tx, matching, limit=MAX_DOCUMENTS)
    unread = await service.count(ctx.tx, DocumentFilter(status="pending"))
    unread += await service.count(ctx.tx, DocumentFilter(status="running"))
    about = wanted.person.ids if wanted.person is not None else ()
    told, people = await described(ctx, rows, about=about)
    refs: list[EntityRef] = [ref(row) for row in rows]
    return ToolResult(
        data={
            "total": total,
            "kind": wanted.kind or wanted.words or None,
            "person": person_data(wanted.person.name, about) if wanted.person is not None else None,
            "documents": told,
            "still_being_read": unread,
        },
        summary=f"{total} documents",
        origin=Origin.THIRD_PARTY if rows else Origin.OWN_DATA,
        empty=not rows,
        inspected=tuple(refs[:MOST_LINKED]),
        evidence=frozenset({"retrieval"}),
        context=tuple(refs) if len(refs) <= KEPT_IN_CONTEXT else (),
        read=tuple(dict.fromkeys([*refs, *people])),
    )


async def _with_words(ctx: ToolContext, wanted: Wanted) -> DocumentFilter:
    """Of a kind that has only its words: the documents that hold these."""
    if not wanted.words:
        return wanted.filter
    query = SearchQuery(wanted.words, kinds=(KIND,), limit=200, zone=ctx.zone)
    ids = tuple(hit.id for hit in await search(ctx.tx, query))
    return DocumentFilter(whose=wanted.filter.whose, since=wanted.filter.since, until=wanted.filter.until, ids=ids)


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


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="search_documents",
        description="Search the user's documents (contracts, prescriptions, …): what they say, with the page.",
        group="documents",
        execute=search_documents,
        arguments=SearchDocuments,
        verbatim_arguments=frozenset({"when", "person"}),
        examples=(
            ("what does my contract say about notice?", {"kind": "contract", "query": "notice"}),
            ("show me Ana's lab results", {"kind": "lab result", "person": "Ana"}),
        ),
    ),
    ReadTool(
        name="count_documents",
        description="Count the documents of a kind, of a person: 'how many prescriptions does Ana have?'.",
        group="documents",
        execute=count_documents,
        arguments=CountDocuments,
        verbatim_arguments=frozenset({"when", "person"}),
        examples=(("how many prescriptions does Ana have?", {"kind": "prescription", "person": "Ana"}),),
    ),
    ReadTool(
        name="get_document",
        description="Read one document's text, by its id or title, from a page on.",
        group="documents",
        inspects=True,
        execute=get_document,
        arguments=GetDocument,
        verbatim_arguments=frozenset(),
        examples=(("summarise my rental contract", {"title": "rental contract"}),),
    ),
)
