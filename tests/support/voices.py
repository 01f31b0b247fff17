"""Voices made by a generator: speakers as points on the sphere, their speech around them."""

import numpy as np
from numpy.typing import NDArray

DIM = 192


class Speakers:
    """Speakers whose scores are as CAM++'s: two clips of one near 0.83, clips of two near 0.3. All by one seed."""

    def __init__(self, seed: int = 1) -> None:
        self._random = np.random.default_rng(seed)
        self._shared = self._unit(self._random.normal(size=DIM))

    def speaker(self) -> NDArray[np.float64]:
        """A new speaker's centre."""
        own = self._unit(self._random.normal(size=DIM))
        return self._unit(0.6 * self._shared + 0.8 * own)

    def clip(self, centre: NDArray[np.float64], *, noise: float = 0.45) -> list[float]:
        """What they say once; with more noise it lies further off."""
        found: list[float] = self._unit(centre + noise * self._unit(self._random.normal(size=DIM))).tolist()
        return found

    def between(self, one: NDArray[np.float64], other: NDArray[np.float64], cosine: float) -> NDArray[np.float64]:
        """A centre with that cosine to the first, in the direction of the second."""
        aside = self._unit(other - (other @ one) * one)
        return cosine * one + (1 - cosine**2) ** 0.5 * aside

    def _unit(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = values / np.linalg.norm(values)
        return found
