"""Do facts come with an archive, with both clocks, links and uses, and are they believed there as here?"""

from pathlib import Path

from tests.acceptance.test_facts import held
from tests.support.postgres import PostgresServer
from tests.support.steward import Steward, started

from orchestrator.domain.memory.facts.review import proposing
from orchestrator.domain.memory.facts.schemas import FactFields


async def test_facts_are_the_same_in_another_home(steward: Steward, postgres: PostgresServer, tmp_path: Path) -> None:
    owner = await steward.owner()
    old = await owner.post("/facts", {"text": "I live in Porto", "valid_from": "2020-01-01"})
    await owner.post(f"/facts/{old['id']}/change", {"text": "I live in Lisbon", "valid_from": "2026-05-01"})
    wrong = await owner.post("/facts", {"text": "My birthday is 5 May"})
    right = await owner.post(f"/facts/{wrong['id']}/correct", {"text": "My birthday is 6 May"})
    async with steward.database.unit_of_work_of(owner.id) as tx:
        await proposing.propose(tx, FactFields(text="I like snow"), agent="mcp:claude")
    archive = await owner.send("GET", "/export")
    url = await postgres.clone()
    try:
        async with started(tmp_path / "new", url, llm_provider="reader", embed_model="off") as there:
            newcomer = await there.owner()
            imported = await newcomer.send("POST", "/import", content=archive.content)
            assert imported.status_code == 200, imported.text
            assert await held(newcomer) == ["I live in Lisbon", "My birthday is 6 May"]
            assert await held(newcomer, as_of="2026-03-01") == await held(owner, as_of="2026-03-01")
            before = right["recorded_at"]
            assert await held(newcomer, known_at=before) == await held(owner, known_at=before)
            assert (await newcomer.get(f"/facts/{wrong['id']}"))["superseded_by"] == right["id"]
            (waiting,) = (await newcomer.get("/proposals"))["items"]
            assert waiting["text"] == "I like snow"
            again = await newcomer.send("POST", "/import", content=archive.content)
            assert again.status_code == 200, again.text
            assert await newcomer.count("user_facts") == 5
    finally:
        await postgres.drop(url)
        for fact in (await owner.get("/facts"))["items"] + (await owner.get("/proposals"))["items"]:
            await owner.send("DELETE", f"/facts/{fact['id']}")
