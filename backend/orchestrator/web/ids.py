"""What is an id in a path? A UUID, or a name without NUL; what is none can't exist, so it is answered 404."""

from collections.abc import Mapping
from typing import Annotated, Any
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


def check_storable(path_params: Mapping[str, Any]) -> None:
    """Postgres refuses NUL in any text, so nothing has such a name. Raises NotFound."""
    if any(isinstance(value, str) and "\x00" in value for value in path_params.values()):
        raise NotFound("There is no such thing: no name holds NUL.")


EntityId = Annotated[UUID, BeforeValidator(existing), Path(description="The id (UUID).")]
