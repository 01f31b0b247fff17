"""Does the app let one in by a code, show an answer as it comes, and carry out what is confirmed, once?"""

import pytest
from playwright.async_api import expect
from tests.mobile.conftest import Phone, code_for
from tests.support.steward import Steward

pytestmark = pytest.mark.mobile


async def test_paired_by_a_code_asked_and_answered(phone: Phone, steward: Steward) -> None:
    await phone.open()
    await phone.page.get_by_label("Pairing code or token").fill("AAAA-AAAA")
    await phone.button("Sign in").click()
    await expect(phone.page.get_by_role("alert").filter(has_text="not valid")).to_be_visible()
    await phone.sign_in(await code_for(phone.person))
    await expect(phone.text("Your talks will be listed here.")).to_be_visible()
    await phone.button("New talk").click()
    steward.model.call("get_todos", {"status": "open"})
    steward.model.say("Nothing is **open**.")
    await phone.send("What is on my list?")
    await expect(phone.page.get_by_role("article", name="Steward").last).to_have_text("Nothing is open.")
    await expect(phone.page.get_by_role("article", name="You")).to_have_text("What is on my list?")
    (thread,) = (await phone.person.get("/threads"))["items"]
    assert phone.page.url.endswith(f"/thread/{thread['id']}")
    await phone.page.reload()
    await expect(phone.page.get_by_role("article", name="Steward").last).to_have_text("Nothing is open.")
