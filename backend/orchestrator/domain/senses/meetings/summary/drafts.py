"""What was made of a transcript, before anything of it is held against the transcript's own words."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class Proposed:
    """An action item as it was proposed, nothing of it looked up yet. `heard`: code read in the talk itself that it was
    given to somebody; a model's proposal never is."""

    text: str
    assignee: str | None
    email: str | None
    quote: str
    heard: bool = False


@dataclass(frozen=True)
class Draft:
    """What came of it; `generated_by` is shown to people. `rules`: those of the user's whose words were taken in."""

    summary: str
    proposed: tuple[Proposed, ...]
    generated_by: str
    rules: tuple[UUID, ...] = ()
