"""Does the page let the right people in, tell the others why not, and keep nothing of those who left?"""

import json

import pytest
from playwright.async_api import Route, ViewportSize, expect
from tests.browser.conftest import Visit
from tests.support.accounts import token_of
from tests.support.browser import DESKTOP, PHONE, Visitor, another_tab
from tests.support.steward import Person, Steward

from orchestrator.domain.people.pairing import service as pairing

pytestmark = pytest.mark.browser

STORED = "() => JSON.stringify([{...localStorage}, {...sessionStorage}])"


async def test_a_token_opens_the_page_and_stays_for_the_next_visit(visit: Visit, ana: Person) -> None:
    async with visit() as visitor:
        await visitor.come_in(ana.token)
        await expect(visitor.page.get_by_role("heading", name="Ana.")).to_be_visible()
        await visitor.open()
        await expect(visitor.page.locator("#app")).to_be_visible()
        await expect(visitor.page.locator("#question")).to_be_focused()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
async def test_the_day_is_the_first_thing_after_signing_in(visit: Visit, ana: Person, viewport: ViewportSize) -> None:
    async with visit(viewport=viewport) as visitor:
        await visitor.come_in(ana.token, "/")
        await expect(visitor.page.get_by_role("heading", name="Today")).to_be_visible()
        await expect(visitor.page).to_have_url(f"{visitor.url}/#/today")


async def test_a_wrong_token_is_told_and_may_be_put_right(visit: Visit, ana: Person) -> None:
    async with visit() as visitor:
        await visitor.open()
        field = visitor.page.get_by_label("Token or pairing code")
        await expect(field).to_be_focused()
        await visitor.page.keyboard.press("Enter")
        await expect(visitor.page.get_by_role("alert")).to_contain_text("Type your token")
        await field.fill("stw_" + "x" * 43)
        await visitor.button("Sign in").click()
        await expect(visitor.page.get_by_role("alert")).to_contain_text("not known here")
        await expect(field).to_be_focused()
        assert await visitor.page.evaluate("() => localStorage.length") == 0
        await visitor.button("Show").click()
        await expect(field).to_have_attribute("type", "text")
        await visitor.sign_in(f"  {ana.token}\n")


async def test_a_token_that_may_not_chat_is_told_so(visit: Visit, ana: Person) -> None:
    async with visit() as visitor:
        await visitor.open()
        await visitor.page.locator("#secret").fill(await token_of(ana.database, ana.id, "read"))
        await visitor.button("Sign in").click()
        await expect(visitor.page.get_by_role("alert")).to_contain_text("“ask”")


async def test_a_token_for_chatting_alone_is_enough(visit: Visit, steward: Steward, ana: Person) -> None:
    async with visit() as visitor:
        await visitor.come_in(await token_of(ana.database, ana.id, "ask"))
        steward.model.say("Hello.")
        assert await visitor.ask("Good morning") == "Hello."


async def test_a_pairing_link_brings_a_code_that_works_once_and_signing_out_ends_its_token(
    visit: Visit, steward: Steward, ana: Person
) -> None:
    async with ana.database.unit_of_work_of(ana.id) as tx:
        made = await pairing.make_code(tx, ("mobile", "curate"))
    async with visit() as visitor:
        await visitor.open(f"/#pair={made.code}")
        await expect(visitor.page.locator("#secret")).to_have_value(made.code)
        assert "pair" not in visitor.page.url
        await expect(visitor.button("Sign in")).to_be_focused()
        await visitor.page.keyboard.press("Enter")
        await expect(visitor.page.get_by_role("heading", name="Today")).to_be_visible()
        kept = await visitor.page.evaluate("() => localStorage.getItem('steward.token')")
        assert kept.startswith("stw_")
        assert kept != ana.token
        await visitor.button("Settings").click()
        await visitor.button("Sign out").click()
        await expect(visitor.page.locator("#notes")).to_contain_text("refused from now on")
        assert (await steward.speaking(ana.id, kept).send("GET", "/me")).status_code == 401
        assert await visitor.page.evaluate("() => localStorage.length") == 0
    async with visit() as late:
        await late.open(f"/#pair={made.code}")
        await late.button("Sign in").click()
        await expect(late.page.get_by_role("alert")).to_contain_text("not valid")


async def test_a_pairing_link_does_not_throw_out_who_is_signed_in(visitor: Visitor) -> None:
    await visitor.page.goto("about:blank")
    await visitor.open("/#pair=ABCD-1234")
    await visitor.page.get_by_role("button", name="Stay signed in as Ana Reis").click()
    await expect(visitor.page.locator("#app")).to_be_visible()


async def test_signing_out_leaves_nothing(visitor: Visitor, steward: Steward, ana: Person) -> None:
    steward.model.say("The secret word is *albatross*.")
    await visitor.ask("What is the secret word?")
    await visitor.page.locator("#question").fill("an unfinished thought")
    await visitor.button("Settings").click()
    await visitor.page.get_by_label("Appearance").select_option("dark")
    await visitor.button("Sign out").click()
    await expect(visitor.page.get_by_label("Token or pairing code")).to_be_visible()
    kept = json.loads(await visitor.page.evaluate(STORED))
    assert kept == [{"steward.theme": "dark"}, {}]
    assert "albatross" not in await visitor.page.content()
    assert ana.token not in await visitor.page.content()
    assert "thread" not in visitor.page.url


async def test_a_token_revoked_in_use_leads_to_sign_in_and_back(visit: Visit, steward: Steward, ana: Person) -> None:
    owner = await steward.owner()
    made = await owner.post("/tokens", {"name": "phone", "scopes": ["mobile"], "user_id": str(ana.id)})
    async with visit() as visitor:
        await visitor.come_in(made["token"])
        await visitor.page.locator("#question").fill("What is next?")

        async def revoked_on_the_way(asking: Route) -> None:
            await owner.send("DELETE", f"/tokens/{made['id']}")
            await asking.continue_()

        await visitor.page.route("**/ask/stream", revoked_on_the_way, times=1)
        await visitor.page.locator("#question").press("Enter")
        await expect(visitor.page.get_by_role("alert")).to_contain_text("not accepted any more")
        steward.model.say("Nothing is next.")
        await visitor.sign_in(ana.token)
        # The question was never answered: it is sent now, once.
        await expect(visitor.answers).to_have_count(1)
        assert await ana.count("messages", "role = 'user'") == 1


async def test_two_users_of_one_browser_see_nothing_of_each_other(
    visitor: Visitor, steward: Steward, ana: Person
) -> None:
    steward.model.say("Only for Ana.")
    await visitor.ask("A question of Ana")
    address = visitor.page.url
    await visitor.page.locator("#question").fill("a draft of Ana")
    bob = await steward.person("Bob Stone")
    # Ana's token stops working without a sign-out; Bob signs in where she was.
    await ana.execute("update api_tokens set revoked_at = now() where user_id = :me")
    await visitor.page.reload()
    await visitor.sign_in(bob.token)
    await expect(visitor.page.get_by_text("There is no such conversation.")).to_be_visible()
    assert visitor.page.url == address
    await visitor.open()
    await expect(visitor.page.get_by_role("heading", name="Bob.")).to_be_visible()
    assert "of Ana" not in await visitor.page.locator("#app").inner_text()
    assert "Ana" not in await visitor.page.evaluate(STORED)
    assert await visitor.page.locator("#question").input_value() == ""


async def test_signing_out_in_one_tab_signs_out_the_other(visitor: Visitor) -> None:
    other = await another_tab(visitor.page.context, visitor.url)
    await other.open()
    await expect(other.page.locator("#app")).to_be_visible()
    await visitor.button("Settings").click()
    await visitor.button("Sign out").click()
    await expect(other.page.get_by_label("Token or pairing code")).to_be_visible()
    other.assert_well()


async def test_the_terminals_link_opens_the_page_by_one_click(visit: Visit, steward: Steward) -> None:
    code = steward.app.state.sign_in_links.make(steward.clock.now())
    async with visit() as visitor:
        await visitor.open(f"/#link={code}")
        await expect(visitor.page.get_by_role("heading", name="Today")).to_be_visible()
        assert code not in visitor.page.url
        await visitor.open()
        await expect(visitor.page.locator("#app")).to_be_visible()
    async with visit() as late:
        await late.open(f"/#link={code}")
        await expect(late.page.locator("#sign-in-wrong")).to_contain_text("works once, for ten minutes")


@pytest.mark.parametrize("typed", ["sometoken-that-was-cut-off-somewhere", "eyJhbGciOiJIUzI1NiJ9.e30.x", "stw_short"])
async def test_a_wrong_token_is_told_as_a_wrong_token(visit: Visit, typed: str) -> None:
    async with visit() as visitor:
        await visitor.open()
        await visitor.page.get_by_label("Token or pairing code").fill(typed)
        await visitor.page.keyboard.press("Enter")
        await expect(visitor.page.locator("#sign-in-wrong")).to_contain_text("This token is not known here")
