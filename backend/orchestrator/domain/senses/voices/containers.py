"""Decoding of M4A, MP4 and WebM recordings in a worker process to 16 kHz, one channel, by FFmpeg (PyAV, the extra
`voice-av`).

The container is told by its first bytes and named to FFmpeg, which so opens no playlist that would lead elsewhere.
Imported by the fork server: no slice's service, nothing of weight.
"""

import importlib.util
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from orchestrator.domain.senses.voices.decoding import SAMPLE_RATE, encoded, too_long
from orchestrator.worker_processes.task import MEGABYTE, Given, Limits, Task

if TYPE_CHECKING:
    import av  # type: ignore[import-not-found,import-untyped,unused-ignore]

PROCESSOR_S, WALL_S = 60.0, 120.0
DECODE_CONTAINER = Task(
    f"{__name__}:decode",
    "Decoding this recording",
    "Send a shorter one, or one in another format: WAV, FLAC, OGG or MP3.",
    Limits(processor_s=PROCESSOR_S, wall_s=WALL_S, memory_bytes=1_500 * MEGABYTE, output_bytes=100 * MEGABYTE),
    imports=("av",),
)
INSTALL = "make run EXTRAS='voice voice-av'"
NOT_INSTALLED = f"M4A and WebM need the extra `voice-av` ({INSTALL}); else send WAV, FLAC, OGG or MP3"
NO_SOUND = "there is no sound in it that can be read"


def container_of(data: bytes) -> str | None:
    """FFmpeg's name of the container, by its first bytes; None of what is none of these."""
    if data[4:8] == b"ftyp":
        return "mp4"
    return "matroska" if data[:4] == b"\x1aE\xdf\xa3" else None


def installed() -> bool:
    """Whether the extra `voice-av` is there."""
    return importlib.util.find_spec("av") is not None


def decode(given: Given) -> Iterator[Any]:
    """Argument and what is yielded as of `decoding.decode`."""
    import av  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415

    try:
        with av.open(io.BytesIO(given.data), "r", format=container_of(given.data)) as opened:
            if not opened.streams.audio:
                yield {"error": NO_SOUND}
                return
            length_s = (opened.duration or 0) / av.time_base
            if length_s > given.argument["longest_s"]:
                yield {"error": too_long(given.argument["longest_s"])}
                return
            yield from map(encoded, _clips(opened, given.argument["spans"]))
    except (av.FFmpegError, ValueError, OverflowError):
        yield {"error": NO_SOUND}


def _clips(
    opened: "av.container.InputContainer", clips: Sequence[Sequence[tuple[float, float]]]
) -> list[NDArray[np.float32]]:
    """The pieces of each clip, one after another. What comes after the last of them is not decoded."""
    wanted = [[(int(start * SAMPLE_RATE), int(end * SAMPLE_RATE)) for start, end in spans] for spans in clips]
    last = max((end for spans in wanted for _, end in spans), default=0)
    found: list[list[NDArray[np.float32]]] = [[] for _ in clips]
    for at, block in _blocks(opened):
        if at >= last:
            break
        for spans, kept in zip(wanted, found, strict=True):
            kept += [part for start, end in spans if len(part := block[max(0, start - at) : max(0, end - at)])]
    return [np.concatenate(kept or [np.zeros(0, dtype=np.float32)]) for kept in found]


def _blocks(opened: "av.container.InputContainer") -> Iterator[tuple[int, NDArray[np.float32]]]:
    """The sound from its beginning, each block with the number of samples before it."""
    from av.audio.resampler import AudioResampler  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    stream = opened.streams.audio[0]
    stream.codec_context.thread_count = 1  # a worker process may start none
    resampler = AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE)
    at = 0
    for frame in _and_none(opened.decode(stream)):
        for part in resampler.resample(frame):
            block: NDArray[np.float32] = np.nan_to_num(part.to_ndarray()[0]).astype(np.float32)
            yield at, block
            at += len(block)


def _and_none(frames: Iterator[Any]) -> Iterator[Any]:
    """What tells the resampler that no more comes is None."""
    yield from frames
    yield None
