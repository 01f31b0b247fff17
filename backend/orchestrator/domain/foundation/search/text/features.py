"""What does a text look like from outside? Marks that are read once, when it is indexed, and weighed by `scoring`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from orchestrator.domain.foundation.search.text.lexemes import Reading, read
from orchestrator.kit import patterns
from orchestrator.language.people.persons import FIRST_PERSON
from orchestrator.language.text.asked_words import LISTENER, SAYS_WHEN, SPEAKER
from orchestrator.language.text.normalize import normalize, tokens

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
