"""Which of the facts that a turn heard did its answer use? Told by code, so that what was merely shown counts for
nothing.

An answer uses a fact where it says, in whatever of our languages, what the fact says and the question did not: at least
half of those words, weighed by how few of the facts heard have them, and none of the figures among them is missing. A
fact that the question says itself is repeated, not used.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID

from orchestrator.language.normalize import STOP_WORDS, stems, tokens

LEAST = 0.5
READ_CHARACTERS = 8_000
"""Of an answer and a question."""
_IDLE = frozenset("user usuario usuaria utilizador utilizadora".split()).union(*STOP_WORDS.values())

_Word = tuple[str, ...]
"""A word by its stems."""


def used_of(heard: Mapping[UUID, str], question: str, answer: str) -> list[UUID]:
    """Those that the answer used. `heard`: their texts."""
    said = _stems(answer[:READ_CHARACTERS])
    asked = _stems(question[:READ_CHARACTERS])
    words = {fact_id: _words(text) for fact_id, text in heard.items()}
    holding = Counter(stem for each in words.values() for stem in {stem for word in each for stem in word})
    return [fact_id for fact_id, each in words.items() if _is_used(each, asked, said, holding)]


def _is_used(words: Sequence[_Word], asked: set[str], said: set[str], holding: Mapping[str, int]) -> bool:
    new = [word for word in words if asked.isdisjoint(word)]
    if any(word[0].isdigit() and said.isdisjoint(word) for word in new):
        return False
    weights = [1 / min(holding[stem] for stem in word) for word in new]
    met = sum(weight for word, weight in zip(new, weights, strict=True) if not said.isdisjoint(word))
    return bool(new) and met >= LEAST * sum(weights)


def _words(text: str) -> list[_Word]:
    pairs = zip(tokens(text), stems(text), strict=False)
    return list(dict.fromkeys(found for word, found in pairs if word not in _IDLE and found))


def _stems(text: str) -> set[str]:
    return {stem for word in _words(text) for stem in word}
