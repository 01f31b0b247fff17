"""Reads and writes `places`."""

from orchestrator.db.repository import OwnedRepository
from orchestrator.domain.world.places.model import Place

places = OwnedRepository(Place, "place")
