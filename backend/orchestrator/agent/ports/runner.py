"""What does the runner tell of a turn while it goes on?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class TurnEvent:
    """One event of the stream (api.md): `run.started`, `route`, `step`, `tool.started`, `tool.finished`, `token`,
    `need_user_input`, `preview`, `warning`, `final`, `error`."""

    name: str
    data: Mapping[str, Any]
