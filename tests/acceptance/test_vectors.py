"""Do searches go on whatever the embedder does: while vectors are made, when its model is gone, with another model?"""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.support.ollama_server import OllamaServer
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started
from tests.support.waiting import eventually

SAID = ["The boat is in the harbour of Cascais.", "Ana buys a spinnaker. It is red and very large.", "See you there"]
EMBEDDED = "select count(*) from search_vectors where user_id = :me and model = :model and part = 0"


def conversation(texts: list[str]) -> dict[str, Any]:
    messages = [
        {"speaker": "me", "text": said, "at": datetime(2026, 11, 1, 12, number, tzinfo=UTC).isoformat()}
        for number, said in enumerate(texts)
    ]
    return {"external_id": "talk", "title": "Sailing", "source": "chat", "messages": messages}


async def with_vectors(person: Person, number: int, model: str) -> None:
    """Wait until so many entries have vectors of a model; the seconds for which the job waits pass at once."""

    async def embedded() -> int:
        await person.execute("update async_jobs set run_after = steward_now() where user_id = :me")
        return int(await person.scalar(EMBEDDED, model=model))

    await eventually(embedded, lambda there: there == number)


async def found(person: Person, words: str) -> list[str]:
    return [hit["snippet"] for hit in (await person.get("/search", q=words))["hits"]]


async def embedder_of(steward: Steward) -> str:
    return str((await (await steward.owner()).get("/ready"))["embedder"])


async def test_from_one_model_to_none_to_another(postgres: PostgresServer, tmp_path: Path) -> None:
    url = await postgres.clone()
    async with OllamaServer() as model:
        model.install("other", capabilities=("embedding",))
        async with started(tmp_path / "home", url, model=model, workers=1, embed_model="embed") as steward:
            owner = await steward.owner()
            await owner.post("/ingest/conversation", conversation(SAID))
            assert (await found(owner, "spinnaker"))[0] == SAID[1]  # by words: before there is any vector
            await with_vectors(owner, len(SAID), "ollama:embed")
            assert SAID[1] in await found(owner, "spinnaker")
            assert await embedder_of(steward) == "ok"
            model.remove("embed")
            assert SAID[1] in await found(owner, "spinnaker")
            assert await embedder_of(steward) == "degraded"
        async with started(tmp_path / "home", url, model=model, workers=1, embed_model="other") as steward:
            owner = await steward.owner()
            assert SAID[1] in await found(owner, "spinnaker")
            await with_vectors(owner, len(SAID), "ollama:other")
            assert await owner.scalar(EMBEDDED, model="ollama:embed") == 0
            assert SAID[0] in await found(owner, "harbour")
            thread = await owner.scalar("select id::text from threads where user_id = :me and external_id = 'talk'")
            await owner.send("DELETE", f"/threads/{thread}")
            assert await owner.scalar("select count(*) from search_vectors where user_id = :me") == 0
        async with started(tmp_path / "home", url, model=model, embed_model="off") as steward:
            assert await embedder_of(steward) == "off"
    await postgres.drop(url)


async def test_the_model_that_comes_with_steward_knows_what_is_meant(postgres: PostgresServer, tmp_path: Path) -> None:
    url = await postgres.clone()
    async with started(tmp_path / "home", url, workers=1) as steward:
        owner = await steward.owner()
        said = ["My kid had a fever, so we saw the doctor.", "The doctor of philosophy passed the exam.", "It is blue."]
        await owner.post("/ingest/conversation", conversation(said))
        await with_vectors(owner, len(said), "minilm+use")
        assert (await found(owner, "doctor for a sick child"))[0] == said[0]
        assert (await found(owner, "doctor with an academic degree"))[0] == said[1]
        assert await embedder_of(steward) == "ok"
    await postgres.drop(url)
