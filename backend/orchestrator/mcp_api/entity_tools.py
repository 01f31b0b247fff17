"""Which of the agent's own tools may an agent from outside call, and how is what came of it told?"""

from collections.abc import Mapping
from typing import Any

from orchestrator.agent.runs.external_calls import OutsideResult
from orchestrator.agent.tools.freezing import shown
from orchestrator.agent.tools.spec import Effect, FrozenTool, Tools, ToolSpec
from orchestrator.agent.types.origin import Origin
from orchestrator.mcp_api.calling import Answer, Call, refusal, rule_refusal

WITHHELD = frozenset(
    {"notes_add", "remember_fact", "correct_fact", "forget", "rules_add", "rules_end", "search_memories", "get_reviews"}
)
"""What files raw or proposes facts, and the search, are tools of this server's own; forgetting is the user's, and so is
what waits for their word: no agent reads what another one proposed."""
ADDITIVE = ("_create", "_add")
"""What only adds ends so."""
WAITS = "It waits for the user, who confirms or drops it in the app. Nothing was changed yet."


def offered(tools: Tools) -> tuple[ToolSpec, ...]:
    """Those that may be called from outside: nothing that can't be taken back."""
    return tuple(one for one in tools if one.name not in WITHHELD and not _is_irreversible(one))


def _is_irreversible(spec: ToolSpec) -> bool:
    return isinstance(spec, FrozenTool) and spec.irreversible


def is_read(spec: ToolSpec) -> bool:
    """Whether a call changes nothing and reaches nobody."""
    return spec.effect is Effect.READ


def is_destructive(spec: ToolSpec) -> bool:
    """Whether what it proposes changes or takes away something that is there."""
    return spec.effect is Effect.WRITE and not spec.name.endswith(ADDITIVE)


async def call_entity_tool(call: Call, spec: ToolSpec, arguments: Mapping[str, Any]) -> Answer:
    """A read's result; of a write the preview that waits."""
    result = await call.runtime.outside.call(call.caller.owner, spec, arguments, client=call.caller.client)
    return _answer(result)


def _answer(result: OutsideResult) -> Answer:
    told = tuple((ref.type, ref.id) for ref in result.read)
    if result.outcome == "done":
        return Answer(dict(result.data or {}), "done", result.origin, told)
    if result.outcome == "waiting" and result.preview is not None:
        preview = shown(result.preview).model_dump(mode="json", exclude={"draft", "editable_fields", "result"})
        data = {"status": "waiting", "message": WAITS, "summary": result.summary, "preview": preview}
        if result.data and result.data.get("hints"):
            data["hints"] = result.data["hints"]
        return Answer(data, "waiting", _labelled(result), preview_id=result.preview.id)
    if result.needs is not None:
        options = [{"id": one.id, "label": one.label} for one in result.needs.options]
        asked = {"status": "needs_input", "question": result.needs.question, "field": result.needs.field}
        return Answer({**asked, "options": options}, "asked", result.origin)
    if result.rule is not None:
        return rule_refusal(result.rule, result.summary)
    code = "invalid_arguments" if result.outcome == "refused" else "tool_failed"
    return refusal(code, result.summary, outcome=result.outcome)


def _labelled(result: OutsideResult) -> Origin:
    return result.preview.origin if result.preview is not None else result.origin
