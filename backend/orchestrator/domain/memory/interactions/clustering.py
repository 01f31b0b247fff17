"""Which corrections are about the same thing? Likeness of what they say, by the words that tell most.

Each text is the bag of its lexemes (stems in three languages and shared concepts, as the search index has them), a
lexeme that few texts hold weighs more (idf). Two texts are as like as the cosine of their bags. A text joins the
cluster whose members it is most like on average, where that is enough; a second round puts right what came too early.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ALIKE = 0.22
"""Mean cosine to a cluster's members. Two corrections of six telling words that share two have 0.25 to 0.4; two that
share one common word stay below 0.15."""
ROUNDS = 3
MOST_TERMS = 5


@dataclass(frozen=True)
class Clustered:
    """One cluster: positions of its texts, the one nearest to the others first, and lexemes that they share."""

    members: tuple[int, ...]
    shared: tuple[str, ...]


def clustered(bags: Sequence[frozenset[str]]) -> list[Clustered]:
    """The clusters of two or more, the largest first. An empty bag is like nothing."""
    if not bags:
        return []
    weights = _weights(bags)
    alike = _likeness(bags, weights)
    labels = _assigned(alike)
    groups: dict[int, list[int]] = {}
    for position, label in enumerate(labels):
        groups.setdefault(label, []).append(position)
    found = [_described(members, bags, weights, alike) for members in groups.values() if len(members) > 1]
    return sorted(found, key=lambda one: (-len(one.members), min(one.members)))


def _weights(bags: Sequence[frozenset[str]]) -> Mapping[str, float]:
    held = Counter(lexeme for bag in bags for lexeme in bag)
    return {lexeme: math.log((1 + len(bags)) / (1 + number)) + 1 for lexeme, number in held.items()}


def _likeness(bags: Sequence[frozenset[str]], weights: Mapping[str, float]) -> NDArray[np.float64]:
    columns = {lexeme: place for place, lexeme in enumerate(sorted(weights))}
    matrix = np.zeros((len(bags), max(1, len(columns))))
    for row, bag in enumerate(bags):
        for lexeme in bag:
            matrix[row, columns[lexeme]] = weights[lexeme]
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    unit = np.divide(matrix, norms, out=np.zeros_like(matrix), where=norms > 0)
    return np.asarray(unit @ unit.T, dtype=np.float64)


def _assigned(alike: NDArray[np.float64]) -> list[int]:
    """The cluster of each, by average likeness. `sums[i, c]`: of text i to the members of cluster c."""
    number = len(alike)
    labels = [-1] * number
    sums, sizes = np.zeros((number, number)), np.zeros(number)
    for _ in range(ROUNDS):
        before = list(labels)
        for position in range(number):
            if (left := labels[position]) >= 0:
                sums[:, left] -= alike[:, position]
                sizes[left] -= 1
            joined = _nearest(position, sums, sizes)
            sums[:, joined] += alike[:, position]
            sizes[joined] += 1
            labels[position] = joined
        if labels == before:
            break
    return labels


def _nearest(position: int, sums: NDArray[np.float64], sizes: NDArray[np.float64]) -> int:
    """The cluster that it is most like; an empty one where it is like none."""
    means = np.divide(sums[position], sizes, out=np.full(len(sizes), -1.0), where=sizes > 0)
    best = int(means.argmax())
    if means[best] >= ALIKE:
        return best
    return position if sizes[position] == 0 else int(sizes.argmin())


def _described(
    members: Sequence[int],
    bags: Sequence[frozenset[str]],
    weights: Mapping[str, float],
    alike: NDArray[np.float64],
) -> Clustered:
    central = sorted(members, key=lambda one: (-float(alike[one, list(members)].sum()), one))
    held = Counter(lexeme for one in members for lexeme in bags[one])
    shared = [lexeme for lexeme, number in held.items() if number * 2 >= len(members) and number > 1]
    shared.sort(key=lambda lexeme: (-held[lexeme] * weights[lexeme], lexeme))
    return Clustered(tuple(central), tuple(shared[:MOST_TERMS]))
