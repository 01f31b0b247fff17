"""Which lexemes stand for a text in the index, and which for a question?

An entry is stemmed in its own language; a query word in all three, so that "dentist" finds "dentista".
"""

from collections import Counter

from orchestrator.language.fold import LANGUAGES, STOP_WORDS, stems, tokens

MAX_LEXEME = 64
"""Characters of a lexeme: a longer "word" is a URL or base64, and a btree row holds no 3 kB."""
MAX_WORDS = 20_000
"""Words of one entry that are indexed; longer texts come in chunks."""
CLEAR_LEAD = 1.5
"""A language is told from stop-words where it has this many times the hits of the next."""

SELF_WORDS = frozenset({"me", "i", "myself", "user", "eu", "mim", "yo", "mi"})


def languages_of(words: list[str], hint: str | None = None) -> tuple[str, ...]:
    """The language of folded `words` by its stop-words; all of them where that is not clear."""
    if hint is not None and hint[:2] in LANGUAGES:
        return (hint[:2],)
    hits = sorted((sum(word in STOP_WORDS[language] for word in words), language) for language in LANGUAGES)
    best, runner_up = hits[-1], hits[-2]
    if best[0] > 0 and best[0] >= CLEAR_LEAD * runner_up[0] and best[0] > runner_up[0]:
        return (best[1],)
    return LANGUAGES


def lexemes(text: str, hint: str | None = None) -> Counter[str]:
    """How often each lexeme stands in `text`; stop-words are left out where the language is clear."""
    words = tokens(text)[:MAX_WORDS]
    languages = languages_of(words, hint)
    unwanted = STOP_WORDS[languages[0]] if len(languages) == 1 else frozenset[str]()
    found: Counter[str] = Counter()
    for word, stemmed in zip(words, _aligned(text, words, languages), strict=True):
        if word not in unwanted:
            found.update({stem[:MAX_LEXEME] for stem in stemmed if stem})
    return found


def query_terms(text: str) -> list[frozenset[str]]:
    """One set of alternative lexemes for each word that a question looks for."""
    words = tokens(text)[:MAX_WORDS]
    languages = languages_of(words)
    unwanted = frozenset[str]().union(*(STOP_WORDS[language] for language in languages))
    terms = dict.fromkeys(
        frozenset(stem[:MAX_LEXEME] for stem in (*stemmed, word) if stem)
        for word, stemmed in zip(words, _aligned(text, words, LANGUAGES), strict=True)
        if word not in unwanted
    )
    if terms or not words:
        return list(terms)
    return [frozenset(stem[:MAX_LEXEME] for stem in stemmed) for stemmed in _aligned(text, words, LANGUAGES)]


def _aligned(text: str, words: list[str], languages: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The stems of each of `words`; a script whose marks split words differently is taken as it is folded."""
    found = stems(text, languages)[: len(words)]
    return found if len(found) == len(words) else [(word,) for word in words]
