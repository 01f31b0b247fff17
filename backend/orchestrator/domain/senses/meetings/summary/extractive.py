"""What can be said of a meeting without a language model? Its own telling sentences, and what was promised in so many
words.

A sentence tells much where its words are those that the meeting keeps coming back to, spread over it, and where it
says itself that something was decided. Nothing is rephrased: what is shown stands in the transcript.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType

from orchestrator.domain.senses.meetings.summary.drafts import Draft, Proposed
from orchestrator.domain.senses.meetings.summary.fragments import Turn
from orchestrator.kit import patterns
from orchestrator.kit.text import shorten
from orchestrator.language.commitments import Assigned, Commitment, Said, accepts, assigned, commitments
from orchestrator.language.detect import language_of
from orchestrator.language.messages import say
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import content_words, normalize
from orchestrator.language.text.spoken import spoken_sentences

READER = "reader"
SENTENCES = 10
"""As many as a person reads at a glance; of a shorter meeting two, and one for each 25 sentences."""
SENTENCES_EACH = 25
FEWEST_WORDS, MOST_WORDS = 5, 45
"""Content of a telling sentence: fewer say too little, more are a monologue that was not cut."""
SHOWN_CHARACTERS = 280
COUNTED = 20_000
"""Sentences that are weighed; of a longer meeting every n-th."""
MOST_PROMISES = 1_000
ALIKE = 0.6
"""Share of common words from which on a sentence says what another one said."""
SPOKEN = frozenset(
    "know think mean like really get got go going gonna want thing things yeah okay ok right sort kind lot one"
    " don um uh mm"
    " hmm actually basically maybe probably well say said see look good guess something put ve ll re doesn didn isn"
    " acho tipo coisa coisas pois bem ta ne assim sabe vamos vou quer ficar gente fazer ver dizer entao depois agora"
    " creo cosa cosas bueno pues digo sabes vale asi vamos voy hacer ver decir entonces luego ahora".split()
)
"""What people say all the time when they talk; in none of it does a meeting come back to its matter."""
_DECIDING = patterns.compile(
    r"\b(?:decid\w+|agree[ds]?|so we(?:['’]ll| will)|conclu\w+|in summary|to sum|deadline|budget|target"
    r"|goal|purpose"
    r"|acord\w+|combin(?:amos|ado)|resum\w+|prazo|orcamento|objetivo|objectivo|decision|acuerd\w+|quedamos|plazo"
    r"|presupuesto|problem\w*|important\w*)\b"
)
_DECIDING_WEIGHT = 1.35


@dataclass(frozen=True)
class _Sentence:
    number: int
    speaker: str
    text: str
    words: frozenset[str]


def draft_of(turns: Sequence[Turn], locale: str, names: Mapping[str, str] = MappingProxyType({})) -> Draft:
    """The extractive summary and the explicit action items; `generated_by` is `reader`. `names`: what the recorder's
    labels stand for."""
    language = language_of(" ".join(turn.text for turn in turns[:200])[:20_000], locale)
    called = [replace(turn, speaker=names.get(turn.speaker, turn.speaker)) for turn in turns]
    return Draft(summary_of(called, language), tuple(islice(explicit(turns, language), MOST_PROMISES)), READER)


def summary_of(turns: Sequence[Turn], language: Language) -> str:
    """Its label, then the most telling sentences in their order, each with who said it."""
    sentences = _sentences(turns, language)
    wanted = max(1, min(SENTENCES, math.ceil(len(sentences) / SENTENCES_EACH) + 2))
    lines = [f"{one.speaker}: “{one.text}”" if one.speaker else f"“{one.text}”" for one in _telling(sentences, wanted)]
    return "\n".join([say("meetings.extractive", language), *(f"- {line}" for line in lines)])


def explicit(turns: Sequence[Turn], language: Language) -> Iterable[Proposed]:
    """What somebody promised, was named for, or was asked and did not leave open; what was assigned over several turns,
    where the same words do not say it already."""
    given: dict[int, list[Assigned]] = {}
    for one in assigned(_in_languages(turns, language)):
        given.setdefault(one.at, []).append(one)
    for at, turn in enumerate(turns):
        there = given.get(at, [])
        for proposed in _promised(turns, at, language_of(turn.text, language)):
            if not any(proposed.quote in one.text for one in there):
                yield proposed
        for one in there:
            yield Proposed(text=one.text, assignee=one.who or None, email=None, quote=one.text, heard=True)


def _in_languages(turns: Sequence[Turn], language: Language) -> Iterable[Said]:
    """Each turn with its language; a short one ("No, sorry.") is in that of the one before."""
    for turn in turns:
        if turn.text.count(" ") >= FEWEST_WORDS:
            language = language_of(turn.text, language)
        yield Said(turn.speaker, turn.text, language)


def _promised(turns: Sequence[Turn], number: int, own: Language) -> Iterable[Proposed]:
    """What one turn promises by itself, or with the reply to it."""
    turn = turns[number]
    for one in commitments(turn.text, own):
        who = _who(one, turn, turns[number + 1] if number + 1 < len(turns) else None, own)
        if who is not None:
            yield Proposed(text=one.text, assignee=who or None, email=None, quote=one.text)


def _who(one: Commitment, turn: Turn, after: Turn | None, language: Language) -> str | None:
    """By whom it is done ("" = nobody was named); None where it does not count."""
    if one.who == "speaker":
        return turn.speaker
    if one.who == "named":
        return one.name or ""
    if one.who == "everybody":
        return "all"
    if one.who == "nobody":
        return ""
    agreed = after is not None and accepts(after.text, language)
    if one.name is not None:
        return one.name if one.dated or agreed else None
    if agreed and after is not None:
        return after.speaker
    return "" if one.dated else None


def _sentences(turns: Sequence[Turn], language: Language) -> list[_Sentence]:
    found: list[_Sentence] = []
    for turn in turns:
        for each in spoken_sentences(turn.text):
            text = " ".join(each.split())
            if text.count(" ") + 1 >= FEWEST_WORDS:
                found.append(_Sentence(len(found), turn.speaker, text, frozenset()))
    step = max(1, math.ceil(len(found) / COUNTED))
    weighed = [
        _Sentence(one.number, one.speaker, one.text, frozenset(content_words(one.text, (language,))) - SPOKEN)
        for one in found[::step]
    ]
    return [one for one in weighed if FEWEST_WORDS <= len(one.words) <= MOST_WORDS] or weighed


def _telling(sentences: Sequence[_Sentence], wanted: int) -> list[_Sentence]:
    """The best by the weight of their words, none that repeats another, in order."""
    spread = Counter(word for one in sentences for word in one.words)
    number = max(1, len(sentences))
    weights = {
        word: count * math.log(1 + number / count) for word, count in spread.items() if count > 1 or number < SENTENCES
    }
    best = max(weights.values(), default=1.0)

    def weight(one: _Sentence) -> float:
        told = sum(weights.get(word, 0.0) / best for word in one.words) / (4 + len(one.words))
        return told * (_DECIDING_WEIGHT if _DECIDING.search(normalize(one.text)) else 1.0)

    chosen: list[_Sentence] = []
    for one in sorted(sentences, key=lambda each: (-weight(each), each.number)):
        if all(
            len(one.words & other.words) < ALIKE * max(1, min(len(one.words), len(other.words))) for other in chosen
        ):
            chosen.append(one)
        if len(chosen) == wanted:
            break
    shown = [_Sentence(one.number, one.speaker, shorten(one.text, SHOWN_CHARACTERS), one.words) for one in chosen]
    return sorted(shown, key=lambda each: each.number)
