"""The tool that searches the web. It exists only where an instance is configured, so that no model sees it elsewhere.

A question may use it at once; in a run that read other people's text it waits as a preview, so that nothing they wrote
can send the user's data out as a query. Only the query leaves the house.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from orchestrator.agent.tools.spec import OutboundTool, Prepared, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.origin import Origin, without_invisible
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.errors import ToolRejected
from orchestrator.integrations.web_search.port import WebResult, WebSearch
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say, supported_language

NAME = "web_search"
QUERY_CHARACTERS = 200
"""A search engine reads no more; a longer one would be a way to carry data out."""
MOST_RESULTS = 10
MOST_SEARCHES = 3
"""In one run; more in a turn were the same question over again."""
_TITLE_SHOWN = 80


def _visible(query: Any) -> Any:
    """The query as the user sees it: what can't be seen may not leave the house either."""
    return without_invisible(query).strip() if isinstance(query, str) else query


class SearchWeb(ToolArguments):
    """Arguments of `web_search`."""

    query: Annotated[str, BeforeValidator(_visible)] = Field(
        min_length=1, max_length=QUERY_CHARACTERS, description="What to look for, e.g. 'train strike Lisbon'."
    )
    limit: int = Field(default=5, ge=1, le=MOST_RESULTS)


def web_search_tools(search: WebSearch) -> tuple[ToolSpec, ...]:
    """The tool over an instance."""

    async def at_once(ctx: ToolContext, arguments: SearchWeb) -> ToolResult:
        """In a run without other people's text: results for the model to answer from."""
        results = await _found(ctx, arguments)
        return _result(arguments.query, results, f"{len(results)} web results for “{arguments.query}”")

    async def execute(ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        """What the user confirmed: the results are told as they are, with their addresses."""
        arguments = SearchWeb.model_validate(frozen)
        results = await _found(ctx, arguments)
        return _result(arguments.query, results, _told(results, arguments.query, ctx.locale))

    async def _found(ctx: ToolContext, arguments: SearchWeb) -> Sequence[WebResult]:
        language = supported_language(ctx.locale)
        return await search.search(arguments.query, language=language, limit=arguments.limit)

    return (
        OutboundTool(
            name=NAME,
            description="Search the web. Only for what the user's own data can't hold: news, weather, opening hours, "
            "facts about the world. Put no private details into the query.",
            group="web",
            execute=execute,
            lookup=at_once,
            arguments=SearchWeb,
            prepare=prepare,
            revise=revise,
            probe=_nothing_left_behind,
            max_calls=MOST_SEARCHES,
            examples=(("search the web for the opening hours of the town library", {"query": "town library hours"}),),
        ),
    )


async def prepare(ctx: ToolContext, arguments: SearchWeb) -> Prepared:
    """The query as it would leave the house, for the user to see."""
    return Prepared(
        arguments=arguments.model_dump(),
        title=say("web_search.title", ctx.locale),
        summary=say("web_search.ask", ctx.locale, query=arguments.query),
        editable_fields=("query",),
    )


async def revise(ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
    """The same with the user's own query. Raises ToolRejected for one that is empty or too long."""
    query = _visible(str(edits.get("query", frozen["query"])))
    if not query:
        raise ToolRejected(say("web_search.empty", ctx.locale))
    if len(query) > QUERY_CHARACTERS:
        raise ToolRejected(say("web_search.too_long", ctx.locale, most=QUERY_CHARACTERS))
    return await prepare(ctx, SearchWeb.model_validate({**frozen, "query": query}))


async def _nothing_left_behind(_ctx: ToolContext, _key: str) -> ToolResult | Literal["absent", "unclear"]:
    """A search changes nothing where it is made, so one that broke off may be confirmed again."""
    return "absent"


def _result(query: str, results: Sequence[WebResult], summary: str) -> ToolResult:
    shown = [{name: without_invisible(value) for name, value in asdict(result).items() if value} for result in results]
    return ToolResult(
        data={"query": query, "results": shown},
        summary=summary,
        origin=Origin.THIRD_PARTY,
        empty=not results,
        evidence=frozenset({"retrieval"}),
    )


def _told(results: Sequence[WebResult], query: str, locale: str) -> str:
    """The results as lines, each with its address."""
    if not results:
        return say("web_search.none", locale, query=query)
    rows = [f"- {shorten(without_invisible(one.title), _TITLE_SHOWN)}: {one.url}" for one in results]
    return "\n".join([say("web_search.found", locale, query=query), *rows])
