"""What do documents register? Words mean one by its title, its file's name or what kind of paper it is. In an archive
their rows; `lifecycle/portability` carries their files. Those that nobody has read yet are read where they arrive. When
contacts are merged, documents are about the one that stays."""

from collections.abc import Mapping, Sequence
from typing import IO, Any
from uuid import UUID

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.vocabulary import (
    ASKED,
    DATA_INTENT,
    RULE_MIXED,
    RULE_SURE,
    SEARCH_INTENT,
    WANTED,
    Decision,
    Intent,
    RoutingRule,
    ToolGroup,
    Vocabulary,
)
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.slices.carrier import Carrier, Place
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.means import Own
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.world.documents import jobs, repository, service, tools
from orchestrator.domain.world.documents.model import (
    Document,
    DocumentAttachment,
    DocumentChunk,
    DocumentContact,
    DocumentPart,
)
from orchestrator.domain.world.documents.service import Documents, documents
from orchestrator.domain.world.documents.storage import FILES_OF, FileStore
from orchestrator.kit.ids import parse_id
from orchestrator.kit.zones import to_wall
from orchestrator.language import render
from orchestrator.language.speech_acts.document_questions import asked_documents
from orchestrator.language.speech_acts.intents import Topic, Topics
from orchestrator.language.speech_acts.mood import Mood, MoodReading

_KEPT = ("label", "origin", "quote", "page", "section")


async def repoint(tx: Tx, from_id: UUID, to_id: UUID) -> list[Any]:
    """The documents are about the other contact now, each once; answers an entry a link."""
    there = {row.document_id for row in await repository.links_to(tx, [to_id])}
    told, dropped = [], []
    for row in await repository.links_to(tx, [from_id]):
        drop = row.document_id in there
        kept = {name: getattr(row, name) for name in _KEPT}
        told.append({"id": str(row.id), "document_id": str(row.document_id), "dropped": drop, **kept})
        if drop:
            dropped.append(row.id)
            tx.session.expunge(row)
        else:
            row.contact_id = to_id
    await tx.session.flush()
    await repository.drop_links(tx, dropped)
    await repository.touch(tx, {UUID(one["document_id"]) for one in told})
    return told


async def restore(tx: Tx, merged_id: UUID, kept_id: UUID, told: list[Any]) -> None:
    """The links to the merged contact are there again, those that the user took away since apart."""
    ids = [found for one in told if (found := parse_id(one["document_id"])) is not None]
    there = {row.id: row for row in await repository.links(tx, ids)}
    live = {row.id for row in await repository.documents.many(tx, ids)}
    touched = set()
    for one in told:
        document_id, row = UUID(one["document_id"]), there.get(UUID(one["id"]))
        if row is not None and row.contact_id == kept_id:
            row.contact_id = merged_id
        elif row is None and one["dropped"] and document_id in live:
            values = {name: one[name] for name in _KEPT}
            tx.session.add(
                DocumentContact(
                    id=UUID(one["id"]), user_id=tx.owner_id, document_id=document_id, contact_id=merged_id, **values
                )
            )
        else:
            continue
        touched.add(document_id)
    await tx.session.flush()
    await repository.touch(tx, touched)


GROUP = "documents"
ASKING = "document_search"
OF_A_PERSON = "a person and a personal document"
_MOODS = frozenset({Mood.QUESTION, Mood.UNCLEAR, Mood.REQUEST})


def of_papers(question: str, topics: Topics, reading: MoodReading) -> Decision | None:
    """What is asked of the user's documents; a request only where that is all of it ("summarise my contract"). Source:
    seed 003: a person and a personal document lean to a search of everything, never to the web."""
    asked = asked_documents(question) if reading.mood in _MOODS else None
    if asked is None or not (asked.leads or reading.mood is Mood.QUESTION):
        return None
    beside = frozenset({GROUP})
    if asked.person is not None or Topic.RELATIVE in topics:
        return Decision(SEARCH_INTENT, RULE_SURE, OF_A_PERSON, beside)
    if asked.act == "count":
        return Decision(DATA_INTENT, RULE_SURE, "asks for a count of documents", beside)
    return Decision(ASKING, RULE_SURE, "asks what a document says", beside)


_OF_DOCUMENT = (Document.__tablename__, "document_id")


def _titled(ctx: ToolContext, row: Document) -> tuple[str, str, str]:
    added = render.day(to_wall(row.created_at, ctx.zone).date(), ctx.locale)
    return row.title, added, lines([row.title, row.filename, *row.kinds])


_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            GROUP,
            intents=frozenset({ASKING}),
            of_attachments=True,
            words=(
                "document file paper report prescription invoice documento ficheiro arquivo papel relatório "
                "receita fatura documento archivo papel informe receta factura"
            ),
        ),
    ),
    intents=(Intent(ASKING, 60, looks_up=True, was_said="always"),),
    rules=(
        RoutingRule(
            10,
            frozenset(Mood) - WANTED,
            frozenset({Topic.PERSONAL_DOCUMENT}),
            SEARCH_INTENT,
            RULE_SURE,
            OF_A_PERSON,
            besides=frozenset({Topic.RELATIVE, Topic.CONTACT}),
        ),
        RoutingRule(
            150,
            ASKED,
            frozenset({Topic.PERSONAL_DOCUMENT}),
            ASKING,
            RULE_MIXED,
            "a document is named, or a to-do about one",
        ),
    ),
    recognisers=(of_papers,),
    named=frozenset({Topic.PERSONAL_DOCUMENT}),
    reads_attachment=("get_document", "document_id"),
)


def carriers(own: Own) -> Sequence[Carrier]:
    """The files that documents are made of, where this process knows of them."""
    files = own.get(FileStore)
    if files is None:
        return ()

    def opened(owner_id: UUID, row: Mapping[str, Any]) -> IO[bytes] | None:
        path = files.path(owner_id, UUID(row["id"]))
        try:
            return path.open("rb") if path is not None else None
        except FileNotFoundError:  # erased since
            return None

    async def placed(tx: Tx, document_id: UUID) -> Place:
        return lambda _: files.keep(tx.owner_id, document_id)

    return (Carrier(FILES_OF, opened, placed),)


SLICE = Slice(
    "documents",
    vocabulary=_VOCABULARY,
    tools=tools.TOOLS,
    jobs_with=lambda means, _: jobs.document_jobs(means.models, means.own[FileStore], means.processes),
    scheduled=jobs.SCHEDULED,
    erasable_with=lambda own: (Documents(own.get(FileStore)).erasable(),),  # the files of erased ones go with them
    withdrawable=(withdrawable(documents, _titled),),
    portable=(
        Portable(
            Document.__tablename__,
            same=(ENTITY_SAME,),
            check=documents.read_again,
            not_told={"job_id": "null"},
            follow=service.read_unread,
            has_files=True,
        ),
        Portable(DocumentPart.__tablename__, newer=None, part_of=_OF_DOCUMENT),
        Portable(DocumentChunk.__tablename__, newer=None, part_of=_OF_DOCUMENT),
        Portable(DocumentContact.__tablename__, same=(("contact_id", "document_id"),)),
        Portable(DocumentAttachment.__tablename__, key=("mail_id", "document_id"), newer=None, part_of=_OF_DOCUMENT),
    ),
    carriers_with=carriers,
    referrers=(Referrer("document", repoint, restore),),
    places_of=service.places_of,
)
