"""Thresholds fitted to the user's own confirmations: logistic regression on the score and the logarithm of the seconds.

From thirty trials of each kind on; before that the model's own thresholds hold. However the trials lie, the thresholds
stay near those: what is confirmed wrongly can't open the door to strangers.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from orchestrator.domain.senses.voices.tuning import Tuning

LEAST_OF_EACH = 30
SURE, LIKELY = 0.99, 0.60
"""The probability that an auto-label, and a suggestion, needs."""
AUTO_RANGE = (0.08, 0.12)
SUGGEST_RANGE = (0.04, 0.10)
"""How far below and above the model's own threshold a fitted one may lie."""
RIDGE = 1e-3
ROUNDS = 50
CONVERGED = 1e-9
LONGEST_S = 30.0
STEEPEST = 35.0
"""Of a logit: e to the power of more is too large."""


@dataclass(frozen=True)
class Trial:
    """What a confirmed or rejected voice scored against a contact before it was learnt. `genuine`: it was theirs."""

    score: float
    speech_s: float
    genuine: bool


@dataclass(frozen=True)
class Fit:
    """`logit(p) = bias + by_score * score + by_log_seconds * log(seconds)`."""

    bias: float
    by_score: float
    by_log_seconds: float

    def score_at(self, probability: float, speech_s: float) -> float:
        """The score that has this probability."""
        logit = float(np.log(probability / (1 - probability)))
        return (logit - self.bias - self.by_log_seconds * _log_seconds(speech_s)) / self.by_score


@dataclass(frozen=True)
class Bounds:
    """The least scores of the outcomes, by seconds of speech."""

    tuning: Tuning
    fit: Fit | None = None

    def auto(self, speech_s: float) -> float:
        return self._at(self.tuning.auto, SURE, speech_s, AUTO_RANGE)

    def suggest(self, speech_s: float) -> float:
        return self._at(self.tuning.suggest, LIKELY, speech_s, SUGGEST_RANGE)

    def _at(self, own: float, probability: float, speech_s: float, around: tuple[float, float]) -> float:
        if self.fit is None:
            return own
        below, above = around
        return float(min(own + above, max(own - below, self.fit.score_at(probability, speech_s))))


def bounds_of(trials: Sequence[Trial], tuning: Tuning) -> Bounds:
    """Fitted where there are enough trials of both kinds and the score tells them apart."""
    genuine = sum(one.genuine for one in trials)
    if min(genuine, len(trials) - genuine) < LEAST_OF_EACH:
        return Bounds(tuning)
    return Bounds(tuning, fitted(trials))


def fitted(trials: Sequence[Trial]) -> Fit | None:
    """By Newton's method with a small ridge, both kinds with the same weight; None where a higher score does not make
    the speaker likelier."""
    rows = np.array([(1.0, one.score, _log_seconds(one.speech_s)) for one in trials])
    truth = np.array([one.genuine for one in trials], dtype=np.float64)
    share = truth.mean()
    weight = np.where(truth > 0, 0.5 / share, 0.5 / (1 - share))
    beta = np.zeros(3)
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(rows @ beta, -STEEPEST, STEEPEST)))
        gradient = rows.T @ (weight * (truth - p)) / len(rows) - RIDGE * beta
        hessian = (rows * (weight * p * (1 - p))[:, None]).T @ rows / len(rows) + RIDGE * np.eye(3)
        step = np.linalg.solve(hessian, gradient)
        beta = beta + step
        if float(np.abs(step).max()) < CONVERGED:
            break
    return Fit(float(beta[0]), float(beta[1]), float(beta[2])) if beta[1] > 0 else None


def _log_seconds(speech_s: float) -> float:
    return float(np.log(min(max(speech_s, 1.0), LONGEST_S)))
