"""Is an answer from the web asked for where the web can be searched, and only by what searches it?"""

from dataclasses import replace

from tests.support.turns import Journal

from orchestrator import catalog
from orchestrator.agent.testing.evaluation import Bench
from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.turn.turn import Switches
from orchestrator.domain.foundation.web_search.tools import web_search_tools
from orchestrator.integrations.web_search.fake import WrittenWeb
from orchestrator.integrations.web_search.port import WebResult
from orchestrator.language import messages
from orchestrator.llm.scripted import ScriptedModel, call, say

QUESTION = "Search the web for the opening hours of the town library"
QUERY = {"query": "library hours"}
NO_WEB = messages.say("agent.no_web", "en")
[WEB] = web_search_tools(WrittenWeb([WebResult("Library", "https://library.example", "Open daily", None)]))
LETTERS = replace(WEB, name="send_letter", group="todos")
"""It reaches outside too, and is not the web."""


def made(tools: tuple[ToolSpec, ...], *steps: object) -> Bench:
    model = ScriptedModel(list(steps), name="model", keep_last=True)
    return Bench((*Journal().tools(), *tools), model, switches=Switches(tiers=False), vocabulary=catalog.VOCABULARY)


async def test_a_search_of_the_web_is_the_evidence() -> None:
    bundle = await made((WEB, LETTERS), call(("web_search", QUERY)), say("It is open daily.")).ask(QUESTION)
    assert NO_WEB not in bundle.answer
    assert bundle.run.repairs == 0


async def test_another_way_out_of_the_house_is_none() -> None:
    bundle = await made((WEB, LETTERS), call(("send_letter", QUERY)), say("It is open daily.")).ask(QUESTION)
    assert NO_WEB in bundle.answer
    assert bundle.run.repairs > 0


async def test_nor_is_the_web_asked_for_where_there_is_only_that() -> None:
    bundle = await made((LETTERS,), say("I can't search the web here.")).ask(QUESTION)
    assert NO_WEB not in bundle.answer
    assert bundle.run.repairs == 0
