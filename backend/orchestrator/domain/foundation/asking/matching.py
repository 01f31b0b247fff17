"""Which of these does the user mean by their words? The ones that hold most of them, in any of our languages."""

from collections.abc import Sequence
from typing import TypeVar

from orchestrator.language.text.normalize import content_words, normalize, stems

T = TypeVar("T")
ENOUGH = 0.5
"""At least half of the words have to be there: "the dentist appointment" finds "Dentist"."""
EXACT = 2.0


def best(words: str, candidates: Sequence[tuple[T, str]]) -> list[T]:
    """Those candidates (with their text) that share most with `words`; all where there are no words to go by."""
    exact = [one for one, text in candidates if normalize(text.partition("\n")[0]) == normalize(words)]
    if exact:
        return exact
    wanted = [set(found) for found in stems(" ".join(content_words(words)))]
    if not wanted:
        return [one for one, _ in candidates]
    scored = [(_share(wanted, text), one) for one, text in candidates]
    most = max((score for score, _ in scored), default=0.0)
    return [one for score, one in scored if score == most] if most >= ENOUGH else []


def scored(words: str, candidates: Sequence[tuple[T, str]]) -> list[tuple[float, T]]:
    """Those candidates (with their text, the title in its first line) that hold enough of `words`, and how much of
    them: from ENOUGH to 1, `EXACT` where they are its very title. None where there are no words to go by."""
    wanted = [set(found) for found in stems(" ".join(content_words(words)))]
    if not wanted:
        return []
    found = [(_exactly(words, text) or _share(wanted, text), one) for one, text in candidates]
    return [(score, one) for score, one in found if score >= ENOUGH]


def _exactly(words: str, text: str) -> float:
    return EXACT if normalize(text.partition("\n")[0]) == normalize(words) else 0.0


def _share(wanted: Sequence[set[str]], text: str) -> float:
    there = {stem for found in stems(text) for stem in found}
    return sum(1 for word in wanted if word & there) / len(wanted)
