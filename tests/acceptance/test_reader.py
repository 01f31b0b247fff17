"""What is Steward worth without any model? It answers, proposes and refuses, in three languages."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.steward import Person, Steward

EVENTS = [
    {"external_id": "1", "source": "me", "title": "Dentist", "start_at": "2027-03-05T10:00",
     "end_at": "2027-03-05T11:00", "participants": [{"name": "Dr Silva"}], "location_text": "Rua Augusta 5"},
    {"external_id": "2", "source": "me", "title": "Lunch with Marta", "start_at": "2027-03-09T12:30",
     "participants": [{"name": "Marta Lima"}]},
]  # fmt: skip
CONVERSATION = {
    "external_id": "c1",
    "source": "chat",
    "title": "The trip",
    "messages": [
        {"external_id": "1", "speaker": "Marta", "text": "I booked the hotel in Porto, it costs 300 euros",
         "at": "2026-05-03T10:00:00Z"},
        {"external_id": "2", "speaker": "me", "text": "Great, I will buy the tickets", "at": "2026-05-03T10:01:00Z"},
    ],
}  # fmt: skip
NOW = "2027-03-01T09:00:00Z"


@pytest_asyncio.fixture
async def owner(plain: Steward) -> AsyncIterator[Person]:
    """The owner (who may move `now`) of a Steward without a model, with two events and a conversation."""
    person = await plain.owner()
    await person.post("/ingest/event", EVENTS)
    await person.post("/ingest/conversation", CONVERSATION)
    yield person
    for kind in ("events", "todos", "contacts", "threads"):
        for item in (await person.get(f"/{kind}", limit=200))["items"]:
            await person.send("DELETE", f"/{kind}/{item['id']}")
    await person.execute("delete from tombstones where user_id = :me")


async def said(person: Person, question: str, locale: str, **fields: Any) -> dict[str, Any]:
    context = {"timezone": "Europe/Lisbon", "locale": locale, "now": NOW}
    return dict(await person.post("/ask", {"question": question, "client_context": context, **fields}))


ASKED = {
    "en-US": {
        "When is my dentist appointment?": ("10:00", "5"),
        "Where is the dentist?": ("Rua Augusta 5",),
        "Who am I having lunch with?": ("Marta",),
        "How many events do I have this month?": ("2",),
        "What's next?": ("Dentist", "10:00"),
        "What did Marta say about the hotel?": ("300", "Marta", "2026"),
    },
    "pt-PT": {
        "Quando é o dentista?": ("10:00", "5"),
        "Onde é o dentista?": ("Rua Augusta 5",),
        "Quantos eventos tenho este mês?": ("2",),
        "O que disse a Marta sobre o hotel?": ("300", "Marta"),
    },
    "es-ES": {
        "¿Cuándo es el dentista?": ("10:00", "5"),
        "¿Dónde es el dentista?": ("Rua Augusta 5",),
        "¿Cuántos eventos tengo este mes?": ("2",),
        "¿Qué dijo Marta del hotel?": ("300", "Marta"),
    },
}


@pytest.mark.parametrize("locale", list(ASKED))
async def test_it_answers_from_the_users_own_data(owner: Person, locale: str) -> None:
    for question, wanted in ASKED[locale].items():
        told = await said(owner, question, locale)
        assert all(words in told["answer"] for words in wanted), (question, told["answer"])
        assert (told["status"], told["run"]["stop_reason"]) == ("answered", "final_answer"), question
        assert told["run"]["tool_calls"] > 0
        assert told["run"]["models"][0]["role"] == "reader"
        assert told["actions"] == []


@pytest.mark.parametrize(
    ("locale", "request_words", "yes"), cases("reader", "it_proposes_a_write_and_a_yes_confirms_it")
)
async def test_it_proposes_a_write_and_a_yes_confirms_it(
    owner: Person, locale: str, request_words: str, yes: str
) -> None:
    before = await owner.count("todos", "hidden_at is null")
    told = await said(owner, request_words, locale)
    assert told["status"] == "preview", told["answer"]
    assert [action["outcome"] for action in told["actions"]] == ["waiting"]
    assert await owner.count("todos", "hidden_at is null") == before
    done = await said(owner, yes, locale, thread_id=told["thread_id"])
    assert [action["outcome"] for action in done["actions"]] == ["done"], done["answer"]
    assert await owner.count("todos", "hidden_at is null") == before + 1


async def test_it_books_by_words_and_by_clock(owner: Person) -> None:
    told = await said(owner, "marca dentista sexta às 10", "pt-PT")
    (preview,) = told["previews"]
    assert preview["arguments"]["start_at"].startswith("2027-03-05T10:00")
    assert preview["timezone"] == "Europe/Lisbon"
    assert (await owner.post(f"/previews/{preview['id']}/cancel"))["state"] == "cancelled"


@pytest.mark.parametrize("locale", ["en-US", "pt-PT", "es-ES"])
async def test_what_it_can_not_do_it_says(owner: Person, locale: str) -> None:
    question = {"en-US": "Write me a poem about the sea", "pt-PT": "Escreve um poema sobre o mar",
                "es-ES": "Escribe un poema sobre el mar"}[locale]  # fmt: skip
    told = await said(owner, question, locale)
    assert told["answer"]
    assert not [action for action in told["actions"] if action["outcome"] in {"done", "waiting"}]


UNKNOWN_TARGETS = {
    "en-US": ("move the sailing class to Friday at 3pm", "I found nothing that this could mean"),
    "pt-PT": ("desmarca a aula de vela", "Não encontrei nada que possa ser"),
    "es-ES": ("marca como hecha la tarea de pintar la valla", "No encontré nada que pueda ser"),
}


@pytest.mark.parametrize("locale", list(UNKNOWN_TARGETS))
async def test_a_change_of_what_does_not_exist_is_told_in_the_users_language(owner: Person, locale: str) -> None:
    question, told = UNKNOWN_TARGETS[locale]
    answer = (await said(owner, question, locale))["answer"]
    assert told in answer
    assert "matches" not in answer
    assert "get_" not in answer


async def test_a_name_that_looks_like_shorthand_is_stored_and_found_as_it_is(owner: Person) -> None:
    told = await said(owner, "Add contact Kien Tran, phone 555 1234", "en-US")
    (preview,) = told["previews"]
    assert preview["arguments"]["display_name"] == "Kien Tran"
    await owner.post(f"/previews/{preview['id']}/confirm", {"digest": preview["digest"]})
    for question, locale in (("What is Kien's phone number?", "en-US"), ("¿Cuál es el teléfono de Kien?", "es-ES")):
        assert "555 1234" in (await said(owner, question, locale))["answer"]


@pytest.mark.parametrize(("locale", "statement", "how_to_keep_it"), cases("reader", "what_is_told_is_not_searched_for"))
async def test_what_is_told_is_not_searched_for(
    owner: Person, locale: str, statement: str, how_to_keep_it: str
) -> None:
    told = await said(owner, statement, locale)
    assert how_to_keep_it in told["answer"]
    assert (told["run"]["tool_calls"], told["actions"], told["run"]["mood"]) == (0, [], "statement")


async def test_negated_and_asked_changes_are_not_made(owner: Person) -> None:
    await said(owner, "do not cancel my dentist appointment", "en-US")
    await said(owner, "did I cancel my dentist appointment?", "en-US")
    assert await owner.count("events", "status = 'cancelled'") == 0
    assert await owner.count("previews", "state = 'pending'") == 0


SHOWN = {
    "Add lunch with Marta on 12 March at noon": ("event_management", "high", {"events_create"}, {"todos_create"}),
    "Remind me to call Marta tomorrow at 9": ("todo_management", "high", {"todos_create"}, {"events_create"}),
    "How many events do I have this month?": ("data_query", "high", {"get_events"}, {"events_create"}),
    "Who is my sister?": ("memory_search", "medium", {"resolve_contacts"}, {"calculate"}),
}


@pytest.mark.parametrize("question", SHOWN)
async def test_the_tools_of_the_tier_are_shown_without_a_model_too(owner: Person, question: str) -> None:
    intent, tier, shown, hidden = SHOWN[question]
    run = (await said(owner, question, "en-US"))["run"]
    assert (run["intent"], run["tier"], run["tool_visibility_escalations_count"]) == (intent, tier, 0)
    assert shown <= set(run["visible_tools"])
    assert not hidden & set(run["visible_tools"])


async def test_what_is_beyond_the_tier_is_shown_before_it_is_used(owner: Person) -> None:
    """A place is asked for, and no place knows it: the facts do."""
    await owner.post("/facts", {"text": "I live in Rua Augusta 5, Lisbon"})
    told = await said(owner, "Where do I live?", "en-US")
    assert "Rua Augusta 5" in told["answer"]
    assert told["run"]["tool_visibility_escalations_count"] == 1
    assert "get_facts" in told["run"]["visible_tools"]
    for fact in (await owner.get("/facts"))["items"]:
        await owner.send("DELETE", f"/facts/{fact['id']}")


UNREAL = (
    "Add a meeting on 30 February at 10am", "Add lunch on 31/04/2027 at noon", "Add lunch on the 31st of April",
    "Remind me to call Marta on February 30",
)  # fmt: skip


@pytest.mark.parametrize("question", UNREAL)
async def test_a_day_that_no_calendar_has_is_asked_about(owner: Person, question: str) -> None:
    """And its hour is not taken for one of today."""
    told = await said(owner, question, "en-GB")
    assert (told["status"], told["previews"]) == ("needs_input", [])
