"""Do two people speak in turns in a clip? Two-means over the embeddings of its pieces (spherical k-means, k = 2); pure.

Pieces of one voice stay alike however they are parted; those of two fall into two groups far from each other.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

PIECE_S = 2.0
"""Shorter pieces of one voice differ too much, longer ones hold the turns of both."""
ROUNDS = 5
Vector = NDArray[np.float64]


def parted(pieces: Sequence[Vector]) -> float:
    """The cosine between the middles of the two groups into which unit vectors fall best: 1 where there is but one."""
    if len(pieces) < 2:
        return 1.0
    rows = np.stack(pieces)
    first, second = np.unravel_index(np.argmin(rows @ rows.T), (len(rows), len(rows)))
    one, other = rows[first], rows[second]
    for _ in range(ROUNDS):
        others = rows @ one < rows @ other
        if others.all() or not others.any():
            return 1.0
        one, other = _middle(rows[~others]), _middle(rows[others])
    return float(one @ other)


def _middle(rows: Vector) -> Vector:
    total = rows.sum(axis=0)
    found: Vector = total / max(float(np.linalg.norm(total)), np.finfo(np.float64).tiny)
    return found
