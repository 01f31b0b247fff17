"""A map that holds what a test wrote down: the fake beside the port."""

from collections.abc import Mapping, Sequence

from orchestrator.errors import IntegrationFailed
from orchestrator.integrations.geocoding.port import Category, GeoPlace, Point


class WrittenMap:
    """`found` answers texts by their very words, `at` every point, `around` every category; `failing`: what it raises
    instead. `asked` holds (what, text or point, language), oldest first."""

    def __init__(
        self,
        found: Mapping[str, Sequence[GeoPlace]] | None = None,
        *,
        at: GeoPlace | None = None,
        around: Sequence[GeoPlace] = (),
        failing: str = "",
    ) -> None:
        self.found = dict(found or {})
        self.at = at
        self.around = tuple(around)
        self.failing = failing
        self.asked: list[tuple[str, object, str]] = []
        self.closed = False

    @property
    def name(self) -> str:
        return "written"

    async def forward(self, text: str, *, near: Point | None, language: str, limit: int) -> tuple[GeoPlace, ...]:
        """See Geocoder."""
        del near
        self._heard("forward", text, language)
        return tuple(self.found.get(text, ()))[:limit]

    async def reverse(self, at: Point, *, language: str) -> GeoPlace | None:
        """See Geocoder."""
        self._heard("reverse", at, language)
        return self.at

    async def nearby(
        self, around: Point, *, radius_m: float, category: Category, language: str, limit: int
    ) -> tuple[GeoPlace, ...]:
        """See Geocoder."""
        del radius_m
        self._heard("nearby", (around, category), language)
        return self.around[:limit]

    async def close(self) -> None:
        self.closed = True

    def _heard(self, what: str, about: object, language: str) -> None:
        self.asked.append((what, about, language))
        if self.failing:
            raise IntegrationFailed(self.failing)
