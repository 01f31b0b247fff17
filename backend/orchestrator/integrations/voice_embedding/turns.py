"""Do two people speak in turns in a clip? Two-means over the embeddings of its pieces (spherical k-means, k = 2); pure.

Pieces of one voice stay alike however they are parted; those of two fall into two groups, each more alike within itself
than to the other. How alike pieces are at all depends on the channel, how much more they are within does not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PIECE_S = 2.0
"""Shorter pieces of one voice differ too much, longer ones hold the turns of both."""
ROUNDS = 5
APART = 0.45
"""Middles of two groups that are less alike are of two people. Of one person's clips the least was .50."""
CLOSER = 0.20
"""Pieces that are so much more alike within the groups than across are of two people. Of one person's the most was
.16, in noise at 10 dB."""
LEAST_PIECES = 4
"""Of fewer nothing is known of how alike pieces of one group are."""
Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Parting:
    """The two groups into which unit vectors fall best. `middles`: the cosine between their middles; `closer`: by how
    much the mean cosine within the groups is above that across."""

    middles: float = 1.0
    closer: float = 0.0


_ONE = Parting()


def two_voices(pieces: Sequence[Vector]) -> bool:
    """Whether the pieces (unit vectors) are of two people who take turns."""
    found = parting(pieces)
    return found.middles < APART or (len(pieces) >= LEAST_PIECES and found.closer > CLOSER)


def parting(pieces: Sequence[Vector]) -> Parting:
    """How the pieces part; of one group where they do not."""
    if len(pieces) < 2:
        return _ONE
    rows = np.stack(pieces)
    alike = rows @ rows.T
    first, second = np.unravel_index(np.argmin(alike), alike.shape)
    one, other = rows[first], rows[second]
    for _ in range(ROUNDS):
        others = rows @ one < rows @ other
        if others.all() or not others.any():
            return _ONE
        one, other = _middle(rows[~others]), _middle(rows[others])
    return Parting(float(one @ other), _closer(alike, others))


def _closer(alike: Vector, others: NDArray[np.bool_]) -> float:
    """Pairs within both groups against those across; 0 where no group has two."""
    same = others[:, None] == others[None, :]
    pairs = np.triu(np.ones_like(alike, dtype=np.bool_), k=1)
    within = alike[same & pairs]
    return float(within.mean() - alike[~same].mean()) if len(within) else 0.0


def _middle(rows: Vector) -> Vector:
    total = rows.sum(axis=0)
    found: Vector = total / max(float(np.linalg.norm(total)), np.finfo(np.float64).tiny)
    return found
