"""Where what the reader tells of a document stands in it, beside a summary too where that is its own words."""

from datetime import datetime
from types import SimpleNamespace
from typing import Any

from tests.support.corpora import corpus

from orchestrator.reader.domains import document_answers
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.voice import Voice

OPENING = (
    "The quarterly report of the harbour describes twenty seven repairs to the northern pier. It was paid in March."
)
SUMMARY = OPENING[:88]
VOICE = Voice("en-US", datetime(2026, 11, 22, 9, 0), "UTC")


def told(part: dict[str, Any], summary: str | None) -> str:
    document = {"title": "Report", "status": "done", "summary": summary}
    entry: Any = SimpleNamespace(data={"document": document, "parts": [{"text": OPENING, **part}]})
    ask: Any = SimpleNamespace(words=())
    return document_answers._read(entry, ask, VOICE, "en")


def test_a_summary_of_its_own_words_is_cited() -> None:
    assert told({"page": 1}, SUMMARY).startswith("“Report”, page 1: ")
    assert told({"section": "slide 2: Costs"}, None).startswith("“Report”, section “slide 2: Costs”: ")
    assert told({"page": 1}, "A report about repairs, in the words of a model.").startswith("“Report”: ")


@corpus("paper_places", "a_find_in_a_document_is_cited")
def test_a_find_in_a_document_is_cited(language: str, place: dict[str, Any], source: str) -> None:
    row = {"kind": "document", "title": "Lease", "text": "The deposit is 1850 euros.", "at": "2026-11-22T09:00:00"}
    voice = Voice(language, datetime(2026, 11, 22, 9, 0), "UTC")
    assert line(Item("document", {**row, **place}, 1.0, hit=True), voice).endswith(source)
