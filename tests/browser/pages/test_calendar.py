"""Is the calendar read in its four spans, an event written, moved, changed and erased; and does the day tell?"""

import datetime as dt
from pathlib import Path

import pytest
from playwright.async_api import FilePayload, FloatRect, expect
from tests.browser.conftest import Visit
from tests.support.browser import PHONE, Visitor
from tests.support.console_pages import assert_readable, at, settled
from tests.support.rules import rule
from tests.support.steward import Person

pytestmark = pytest.mark.browser
CHOIR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//x//y//EN
BEGIN:VEVENT
UID:choir-1
DTSTAMP:20260101T000000Z
DTSTART:20270305T190000Z
DTEND:20270305T200000Z
SUMMARY:Choir
END:VEVENT
END:VCALENDAR
"""


async def test_the_calendar_can_be_read(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "calendar/month/2027-03-10")
    await expect(visitor.page.get_by_text("Nothing is planned in these days.")).to_be_visible()
    await assert_readable(visitor, "none")
    lunch = {"title": "Lunch", "start_at": "2027-03-10T12:00", "end_at": "2027-03-10T13:00", "timezone": "UTC"}
    clash = {
        **lunch,
        "title": "<b>Call</b>",
        "start_at": "2027-03-10T12:30",
        "calendar": "Work",
        "timezone": "Asia/Tokyo",
    }
    await ana.post("/events", lunch)
    await ana.post("/events", {**clash, "start_at": "2027-03-10T21:30", "end_at": "2027-03-10T22:30"})
    await ana.post("/events", {"title": "Trip", "start_at": "2027-03-10", "end_at": "2027-03-13"})
    yoga = {**lunch, "title": "Yoga", "start_at": "2027-03-01T18:00", "end_at": "2027-03-01T19:00"}
    await ana.post("/events", {**yoga, "recurrence": "RRULE:FREQ=WEEKLY"})
    await visitor.page.reload()
    for span in ("month", "week", "day", "agenda"):
        await at(visitor, f"calendar/{span}/2027-03-10")
        await expect(visitor.page.locator("#page")).to_contain_text("Trip")
        await assert_readable(visitor, span)
    await at(visitor, "calendar/day/2027-03-10")
    await expect(visitor.page.locator(".chip").filter(has_text="<b>Call</b>")).to_contain_text("Asia/Tokyo")
    await expect(visitor.page.get_by_text("Overlaps with another")).to_have_count(2)
    await expect(visitor.page.locator(".hours-whole")).to_contain_text("Trip")
    await expect(visitor.page.locator(".colours")).to_contain_text("Work")
    for direction in ("ltr", "rtl"):
        await visitor.page.evaluate("(direction) => { document.documentElement.dir = direction; }", direction)
        lunch, call = [await box(visitor, title) for title in ("Lunch", "<b>Call</b>")]
        first, second = (lunch, call) if direction == "ltr" else (call, lunch)
        assert first["x"] + first["width"] <= second["x"]
        assert call["y"] - lunch["y"] == pytest.approx(lunch["height"] / 2, abs=2)
        await assert_readable(visitor, direction)
    await visitor.page.evaluate("() => { document.documentElement.dir = ''; }")
    await at(visitor, "calendar/month/2027-03-10")
    await expect(visitor.page.locator("[data-date='2027-03-12']")).to_contain_text("Trip")
    await expect(visitor.page.locator("[data-date='2027-03-13']")).not_to_contain_text("Trip")
    await expect(visitor.page.locator(".chip").filter(has_text="Yoga")).to_have_count(5)
    await visitor.page.locator("[data-date='2027-03-10'] .chip").filter(has_text="Lunch").click()
    await expect(visitor.page.get_by_role("heading", name="Lunch")).to_be_focused()
    await settled(visitor)
    await assert_readable(visitor, "event")
    await visitor.page.get_by_role("link", name="Change").click()
    await expect(visitor.page.get_by_label("Title")).to_be_visible()
    await settled(visitor)
    await assert_readable(visitor, "form")


async def box(visitor: Visitor, title: str) -> FloatRect:
    found = await visitor.page.locator(".hours-day .chip").filter(has_text=title).bounding_box()
    assert found is not None
    return found


async def confirmed(visitor: Visitor) -> None:
    """The card of the move is agreed to."""
    await visitor.page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    await expect(visitor.page.get_by_role("dialog")).to_have_count(0)


async def test_an_event_is_written_moved_changed_and_erased(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "calendar/new?day=2027-03-10")
    await visitor.button("Save").click()
    await expect(visitor.page.get_by_label("Title")).to_be_focused()
    await visitor.page.get_by_label("Title").fill("Lunch")
    await visitor.button("Save").click()
    chip = visitor.page.locator(".chip").filter(has_text="Lunch")
    await chip.focus()
    await visitor.page.keyboard.press("Alt+ArrowRight")
    await confirmed(visitor)
    await expect(visitor.page.locator("[data-date='2027-03-11'] .chip")).to_be_focused()
    await chip.drag_to(visitor.page.locator("[data-date='2027-03-17']"))
    await confirmed(visitor)
    await expect(visitor.page.locator("[data-date='2027-03-17'] .chip")).to_be_visible()
    (event,) = (await ana.get("/events"))["items"]
    assert (event["start_at"], event["end_at"]) == ("2027-03-17T09:00:00", "2027-03-17T10:00:00")
    await chip.click()
    await visitor.page.get_by_role("link", name="Change").click()
    await visitor.page.get_by_label("Title").fill("Long lunch")
    await visitor.button("Save").click()
    await expect(visitor.page.locator(".arrived")).to_contain_text("Long lunch")
    await visitor.page.locator(".chip").filter(has_text="Long lunch").click()
    await visitor.button("Erase").click()
    await visitor.page.get_by_role("dialog").get_by_role("button", name="Erase").click()
    await expect(visitor.page.locator(".arrived")).to_contain_text("was erased")
    assert (await ana.get("/events"))["items"] == []


async def test_a_finger_that_holds_an_event_moves_it(visit: Visit, ana: Person) -> None:
    lunch = {"title": "Lunch", "start_at": "2027-03-10T12:00", "end_at": "2027-03-10T13:00", "timezone": "UTC"}
    made = await ana.post("/events", lunch)
    next_day = {"title": "Call", "start_at": "2027-03-11T12:30", "end_at": "2027-03-11T12:45", "timezone": "UTC"}
    await ana.post("/events", next_day)  # a phone shows the days that have something
    async with visit(viewport=PHONE, has_touch=True, is_mobile=True) as visitor:
        await visitor.come_in(ana.token)
        await at(visitor, "calendar/month/2027-03-10")
        chip = visitor.page.locator(".chip").filter(has_text="Lunch")
        target = visitor.page.locator("[data-date='2027-03-11']")
        await chip.scroll_into_view_if_needed()
        boxes = [await one.bounding_box() for one in (chip, target)]
        middles = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes if box]
        touch = await visitor.page.context.new_cdp_session(visitor.page)
        await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middles[0]]})
        await expect(visitor.page.locator(".chip.held")).to_be_visible()
        await touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [middles[1]]})
        await expect(target).to_contain_class("over")
        await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await confirmed(visitor)
        await expect(target.locator(".chip")).to_have_count(2)
        assert (await ana.get(f"/events/{made['id']}"))["start_at"] == "2027-03-11T12:00:00"


async def test_one_occurrence_is_moved_alone(visitor: Visitor, ana: Person) -> None:
    yoga = {"title": "Yoga", "start_at": "2027-03-01T18:00", "end_at": "2027-03-01T19:00", "timezone": "UTC"}
    await ana.post("/events", {**yoga, "recurrence": "RRULE:FREQ=WEEKLY;COUNT=3"})
    await at(visitor, "calendar/month/2027-03-10")
    await visitor.page.locator("[data-date='2027-03-08'] .chip").focus()
    await visitor.page.keyboard.press("Alt+ArrowRight")
    await confirmed(visitor)
    await expect(visitor.page.locator("[data-date='2027-03-09'] .chip")).to_be_focused()
    await visitor.page.keyboard.press("Alt+ArrowRight")
    await confirmed(visitor)
    await expect(visitor.page.locator("[data-date='2027-03-10'] .chip")).to_be_focused()
    starts = [one["start_at"] for one in (await ana.get("/events", since="2027-03-01", until="2027-04-01"))["items"]]
    assert sorted(starts) == ["2027-03-01T18:00:00", "2027-03-10T18:00:00", "2027-03-15T18:00:00"]


async def test_a_move_is_looked_at_first(visitor: Visitor, ana: Person) -> None:
    lunch = {"title": "Lunch", "start_at": "2027-03-10T12:00", "end_at": "2027-03-10T13:00", "timezone": "UTC"}
    await ana.post("/events", lunch)
    await ana.post(
        "/events", {**lunch, "title": "Dentist", "start_at": "2027-03-10T12:45", "end_at": "2027-03-10T13:30"}
    )
    await rule(ana, "latest_end", {"time": "13:15"})
    await at(visitor, "calendar/week/2027-03-10")
    chip, dialog = visitor.page.locator(".chip").filter(has_text="Lunch"), visitor.page.get_by_role("dialog")

    async def start() -> str:
        return str(next(one for one in (await ana.get("/events"))["items"] if one["title"] == "Lunch")["start_at"])

    await chip.focus()
    await visitor.page.keyboard.press("Alt+ArrowDown")
    await expect(dialog).to_contain_text("It overlaps with Dentist")
    await expect(dialog).to_contain_text("One of your rules holds this")
    await assert_readable(visitor, "move")
    await visitor.page.keyboard.press("Escape")
    await ana.until("/previews", lambda page: [one["state"] for one in page["items"]] == ["cancelled"])
    assert await start() == "2027-03-10T12:00:00"
    await expect(chip).to_be_focused()
    await visitor.page.keyboard.press("Alt+ArrowUp")
    await ana.patch(f"/events/{await chip.get_attribute('data-event')}", {"location_text": "Cantina"})
    await dialog.get_by_role("button", name="Confirm").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("changed")
    await confirmed(visitor)
    assert await start() == "2027-03-10T11:30:00"
    await visitor.page.get_by_role("button", name="Undo").click()
    await expect(visitor.page.locator(".last-move")).to_contain_text("back")
    assert await start() == "2027-03-10T12:00:00"
    await expect(visitor.page.locator(".calendar-place:not([aria-busy])")).to_be_visible()
    column = visitor.page.locator(".hours-day[data-date='2027-03-11']")
    height = (await column.bounding_box() or {"height": 0.0})["height"]
    await chip.drag_to(column, source_position={"x": 9, "y": 1}, target_position={"x": 20, "y": height * 9 / 24 + 1})
    await confirmed(visitor)
    assert await start() == "2027-03-11T09:00:00"
    await column.click(position={"x": 20, "y": height * 10 / 24 + 4})
    await expect(visitor.page.get_by_label("Starts")).to_have_value("2027-03-11T10:00")


async def test_an_events_own_page_moves_it_without_dragging(visitor: Visitor, ana: Person) -> None:
    yoga = {
        "title": "Yoga",
        "start_at": "2027-03-01T18:00",
        "timezone": "UTC",
        "recurrence": "RRULE:FREQ=WEEKLY;BYDAY=MO",
    }
    made = await ana.post("/events", yoga)
    await at(visitor, f"calendar/event/{made['id']}?at=2027-03-08T18:00:00")
    await visitor.button("A day later").click()
    asking = visitor.page.get_by_role("dialog")
    await expect(asking.get_by_role("button", name="Confirm")).to_be_visible()
    await asking.get_by_role("button", name="Don't do it").click()
    await expect(asking).to_have_count(0)
    await visitor.button("Half an hour later").click()
    await asking.get_by_role("button", name="Confirm").click()
    await expect(visitor.page.locator(".last-move").get_by_role("button", name="Undo")).to_be_visible()
    found = (await ana.get("/events", since="2027-03-01T00:00:00Z", until="2027-03-17T00:00:00Z"))["items"]
    assert sorted(one["start_at"][:16] for one in found) == [
        "2027-03-01T18:00",
        "2027-03-08T18:30",
        "2027-03-15T18:00",
    ]
    await at(visitor, f"calendar/event/{made['id']}")
    await expect(visitor.page.locator(".fields")).to_contain_text("Every week on Monday")


async def test_a_rule_that_objects_is_shown_and_passed_by(visitor: Visitor, ana: Person) -> None:
    await rule(ana, "latest_end", {"time": "09:30"})
    await at(visitor, "calendar/new?day=2027-03-10")
    await visitor.page.get_by_label("Title").fill("Lunch")
    await visitor.button("Save").click()
    await visitor.button("Do it anyway, this once").click()
    await expect(visitor.page.locator(".arrived")).to_contain_text("Lunch")
    assert len((await ana.get("/events"))["items"]) == 1


async def test_a_traveller_sees_the_times_of_home(visit: Visit, ana: Person) -> None:
    await ana.patch("/me", {"timezone": "Europe/Lisbon"})
    late = {"title": "Late call", "start_at": "2027-03-10T23:30", "end_at": "2027-03-11T00:30"}
    await ana.post("/events", {**late, "timezone": "Europe/Lisbon"})
    await ana.post(
        "/events",
        {"title": "Standup", "start_at": "2027-03-10T18:00", "end_at": "2027-03-10T18:30", "timezone": "Asia/Tokyo"},
    )
    await ana.post("/todos", {"title": "Pay the rent", "due_at": "2027-03-10T18:00", "timezone": "Asia/Tokyo"})
    await rule(ana, "blocked_time", {"days": ["wed"], "from": "16:00", "to": "20:00"}, text="Wednesdays are Ida's")
    await rule(ana, "earliest_start", {"time": "08:00"}, text="Never before 8")
    async with visit(timezone_id="America/New_York") as visitor:
        page = visitor.page
        await visitor.come_in(ana.token)
        await at(visitor, "calendar/month/2027-03-10")
        call, standup = [page.locator(".chip").filter(has_text=title) for title in ("Late call", "Standup")]
        await expect(page.locator("[data-date='2027-03-10'] .chip").filter(has_text="Late call")).to_contain_text(
            "23:30"
        )
        await expect(call).to_have_count(2)
        await expect(standup).to_contain_text("9:00")
        await expect(page.locator("[data-date='2027-03-17'] .kept-mark")).to_have_text(
            "Kept by a rule: Wednesdays are Ida's"
        )
        await expect(page.locator(".kept-mark")).to_have_count(5)
        await expect(page.locator(".kept-rules")).to_contain_text("Never before 8")
        await expect(page.locator(".zone-note")).to_contain_text("Times are those of Europe/Lisbon")
        await assert_readable(visitor, "month with rules")
        await at(visitor, "calendar/day/2027-03-10")
        await expect(page.locator(".hours-zone")).to_have_text(["Lisbon", "New York"])
        await expect(page.locator(".hours-beside span").nth(11)).to_contain_text("7:00")
        await expect(page.locator(".hours-kept")).to_have_count(2)
        await expect(page.locator(".plain-list").filter(has_text="–").first).to_contain_text("8:00 – 9:00")
        await assert_readable(visitor, "day with another zone")
        await page.get_by_label("Another zone beside it").fill("Tokyo")
        await page.keyboard.press("Enter")
        await expect(page.locator(".hours-zone")).to_have_text(["Lisbon", "Tokyo"])
        await at(visitor, "calendar/agenda/2027-03-10")
        await expect(page.locator(".event-line").filter(has_text="Late call").first).to_contain_text(
            "8:30 in Asia/Tokyo"
        )
        await at(visitor, "todos")
        await expect(page.locator(".todo")).to_contain_text("9:00 (18:00 in Asia/Tokyo)")
        await at(visitor, "calendar/new?day=2027-03-12")
        await page.get_by_label("Title").fill("Lunch")
        await visitor.button("Save").click()
        await expect(page.locator("[data-date='2027-03-12'] .chip")).to_contain_text("9:00")
    found = (await ana.get("/events", since="2027-03-12", until="2027-03-13"))["items"]
    assert [(one["start_at"], one["timezone"]) for one in found] == [("2027-03-12T09:00:00", "Europe/Lisbon")]


async def test_the_day_tells_what_is_on(visitor: Visitor, ana: Person) -> None:
    await at(visitor, "today")
    await expect(visitor.page.get_by_text("How do you want to begin?")).to_be_visible()
    await assert_readable(visitor, "empty")
    await visitor.page.get_by_label("People in your life").fill("My sister is Inês Costa")
    await visitor.button("Tell Steward").click()
    await expect(visitor.page.locator("#question")).to_have_value("My sister is Inês Costa")
    await at(visitor, "today")
    cards = "\r\n".join(["BEGIN:VCARD", "VERSION:3.0", "FN:Rui Costa", "N:Costa;Rui;;;", "END:VCARD", ""])
    files = [
        {"name": "book.VCF", "mimeType": "text/vcard", "buffer": cards.encode()},
        {"name": "odd.txt", "mimeType": "text/plain", "buffer": b"odd"},
    ]
    await visitor.page.locator(".begin input[type=file]").set_input_files(files)  # type: ignore[arg-type]
    await expect(visitor.page.locator(".begin")).to_contain_text("book.VCF: 1 taken in")
    await expect(visitor.page.locator(".begin")).to_contain_text("odd.txt: this is neither a vCard nor an ICS file")
    soon = dt.datetime.now(dt.UTC) + dt.timedelta(hours=30)
    await ana.post("/events", {"title": "Dentist", "start_at": soon.isoformat()})
    await ana.post("/todos", {"title": "Pay the rent", "due_at": "2026-01-01T10:00"})
    await visitor.page.reload()
    await expect(visitor.page.locator(".event-line")).to_contain_text("Dentist")
    await visitor.button("Make it now").click()
    await expect(visitor.page.locator(".today-lines")).to_contain_text("Pay the rent")
    await assert_readable(visitor, "day")
    await visitor.page.get_by_role("checkbox", name="Pay the rent").check()
    await ana.until("/todos", lambda page: page["items"][0]["done_at"])
    await visitor.page.locator(".event-line a").click()
    await expect(visitor.page.get_by_role("heading", name="Dentist")).to_be_visible()


async def test_a_calendar_comes_in_and_goes_out_as_a_file(visitor: Visitor, ana: Person, tmp_path: Path) -> None:
    file = FilePayload(name="choir.ics", mimeType="text/calendar", buffer=CHOIR.encode())
    await at(visitor, "calendar/month/2027-03-01")
    async with visitor.page.expect_file_chooser() as choosing:
        await visitor.button("Import a calendar file").click()
    await (await choosing.value).set_files(file)
    await expect(visitor.page.get_by_role("status").filter(has_text="1 new")).to_be_visible()
    await expect(visitor.button("Close")).to_be_focused()
    await expect(visitor.page.locator(".chip").filter(has_text="Choir")).to_be_visible()
    await assert_readable(visitor, "a calendar that came in")
    async with visitor.page.expect_download() as saving:
        await visitor.button("Export as a calendar file").click()
    await (await saving.value).save_as(tmp_path / "events.ics")
    assert "SUMMARY:Choir" in (tmp_path / "events.ics").read_text("utf-8")
