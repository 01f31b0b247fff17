"""Do rules in words reach every prompt, first: those of jobs, commands and composing too? And what becomes of the words
that a model copied from a rule, when the rule is erased?"""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from tests.acceptance.test_tagging import look, tagged
from tests.support import papers
from tests.support.filing import filed
from tests.support.filing import settled as read
from tests.support.loopback_http import Recorded
from tests.support.meetings import settled, submitted, summary, transcript
from tests.support.model_script import Say
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

RULE = "Call me Captain"
HEADING = "Rules of the user"
PATIENCE_S = 60.0
EPISODE = {"title": "A talk", "summary": "They spoke of bread.", "event_type": "conversation"}


@pytest_asyncio.fixture(scope="module")
async def working(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """A Steward with a worker and a scripted model, over a database of its own."""
    url = await postgres.clone()
    home = tmp_path_factory.mktemp("told")
    async with started(home, url, workers=1, meeting_debounce_s=1, job_retry_s=0.2, embed_model="off") as steward:
        yield steward
    await postgres.drop(url)


@pytest_asyncio.fixture
async def ana(working: Steward) -> Person:
    """A user with one rule in words, one that code applies, and one of a project."""
    working.model.forget()
    person = await working.person()
    await person.post("/rules", {"text": RULE})
    early = {"type": "earliest_start", "parameters": {"time": "10:00"}}
    await person.post("/rules", {"text": "Nothing before ten", "effect": early})
    await person.post("/rules", {"text": "Spell it out", "scope": {"type": "project", "ref": "compiler"}})
    return person


def answering(answers: dict[str, Any]) -> Callable[[Recorded], Say | None]:
    """By the property that its schema asks for; "" = a request without a schema."""

    def respond(request: Recorded) -> Say | None:
        form = (request.body or {}).get("format")
        wanted = form.get("properties", {}) if isinstance(form, dict) else {"": None}
        found = next((answer for name, answer in answers.items() if name in wanted), None)
        return None if found is None else Say(found if isinstance(found, str) else json.dumps(found))

    return respond


def asked_about(steward: Steward, words: str) -> list[str]:
    """The first messages of the requests in which these words stand."""
    found = [one.body["messages"] for one in steward.model.chats if words in json.dumps(one.body, ensure_ascii=False)]
    return [str(messages[0]["content"]) for messages in found]


def told(steward: Steward, words: str) -> None:
    """Every request with these words, and there is one, begins with the rule, and with no other."""
    openings = asked_about(steward, words)
    assert openings, f"nothing was asked about {words!r}"
    for opening in openings:
        assert opening.startswith(HEADING), opening[:200]
        assert RULE in opening
        assert "Nothing before ten" not in opening
        assert "Spell it out" not in opening


async def ran(steward: Steward, job: str) -> None:
    """The scheduled job did its work once."""
    await (await steward.owner()).ran(job)


async def erased(person: Person, text: str) -> dict[str, Any]:
    """The receipt of erasing the rule with this text."""
    (rule,) = [one for one in (await person.get("/rules"))["items"] if one["text"] == text]
    answer = await person.send("DELETE", f"/rules/{rule['id']}")
    answer.raise_for_status()
    return dict(answer.json())


async def talked(person: Person, words: str, number: int = 6) -> str:
    messages = [
        {"speaker": "me", "text": f"{words} number {at}, and I bake bread.", "at": f"2026-03-02T10:{at % 60:02d}:00Z"}
        for at in range(number)
    ]
    item = {"external_id": words, "source": "chat", "title": "", "messages": messages}
    (result,) = (await person.post("/ingest/conversation", item))["results"]
    return str(result["id"])


async def test_tags(working: Steward, ana: Person) -> None:
    working.model.respond(answering({"tags": {"tags": ["teeth"]}}))
    made = await ana.post("/events", {"title": "Zahnarzt Alpha", "start_at": "2027-03-05T10:00"})
    assert await tagged(working, ana, "events.tag", f"/events/{made['id']}") == ["teeth"]
    told(working, "Zahnarzt Alpha")


async def test_documents_meetings_sessions_and_facts(working: Steward, ana: Person) -> None:
    answers = {"tags": {"tags": []}, "event_type": EPISODE, "facts": {"facts": []}, "": "A paper about the pier."}
    working.model.respond(answering({**answers, "action_items": summary("They spoke.")}))
    text = papers.CONTRACT[0] + " Quebra-mar. " + papers.CONTRACT[1] * 8
    assert (await filed(ana, "a.pdf", papers.pdf(text)))["summary"] == "A paper about the pier."
    told(working, "Quebra-mar")
    await submitted(ana, transcript(("Rui", "Who sends the Gamma offer?"), ("Ana Reis", "Somebody will.")))
    assert (await settled(ana))["summary"] == "They spoke."
    told(working, "Gamma offer")
    await talked(ana, "Delta oven")
    await ran(working, "episodes.distil")
    await ran(working, "facts.extract")
    told(working, "Delta oven")
    assert len(asked_about(working, "Delta oven")) >= 2


async def test_long_threads(working: Steward, ana: Person) -> None:
    answers = {"event_type": EPISODE, "facts": {"facts": []}, "": "Much was said."}
    working.model.respond(answering(answers))
    thread = await talked(ana, "Epsilon flour", 60)
    await ana.ask("Good morning, how are you today?", thread=thread)
    await ana.until(f"/threads/{thread}", lambda found: found["summaries"])
    summarising = [one for one in asked_about(working, "Epsilon flour") if one.startswith(HEADING)]
    assert summarising
    assert all(RULE in one for one in summarising)


async def test_the_briefing(working: Steward, ana: Person) -> None:
    working.model.respond(answering({"lines": {"lines": []}, "tags": {"tags": []}}))
    await ana.post("/events", {"title": "Zeta match", "start_at": "2027-03-05T15:00"})
    answer = await ana.send("POST", "/agents/daily-briefing/run?wait=true", json={"date": "2027-03-05", "push": False})
    assert answer.status_code == 200, answer.text
    about = [one.body["messages"] for one in working.model.chats if "Zeta match" in json.dumps(one.body)]
    openings = [str(one[0]["content"]) for one in about if "The facts:" in str(one[-1]["content"])]
    assert openings
    assert all(one.startswith(HEADING) and RULE in one for one in openings)


async def test_commands_and_composing(working: Steward, ana: Person) -> None:
    bundle = await ana.ask("/event Eta dinner tomorrow at 20:00")
    openings = asked_about(working, "Eta dinner")
    assert openings
    assert openings[0].startswith(HEADING)
    run = await ana.get(f"/runs/{bundle['run']['id']}")
    calls = [step["model_call"] for step in run["steps"] if step["model_call"].get("purpose") == "extraction"]
    assert [len(one["rules"]) for one in calls if one["role"] != "reader"] == [1] * len(openings)
    note = await ana.post("/notes", {"text": "Theta: wants quiet mornings"})
    await ana.post("/rules/preview", {"note_ids": [note["id"]]})
    told(working, "Theta: wants")


async def test_routing_hears_none_and_a_rule_of_a_project_is_told_where_it_is_named(
    working: Steward, ana: Person
) -> None:
    working.model.always("Aye.")
    await ana.ask("Hmm, iota?")
    routing = [one for one in asked_about(working, "iota") if "intent" in one and "Captain" in one]
    assert not routing
    working.model.respond(answering({"tags": {"tags": []}}))
    made = await ana.post("/events", {"title": "Kappa compiler review", "start_at": "2027-03-05T10:00"})
    await tagged(working, ana, "events.tag", f"/events/{made['id']}")
    (opening,) = asked_about(working, "Kappa compiler")
    assert "(project compiler) Spell it out" in opening


async def test_another_users_rules_are_told_to_nobody_else(working: Steward, ana: Person) -> None:
    ben = await working.person("Ben")
    working.model.respond(answering({"tags": {"tags": ["x-ray"]}}))
    made = await ben.post("/events", {"title": "Lambda visit", "start_at": "2027-03-05T10:00"})
    await tagged(working, ben, "events.tag", f"/events/{made['id']}")
    (opening,) = asked_about(working, "Lambda visit")
    assert HEADING not in opening
    assert (await ana.get("/rules"))["items"]


async def test_words_of_a_rule_go_with_it_and_what_only_followed_it_stays(working: Steward, ana: Person) -> None:
    answers: dict[str, Any] = {"tags": {"tags": ["captain", "dental care"]}, "": "The captain signed it.", "facts": {}}
    answers |= {"event_type": {**EPISODE, "title": "The captain bakes"}, "action_items": summary("The captain spoke.")}
    working.model.respond(answering(answers))
    made = await ana.post("/events", {"title": "Zahnarzt", "start_at": "2027-03-05T10:00", "tags": ["own"]})
    path = f"/events/{made['id']}"
    assert await tagged(working, ana, "events.tag", path) == ["own", "captain", "dental care"]
    paper = await filed(ana, "a.pdf", papers.pdf(papers.CONTRACT[0] + " " + papers.CONTRACT[1] * 8))
    await submitted(ana, transcript(("Rui", "Who sends the offer?"), ("Ana Reis", "Somebody will.")))
    assert (await settled(ana))["summary"] == "The captain spoke."
    thread = await talked(ana, "Omega oven")
    await ran(working, "episodes.distil")
    (episode,) = (await ana.get("/episodes"))["items"]
    assert (episode["title"], paper["summary"]) == ("The captain bakes", "The captain signed it.")

    answers |= {"tags": {"tags": ["dental care"]}, "": "It was signed.", "event_type": {**EPISODE, "title": "Baking"}}
    answers["action_items"] = summary("They spoke.")
    assert (await erased(ana, "Nothing before ten")) == {"deleted": {"fact": 1}, "rebuilt": {}, "redacted": {}}
    receipt = await erased(ana, RULE)
    assert receipt["deleted"] == {"fact": 1}
    assert receipt["rebuilt"] == {"episode": 1}
    assert {"document", "meeting", "tagging"} <= set(receipt["redacted"])
    found = json.dumps([(await ana.get(f"/{one}"))["items"] for one in ("events", "documents", "episodes")])
    assert "captain" not in found.lower()
    assert (await read(ana, paper["id"]))["summary"] == "It was signed."
    assert (await settled(ana))["summary"] == "They spoke."
    await look(working, ana, "events.tag")
    assert await tagged(working, ana, "events.tag", path) == ["own", "dental care"]
    assert (await ana.get(f"/threads/{thread}"))["id"] == thread
