"""Can the page be used on a phone, in the dark, by keyboard alone, and by those who don't see it?"""

from typing import Literal

import pytest
from playwright.async_api import expect
from tests.browser.conftest import Visit
from tests.support.browser import DESKTOP, PHONE, Visitor
from tests.support.reading import FINDINGS
from tests.support.steward import Person, Steward

from orchestrator.language.tables import LANGUAGES

pytestmark = pytest.mark.browser

LIVELY = "Prepared: **x**, `y`, [l](https://a.example)\n\n> quoted\n\n# Title\n- a\n\n| a | b |\n|-|-|\n| c | d |\n"
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PAINTED = "() => getComputedStyle(document.body).backgroundColor"


async def assert_readable(visitor: Visitor, where: str) -> None:
    """Nothing is found against what is on the screen now, on a desktop and on a phone, in the light and in the dark."""
    for viewport in (DESKTOP, PHONE):
        await visitor.page.set_viewport_size(viewport)
        for scheme in SCHEMES:
            await visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert await visitor.page.evaluate(FINDINGS) == [], (where, viewport, scheme)
    await visitor.page.set_viewport_size(DESKTOP)


UNSEEN = """() => {
  const node = document.activeElement;
  if (node === document.body) return ""; // past the end, in the browser's own bars
  const style = getComputedStyle(node.closest(".box") ?? node);
  return style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2 ? node.outerHTML.slice(0, 100) : "";
}"""


async def assert_focus_seen(visitor: Visitor, places: int) -> None:
    """Wherever Tab leads from here, it shows."""
    for _ in range(places):
        await visitor.page.keyboard.press("Tab")
        assert await visitor.page.evaluate(UNSEEN) == ""


async def test_every_state_of_the_page_can_be_read(visit: Visit, steward: Steward, ana: Person) -> None:
    for name in ("Carla Souza", "Carla Prado"):
        await ana.post("/contacts", {"display_name": name})
    async with visit() as visitor:
        await visitor.open()
        await expect(visitor.page.locator("#secret")).to_be_visible()
        await assert_readable(visitor, "sign-in")
        await visitor.page.keyboard.press("Enter")
        await assert_readable(visitor, "sign-in, wrong")
        await visitor.sign_in(ana.token)
        await expect(visitor.page.locator(".welcome")).to_be_visible()
        await assert_readable(visitor, "empty")
        steward.model.call("todos_create", {"title": "Buy milk " + "o" * 60})
        steward.model.say(LIVELY + "x" * 200)
        await visitor.ask("Add milk to my list")
        await expect(visitor.card).to_have_attribute("data-state", "pending")
        await assert_readable(visitor, "card")
        await visitor.card.get_by_role("button", name="Edit").click()
        await assert_readable(visitor, "form")
        await visitor.page.keyboard.press("Escape")
        await visitor.button("Why?").click()
        await visitor.page.get_by_text("In detail, as it was recorded").click()
        await expect(visitor.page.get_by_role("heading", name="Models")).to_be_visible()
        await assert_readable(visitor, "why")
        await visitor.page.keyboard.press("Escape")
        await visitor.card.get_by_role("button", name="Confirm").click()
        await expect(visitor.card).to_have_attribute("data-state", "confirmed")
        await assert_readable(visitor, "done")
        wanted = {"title": "Lunch", "start_at": "2027-03-05T13:00", "participants": ["Carla"]}
        steward.model.call("events_create", wanted)
        await visitor.ask("Plan lunch with Carla on 2027-03-05 at 13:00")
        await assert_readable(visitor, "question back")
        await visitor.page.goto(f"{visitor.url}/#/waiting")
        await expect(visitor.page.locator("#page h2")).to_be_visible()
        await assert_readable(visitor, "waiting")
        await visitor.page.set_viewport_size(PHONE)
        await visitor.button("Open conversations").click()
        await expect(visitor.button("Close conversations")).to_be_focused()
        await assert_readable(visitor, "menu")


async def test_the_findings_find_something(bare_page: Visitor) -> None:
    spoil = """() => {
      const bad = document.createElement("button");
      bad.style.cssText = "color: #999; background: #aaa; width: 9px; height: 9px; min-height: 0";
      const deep = Object.assign(document.createElement("h5"), { textContent: "far down" });
      document.querySelector("main").append(bad, deep);
    }"""
    await expect(bare_page.page.locator(".sign-in-box")).to_be_visible()
    await bare_page.page.evaluate(spoil)
    found = " ".join(await bare_page.page.evaluate(FINDINGS))
    for what in ("without a name", "heading after", "a target of"):
        assert what in found
    await bare_page.page.reload()


async def test_everything_can_be_done_by_keyboard(visit: Visit, steward: Steward, ana: Person) -> None:
    async with visit() as visitor:
        keys = visitor.page.keyboard
        await visitor.open()
        await keys.type(ana.token)
        await keys.press("Enter")
        await expect(visitor.page.locator("#question")).to_be_focused()
        steward.model.call("todos_create", {"title": "Buy milk"})
        steward.model.say("I have prepared it for you.")
        await keys.type("Add milk to my list")
        await keys.press("Enter")
        await expect(visitor.card).to_have_attribute("data-state", "pending")
        await visitor.page.locator("#messages").focus()
        await visitor.tab_to("Edit")
        await keys.press("Enter")
        await expect(visitor.card.get_by_label("Title")).to_be_focused()
        await keys.press("End")
        await keys.type(" and bread")
        await visitor.tab_to("Save and confirm")
        await visitor.tab_to("Save")
        await keys.press("Enter")
        await expect(visitor.card).to_contain_text("Buy milk and bread")
        await visitor.tab_to("Confirm")
        await keys.press("Space")
        await expect(visitor.card).to_have_attribute("data-state", "confirmed")
        await visitor.tab_to("Undo")
        await keys.press("Enter")
        await expect(visitor.card).to_have_attribute("data-state", "undone")
        await visitor.tab_to("Why?")
        await keys.press("Enter")
        await expect(visitor.page.get_by_role("dialog", name="Why this answer")).to_be_visible()
        await keys.press("Escape")
        await expect(visitor.button("Why?")).to_be_focused()
        first = await visitor.page.evaluate("() => document.querySelector('#app button, #app a, #app input').id")
        assert first == "skip"
        await visitor.button("Skip to the message box").focus()
        await expect(visitor.button("Skip to the message box")).to_be_in_viewport()
        await keys.press("Enter")
        await expect(visitor.page.locator("#question")).to_be_focused()


async def test_the_focus_can_be_seen_everywhere(visitor: Visitor, steward: Steward) -> None:
    steward.model.say("Good morning.")
    await visitor.ask("Good morning")
    await visitor.page.locator("#skip").focus()
    await assert_focus_seen(visitor, 25)


async def test_an_answer_is_read_aloud_once(visitor: Visitor, steward: Steward) -> None:
    script = """() => {
      window.heard = [];
      const region = document.getElementById("announcer");
      new MutationObserver(() => window.heard.push(region.textContent)).observe(region, { childList: true });
    }"""
    await visitor.page.evaluate(script)
    steward.model.call("get_todos", {"status": "open"})
    steward.model.say("Nothing is open on your list at the moment.", pause_s=0.05)
    await visitor.ask("What is on my list?")
    heard = await visitor.page.evaluate("() => window.heard")
    assert heard[-1] == "Steward: Nothing is open on your list at the moment."
    assert len([text for text in heard if "Nothing is open" in text]) == 1
    assert len(heard) < 8, heard


async def test_the_page_on_a_phone(visit: Visit, steward: Steward, ana: Person) -> None:
    async with visit(viewport=PHONE, has_touch=True, is_mobile=True) as visitor:
        await visitor.come_in(ana.token)
        box = visitor.page.locator("#question")
        await box.tap()
        await box.press_sequentially("one")
        await box.press("Enter")  # a touch keyboard's Enter is a new line
        await box.press_sequentially("two")
        assert await box.input_value() == "one\ntwo"
        steward.model.say("Hello there.")
        await visitor.button("Send").tap()
        await expect(visitor.answers).to_have_count(1)
        await expect(visitor.page.locator("#sidebar")).to_be_hidden()
        await visitor.button("Open conversations").tap()
        await expect(visitor.page.get_by_role("link", name="one two")).to_be_visible()
        await expect(visitor.page.locator("main")).to_have_attribute("inert", "")
        await visitor.page.keyboard.press("Escape")
        await expect(visitor.page.locator("#sidebar")).to_be_hidden()
        await expect(visitor.button("Open conversations")).to_be_focused()
        await visitor.button("Why?").tap()
        panel = visitor.page.get_by_role("dialog")
        await expect(panel.locator(".plain-why")).to_be_visible()
        await panel.evaluate("one => Promise.all(one.getAnimations().map(each => each.finished))")  # it slides in
        edges = await panel.bounding_box()
        assert edges is not None
        assert (round(edges["x"]), round(edges["width"])) == (0, 360)


async def test_light_and_dark_follow_the_device_unless_chosen(visit: Visit, ana: Person) -> None:
    async with visit(color_scheme="dark") as visitor:
        await visitor.come_in(ana.token)
        dark = await visitor.page.evaluate(PAINTED)
        await visitor.page.emulate_media(color_scheme="light")
        light = await visitor.page.evaluate(PAINTED)
        assert dark != light
        await visitor.button("Settings").click()
        await visitor.page.get_by_label("Appearance").select_option("dark")
        assert await visitor.page.evaluate(PAINTED) == dark
        await visitor.page.reload()
        await expect(visitor.page.locator("#app")).to_be_visible()
        assert await visitor.page.evaluate(PAINTED) == dark


async def test_the_page_speaks_the_readers_language(visit: Visit, steward: Steward) -> None:
    person = await steward.person("Inés Gil")
    async with visit(locale="es-ES") as visitor:
        await visitor.open()
        await visitor.page.get_by_label("Token o código").fill(person.token)
        await visitor.page.keyboard.press("Enter")
        await expect(visitor.page.get_by_role("heading", name="Inés.")).to_be_visible()
        await expect(visitor.page.locator("html")).to_have_attribute("lang", "es")
        await person.patch("/me", {"locale": "pt-BR"})  # what the account says goes before what the browser says
        await visitor.page.reload()
        await expect(visitor.page.get_by_placeholder("Procurar conversas")).to_be_visible()
        await visitor.page.get_by_role("button", name="Configurações").click()
        await visitor.page.get_by_label("Idioma").select_option("en")
        await expect(visitor.page.get_by_placeholder("Search conversations")).to_be_visible()


async def test_the_page_speaks_french(visit: Visit, steward: Steward) -> None:
    person = await steward.person("Zoé Petit")
    async with visit(locale="fr-FR") as visitor:
        await visitor.open()
        await visitor.page.get_by_label("Jeton ou code").fill(person.token)
        await visitor.page.keyboard.press("Enter")
        await expect(visitor.page.get_by_role("heading", name="Zoé.")).to_be_visible()
        await expect(visitor.page.locator("html")).to_have_attribute("lang", "fr")
        await visitor.page.get_by_role("button", name="Réglages").click()
        await expect(visitor.page.get_by_label("Langue").locator("option")).to_have_count(1 + len(LANGUAGES))
        say = "(m, count) => m.counted('kind.note', count)"
        notes = [await visitor.module("words.js", say, count) for count in range(3)]
        assert notes == ["0 note", "1 note", "2 notes"]
        await visitor.page.get_by_label("Langue").select_option("en")
        await expect(visitor.page.get_by_placeholder("Search conversations")).to_be_visible()
        assert await visitor.module("words.js", say, 0) == "0 notes"


async def test_conversations_are_found_renamed_and_erased(visitor: Visitor, steward: Steward, ana: Person) -> None:
    steward.model.always("Good morning to you.")
    for question in ("Good morning", "Good evening"):
        await ana.ask(question)
    await visitor.page.reload()
    links = visitor.page.locator("#threads a")
    await expect(links).to_have_count(2)
    await visitor.page.get_by_role("searchbox").fill("evening")
    await expect(links).to_have_count(1)
    await links.hover()
    await visitor.button("Rename: Good evening").click()
    await visitor.page.get_by_label("Title").fill("Late hours")
    await visitor.page.keyboard.press("Enter")
    await expect(links).to_have_text("Late hours")
    await links.click()
    await expect(visitor.answers).to_have_count(1)
    await links.hover()
    await visitor.button("Erase: Late hours").click()
    dialog = visitor.page.get_by_role("dialog", name="Erase “Late hours”?")
    await expect(dialog).to_contain_text("1 conversation")
    await expect(dialog).to_contain_text("2 messages")
    await visitor.page.keyboard.press("Escape")
    assert await ana.count("threads") == 2
    await visitor.button("Erase: Late hours").click()
    await dialog.get_by_role("button", name="Erase").click()
    await expect(visitor.page.locator("#notes")).to_contain_text("Erased: 1 conversation, 2 messages")
    await expect(visitor.page.locator(".welcome")).to_be_visible()
    assert await ana.count("threads") == 1
    await visitor.page.get_by_role("searchbox").fill("nowhere to be found")
    await expect(visitor.page.get_by_text("No conversation holds “nowhere to be found”.")).to_be_visible()


async def test_the_list_goes_on_where_it_ends(visitor: Visitor, ana: Person) -> None:
    said = {"external_id": "m", "speaker": "me", "text": "hello"}
    chats = [
        {"external_id": f"c{i}", "source": "chat", "title": f"Chat {i:02}",
         "messages": [{**said, "at": f"2026-03-02T10:{i:02}:00Z"}]}
        for i in range(40)
    ]  # fmt: skip
    await ana.post("/ingest/conversation", chats)
    await visitor.page.reload()
    links = visitor.page.locator("#threads a")
    await expect(links).to_have_count(30)
    await visitor.button("Show more").click()
    await expect(links).to_have_count(40)
    await expect(visitor.page.get_by_role("link", name="Chat 09")).to_be_focused()


async def test_the_api_page_is_drawn_too(bare_page: Visitor) -> None:
    await bare_page.open("/docs")
    await expect(bare_page.page.get_by_text("/threads/{thread_id}/messages").first).to_be_visible()
    await bare_page.open()


async def test_the_page_can_be_put_on_a_home_screen(bare_page: Visitor) -> None:
    read = "async () => (await fetch(document.querySelector('[rel=manifest]').href)).json()"
    manifest = await bare_page.page.evaluate(read)
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    sizes = """async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }"""
    for icon in manifest["icons"]:
        size = await bare_page.page.evaluate(sizes, icon["src"])
        assert icon["sizes"] in {"any", size}
