"""How far does plain BM25 get, without Steward? The best turns as they are, quoted with speaker and date."""

import math
from collections import Counter
from collections.abc import Sequence

from tests.evals.locomo import Conversation, Turn

from orchestrator.language.text.normalize import STOP_WORDS, stems, tokens

K1, B = 1.2, 0.75
QUOTED = 3


class PlainBm25:
    """BM25 over "speaker: text", one turn a document, stop-words left out, English stems."""

    def __init__(self, conversation: Conversation) -> None:
        self._turns = conversation.turns
        self._counts = [Counter(_terms(f"{turn.speaker}: {turn.text}")) for turn in self._turns]
        self._df = Counter(term for counts in self._counts for term in counts)
        self._mean = sum(counts.total() for counts in self._counts) / len(self._counts)

    def best(self, question: str, limit: int) -> list[Turn]:
        """The `limit` best turns."""
        wanted = set(_terms(question))
        scores = [(self._score(wanted, counts), -place) for place, counts in enumerate(self._counts)]
        best = sorted(scores, reverse=True)[:limit]
        return [self._turns[-place] for score, place in best if score > 0]

    def _score(self, wanted: set[str], counts: Counter[str]) -> float:
        length = 1 - B + B * counts.total() / self._mean
        found = 0.0
        for term in wanted & counts.keys():
            idf = math.log(1 + (len(self._counts) - self._df[term] + 0.5) / (self._df[term] + 0.5))
            found += idf * counts[term] * (K1 + 1) / (counts[term] + K1 * length)
        return found


def quoted(turns: Sequence[Turn]) -> str:
    """The turns as an answer."""
    return "\n".join(f"{turn.speaker}: “{turn.text}” ({turn.at:%d %B %Y})" for turn in turns[:QUOTED])


def _terms(text: str) -> list[str]:
    aligned = zip(tokens(text), stems(text, ("en",)), strict=False)
    return [forms[0] for word, forms in aligned if word not in STOP_WORDS["en"]]
