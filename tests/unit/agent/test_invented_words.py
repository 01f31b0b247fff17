"""Is what a model puts into an argument for the user's words dropped where the user never said it?"""

from typing import Any

from pydantic import BaseModel
from tests.support.corpora import corpus

from orchestrator import catalog
from orchestrator.agent.testing.evaluation import Bench
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult
from orchestrator.llm.scripted import ScriptedModel, call, say


class Search(BaseModel):
    """Search."""

    query: str
    when: str = ""
    speaker: str = ""


async def _searched(question: str, proposed: dict[str, Any]) -> dict[str, Any]:
    searched: list[dict[str, Any]] = []

    async def execute(context: ToolContext, arguments: Search) -> ToolResult:
        searched.append(arguments.model_dump(exclude_defaults=True))
        return ToolResult({"hits": ["found"]}, "1 hit", evidence=frozenset({"retrieval"}))

    spec = ReadTool(
        "search_memories",
        "Search.",
        "search",
        execute,
        arguments=Search,
        verbatim_arguments=frozenset({"when", "speaker"}),
    )
    model = ScriptedModel([call(("search_memories", {"query": "boat", **proposed})), say("Found.")], keep_last=True)
    fast = ScriptedModel([say('{"intent": "memory_search", "confidence": 0.9}')], name="router", keep_last=True)
    await Bench([spec], model, fast=fast, vocabulary=catalog.VOCABULARY).ask(question)
    return {name: value for name, value in searched[0].items() if name != "query"}


@corpus("invented_words", "only_what_was_said_is_searched_for")
async def test_only_what_was_said_is_searched_for(
    question: str, proposed: dict[str, Any], kept: dict[str, Any]
) -> None:
    assert await _searched(question, proposed) == kept
