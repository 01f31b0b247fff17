"""When is a model in this process loaded, and when is it let go?"""

import asyncio
import threading
from collections.abc import Sequence

import pytest
from tests.support.waiting import eventually

from orchestrator.llm.embedding.in_process import InProcessEmbedder
from orchestrator.llm.port import BadModelOutput, ModelUnavailable


class Model:
    """Counts its letters. `gate`: texts wait for it."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.threads: set[str] = set()

    def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        self.threads.add(threading.current_thread().name.rsplit("_", 1)[0])
        assert self.gate.wait(5)
        if "bad" in texts:
            raise RuntimeError("secret text")
        return [[float(len(text)), float(query)] for text in texts]


class Loads:
    """What `load` does, and how often it did."""

    def __init__(self) -> None:
        self.model = Model()
        self.count = 0
        self.fails: Exception | None = None
        self.gate = threading.Event()
        self.gate.set()

    def __call__(self) -> Model:
        assert self.gate.wait(5)
        self.count += 1
        if self.fails is not None:
            raise self.fails
        return self.model


async def test_it_is_loaded_once_on_first_use() -> None:
    load = Loads()
    embedder = InProcessEmbedder("m", load)
    assert (load.count, embedder.loaded) == (0, False)
    texts = ["a" * (number % 7) for number in range(50)]
    vectors, query = await asyncio.gather(embedder.embed_documents(texts), embedder.embed_query("abc"))
    assert [vector[0] for vector in vectors] == [len(text) for text in texts]
    assert query == [3.0, 1.0]
    assert load.count == 1
    assert load.model.threads == {"embed-query", "embed-documents"}
    await embedder.close()


async def test_what_can_not_be_loaded_is_tried_again() -> None:
    load = Loads()
    load.fails = OSError("no file")
    embedder = InProcessEmbedder("m", load)
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="no file"):
            await embedder.embed_query("abc")
    load.fails = None
    assert await embedder.embed_query("abc") == [3.0, 1.0]
    await embedder.close()


async def test_who_gives_up_does_not_stop_the_loading() -> None:
    load = Loads()
    load.gate.clear()
    embedder = InProcessEmbedder("m", load)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await embedder.embed_query("abc")
    load.gate.set()
    assert await embedder.embed_query("abc") == [3.0, 1.0]
    assert load.count == 1
    await embedder.close()


async def test_an_engine_s_own_error_has_our_name_and_quotes_nothing() -> None:
    embedder = InProcessEmbedder("m", Loads())
    with pytest.raises(BadModelOutput) as failed:
        await embedder.embed_documents(["good", "bad"])
    assert "secret" not in str(failed.value)
    await embedder.close()


async def test_it_is_let_go_when_nobody_used_it_for_long() -> None:
    load = Loads()
    embedder = InProcessEmbedder("m", load, idle_s=2.0)
    for _ in range(3):
        await embedder.embed_query("abc")
        await asyncio.sleep(0.8)  # each use within the time, all of them beyond it
    assert (load.count, embedder.loaded) == (1, True)
    await eventually(lambda: not embedder.loaded)
    await embedder.embed_query("abc")
    assert load.count == 2
    await embedder.close()


async def test_letting_go_does_not_break_what_is_at_work() -> None:
    load = Loads()
    embedder = InProcessEmbedder("m", load)
    load.model.gate.clear()
    working = asyncio.create_task(embedder.embed_documents(["abc"]))
    await asyncio.sleep(0.05)  # the thread stands at the gate
    letting_go = asyncio.create_task(embedder.release())
    await asyncio.sleep(0.05)  # it must wait
    load.model.gate.set()
    await letting_go
    assert await working == [[3.0, 0.0]]
    assert not embedder.loaded
    await embedder.close()
