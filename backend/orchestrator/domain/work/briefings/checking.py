"""Does a line that a model wrote say what its facts say, and no more?

The facts are the template's lines. Of a time, a number, a day, a name, a state or a "not" that stands in none of them
nothing may be said, and what each fact is about, and when it begins, must be said. What can't be told from a slip is
one: then the template's line is told, which loses nothing. In a language of which nothing is known here the titles
must stand as they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from orchestrator.domain.work.briefings.lines import TITLE_CHARACTERS
from orchestrator.kit import patterns
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.tables import ByLanguage, Language, Table, Words, read
from orchestrator.language.text.normalize import STOP_WORDS, normalize, tokens

MOST_CHARACTERS = 3 * TITLE_CHARACTERS
MOST_OWN_WORDS = 2
"""Words of a line that are neither its facts' nor plain: more of them tell something."""
LONG = 4
"""Letters from which a word counts as one that tells something."""
_CLOCK = patterns.compile(r"(\d+)[:hH.](\d+)")
_DIGITS = patterns.compile(r"\d+")
_QUOTED = patterns.compile(r"“([^”]+)”")
_WORD = patterns.compile(r"[^\W\d_]+")
_BEGINS = patterns.compile(r"[.!?]\s+\W*$")
_NO_WORD = patterns.compile(r"\W*")
_LINK = patterns.compile(r"(?i)://|\bwww\.|\]\(|<|@\w")


@dataclass(frozen=True)
class _Lexis:
    """Words of one language, folded. `bound`: they say something that a fact must have said; `plain`: a line may
    use them freely, and begin with them."""

    bound: patterns.Pattern
    plain: frozenset[str]


class _Table(Table):
    """`briefings.toml`: the words of `_Lexis`; `*`: whatever follows."""

    bound: Words
    plain: Words


def _lexis(language: Language) -> _Lexis:
    table = read(language, "briefings", _Table)
    pattern = "|".join(patterns.escape(word).replace(r"\*", r"\w*") for word in sorted(table.bound))
    words = {*STOP_WORDS[language], *LEXICONS[language].function_words, *table.plain}
    return _Lexis(patterns.compile(rf"\b(?:{pattern})\b"), frozenset(normalize(word) for word in words))


_LEXES = ByLanguage(_lexis)


def slip(text: str, facts: Sequence[str], around: str, locale: str) -> str | None:
    """Why the line may not be told, in a word; None where it may. `around`: what else may be said, of the date."""
    if not text or len(text) > MOST_CHARACTERS or "\n" in text or _LINK.search(text):
        return "form"
    told = " ".join((*facts, around))
    if not _clocks(text) <= _clocks(told) or not _numbers(text) <= _numbers(told):
        return "number"
    if any((first := _first_clock(fact)) is not None and first not in _clocks(text) for fact in facts):
        return "time missing"
    lexis = _LEXES.get(locale[:2].lower())
    if lexis is not None:
        return _slip_of_words(text, facts, told, lexis)
    return None if all(f"“{title}”" in text for fact in facts for title in _QUOTED.findall(fact)) else "title"


def _slip_of_words(text: str, facts: Sequence[str], told: str, lexis: _Lexis) -> str | None:
    if not _bound(text, lexis) <= _bound(told, lexis):
        return "claim"
    if any(not _bound(_QUOTED.sub(" ", fact), lexis) <= _bound(text, lexis) for fact in facts):
        return "claim missing"
    if any(normalize(name) not in _known_names(told, first, lexis) for name, first in _capitalised(text)):
        return "name"
    if not all(_mentions(text, fact) for fact in facts):
        return "subject"
    known = {*tokens(told), *lexis.plain}
    own = {word for word in tokens(text) if len(word) >= LONG and word not in known}
    return "own words" if len(own) > MOST_OWN_WORDS else None


def _bound(text: str, lexis: _Lexis) -> set[str]:
    return set(lexis.bound.findall(normalize(text)))


def _known_names(told: str, first: bool, lexis: _Lexis) -> set[str]:
    return {*tokens(told), *(lexis.plain if first else ())}


def _capitalised(text: str) -> Iterable[tuple[str, bool]]:
    """Each word with a capital, and whether it begins a sentence."""
    last = 0
    for match in _WORD.finditer(text):
        before, first, last = text[last : match.start()], last == 0, match.end()
        if match[0][0].isupper():
            yield match[0], bool(_BEGINS.search(before) or (first and _NO_WORD.fullmatch(before)))


def _mentions(text: str, fact: str) -> bool:
    """Whether a word that tells what the fact is about stands in the text."""
    titles = " ".join(_QUOTED.findall(fact)) or fact.partition(":")[0]
    telling = {word for word in tokens(titles) if len(word) >= LONG} or set(tokens(titles))
    return not telling or not telling.isdisjoint(tokens(text))


def _clocks(text: str) -> set[tuple[int, int]]:
    return set(_times(text))


def _first_clock(text: str) -> tuple[int, int] | None:
    """The time that the fact begins with or is due at; none that stands in its title."""
    return next(_times(_QUOTED.sub(" ", text)), None)


def _times(text: str) -> Iterator[tuple[int, int]]:
    for hour, minute in _CLOCK.findall(text):
        if len(hour) <= 2 and len(minute) == 2:
            yield int(hour), int(minute)


def _numbers(text: str) -> set[int]:
    return {int(digits) for digits in _DIGITS.findall(text)}
