"""What does a stay look like from outside? (api.md, Stays)"""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

KIND = "stay"


class StayOut(BaseModel):
    """A stay. `place_id`, `place_name`: the known place that it lies in; `timezone`: that of its coordinates.
    `inferred`: nobody measured for over four hours of it. `samples`: how many measurements it stands on."""

    id: UUID
    start_at: datetime
    end_at: datetime
    timezone: str
    lat: float
    lon: float
    radius_m: float = Field(description="Metres round the middle.")
    place_id: UUID | None = None
    place_name: str | None = None
    device: str | None
    inferred: bool
    samples: int
