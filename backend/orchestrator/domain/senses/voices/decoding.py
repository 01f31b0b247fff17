"""Decoding of recordings in a worker process: WAV, FLAC, OGG (Vorbis, Opus), MP3 to 16 kHz, one channel, by libsndfile.

Imported by the fork server: no slice's service, nothing of weight.
"""

import base64
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from orchestrator.worker_processes.task import MEGABYTE, Given, Limits, Task

if TYPE_CHECKING:
    import soundfile  # type: ignore[import-not-found,import-untyped,unused-ignore]

SAMPLE_RATE = 16_000
RATES = (4_000, 192_000)
MOST_CHANNELS = 8
BLOCK_S = 30.0
FULL_SCALE = 32_767
PROCESSOR_S, WALL_S = 20.0, 60.0
DECODE = Task(
    f"{__name__}:decode",
    "Decoding this recording",
    "Send a shorter one, or one in another format: WAV, FLAC, OGG or MP3.",
    Limits(processor_s=PROCESSOR_S, wall_s=WALL_S, memory_bytes=1_500 * MEGABYTE, output_bytes=100 * MEGABYTE),
    imports=("soundfile",),
)
NO_RECORDING = "this is no recording that can be read: send WAV, FLAC, OGG or MP3"


def decode(given: Given) -> Iterator[Any]:
    """`data`: the file; argument: `spans`, each the (start, end) seconds of one clip's pieces, and `longest_s`, of the
    file. Yields `{"error"}`, or for each clip its samples (16 bit, base64)."""
    import soundfile  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415

    try:
        with soundfile.SoundFile(io.BytesIO(given.data)) as opened:
            fault = _fault(opened, given.argument["longest_s"])
            if fault is not None:
                yield {"error": fault}
                return
            for spans in given.argument["spans"]:
                pieces = [_piece(opened, start, end) for start, end in spans]
                yield encoded(np.concatenate([one for one in pieces if len(one)] or [np.zeros(0, dtype=np.float32)]))
    except (soundfile.LibsndfileError, ValueError, OverflowError):
        yield {"error": NO_RECORDING}


def _fault(opened: "soundfile.SoundFile", longest_s: float) -> str | None:
    if not RATES[0] <= opened.samplerate <= RATES[1] or opened.channels > MOST_CHANNELS:
        return NO_RECORDING
    if opened.frames / opened.samplerate > longest_s:
        return too_long(longest_s)
    return None


def too_long(longest_s: float) -> str:
    """Why it is refused."""
    return f"the recording is longer than {longest_s / 60:.0f} minutes"


def _piece(opened: "soundfile.SoundFile", start: float, end: float) -> NDArray[np.float32]:
    """A stretch at 16 kHz, read block by block; what lies behind the end is not there."""
    rate = opened.samplerate
    first, last = int(start * rate), min(int(end * rate), opened.frames)
    if first >= last:
        return np.zeros(0, dtype=np.float32)
    opened.seek(first)
    blocks = []
    while first < last:
        block = opened.read(min(int(BLOCK_S * rate), last - first), dtype="float32", always_2d=True).mean(
            axis=1, dtype=np.float32
        )
        if not len(block):
            break
        blocks.append(resampled(np.nan_to_num(block), rate))
        first += len(block)
    return np.concatenate(blocks or [np.zeros(0, dtype=np.float32)])


def resampled(samples: NDArray[np.float32], rate: int) -> NDArray[np.float32]:
    """At 16 kHz, by the Fourier transform: what neither rate can hold is left out."""
    length = round(len(samples) * SAMPLE_RATE / rate)
    if rate == SAMPLE_RATE or not length:
        return samples.astype(np.float32)
    spectrum = np.fft.rfft(samples)[: length // 2 + 1]
    found: NDArray[np.float32] = (np.fft.irfft(spectrum, length) * (length / len(samples))).astype(np.float32)
    return found


def encoded(samples: NDArray[np.float32]) -> str:
    """As they leave the worker process: 16 bit, base64."""
    whole = (np.clip(samples, -1.0, 1.0) * FULL_SCALE).astype("<i2")
    return base64.b64encode(whole.tobytes()).decode()


def decoded(told: Sequence[Any]) -> list[NDArray[np.float32]] | str:
    """What `decode` yielded: samples from -1 to 1 a clip, or why there are none."""
    if told and isinstance(told[0], dict):
        return str(told[0]["error"])
    return [
        np.frombuffer(base64.b64decode(one), dtype="<i2").astype(np.float32) / np.float32(FULL_SCALE) for one in told
    ]
