"""Which of the agent's own tools may an agent from outside call, and how is what came of it told?"""

from orchestrator.agent.execution.results import CallResult
from orchestrator.agent.tools.freezing import shown
from orchestrator.agent.tools.spec import Effect, Tools, ToolSpec
from orchestrator.agent.types.origin import Origin
from orchestrator.mcp_api.calling import Answer

WITHHELD = frozenset(
    {"notes_add", "remember_fact", "correct_fact", "forget", "rules_add", "rules_end", "search_memories", "get_reviews"}
)
"""What files raw or proposes facts, and the search, are tools of this server's own; forgetting is the user's, and so is
what waits for their word: no agent reads what another one proposed."""
ADDITIVE = ("_create", "_add")
"""What only adds ends so."""
WAITS = "It waits for the user, who confirms or drops it in the app. Nothing was changed yet."


def offered(tools: Tools) -> tuple[ToolSpec, ...]:
    """Those of the agent's tools that outside agents have as they are."""
    return tuple(one for one in tools if one.name not in WITHHELD)


def is_read(spec: ToolSpec) -> bool:
    """Whether a call changes nothing and reaches nobody."""
    return spec.effect is Effect.READ


def is_destructive(spec: ToolSpec) -> bool:
    """Whether what it proposes changes or takes away something that is there."""
    return spec.effect is Effect.WRITE and not spec.name.endswith(ADDITIVE)


def answer_of(result: CallResult) -> Answer:
    """What a call gave that was neither refused nor failed: a read's result, a question, or the preview that waits."""
    if result.needs is not None:
        options = [{"id": one.id, "label": one.label} for one in result.needs.options]
        asked = {"status": "needs_input", "question": result.needs.question, "field": result.needs.field}
        return Answer({**asked, "options": options}, "asked", result.needs.origin)
    entry = result.entry
    assert entry is not None, "a call that was carried out is in the ledger"
    if result.preview is None:
        refs = (result.result.read or result.result.inspected) if result.result is not None else ()
        told = tuple((ref.type, ref.id) for ref in refs)
        return Answer(dict(entry.data), "done", Origin(entry.origin), told)
    preview = shown(result.preview).model_dump(mode="json", exclude={"draft", "editable_fields", "result"})
    data = {"status": "waiting", "message": WAITS, "summary": result.preview.summary, "preview": preview}
    if entry.data.get("hints"):
        data["hints"] = entry.data["hints"]
    return Answer(data, "waiting", result.preview.origin, preview_id=result.preview.id)
