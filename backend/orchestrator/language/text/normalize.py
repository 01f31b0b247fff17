"""When are two spellings the same word?

`normalize(text)` is the form in which text is compared: NFKC, case-folded, without diacritics and control characters,
single spaces. `tokens(text)` are its words. `stems(text)` gives for each word its stems in every language, folded,
those of its dictionary form (`irregular`), and the concepts that it names (`concepts`); two words match, across the
languages too, where their tuples share an element ("went", "go"; "dentist", "dentista"; "rent", "aluguel").
`content_words(text)` are the words that are no stop-words in any of the languages asked.
"""

import threading
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import cast

import snowballstemmer

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.concepts import concepts_of, listed
from orchestrator.language.tables import ABOUT, LANGUAGES, Branches, ByLanguage, Language, Table, Words, by_language


class StemWords(Table):
    """`stems.toml`. `irregular`: rows parted by "|" of a dictionary form and its irregular ones."""

    stop_words: Words
    irregular: Branches


STEM_WORDS: Mapping[Language, StemWords] = by_language("stems", StemWords)


def _bases(rows: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in rows.split("|"):
        base, *forms = row.split()
        found |= dict.fromkeys(forms, base)
    return found


_BASES: Mapping[Language, Mapping[str, str]] = ByLanguage(lambda language: _bases(STEM_WORDS[language].irregular))


def bases_of(word: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The dictionary forms of a folded word in these languages; empty where a stemmer does, or where it is one."""
    return tuple(dict.fromkeys(_BASES[language][word] for language in languages if word in _BASES[language]))


MEANINGFUL_LETTERS = 3
"""Shorter words say nothing about where a text came from."""
_LONG_STEM = 5
"""Shorter stems of unlisted words would name concepts by chance."""
_STEMMERS = threading.local()

_WORD = patterns.compile(r"[^\W_]+")
_POSSESSIVE = patterns.compile(r"(?i)['’`´]s\b")
_APOSTROPHES = frozenset("'’`´")
_SENTENCES = str.maketrans({"\ufdfa": "\u0635\u0644\u0639\u0645", "\ufdfb": "\u062c\u0644"})
"""Characters that NFKC spells out as eight and eighteen letters, by their usual abbreviations: a text stays about as
long as it is."""
UNDECOMPOSED: Mapping[str, str] = {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"}
"""Letters that Unicode takes apart in no form, and that people write without: "soeur", "Jorgen", "Lukasz"."""
_LETTERS = str.maketrans(dict(UNDECOMPOSED))
_NO_WORD = {code: " " for code in range(128) if not chr(code).isalnum()}
_CONTROLS = {code: " " for code in range(0xA0) if unicodedata.category(chr(code)) == "Cc"}
_MARKS = dict.fromkeys(code for code in range(0x20000) if unicodedata.combining(chr(code)))
"""No plane above the second has combining marks (Unicode 16)."""


STOP_WORDS: Mapping[Language, frozenset[str]] = ByLanguage(lambda language: STEM_WORDS[language].stop_words)


def normalize(text: str) -> str:
    """The text as it is compared; never longer than its NFKC form with each "œ" as two letters, possibly empty."""
    return " ".join(_strip(text).split())


def tokens(text: str) -> list[str]:
    """The folded words, in order; punctuation, emoji and the English possessive are no words."""
    return _words(_strip(_bare(text)))


def stems(text: str, languages: Sequence[str] = LANGUAGES) -> list[tuple[str, ...]]:
    """Each word's stems, without repetition, one tuple a word of `tokens(text)`."""
    return list(_stems_of(text, tuple(languages)))


@kept_for_short_texts(1024)
def _stems_of(text: str, wanted: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    # The Romance stemmers need the accents ("reunião"), people leave them out ("reuniao"): both spellings are stemmed.
    plain = unicodedata.normalize("NFC", _plain(_bare(text)))
    if plain.isascii():
        return tuple(_stems(word, wanted) for word in _words(plain))
    spaced = "".join([char if _in_word(char) else " " for char in plain])
    return tuple(_stems(word, wanted) for word in spaced.split() if _strip(word))


def content_words(text: str, languages: Sequence[str] = LANGUAGES) -> list[str]:
    """The folded words without the stop-words of the languages."""
    return [word for word in tokens(text) if not any(word in STOP_WORDS[language] for language in languages)]


def _bare(text: str) -> str:
    """Without the English possessive."""
    return text if _APOSTROPHES.isdisjoint(text) else _POSSESSIVE.sub(" ", text)


def _words(folded: str) -> list[str]:
    """All matches of `_WORD`, character by character: of many short words each match would cost more than its text."""
    if folded.isascii():
        return folded.translate(_NO_WORD).split()
    return "".join([char if _is_sign(char) else " " for char in folded]).split()


@lru_cache(maxsize=4096)
def _is_sign(char: str) -> bool:
    return _WORD.fullmatch(char) is not None


@lru_cache(maxsize=4096)
def _in_word(char: str) -> bool:
    """Whether the character is part of a word of `tokens`: a letter, a figure or a mark on one."""
    stripped = _strip(char)
    return not stripped or _WORD.fullmatch(stripped) is not None


def _plain(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text.lower()
    return unicodedata.normalize("NFKC", text.translate(_SENTENCES)).casefold().translate(_CONTROLS)


def _strip(text: str) -> str:
    plain = _plain(text)
    if plain.isascii():
        return plain
    # Put together again, or a Korean syllable would count as three letters.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKD", plain).translate(_MARKS)).translate(_LETTERS)


@lru_cache(maxsize=65_536)
def _stems(word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    bare = _strip(word)
    if bare.isdigit():  # no language has a suffix for it
        return (bare, *(concepts_of(bare) or _concepts_of_stems((bare,))))
    found: dict[str, None] = {}
    for language in languages:
        stemmer = _stemmer(language)
        for spelling in dict.fromkeys((word, bare, *bases_of(bare, (language,)))):
            found[_strip(str(stemmer.stemWord(spelling)))] = None
    return (*found, *(concepts_of(bare) or _concepts_of_stems(tuple(found))))


def _concepts_of_stems(found: tuple[str, ...]) -> tuple[str, ...]:
    """The concepts of a form that the table does not list ("llevaban"), by its stems."""
    known = _concepts_by_stem()
    return tuple(dict.fromkeys(name for stem in found for name in known.get(stem, ())))


@lru_cache(maxsize=1)
def _concepts_by_stem() -> Mapping[str, tuple[str, ...]]:
    known: dict[str, tuple[str, ...]] = {}
    for word, names in listed().items():
        for language in LANGUAGES:
            stem = str(_stemmer(language).stemWord(word))
            if len(stem) >= _LONG_STEM:
                known[stem] = (*known.get(stem, ()), *(name for name in names if name not in known.get(stem, ())))
    return known


def _stemmer(language: str) -> "snowballstemmer.SpanishStemmer":
    """One a thread: a stemmer holds the word that it works on."""
    known = vars(_STEMMERS)
    if language not in known:
        known[language] = snowballstemmer.stemmer(ABOUT[language].stemmer)
    return cast("snowballstemmer.SpanishStemmer", known[language])


def meaningful_words(texts: Iterable[str]) -> Iterator[str]:
    """The folded words of texts that are long enough to say something."""
    for text in texts:
        for word in tokens(text):
            if len(word) >= MEANINGFUL_LETTERS:
                yield word
