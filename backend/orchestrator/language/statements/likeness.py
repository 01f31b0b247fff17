"""Are two attributes of one thing, in whatever language: "allergic to penicillin", "alérgico à penicilina"?

Words of science and trade differ by their endings and doubled letters alone (cognates); those of the kitchen are
concepts already (`reading.attribute_key`).
"""

from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.concepts import MARK

_KIND_WORDS: Final = 2
"""Of an attribute that is told of things: whom it is of, and what is told ("self allergic_to penicillin")."""
_UNREAD: Final = "says"
"""Begins an attribute that is all words of a statement, none of which was understood."""
_FEWEST_LETTERS: Final = 5
"""Shorter words that are alike in two languages are often false friends."""
_ENDING = patterns.compile(r"(?:[aeo]s?|s)$")
_SPELLED = (("ph", "f"), ("th", "t"), ("y", "i"), ("k", "c"))


def kind_of(attribute: str) -> str:
    """What is told of whom, without of which thing; "" of an attribute that is of no thing."""
    words = attribute.split()
    if words[:1] == [_UNREAD]:
        return ""
    return " ".join(words[:_KIND_WORDS]) if len(words) > _KIND_WORDS else ""


def of_one_thing(one: str, other: str) -> bool:
    """Whether two attributes tell the same of the same thing."""
    if one == other:
        return True
    if not kind_of(one) or kind_of(one) != kind_of(other):
        return False
    first, second = (each.split()[_KIND_WORDS:] for each in (one, other))
    return len(first) == len(second) and all(map(_cognates, first, second))


def _cognates(one: str, other: str) -> bool:
    if one == other:
        return True
    if one.startswith(MARK) or other.startswith(MARK) or min(len(one), len(other)) < _FEWEST_LETTERS:
        return False
    return _skeleton(one) == _skeleton(other)


def _skeleton(word: str) -> str:
    """A word without what the languages spell each in their way: "penicillin", "penicilina", "pénicilline"."""
    for said, plain in _SPELLED:
        word = word.replace(said, plain)
    once = "".join(char for at, char in enumerate(word) if at == 0 or char != word[at - 1])
    return _ENDING.sub("", once)
