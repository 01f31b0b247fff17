"""Does whatever quotes an imported row carry its label: results, previews, choices?"""

from datetime import UTC, datetime
from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.people import make_user
from tests.support.tools import SPECS, Desk

from orchestrator.agent.tools.freezing import freeze
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.domain.people.previews import service as previews
from orchestrator.domain.people.previews.service import Previews
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.todos.service import todos

IMPORTED: dict[Any, list[dict[str, Any]]] = {
    contacts: [{"display_name": "Zoe Outside"}, {"display_name": "Bob One"}, {"display_name": "Bob Two"}],
    places: [{"name": "Outside Hall"}],
    events: [
        {"title": "Imported talk", "start_at": "2026-11-27T10:00", "timezone": "Europe/Lisbon"},
        {"title": "Imported talk", "start_at": "2026-11-28T10:00", "timezone": "Europe/Lisbon"},
        {"title": "Sole import", "start_at": "2026-11-28T10:00", "timezone": "Europe/Lisbon"},
    ],
    todos: [{"title": "Imported task"}],
}


@pytest.fixture
async def desk(database: Database) -> Desk:
    owner = await make_user(database, email="me@example.org")
    async with database.unit_of_work_of(owner) as tx:
        for service, items in IMPORTED.items():
            await service.ingest(tx, items, zone="Europe/Lisbon")
    return Desk(database, owner)


@pytest.mark.parametrize(("tool", "arguments", "label"), cases("origins", "previews"))
async def test_previews(desk: Desk, tool: str, arguments: dict[str, Any], label: str) -> None:
    assert (await desk.propose(tool, **arguments)).origin == Origin(label)


async def test_results_with_imported_names(desk: Desk) -> None:
    made = await desk.do("events_create", title="Own", when="tomorrow at 15:00", participants=["Zoe"])
    assert made.origin is Origin.THIRD_PARTY
    read = await desk.read("get_events", action="by_range", when="tomorrow")
    assert ([one["origin"] for one in read.data["events"]], read.origin) == (["own_data"], Origin.THIRD_PARTY)
    most = await desk.read("get_events", action="most", when="tomorrow")
    assert most.origin is Origin.THIRD_PARTY


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("events_delete", {"event": "imported talk"}),
        ("events_create", {"title": "Own", "when": "tomorrow at 15:00", "participants": ["Bob"]}),
    ],
)
async def test_choices(desk: Desk, tool: str, arguments: dict[str, Any]) -> None:
    asked = await desk.prepare(tool, **arguments)
    assert isinstance(asked, NeedUserInput)
    assert asked.origin is Origin.THIRD_PARTY


async def test_a_prompt_shows_of_a_quoting_preview_its_tool_alone(desk: Desk) -> None:
    kept = {}
    now = datetime.now(UTC)  # a preview's time runs by the database's clock
    for tool, arguments in (("events_delete", {"event": "sole import"}), ("todos_create", {"title": "Own task"})):
        prepared = await desk.propose(tool, **arguments)
        kept[tool] = freeze(SPECS[tool], prepared, owner_id=desk.owner, zone="Europe/Lisbon", locale="en", now=now)
        assert kept[tool].origin is prepared.origin
    async with desk.database.unit_of_work() as session:
        for preview in kept.values():
            await Previews().add(session, preview)
    async with desk.database.unit_of_work_of(desk.owner) as tx:
        told = await previews.active_state(tx, now, "Europe/Lisbon", "en")
    assert sorted(line.text for line in told) == ["Add todo “Own task”", "events_delete"]
