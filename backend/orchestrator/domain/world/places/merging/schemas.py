"""What does a merge of places look like from outside?"""

from uuid import UUID

from pydantic import BaseModel, ConfigDict

from orchestrator.domain.foundation.entities.merging import MergeEffect, MergeRequest
from orchestrator.domain.world.places.schemas import PlaceOut

_ID = "019f2c40-0000-7000-8000-000000000001"


class PlaceMergeIn(MergeRequest):
    """Which places become part of which. `dry_run`: only say what would move."""


class PlaceMergeOut(MergeEffect, PlaceOut):
    """The kept place, after the merge (with `dry_run`: as it would be), and what moved to it: `fields` that it gets,
    `moves`: rows by kind that point to it, `left_aside`: single values of the others that it has otherwise; an un-merge
    brings them back."""


class PlaceUnmergeIn(BaseModel):
    """Which place comes out again."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"place_id": _ID}]})

    place_id: UUID


class PlaceUnmergeOut(PlaceOut):
    """The place that was merged, as it was, and the one that it was part of."""

    kept: PlaceOut
