"""Which lexemes stand for a text in the index, and which for a question?

An entry is stemmed in its own language; a query word in all three, so that "dentist" finds "dentista". Number words are
digits. A message's speaker has lexemes too, which no word of a text can be.

Beside its lexemes an entry has marks, what it looks like from outside: read once, when it is indexed, and weighed by
`scoring`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.numbers import cardinal
from orchestrator.language.people.persons import FIRST_PERSON
from orchestrator.language.tables import LANGUAGES
from orchestrator.language.text.asked_words import LISTENER, SAYS_WHEN, SPEAKER
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems, tokens

MAX_LEXEME = 64
"""Characters of a lexeme: a longer "word" is a URL or base64, and a btree row holds no 3 kB."""
MAX_WORDS = 20_000
"""Words of one entry that are indexed; longer texts come in chunks."""
MAX_QUERY_WORDS = 400
"""Words of a question that are looked for: 2 000 characters, the longest that `GET /search` takes."""
CLEAR_LEAD = 1.5
"""A language is told from stop-words where it has this many times the hits of the next."""

ASKING_WORDS = frozenset(
    "might kind kinds type types according many much long often ago been being both during each few further here more"
    " most off once only other over own same such through too under until very while whose having doing does again"
    " because before after above below between cannot against myself yourself himself herself themselves ours yours"
    " hers theirs etc didn doesn don isn wasn aren weren couldn wouldn shouldn hasn haven hadn won ll ve re"
    " tipo tipos segundo conforme acordo tudo toda todo todos todas cada ainda outro outra outros outras antes depois"
    " durante mesmo mesma qualquer alguem algum alguma sido sendo estao estava estavam"
    " tipos segun cada otro otra otros otras antes despues durante mismo misma cualquier alguien algun alguna sido"
    " siendo estan estaba estaban".split()
)
"""Further words that only ask, and say nothing of what is looked for (contracts/retrieval.md: Postgres' stop words and
question words)."""

_NAME = "@"
_LEAST_NUMBER = 2  # "one" and its like are pronouns


class Reading(NamedTuple):
    """How often each lexeme stands in a text, and how many words it has."""

    counts: Counter[str]
    words: int


@dataclass(frozen=True)
class QueryWord:
    """A word that a question looks for, folded, and the lexemes of which any will do."""

    word: str
    lexemes: frozenset[str]


def languages_of(words: Sequence[str], hint: str | None = None) -> tuple[str, ...]:
    """The language of folded `words` by its stop-words; all of them where that is not clear."""
    if hint is not None and hint[:2] in LANGUAGES:
        return (hint[:2],)
    hits = sorted((sum(map(STOP_WORDS[language].__contains__, words)), language) for language in LANGUAGES)
    best, runner_up = hits[-1], hits[-2]
    if best[0] > 0 and best[0] >= CLEAR_LEAD * runner_up[0] and best[0] > runner_up[0]:
        return (best[1],)
    return LANGUAGES


def read(text: str, hint: str | None = None, words: Sequence[str] | None = None) -> Reading:
    """The lexemes of a text; stop-words are left out where its language is clear. `words`: its `tokens`, where they are
    known."""
    words = list(tokens(text) if words is None else words)[:MAX_WORDS]
    languages = languages_of(words, hint)
    unwanted = STOP_WORDS[languages[0]] if len(languages) == 1 else frozenset[str]()
    found: Counter[str] = Counter()
    each = Counter(zip(words, aligned(text, words, languages), strict=True))
    for (word, stemmed), times in each.items():
        if word not in unwanted:
            for lexeme in {stem[:MAX_LEXEME] for stem in (*stemmed, *_digits(word, languages)) if stem}:
                found[lexeme] += times
    return Reading(found, len(words))


def query_words(text: str) -> list[QueryWord]:
    """The words that a question looks for, each once; its stop-words only where it has no others."""
    return list(_query_words(text))


@kept_for_short_texts(512)
def _query_words(text: str) -> tuple[QueryWord, ...]:
    words = tokens(text)[:MAX_QUERY_WORDS]
    languages = languages_of(words)
    unwanted = ASKING_WORDS.union(*(STOP_WORDS[language] for language in languages))
    found: dict[frozenset[str], QueryWord] = {}
    for word, stemmed in zip(words, aligned(text, words, LANGUAGES), strict=True):
        alternatives = frozenset(stem[:MAX_LEXEME] for stem in (*stemmed, *_digits(word, LANGUAGES), word) if stem)
        found.setdefault(alternatives, QueryWord(word, alternatives))
    telling = [one for one in found.values() if one.word not in unwanted and not _is_letter(one.word)]
    return tuple(telling or found.values())


def name_lexeme(word: str) -> str:
    """The lexeme of the entries whose speaker's name has this folded word."""
    return _NAME + word[: MAX_LEXEME - 1]


def _is_letter(word: str) -> bool:
    """A single letter of what is left of "didn't"; in other scripts one sign may be a word."""
    return len(word) == 1 and word.isascii() and word.isalpha()


@lru_cache(maxsize=8_192)
def _digits(word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """The digits of a number word."""
    if word.isdigit():
        return ()
    found = (cardinal((word,), 0, language) for language in languages)
    return tuple({str(number.value) for number in found if number is not None and number.value >= _LEAST_NUMBER})


def aligned(text: str, words: list[str], languages: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The stems of each of `words`; a script whose marks split words differently is taken as it is folded."""
    found = stems(text, languages)[: len(words)]
    return found if len(found) == len(words) else [(word,) for word in words]


ASKS = 1
"""Ends with a question: it asks for what another message tells, most likely the next one."""
TIME_EXPRESSION = 2
"""Says when, or how long."""
_SELF_SHIFT, _OTHER_SHIFT, _COUNTED = 2, 4, 3
"""Where the two counts of `self_reference` stand, each of two bits."""

READ_CHARACTERS = 4_000
"""Further in, nothing changes what a text looks like."""

_REMARK = patterns.compile(r"[\[(][^\[\]()]*[\])]$")
"""What closes a text without being said: "[shares a photo of a dog]"."""
_SELF = FIRST_PERSON | SPEAKER


def marks_of(text: str, read: Sequence[str] | None = None) -> int:
    """The marks of a text, or'ed. `read`: its `tokens`, where they are known."""
    begin = text[:READ_CHARACTERS]
    words = Counter(tokens(begin) if read is None or len(text) > READ_CHARACTERS else read)
    found = ASKS if _closed(text).endswith("?") else 0
    found |= TIME_EXPRESSION if SAYS_WHEN.search(normalize(begin)) else 0
    found |= min(_COUNTED, _times(words, _SELF)) << _SELF_SHIFT
    return found | min(_COUNTED, _times(words, LISTENER)) << _OTHER_SHIFT


def _times(words: Mapping[str, int], wanted: frozenset[str]) -> int:
    """How often any of the wanted words stands there; looked up are those that do."""
    return sum(words[word] for word in words.keys() & wanted)


def self_reference(marks: NDArray[np.int16]) -> NDArray[np.float32]:
    """From -1, speaks to somebody ("congrats, you deserve it!"), to 1, tells of oneself ("I moved to my sister's")."""
    own = (marks >> _SELF_SHIFT) & _COUNTED
    other = (marks >> _OTHER_SHIFT) & _COUNTED
    return np.asarray((own - other) / (own + other + 1), np.float32)


def _closed(text: str) -> str:
    """The end of the text, without what follows its last sentence."""
    return _REMARK.sub("", text[-READ_CHARACTERS:].rstrip()).rstrip().rstrip("\"'”’)]").rstrip()


class Features(NamedTuple):
    """What the index keeps of a text: its lexemes, and its marks (`marks_of`)."""

    reading: Reading
    marks: int


def features_of(text: str, language: str | None) -> Features:
    """Of one text; `language` as an entry of the index tells it."""
    words = tokens(text)
    return Features(read(text, language, words), marks_of(text, words))
