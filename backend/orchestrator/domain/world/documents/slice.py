"""What do documents register? Words mean one by its title, its file's name or what kind of paper it is. In an archive
their rows; `lifecycle/portability` carries their files. Those that nobody has read yet are read where they arrive."""

from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.vocabulary import (
    ASKED,
    RULE_MIXED,
    RULE_SURE,
    SEARCH_INTENT,
    WANTED,
    Intent,
    RoutingRule,
    ToolGroup,
    Vocabulary,
)
from orchestrator.db.portable import ENTITY_SAME, Portable
from orchestrator.domain.foundation.entities.schemas import lines
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.foundation.withdrawal.entities import withdrawable
from orchestrator.domain.world.documents import jobs, repointing, service, tools
from orchestrator.domain.world.documents.model import (
    Document,
    DocumentAttachment,
    DocumentChunk,
    DocumentContact,
    DocumentPart,
)
from orchestrator.domain.world.documents.routing import ASKING, GROUP, OF_A_PERSON, of_papers
from orchestrator.domain.world.documents.service import Documents, documents
from orchestrator.domain.world.documents.storage import FileStore
from orchestrator.kit.zones import to_wall
from orchestrator.language import render
from orchestrator.language.intents import Topic
from orchestrator.language.mood import Mood

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
        ),
        Portable(DocumentPart.__tablename__, newer=None, part_of=_OF_DOCUMENT),
        Portable(DocumentChunk.__tablename__, newer=None, part_of=_OF_DOCUMENT),
        Portable(DocumentContact.__tablename__, same=(("contact_id", "document_id"),)),
        Portable(DocumentAttachment.__tablename__, key=("mail_id", "document_id"), newer=None, part_of=_OF_DOCUMENT),
    ),
    referrers=(Referrer("document", repointing.repoint, repointing.restore),),
    places_of=service.places_of,
)
