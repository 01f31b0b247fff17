"""What does the index register? Its tool, its upkeep, and what of it goes into an archive: what can be found, as it was
given; postings and vectors are made anew."""

from orchestrator.agent.types.vocabulary import (
    DATA_INTENT,
    GENERAL_INTENT,
    SEARCH_INTENT,
    Intent,
    ToolGroup,
    Vocabulary,
)
from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.search import archive, jobs, service, tools
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.language.intents import Topic

_ANEW = "made of the index's entries where they arrive"
_VOCABULARY = Vocabulary(
    groups=(
        ToolGroup(
            "search",
            intents=frozenset({SEARCH_INTENT, "document_search", GENERAL_INTENT}),
            searches=True,
            words=("find look up messages said procurar pesquisar mensagens buscar mensajes conversaciones"),
        ),
    ),
    intents=(
        Intent(SEARCH_INTENT, 10, looks_up=True, was_said="always"),
        Intent(DATA_INTENT, 20, everything=True, looks_up=True, was_said="unless_recorded"),
        Intent(GENERAL_INTENT, 110),
    ),
    records=frozenset({Topic.COUNT, Topic.MOST}),
    instructions={
        "wider": "Nothing was found so far. Search what was said and written: call search_memories, then answer."
    },
)

SLICE = Slice(
    "search",
    vocabulary=_VOCABULARY,
    tools_over=lambda registered: tools.tools(registered.places_of),
    jobs=jobs.JOBS,
    scheduled=jobs.SCHEDULED,
    portable=(
        Portable(
            "search_documents",
            key=("user_id", "kind", "entity_id"),
            newer=None,
            only=archive.COLUMNS,
            with_any=archive.comes_with,
            before=service.withdraw_all,
            write=archive.write,
        ),
    ),
    left_out={
        **dict.fromkeys(("search_postings", "search_totals", "search_ends", "search_sessions"), _ANEW),
        "search_vectors": f"{_ANEW}, by the model that is there",
    },
)
