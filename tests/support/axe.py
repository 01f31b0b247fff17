"""What does axe-core find against a page? The rules of WCAG that it can decide, those of serious weight and more."""

from functools import lru_cache
from importlib.resources import files

from playwright.async_api import Page

RUN = """() => axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
  .filter(one => ["serious", "critical"].includes(one.impact))
  .map(one => `${one.id}: ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 160)).join(" | ")}`))"""


@lru_cache(maxsize=1)
def _source() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


async def serious(page: Page) -> list[str]:
    """In words; none = good."""
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(f"{_source()}; 0")
    return list(await page.evaluate(RUN))
