"""What does the index register? Its tool, its upkeep, and what of it goes into an archive: what can be found, as it was
given; postings and vectors are made anew."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.search import archive, jobs, service, tools
from orchestrator.domain.foundation.slices.manifest import Slice

_ANEW = "made of the index's entries where they arrive"
SLICE = Slice(
    "search",
    tools_over=lambda registered: tools.tools(registered.places_of),
    jobs=jobs.JOBS,
    scheduled=jobs.SCHEDULED,
    portable=(
        Portable(
            "search_documents",
            key=("user_id", "kind", "entity_id"),
            newer=None,
            only=archive.COLUMNS,
            with_any="entity_id",
            before=service.withdraw_all,
            write=archive.write,
        ),
    ),
    left_out={
        **dict.fromkeys(("search_postings", "search_totals", "search_ends", "search_sessions"), _ANEW),
        "search_vectors": f"{_ANEW}, by the model that is there",
    },
)
