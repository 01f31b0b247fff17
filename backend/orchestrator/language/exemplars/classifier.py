"""What kind of text is it? Scores of a trained linear model: a probability for each label of its task.

The weights lie beside this module, one file a task, made by `training`; they are read when first asked for and kept.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from orchestrator.language.exemplars.features import BUCKETS, Encoded, encoded

WEIGHTS: Final = Path(__file__).with_name("weights")


@dataclass(frozen=True, slots=True)
class Classifier:
    """A model of one task. `weights`: labels × buckets; `bias`: one a label; `digest`: of the exemplars that it was
    trained from (`corpus.digest_of`)."""

    labels: tuple[str, ...]
    weights: NDArray[np.int8]
    scales: NDArray[np.float32]
    bias: NDArray[np.float32]
    digest: str

    @staticmethod
    def load(task: str) -> "Classifier":
        """The model of a task, read once. Raises FileNotFoundError where none was trained."""
        return _loaded(WEIGHTS / f"{task}.npz")

    def scores(self, text: str, features: Iterable[str] = ()) -> Mapping[str, float]:
        """The probability of each label for one text, and what else is known of it, by name."""
        return self.scores_of([text], [tuple(features)])[0]

    def scores_of(self, texts: Sequence[str], features: Sequence[Iterable[str]] = ()) -> list[Mapping[str, float]]:
        """The same for several at once, which is quicker. `features` is empty, or has an entry for every text."""
        if not texts:
            return []
        likely = self.probabilities(encoded(texts, features))
        return [dict(zip(self.labels, map(float, row), strict=True)) for row in likely]

    def probabilities(self, read: Encoded) -> NDArray[np.float64]:
        """Texts × labels."""
        summed = np.stack(
            [
                np.bincount(read.rows, weights=of[read.buckets] * read.values, minlength=read.texts) * scale + bias
                for of, scale, bias in zip(self.weights, self.scales, self.bias, strict=True)
            ],
            axis=1,
        )
        return softmax(summed)

    def save(self, path: Path) -> None:
        """Writes what `load` reads. The same model makes the same bytes."""
        np.savez_compressed(
            path,
            labels=np.array(self.labels),
            weights=self.weights,
            scales=self.scales,
            bias=self.bias,
            digest=np.array(self.digest),
        )


def softmax(summed: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of rows of scores."""
    raised = np.exp(summed - summed.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


@lru_cache(maxsize=16)
def _loaded(path: Path) -> Classifier:
    with np.load(path, allow_pickle=False) as told:
        weights = told["weights"]
        if weights.shape[1] != BUCKETS:
            raise ValueError(f"{path.name} has {weights.shape[1]} buckets, not {BUCKETS}: train it again")
        labels = tuple(str(label) for label in told["labels"])
        return Classifier(labels, weights, told["scales"], told["bias"], str(told["digest"]))
