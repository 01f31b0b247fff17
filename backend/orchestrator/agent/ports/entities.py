"""How does the runtime speak of an entity that a slice keeps?"""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class EntityRef:
    """An entity by kind and id, with the title that a person knows it by."""

    type: str
    id: UUID
    title: str = ""
