"""How sure is a learning, and what moves it? Pure: a standing and the acts on it, nothing stored.

The marks are those of product.md section 4 and seed 002 section 7: 0.7 at first, 0.85 after three successful uses, 0.95
on review, 1.0 on approval. What counts moves a learning below its user's marks alone:

- A success or failure is a *run* in which the fix was told (or was found out once more without being told): its
  repeats within the run are no evidence.
- Three successes in a row make it 0.85. A failure (the very same error again, right after it was told) takes it back to
  0.7, and three successes have to come again.
- Three failures in a row, the mirror of it, make it 0.5, the lower end of what the seed gives a learning: it is told no
  more, stands in `GET /knowledge?doubted=true`, and the next success (the same fix, found out anew) brings it back.
- Reviewed and approved are the user's word: counted on, never moved by counting. Only an edit of what it says takes
  that word back, because it was given to other words.
"""

from dataclasses import dataclass, replace
from typing import Literal, get_args

State = Literal["learning", "reviewed", "approved"]
STATES: tuple[State, ...] = get_args(State)
Act = Literal["learned", "filed", "proven", "fell_back", "doubted", "edited", "reviewed", "approved", "promoted"]
ScopeType = Literal["project", "language", "universal"]
SCOPES: tuple[ScopeType, ...] = get_args(ScopeType)
"""From the narrowest to the widest; of equally sure ones the narrowest is told (seed 002: repo > language > …)."""

DOUBTED = 0.5
FIRST = 0.7
PROVEN = 0.85
REVIEWED = 0.95
APPROVED = 1.0
IN_A_ROW = 3
"""Successes that prove a learning (product.md), failures that make it doubtful."""


@dataclass(frozen=True)
class Standing:
    """Where a learning stands. `streak`: successes in a row since the last failure, negative: failures in a row."""

    state: State = "learning"
    streak: int = 0

    @property
    def confidence(self) -> float:
        """The mark of the ladder."""
        if self.state != "learning":
            return REVIEWED if self.state == "reviewed" else APPROVED
        if self.streak >= IN_A_ROW:
            return PROVEN
        return DOUBTED if self.streak <= -IN_A_ROW else FIRST

    # What Steward counts

    def succeeded(self) -> "Standing":
        """It was told, and the next call got through."""
        return replace(self, streak=max(self.streak, 0) + 1)

    def failed(self) -> "Standing":
        """It was told, and the same error came again."""
        return replace(self, streak=min(self.streak, 0) - 1)

    # What the user does

    def reviewed(self) -> "Standing":
        """The user looked at it and found it right. What is approved stays so."""
        return self if self.state == "approved" else replace(self, state="reviewed")

    def approved(self) -> "Standing":
        """The user made it knowledge."""
        return replace(self, state="approved")

    def edited(self) -> "Standing":
        """It says something else now: what was counted and found of the old words is nothing to the new ones."""
        return Standing()


def counted_step(before: Standing, after: Standing) -> Act | None:
    """What a count did to the mark; None where it stayed."""
    if before.confidence == after.confidence:
        return None
    if after.confidence == PROVEN:
        return "proven"
    return "doubted" if after.confidence == DOUBTED else "fell_back"


def wider(scope: ScopeType) -> ScopeType | None:
    """The next scope; None where there is none."""
    at = SCOPES.index(scope) + 1
    return SCOPES[at] if at < len(SCOPES) else None
