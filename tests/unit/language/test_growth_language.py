"""Does reading grow at most with the text, whatever it says? Every public function of `language/` that takes a text is
fed hostile ones, each four times as long as the one before, and the processor's time is compared."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from tests.support.processor_time import seconds_of

from orchestrator import language

NOW = datetime.fromisoformat("2026-11-16T09:30:00")
LENGTHS = (2_000, 8_000, 32_000)
"""Characters; a user's question has at most the last."""
SHAPES_EACH = 4
"""Of each function, another four than of the one before; those that once grew faster are fed all."""
FED_ALL = frozenset(
    {
        "speech_acts.intents.topics_of",
        "speech_acts.forgetting.asked_to_forget",
        "speech_acts.document_questions.asked_documents",
        "text.words.clauses",
        "commitments.reading.commitments",
        "claims.check.is_covered",
        "people.selectors.listed",
        "speech_acts.effective_from.onward",
        "rule_limits.excepted",
    }
)
GROWTH = 8
"""Times as long for four times the text, below a square: linear is four, a square sixteen."""
FLOOR_S = 0.06
"""Below it a measure is noise."""
SHAPES = {
    "pode": "pode ",
    "pode,": "pode,",
    "delete a": "delete a a a ",
    "a-": "a-",
    "a": "a ",
    "apaga aquela": "apaga aquela ",
    "quotes": '"x ',
    "comments": "<!---->   ",
    "figures": "1",
    "no, no": "no, ",
    "accents": "é",
    "e": "e ",
    "parentheses": "((",
    "apostrophes": "d'a '",
    "points": "dr. ",
    "figures apart": "1 ",
    "menos": "menos de ",
    "blanks": "  ",
    "days": "el 1 de segunda ",
}
OF_THE_PROGRAM = frozenset(
    {
        "but",
        "town_name",
        "not_beginning",
        "named",
        "form",
        "either",
        "lettered_pattern",
        "pattern",
        "rules",
        "parse",
        "written",
        "parsed",
    }
)
"""What makes patterns of our own words and reads our own catalogues, when the program begins."""
SAID = frozenset({"locale", "zone", "language"})


def _argument(name: str, wanted: Any, text: str) -> Any:
    named = {"locale": "pt-BR", "zone": "Europe/Lisbon", "language": "pt"}
    if name in named:
        return named[name]
    if wanted is str:
        return text
    if wanted is datetime:
        return NOW
    if "Language" in str(wanted):
        return "pt"
    raise KeyError(name)


def _readers() -> Iterator[tuple[str, Callable[[str], Any]]]:
    for found in pkgutil.walk_packages(language.__path__, "orchestrator.language."):
        module = importlib.import_module(found.name)
        for name, one in vars(module).items():
            plain = inspect.unwrap(one) if callable(one) else None
            if name.startswith("_") or not inspect.isfunction(plain) or plain.__module__ != found.name:
                continue
            needed = [each for each in inspect.signature(one).parameters.values() if each.default is each.empty]
            texts = [each.name for each in needed if each.annotation is str and each.name not in SAID]
            try:
                given = {each.name: _argument(each.name, each.annotation, "") for each in needed}
            except KeyError:
                continue
            if texts and name not in OF_THE_PROGRAM:
                yield f"{found.name.removeprefix('orchestrator.language.')}.{name}", _reading(plain, given, texts)


def _reading(one: Callable[..., Any], given: dict[str, Any], texts: list[str]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            result = one(**(given | dict.fromkeys(texts, text)))
            return list(result) if inspect.isgenerator(result) else result
        except (KeyError, ValueError, IndexError):
            return None  # what is no name of a thing of ours

    return read


READERS = dict(_readers())


def _seconds(read: Callable[[str], Any], text: str) -> float:
    return seconds_of(lambda: read(text))


def _text(shape: str, length: int) -> str:
    return f"{(shape * (length // len(shape) + 1))[:length]}x"


def test_the_functions_are_found() -> None:
    assert len(READERS) > 80
    assert {
        "speech_acts.intents.topics_of",
        "speech_acts.forgetting.asked_to_forget",
        "text.words.clauses",
        "people.selectors.listed",
    } <= set(READERS)


@pytest.mark.parametrize("name", READERS)
def test_reading_grows_with_the_text(name: str) -> None:
    read = READERS[name]
    turned = [*SHAPES, *SHAPES][list(READERS).index(name) * SHAPES_EACH % len(SHAPES) :]
    for said in SHAPES if name in FED_ALL else turned[:SHAPES_EACH]:
        shape = SHAPES[said]
        before = 0.0
        for length in LENGTHS:
            took = _seconds(read, _text(shape, length))
            if took > max(FLOOR_S, GROWTH * before):
                # Once more, both: another process may have held the caches.
                before = max(before, _seconds(read, _text(shape, length // 4)))
                took = min(took, _seconds(read, _text(shape, length)))
                assert took <= max(FLOOR_S, GROWTH * before), f"{said}: {before:.3f} s, then {took:.3f} s at {length}"
            before = took
