"""Going to the console's pages, and looking at them at two widths and in two themes."""

from playwright.async_api import expect
from tests.support.axe import serious
from tests.support.browser import DESKTOP, PHONE, Visitor
from tests.support.reading import FINDINGS

LOOKS = ((DESKTOP, "light"), (PHONE, "dark"), (DESKTOP, "dark"), (PHONE, "light"))
WIDER = """() => [document.documentElement, ...document.querySelectorAll(".page-place")]
  .some(node => node.scrollWidth > node.clientWidth + 1)"""
HEARD = "() => new Promise(done => setTimeout(done))"
"""What was clicked was told to the page: another address of the same document is read a moment later."""


async def at(visitor: Visitor, page: str) -> None:
    """Go to a page (`people/ID`), and wait until nothing on it loads any more."""
    if visitor.page.url.endswith(f"/#/{page}"):
        await visitor.page.reload()
    else:
        await visitor.open(f"/#/{page}")
    await settled(visitor)


async def settled(visitor: Visitor) -> None:
    """The page that was asked for is there, and nothing on it loads any more."""
    await visitor.page.evaluate(HEARD)
    body = visitor.page.locator("#page:not([aria-busy]) .memory-body:not([aria-busy])")
    await expect(body).to_be_visible()
    await expect(body.locator("[aria-busy], .progress")).to_have_count(0)


async def assert_readable(visitor: Visitor, where: str) -> None:
    """Nothing is found against what is on the screen now, by our own rules and by axe-core's; nothing is wider than the
    screen."""
    for viewport, scheme in LOOKS:
        await visitor.page.set_viewport_size(viewport)
        await visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = [*await visitor.page.evaluate(FINDINGS), *await serious(visitor.page)]
        assert found == [], (where, viewport["width"], scheme, found)
        assert not await visitor.page.evaluate(WIDER), (where, viewport["width"], scheme)
    await visitor.page.set_viewport_size(DESKTOP)
