"""Thresholds of each speaker-embedding model: scores of one model mean nothing in another.

Scores are cosines. The figures of CAM++ are those of contracts/voice_models.md, checked by `steward eval voices` on
halves of its speakers; those of the others are what their authors and one large field measurement give.
"""

from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT_MODEL = "campplus"
MOST_CLUSTERS = 5
"""A contact's devices and rooms: phone, headset, office."""
MOST_SAMPLES = 50
"""Kept of one contact and model, so that clusters can be made again without one of them."""
MOST_UNKNOWN = 500
MIN_DIM, MAX_DIM = 16, 2_048


@dataclass(frozen=True)
class Tuning:
    """`dim`: None where any length may be. `impostor_mean`, `impostor_sd`: scores of different people. `auto`,
    `suggest`: the least score of these outcomes. `update`: a sample joins the cluster; from `open_` on it makes one;
    `join`: it is the same unknown voice."""

    dim: int | None = None
    impostor_mean: float = 0.30
    impostor_sd: float = 0.10
    auto: float = 0.66
    suggest: float = 0.46
    auto_margin: float = 0.10
    suggest_margin: float = 0.05
    update: float = 0.65
    open_: float = 0.45
    join: float = 0.55
    merge: float = 0.70


_CAMPPLUS = Tuning(dim=192, impostor_mean=0.385, impostor_sd=0.07)
_GE2E = Tuning(
    dim=256,
    impostor_mean=0.57,
    impostor_sd=0.08,
    auto=0.82,
    suggest=0.68,
    update=0.80,
    open_=0.66,
    join=0.75,
    merge=0.85,
)
TUNINGS: Mapping[str, Tuning] = {
    DEFAULT_MODEL: _CAMPPLUS,
    "campplus-zh-en-advanced": _CAMPPLUS,
    "ge2e": _GE2E,
    "resemblyzer": _GE2E,
    "ecapa-tdnn": Tuning(
        dim=192, impostor_mean=0.08, impostor_sd=0.10, auto=0.50, suggest=0.30, update=0.50, open_=0.30, join=0.40
    ),
    "wespeaker-resnet34-lm": Tuning(
        dim=256, impostor_mean=0.08, impostor_sd=0.10, auto=0.50, suggest=0.30, update=0.50, open_=0.30, join=0.40
    ),
}
_UNKNOWN = Tuning()


def tuning_of(model: str) -> Tuning:
    """That of the model's name; of a model that nobody measured one that asks rather than labels."""
    return TUNINGS.get(model, _UNKNOWN)
