"""A new user's first days: files come in, a lunch is planned over restarts, papers are asked about and go again."""

import asyncio
from pathlib import Path
from typing import Any

from tests.support import command, papers
from tests.support.filing import filed
from tests.support.served import Served, served
from tests.support.steward import Person, previewed

CARDS = """BEGIN:VCARD
VERSION:3.0
UID:jordan
FN:Jordan Reis
ADR;TYPE=HOME:;;Rua Azul 5;Lisboa;;1100-001;Portugal
END:VCARD
BEGIN:VCARD
VERSION:3.0
UID:sam
FN:Sam Reis
ADR;TYPE=HOME:;;Rua Azul 5;Lisboa;;1100-001;Portugal
END:VCARD
BEGIN:VCARD
VERSION:3.0
UID:marcela
FN:Marcela Dias
EMAIL:marcela@acme.example
END:VCARD
BEGIN:VCARD
VERSION:4.0
UID:paty1
FN:Patrícia Gomes
ORG:Acme
END:VCARD
BEGIN:VCARD
VERSION:4.0
UID:paty2
FN:Patrícia Nunes
ORG:Beta
END:VCARD
BEGIN:VCARD
VERSION:4.0
UID:isabel
FN:Isabel Rocha
NICKNAME:Bebel
END:VCARD
BEGIN:VCARD
VERSION:4.0
UID:ana
FN:Ana Souza
END:VCARD
"""
CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//test//EN
BEGIN:VEVENT
UID:review@example.org
DTSTAMP:20260101T000000Z
SUMMARY:Team review
DTSTART;TZID=Europe/Lisbon:20260105T123000
DTEND;TZID=Europe/Lisbon:20260105T133000
RRULE:FREQ=DAILY
END:VEVENT
END:VCALENDAR
"""
STORY = "/event lunch with Marcela, paty and bebel tomorrow at Jordan's house"


async def come_in(person: Person, path: str, text: str, media_type: str) -> list[dict[str, Any]]:
    """A file is sent; what became of each of its items."""
    answer = await person.send(
        "POST", path, content=text.replace("\n", "\r\n").encode(), headers={"Content-Type": media_type}
    )
    assert answer.status_code == 200, answer.text
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


async def restart(steward: Served) -> None:
    await steward.kill()
    await steward.start()


async def test_a_new_users_story(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    async with served(home) as steward:
        await steward.stop()
        steward.settings |= {"STEWARD_LLM_PROVIDER": "reader", "STEWARD_EMBED_MODEL": "off"}
        await steward.start()
        async with steward.owner() as me:
            cards = await come_in(me, "/ingest/vcard", CARDS, "text/vcard")
            assert [one["status"] for one in cards] == ["created"] * 7
            events = await come_in(me, "/ingest/ics", CALENDAR, "text/calendar")
            assert [one["status"] for one in events] == ["created"]
            paper = await filed(me, "receita.pdf", papers.pdf(papers.PRESCRIPTION))
            thread, question = await _asked(me)
        await restart(steward)
        async with steward.owner() as me:
            await _settled(me, thread, question)
        await restart(steward)
        async with steward.owner() as me:
            await _confirmed(me, thread)
            await _papers(me, thread, paper["id"])
        await _by_the_command_line(steward.home)


async def _by_the_command_line(home: Path) -> None:
    """The same Steward answers in a terminal."""
    told = await asyncio.to_thread(command.steward, home, "ask", "how many prescriptions does Ana have?")
    assert (told.returncode, "no prescriptions" in told.stdout) == (0, True), told
    planned = await asyncio.to_thread(command.steward, home, "ask", "what is on my calendar tomorrow?")
    assert "Lunch" in planned.stdout, planned


async def _asked(me: Person) -> tuple[str, dict[str, Any]]:
    """The command asks which Patrícia."""
    asked = await me.ask(STORY)
    assert asked["command_result"]["state"] == "clarifying", asked["answer"]
    question = asked["need_user_input"]
    assert [one["label"] for one in question["options"]] == ["Patrícia Gomes (Acme)", "Patrícia Nunes (Beta)"]
    return asked["thread_id"], question


async def _settled(me: Person, thread: str, question: dict[str, Any]) -> None:
    """Answered in words, shown, asked about while it waits, edited."""
    first = await me.ask("the second one", thread=thread)
    draft = previewed(first)
    assert [one["name"] for one in draft["participants"]] == ["Marcela Dias", "Patrícia Nunes", "Isabel Rocha"]
    assert all(one["contact_id"] for one in draft["participants"])
    assert (draft["title"], draft["start_at"][11:16]) == ("Lunch", "12:30")
    assert draft["place_id"], draft
    assert "Team review" in first["answer"]
    here = await me.ask("who else lives here?", thread=thread)
    assert (here["command_result"], "Sam Reis" in here["answer"]) == (None, True), here["answer"]
    edited = await me.ask("change it to 1pm", thread=thread)
    assert previewed(edited)["start_at"] == draft["start_at"].replace("12:30", "13:00")
    assert previewed(edited)["place_id"] == draft["place_id"]


async def _confirmed(me: Person, thread: str) -> None:
    done = await me.ask("yes", thread=thread)
    assert done["command_result"]["state"] == "confirmed", done["answer"]
    event = await me.get(f"/events/{done['actions'][0]['entity']['id']}")
    assert (event["title"], event["start_at"][11:16], len(event["participants"])) == ("Lunch", "13:00", 3)
    here = await me.ask("who else lives here?", thread=thread)
    assert all(name in here["answer"] for name in ("Jordan Reis", "Sam Reis")), here["answer"]


async def _papers(me: Person, thread: str, paper: str) -> None:
    one = await me.ask("how many prescriptions does Ana have?", thread=thread)
    assert "Ana Souza has 1 prescription" in one["answer"]
    assert "page 1" in one["answer"]
    assert paper in [item["id"] for item in one["linked_items"]]
    gone = await me.send("DELETE", f"/documents/{paper}")
    assert gone.json()["deleted"]["document"] == 1
    none = await me.ask("how many prescriptions does Ana have?", thread=thread)
    assert not [item for item in none["linked_items"] if item["type"] == "document"]
    assert "Amoxicillin" not in none["answer"]
    assert "no prescriptions" in none["answer"]
