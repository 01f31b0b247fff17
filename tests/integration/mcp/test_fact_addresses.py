"""Whatever `GET /facts` lists as believed has its address for an agent: of each kind, scope, origin, trust and time."""

import itertools
import json

from tests.support.mcp import connected, token_for
from tests.support.steward import Person, Steward

KINDS = ("soft_fact", "hard_rule")
SCOPES = (("global", None), ("project", "lighthouse"), ("language", "python"), ("person", "x"), ("domain", "a/b?c#d"))
TIMES = ((None, None), ("1999-01-01", None), ("2019-06-01", "2199-01-01"), ("2150-01-01", None), (None, "2020-01-01"))
CATEGORIES = ("fact", "founder_profile", "pattern", "ongoing_task", "my own / category")
TEXTS = ("Likes {}", "{} — “ünïcode” \U0001f9ed {{braces}}\nand a second line", "{} " + "x" * 3_900)
LISTS = (
    {},
    {"as_of": "2000-06-01"},
    {"as_of": "2019-12-31"},
    {"as_of": "2160-01-01"},
    {"review": "due"},
    *({"trust": one} for one in ("confirmed", "learned")),
    *({"kind": one} for one in KINDS),
    *({"category": one} for one in CATEGORIES),
)


async def all_of(me: Person, **query: str) -> dict[str, str]:
    """Every fact of a list, page by page: its text by id."""
    found: dict[str, str] = {}
    cursor: dict[str, str] = {}
    while True:
        page = await me.get("/facts", limit=50, **query, **cursor)
        found |= {one["id"]: one["text"] for one in page["items"]}
        if page["next_cursor"] is None:
            return found
        cursor = {"cursor": page["next_cursor"]}


async def state_all(me: Person) -> list[str]:
    """One fact of each kind, scope and time, its category and text in turn; their ids."""
    made = []
    for number, (kind, scope, time) in enumerate(itertools.product(KINDS, SCOPES, TIMES)):
        body = {
            "kind": kind,
            "scope": {"type": scope[0], "ref": scope[1]},
            "text": TEXTS[number % len(TEXTS)].format(f"number {number} of these"),
            "category": CATEGORIES[number % len(CATEGORIES)],
            "valid_from": time[0],
            "valid_to": time[1],
        }
        made.append((await me.post("/facts", body))["id"])
    return made


async def test_each_fact_of_each_list_can_be_read(steward: Steward, ana: Person) -> None:
    me = await steward.with_every_scope(ana)
    ids = await state_all(me)
    before = await me.scalar("select steward_now()::text")
    # Whoever said it, whatever was made of it since: as imports, learning and other acts leave them.
    await me.execute("update user_facts set origin = (array['user', 'own_data', 'agent', 'third_party'])"
                     "[1 + (get_byte(uuid_send(id), 15) % 4)] where user_id = :me")  # fmt: skip
    await me.execute("update user_facts set trust = 'learned', ratified_at = null where user_id = :me and"
                     " kind = 'soft_fact' and get_byte(uuid_send(id), 15) % 3 = 0")  # fmt: skip
    await me.execute("update user_facts set review_after = steward_now() - interval '1 day' where user_id = :me and"
                     " get_byte(uuid_send(id), 15) % 2 = 0")  # fmt: skip
    await me.patch(f"/facts/{ids[0]}", {"text": "Said better"})
    await me.post(f"/facts/{ids[1]}/correct", {"text": "Said otherwise"})
    await me.post(f"/facts/{ids[5]}/retire", {"valid_to": "2026-06-01"})
    archive = (await me.send("GET", "/export")).content
    for one in ids[6:9]:
        await me.send("DELETE", f"/facts/{one}")
    await me.execute("delete from tombstones where user_id = :me")
    answer = await me.send("POST", "/import", content=archive, headers={"Content-Type": "application/zip"})
    assert answer.status_code == 200, answer.text
    listed: dict[str, str] = {}
    for query in (*LISTS, {"known_at": before}):
        listed |= await all_of(me, **query)
    assert len(listed) >= 45, "most of them hold at some of these times"
    async with connected(steward.url, await token_for(steward, me, "mcp")) as agent:
        for fact_id in listed:
            (read,) = (await agent.read_resource(f"steward://facts/{fact_id}")).contents
            told = json.loads(read.text)
            assert told["id"] == fact_id
            assert told["text"] == (await me.get(f"/facts/{fact_id}"))["text"]
