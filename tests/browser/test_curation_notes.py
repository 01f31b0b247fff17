"""Are notes reviewed by keyboard alone, made into a rule that is seen before it binds, and never lost on the way?"""

import contextlib

import pytest
from playwright.async_api import TimeoutError, expect
from tests.browser.conftest import Visit
from tests.support import curating
from tests.support.browser import PHONE, Visitor, another_tab, row
from tests.support.curating import at
from tests.support.model_script import Say
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser

REFUSED_MS = 3_000
EARLY = {"type": "earliest_start", "parameters": {"time": "10:00"}}


async def test_notes_become_a_rule_by_keyboard_alone(visitor: Visitor, steward: Steward, ana: Person) -> None:
    await curating.notes(ana)
    await ana.post("/rules", {"text": "Nothing before 10 on Mondays", "effect": EARLY})
    keys = visitor.page.keyboard
    await visitor.page.locator("#memory-link").focus()
    await keys.press("Enter")
    await expect(visitor.page.get_by_role("heading", name="Memory", exact=True)).to_be_focused()
    await expect(visitor.page.locator(".row")).to_have_count(4)
    await keys.press("?")
    await expect(visitor.page.get_by_role("dialog", name="Keys")).to_contain_text("compose a rule")
    await keys.press("Escape")
    for key in ("j", "ArrowDown", "j", "j", "j", "k"):  # to the last, no further, and one back
        await keys.press(key)
    await expect(row(visitor, "No meetings before ten").get_by_role("checkbox")).to_be_focused()
    await keys.press("x")
    await keys.press("ArrowDown")
    await keys.press("Space")
    await expect(visitor.page.get_by_role("toolbar")).to_contain_text("2 chosen")
    await keys.press("c")
    words = visitor.page.get_by_label("The rule, in words")
    await expect(words).to_be_focused()
    await expect(visitor.page.get_by_label("Effect")).to_have_value("earliest_start")
    await expect(visitor.page.get_by_label("Time", exact=True)).to_have_value("10:00")
    await expect(visitor.page.locator(".says")).to_contain_text("An event that begins before 10:00 waits for you.")
    near = visitor.page.locator(".near li")
    await expect(near).to_contain_text("Nothing before 10 on Mondays")
    await expect(near).to_contain_text("% alike")
    assert await ana.count("user_facts") == 1, "a preview stores nothing"
    await keys.press("Control+A")
    await keys.type("Never before half past ten")
    await visitor.page.get_by_label("Time", exact=True).fill("10:30")
    await visitor.tab_to("Approve")
    await keys.press("Enter")
    await expect(visitor.page.locator(".arrived")).to_contain_text("Never before half past ten")
    (rule,) = (await ana.get("/rules", q="half"))["items"]
    assert (rule["effect"]["parameters"]["time"], len(rule["note_ids"])) == ("10:30", 2)
    await expect(visitor.page.locator(".row")).to_have_count(2)
    await visitor.page.get_by_label("Show", exact=True).select_option("promoted")
    await expect(visitor.page.locator(".row")).to_have_count(2)
    await row(visitor, "No meetings before ten").get_by_role("link", name="in a rule").click()
    await expect(visitor.page.get_by_role("heading", name="Never before half past ten")).to_be_focused()
    await expect(visitor.page.locator(".evidence")).to_contain_text("No meetings before ten")


async def test_the_model_composes_and_the_user_decides(visitor: Visitor, steward: Steward, ana: Person) -> None:
    await curating.notes(ana)
    composed = (
        '{"text": "The command first", "category": "preference", "subjects": ["answers"],'
        ' "effect": "none", "parameters": {}}'
    )
    steward.model.respond(lambda _: Say(composed))
    await at(visitor, "notes")
    await row(visitor, "command first").get_by_role("checkbox").check()
    await visitor.button("Compose a rule").click()
    await expect(visitor.page.get_by_label("The rule, in words")).to_have_value("The command first")
    await expect(visitor.page.locator(".says")).to_contain_text("told to every prompt")
    await expect(visitor.page.locator(".aside")).to_contain_text("None: this would be a new rule.")
    await visitor.page.get_by_role("link", name="Leave it").click()
    await expect(visitor.page.locator(".row")).to_have_count(4)
    assert (await ana.get("/rules"))["items"] == []


async def test_a_near_duplicate_is_changed_or_retired_instead(visitor: Visitor, ana: Person) -> None:
    made = await curating.notes(ana)
    rule = await ana.post("/rules", {"text": "Never schedule anything before 9", "effect": EARLY})
    await at(visitor, f"compose?notes={made[0]['id']}")
    await visitor.button("Retire").click()
    await visitor.page.get_by_role("dialog").get_by_role("button", name="Retire").click()
    await expect(visitor.page.locator(".near")).to_contain_text("Retired")
    assert (await ana.get("/rules"))["items"] == []
    assert (await ana.get(f"/facts/{rule['id']}"))["valid_to"] is not None
    await ana.post("/rules", {"text": "Never schedule anything before 8", "effect": EARLY})
    await visitor.page.reload()
    await visitor.page.get_by_role("link", name="Edit that one instead").click()
    await expect(visitor.page.get_by_label("The rule, in words")).to_have_value("Never schedule anything before 8")


async def test_what_is_wrong_is_told_at_the_field(visitor: Visitor, ana: Person) -> None:
    made = await curating.notes(ana)
    await at(visitor, f"compose?notes={made[2]['id']}")
    await visitor.page.get_by_label("Effect").select_option("quiet_hours")
    await visitor.page.get_by_label("From", exact=True).fill("22:00")
    await visitor.button("Approve").click()
    to = visitor.page.get_by_label("To", exact=True)
    await expect(to).to_be_focused()
    await expect(to).to_have_attribute("aria-invalid", "")
    await expect(visitor.page.get_by_role("alert")).to_contain_text("look at the marked fields")
    await to.fill("07:00")
    await visitor.button("Approve").click()
    await expect(visitor.page.locator(".arrived")).to_be_visible()


async def test_people_are_named_in_an_effect(visitor: Visitor, ana: Person) -> None:
    made = await curating.notes(ana)
    rui = await ana.post("/contacts", {"display_name": "Rui Costa"})
    await at(visitor, f"compose?notes={made[2]['id']}")
    await visitor.page.get_by_label("Effect").select_option("never_invite")
    await visitor.page.get_by_label("People").first.fill("rui")
    await visitor.button("Rui Costa").click()
    await expect(visitor.page.locator(".says")).to_contain_text("An event with Rui Costa waits for you.")
    await visitor.button("Approve").click()
    await expect(visitor.page.locator(".arrived")).to_be_visible()
    (rule,) = (await ana.get("/rules"))["items"]
    assert rule["effect"]["parameters"]["contact_ids"] == [rui["id"]]


async def test_notes_are_filtered_edited_and_erased(visitor: Visitor, ana: Person) -> None:
    made = await curating.notes(ana)
    await at(visitor, "notes")
    await visitor.page.get_by_label("Agent").fill("cursor")
    await expect(visitor.page.locator(".row")).to_have_count(2)
    await visitor.page.get_by_label("Category").fill("decision")
    await expect(visitor.page.locator(".row")).to_have_count(1)
    await visitor.page.reload()  # the address keeps the filters
    await expect(visitor.page.locator(".row")).to_have_count(1)
    await visitor.button("Clear").click()
    await expect(visitor.page.locator(".row")).to_have_count(4)
    await visitor.page.get_by_label("Search notes").fill("nothing like this")
    await expect(visitor.page.get_by_text("Nothing matches.")).to_be_visible()
    await visitor.button("Clear").click()
    await row(visitor, "pytest").get_by_role("checkbox").focus()
    await visitor.page.keyboard.press("e")
    dialog = visitor.page.get_by_role("dialog", name="Edit the note")
    await dialog.get_by_label("Text").fill("Uses pytest alone")
    await dialog.get_by_role("button", name="Save").click()
    await expect(row(visitor, "Uses pytest alone").get_by_role("checkbox")).to_be_focused()
    await visitor.page.keyboard.press("d")
    receipt = visitor.page.get_by_role("dialog", name="Erase this note?")
    await expect(receipt).to_contain_text("1 note")
    await visitor.page.keyboard.press("Escape")
    assert await ana.count("notes") == 4
    await visitor.page.keyboard.press("d")
    await receipt.get_by_role("button", name="Erase").click()
    await expect(visitor.page.locator(".row")).to_have_count(3)
    await expect(visitor.page.locator("#notes")).to_contain_text("Erased: 1 note")
    assert (await ana.send("GET", f"/notes/{made[3]['id']}")).status_code == 404


async def test_a_note_that_changed_elsewhere_is_not_overwritten_unseen(visitor: Visitor, ana: Person) -> None:
    made = await curating.notes(ana)
    await at(visitor, "notes")
    await row(visitor, "pytest").get_by_role("checkbox").check()
    await visitor.button("Edit").click()
    dialog = visitor.page.get_by_role("dialog")
    await dialog.get_by_label("Text").fill("Mine")
    await ana.patch(f"/notes/{made[3]['id']}", {"text": "Theirs"})
    await dialog.get_by_role("button", name="Save").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("changed while you were writing")
    await expect(dialog).to_contain_text("Theirs")
    await expect(dialog.get_by_label("Text")).to_have_value("Mine")
    assert (await ana.get(f"/notes/{made[3]['id']}"))["text"] == "Theirs"
    await dialog.get_by_role("button", name="Save").click()
    await expect(row(visitor, "Mine")).to_be_visible()


async def test_nothing_typed_is_lost_while_steward_is_away(visitor: Visitor, ana: Person) -> None:
    made = await curating.notes(ana)
    await at(visitor, f"compose?notes={made[2]['id']}")
    words = visitor.page.get_by_label("The rule, in words")
    await words.fill("What I thought about for long")
    await visitor.page.context.set_offline(True)
    await visitor.button("Approve").click()
    await expect(visitor.page.locator(".form-wrong").get_by_role("alert")).to_be_visible()
    await expect(words).to_have_value("What I thought about for long")
    await visitor.page.context.set_offline(False)
    await visitor.button("Approve").click()
    await expect(visitor.page.locator(".arrived")).to_be_visible()
    assert (await ana.get("/rules"))["items"][0]["text"] == "What I thought about for long"


async def test_nothing_typed_is_lost_where_the_token_is_not_accepted_any_more(
    visit: Visit, steward: Steward, ana: Person
) -> None:
    made = await curating.notes(ana)
    async with visit() as visitor:
        await visitor.come_in(await curating.token(steward, ana, "ask", "read", "write", "curate"))
        other = await another_tab(visitor.page.context, visitor.url)
        await other.open("/#/memory/write")
        await other.page.get_by_label("Text").fill("In another tab")
        await at(visitor, f"compose?notes={made[2]['id']}")
        words = visitor.page.get_by_label("The rule, in words")
        await expect(words).to_be_focused()
        async with visitor.page.expect_response(
            "**/rules/preview"
        ):  # what is typed is read; no later asking is refused
            await words.fill("What I thought about for long")
        await ana.execute("update api_tokens set revoked_at = now() where user_id = :me and name = 'my editor'")
        await visitor.button("Approve").click()
        await expect(visitor.page.get_by_role("alert")).to_contain_text("what you were writing is kept")
        await expect(words).to_be_hidden()
        await visitor.sign_in(ana.token)
        await expect(words).to_be_focused()
        await expect(words).to_have_value("What I thought about for long")
        await visitor.button("Approve").click()
        await expect(visitor.page.locator(".arrived")).to_be_visible()
        await expect(other.page.get_by_label("Text")).to_have_value("In another tab")
        other.assert_well()


async def test_a_dialog_waits_below_the_sign_in_page(visit: Visit, steward: Steward, ana: Person) -> None:
    bob = await steward.person("Bob Stone")
    fact = await ana.post("/facts", {"text": "I live in Lisbon"})
    scopes = ("ask", "read", "write", "curate")

    async def refused(visitor: Visitor) -> None:
        await ana.execute("update api_tokens set revoked_at = now() where user_id = :me and name = 'my editor'")
        with contextlib.suppress(TimeoutError):  # the page may have asked by itself meanwhile, and been refused
            dialog = visitor.page.get_by_role("dialog", name="It was wrong")
            await dialog.get_by_role("button", name="Correct").click(timeout=REFUSED_MS)
        await expect(visitor.page.get_by_label("Token or pairing code")).to_be_focused()

    async with visit() as visitor:
        await visitor.come_in(await curating.token(steward, ana, *scopes))
        await at(visitor, f"fact/{fact['id']}")
        await visitor.button("Correct").click()
        correction = visitor.page.get_by_label("It should say")
        await correction.fill("I live in Gaia")
        await refused(visitor)
        for _ in range(6):
            await visitor.page.keyboard.press("Escape")
        await visitor.sign_in(await curating.token(steward, ana, *scopes))
        await expect(correction).to_have_value("I live in Gaia")
        await refused(visitor)
        await visitor.sign_in(bob.token)  # what was typed is not his
        await expect(visitor.page.get_by_text("This is not there any more.")).to_be_visible()
        assert "Gaia" not in await visitor.page.content()


async def test_two_tabs_make_one_rule(visitor: Visitor, ana: Person) -> None:
    made = await curating.notes(ana)
    other = await another_tab(visitor.page.context, visitor.url)
    for tab in (visitor, other):
        await tab.open(f"/#/memory/compose?notes={made[2]['id']}")
        await expect(tab.page.get_by_label("The rule, in words")).to_be_focused()
    for tab in (visitor, other):
        await tab.page.get_by_label("The rule, in words").fill("The command first")
        await tab.button("Approve").click()
        await expect(tab.page.locator(".arrived")).to_be_visible()
    assert len((await ana.get("/rules"))["items"]) == 1
    other.assert_well()


async def test_a_token_that_may_not_curate_is_told_what_to_do(visit: Visit, steward: Steward, ana: Person) -> None:
    made = await curating.notes(ana)
    async with visit() as visitor:
        await visitor.come_in(await curating.token(steward, ana, "ask", "read"))
        await at(visitor, f"compose?notes={made[0]['id']}")
        await expect(visitor.page.get_by_role("alert")).to_contain_text("lacks the scope “curate”")
        await expect(visitor.page.get_by_role("alert")).to_contain_text("steward token create")
        await at(visitor, "notes")
        await expect(visitor.page.locator(".row")).to_have_count(4)
    async with visit() as visitor:
        await visitor.come_in(await curating.token(steward, ana, "ask"))
        await visitor.open("/#/memory/notes")
        await expect(visitor.page.get_by_role("alert")).to_contain_text("lacks the scope “read”")


async def test_a_long_list_goes_on_by_keyboard_too(visitor: Visitor, ana: Person) -> None:
    items = [{"external_id": f"n{n}", "source": "agents", "agent": "coach", "text": f"Note {n:02}"} for n in range(33)]
    for item in items:
        await ana.post("/notes", item)
    await at(visitor, "notes")
    await expect(visitor.page.locator(".row")).to_have_count(30)
    await row(visitor, "Note 03").get_by_role("checkbox").focus()
    await visitor.page.keyboard.press("j")
    await expect(visitor.page.locator(".row")).to_have_count(33)
    await expect(row(visitor, "Note 02").get_by_role("checkbox")).to_be_focused()


async def test_notes_on_a_phone(visit: Visit, ana: Person) -> None:
    await curating.notes(ana)
    async with visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark") as visitor:
        await visitor.come_in(ana.token)
        await visitor.button("Open conversations").tap()
        await visitor.page.get_by_role("link", name="Memory").tap()
        await expect(visitor.page.locator("#sidebar")).to_be_hidden()
        await row(visitor, "Never schedule").get_by_role("checkbox").tap()
        await visitor.button("Compose a rule").tap()
        await expect(visitor.page.get_by_label("Effect")).to_have_value("earliest_start")
        await visitor.button("Approve").tap()
        await expect(visitor.page.locator(".arrived")).to_be_visible()
