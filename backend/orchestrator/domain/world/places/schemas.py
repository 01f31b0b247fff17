"""What does a place look like from outside?"""

from typing import Annotated

from pydantic import ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from orchestrator.domain.foundation.entities.schemas import EntityFields, EntityOut, Line, Lines, LongText, OptionalLine
from orchestrator.domain.people.accounts.schemas import Zone
from orchestrator.kit.numbers import NUMBER

Latitude = Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False), NUMBER]
Longitude = Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False), NUMBER]
Metres = Annotated[float, Field(gt=0, le=20_000_000, allow_inf_nan=False), NUMBER]

EXAMPLE: JsonDict = {
    "name": "Clínica Sorriso",
    "aliases": ["the dentist's"],
    "category": "health",
    "address": "Rua Augusta 10, São Paulo",
    "lat": -23.55,
    "lon": -46.65,
    "radius_m": 60,
}


class PlaceFields(EntityFields):
    """A place as a client gives it."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE]})

    name: Line
    aliases: Lines = Field(default_factory=list)
    category: OptionalLine = None
    address: LongText = None
    lat: Latitude | None = None
    lon: Longitude | None = None
    radius_m: Metres | None = None
    home_like: bool = False
    ignored: bool = False
    timezone: Zone | None = Field(default=None, description="That of the coordinates unless given.")
    description: LongText = None
    attribution: OptionalLine = Field(
        default=None, description="Whom address and coordinates are to be credited to, e.g. a geocoder's sources."
    )

    @model_validator(mode="after")
    def _both_coordinates(self) -> "PlaceFields":
        if (self.lat is None) != (self.lon is None):
            msg = "`lat` and `lon` come together"
            raise ValueError(msg)
        return self


class PlaceOut(EntityOut):
    """A place."""

    name: str
    aliases: list[str]
    category: str | None
    address: str | None
    lat: float | None
    lon: float | None
    radius_m: float | None
    home_like: bool
    ignored: bool
    timezone: str | None
    description: str | None
    attribution: str | None
