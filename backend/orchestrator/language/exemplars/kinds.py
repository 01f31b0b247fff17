"""What kind of message is it? As the exemplars of all languages tell: a proposal, never more.

A kind says what is asked for, wanted or told; never of what, when or whom. What a message does is decided by those who
read its words; they take a kind where the words of no table say one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from orchestrator.language.exemplars.classifier import Classifier
from orchestrator.language.exemplars.masking import MOST_CHARACTERS, masked
from orchestrator.language.tables import Language

TASK: Final = "kind"
REPLIES: Final = frozenset({"yes", "no", "amend"})
TALK: Final = frozenset({"greet", "thanks", "bye", "abilities", "out"})
WANTS: Final = frozenset("create move cancel invite todo done note fact contact rule forget undo send".split())
TELLS: Final = frozenset({"tell"})
_CLEAR, _AHEAD = 0.4, 0.25
_KEPT = 2048
"""Messages of the turns under way and of their talks: each is asked for by several."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """The likeliest kind of a message. `share`: how likely it is, 0 to 1; `shares`: that of each kind."""

    kind: str
    share: float
    shares: Mapping[str, float]

    @property
    def clear(self) -> bool:
        """Whether it is well ahead of the second likeliest, of fifty."""
        return self.share >= _CLEAR and self.share - sorted(self.shares.values())[-2] >= _AHEAD

    @property
    def asks(self) -> float:
        """How likely it is that something is asked for, of whatever kind."""
        return 1 - sum(self.of(kinds) for kinds in (REPLIES, TALK, WANTS, TELLS))

    @property
    def wants(self) -> float:
        """How likely it is that a change is wanted."""
        return self.of(WANTS)

    def of(self, kinds: frozenset[str]) -> float:
        """How likely it is one of these."""
        return sum(self.shares[kind] for kind in kinds)


def proposed(text: str, language: Language) -> Proposed:
    """The kind of a message; what is long is read at its beginning."""
    return _proposed(text[:MOST_CHARACTERS], language)


@lru_cache(maxsize=_KEPT)
def _proposed(text: str, language: Language) -> Proposed:
    shares = Classifier.load(TASK).scores(masked(text, language))
    kind = max(shares, key=lambda one: shares[one])
    return Proposed(kind, shares[kind], shares)
