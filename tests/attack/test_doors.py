"""Does anybody wait for `/health` while hostile text comes in, and does anything answer 5xx?"""

import zlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest
import pytest_asyncio
from tests.attack import doors, knocking
from tests.attack.doors import GUILTY, Door
from tests.attack.fields import distinct, fields
from tests.attack.knocking import House, Seen
from tests.attack.shapes import BY_NAME, Shape
from tests.attack.undertakings import undertakings
from tests.attack.watching import Wait, Watch

FEW = tuple(BY_NAME[name] for name in ("delete", "will", "a word with commas"))
FILES = tuple(BY_NAME[name] for name in ("comments", "parameters"))

OF_ANOTHER_KIND = {"POST /documents plain.txt", "POST /documents data.json"}
"""Comments alone are a page by what stands in them, which these names deny."""


def by_turns(name: str) -> Sequence[Shape]:
    """One shape a place, always the same."""
    return (GUILTY[zlib.crc32(name.encode()) % len(GUILTY)],)


def at_every_other(name: str) -> Sequence[Shape]:
    """The same at half of the places; `make bench ARGS=attack` fills all."""
    return by_turns(name) if zlib.crc32(name.encode()) % 2 else ()


@pytest_asyncio.fixture(scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with knocking.house(tmp_path_factory.mktemp("attacked")) as at:
        yield at


def test_fields_are_found_wherever_they_stand() -> None:
    schema = {
        "type": "object",
        "properties": {
            "title": {"type": "string", "maxLength": 200},
            "kind": {"type": "string", "enum": ["a"]},
            "people": {"type": "array", "items": {"$ref": "#/components/schemas/Person"}},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
    }
    schemas = {"Person": {"properties": {"name": {"type": "string", "maxLength": 50}}}}
    found = {str(one): one for one in distinct(fields(schema, schemas))}
    assert {name: one.longest for name, one in found.items()} == {"title": 200, "people.0.name": 50, "note": 64_000}
    example = {"title": "Dinner"}
    assert found["people.0.name"].put(example, "x") == {"title": "Dinner", "people": [{"name": "x"}]}
    assert example == {"title": "Dinner"}


def test_a_wait_counts_for_the_door_that_was_open() -> None:
    watch = Watch([Wait(1.0, 0.01, 0.0), Wait(2.0, 0.5, 0.4), Wait(3.0, 0.02, 0.0)])
    assert watch.worst(2.2, 2.3).took_s == 0.5
    assert watch.worst(2.9, 3.1).took_s == 0.02
    assert not Seen("door", wait_s=0.5, loop_s=0.4).holds(0.01)
    assert Seen("door", wait_s=0.5, loop_s=0.01).holds(0.01), "the machine's other work"
    assert not Seen("door", wait_s=1.6, loop_s=0.01).holds(0.01), "a thread that keeps the interpreter's lock"
    assert Seen("door", wait_s=0.2, loop_s=0.2).holds(0.01)


async def test_nobody_waits_while_questions_come_in(house: House) -> None:
    await knocking.all_hold(house, doors.questions(FEW))


async def test_nobody_waits_while_files_of_others_come_in(house: House) -> None:
    there = [*doors.calendars(FILES[1:]), *doors.papers(FILES[:1]), *doors.archives(FILES[:1])]
    seen = await knocking.all_hold(house, _work_at_the_end(there))
    refused = {one.door for one in seen if one.door.startswith("POST /documents") and not _taken(one)}
    assert refused <= OF_ANOTHER_KIND, "refused by their form, such files try nothing"


async def test_nobody_waits_while_meetings_come_in(house: House) -> None:
    seen = await knocking.all_hold(house, doors.talks((BY_NAME["hyphens"], BY_NAME["a word, an end"])))
    assert not [one.door for one in seen if not _taken(one)], "refused by their form, such bodies try nothing"


async def test_nobody_waits_while_undertakings_are_begun(house: House) -> None:
    shapes = (*FEW, BY_NAME["slashes"], BY_NAME["dates"])
    await knocking.all_hold(house, _work_at_the_end(list(undertakings(house.ids, shapes))))


async def test_nobody_waits_whatever_field_is_filled(house: House) -> None:
    document, ids = house.document, house.ids
    there = [*doors.bodies(document, ids, at_every_other), *doors.queries(document, ids, at_every_other)]
    assert len(there) > 50
    await knocking.all_hold(house, _work_at_the_end(there))


async def test_nobody_waits_whatever_agents_and_headers_say(house: House) -> None:
    agents = list(doors.tools(house.tools, house.mcp, by_turns))
    assert len(agents) >= 4
    await knocking.all_hold(house, [*agents, *knocking.header_doors(house, by_turns)])


def _work_at_the_end(there: Sequence[Door]) -> Sequence[Door]:
    """The doors, of which the last alone waits for the work that all left behind: it goes on while others are open."""
    return [*(replace(door, works=False) for door in there[:-1]), replace(there[-1], works=True)]


def _taken(seen: Seen) -> bool:
    """Whether any of what was sent was let in."""
    return any(isinstance(status, int) and status < 300 for status in seen.statuses)
