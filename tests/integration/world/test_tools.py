"""Do the other tools of the world do what they say: todos, contacts, places, notes, search, resolution?"""

import pytest
from tests.support.tools import NOW, SPECS, Desk

from orchestrator.agent.tools.arguments.repair import check
from orchestrator.agent.tools.spec import Effect
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.domain.foundation.search.schemas import IndexEntry
from orchestrator.domain.foundation.search.service import index
from orchestrator.domain.memory.notes.schemas import NoteFields
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.world.contacts.schemas import ContactFields
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.places.schemas import PlaceFields
from orchestrator.domain.world.places.service import places
from orchestrator.errors import ToolFailed, ToolRejected
from orchestrator.kit.ids import new_id


def test_every_tool_can_be_offered_and_taken_back() -> None:
    for spec in SPECS.values():
        assert check({"name": spec.name, "arguments": {}}, [spec.offered]).reason is not None
        assert len(spec.description) < 120
        for name, field in spec.schema["properties"].items():
            assert len(field.get("description", "")) < 120, (spec.name, name)
        if spec.effect is Effect.WRITE:
            assert all((spec.prepare, spec.revise, spec.undo, spec.version))


async def test_todos(desk: Desk) -> None:
    prepared = await desk.propose("todos_create", title="Buy milk", when="tomorrow", priority=1)
    assert prepared.arguments["due_at"] == "2026-11-22T23:59:00"
    assert prepared.summary == "Add todo “Buy milk”, due Sunday, 22 November 2026"
    milk = await desk.execute("todos_create", prepared.arguments)
    assert (await desk.execute("todos_create", prepared.arguments)).entity == milk.entity
    await desk.do("todos_create", title="Call the bank", when="tomorrow at 15:00", remind_at="tomorrow at 14:00")
    twin = await desk.propose("todos_create", title="buy milk")
    assert twin.hints == ("A todo of that name is still open: “Buy milk”.",)
    found = await desk.read("get_todos", query="leite milk")
    assert [one["title"] for one in found.data["todos"]] == ["Buy milk"]
    found = await desk.read("get_todos", when="tomorrow")
    assert [one["title"] for one in found.data["todos"]] == ["Call the bank", "Buy milk"]
    assert found.evidence == {"retrieval"}
    edited = await desk.revise("todos_create", prepared.arguments, due_at="2026-12-01", title="Buy oat milk")
    assert edited.summary == "Add todo “Buy oat milk”, due Tuesday, 1 December 2026"
    done = await desk.do("todos_complete", todo="the milk")
    assert done.summary == "Marked todo “Buy milk” as done"
    assert (await desk.read("get_todos", status="done")).data["todos"][0]["done_at"] == "2026-11-21T12:00:00"
    with pytest.raises(ToolRejected, match="done already"):
        await desk.prepare("todos_complete", todo=str(done.entity.id if done.entity else ""))
    with pytest.raises(ToolFailed):
        await desk.undo("todos_create", milk)
    await desk.undo("todos_complete", done)
    assert (await desk.read("get_todos", status="all")).data["total"] == 2
    desk.clock.advance(3 * 86_400)
    assert (await desk.read("get_todos", status="overdue")).data["total"] == 2


async def test_several_todos_are_a_choice(desk: Desk) -> None:
    await desk.do("todos_create", title="Call Ana")
    await desk.do("todos_create", title="Call Bea")
    asked = await desk.prepare("todos_complete", todo="the call")
    assert isinstance(asked, NeedUserInput)
    assert (asked.field, [option.label for option in asked.options]) == ("todo", ["Call Ana", "Call Bea"])
    with pytest.raises(ToolRejected, match="No open todo"):
        await desk.prepare("todos_complete", todo="the opera")


async def test_contacts(desk: Desk) -> None:
    ana = await desk.do(
        "contacts_create",
        display_name="Ana Souza",
        emails=["ana@example.org"],
        relationship="sister",
        birthday="--05-14",
    )
    twin = await desk.propose("contacts_create", display_name="ana souza")
    assert twin.hints == ("There is a contact “Ana Souza” already.",)
    with pytest.raises(ToolRejected):
        await desk.propose("contacts_create", display_name="X", birthday="soon")
    found = await desk.read("get_contacts", name="minha irmã")
    (contact,) = found.data["contacts"]
    assert (contact["relation"], contact["birthday"], contact["emails"]) == ("Sister", "--05-14", ["ana@example.org"])
    assert [ref.id for ref in found.inspected] == [ana.entity.id if ana.entity else None]
    assert (await desk.read("get_contacts", query="ana@example.org")).data["total"] == 1
    assert (await desk.read("get_contacts")).data["total"] == 1
    assert (await desk.read("get_contacts", name="Zoe")).empty
    await desk.undo("contacts_create", ana)
    assert (await desk.read("get_contacts")).data["total"] == 0


async def test_a_relation_goes_through_the_users_own_contact(desk: Desk) -> None:
    me = await desk.do("contacts_create", display_name="Me Myself", emails=["ME@example.org"])
    await desk.do("contacts_create", display_name="Ana Souza", relationship="sister")
    found = (await desk.read("resolve_contacts", names=["my sister", "me", "Zoe", "Anna"])).data["resolutions"]
    assert [one["status"] for one in found] == ["resolved", "resolved", "unknown", "ambiguous"]
    assert found[0]["entities"][0]["name"] == "Ana Souza"
    assert found[1]["entities"][0]["id"] == str(me.entity.id if me.entity else "")


async def test_places(desk: Desk) -> None:
    async with desk.database.unit_of_work_of(desk.owner) as tx:
        clinic = await places.create(tx, PlaceFields(name="Clínica Sorriso", address="Rua Augusta 10"), zone=desk.zone)
        link = {"place_id": clinic.id, "label": "Work"}
        fields = ContactFields.model_validate({"display_name": "Dr. Lima", "places": [link]})
        await contacts.create(tx, fields, zone=desk.zone)
    assert (await desk.read("get_places", query="sorriso")).data["places"][0]["address"] == "Rua Augusta 10"
    assert (await desk.read("get_places", query="Augusta")).data["total"] == 1
    assert (await desk.read("get_places")).data["total"] == 1
    assert (await desk.read("resolve_place", name="the moon")).empty
    (contact,) = (await desk.read("get_contacts", query="Clínica Sorriso")).data["contacts"]
    assert contact["places"] == [
        {"name": "Clínica Sorriso", "label": "Work", "there": "works", "address": "Rua Augusta 10"}
    ]
    made = await desk.do("events_create", title="Check", when="tomorrow at 15:00", place="clinica sorriso")
    assert made.data["event"]["place"] == "Clínica Sorriso"


async def test_the_users_own_notes_are_found_and_no_others(desk: Desk) -> None:
    noted = await desk.do("notes_add", text="Prefers aisle seats", category="preference")
    [hit] = (await desk.read("search_memories", query="aisle seats")).data["hits"]
    assert (hit["kind"], hit["origin"]) == ("note", "user")
    await desk.undo("notes_add", noted)
    assert (await desk.read("search_memories", query="aisle seats")).empty
    observed = NoteFields(text="Prefers window seats", agent="helper")
    async with desk.database.unit_of_work_of(desk.owner) as tx:
        await notes.create(tx, observed, zone="UTC")
        await notes.create(tx, NoteFields(text="Sits on window seats"), zone="UTC", origin="third_party")
    assert (await desk.read("search_memories", query="window seats")).empty


async def test_search_shows_dates_and_whose_words_they_are(desk: Desk) -> None:
    thread = new_id()
    entries = [
        IndexEntry("message", new_id(), "Chat", "the boat is ready", NOW, "third_party", "Ana", thread),
        IndexEntry("message", new_id(), "", "when is the boat ready?", NOW, "user", None, thread),
    ]
    async with desk.database.unit_of_work_of(desk.owner) as tx:
        await index(tx, entries)
    desk.thread_id, desk.question, desk.zone = thread, "when is the boat ready?", "America/Sao_Paulo"
    found = await desk.read("search_memories", query="boat", when="today", speaker="ana")
    (hit,) = found.data["hits"]
    assert (hit["at"], hit["speaker"], hit["origin"]) == ("2026-11-21T09:00:00", "Ana", "third_party")
    assert found.origin == "third_party"
    assert found.evidence == {"retrieval", "time_span"}
    assert len((await desk.read("search_memories", query="boat")).data["hits"]) == 1
    with pytest.raises(ToolRejected):
        await desk.read("search_memories", query="boat", when="bananas")


async def test_a_todo_is_changed_and_changed_back(desk: Desk) -> None:
    await desk.do("todos_create", title="Call the plumber", when="tomorrow at 10am")
    proposed = await desk.propose("todos_update", todo="the plumber", when="at 11")
    assert proposed.summary == "Change todo “Call the plumber”, due Sunday, 22 November 2026, 11:00 (Europe/Lisbon)"
    edited = await desk.revise("todos_update", proposed.arguments, title="Ring the plumber")
    assert "“Ring the plumber”" in edited.summary
    done = await desk.execute("todos_update", edited.arguments)
    (todo,) = (await desk.read("get_todos", query="plumber")).data["todos"]
    assert (todo["title"], todo["due_at"]) == ("Ring the plumber", "2026-11-22T11:00:00")
    await desk.undo("todos_update", done)
    (todo,) = (await desk.read("get_todos", query="plumber")).data["todos"]
    assert (todo["title"], todo["due_at"]) == ("Call the plumber", "2026-11-22T10:00:00")
    asked = await desk.prepare("todos_update", todo="the plumber")
    assert isinstance(asked, NeedUserInput)
    assert asked.field == "when"
    past = await desk.prepare("todos_create", title="Pack", when="yesterday")
    assert isinstance(past, NeedUserInput)
    moved = await desk.propose("todos_update", todo="the plumber", when="on Friday")
    assert moved.arguments["due_at"] == "2026-11-27T10:00:00"  # it keeps its hour
