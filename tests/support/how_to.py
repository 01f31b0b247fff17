"""What a newcomer writes who follows CONTRIBUTING's how-tos: a tool, a job, a slice, an integration, file by file."""

from collections.abc import Callable, Mapping

Edit = Callable[[str], str]
"""What was there ("" for a new file) -> what is there then."""


def new(text: str) -> Edit:
    """A file that was not there."""

    def written(before: str) -> str:
        assert before == ""
        return text.lstrip("\n")

    return written


def changed(*pairs: tuple[str, str]) -> Edit:
    """A file in which these were replaced, each of which was there once."""

    def edited(before: str) -> str:
        for old, then in pairs:
            assert before.count(old) == 1, old
            before = before.replace(old, then)
        return before

    return edited


TODOS, SCRATCHPAD, BOOKS, TIDES = (
    "domain/world/todos",
    "domain/memory/scratchpad",
    "domain/world/books",
    "integrations/tides",
)

TOOL: Mapping[str, Edit] = {
    f"{TODOS}/tools.py": changed(
        (
            "class GetTodos(ToolArguments):",
            '''class CountTodos(ToolArguments):
    """Arguments of `count_todos`."""

    status: TodoStatus = Field(default="open", description="open, done, overdue or all.")


async def count_todos(ctx: ToolContext, arguments: CountTodos) -> ToolResult:
    """How many there are."""
    number = await count(ctx.tx, TodoFilter(status=arguments.status))
    return ToolResult({"count": number}, f"{number} todos", empty=not number, evidence=frozenset({"retrieval"}))


class GetTodos(ToolArguments):''',
        ),
        (
            """    WriteTool(
        name="todos_create",""",
            """    ReadTool(
        name="count_todos",
        description="Count todos.",
        group="todos",
        execute=count_todos,
        arguments=CountTodos,
    ),
    WriteTool(
        name="todos_create",""",
        ),
    ),
    "test_count_todos.py": new("""
from orchestrator import catalog
from orchestrator.agent.turn.visibility import visible
from orchestrator.language.speech_acts.mood import Mood


def test_a_turn_about_todos_sees_it() -> None:
    shown = visible(
        catalog.TOOLS, catalog.VOCABULARY, intent="todo_management", tier="high", mood=Mood.QUESTION, negated=False
    )
    assert {"count_todos", "get_todos"} <= set(shown.names)
"""),
}

JOB: Mapping[str, Edit] = {
    f"{SCRATCHPAD}/schemas.py": changed(
        ("EVICT = JobType(", 'COUNT = JobType("scratchpad.count", Scheduled)\nEVICT = JobType(')
    ),
    f"{SCRATCHPAD}/slice.py": changed(
        ("schemas import EVICT", "schemas import COUNT, EVICT"),
        (
            "JOBS = (JobHandler(EVICT, evict),)",
            '''async def count(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `scratchpad.count`."""
    del context
    return Ended("idle")


JOBS = (JobHandler(EVICT, evict), JobHandler(COUNT, count))''',
        ),
        (
            'SCHEDULED = (ScheduledJob(EVICT, Every(EVERY_S), source="the clock"),)',
            """SCHEDULED = (
    ScheduledJob(EVICT, Every(EVERY_S), source="the clock"),
    ScheduledJob(COUNT, Every(EVERY_S), source="the clock"),
)""",
        ),
    ),
    "test_count_job.py": new("""
from orchestrator import catalog
from orchestrator.domain.memory.scratchpad.schemas import COUNT


def test_it_is_done_and_set_off() -> None:
    assert COUNT in [one.job_type for slice_ in catalog.SLICES for one in slice_.jobs]
    assert COUNT in [one.job_type for one in catalog.SCHEDULED_JOBS]
"""),
}

SLICE: Mapping[str, Edit] = {
    f"{BOOKS}/__init__.py": new('"""What the user reads."""\n'),
    f"{BOOKS}/schemas.py": new('''
"""What do books take and give?"""

from orchestrator.scheduling.async_jobs import JobType
from orchestrator.scheduling.scheduled_jobs import Scheduled

SHELVE = JobType("books.shelve", Scheduled)
'''),
    f"{BOOKS}/slice.py": new('''
"""What do books register?"""

from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult
from orchestrator.agent.types.vocabulary import Intent, ToolGroup, Vocabulary
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.world.books.schemas import SHELVE
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob


class GetBooks(ToolArguments):
    """Arguments of `get_books`."""


async def get_books(ctx: ToolContext, arguments: GetBooks) -> ToolResult:
    """None yet."""
    del ctx, arguments
    return ToolResult({"books": []}, "no books", empty=True)


async def shelve(context: JobContext, _: Scheduled) -> Ended | None:
    """Handler of `books.shelve`."""
    del context
    return Ended("idle")


SLICE = Slice(
    "books",
    tools=(ReadTool("get_books", "Read the user's books.", "books", get_books, arguments=GetBooks),),
    jobs=(JobHandler(SHELVE, shelve),),
    scheduled=(ScheduledJob(SHELVE, Every(3600), source="the clock"),),
    vocabulary=Vocabulary(
        groups=(ToolGroup("books", intents=frozenset({"book_query"}), words="book livro libro"),),
        intents=(Intent("book_query", 75, looks_up=True),),
    ),
)
'''),
    "catalog.py": changed(('    _slice("world.todos"),\n', '    _slice("world.todos"),\n    _slice("world.books"),\n')),
    "test_books.py": new("""
from orchestrator import catalog
from orchestrator.agent.turn.routing import router_schema
from orchestrator.agent.turn.visibility import visible
from orchestrator.agents.registry import Registry
from orchestrator.agent.turn.visibility import owned_by
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.mcp_api.toolbox import words_of


def test_the_product_takes_it() -> None:
    assert "book_query" in router_schema(catalog.VOCABULARY)["properties"]["intent"]["enum"]
    owned = owned_by(Registry().for_intent("book_query"), catalog.TOOLS)
    how = {"tier": "high", "mood": Mood.QUESTION, "negated": False}
    assert visible(owned, catalog.VOCABULARY, intent="book_query", **how).names == ("get_books",)
    assert "get_books" in visible(owned, catalog.VOCABULARY, intent="data_query", **how).names
    assert "libro" in words_of(next(one for one in catalog.TOOLS if one.name == "get_books"))
    assert "books.shelve" in [one.name for one in catalog.SCHEDULED_JOBS]
"""),
}

INTEGRATION: Mapping[str, Edit] = {
    f"{TIDES}/__init__.py": new('"""When is high water?"""\n'),
    f"{TIDES}/port.py": new('''
"""What is asked of a table of tides?"""

from typing import Protocol


class Tides(Protocol):
    """A source of tides."""

    async def high_water(self, harbour: str) -> str:
        """Local ISO time."""
        ...
'''),
    f"{TIDES}/table.py": new('''
"""The port over a table at an address."""


class TideTable:
    """Nothing is asked of it yet."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def high_water(self, harbour: str) -> str:
        return f"{self.url}/{harbour}"
'''),
    f"{TIDES}/fake.py": new('''
"""A source of tides for tests."""


class FakeTides:
    """Always the same."""

    async def high_water(self, harbour: str) -> str:
        del harbour
        return "2026-11-23T12:00:00"
'''),
    "settings.py": changed(
        (
            "    search_url: HttpUrl | None = None\n",
            "    search_url: HttpUrl | None = None\n    tides_url: HttpUrl | None = None\n",
        )
    ),
    "domain/foundation/slices/means.py": changed(
        (
            "from orchestrator.integrations.web_search.port import WebSearch\n",
            "from orchestrator.integrations.tides.port import Tides\n"
            "from orchestrator.integrations.web_search.port import WebSearch\n",
        ),
        ("    web: WebSearch | None = None\n", "    web: WebSearch | None = None\n    tides: Tides | None = None\n"),
    ),
    "bootstrap/services.py": changed(
        (
            "from orchestrator.integrations.web_search.port import WebSearch\n",
            "from orchestrator.integrations.tides.table import TideTable\n"
            "from orchestrator.integrations.web_search.port import WebSearch\n",
        ),
        ("ToolMeans(own, web)", "ToolMeans(own, web, TideTable(settings.tides_url) if settings.tides_url else None)"),
    ),
    "test_tides.py": new("""
import sys
from contextlib import AsyncExitStack
from pathlib import Path

from orchestrator import catalog
from orchestrator.bootstrap.services import own_means, wired_services
from orchestrator.db.session import Database
from orchestrator.domain.foundation.slices.means import ToolMeans
from orchestrator.integrations.tides.fake import FakeTides
from orchestrator.integrations.tides.table import TideTable
from orchestrator.kit.clock import SystemClock
from orchestrator.settings import Settings


async def made(home: Path, **values: str) -> ToolMeans:
    seen: list[ToolMeans] = []
    before = catalog.tools
    catalog.tools = lambda means: seen.append(means) or before(means)
    try:
        async with AsyncExitStack() as stack:
            settings = Settings(home=home, **values)
            database = Database("postgresql+asyncpg://nobody@127.0.0.1:1/none")
            own = await own_means(stack, settings, database, SystemClock())
            wired_services(stack, settings, database, SystemClock(), None, own)
    finally:
        catalog.tools = before
    return seen[0]


async def test_it_is_made_where_it_is_configured(tmp_path: Path) -> None:
    assert (await made(tmp_path)).tides is None
    tides = (await made(tmp_path, tides_url="http://tides")).tides
    assert isinstance(tides, TideTable)
    assert await tides.high_water("porto") == "http://tides/porto"
    assert await FakeTides().high_water("porto") == "2026-11-23T12:00:00"
"""),
}
