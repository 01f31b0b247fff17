"""A SpeakerEmbedder without a model: the mean spectrum stands for the voice, loudness for speech."""

import numpy as np

from orchestrator.integrations.voice_embedding.port import SAMPLE_RATE, Samples, SpokenEmbedding

DIM = 192
FRAME = 512
LOUD = 1e-3


class FakeSpeakerEmbedder:
    """Two tones are two voices."""

    name = "campplus"

    def __init__(self) -> None:
        self.closed = False

    async def embed(self, samples: Samples) -> SpokenEmbedding | None:
        frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
        loud = frames[np.abs(frames).mean(axis=1) > LOUD]
        if not len(loud):
            return None
        spectrum = np.abs(np.fft.rfft(loud, axis=1)).mean(axis=0)[:DIM]
        found: list[float] = (spectrum / np.linalg.norm(spectrum)).tolist()
        return SpokenEmbedding(found, len(loud) * FRAME / SAMPLE_RATE)

    async def close(self) -> None:
        self.closed = True
