"""Does the agent's runtime name no slice? What it has to know of one comes from its manifest (`types/vocabulary.py`).

Looked at are identifiers and strings that code works with, not docstrings, and no word of a longer sentence.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.source import Module, in_agent

from orchestrator import catalog

ITS_OWN = frozenset({"search", "previews", "runs", "rules", "resolution", "idle", "agents"})
"""Slices of the same name as something of the runtime: a port that they implement, a room, a plain word."""
KINDS = frozenset({"calendar", "action_item", "geocoder", "daily_briefing", "whereabouts"})
"""What slices hold, where it is not their name."""
SENTENCE = 3
"""A string of more words is one that somebody reads."""
KNOWN = Path(__file__).with_name("agent_words.txt")
"""`word`, or `module word`, and why: what is still named. It gets shorter."""


def named() -> frozenset[str]:
    slices = {one.name for one in catalog.SLICES} - ITS_OWN
    intents = {one.name for one in catalog.VOCABULARY.intents if "_" in one.name}
    own = {"memory_search", "data_query"}
    return frozenset(slices | {one.removesuffix("s") for one in slices} | KINDS | (intents - own))


def words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    docs = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docs and len(text.split()) <= SENTENCE:
                yield line, text
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield line, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield line, name


def parts(word: str) -> set[str]:
    """The word itself, its parts, and runs of two parts: `document_search`, `document`, `documents`."""
    spaced = "".join(f"_{one.lower()}" if one.isupper() and not word.isupper() else one.lower() for one in word)
    found = [one for one in spaced.replace("-", "_").replace(" ", "_").replace(":", "_").split("_") if one]
    return {"_".join(found), *found, *("_".join(found[at : at + 2]) for at in range(len(found)))}


def spoken(module: Module, forbidden: frozenset[str]) -> Iterator[tuple[str, int]]:
    for line, word in words(module.tree):
        if parts(word) & forbidden:
            yield word.strip(), line


def test_no_slice_is_named_in_the_agent() -> None:
    known = {line.partition("#")[0].strip() for line in KNOWN.read_text("utf-8").splitlines()} - {""}
    used: set[str] = set()
    found = []
    for module in in_agent():
        for word, line in spoken(module, named()):
            allowed = {word, f"{module.name.removeprefix('agent/')} {word}"} & known
            used |= allowed
            found += [] if allowed else [f"{module.name}:{line} {word}"]
    assert found == []
    assert known - used == set(), "take out what is named no more"


def test_the_test_sees_them() -> None:
    seen = [
        word
        for source in ('x = "events"', "asked_documents()", "Topic.TODO", "def f(place): ...", "class EventKind: ...")
        for _, word in words(ast.parse(source))
        if parts(word) & named()
    ]
    assert seen == ["events", "asked_documents", "TODO", "place", "EventKind"]
