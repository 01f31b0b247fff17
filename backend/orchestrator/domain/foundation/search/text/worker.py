"""What worker processes do with texts that are to be found: they read the words and marks of each.

Pure. Imported by the fork server: nothing of weight.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from orchestrator.domain.foundation.search.text.features import marks_of
from orchestrator.domain.foundation.search.text.lexemes import Reading, read
from orchestrator.language.text.normalize import tokens
from orchestrator.worker_processes.task import Given


class Features(NamedTuple):
    """What the index keeps of a text: its lexemes, and its marks (`features`)."""

    reading: Reading
    marks: int


def features_of(text: str, language: str | None) -> Features:
    """Of one text; `language` as an entry of the index tells it."""
    words = tokens(text)
    return Features(read(text, language, words), marks_of(text, words))


def told(texts: Sequence[tuple[str, str | None]]) -> bytes:
    """Texts with their languages as `features` is given them: a line of JSON each."""
    return b"\n".join(json.dumps(one).encode() for one in texts)


def features(given: Given) -> Iterator[Any]:
    """`data`: `told`. Yields what `features_of` makes of each, as lists."""
    for line in given.data.splitlines():
        (counts, words), marks = features_of(*json.loads(line))
        yield [counts, words, marks]
