"""Is what a model puts into an argument for the user's words dropped where the user never said it?"""

from typing import Any

import pytest
from pydantic import BaseModel

from orchestrator import catalog
from orchestrator.agent.testing.evaluation import Bench
from orchestrator.agent.tools.spec import Effect, ToolContext, ToolResult, ToolSpec
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

    spec = ToolSpec(
        "search_memories",
        "Search.",
        "search",
        Effect.READ,
        execute,
        arguments=Search,
        verbatim_arguments=frozenset({"when", "speaker"}),
    )
    model = ScriptedModel([call(("search_memories", {"query": "boat", **proposed})), say("Found.")], keep_last=True)
    fast = ScriptedModel([say('{"intent": "memory_search", "confidence": 0.9}')], name="router", keep_last=True)
    await Bench([spec], model, fast=fast, vocabulary=catalog.VOCABULARY).ask(question)
    return {name: value for name, value in searched[0].items() if name != "query"}


@pytest.mark.parametrize(
    ("question", "proposed", "kept"),
    [
        ("what about the boat?", {"speaker": "other people"}, {}),
        ("what did Rui say about the boat?", {"speaker": "rui"}, {"speaker": "rui"}),
        ("what did my brother say about the boat?", {"speaker": "Rui Castro"}, {"speaker": "Rui Castro"}),
        ("what did I say about the boat?", {"speaker": "me"}, {"speaker": "me"}),
        ("what about the boat?", {"when": "tomorrow"}, {}),
        ("what about the boat yesterday?", {"when": "yesterday"}, {"when": "yesterday"}),
    ],
)
async def test_only_what_was_said_is_searched_for(
    question: str, proposed: dict[str, Any], kept: dict[str, Any]
) -> None:
    assert await _searched(question, proposed) == kept
