"""What has a language to say about plain statements? One table each (`en`, `pt`, `es`), over folded text.

Folded: lower case without accents, single blanks, contractions written out. A form names whom it is about (`who`), what
is said (`value`), and the attribute that holds one value at a time; a *polar* form holds yes or no for each value
("I am allergic to nuts", "I am not allergic to nuts").
"""

from collections.abc import Mapping
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.language.word_patterns import but


@dataclass(frozen=True)
class Form:
    """`attribute`: what it tells; where the pattern has a group `noun`, that word's entry of `nouns` is. `polar`: yes
    or no for each value. `denies`: the words of this form say no by themselves ("I hate …")."""

    attribute: str
    pattern: patterns.Pattern
    polar: bool = False
    denies: bool = False


@dataclass(frozen=True)
class Statements:
    """The forms of one language, first match wins.

    `expands`: what is written out before anything is read. `selves`: words that stand for the user. `negations`: words
    that turn a statement round; `empty`: words that say nothing by themselves, left out of what is compared. `ended`:
    "any more", "no longer": what was so is so no more. `nouns`: folded noun to attribute, of things that one has one
    of. `ends`: where a value ends: a time, a reason, another clause. `begun`: words before the time since which it is.
    """

    forms: tuple[Form, ...]
    expands: tuple[tuple[patterns.Pattern, str], ...]
    selves: frozenset[str]
    negations: frozenset[str]
    empty: frozenset[str]
    ended: patterns.Pattern
    nouns: Mapping[str, str]
    ends: patterns.Pattern
    begun: patterns.Pattern


VALUE = r"(?P<value>.+)"
ABBREVIATED = "dr dra drs sr sra srta mr mrs ms prof profa eng".split()
POINT = r"(?P<point>\.)"
"""Ends a value, but not after "Dr", "Mrs", "Prof" (`ended_at`)."""
COMMA = r"(?P<comma>,)"
"""Ends a value, but not before its last word: "porto, portugal" (`ended_at`)."""
_ABBREVIATION = patterns.compile(rf"(?:^|\W)(?:{'|'.join(ABBREVIATED)})$")
_LONGEST = 8
"""Characters before a point that tell whether it is one of an abbreviation."""
_LAST_WORD = patterns.compile(r" [\w-]+")


def ended_at(said: str, ends: patterns.Pattern) -> int | None:
    """Where the value that `said` begins with ends; None where it goes on to the end."""
    for found in ends.finditer(said):
        groups = found.groupdict()
        point, comma = groups.get("point"), groups.get("comma")
        if point and _ABBREVIATION.search(said[max(0, found.end() - 1 - _LONGEST) : found.end() - 1]):
            continue
        if comma and _LAST_WORD.fullmatch(said[found.end() :]):
            continue
        return found.start()
    return None


def named(article: str, nobody: str, nobody_later: str) -> str:
    """A pattern of one or two words that may name somebody: the first none of `nobody`, a second none of
    `nobody_later`; after an article any may be the first."""
    return rf"(?:{article} [\w-]+|(?:{but(nobody)}(?:-[\w-]*)?|-[\w-]*))(?: (?:{but(nobody_later)}|\w*-[\w-]*))??"


def either(words: str) -> str:
    """Alternatives of a pattern, one a word ("+" stands for a blank inside a phrase), longest first."""
    return "|".join(sorted((word.replace("+", " ") for word in words.split()), key=len, reverse=True))


def form(attribute: str, pattern: str, *, polar: bool = False, denies: bool = False) -> Form:
    """A form whose pattern is the whole of a statement."""
    return Form(attribute, patterns.compile(f"^(?:{pattern})$"), polar, denies)
