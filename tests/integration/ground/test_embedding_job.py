"""Does everything that can be found get its vectors: after a kill, with another model, whatever one text does?"""

import asyncio
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.index_books import put
from tests.support.ollama_server import OllamaServer
from tests.support.people import make_user
from tests.support.postgres import execute
from tests.support.processes import SOURCE, line, running_script
from tests.support.waiting import eventually

from orchestrator.agent.testing.in_memory import NothingToErase
from orchestrator.db.session import Database
from orchestrator.domain.foundation.search import embedding
from orchestrator.domain.foundation.search.schemas import IndexEntry, SearchQuery
from orchestrator.domain.foundation.search.service import search, withdraw
from orchestrator.domain.foundation.search.slice import BATCH, JOBS
from orchestrator.domain.foundation.search.store import vectors
from orchestrator.kit.ids import new_id
from orchestrator.llm.embedding.fake import WordEmbedder
from orchestrator.llm.embedding.served import OllamaEmbedder
from orchestrator.llm.port import BadModelOutput, Embedder, ModelUnavailable, PromptTooLong, QueryVector
from orchestrator.scheduling import status
from orchestrator.scheduling.worker import Worker

SCRIPT = Path(__file__).with_name("embed_script.py").read_text("utf-8")


def entry(said: str, *, kind: str = "note", **fields: object) -> IndexEntry:
    return IndexEntry(kind, new_id(), "", said, None, **fields)  # type: ignore[arg-type]


async def jobs_of(database: Database, owner: UUID) -> list[dict[str, Any]]:
    async with database.unit_of_work() as session:
        statement = text("select * from async_jobs where user_id = :me and job_type = 'search.embed' order by id")
        return [dict(row._mapping) for row in await session.execute(statement, {"me": owner})]


async def make_due(database: Database) -> None:
    """As if the seconds had passed for which the job waits for more to come."""
    await execute(database, "update async_jobs set run_after = steward_now() where state = 'pending'")


@asynccontextmanager
async def worker(database: Database, embedder: Embedder | None, **options: Any) -> AsyncIterator[Worker]:
    await make_due(database)
    settings = {"eraser": NothingToErase(), "retry_delay_s": 0.1, "beat_s": 0.2, **options}
    async with Worker(database, JOBS, embedder=embedder, **settings).working() as working:
        yield working


async def settled(database: Database, owner: UUID) -> list[dict[str, Any]]:
    """The jobs once none of them waits or runs."""
    return await eventually(
        lambda: jobs_of(database, owner),
        lambda found: all(job["state"] not in {"pending", "running"} for job in found),
    )


async def embedded(database: Database, owner: UUID, embedder: Embedder | None) -> list[dict[str, Any]]:
    async with worker(database, embedder):
        return await settled(database, owner)


async def stored(database: Database, owner: UUID, model: str = "words") -> int:
    """How many entries have vectors."""
    async with database.unit_of_work() as session:
        statement = text("select count(*) from search_vectors where user_id = :me and model = :model and part = 0")
        return int((await session.execute(statement, {"me": owner, "model": model})).scalar_one())


async def test_what_is_indexed_gets_its_vectors(database: Database, owner: UUID) -> None:
    embedder = WordEmbedder()
    note = IndexEntry("event", new_id(), "Dinner", "At the harbour with Ana. Bring the red wine.", None)
    said = IndexEntry("message", new_id(), "Trip", "see you at the boat", None, group_id=new_id())
    await put(database, owner, note)
    await put(database, owner, said)
    [waiting] = await jobs_of(database, owner)
    put_off_s = (waiting["run_after"] - waiting["created_at"]).total_seconds()
    assert 1 <= put_off_s <= 1 + embedding.EVERY_S  # what comes in the next seconds is embedded with it
    assert waiting["run_after"].timestamp() % embedding.EVERY_S == 0  # and what others write, in the same seconds
    [job] = await embedded(database, owner, embedder)
    assert (job["state"], job["progress_done"], job["progress_total"]) == ("done", 2, 2)
    assert sorted(embedder.documents) == [
        "At the harbour with Ana.",
        "Bring the red wine.",
        "Dinner\nAt the harbour with Ana. Bring the red wine.",
        "see you at the boat",
    ]


async def test_of_many_the_whole_texts_come_before_any_sentence(database: Database, owner: UUID) -> None:
    embedder, number = WordEmbedder(), BATCH + 3
    await put(database, owner, *(entry(f"It is number {each}. There is more to be said.") for each in range(number)))
    [job] = await embedded(database, owner, embedder)
    assert (job["state"], job["progress_done"], job["progress_total"]) == ("done", 2 * number, 2 * number)
    assert all("number" in said and "more" in said for said in embedder.documents[:number])
    assert len(embedder.documents) == 3 * number
    assert await parts(database, owner) == [(0, number), (1, number), (2, number)]


async def test_sentences_that_a_kill_left_are_made_at_the_next_start(database: Database) -> None:
    owner, embedder = await make_user(database), WordEmbedder()
    await put(database, owner, entry("It is the first. There is more to be said."), entry("one alone"))
    async with database.unit_of_work_of(owner) as tx:
        rows = await vectors.missing(tx, "words", limit=9)
        await vectors.store(tx, "words", await embedding.wholes(embedder, rows))
    assert await parts(database, owner) == [(0, 2)]
    await execute(database, "delete from async_jobs")
    async with database.unit_of_work() as session:
        assert await embedding.catch_up(session, "words") == 1
    await embedded(database, owner, embedder)
    assert await parts(database, owner) == [(0, 2), (1, 1), (2, 1)]
    async with database.unit_of_work() as session:
        assert await embedding.catch_up(session, "words") == 0


async def parts(database: Database, owner: UUID) -> list[tuple[int, int]]:
    """(part, how many entries have a vector of it)."""
    statement = text("""
        select part, count(*) from search_vectors where user_id = :me and vector is not null group by part order by part
    """)
    async with database.unit_of_work() as session:
        return [(part, number) for part, number in await session.execute(statement, {"me": owner})]


async def test_vectors_find_what_shares_no_word(database: Database, owner: UUID) -> None:
    embedder = WordEmbedder()
    near, far = entry("milk from the shop"), entry("milk and honey, a song")
    await put(database, owner, near, far)
    await embedded(database, owner, embedder)
    asked = QueryVector("words", await embedder.embed_query("from the shop"))
    async with database.unit_of_work_of(owner) as tx:
        hits = await search(tx, SearchQuery("milk", vector=asked))
        without = await search(tx, SearchQuery("milk", vector=QueryVector("other", asked.values)))
    assert [hit.id for hit in hits] == [near.id, far.id]
    assert {hit.id for hit in without} == {near.id, far.id}


async def test_an_edited_text_gets_a_new_vector(database: Database, owner: UUID) -> None:
    embedder = WordEmbedder()
    note = entry("alpha")
    await put(database, owner, note, entry("beta"))
    await embedded(database, owner, embedder)
    await put(database, owner, IndexEntry("note", note.id, "", "not alpha", None))
    await embedded(database, owner, embedder)
    assert embedder.documents == ["beta", "alpha", "not alpha"]
    assert await stored(database, owner) == 2


async def test_two_users_at_once(database: Database) -> None:
    owners, embedder = [await make_user(database) for _ in range(2)], WordEmbedder()
    for owner in owners:
        await put(database, owner, *(entry(f"{owner} {number}") for number in range(BATCH + 5)))
    async with worker(database, embedder):
        for owner in owners:
            await settled(database, owner)
    assert [await stored(database, owner) for owner in owners] == [BATCH + 5, BATCH + 5]
    assert len(embedder.documents) == 2 * (BATCH + 5)


async def test_a_killed_process_loses_one_batch_at_most(database: Database, owner: UUID) -> None:
    number = 6 * BATCH
    await put(database, owner, *(entry(f"number {each}") for each in range(number)))
    await make_due(database)
    env = {"PYTHONPATH": f"{SOURCE}:{SOURCE.parent}"}
    async with running_script(SCRIPT, database.url, env=env) as doomed:
        for _ in range(3):
            said = await line(doomed)
        doomed.send_signal(signal.SIGKILL)
        await doomed.wait()
    assert int(said) == 3 * BATCH
    kept = await stored(database, owner)
    assert 2 * BATCH <= kept < number
    async with database.unit_of_work() as session:  # the lease of 30 s has ended
        await session.execute(text("update async_jobs set lease_until = steward_now() - interval '1 s'"))
        running = await status.queues(session)
        assert running[0].progress is not None
    embedder = WordEmbedder()
    [job] = await embedded(database, owner, embedder)
    assert job["state"] == "done"
    assert await stored(database, owner) == number
    assert len(embedder.documents) == number - kept


async def test_another_model_replaces_the_vectors_of_the_first(database: Database) -> None:
    owner, first, second = await make_user(database), WordEmbedder("one"), WordEmbedder("two", dimensions=32)
    await put(database, owner, *(entry(f"number {each}") for each in range(3)))
    await embedded(database, owner, first)
    async with database.unit_of_work() as session:
        assert await embedding.catch_up(session, "one") == 0
        assert await embedding.catch_up(session, "two") == 1
        assert await vectors.coverage(session, "two") == (0, 3)
    asked = QueryVector("two", await second.embed_query("number 1"))
    async with database.unit_of_work_of(owner) as tx:
        assert len(await search(tx, SearchQuery("number", vector=asked))) == 3
    await embedded(database, owner, second)
    assert (await stored(database, owner, "one"), await stored(database, owner, "two")) == (0, 3)


@pytest.mark.parametrize("fault", [BadModelOutput("no direction"), PromptTooLong("too long")])
async def test_a_text_that_fails_does_not_hold_up_the_others(database: Database, fault: Exception, owner: UUID) -> None:
    embedder = WordEmbedder()
    embedder.refuses = ("poison", fault)  # type: ignore[assignment]
    await put(database, owner, entry("alpha"), entry("poison"), entry("gamma"), entry("delta"))
    [job] = await embedded(database, owner, embedder)
    assert job["state"] == "done"
    assert await stored(database, owner) == 4  # that of the third is empty: it is not tried for ever
    assert set(embedder.documents) == {"alpha", "gamma", "delta", embedding.PROBE}


async def test_a_model_that_fails_marks_no_text(database: Database, owner: UUID) -> None:
    embedder = WordEmbedder()
    embedder.fails = BadModelOutput("always the same")
    await put(database, owner, entry("alpha"))
    async with worker(database, embedder):
        found = await eventually(lambda: jobs_of(database, owner), lambda found: found[0]["last_error"] is not None)
        assert "always the same" in found[0]["last_error"]
        assert await stored(database, owner) == 0
        embedder.fails = ModelUnavailable("nothing answers")
        await asyncio.sleep(0.2)  # it fails another way for a while
        embedder.fails = None
        await settled(database, owner)
    assert await stored(database, owner) == 1


async def test_a_long_text_is_cut_until_it_fits(database: Database) -> None:
    class Narrow(WordEmbedder):
        async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
            if any(len(said) > 500 for said in texts):
                raise PromptTooLong("too long")
            return await super().embed_documents(texts)

    owner, embedder = await make_user(database), Narrow()
    await put(database, owner, entry("word " * 400))
    await embedded(database, owner, embedder)
    [said] = embedder.documents
    assert 200 < len(said) <= 500


async def test_a_stop_leaves_the_rest_to_the_next_start(database: Database, owner: UUID) -> None:
    embedder = WordEmbedder()
    embedder.delay_s = 0.2
    await put(database, owner, *(entry(f"number {each}") for each in range(5 * BATCH)))
    began = asyncio.get_running_loop().time()
    async with worker(database, embedder):
        await eventually(lambda: embedder.documents)
    assert asyncio.get_running_loop().time() - began < 30
    assert [job["state"] for job in await jobs_of(database, owner)] == ["done", "pending"]
    embedder.delay_s = 0.0
    await embedded(database, owner, embedder)
    assert await stored(database, owner) == 5 * BATCH
    assert len(embedder.documents) == 5 * BATCH


async def test_what_is_erased_while_it_is_embedded_stays_erased(database: Database, owner: UUID) -> None:
    embedder = WordEmbedder()
    embedder.delay_s = 0.3
    note = entry("alpha")
    await put(database, owner, note)
    async with worker(database, embedder):
        await eventually(lambda: jobs_of(database, owner), lambda found: found[0]["state"] == "running")
        async with database.unit_of_work_of(owner) as tx:
            await withdraw(tx, "note", [note.id])
        await settled(database, owner)
    assert await stored(database, owner) == 0


async def test_without_an_embedder_there_is_nothing_to_do(database: Database, owner: UUID) -> None:
    await put(database, owner, entry("alpha"))
    [job] = await embedded(database, owner, None)
    assert job["state"] == "done"


async def test_by_a_model_at_ollama(database: Database, owner: UUID) -> None:
    await put(database, owner, entry("alpha"), entry("long " * 1000))
    async with OllamaServer() as server:
        embedder = OllamaEmbedder(server.url, "embed")
        [job] = await embedded(database, owner, embedder)
        assert job["state"] == "done"
        asked = QueryVector(embedder.name, await embedder.embed_query("alpha"))
        async with database.unit_of_work_of(owner) as tx:
            docs = [row.doc for row in await vectors.missing(tx, "none", limit=9)]
            products = await vectors.products(tx, asked, docs)
        await embedder.close()
    assert len(products) == 2
    assert max(product.whole for product in products.values()) == pytest.approx(1, abs=0.01)
