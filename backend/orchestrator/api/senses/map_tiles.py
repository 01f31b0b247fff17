"""`/map`: what a map of the user's places may be drawn on; the owner's own tiles where a setting names them."""

from pydantic import BaseModel, Field

from orchestrator.api.crud import Reader
from orchestrator.web.access.auth import RuntimeDep
from orchestrator.web.problems import responses
from orchestrator.web.routing import Router

router = Router(prefix="/map", tags=["entities"])


class TilesOut(BaseModel):
    """Map tiles. `url` holds `{z}`, `{x}` and `{y}` (Web Mercator, 256 pixels, as OpenStreetMap numbers them)."""

    url: str = Field(examples=["https://tiles.example/{z}/{x}/{y}.png"])
    attribution: str | None
    max_zoom: int


class MapOut(BaseModel):
    """`tiles`: null without STEWARD_MAP_TILES_URL; then a client draws an outline of its own, or none."""

    tiles: TilesOut | None


@router.get("", summary="What a map is drawn on", responses=responses())
async def read_map(runtime: RuntimeDep, _: Reader) -> MapOut:
    """The same for all users of this Steward. Only those who may read get it: an address may hold a key."""
    settings = runtime.settings
    if settings.map_tiles_url is None:
        return MapOut(tiles=None)
    attribution, most = settings.map_tiles_attribution, settings.map_tiles_max_zoom
    return MapOut(tiles=TilesOut(url=settings.map_tiles_url, attribution=attribution, max_zoom=most))
