"""What has a language to say about plain statements? One table each (`statements.toml`), over folded text.

Folded: lower case without accents, single blanks, contractions written out. A form names whom it is about (`who`), what
is said (`value`), and the attribute that holds one value at a time; a *polar* form holds yes or no for each value
("I am allergic to nuts", "I am not allergic to nuts").
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, PlainValidator

from orchestrator.kit import patterns
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Phrases, Table, Words, written

_THEN = r"^(?:(?P<before>.+?),? )?(?:{})(?: (?P<after>.+))?$"
Whole = Annotated[patterns.Pattern, PlainValidator(lambda said: patterns.compile(f"^(?:{_text(said)})$"))]
"""A pattern of a whole text."""


def _text(said: object) -> str:
    """A pattern as it is written: one text, or a list of its parts."""
    return "".join(said) if isinstance(said, list) else str(said)


class _Nouns(BaseModel):
    """The nouns of a table alone, which its patterns need."""

    nouns: Mapping[str, Phrases]


class Form(Table):
    """`tells`: the attribute; where the pattern has a group `noun`, that word's entry of `nouns` is. `polar`: yes or no
    for each value. `denies`: the words of this form say no by themselves ("I hate …"). `named`: the value is written
    as a name is ("I'm Freya", not "I'm late"). `met`: the user says who they are, perhaps in small letters ("im gwen");
    its group `greeted` is a greeting before that. `says`: the whole of a statement."""

    tells: str
    says: Whole
    polar: bool = False
    denies: bool = False
    named: bool = False
    met: bool = False


class Asked(Table):
    """A question for an attribute; `says` as in `Form`."""

    tells: str
    says: Whole


class AskedThen(Table):
    """A question for an attribute at a time, which stands before or after it."""

    tells: str
    says: Annotated[patterns.Pattern, PlainValidator(lambda said: patterns.compile(_THEN.format(said)))]


class Statements(Table):
    """`statements.toml`: the forms of one language, first match wins.

    `expands`: what is written out before anything is read. `selves`: words that stand for the user. `negations`:
    words that turn a statement round; `empty`: words that say nothing by themselves, left out of what is compared.
    `ended`: "any more", "no longer": what was so is so no more; its group `kept` is what stays. `nouns`: attribute
    and folded nouns, of things that one has one of. `ends`: where a value ends: a time, a reason, another clause.
    `begun`: words before the time since which it is. `states`: what somebody is who says no name ("I'm late"), with
    `state_ends`, how such words end.
    """

    selves: Phrases
    negations: Words
    empty: Words
    ended: Compiled
    ends: Compiled
    begun: Compiled
    states: Words
    state_ends: Compiled
    expands: tuple[tuple[Compiled, str], ...]
    nouns: Mapping[str, Phrases]
    forms: tuple[Form, ...]
    asks: tuple[Asked, ...]
    asks_then: tuple[AskedThen, ...]

    def attribute(self, noun: str) -> str:
        """What a noun tells. Raises StopIteration for one that is none of `nouns`."""
        return next(attribute for attribute, nouns in self.nouns.items() if noun in nouns)


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


def _table(language: Language) -> Statements:
    nouns = _Nouns.model_validate(written(language, "statements")).nouns.values()
    listed = "|".join(sorted((noun for phrases in nouns for noun in phrases), key=lambda noun: (-len(noun), noun)))
    return read_patterns(
        language, "statements", Statements, {"value": VALUE, "point": POINT, "comma": COMMA, "nouns": listed}
    )


TABLES: Mapping[Language, Statements] = ByLanguage(_table)
