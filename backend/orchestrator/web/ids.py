"""What is an id in a path? A UUID; what is none can't exist, so it is answered 404."""

from typing import Annotated
from uuid import UUID

from fastapi import Path
from pydantic import BeforeValidator

from orchestrator.errors import NotFound
from orchestrator.kit.ids import parse_id


def existing(value: object) -> UUID:
    """Raises NotFound."""
    entity_id = parse_id(value)
    if entity_id is None:
        raise NotFound("There is no such thing: an id is a UUID.")
    return entity_id


EntityId = Annotated[UUID, BeforeValidator(existing), Path(description="The id (UUID).")]
