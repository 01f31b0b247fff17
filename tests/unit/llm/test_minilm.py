"""Does the model that comes with Steward make vectors that mean something, and does it give back its memory?"""

import asyncio
import math
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from orchestrator.llm.embedding.in_process import InProcessEmbedder, minilm
from orchestrator.llm.embedding.queries import QueryEmbedding

PAIRS = [
    ("When is my dental appointment?", "The dentist expects you on Friday."),
    ("She purchased a new car", "Ana bought an automobile last week"),
    ("We had dinner by the sea", "In the evening we ate at the beach restaurant"),
    ("My brother was promoted", "Rui got a better position at work, says my sibling"),
    ("The child is ill", "Our kid has a fever and stays in bed"),
    ("How do I fix a flat tyre?", "Repairing a punctured bicycle wheel"),
    ("He plays the violin", "The musician practises a string instrument"),
    ("The flight was cancelled", "Our plane did not leave because of the storm"),
]


@pytest_asyncio.fixture(scope="module")
async def embedder() -> AsyncIterator[InProcessEmbedder]:
    embedder = minilm()
    yield embedder
    await embedder.close()


def cosine(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_what_means_the_same_is_nearer_than_anything_else(embedder: InProcessEmbedder) -> None:
    asked = await embedder.embed_documents([asked for asked, _ in PAIRS])
    said = await embedder.embed_documents([said for _, said in PAIRS])
    for number, vector in enumerate(asked):
        nearest = max(range(len(said)), key=lambda other: cosine(vector, said[other]))
        assert nearest == number, PAIRS[number]
    assert all(math.isclose(cosine(vector, vector), 1, abs_tol=1e-5) for vector in (*asked, *said))


async def test_a_vector_is_that_of_its_text_alone(embedder: InProcessEmbedder) -> None:
    texts = ["milk", "the dentist is on Friday", "x" * 40, "a much longer text " * 30, "milk"]
    together = await embedder.embed_documents(texts)
    for text, vector in zip(texts, together, strict=True):
        assert cosine(await embedder.embed_query(text), vector) > 0.999
    assert len(together[0]) == 384
    assert await embedder.embed_documents([]) == []


async def test_unrelated_texts_have_a_cosine_of_nothing(embedder: InProcessEmbedder) -> None:
    found = await QueryEmbedding(embedder, patience_s=20).vector("When is the dentist?")
    assert found is not None
    assert found.floor == 0.0  # what is weighed for this model stays as it is


async def test_of_a_long_text_the_beginning_counts(embedder: InProcessEmbedder) -> None:
    said = "We spoke about the new boat and about the harbour. " * 60
    [whole, other_end] = await embedder.embed_documents([said, said + "Then the volcano erupted. " * 100])
    assert cosine(whole, other_end) > 0.999


async def test_awkward_texts_have_vectors_too(embedder: InProcessEmbedder) -> None:
    awkward = ["", " ", "\0", "\ud800 lone", "😀" * 500, "ação, coração; 会議は金曜日", "a" * 100_000, "\n\n\t"]
    vectors = await embedder.embed_documents(awkward)
    assert all(math.isfinite(sum(vector)) and len(vector) == 384 for vector in vectors)


async def test_a_query_does_not_wait_for_all_documents(embedder: InProcessEmbedder) -> None:
    documents = asyncio.create_task(embedder.embed_documents(["We saw a film with Ana and it was great."] * 400))
    await asyncio.sleep(0.05)  # it is in the midst of the documents
    await embedder.embed_query("What did we see?")
    assert not documents.done()
    assert len(await documents) == 400


async def test_memory_is_given_back_and_taken_again() -> None:
    embedder = minilm()
    first = await embedder.embed_query("milk")
    loaded = resident_mb()
    await embedder.release()
    assert resident_mb() < loaded - 80  # 170 MB are the model's; what other tests hold may move meanwhile
    assert not embedder.loaded
    assert await embedder.embed_query("milk") == first
    await embedder.close()


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096 / 1e6
