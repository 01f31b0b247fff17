"""Is a fact shown with its evidence and both its clocks, and is each of the acts on it what it says?"""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import expect
from tests.browser.conftest import Visit
from tests.support import curating
from tests.support.browser import Visitor
from tests.support.curating import at
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser


def heading(visitor: Visitor, text: str) -> Any:
    """The heading of the fact that is shown."""
    return visitor.page.get_by_role("heading", name=text, exact=True)


def dialog(visitor: Visitor) -> Any:
    """What asks."""
    return visitor.page.get_by_role("dialog")


async def test_facts_and_rules_are_filtered(visitor: Visitor, ana: Person) -> None:
    await ana.post("/facts", {"text": "I'm allergic to peanuts", "subjects": ["peanuts"]})
    await ana.post("/facts", {"text": "The build is slow", "scope": {"type": "project", "ref": "steward"}})
    await ana.post("/facts", {"text": "I chose Postgres", "category": "decision"})
    await ana.post("/rules", {"text": "Never before 10"})
    await at(visitor, "facts")
    rows = visitor.page.locator(".row")
    await expect(rows).to_have_count(4)
    for label, value, text in (
        ("Category", "decision", "I chose Postgres"),
        ("Holds for", "project:steward", "The build is slow"),
        ("Subject", "peanuts", "I'm allergic to peanuts"),
        ("Search facts", "postgres", "I chose Postgres"),
    ):
        await visitor.page.get_by_label(label).fill(value)
        await expect(rows).to_have_count(1)
        await expect(rows).to_contain_text(text)
        await visitor.button("Clear").click()
        await expect(rows).to_have_count(4)
    await visitor.page.get_by_label("Kind").select_option("hard_rule")
    await expect(rows).to_have_count(1)
    await visitor.page.get_by_label("Trust").select_option("learned")
    await expect(visitor.page.get_by_text("Nothing matches.")).to_be_visible()
    await visitor.page.get_by_label("Trust").select_option("")
    await rows.get_by_role("link").click()
    await expect(heading(visitor, "Never before 10")).to_be_focused()
    await visitor.page.go_back()
    await expect(visitor.page.get_by_label("Kind")).to_have_value("hard_rule")


async def test_a_scope_that_is_none_is_told(visitor: Visitor) -> None:
    await at(visitor, "facts?scope=nowhere")
    await expect(visitor.page.get_by_role("alert")).to_contain_text("scope")
    await visitor.page.get_by_label("Holds for").fill("global")
    await expect(visitor.page.get_by_text("Nothing matches.")).to_be_visible()


async def test_both_clocks(visitor: Visitor, ana: Person) -> None:
    await curating.moved(ana)
    await ana.execute(
        "update user_facts set recorded_at = recorded_at - interval '10 days', superseded_at = case"
        " when superseded_at is null then null else superseded_at - interval '5 days' end where user_id = :me"
        " and text like '%Porto%'"
    )
    await ana.execute(
        "update user_facts set recorded_at = recorded_at - interval '20 days',"
        " valid_to_at = valid_to_at - interval '10 days' where user_id = :me and text like '%Lisbon%'"
    )
    await ana.execute(
        "update user_facts set recorded_at = recorded_at - interval '5 days' where user_id = :me and text like '%Gaia%'"
    )
    await at(visitor, "facts")
    rows, then = visitor.page.locator(".row"), visitor.page.locator(".then")
    await expect(rows).to_have_text([re.compile("Gaia")])
    await expect(then).to_be_hidden()
    await visitor.page.get_by_label("What held on").fill("2026-03-01")
    await expect(rows).to_have_text([re.compile("Lisbon")])
    await expect(then).to_contain_text("What held at the end of 1 Mar 2026.")
    await visitor.button("Clear").click()
    await expect(rows).to_have_text([re.compile("Gaia")])
    for ago, text in ((7, "Porto"), (15, "Lisbon")):
        day = (datetime.now(UTC) - timedelta(days=ago)).date().isoformat()
        await visitor.page.get_by_label("By what was known on").fill(day)
        await expect(rows).to_have_text([re.compile(text)])
    await rows.get_by_role("link").click()
    steps = visitor.page.locator(".line-of .step")
    await expect(steps).to_have_count(3)
    await expect(steps.nth(0)).to_contain_text("It was true until then, and changed. (1 May 2026)")
    await expect(steps.nth(1)).to_contain_text("It was wrong, and was corrected.")
    await expect(steps.nth(2)).to_contain_text("It holds.")
    await steps.nth(1).get_by_role("link").click()
    await expect(visitor.page.locator(".standing")).to_contain_text("No longer believed since")
    await expect(visitor.page.get_by_role("group", name="What you can do").get_by_role("button")).to_have_text(
        ["Erase"]
    )
    await visitor.page.get_by_role("link", name="What is believed instead").click()
    await expect(heading(visitor, "I live in Gaia")).to_be_focused()


async def test_the_quote_stands_among_its_words(visitor: Visitor, steward: Steward, ana: Person) -> None:
    steward.model.call("remember_fact", {"text": "I'm allergic to peanuts"})
    steward.model.say("I'll remember that you are allergic to peanuts.")
    said = "We talked about food. <b>Remember</b> that I'm allergic to peanuts"
    bundle = await ana.ask(said)
    (fact,) = (await ana.get("/facts"))["items"]
    await at(visitor, f"fact/{fact['id']}")
    evidence = visitor.page.locator(".evidence li")
    await expect(evidence.locator("mark")).to_contain_text("allergic to peanuts")
    await expect(evidence.locator("blockquote")).to_contain_text("We talked about food. <b>Remember</b>")
    await evidence.get_by_role("link").click()
    await expect(visitor.page.locator(".own .bubble")).to_contain_text("allergic to peanuts")
    assert bundle["thread_id"] in visitor.page.url


async def test_the_four_acts(visitor: Visitor, ana: Person) -> None:
    fact = await ana.post("/facts", {"text": "I live in Lisbon", "valid_from": "2020-01-01"})
    await at(visitor, f"fact/{fact['id']}")
    await visitor.button("It still holds").click()
    await expect(visitor.page.locator("#notes")).to_contain_text("Confirmed.")
    await visitor.button("Correct").click()
    await dialog(visitor).get_by_label("It should say").fill("I live in Oeiras")
    await dialog(visitor).get_by_role("button", name="Correct").click()
    await expect(heading(visitor, "I live in Oeiras")).to_be_focused()
    await visitor.button("Change").click()
    await dialog(visitor).get_by_label("It should say").fill("I live in Porto")
    await dialog(visitor).get_by_label("Holds since").fill("2019-01-01")
    await dialog(visitor).get_by_role("button", name="Change").click()
    await expect(dialog(visitor).get_by_label("Holds since")).to_be_focused()  # before it began
    await expect(dialog(visitor)).to_contain_text("must not be before the fact began")
    await dialog(visitor).get_by_label("Holds since").fill("2026-05-01")
    await dialog(visitor).get_by_role("button", name="Change").click()
    await expect(heading(visitor, "I live in Porto")).to_be_focused()
    await expect(visitor.page.locator(".fact-view .fields").first).to_contain_text("since 1 May 2026")
    await visitor.button("Retire").click()
    await dialog(visitor).get_by_role("button", name="Retire").click()
    await expect(visitor.page.locator(".standing")).to_contain_text("This holds no more")
    assert (await ana.get("/facts"))["items"] == []
    assert [one["text"] for one in (await ana.get("/facts", as_of="2026-06-01"))["items"]] == ["I live in Porto"]
    await visitor.button("Erase").click()
    await expect(dialog(visitor)).to_contain_text("1 fact")
    await visitor.page.keyboard.press("Escape")
    assert await ana.count("user_facts") == 3
    await visitor.button("Erase").click()
    await dialog(visitor).get_by_role("button", name="Erase").click()
    await expect(visitor.page.locator(".arrived")).to_contain_text("Erased.")


async def test_facts_and_rules_are_written_and_edited(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "facts")
    await expect(visitor.page.get_by_text("Nothing is known of you yet.")).to_be_visible()
    await visitor.page.get_by_role("link", name="State a fact").first.click()
    await visitor.page.get_by_label("Text").fill("My sister is called Inês")
    await visitor.page.get_by_label("Subjects").fill("Inês\nfamily")
    await visitor.button("Save").click()
    await expect(heading(visitor, "My sister is called Inês")).to_be_focused()
    await visitor.page.get_by_role("link", name="Edit fields").click()
    await visitor.page.get_by_label("Importance").fill("11")
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_label("Importance")).to_be_focused()
    await visitor.page.get_by_label("Importance").fill("9")
    await visitor.button("Save").click()
    await expect(visitor.page.locator(".fact-view .fields").first).to_contain_text("9 of 10")
    await visitor.page.get_by_role("link", name="Facts and rules").first.click()
    await visitor.page.get_by_role("link", name="Write a rule").click()
    await visitor.page.get_by_label("The rule, in words").fill("No calls before ten on Mondays")
    await visitor.page.get_by_label("Effect").select_option("earliest_start")
    await visitor.page.get_by_label("Time", exact=True).fill("10:00")
    await visitor.page.get_by_label("Mon").check()
    await visitor.page.get_by_text("Only about some things").click()
    await visitor.page.get_by_label("Words", exact=True).fill("call")
    await expect(visitor.page.locator(".says")).to_contain_text("before 10:00 waits for you. · on Mon · about “call”")
    await visitor.page.get_by_label("Holds for").select_option("project")
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_label("project", exact=True)).to_be_focused()  # it has to be named
    await visitor.page.get_by_label("project", exact=True).fill("steward")
    await visitor.button("Save").click()
    await expect(heading(visitor, "No calls before ten on Mondays")).to_be_focused()
    (rule,) = (await ana.get("/rules"))["items"]
    assert rule["effect"]["parameters"] == {"time": "10:00", "days": ["mon"], "match": {"words": ["call"]}}
    assert rule["scope"] == {"type": "project", "ref": "steward"}


async def test_a_rule_binds_by_its_words_until_an_effect_is_chosen(visitor: Visitor, ana: Person) -> None:
    chosen = visitor.page.get_by_label("Effect")
    for words, kept in (("never schedule anything before 7", "earliest_start"), ("answer me briefly", None)):
        await at(visitor, "write?kind=rule")
        await expect(visitor.page.get_by_label("The rule, in words")).to_be_focused()
        await visitor.page.keyboard.insert_text(words)
        await expect(chosen).to_have_value(kept or "")
        await visitor.button("Save").click()
        await expect(heading(visitor, words)).to_be_visible()
    await at(visitor, "write?kind=rule")
    await visitor.page.get_by_label("The rule, in words").fill("keep my fridays free")
    await expect(visitor.page.locator(".says")).to_contain_text("Any event waits for you. · on Fri")


async def test_a_field_that_must_be_filled_in_says_so_in_the_language_of_the_page(
    visit: Visit, steward: Steward, ana: Person
) -> None:
    kept = {"origin": steward.url, "localStorage": [{"name": "steward.token", "value": ana.token}]}
    for locale, save, says in (
        ("en-GB", "Save", "This must be filled in."),
        ("pt-PT", "Guardar", "Tem de ser preenchido."),
    ):
        async with visit(locale=locale, storage_state={"cookies": [], "origins": [kept]}) as visitor:
            await at(visitor, "write")
            await visitor.button(save).click()
            await expect(visitor.page.locator("#page form.edit")).to_contain_text(says)


async def test_every_effect_can_be_shown_and_kept(visitor: Visitor, ana: Person) -> None:
    rui = await ana.post("/contacts", {"display_name": "Rui Costa"})
    cafe = await ana.post("/places", {"name": "Café Piolho"})
    effects: dict[str, dict[str, Any]] = {
        "quiet_hours": {"from": "22:00", "to": "07:00", "days": ["sat"], "except": ["daily_briefing"]},
        "blocked_time": {
            "from": "12:00", "to": "18:00", "days": ["fri"],
            "except": [{"contact_ids": [rui["id"]], "words": ["dentist"]}],
        },
        "latest_end": {"time": "18:00"},
        "default_duration": {"minutes": 45},
        "default_place": {"place_id": cafe["id"]},
        "always_invite": {"contact_ids": [rui["id"]], "match": {"place_ids": [cafe["id"]]}},
        "buffer": {"minutes_before": 10},
        "no_double_booking": {},
        "units": {"clock": 24, "week_start": "mon"},
        "language": {"tag": "pt-BR"},
        "tool_policy": {"tool": "get_events", "policy": "block"},
        "alias": {"phrase": "the boss", "entity": {"type": "contact", "id": rui["id"]}},
        "redact_push": {"replacement": "Private", "match": {"words": ["doctor"]}},
        "never_store": {"words": ["salary"]},
    }  # fmt: skip
    for name, parameters in effects.items():
        effect = {"type": name, "parameters": parameters}
        made = await ana.post("/rules", {"text": f"Rule {name}", "effect": effect})
        await at(visitor, f"fact/{made['id']}")
        words = visitor.page.locator(".effect-words")
        await expect(words).not_to_contain_text("…")
        assert "undefined" not in await words.inner_text()
        assert "m." not in await words.inner_text()
        await visitor.page.get_by_role("link", name="Edit the rule").click()
        await expect(visitor.page.get_by_label("Effect")).to_have_value(name)
        await visitor.page.get_by_label("The rule, in words").fill(f"Rule {name}, again")
        await visitor.button("Save").click()
        await expect(heading(visitor, f"Rule {name}, again")).to_be_visible()
        kept = (await ana.get(f"/rules/{made['id']}"))["effect"]
        assert kept == made["effect"], name


async def test_a_rule_that_objects_is_named(visitor: Visitor, ana: Person) -> None:
    effect = {"type": "never_store", "parameters": {"words": ["salary"]}}
    await ana.post("/rules", {"text": "Never keep anything about my salary", "effect": effect})
    await at(visitor, "write")
    await visitor.page.get_by_label("Text").fill("My salary is good")
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_role("alert")).to_contain_text("“Never keep anything about my salary”")
    await expect(visitor.page.get_by_label("Text")).to_have_value("My salary is good")


async def test_a_fact_that_changed_elsewhere_is_shown_before_it_is_overwritten(visitor: Visitor, ana: Person) -> None:
    fact = await ana.post("/facts", {"text": "I live in Lisbon"})
    await at(visitor, f"fact/{fact['id']}")
    await ana.patch(f"/facts/{fact['id']}", {"text": "I live in Faro"})
    await visitor.button("It still holds").click()
    await expect(visitor.page.locator("#notes")).to_contain_text("changed in the meantime")
    await expect(heading(visitor, "I live in Faro")).to_be_visible()
    await visitor.button("Correct").click()
    await dialog(visitor).get_by_label("It should say").fill("I live in Tavira")
    await ana.patch(f"/facts/{fact['id']}", {"text": "I live in Olhão"})
    await dialog(visitor).get_by_role("button", name="Correct").click()
    await expect(dialog(visitor).get_by_role("alert")).to_contain_text("changed while you were writing")
    await expect(dialog(visitor)).to_contain_text("I live in Olhão")
    await dialog(visitor).get_by_role("button", name="Correct").click()
    await expect(heading(visitor, "I live in Tavira")).to_be_visible()


async def test_a_fact_of_somebody_else_is_not_there(visit: Visit, steward: Steward, ana: Person) -> None:
    fact = await ana.post("/facts", {"text": "I live in Lisbon"})
    other = await steward.person("Bob Stone")
    async with visit() as visitor:
        await visitor.come_in(other.token, f"/#/memory/fact/{fact['id']}")
        await expect(visitor.page.get_by_role("alert")).to_contain_text("not there any more")
