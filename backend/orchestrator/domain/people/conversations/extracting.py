"""Which sentences of a conversation tell best what it was about? What stands in for a model that summarises.

Words that many sentences share are what a conversation is about, and what a chosen sentence has told counts less for
the next (as in SumBasic: Nenkova and Vanderwende, 2005). A sentence is worth the sum of its content words, for the mean
would choose "That's great!", over the root of their number, for the sum alone would choose the longest. What the user
told counts more than what was asked or answered. Nothing is worded anew.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.domain.people.conversations.said import Said
from orchestrator.kit import text as kit_text
from orchestrator.kit.text import shorten
from orchestrator.language.discourse.talk import tells
from orchestrator.language.text.normalize import content_words

MOST_SENTENCES = 8
MOST_CHARACTERS = 1_000
LONGEST_SENTENCE = 240
FEWEST_WORDS = 3
"""Content words: a sentence with fewer ("Thank you!", "That's great, Ana!") tells nothing by itself."""
READ_OF_ONE = 40
"""Sentences of one message that are looked at: a pasted book must not drown the rest."""
TOLD_BY_USER = 1.5
WITH_FIGURES = 1.5
"""Times, amounts and numbers are what is asked for later."""
ASKED = 0.5
TOLD_ALREADY = 0.4
"""Of a word's weight so much is left when a chosen sentence has told it."""


@dataclass(frozen=True)
class _Sentence:
    place: int
    speaker: str
    text: str
    words: frozenset[str]
    worth: float


def telling(
    parts: Sequence[Said], *, most: int = MOST_SENTENCES, characters: int = MOST_CHARACTERS
) -> list[tuple[str, str]]:
    """(speaker, sentence) of the sentences that tell most, in their order; none where nothing was said."""
    sentences = [sentence for part in parts if not part.gone for sentence in _sentences(part)]
    placed = [_Sentence(place, *rest) for place, rest in enumerate(sentences)]
    weights = _weights(placed)
    chosen: list[_Sentence] = []
    left = characters
    while placed and len(chosen) < most and left > 0:
        best = max(placed, key=lambda one: (_worth(one, weights), -one.place))
        placed.remove(best)
        if len(best.text) > left:
            continue
        chosen.append(best)
        left -= len(best.text)
        for word in best.words:
            weights[word] *= TOLD_ALREADY
    return [(one.speaker, one.text) for one in sorted(chosen, key=lambda one: one.place)]


def _sentences(part: Said) -> list[tuple[str, str, frozenset[str], float]]:
    found = []
    told = TOLD_BY_USER if part.by_user and tells(part.text) else 1.0
    for piece in kit_text.sentences(part.text)[:READ_OF_ONE]:
        text = " ".join(piece.split())
        words = frozenset(content_words(text))
        if len(words) >= FEWEST_WORDS:
            worth = told * (WITH_FIGURES if any(char.isdigit() for char in text) else 1.0)
            worth *= ASKED if text.endswith("?") else 1.0
            found.append((part.speaker, shorten(text, LONGEST_SENTENCE), words, worth))
    return found


def _weights(sentences: Sequence[_Sentence]) -> dict[str, float]:
    """What each word counts, by how many sentences hold it."""
    counts = Counter(word for sentence in sentences for word in sentence.words)
    return {word: math.log1p(count) for word, count in counts.items()}


def _worth(sentence: _Sentence, weights: dict[str, float]) -> float:
    return sentence.worth * sum(weights[word] for word in sentence.words) / math.sqrt(len(sentence.words))
