"""How is a model made of exemplars? Multinomial logistic regression with a quadratic penalty, by gradient descent.

Everything is in a fixed order and nothing is drawn by lot: the same exemplars make the same model on the same machine.
Features that stand in one exemplar alone are left out, and the weights are rounded to a byte.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from orchestrator.language.exemplars.classifier import Classifier, softmax
from orchestrator.language.exemplars.corpus import Exemplar, digest_of, exemplars_of
from orchestrator.language.exemplars.features import BUCKETS, Encoded, encoded

STEPS: Final = 120
PENALTY: Final = 3e-6
RATE: Final = 0.3
_FORGETS = (0.9, 0.999)
"""Of Adam (Kingma and Ba 2015): how long the mean of the gradient and that of its square remember."""
_TINY = 1e-8
_MOST = 127


def trained(task: str) -> Classifier:
    """A model of what is not held out. Raises ValueError where the task has fewer than two labels."""
    return fitted([one for one in exemplars_of(task) if not one.held], digest_of(task))


def fitted(exemplars: Sequence[Exemplar], digest: str) -> Classifier:
    """A model of these; every label has the same weight in all, however many exemplars it has."""
    labels = tuple(sorted({one.label for one in exemplars}))
    if len(labels) < 2:
        raise ValueError("a task needs exemplars of two labels at least")
    read = encoded([one.text for one in exemplars], [one.features for one in exemplars])
    wanted = np.array([labels.index(one.label) for one in exemplars])
    weights, bias = _descended(_common(read), wanted, len(labels))
    scales = np.maximum(np.abs(weights).max(axis=1), _TINY) / _MOST
    rounded = np.rint(weights / scales[:, None]).astype(np.int8)
    return Classifier(labels, rounded, scales.astype(np.float32), bias.astype(np.float32), digest)


def _common(read: Encoded) -> Encoded:
    """Without the buckets that one text alone has."""
    pairs = np.unique(read.rows * BUCKETS + read.buckets) % BUCKETS
    kept = (np.bincount(pairs, minlength=BUCKETS) > 1)[read.buckets]
    return Encoded(read.rows[kept], read.buckets[kept], read.values[kept], read.texts)


def _descended(read: Encoded, wanted: NDArray[np.intp], labels: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    used, columns = np.unique(read.buckets, return_inverse=True)
    target = np.eye(labels)[wanted]
    shares = (1 / np.bincount(wanted, minlength=labels))[wanted, None] / labels
    weights, bias = np.zeros((labels, len(used))), np.zeros(labels)
    mean, square = np.zeros((labels, len(used) + 1)), np.zeros((labels, len(used) + 1))
    for step in range(1, STEPS + 1):
        summed = np.stack(
            [
                np.bincount(read.rows, of[columns] * read.values, read.texts) + on
                for of, on in zip(weights, bias, strict=True)
            ],
            axis=1,
        )
        wrong = (softmax(summed) - target) * shares
        slope = np.stack(
            [
                np.append(np.bincount(columns, wrong[read.rows, label] * read.values, len(used)), wrong[:, label].sum())
                for label in range(labels)
            ]
        )
        slope[:, :-1] += PENALTY * weights
        mean = _FORGETS[0] * mean + (1 - _FORGETS[0]) * slope
        square = _FORGETS[1] * square + (1 - _FORGETS[1]) * slope**2
        moved = (mean / (1 - _FORGETS[0] ** step)) / (np.sqrt(square / (1 - _FORGETS[1] ** step)) + _TINY)
        moved *= RATE * (1 - (step - 1) / STEPS)
        weights, bias = weights - moved[:, :-1], bias - moved[:, -1]
    full = np.zeros((labels, BUCKETS))
    full[:, used] = weights
    return full, bias


def accuracy(model: Classifier, exemplars: Sequence[Exemplar]) -> Mapping[str, float]:
    """The share of the exemplars of each label that the model gives that label, and of all of them ("")."""
    told = model.scores_of([one.text for one in exemplars], [one.features for one in exemplars])
    right = [
        max(scores, key=lambda label: scores[label]) == one.label for scores, one in zip(told, exemplars, strict=True)
    ]
    many = Counter(one.label for one in exemplars)
    hits = Counter(one.label for one, hit in zip(exemplars, right, strict=True) if hit)
    return {**{label: hits[label] / many[label] for label in many}, "": sum(right) / max(1, len(right))}
