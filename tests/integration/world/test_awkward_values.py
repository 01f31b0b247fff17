"""Is any value of any field answered as a fault of ours? A sample of awkward ones, through HTTP."""

import json
import random
from itertools import product
from typing import Any

import httpx
import pytest

from orchestrator.domain.foundation.entities.service import EntityService
from orchestrator.domain.memory.notes.service import notes
from orchestrator.domain.world.contacts.service import contacts
from orchestrator.domain.world.events.service import events
from orchestrator.domain.world.places.service import places
from orchestrator.domain.world.todos.service import todos

NO_SUCH_ID = "019aa000-0000-7000-8000-000000000000"
VALUES: list[Any] = [
    *(None, "", 0, -1, 5.5, 1e308, 10**30, True, [], {}, [None], [[[]]], ["x"] * 3, {"a": 1}),
    *("x" * 600, "x" * 300_000, "\ud800", "\u0000", "\u202e", "١٢", "%_\\", "'; drop table events;--", "NaN", "high"),
    *("2026-11-27", "2026-11-27T10:00:00+23:59", "9999-12-31", "0001-01-01", "24:00", "Europe/Lisbon", NO_SUCH_ID),
    *([{"value": "a"}], [{"contact_id": "x"}], [{"place_id": NO_SUCH_ID}], [{"name": "a", "email": 5}]),
]
SAMPLE = 5
SERVICES: tuple[tuple[EntityService[Any, Any], dict[str, Any]], ...] = (
    (contacts, {"display_name": "a"}),
    (places, {"name": "a"}),
    (events, {"title": "a", "start_at": "2026-11-27"}),
    (todos, {"title": "a"}),
    (notes, {"text": "a"}),
)


@pytest.mark.parametrize(("service", "good"), SERVICES, ids=lambda value: getattr(value, "kind", ""))
async def test_no_value_is_a_fault(
    client: httpx.AsyncClient, service: EntityService[Any, Any], good: dict[str, Any]
) -> None:
    chance = random.Random(20261121)
    path = f"/{service.kind}s"
    made = (await client.post(path, json=good)).json()["id"]
    routes = [("POST", path), ("PATCH", f"{path}/{made}")]
    routes += [("POST", f"/ingest/{service.kind}")] if service is not notes else []
    for name in service.fields.model_fields:
        for value in chance.sample(VALUES, SAMPLE):
            body = json.dumps({**good, name: value})
            for method, url in routes:
                answer = await client.request(method, url, content=body)
                assert answer.status_code in {200, 201, 422}, (method, url, name, str(value)[:60], answer.text)
    assert (await client.get(path)).status_code == 200


async def test_no_query_is_a_fault(client: httpx.AsyncClient) -> None:
    for q, path in product(["%", "\\", "'", "a\u0000", "🙂", "x" * 500], ("/search", "/events", "/contacts")):
        answer = await client.get(path, params={"q": q})
        assert answer.status_code == 200, answer.text
    for since, until in (("0001-01-01", "0001-01-03"), ("9999-12-30", "9999-12-31T23:59:59")):
        answer = await client.get("/events", params={"since": since, "until": until})
        assert answer.status_code in {200, 422}, (since, until, answer.text)
