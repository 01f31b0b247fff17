"""How does one come into the app and leave it: by link, by token, signed out, refused, by a text that was shared?"""

import pytest
from playwright.async_api import Browser, Route, expect
from tests.browser.mobile.conftest import Phone, code_for
from tests.support.browser import PHONE, visiting
from tests.support.steward import Steward

pytestmark = pytest.mark.mobile


async def test_the_link_of_the_terminal_may_be_pasted(phone: Phone) -> None:
    await phone.open()
    await phone.sign_in(f"{phone.visitor.url}/#pair={await code_for(phone.person)}")


async def tokens(phone: Phone) -> set[str]:
    """The names of theirs that Steward accepts."""
    sql = "select array_agg(name) from api_tokens where user_id = :me and revoked_at is null"
    return set(await phone.person.scalar(sql) or ())


async def test_signing_out_ends_the_token_that_pairing_made(phone: Phone) -> None:
    before = await tokens(phone)
    await phone.open()
    await phone.sign_in(await code_for(phone.person))
    assert len(await tokens(phone)) == len(before) + 1
    await phone.open("/more")
    await expect(phone.page.get_by_text("In a browser the app takes none")).to_be_visible()
    await phone.button("Sign out").click()
    await expect(phone.text("Steward no longer accepts this device's token.")).to_be_visible()
    assert await tokens(phone) == before


async def test_a_token_that_was_typed_in_stays_unless_one_ends_it(signed_in: Phone) -> None:
    phone = signed_in
    before = await tokens(phone)
    await phone.open("/more")
    await phone.button("Sign out").click()
    await expect(phone.page.get_by_text("Steward still knows this device's token")).to_be_visible()
    assert await tokens(phone) == before
    await phone.sign_in(phone.person.token)
    await phone.open("/more")
    await phone.button("Sign out and end the token").click()
    await expect(phone.text("Steward no longer accepts this device's token.")).to_be_visible()
    assert await tokens(phone) == set()


async def test_a_token_that_could_not_be_ended_is_told(phone: Phone) -> None:
    await phone.open()
    await phone.sign_in(await code_for(phone.person))
    await phone.open("/more")
    await phone.page.route("**/auth/revoke", lambda route: route.abort("connectionreset"))
    await phone.button("Sign out").click()
    await expect(phone.page.get_by_text("Steward could not be told")).to_be_visible()
    await expect(phone.button("Sign in")).to_be_visible()


@pytest.mark.parametrize(
    ("where", "secret", "says"),
    [
        ("ftp://example.org", "ABCD-EFGH", "This is no address."),
        (None, "correct horse battery staple", "This is neither a pairing code"),
        (None, "stw_" + "x" * 43, "This token is not known there."),
    ],
)
async def test_what_lets_nobody_in_is_said(phone: Phone, where: str | None, secret: str, says: str) -> None:
    await phone.open()
    await phone.try_secret(secret, at=where)
    await expect(phone.page.get_by_role("alert").filter(has_text=says)).to_be_visible()


async def test_nothing_is_left_after_signing_out(signed_in: Phone, steward: Steward) -> None:
    phone = signed_in
    await phone.open("/thread/new")
    steward.model.say("Only for Ana.")
    await phone.send("Good morning")
    await expect(phone.page.get_by_role("article", name="Steward")).to_have_text("Only for Ana.")
    await phone.open("/more")
    await expect(phone.text("Signed in as Ana Reis")).to_be_visible()
    await phone.button("Sign out").click()
    await expect(phone.page.get_by_text("Nothing of yours is left on this device.")).to_be_visible()
    assert await phone.page.evaluate("Object.keys(localStorage)") == ["steward.app.server"]
    assert "Only for Ana" not in await phone.page.content()
    await phone.open("/more")
    await expect(phone.button("Sign in")).to_be_visible()


async def test_a_refused_token_leads_to_the_sign_in_and_the_message_stays(phone: Phone, steward: Steward) -> None:
    owner = await steward.owner()
    body = {"name": "phone", "scopes": ["mobile"], "user_id": str(phone.person.id)}
    made = await owner.post("/tokens", body)
    await phone.open()
    await phone.sign_in(made["token"])
    await phone.button("New talk").click()

    async def revoked_on_the_way(asking: Route) -> None:
        await owner.send("DELETE", f"/tokens/{made['id']}")
        await asking.continue_()

    await phone.page.route("**/ask/stream", revoked_on_the_way, times=1)
    await phone.send("Good evening")
    await expect(phone.page.get_by_role("alert").filter(has_text="not accepted any more")).to_be_visible()
    steward.model.say("Good to see you.")
    await phone.sign_in(phone.person.token)
    # The question was never answered: it is sent now, once.
    talk = phone.page.get_by_role("link").filter(has_text="Good to see you.")
    await expect(talk).to_be_visible()
    assert await phone.person.count("messages", "role = 'user'") == 1


async def test_a_shared_text_waits_in_a_message(phone: Phone) -> None:
    await phone.open("/share?title=A%20recipe&text=Bacalhau%20%C3%A0%20Br%C3%A1s&url=https://example.org/bras")
    await phone.try_secret(phone.person.token)
    message = phone.page.get_by_label("Message", exact=True)
    await expect(message).to_have_value("A recipe\nBacalhau à Brás\nhttps://example.org/bras")
    assert await phone.person.count("messages") == 0


@pytest.mark.parametrize(
    ("locale", "says"), [("pt-BR", "Nova conversa"), ("es-MX", "Nueva charla"), ("fr-FR", "Nouvelle discussion")]
)
async def test_it_speaks_the_devices_language(
    running_browser: Browser, address: str, phone: Phone, locale: str, says: str
) -> None:
    async with visiting(running_browser, address, viewport=PHONE, locale=locale) as visitor:
        await visitor.page.goto(f"{address}/app/")
        await visitor.page.get_by_role("textbox").last.fill(phone.person.token)
        await visitor.page.get_by_role("textbox").last.press("Enter")
        await expect(visitor.page.get_by_role("button", name=says)).to_be_visible()
        assert await visitor.page.evaluate("document.documentElement.lang") == locale
