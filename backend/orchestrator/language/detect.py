"""Which of our languages is a text in, and is it in one of them at all?

Function words decide, because the messages are two to ten words long; letters that one language alone has count too.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from orchestrator.kit import patterns
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.lexicon.shape import Lexicon
from orchestrator.language.tables import ABOUT, ByLanguage, Language, supported
from orchestrator.language.text.shorthand import own_words
from orchestrator.language.text.words import clean, words
from orchestrator.language.word_patterns import lettered, lettered_pattern

_CLOSE = 0.5
"""The user's own language wins where another one's words say hardly more ("¿a qué hora?")."""
_CLOSE_IN_A_TALK = 1.0
"""Nobody changes the language of a talk by one word that another one has as well."""
REMEMBERED = 8
"""Messages that a talk's language is followed through."""
_TOGETHER = 3
"""Messages that tell a language together where none of them does alone."""
_OPENED = 2.0
"""A mark with which one language alone opens a sentence."""
_SHORT = 0.75
"""Shorthand that one language alone has."""
_PHRASE = 3.0
"""A whole phrase of yes or no that a language has."""
_MOST_OF_A_PHRASE = 8
_ENOUGH = 4000
"""Characters read: more do not change the answer."""

_LETTERS: Mapping[Language, patterns.Pattern] = ByLanguage(lambda language: lettered_pattern(ABOUT[language].letters))


LANGUAGES_LOADED = (f"{__name__}:load",)
"""For tasks of worker processes that ask in which language a text is (`Task.imports`)."""


def language_of(text: str, locale: str | None = None) -> Language:
    """The likeliest language; the locale's where the text does not tell, English where that says nothing either."""
    own = supported(locale)
    found = scores(text)
    best = max(found.values())
    if best <= 0:
        return own
    if found[own] > 0 and found[own] >= best - _CLOSE and not (found[own] < best and _within_another(text, own)):
        return own
    return next(language for language, score in found.items() if score == best)


def _within_another(text: str, own: Language) -> bool:
    """Whether each word that speaks for a language speaks for one that scores higher too: the "a" of "desmarca a
    escalada" is no English."""
    found = scores(text)
    best = max(found.values())
    if _LETTERS[own].search(lettered(text[:_ENOUGH])):
        return False  # "no no 30th" is written as English alone writes
    said = [word.folded for word in words(clean(text[:_ENOUGH]))]
    better = [LEXICONS[one] for one, score in found.items() if score == best]
    for word in said:
        if word in LEXICONS[own].function_words and not any(word in one.function_words for one in better):
            return False
        if _of_change(word, LEXICONS[own]) and not any(_of_change(word, one) for one in better):
            return False
    return True


def _of_change(word: str, lexicon: Lexicon) -> bool:
    return word in lexicon.verbs or word in lexicon.things


def load() -> None:
    """The tables of every language, for processes that are forked from this one and read one text each."""
    scores("a")


def carried(text: str, before: Sequence[str], locale: str | None = None) -> Language:
    """The language of a message in its conversation: "no", "4pm" and a bare name are in that of the latest message
    `before` that tells one (oldest first)."""
    talk: Language | None = None
    for said in before[-REMEMBERED:]:
        talk = _further(said, talk, locale)
    if talk is None and _tells(together := " ".join((*before[-_TOGETHER:], text))):
        talk = language_of(together, locale)  # no message tells it by itself: all of them do
    return _further(text, talk, locale) or language_of(text, locale)


def _further(said: str, talk: Language | None, locale: str | None) -> Language | None:
    """The language of a talk after one more message; None as long as none tells it."""
    found = scores(said)
    if talk is not None and found[talk] >= max(found.values()) - _CLOSE_IN_A_TALK:
        return talk
    return language_of(said, locale) if talk is not None or _tells(said) else None


def _tells(text: str) -> bool:
    """Whether the text is more of one language than of any other."""
    best, second, *_ = sorted(scores(text).values(), reverse=True)
    return best - second > _CLOSE


def scores(text: str) -> dict[Language, float]:
    """How strongly the text's words speak for each language; all zero where none is known. A command's name ("/new",
    "/visit-notes") is a name, whatever its words are."""
    said = clean(text[:_ENOUGH])
    return dict(_scores(said.partition(" ")[2] if said.startswith("/") else said))


@lru_cache(maxsize=256)
def _scores(text: str) -> tuple[tuple[Language, float], ...]:
    result: list[tuple[Language, float]] = []
    letters = lettered(text)
    whole = " ".join(word.folded for word in words(text))
    for language, lexicon in LEXICONS.items():
        written_out = own_words(text, language)
        counts = Counter(word for word, _ in groupby(word.folded for word in words(written_out)))  # "no no" is one no
        score = float(sum(count for word, count in counts.items() if word in lexicon.function_words))
        score += 0.5 * sum(count for word, count in counts.items() if word in lexicon.verbs or word in lexicon.things)
        score += 0.75 * min(4, len(_LETTERS[language].findall(letters)))
        score += _SHORT if written_out != text else 0.0
        score += _OPENED if any(mark in text for mark in ABOUT[language].opens) else 0.0
        if whole in lexicon.answers.yes or whole in lexicon.answers.no:
            score = max(score, 1.0)  # "no" is a preposition of Portuguese, and a no in all three
        if " " in text and _answered(written_out, lexicon):
            score = max(score, _PHRASE)
        result.append((language, score))
    return tuple(result)


def _answered(text: str, lexicon: Lexicon) -> bool:
    """Whether a message of several words is, but for soft ones before it, a phrase of yes or no of a language."""
    said = [word.folded for word in words(text)][:_MOST_OF_A_PHRASE]
    while len(said) > 1 and said[0] in lexicon.answers.soft:
        said = said[1:]
    told = " ".join(said)
    return len(said) > 1 and (told in lexicon.answers.yes or told in lexicon.answers.no)
