"""A home of a long life: thousands of contacts, events and facts, and every question that reads many of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from tests.attack.doors import NOT_ATTACKED, Door, Request, json_of
from tests.attack.knocking import House
from tests.support.openapi import operations

CONTACTS, EVENTS, FACTS = 5_000, 20_000, 5_000
FIRST = (
    "Ana Bruno Carla Duarte Eva Filipa Gil Helena Ivo Joana Karl Lia Marta Nuno Olga Pedro Rita Rui Sara Tiago".split()
)
LAST = "Reis Souza Lima Castro Prado Dias Melo Costa Pinto Rocha Silva Santos Alves Lopes Gomes Nunes Faria".split()
SEEDS = 8
"""Of each kind so many come by its door; the others are made of them in the database, with names and times of their
own."""
ASKED = (
    "when is my next meeting with Ana?",
    "what do I know about tulips?",
    "who is Ana Reis?",
    "how many events do I have this month?",
    "do I have duplicate contacts?",
    "am I free tomorrow at 10?",
    "what changed in my calendar this week?",
    "invite Ana Reis, Bruno Lima and Eva Melo to dinner tomorrow at 8",
    "quem é a Marta Pinto?",
    "¿qué tengo hoy?",
)
QUERIES: Mapping[str, Mapping[str, str]] = {
    "/search": {"q": "meeting notes Ana"},
    "/events": {"from": "2026-01-01", "to": "2026-12-31"},
    "/resolve/contacts": {"q": "Ana"},
}
ENOUGH = "200"
"""Rows of a page, where the schema does not say that more may be asked for."""


@dataclass(frozen=True)
class _Many:
    """A table whose rows are made of others: how many there shall be, and what each has of its own (SQL over the
    number `n` and the row `r`)."""

    table: str
    rows: int
    own: str


_NAME = (
    f"(array{FIRST!r})[1 + n % {len(FIRST)}] || ' ' || (array{LAST!r})[1 + n % {len(LAST)}] || ' ' || "
    f"(array{LAST!r})[1 + (n / {len(LAST)}) % {len(LAST)}]"
)
_MANY = (
    _Many(
        "contacts",
        CONTACTS,
        f"'display_name', {_NAME}, 'folded', lower({_NAME}),"
        "'email_keys', jsonb_build_array('p' || n || '@example.org'),"
        "'phone_keys', jsonb_build_array('+3519' || lpad(n::text, 8, '0')),"
        "'emails', jsonb_build_array(jsonb_build_object('value', 'p' || n || '@example.org', 'label', null))",
    ),
    _Many(
        "events",
        EVENTS,
        "'title', 'Meeting ' || n, 'folded', 'meeting ' || n, 'start_at', r.start_at + n % 365 * interval '1 day',"
        "'end_at', r.end_at + n % 365 * interval '1 day', 'start_utc', r.start_utc + n % 365 * interval '1 day',"
        "'end_utc', r.end_utc + n % 365 * interval '1 day'",
    ),
    _Many(
        "user_facts",
        FACTS,
        "'text', r.text || ' number ' || n, 'folded', lower(r.text || ' number ' || n), 'attribute', null",
    ),
)


async def fill(at: House, *, events_and_facts: float = 1.0) -> None:
    """The seeds by their doors, and the rest; of events and facts such a share. Raises HTTPStatusError where a door
    does not take them."""
    people = [
        {"external_id": f"s{n}", "source": "fill", "display_name": f"{FIRST[n]} Seed", "emails": [f"s{n}@example.org"]}
        for n in range(SEEDS)
    ]
    events = [
        {"external_id": f"s{n}", "source": "fill", "title": f"Seed {n}", "start_at": f"2026-01-{1 + n:02}T10:00",
         "end_at": f"2026-01-{1 + n:02}T11:00", "participants": [{"name": f"{FIRST[n]} Reis"}],
         "description": "Bring the notes. " * 5}
        for n in range(SEEDS)
    ]  # fmt: skip
    for path, items in (("/ingest/contact", people), ("/ingest/event", events)):
        (await at.client.post(path, json=items)).raise_for_status()
    for n in range(SEEDS):
        (await at.client.post("/facts", json={"text": f"{FIRST[n]} likes tulips"})).raise_for_status()
    async with at.database.unit_of_work() as session:
        for one in _MANY:
            rows = int(one.rows * (1.0 if one.table == "contacts" else events_and_facts))
            await session.execute(
                text(f"""
                    insert into {one.table}
                    select (jsonb_populate_record(null::{one.table}, to_jsonb(r) || jsonb_build_object(
                               'id', gen_random_uuid(), 'external_id', 'n' || n, 'source', 'fill', {one.own}))).*
                      from generate_series(1, {rows}) n
                      join (select *, row_number() over (order by id) as place from {one.table}) r
                        on r.place = 1 + n % {SEEDS}
                """)
            )
    async with at.database.unit_of_work() as session:
        for one in _MANY:
            await session.execute(text(f"analyze {one.table}"))


def doors(at: House) -> Iterator[Door]:
    """Everything that reads many rows: each list with the largest page, exports, duplicates, questions."""
    for operation in operations(at.document):
        path = operation.path
        if operation.method != "GET" or path.startswith(NOT_ATTACKED) or "{" in path:
            continue
        told = at.document["paths"][path]["get"].get("parameters", ())
        params = {**QUERIES.get(path, {})}
        for one in told:
            if one["name"] == "limit" and one["in"] == "query":
                params["limit"] = str(one["schema"].get("maximum", ENOUGH))
            elif one.get("required") and one["in"] == "query" and one["name"] not in params:
                params[one["name"]] = "Ana"
        requests = [Request("GET", path, "the largest page", {"params": params})]
        if any(one["name"] == "q" for one in told):
            requests.append(Request("GET", path, "the largest page of some", {"params": {**params, "q": "an"}}))
        yield Door(f"GET {path}", tuple(requests))
    yield Door("POST /contacts/duplicates", (Request("POST", "/contacts/duplicates", "all"),))
    for question in ASKED:
        yield Door(f"/ask {question}", (_asked(question),))
    yield Door(
        "POST /rules/preview",
        (Request("POST", "/rules/preview", "a rule", json_of({"text": "No meetings before 10 in the morning"})),),
    )


def _asked(question: str) -> Request:
    body: Any = {"question": question, "client_context": {"timezone": "Europe/Lisbon", "locale": "en-US"}}
    return Request("POST", "/ask", "a question", json_of(body))
