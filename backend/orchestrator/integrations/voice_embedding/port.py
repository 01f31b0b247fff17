"""What must something be able to do to make speaker embeddings of audio for us?"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 16_000
"""Of all audio that is handed over: one channel, -1 to 1."""
Samples = NDArray[np.float32]


@dataclass(frozen=True)
class SpokenEmbedding:
    """The embedding of the speech in some audio; `speech_s`: how much of it is speech; `mixed`: two people are heard in
    turns, so that the embedding is neither's (only where that was asked for)."""

    vector: list[float]
    speech_s: float
    mixed: bool = False


class SpeakerEmbedder(Protocol):
    """A speaker model with voice activity detection before it."""

    @property
    def name(self) -> str:
        """Of the model: embeddings of two models never meet."""
        ...

    async def embed(self, samples: Samples, *, told_apart: bool = False) -> SpokenEmbedding | None:
        """Of all speech in it as one; None where there is none. `told_apart`: say whether it is one person's. Raises
        IntegrationFailed."""
        ...

    async def close(self) -> None:
        """Give back its memory."""
        ...
