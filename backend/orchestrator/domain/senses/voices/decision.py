"""Open-set speaker identification: auto-label, suggest, or unknown.

A contact counts by its best cluster. What a label needs beside the score: distance to the next contact and to voices
that nobody named, enough speech, enough confirmed samples, and no rejection of this voice by the user.

Scores are S-normalised: `s' = mean + sd * ((s - mu_e) / sd_e + (s - mu_t) / sd_t) / 2`, the scores of the voice heard
(t) and of the contact's cluster (e) against a cohort, brought back to the model's usual impostors, so that thresholds
keep their meaning on a telephone. The cohort are the other contacts and the unknown voices. Until there are many, a
synthetic cohort stands beside them, given by the moments of its scores, which are all that a cohort tells
(docs/decisions/0081).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from orchestrator.domain.senses.voices.calibration import Bounds
from orchestrator.domain.senses.voices.tuning import Tuning
from orchestrator.domain.senses.voices.vectors import Vector, stacked

Outcome = Literal["auto", "suggest", "unknown"]
Scores = NDArray[np.float32]
LEAST_SPEECH_S = 2.0
"""Below it nobody is named, and nothing is learnt."""
AUTO_SPEECH_S = 5.0
AUTO_SAMPLES, AUTO_CONVERSATIONS = 3, 2
BOOST = 0.05
"""Of a participant of the meeting: it decides between contacts that both could be, and lifts none over a threshold."""
REJECTED_BAR = 0.10
LOOKED_AT = 10
"""The best contacts, which are normalised."""
CANDIDATES = 3
SYNTHETIC = 20
"""Speakers of the synthetic cohort: real ones outweigh it from as many on."""
MOST_SHIFT = 0.10
"""What normalisation may add to a score or take from it."""


@dataclass(frozen=True)
class Enrolled:
    """A contact with its clusters, a row each. `samples`, `conversations`: confirmed by the user."""

    contact_id: UUID
    cluster_ids: tuple[UUID, ...]
    centroids: NDArray[np.float32]
    samples: int
    conversations: int


@dataclass(frozen=True)
class Candidate:
    """`plain`: the normalised score; `score`: with the participants' boost, which ranks."""

    enrolled: Enrolled
    cluster_id: UUID
    plain: float
    score: float

    @property
    def contact_id(self) -> UUID:
        return self.enrolled.contact_id


@dataclass(frozen=True)
class Heard:
    """A voice to be named. `rejected`: contacts that the user said it is not; `blocked`: those not to be asked about
    again yet."""

    vector: Vector
    speech_s: float
    participants: Collection[UUID] = ()
    rejected: Collection[UUID] = ()
    blocked: Collection[UUID] = ()


@dataclass(frozen=True)
class Clear:
    """Whether the best contact stands out, for either outcome. A question needs no margin to an unknown voice, it is
    only asked of whom no unknown voice is nearer: on a telephone strangers score higher with one another than somebody
    enrolled on a clean microphone with themselves (docs/decisions/0164)."""

    auto: bool
    suggest: bool


@dataclass(frozen=True)
class Decision:
    """`margin`: to the next contact, or what stands in its place; `score`, `margin`: 0 where nobody is enrolled."""

    outcome: Outcome
    contact_id: UUID | None = None
    score: float = 0.0
    margin: float = 0.0
    candidates: tuple[Candidate, ...] = ()


class Matcher:
    """The contacts and unknown voices of one model, against which voices are held. `strangers`: centroids of unknown
    voices."""

    def __init__(self, enrolled: Sequence[Enrolled], strangers: Sequence[Vector], bounds: Bounds) -> None:
        self._enrolled = tuple(enrolled)
        self._bounds = bounds
        self._tuning = bounds.tuning
        sizes = [len(one.cluster_ids) for one in enrolled]
        self._starts = np.cumsum([0, *sizes[:-1]])
        self._centroids = np.concatenate([one.centroids for one in enrolled] or [np.zeros((0, 0), dtype=np.float32)])
        self._strangers = stacked(strangers, self._centroids.shape[1])

    def decide(self, heard: Heard) -> Decision:
        """Whose voice it is."""
        ranked = self.candidates(heard)
        shown = tuple(ranked[:CANDIDATES])
        possible = [one for one in ranked if one.contact_id not in heard.blocked]
        if not possible:
            return Decision("unknown", candidates=shown)
        best, *others = possible
        usual, stranger = self._tuning.impostor_mean, self._nearest_stranger(heard, best.enrolled)
        margin = best.score - max([usual, stranger, *(one.score for one in others)])
        plain_margin = best.plain - max([usual, stranger, *(one.plain for one in others)])
        beside = best.score - max([usual, *(one.score for one in others)])
        clear = Clear(
            auto=min(margin, plain_margin) >= self._tuning.auto_margin,
            suggest=beside >= self._tuning.suggest_margin and best.score >= stranger,
        )
        outcome = self._outcome(heard, best, clear)
        contact = best.contact_id if outcome != "unknown" else None
        return Decision(outcome, contact, round(best.plain, 4), round(margin, 4), shown)

    def candidates(self, heard: Heard) -> list[Candidate]:
        """The best contacts with their normalised scores, the best first."""
        if not self._enrolled:
            return []
        against = self._best_of_each(heard.vector)
        found = [self._candidate(heard, int(at), against) for at in np.argsort(-against, kind="stable")[:LOOKED_AT]]
        return sorted(found, key=lambda each: (-each.score, each.contact_id))

    def _candidate(self, heard: Heard, at: int, against: Scores) -> Candidate:
        one = self._enrolled[at]
        cluster = int((one.centroids @ heard.vector).argmax())
        plain = self._normalised(heard.vector, at, one.centroids[cluster], against)
        boosted = one.contact_id in heard.participants and plain >= self._tuning.suggest
        return Candidate(one, one.cluster_ids[cluster], plain, min(1.0, plain + BOOST * boosted))

    def _normalised(self, vector: Vector, at: int, centroid: Vector, against: Scores) -> float:
        """Both sides against all other contacts and the unknown voices. The best of each is left out of what the voice
        is held against: it may be the speaker, once more."""
        heard_by = np.concatenate([_without_best(np.delete(against, at)), _without_best(self._unknown(vector))])
        others = np.delete(self._best_of_each(centroid), at)
        enrolled_by = np.concatenate([others, _without_best(self._unknown(centroid))])
        tuning = self._tuning
        return normalized_score(float(against[at]), moments(enrolled_by, tuning), moments(heard_by, tuning), tuning)

    def _best_of_each(self, vector: Vector) -> Scores:
        """The score of each contact's best cluster."""
        found: Scores = np.maximum.reduceat(self._centroids @ vector, self._starts)
        return found

    def _unknown(self, vector: Vector) -> Scores:
        found: Scores = self._strangers @ vector
        return found

    def _nearest_stranger(self, heard: Heard, contact: Enrolled) -> float:
        """The score of the nearest unknown voice that is not the contact's own from before it had a name; -1 where
        there is none."""
        apart = (self._strangers @ contact.centroids.T).max(axis=1) < self._tuning.join
        return float(self._unknown(heard.vector)[apart].max(initial=-1.0))

    def _outcome(self, heard: Heard, best: Candidate, clear: Clear) -> Outcome:
        if heard.speech_s < LEAST_SPEECH_S:
            return "unknown"
        bar = REJECTED_BAR if best.contact_id in heard.rejected else 0.0
        contact = best.enrolled
        known = contact.samples >= AUTO_SAMPLES and contact.conversations >= AUTO_CONVERSATIONS
        sure = best.plain >= self._bounds.auto(heard.speech_s) + bar
        if sure and clear.auto and known and heard.speech_s >= AUTO_SPEECH_S:
            return "auto"
        likely = best.plain >= self._bounds.suggest(heard.speech_s) + bar
        return "suggest" if likely and clear.suggest else "unknown"


def _without_best(scores: Scores) -> Scores:
    return np.sort(scores)[:-1]


@dataclass(frozen=True)
class Moments:
    """Of a cohort's scores."""

    mean: float
    sd: float


def moments(scores: NDArray[np.floating], tuning: Tuning) -> Moments:
    """Of these scores together with the synthetic cohort's."""
    total = len(scores) + SYNTHETIC
    mean = (float(scores.sum()) + SYNTHETIC * tuning.impostor_mean) / total
    spread = float(((scores - mean) ** 2).sum()) + SYNTHETIC * (
        tuning.impostor_sd**2 + (tuning.impostor_mean - mean) ** 2
    )
    return Moments(mean, (spread / total) ** 0.5)


def normalized_score(score: float, enrolled: Moments, heard: Moments, tuning: Tuning) -> float:
    """The score as it would be against the model's usual impostors."""
    z = ((score - enrolled.mean) / enrolled.sd + (score - heard.mean) / heard.sd) / 2
    there = tuning.impostor_mean + tuning.impostor_sd * z
    return float(min(1.0, max(-1.0, min(score + MOST_SHIFT, max(score - MOST_SHIFT, there)))))
