"""What do the arguments of all tools have in common? Blank is absent, and text is storable."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

from orchestrator.kit.text import storable_json


class ToolArguments(BaseModel):
    """Arguments as a model proposes them: an empty string, null or a blank counts as absent."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        kept: dict[str, Any] = {}
        for name, value in data.items():
            cleaned = storable_json(value)
            cleaned = cleaned.strip() if isinstance(cleaned, str) else cleaned
            if cleaned not in (None, ""):
                kept[name] = cleaned
        return kept
