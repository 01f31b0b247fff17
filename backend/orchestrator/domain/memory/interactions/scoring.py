"""How much friction was there, and did the answer hit the user's way? Two numbers of one generation.

    friction = 0.60 · corrected + 0.25 · min(1, edits / 5) + 0.15 · (1 − 2^(−latency / 30 s))

A correction says most; five edits are as bad as edits get; half of what waiting counts is reached after 30 seconds.
What was not told counts as none. A mean over generations is comparable whatever their number (docs/decisions/0033).

A *vibe match* is a long answer that was left as it came.
"""

from typing import Literal

CORRECTED_WEIGHT = 0.60
EDITS_WEIGHT = 0.25
LATENCY_WEIGHT = 0.15
MOST_EDITS = 5
HALF_LATENCY_MS = 30_000
LONG_ANSWER = 500
"""Characters: a short answer that nobody corrects says little about how the user likes answers."""
RECENT = 5
"""Generations that tell where a session stands."""
STEADY = 0.1
"""A change of mean friction that small is none."""

Trend = Literal["rising", "steady", "falling"]


def friction(*, was_corrected: bool, edit_count: int, latency_ms: int | None) -> float:
    """The friction of one generation, 0 to 1."""
    waited = 1 - 2 ** (-(latency_ms or 0) / HALF_LATENCY_MS)
    edited = min(1.0, edit_count / MOST_EDITS)
    score = CORRECTED_WEIGHT * was_corrected + EDITS_WEIGHT * edited + LATENCY_WEIGHT * waited
    return round(min(1.0, score), 4)


def vibe_match(response: str, *, was_corrected: bool, edit_count: int) -> bool:
    """A long answer, neither corrected nor edited."""
    return liked(len(response.strip()), was_corrected=was_corrected, edit_count=edit_count)


def liked(characters: int, *, was_corrected: bool, edit_count: int) -> bool:
    """The same for an answer of so many characters."""
    return not was_corrected and edit_count == 0 and characters >= LONG_ANSWER


def trend(before: float | None, recent: float | None) -> Trend:
    """How the mean friction of the last generations stands to that of those before; None where there are none."""
    if before is None or recent is None or abs(recent - before) < STEADY:
        return "steady"
    return "rising" if recent > before else "falling"
