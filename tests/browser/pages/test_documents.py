"""Do papers come in with their state, are they found by what they say, unlocked, given back, and erased?"""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import FilePayload, expect
from tests.support.browser import Visitor, row
from tests.support.console_pages import assert_readable, at, settled
from tests.support.papers import pdf
from tests.support.steward import Person

pytestmark = pytest.mark.browser
LEASE = "Lease of the flat\n\nThe <b>notice</b> period is three months.\nNotices are written.\n"


def file(name: str, content: bytes, kind: str = "text/plain") -> FilePayload:
    """What somebody chooses."""
    return FilePayload(name=name, mimeType=kind, buffer=content)


async def read(person: Person, name: str, content: bytes, kind: str = "text/plain") -> dict[str, Any]:
    """A document that a worker has read, or marked as unreadable."""
    sent = await person.send("POST", "/documents", files={"file": (name, content, kind)})
    assert sent.status_code == 201, sent.text
    path = f"/documents/{sent.json()['id']}"
    return dict(await person.until(path, lambda one: one["enhancement_status"] in {"done", "failed"}))


async def test_documents_can_be_read(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "documents")
    await expect(visitor.page.get_by_text("There are no documents yet.")).to_be_visible()
    await assert_readable(visitor, "none")
    lease = await read(ana, "lease.txt", LEASE.encode())
    locked = await read(ana, "locked.pdf", pdf("Invoice\nTotal 12 EUR", password="horse"), "application/pdf")
    await visitor.page.reload()
    await settled(visitor)
    await assert_readable(visitor, "list")
    await at(visitor, f"documents/{lease['id']}?q=notice")
    await assert_readable(visitor, "text")
    await at(visitor, f"documents/{locked['id']}")
    await assert_readable(visitor, "locked")


async def test_papers_come_in_by_choosing_and_by_dropping(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "documents")
    chooser = visitor.page.get_by_label("Choose files")
    await chooser.set_input_files(
        [file("lease.txt", LEASE.encode()), file("broken.pdf", b"%PDF-1.4 no", "application/pdf")]
    )
    await expect(row(visitor, "lease").locator(".mark").first).to_have_text("read")
    await expect(row(visitor, "broken").locator(".mark").first).to_have_text("not read")
    await expect(row(visitor, "broken")).to_contain_text("damaged")
    await chooser.set_input_files([file("again.txt", LEASE.encode())])
    uploads = visitor.page.get_by_role("list", name="On their way")
    await expect(uploads).to_contain_text("was here already")
    drop = """text => {
      const given = new DataTransfer();
      given.items.add(new File([text], "dropped.txt", { type: "text/plain" }));
      const zone = document.querySelector(".drop");
      const event = name => new DragEvent(name, { dataTransfer: given, bubbles: true });
      for (const name of ["dragover", "drop"]) zone.dispatchEvent(event(name));
    }"""
    await visitor.page.evaluate(drop, "A receipt of the baker")
    await expect(row(visitor, "dropped").locator(".mark").first).to_have_text("read")
    assert len((await ana.get("/documents"))["items"]) == 3


async def test_the_hit_is_marked(visitor: Visitor, ana: Person) -> None:
    await read(ana, "lease.txt", LEASE.encode())
    await at(visitor, "documents")
    await visitor.page.get_by_label("Search what they say").fill("notice")
    await expect(row(visitor, "lease").locator("mark").first).to_have_text("notice")
    await row(visitor, "lease").get_by_role("link").click()
    text = visitor.page.locator(".text")
    await expect(text).to_contain_text("The <b>notice</b> period")
    await expect(text.locator("mark")).to_have_text(["notice", "Notices"])
    await expect(text.locator("mark[data-now]")).to_have_text("notice")
    await visitor.button("Next").click()
    await expect(text.locator("mark[data-now]")).to_have_text("Notices")
    await visitor.page.get_by_role("searchbox", name="Look for words in it").fill("zebra")
    await visitor.button("Find").click()
    await expect(visitor.page.get_by_text("These words do not stand in it.")).to_be_visible()
    await read(ana, "invoice.pdf", pdf("Invoice of March\nTotal 12 EUR\nPaid in cash"), "application/pdf")
    await visitor.page.keyboard.press("Control+k")
    await visitor.page.get_by_role("combobox").fill("invoice cash")
    await visitor.page.get_by_role("option").filter(has_text="invoice").first.click()
    await expect(text).to_contain_text("Total 12 EUR")
    await expect(text.locator("mark[data-now]")).to_have_text("Invoice")
    await expect(text.locator("mark")).to_have_text(["Invoice", "cash"])
    await settled(visitor)
    await assert_readable(visitor, "text of a PDF")


async def test_a_locked_one_is_unlocked_changed_given_back_and_erased(
    visitor: Visitor, ana: Person, tmp_path: Path
) -> None:
    data = pdf("Invoice of March\nTotal 12 EUR", password="horse")
    paper = await read(ana, "locked.pdf", data, "application/pdf")
    await at(visitor, f"documents/{paper['id']}")
    await visitor.page.get_by_label("Password").fill("donkey")
    await visitor.button("Unlock").click()
    await expect(visitor.page.locator(".unlock")).to_contain_text("does not open the document")
    await visitor.page.get_by_label("Password").fill("horse")
    await visitor.button("Unlock").click()
    await expect(visitor.page.locator(".paper")).to_contain_text("Invoice of March")
    await visitor.page.get_by_text("Title, tags, people").click()
    await visitor.page.get_by_label("Title", exact=True).fill("The invoice")
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_role("heading", name="The invoice")).to_be_visible()
    async with visitor.page.expect_download() as coming:
        await visitor.button("Download").click()
    await (await coming.value).save_as(tmp_path / "back.pdf")
    assert (tmp_path / "back.pdf").read_bytes() == data
    await visitor.button("Erase").click()
    await visitor.page.get_by_role("dialog").get_by_role("button", name="Erase").click()
    await expect(visitor.page.locator(".arrived")).to_contain_text("was erased")
    assert (await ana.get("/documents"))["items"] == []
