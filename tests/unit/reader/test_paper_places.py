"""Where what the reader tells of a document stands in it, beside a summary too where that is its own words."""

from types import SimpleNamespace
from typing import Any

from orchestrator.reader import paper_answers
from orchestrator.reader.paper_answers import _SAY

OPENING = (
    "The quarterly report of the harbour describes twenty seven repairs to the northern pier. It was paid in March."
)
SUMMARY = OPENING[:88]


def told(part: dict[str, Any], summary: str | None) -> str:
    document = {"title": "Report", "status": "done", "summary": summary}
    entry: Any = SimpleNamespace(data={"document": document, "parts": [{"text": OPENING, **part}]})
    ask: Any = SimpleNamespace(words=())
    return paper_answers._read(entry, ask, _SAY["en"])


def test_a_summary_of_its_own_words_is_cited() -> None:
    assert told({"page": 1}, SUMMARY).startswith("“Report”, page 1: ")
    assert told({"section": "slide 2: Costs"}, None).startswith("“Report”, section “slide 2: Costs”: ")
    assert told({"page": 1}, "A report about repairs, in the words of a model.").startswith("“Report”: ")
