"""Are settings saved each for itself, tokens made and revoked, what answers told, and one's data given out?"""

import asyncio
import tarfile
import zipfile
from pathlib import Path

import pytest
from playwright.async_api import expect
from tests.browser.conftest import Visit
from tests.support.browser import PHONE, Visitor
from tests.support.console_pages import assert_readable, at
from tests.support.steward import Person, Steward

pytestmark = pytest.mark.browser
IN_THE_LIST = "() => document.activeElement.closest('.list') !== null"


async def test_settings_can_be_read(visit: Visit, steward: Steward, ana: Person) -> None:
    admin = await steward.with_scopes(ana, "ask", "read", "write", "curate", "admin")
    async with visit() as visitor:
        await visitor.come_in(admin.token)
        for view in ("", "/access", "/machine", "/data"):
            await at(visitor, f"settings{view}")
            for one in await visitor.page.locator("#page summary").all():
                await one.click()
            await assert_readable(visitor, view)


async def test_an_account_is_set(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "settings")
    own, day, doing = (visitor.page.locator(".setting-parts > .part").nth(at) for at in range(3))
    await own.get_by_label("Name").fill("Ana <b>Reis</b>")
    await own.get_by_label("Time zone").fill("Mars/Olympus")
    await own.get_by_role("button", name="Save").click()
    await expect(own.get_by_label("Time zone")).to_be_focused()
    await own.get_by_label("Time zone").fill("Europe/Paris")
    await own.get_by_role("button", name="Save").click()
    await expect(visitor.page.locator("#notes")).to_contain_text("Saved.")
    await day.get_by_label("Briefing at").fill("06:45")
    await day.get_by_label("Quiet from").fill("22:00")
    await day.get_by_label("Quiet until").fill("07:00")
    await day.get_by_role("button", name="Save").click()
    await ana.until("/me", lambda one: one["quiet_hours"])
    await doing.get_by_label("Add to-dos").check()
    await doing.get_by_label("Further tools that need no yes").fill("contacts_relate")
    await doing.get_by_role("button", name="Save").click()
    me = await ana.until("/me", lambda one: one["auto_confirm"])
    assert (me["name"], me["timezone"], me["briefing_time"]) == ("Ana <b>Reis</b>", "Europe/Paris", "06:45")
    assert (me["quiet_hours"], me["auto_confirm"]) == (
        {"from": "22:00", "to": "07:00"},
        ["todos_create", "contacts_relate"],
    )
    await visitor.page.reload()
    await expect(own.get_by_label("Time zone")).to_have_value("Europe/Paris")


async def test_a_token_is_made_shown_once_and_revoked(visit: Visit, steward: Steward, ana: Person) -> None:
    admin = await steward.with_scopes(ana, "ask", "read", "write", "admin")
    async with visit() as visitor:
        await visitor.come_in(admin.token)
        await at(visitor, "settings/access")
        await visitor.page.get_by_text("Make a token").click()
        await visitor.page.get_by_label("What it is for").fill("pages' own token")
        await visitor.page.get_by_label("read everything of yours").check()
        await visitor.button("Make it").click()
        secret = await visitor.page.locator(".secret").inner_text()
        other = steward.speaking(ana.id, secret)
        assert (await other.get("/me"))["id"] == str(ana.id)
        made = visitor.page.locator("[data-token]").filter(has_text="pages' own token")
        await expect(made).to_contain_text("read everything of yours")
        await visitor.button("Revoke pages' own token").click()
        await visitor.page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        await expect(visitor.page.locator("#notes")).to_contain_text("is revoked")
        await expect(made).to_contain_text("revoked")
        assert await visitor.page.evaluate(IN_THE_LIST), "whoever works by keys is where they were"
        assert (await other.send("GET", "/me")).status_code == 401


async def test_a_phone_comes_in_with_the_code_that_is_shown(visit: Visit, steward: Steward, ana: Person) -> None:
    admin = await steward.with_scopes(ana, "ask", "read", "write", "admin")
    async with visit() as visitor, visit(viewport=PHONE) as phone:
        await visitor.come_in(admin.token)
        await at(visitor, "settings/access")
        await visitor.button("Pair a phone").click()
        shown = visitor.page.get_by_role("dialog")
        await expect(shown.get_by_role("img", name="QR code with the address and the code")).to_be_visible()
        await assert_readable(visitor, "pairing")
        code = await shown.locator(".pair-code").inner_text()
        assert (await shown.locator(".address").inner_text()).endswith(f"/#pair={code}")
        await phone.come_in(code)
        await shown.get_by_role("button", name="Close").click()
        await expect(visitor.button("Pair a phone")).to_be_focused()


async def test_whoever_is_no_admin_is_told_what_is_missing(visitor: Visitor) -> None:
    await at(visitor, "settings/access")
    await expect(visitor.page.locator("#page").get_by_role("alert")).to_contain_text("lacks the scope “admin”")


async def test_everything_is_taken_along(visit: Visit, steward: Steward, ana: Person, tmp_path: Path) -> None:
    await ana.post("/notes", {"text": "The wifi password is on the fridge"})
    admin = await steward.with_scopes(ana, "ask", "read", "write", "admin")
    async with visit() as visitor:
        await visitor.come_in(admin.token)
        await at(visitor, "settings/data")
        async with visitor.page.expect_download() as coming:
            await visitor.button("Export everything").click()
        await (await coming.value).save_as(tmp_path / "all.zip")
        await expect(visitor.page.get_by_text("Saved as steward-export.zip.")).to_be_visible()
        assert zipfile.is_zipfile(tmp_path / "all.zip")
        async with visitor.page.expect_file_chooser() as choosing:
            await visitor.button("Choose an archive").click()
        await (await choosing.value).set_files(tmp_path / "all.zip")
        await visitor.button("Take it in").click()
        await expect(visitor.page.get_by_text("0 new, 0 changed")).to_be_visible()


async def test_a_backup_is_written_into_the_home(visit: Visit, steward: Steward, ana: Person) -> None:
    admin = await steward.with_scopes(ana, "ask", "read", "write", "admin")
    async with visit() as visitor:
        await visitor.come_in(admin.token)
        await at(visitor, "settings/data")
        await visitor.button("Back up now").click()
        told = visitor.page.get_by_role("status").filter(has_text="steward-backup-")
        path = Path((await told.inner_text()).rpartition(",")[0])
    assert path.parent == steward.runtime.settings.home / "backups"
    assert await asyncio.to_thread(lambda: (path.stat().st_mode & 0o777, tarfile.is_tarfile(path))) == (0o600, True)
    assert (await ana.send("POST", "/system/backup")).status_code == 403


async def test_all_of_a_kind_is_erased_after_a_word(visitor: Visitor, ana: Person) -> None:
    await ana.post("/notes", {"text": "The wifi password is on the fridge"})
    for n in range(2):
        await ana.post("/todos", {"title": f"Paint wall {n}"})
    await at(visitor, "settings/data")
    erase = visitor.button("Erase what is ticked")
    await expect(erase).to_be_disabled()
    await visitor.page.get_by_label("To-dos 2").check()
    await erase.click()
    asking = visitor.page.get_by_role("dialog")
    await expect(asking.get_by_role("button", name="Erase")).to_be_disabled()
    await asking.get_by_label("Write “erase” to go on").fill("Erase")
    await asking.get_by_role("button", name="Erase").click()
    await expect(visitor.page.get_by_label("To-dos")).to_have_count(0)
    await expect(visitor.page.get_by_label("Notes 1")).to_be_visible()
    assert (await ana.get("/todos"))["items"] == []
    assert len((await ana.get("/notes"))["items"]) == 1
    assert (await ana.send("DELETE", "/me/data?kind=skill")).status_code == 404


async def test_signing_out_for_good_ends_the_token_everywhere(visit: Visit, steward: Steward, ana: Person) -> None:
    phone = await steward.with_scopes(ana, "ask", "read")
    async with visit() as visitor:
        await visitor.come_in(phone.token)
        await at(visitor, "settings/access")
        await visitor.button("Sign out for good").click()
        await visitor.page.get_by_role("dialog").get_by_role("button", name="Sign out for good").click()
        await expect(visitor.page.get_by_label("Token or pairing code")).to_be_visible()
        assert (await phone.send("GET", "/me")).status_code == 401
        assert (await ana.send("GET", "/me")).status_code == 200
