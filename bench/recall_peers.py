"""What do others find? Plain BM25, and recipe R of contracts/retrieval.md as it was given, over the same turns.

Both are written here from their descriptions, apart from the product's code: a common mistake would help neither.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import snowballstemmer

STOP_WORDS = frozenset(
    "i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it"
    " its itself they them their theirs themselves what which who whom this that these those am is are was were be been"
    " being have has had having do does did doing a an the and but if or because as until while of at by for with about"
    " against between into through during before after above below to from up down in out on off over under again"
    " further then once here there when where why how all any both each few more most other some such no nor not only"
    " own same so than too very s t can will just don should now".split()
)
"""Postgres' English list."""
ASKING = frozenset("many much long often ago would could might kind kinds type types according".split())
_NUMBERS = {
    word: str(value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen twenty".split()
    )
}
_MONTHS = "january february march april may june july august september october november december".split()
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|weeks?|weekend|months?|years?|\w+day|recently|since|morning"
    rf"|evening|summer|winter|spring|fall|\d{{4}}|{'|'.join(_MONTHS)})\b"
)
_DATE = re.compile(
    rf"(?:(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?\b({'|'.join(_MONTHS)})\b(?:\s+(\d{{1,2}})\b)?(?:,?\s*(\d{{4}}))?"
)
_STEMMER = snowballstemmer.stemmer("english")
Array = np.ndarray


@dataclass(frozen=True)
class Turn:
    """One message of a conversation."""

    id: str
    session: int
    at: datetime
    speaker: str
    text: str


def words(text: str) -> list[str]:
    return [word.removesuffix("'s") for word in _WORD.findall(text.lower().replace("’", "'"))]


def stems(text: str, unwanted: frozenset[str] = STOP_WORDS) -> list[str]:
    kept = [word for word in words(text) if word not in unwanted and (len(word) > 1 or word.isdigit())]
    return [str(_STEMMER.stemWord(_NUMBERS.get(word, word).replace("'", ""))) for word in kept]


class BM25:
    """k1 1.2, b 0.75, one turn with its speaker's name a document."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self.counts = [Counter(stems(f"{turn.speaker}: {turn.text}")) for turn in turns]
        self.lengths = np.array([count.total() for count in self.counts], float)
        self.holding = Counter(term for count in self.counts for term in count)

    def scores(self, question: str) -> Array:
        total = np.zeros(len(self.counts))
        for term in set(stems(question)):
            times = np.array([count[term] for count in self.counts], float)
            idf = math.log(1 + (len(times) - self.holding[term] + 0.5) / (self.holding[term] + 0.5))
            total += idf * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * self.lengths / self.lengths.mean()))
        return total


class RecipeR:
    """As in contracts/retrieval.md, for a conversation among people. `vectors`: one unit vector a turn."""

    WEIGHTS: tuple[tuple[int, float], ...] = ((0, 1.0), (-1, 0.5), (-2, 0.2), (1, 0.1))

    def __init__(self, turns: Sequence[Turn], vectors: Array | None) -> None:
        self.turns = turns
        self.people = {turn.speaker.lower() for turn in turns}
        self.counts = [Counter(stems(turn.text)) for turn in turns]
        self.lengths = np.array([len(words(turn.text)) for turn in turns], float)
        ratio = np.minimum(self.lengths / self.lengths.mean(), 3)
        self.norm = np.maximum(1, self.lengths / 30) * (0.7 + 0.3 * ratio)
        self.holding = Counter(term for count in self.counts for term in count)
        self.vectors = None if vectors is None else self._blended(vectors)

    def scores(self, question: str, vector: Array | None) -> Array:
        total = 0.2 * np.log1p(np.minimum(self.lengths, 20))
        for term in set(stems(question, STOP_WORDS | ASKING | self.people)):
            times = np.array([count[term] for count in self.counts]) / self.norm
            x = sum(weight * self._moved(times, offset) for offset, weight in self.WEIGHTS)
            idf = math.log(1 + (len(times) - self.holding[term] + 0.5) / (self.holding[term] + 0.5))
            total += idf * 1.5 * x / (x + 0.5)
        named = self.people & set(words(question))
        dates = [found.groups() for found in _DATE.finditer(question.lower())]
        when = re.match(r"\s*(when|how long)\b", question.lower()) is not None
        for row, turn in enumerate(self.turns):
            total[row] += 2.0 * (turn.speaker.lower() in named)
            total[row] -= 1.0 * (self.lengths[row] <= 12 and turn.text.rstrip().endswith("?"))
            total[row] += 3.0 * any(_on(date, turn.at) for date in dates)
            total[row] += 0.5 * (when and _TIME.search(turn.text.lower()) is not None)
        return total if vector is None or self.vectors is None else total + 14 * (self.vectors @ vector)

    def _blended(self, vectors: Array) -> Array:
        mixed = sum(weight * self._moved(vectors.T, offset).T for offset, weight in self.WEIGHTS)
        return np.asarray(mixed / np.linalg.norm(mixed, axis=1, keepdims=True))

    def _moved(self, values: Array, offset: int) -> Array:
        """What the turn so far away in the same session has; 0 where there is none."""
        moved = np.zeros_like(values)
        for row, turn in enumerate(self.turns):
            other = row + offset
            if 0 <= other < len(self.turns) and self.turns[other].session == turn.session:
                moved[..., row] = values[..., other]
        return moved


class RecipeROfChats(RecipeR):
    """The same for a talk with an assistant: no neighbours, and what the user said counts more where the question
    speaks of oneself."""

    WEIGHTS = ((0, 1.0),)

    def scores(self, question: str, vector: Array | None) -> Array:
        told = np.array([turn.speaker == "user" for turn in self.turns])
        return super().scores(question, vector) + 2.0 * told * bool({"i", "my", "me"} & set(words(question)))


def _on(date: tuple[str | None, ...], at: datetime) -> bool:
    before, month, after, year = date
    day = before or after
    if month == "may" and not (day or year):
        return False
    same_month = at.month == _MONTHS.index(str(month)) + 1
    return same_month and (day is None or int(day) == at.day) and (year is None or int(year) == at.year)
