"""A SpeakerEmbedder without a model: the mean spectrum stands for the voice, loudness for speech."""

import numpy as np
from numpy.typing import NDArray

from orchestrator.integrations.voice_embedding.port import SAMPLE_RATE, Samples, SpokenEmbedding
from orchestrator.integrations.voice_embedding.turns import PIECE_S, Vector, two_voices

DIM = 192
FRAME = 512
LOUD = 1e-3


class FakeSpeakerEmbedder:
    """Two tones are two voices."""

    name = "campplus"

    def __init__(self) -> None:
        self.closed = False

    async def embed(self, samples: Samples, *, told_apart: bool = False) -> SpokenEmbedding | None:
        frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
        loud = frames[np.abs(frames).mean(axis=1) > LOUD]
        if not len(loud):
            return None
        size = int(PIECE_S * SAMPLE_RATE / FRAME)
        pieces = [loud[start : start + size] for start in range(0, len(loud) - size + 1, size)]
        mixed = told_apart and two_voices([_spectrum(one) for one in pieces])
        return SpokenEmbedding(_spectrum(loud).tolist(), len(loud) * FRAME / SAMPLE_RATE, mixed)

    async def close(self) -> None:
        self.closed = True


def _spectrum(frames: NDArray[np.float32]) -> Vector:
    """Of length one."""
    mean = np.abs(np.fft.rfft(frames, axis=1)).mean(axis=0)[:DIM]
    found: Vector = mean / np.linalg.norm(mean)
    return found
