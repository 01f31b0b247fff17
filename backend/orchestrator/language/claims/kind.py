"""What kind of sentence is it: a deed told as done, a state that a deed would leave, or none of these?

The classifier of the task "claim" (`language/exemplars`) says it of each sentence of an answer, in any of the
languages. What it is sure of counts where the patterns find nothing, and takes back what they find.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.exemplars.classifier import Classifier

TASK: Final = "claim"
SURE: Final = 0.65
"""Probability of a claim from which a sentence is one, whatever the patterns say."""
SURE_OF_READ: Final = 0.9
"""The same where something was read and no change was tried: an answer of few words ("Just the milk.") tells that."""
UNLIKELY: Final = 0.15
"""Probability up to which it is none."""

_DEED, _STATE = "deed", "state"
_PLAIN = frozenset({"OWN", "YOU"})
"""Readings that stand whatever kind the sentence is: "I've added", and what evidence must hold."""
FEWEST_WORDS: Final = 2
"""A single word tells no kind; those that claim ("Done.") are patterns. What stands in brackets is none."""
_WORDS = patterns.compile(r"[^\W\d_]+")
_ASIDE = patterns.compile(r"\([^()\n]*\)")
_ENDS = patterns.compile(r"[.!?…]+|\n")
_AFTER_A_STOP = frozenset("\"'”»)*_")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer, and how likely it tells a deed or a state."""

    start: int
    end: int
    deed: float
    state: float

    @property
    def claim(self) -> float:
        """How likely it is a claim of either kind."""
        return self.deed + self.state

    def sure(self, *, only_read: bool) -> bool:
        """Whether it is a claim even where no pattern finds one. `only_read`: see SURE_OF_READ."""
        return self.claim >= (SURE_OF_READ if only_read else SURE)

    @property
    def says(self) -> str:
        """The reading of `lexicon.claim_words` that is nearest."""
        return "STRICT" if self.deed >= self.state else "STATE"


def sentence_ends(text: str) -> Iterator[int]:
    """Where the sentences of a text end, lines as well; the last one may have none."""
    for match in _ENDS.finditer(text):
        after = text[match.end() : match.end() + 1]
        if match[0] == "\n" or not after or after.isspace() or after in _AFTER_A_STOP:
            yield match.end()


def kinds_of(shown: str) -> list[Sentence]:
    """The sentences that ask nothing, in order; `shown` is an answer without what it quotes."""
    spans, start = [], 0
    for end in (*sentence_ends(shown), len(shown)):
        said = shown[start:end]
        if "?" not in said and len(_WORDS.findall(_ASIDE.sub(" ", said))) >= FEWEST_WORDS:
            spans.append((start, end))
        start = end
    told = Classifier.load(TASK).scores_of([shown[start:end].strip() for start, end in spans])
    return [Sentence(*span, scores[_DEED], scores[_STATE]) for span, scores in zip(spans, told, strict=True)]


def unlikely(sentences: Sequence[Sentence], span: tuple[int, int], says: str) -> bool:
    """Whether the sentence around a clause can hardly be the claim that a pattern of the reading `says` found in it."""
    found = bisect_right(sentences, span[0], key=lambda one: one.start) - 1
    inside = found >= 0 and span[0] < sentences[found].end
    return inside and says not in _PLAIN and sentences[found].claim <= UNLIKELY
