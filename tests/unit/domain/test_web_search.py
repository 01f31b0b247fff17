"""The tool over a web that a test wrote down."""

from datetime import UTC, datetime
from typing import Any, cast

import pytest
from pydantic import ValidationError

from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.tools.spec import Effect, Prepared, ToolContext, ToolResult
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.web_search.tools import QUERY_CHARACTERS, SearchWeb, web_search_tools
from orchestrator.errors import ToolRejected
from orchestrator.integrations.web_search.fake import WrittenWeb
from orchestrator.integrations.web_search.port import WebResult
from orchestrator.kit.clock import FixedClock
from orchestrator.kit.ids import new_id

NOW = datetime(2026, 11, 21, tzinfo=UTC)
PAGE = WebResult("Town\u200b library", "https://library.example", "Open\U000e0041 daily", "2026-11-20")


def context(locale: str = "en-US") -> ToolContext:
    nothing = cast("Any", None)  # the tool uses neither a session nor the other ports
    return ToolContext(Tx(nothing, new_id()), FixedClock(NOW), NOW, "UTC", locale, nothing, nothing, RuleSet())


async def test_results_are_others_words_without_hidden_characters() -> None:
    web = WrittenWeb([PAGE])
    [tool] = web_search_tools(web)
    assert tool.lookup is not None
    result = await tool.lookup(context("pt-BR"), SearchWeb(query="library", limit=3))
    assert isinstance(result, ToolResult)
    assert (tool.effect, result.origin, result.empty) == (Effect.OUTBOUND, Origin.THIRD_PARTY, False)
    assert result.data["results"] == [
        {"title": "Town library", "url": PAGE.url, "snippet": "Open daily", "published": "2026-11-20"}
    ]
    assert web.queries == [("library", "pt", 3)]


async def test_a_confirmed_search_tells_its_results() -> None:
    [tool] = web_search_tools(WrittenWeb([PAGE]))
    result = await tool.execute(context("es"), {"query": "library", "limit": 5})
    assert isinstance(result, ToolResult)
    assert result.summary == "Resultados de internet para “library”:\n- Town library: https://library.example"
    [nothing] = web_search_tools(WrittenWeb())
    empty = await nothing.execute(context(), {"query": "library"})
    assert isinstance(empty, ToolResult)
    assert (empty.empty, empty.summary) == (True, "The web search found nothing for “library”")


async def test_what_the_user_can_not_see_does_not_leave_the_house() -> None:
    web = WrittenWeb([PAGE])
    [tool] = web_search_tools(web)
    assert tool.lookup is not None
    assert tool.prepare is not None
    assert tool.revise is not None
    hidden = "town\u200b library\U000e0041\U000e0042"
    await tool.lookup(context(), SearchWeb(query=hidden))
    prepared = await tool.prepare(context(), SearchWeb(query=hidden))
    revised = await tool.revise(context(), {"query": "town", "limit": 5}, {"query": f"{hidden}\u202e"})
    await tool.execute(context(), {"query": hidden, "limit": 5})  # frozen before queries were cleaned
    for one in (prepared, revised):
        assert isinstance(one, Prepared)
        assert (one.arguments["query"], one.summary) == ("town library", "Search the web for “town library”")
        await tool.execute(context(), one.arguments)
    assert [query for query, *_ in web.queries] == ["town library"] * 4


async def test_the_users_edit_is_the_query() -> None:
    [tool] = web_search_tools(WrittenWeb())
    assert tool.revise is not None
    frozen = {"query": "library", "limit": 5}
    prepared = await tool.revise(context(), frozen, {"query": " town library "})
    assert (prepared.arguments["query"], prepared.summary) == ("town library", "Search the web for “town library”")  # type: ignore[union-attr]
    for query in ("", "\u200b\u2060", "x" * (QUERY_CHARACTERS + 1)):
        with pytest.raises(ToolRejected):
            await tool.revise(context(), frozen, {"query": query})


def test_a_query_has_bounds() -> None:
    for query in ("  ", "\u200b \U000e0041", "x" * 201):
        with pytest.raises(ValidationError):
            SearchWeb(query=query)
    for arguments in ({}, {"query": "x", "limit": 11}):
        with pytest.raises(ValidationError):
            SearchWeb.model_validate(arguments)
