"""What worker processes do with texts that are to be found: they read the words and marks of each.

Pure. Imported by the fork server: nothing of weight.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from orchestrator.domain.foundation.search.text.lexemes import features_of
from orchestrator.worker_processes.task import Given


def told(texts: Sequence[tuple[str, str | None]]) -> bytes:
    """Texts with their languages as `features` is given them: a line of JSON each."""
    return b"\n".join(json.dumps(one).encode() for one in texts)


def features(given: Given) -> Iterator[Any]:
    """`data`: `told`. Yields what `features_of` makes of each, as lists."""
    for line in given.data.splitlines():
        (counts, words), marks = features_of(*json.loads(line))
        yield [counts, words, marks]
