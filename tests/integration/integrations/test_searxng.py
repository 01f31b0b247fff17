"""What a SearXNG instance says, well or not, over real HTTP."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.support.loopback_http import LoopbackServer, Recorded, Wire
from tests.support.searxng_server import SearxngServer, result
from tests.support.waiting import eventually

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.web_search.port import WebResult
from orchestrator.integrations.web_search.searxng import SearxngSearch, plain_text


@pytest_asyncio.fixture
async def web() -> AsyncIterator[SearxngServer]:
    async with SearxngServer() as server:
        yield server


async def found(url: str, query: str = "library", limit: int = 10) -> tuple[WebResult, ...]:
    search = SearxngSearch(url)
    try:
        return await search.search(query, language="pt", limit=limit)
    finally:
        await search.close()


async def failed(url: str) -> str:
    with pytest.raises(IntegrationFailed) as error:
        await found(url)
    return error.value.detail


async def test_results_in_plain_words(web: SearxngServer) -> None:
    web.results = [
        result(
            "Town <b>library</b>",
            "https://library.example/hours",
            "Open 10&ndash;18,\n<script>x</script> closed Mondays",
        ),
        result("News", "http://news.example/a", publishedDate="2026-11-20T08:00:00"),
    ]
    first, second = await found(web.url, "horário da biblioteca & mais")
    assert (first.title, first.snippet) == ("Town library", "Open 10–18, x closed Mondays")
    assert (second.url, second.published) == ("http://news.example/a", "2026-11-20")
    asked = web.asked[0]
    assert (asked["q"], asked["format"], asked["language"]) == ("horário da biblioteca & mais", "json", "pt")
    headers = web.requests[0].headers
    assert not {"cookie", "authorization", "referer"} & headers.keys()


async def test_only_so_many_and_each_address_once(web: SearxngServer) -> None:
    web.results = [result(f"n{number // 2}", f"https://a.example/{number // 2}") for number in range(80)]
    assert len(await found(web.url)) == 10
    assert [one.title for one in await found(web.url, limit=2)] == ["n0", "n1"]


async def test_an_address_that_no_source_has_is_left_out(web: SearxngServer) -> None:
    for url in (
        *("javascript:alert(1)", "file:///etc/passwd", "https://user:secret@a.example/", "https://", "ftp://a.example"),
        *("x y", "https://a.example/\n", "https://a.example/\u202e", "https://a.example/" + "x" * 600, None, 7),
    ):
        web.results = [
            {"title": "bad", "url": url, "content": "c"},
            "no object",
            result("good", "https://good.example"),
        ]
        assert [one.title for one in await found(web.url)] == ["good"], url


async def test_the_address_may_name_the_route_or_a_folder(web: SearxngServer) -> None:
    for address in (f"{web.url}/search", f"{web.url}/", f"{web.url}/searxng"):
        assert await found(address) == ()
    assert [request.path.split("?")[0] for request in web.requests] == ["/search", "/search", "/searxng/search"]


async def test_what_goes_wrong_says_what_to_do(web: SearxngServer) -> None:
    web.json_format = False
    assert "add json to search.formats" in await failed(web.url)
    web.json_format = True
    for status, words in ((429, "limiter"), (404, "no SearXNG"), (500, "answered 500"), (302, "redirects elsewhere")):
        web.status, web.location = status, f"{web.url}/elsewhere"
        assert words in await failed(web.url)
    assert not any(request.path == "/elsewhere" for request in web.requests)
    web.status = 200
    for raw, words in (
        ("<html>", "add json"),
        ("[]", "no search result"),
        ('{"results": 3}', "no search result"),
        ("[" * 100_000, "add json"),
    ):
        web.raw = raw
        assert words in await failed(web.url)


async def test_engines_that_are_silent_are_told_where_nothing_was_found(web: SearxngServer) -> None:
    web.unresponsive = [["google", "timeout"], ["brave <b>", "CAPTCHA"]]
    assert "google, brave" in await failed(web.url)
    web.results = [result("one", "https://a.example")]
    assert len(await found(web.url)) == 1


async def test_bounds_of_size_and_time(web: SearxngServer) -> None:
    web.raw = '{"results": [' + '"' + "x" * 2**20 + '"]}'
    assert "more than 1 MB" in await failed(web.url)
    assert "can't be reached" in await failed("http://127.0.0.1:1")


async def test_a_cancelled_search_hangs_up(web: SearxngServer) -> None:
    web.hangs = True
    task = asyncio.create_task(found(web.url))
    await eventually(lambda: web.requests)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await web.until_aborted(web.requests[0])


class Endless(LoopbackServer):
    """Never ends its answer."""

    async def handle(self, request: Recorded, wire: Wire) -> None:
        await wire.begin()
        while True:
            await wire.send(b" " * 65536)


async def test_an_endless_answer_ends() -> None:
    async with Endless() as server:
        assert "more than 1 MB" in await failed(server.url)


def test_plain_text() -> None:
    assert plain_text("a<br>b &amp;lt;i&amp;gt; \x00\u2028c", 100) == "a b &lt;i&gt; c"
    assert plain_text("1 < 2 and 3 > 2", 100) == "1 < 2 and 3 > 2"
    assert plain_text(["no text"], 10) == ""
    assert len(plain_text("word " * 5000, 50)) <= 50
