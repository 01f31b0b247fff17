"""Do files come along with a message, however they are brought, and can one speak instead of typing?"""

import pytest
from playwright.async_api import FilePayload, expect
from tests.browser.conftest import Visit
from tests.browser.test_access import assert_readable
from tests.support.browser import PHONE, Visitor
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser

BRING = """([kind, names, words]) => {
  const given = new DataTransfer();
  for (const name of names) given.items.add(new File([`text of ${name}`], name, { type: "text/plain" }));
  if (words) given.setData("text/plain", words);
  const box = document.querySelector("#question");
  const event = kind === "paste"
    ? new ClipboardEvent("paste", { clipboardData: given, bubbles: true, cancelable: true })
    : new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true });
  box.dispatchEvent(event);
  return event.defaultPrevented;
}"""
HEARS = """globalThis.SpeechRecognition = globalThis.webkitSpeechRecognition = class {
  static available = async () => window.here ? "available" : "unavailable";
  start() { (window.heard = this).started = true; }
  stop() { this.onend(); }
  abort() { this.onend(); }
  say(...texts) { this.onresult({ results: texts.map((transcript) => [{ transcript }]) }); }
};"""
"""A recognition that hears what the test says: the browser's own would need a microphone and its maker's server."""


async def test_files_are_chosen_dropped_and_pasted_and_go_along(
    visitor: Visitor, steward: Steward, ana: Person
) -> None:
    attached = visitor.page.locator("#attached li")
    async with visitor.page.expect_file_chooser() as choosing:
        await visitor.button("Attach files").click()
    await (await choosing.value).set_files(FilePayload(name="lease.txt", mimeType="text/plain", buffer=b"Three months"))
    await expect(attached).to_have_count(1)
    await expect(visitor.page.locator("#question")).to_be_focused()
    assert await visitor.page.evaluate(BRING, ["drop", ["dropped.txt"], ""])
    assert await visitor.page.evaluate(BRING, ["paste", ["pasted.txt"], ""])
    await expect(attached).to_have_count(3)
    assert not await visitor.page.evaluate(BRING, ["paste", ["table.png"], "words of a table"])
    await visitor.button("Remove pasted.txt").click()
    await expect(attached).to_have_count(2)
    await expect(visitor.page.get_by_text("Uploading…")).to_have_count(0)
    await assert_readable(visitor, "attached")
    steward.model.say("It is three months.")
    await visitor.ask("What is the notice period?")
    await expect(visitor.page.locator("#attached")).to_be_hidden()
    kept = {one["filename"] for one in (await ana.get("/documents"))["items"]}
    assert kept == {"lease.txt", "dropped.txt", "pasted.txt"}
    assert await visitor.page.evaluate(BRING, ["drop", [f"{n}.txt" for n in range(11)], ""])
    await expect(visitor.page.locator("#notes")).to_contain_text("At most 10 files")
    await expect(attached).to_have_count(10)


async def test_a_phone_offers_its_camera(visit: Visit, ana: Person) -> None:
    async with visit(viewport=PHONE, has_touch=True, is_mobile=True) as visitor:
        await visitor.come_in(ana.token)
        async with visitor.page.expect_file_chooser() as choosing:
            await visitor.button("Take a picture").click()
        assert not (await choosing.value).is_multiple()
        await assert_readable(visitor, "buttons beside the box")


async def test_what_is_said_is_written_down(visit: Visit, ana: Person) -> None:
    async with visit() as visitor:
        await visitor.page.add_init_script(HEARS)
        await visitor.come_in(ana.token)
        box, dictate = visitor.page.locator("#question"), visitor.button("Dictate")
        await box.fill("Note that")
        await dictate.click()
        asking = visitor.page.get_by_role("dialog")
        await expect(asking).to_contain_text("sends your voice to its maker")
        await asking.get_by_role("button", name="Back").click()
        assert await visitor.page.evaluate("() => window.heard ?? null") is None
        await dictate.click()
        await asking.get_by_role("button", name="Dictate").click()
        await expect(dictate).to_have_attribute("aria-pressed", "true")
        await visitor.page.evaluate("() => window.heard.say('the key', 'is under the mat')")
        await expect(box).to_have_value("Note that the key is under the mat")
        await dictate.click()
        await expect(dictate).to_have_attribute("aria-pressed", "false")
        await expect(box).to_be_focused()
        await visitor.page.evaluate("() => { window.here = true; localStorage.removeItem('steward.dictation'); }")
        await dictate.click()
        await expect(dictate).to_have_attribute("aria-pressed", "true")
        assert await visitor.page.evaluate("() => window.heard.processLocally") is True
        await visitor.page.evaluate("() => window.heard.onerror({ error: 'not-allowed' })")
        await expect(visitor.page.locator("#notes")).to_contain_text("does not let the page use the microphone")
