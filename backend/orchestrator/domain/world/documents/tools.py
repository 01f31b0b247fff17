"""The tools of documents: `get_document` reads one, `search_documents` and `count_documents` look through all."""

from orchestrator.agent.tools.spec import ReadTool, ToolSpec
from orchestrator.domain.world.documents import read_tools

TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="search_documents",
        description="Search the user's documents (contracts, prescriptions, …): what they say, with the page.",
        group="documents",
        execute=read_tools.search_documents,
        arguments=read_tools.SearchDocuments,
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
        execute=read_tools.count_documents,
        arguments=read_tools.CountDocuments,
        verbatim_arguments=frozenset({"when", "person"}),
        examples=(("how many prescriptions does Ana have?", {"kind": "prescription", "person": "Ana"}),),
    ),
    ReadTool(
        name="get_document",
        description="Read one document's text, by its id or title, from a page on.",
        group="documents",
        inspects=True,
        execute=read_tools.get_document,
        arguments=read_tools.GetDocument,
        verbatim_arguments=frozenset(),
        examples=(("summarise my rental contract", {"title": "rental contract"}),),
    ),
)
