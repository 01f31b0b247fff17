"""Can anything that a model writes become more than text? And is what it writes well shown?"""

import re

import pytest
from playwright.async_api import expect
from tests.browser.conftest import Visit
from tests.support.browser import PHONE, Visitor
from tests.support.corpora import corpus
from tests.support.steward import Person, Steward

from orchestrator.language.tables import LANGUAGES

pytestmark = pytest.mark.browser

HOSTILE = """<script>window.hurt = 1</script>
<img src=x onerror="window.hurt = 2">
<svg onload="window.hurt=3"></svg> <iframe srcdoc="<script>parent.hurt=4</script>"></iframe>
[click](javascript:window.hurt=5) [data](data:text/html,<script>window.hurt=6</script>) <javascript:window.hurt=7>
![tracker](https://evil.example/pixel.png) ![](javascript:window.hurt=8)
[your bank](https://evil.example/login) [https://bank.example](https://evil.example/x)
[a](https://good.example@evil.example/) [vb](vbscript:x) [file](file:///etc/passwd) [j](JaVaScRiPt:alert(1))
<a href="https://evil.example" onclick="window.hurt=9">link</a> <style>body{display:none}</style>
<form action="https://evil.example"><input name=q><button>Confirm</button></form> &lt;b&gt; &#60;script&#62;
`<b>code</b>`

```html
</code></pre><script>window.hurt = 10</script>
```

| <img src=x onerror=window.hurt=11> | b |
|---|---|
| [x](javascript:window.hurt=12) | <script>window.hurt=13</script> |
"""
HOLES = re.compile(r"\{\w+\}")
LOOK = """() => {
  const prose = document.querySelector(".message.steward[data-message] .prose");
  const names = [...prose.querySelectorAll("*")].map((node) => node.tagName.toLowerCase());
  const attributes = [...prose.querySelectorAll("*")].flatMap((node) => node.getAttributeNames());
  const links = [...prose.querySelectorAll("a")].map((a) => [a.textContent, a.href, a.rel, a.target]);
  return { names: [...new Set(names)], attributes: [...new Set(attributes)], links, hurt: window.hurt ?? null };
}"""
HARMLESS = set(
    "p br a span em strong s code pre ul ol li blockquote hr h3 h4 h5 h6 div table thead tbody tr th td".split()
)


async def test_hostile_text_stays_text(visitor: Visitor, steward: Steward) -> None:
    steward.model.always(HOSTILE)
    await visitor.ask("Good morning")
    seen = await visitor.page.evaluate(LOOK)
    assert seen["hurt"] is None
    assert set(seen["names"]) <= HARMLESS, seen["names"]
    assert set(seen["attributes"]) <= {"href", "rel", "target", "title", "class", "tabindex", "dir"}
    for _, href, rel, target in seen["links"]:
        assert href.startswith("https://evil.example/")
        assert (rel, target) == ("noopener noreferrer nofollow", "_blank")
    shown = await visitor.answers.last.inner_text()
    assert "<script>window.hurt = 1</script>" in shown
    assert "your bank (evil.example)" in shown
    assert "https://bank.example (evil.example)" in shown
    await visitor.page.reload()
    await expect(visitor.answers).to_have_count(1)
    assert (await visitor.page.evaluate(LOOK))["hurt"] is None


async def test_hostile_text_in_every_other_place_stays_text(visitor: Visitor, steward: Steward) -> None:
    evil = "<img src=x onerror='window.hurt=1'>"
    steward.model.call("events_create", {"title": evil, "start_at": "2027-03-05T10:00", "place": evil})
    steward.model.say("Prepared.")
    await visitor.ask(f"Book {evil} on 5 March 2027 at 10")
    await expect(visitor.card).to_contain_text(evil)
    await visitor.card.get_by_role("button", name="Confirm").click()
    await visitor.card.get_by_role("button", name="Open").click()
    await expect(visitor.page.get_by_role("dialog")).to_contain_text(evil)
    await visitor.page.keyboard.press("Escape")
    await visitor.button("Why?").click()
    await expect(visitor.page.get_by_role("dialog")).to_contain_text(evil)
    assert await visitor.page.evaluate(
        "() => [window.hurt ?? null, document.querySelectorAll('img[src=x]').length]"
    ) == [None, 0]


async def test_an_address_asks_for_nothing_but_what_it_names(visitor: Visitor) -> None:
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url.removeprefix(visitor.url)))
    for address in (
        "#/thread/..%2f..%2fme",
        "#/thread/../me?x=",
        "#/preview/../tokens",
        "#/thread/%E0%A4%A",
        "#/preview/%2e%2e",
    ):
        await visitor.page.evaluate("(address) => { location.hash = address; }", address)
        await expect(
            visitor.page.get_by_text("There is no such conversation.").or_(visitor.page.get_by_role("alert"))
        ).to_be_visible()
        await visitor.page.evaluate("() => { location.hash = '#/'; }")
        await expect(visitor.page.locator(".welcome .examples")).to_be_visible()
    expected = ("/threads", "/runs", "/previews", "/ready", "/static/icon")
    outside = [path for path in asked if not path.startswith(expected)]
    assert outside == []
    assert not [path for path in asked if ".." in path or "%" in path]


async def test_the_browser_itself_refuses_markup_out_of_text(visitor: Visitor) -> None:
    refused = await visitor.page.evaluate(
        """() => {
          try {
            document.createElement("div").innerHTML = "<b>x</b>";
          } catch (error) {
            return error.name;
          }
        }"""
    )
    assert refused == "TypeError"
    assert any(
        "trusted" in wrong.lower() for wrong in visitor.wrongs
    )  # the watch that every other test relies on works
    visitor.wrongs.clear()


DRAW = """(m, text) => {
  const place = document.createElement("div");
  place.append(m.markdown(text));
  return place.innerHTML.replaceAll(' dir="auto"', "");
}"""
LINES = """(cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getClientRects().length;
}"""
DIRECTIONS = """(m, text) => {
  const place = document.createElement("div");
  place.append(m.markdown(text));
  document.body.append(place);
  return [...place.children].map((block) => getComputedStyle(block).direction);
}"""


@corpus("text", "markdown_is_drawn")
async def test_markdown_is_drawn(text: str, drawn: str, bare_page: Visitor) -> None:
    assert await bare_page.module("markdown.js", DRAW, text) == drawn


async def test_each_block_runs_in_its_own_direction(bare_page: Visitor) -> None:
    text = "Hello שלום\n\nשלום Rui, 10:00 (Dentist).\n\n- مرحبا\n- b\n\n> ציטוט\n\n# Title"
    assert await bare_page.module("markdown.js", DIRECTIONS, text) == ["ltr", "rtl", "rtl", "rtl", "ltr"]


async def test_a_wide_table_is_scrolled_and_breaks_no_word_into_letters(
    visit: Visit, steward: Steward, ana: Person
) -> None:
    cells = " | ".join(["Name", "Phone", "Notes that are rather long", "Another", "Yet another"])
    steward.model.always(f"| {cells} |\n|---|---|---|---|---|\n| Ana Reis | 912 345 678 | {'Long' * 20} | x | y |")
    async with visit(viewport=PHONE) as visitor:
        await visitor.come_in(ana.token)
        await visitor.ask("Good morning")
        for name in ("Name", "Phone", "Another"):
            cell = visitor.page.get_by_role("columnheader", name=name, exact=True)
            assert await cell.evaluate(LINES) == 1, name
        assert await visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_links_show_where_they_lead(bare_page: Visitor) -> None:
    drawn = await bare_page.module(
        "markdown.js", DRAW, "See https://example.org/a?b=1. Or [Ana](mailto:ana@example.org)!"
    )
    assert 'href="https://example.org/a?b=1"' in drawn
    assert "</a>. Or " in drawn
    assert "(ana@example.org)" in drawn
    for strange in ("100%@x.org", "%", "a%zz@b"):
        assert strange in await bare_page.module(
            "markdown.js", DRAW, f"Ask [them](mailto:{strange}) or <mailto:{strange}>"
        )


@corpus("text", "no_text_takes_long_to_draw")
async def test_no_text_takes_long_to_draw(piece: str, bare_page: Visitor) -> None:
    took = await bare_page.module(
        "markdown.js",
        """(m, piece) => {
          const began = performance.now();
          m.markdown(piece.repeat(30000));
          return performance.now() - began;
        }""",
        piece,
    )
    assert took < 3000


async def test_a_stream_is_read_however_it_is_cut(bare_page: Visitor) -> None:
    told = (
        'event: token\r\ndata: {"text":"é"}\r\n\r\n: still here\n\n'
        "event: a\ndata: 1\ndata: 2\n\ndata:x\n\nevent: lost\ndata: never ended\n"
    )
    script = """(m, text) => {
      const cut = (size) => {
        const parser = new m.EventParser();
        const events = [];
        for (let at = 0; at < text.length; at += size) events.push(...parser.push(text.slice(at, at + size)));
        return JSON.stringify(events);
      };
      return [1, 2, 3, 5, 7, 1000].map(cut);
    }"""
    ways = await bare_page.module("sse.js", script, told)
    assert len(set(ways)) == 1, ways
    assert ways[0] == (
        '[{"name":"token","data":"{\\"text\\":\\"é\\"}"},{"name":"a","data":"1\\n2"},{"name":"message","data":"x"}]'
    )


@pytest.mark.parametrize("part", ["chat", "curation"])
async def test_every_language_says_everything(bare_page: Visitor, part: str) -> None:
    script = """async ([part, tags]) => {
      const load = async (tag) => (await import(`/static/${part}/words/${tag}.js`))[tag];
      return Promise.all(tags.map(load));
    }"""
    english, *others = await bare_page.page.evaluate(script, [part, LANGUAGES])
    assert len(others) == len(LANGUAGES) - 1
    for other in others:
        assert other.keys() == english.keys()
        for name, text in english.items():
            assert other[name], name
            assert sorted(HOLES.findall(other[name])) == sorted(HOLES.findall(text)), name
