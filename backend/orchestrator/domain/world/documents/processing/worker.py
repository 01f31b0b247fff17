"""What worker processes make of the text of a document: clean parts, folded words, chunks, links, kinds, language.

Pure: no table, no model. Imported by the fork server: no slice's service, nothing of weight.
"""

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from orchestrator.agent.types.origin import without_invisible
from orchestrator.domain.world.documents.extraction.reading import Part
from orchestrator.domain.world.documents.linking import Named, links_of
from orchestrator.domain.world.documents.processing.chunking import JOINT, chunks_of
from orchestrator.kit.text import storable
from orchestrator.language.detect import language_of, scores
from orchestrator.language.documents import kinds_of
from orchestrator.language.text.normalize import tokens
from orchestrator.worker_processes.task import Given

SAMPLE_CHARACTERS = 4_000
"""Of the beginning, by which the language is told."""


def told(parts: list[Part], people: list[Named]) -> bytes:
    """Parts and people as `understand` is given them: a line of JSON each, so that nobody else waits for all of it."""
    lines = [[part.text, part.page, part.section] for part in parts]
    known = [[str(one.id), one.names, one.emails] for one in people]
    return b"\n".join(json.dumps(line).encode() for line in (*lines, *known))


def understand(given: Given) -> Iterator[Any]:
    """`data`: `told`; argument: how many of its lines are `parts`, the document's `title` and `filename`. Yields
    `kinds`, `language` and `links`, then each part that says something with its words folded, then the place of each
    chunk (`Chunk` without its text, which is that of the parts joined)."""
    lines = [json.loads(line) for line in given.data.splitlines()]
    number = given.argument["parts"]
    parts = [cleaned for line in lines[:number] if (cleaned := _clean(Part(*line))).text]
    people = [Named(UUID(key), tuple(names), tuple(emails)) for key, names, emails in lines[number:]]
    whole = JOINT.join(part.text for part in parts)
    sample = whole[:SAMPLE_CHARACTERS]
    yield {
        "kinds": kinds_of(given.argument["title"], given.argument["filename"], whole) if whole else (),
        "language": language_of(sample) if max(scores(sample).values(), default=0.0) > 0 else None,
        "links": [
            [str(one.contact_id), one.name, one.label, one.quote, one.page, one.section]
            for one in links_of(parts, people)
        ],
        "parts": len(parts),
    }
    yield from ([part.text, part.page, part.section, " ".join(tokens(part.text))] for part in parts)
    yield from ([one.page, one.section, one.char_from, one.char_to] for one in chunks_of(parts))


def _clean(part: Part) -> Part:
    """As it may be stored and shown."""
    section = storable(without_invisible(part.section)) if part.section else None
    return Part(storable(without_invisible(part.text)).strip(), part.page, section)
