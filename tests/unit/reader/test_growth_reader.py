"""Does the reader's time grow no faster than the text, whatever the text is?

Every public function of `reader/` and `commands/` that takes text is found by its annotations and fed hostile shapes of
growing length; one that can't be called from here fails, so that a new function is not forgotten.
"""

import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, get_type_hints

import pytest
from tests.support.processor_time import seconds_of
from tests.unit.reader.world import ALL_TOOLS, NOW, ZONE

from orchestrator import catalog, commands, reader
from orchestrator.kit import patterns
from orchestrator.language.values import Value
from orchestrator.llm.messages import ChatRequest, LedgerEntry, TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.evidence import Evidence, Item, gather
from orchestrator.reader.line import MAX_LENGTH, Line
from orchestrator.reader.model import reply
from orchestrator.reader.phrase.lines import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Reading, read
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.slots import Slot
from orchestrator.reader.supposition.condition import Asks, Supposition
from orchestrator.reader.words import words_of

SIZES = (1_000, 4_000, 16_000, 64_000)
GROWTH = 6
"""A text four times as long may take so many times as long: linear, and what a loaded machine adds."""
FLOOR_S = 0.08
"""Less processor time than this is not compared: it is mostly the machine's."""
QUESTION = 32_000
"""Characters of the longest question that is accepted."""
SHAPES = (
    ("", "pode ", ""), ("", "pode,", ""), ("delete ", "a ", ""), ("apaga ", "aquela ", "x"), ("remueve ", "este ", "x"),
    ("", "a-", "?"), ("remind me to ", "1 ", "tomorrow"), ("who is ", "'s ", "?"), ("", "é ", "?"), ("", "a@b.", "x"),
    ("", "ana is rui's ", ""), ("", '"a ', '"'),
)  # fmt: skip
NOT_FED = set(
    """
    lexicon.compiled lexicon.kind_rules lexicon.split words.words_of call_selection.wanted line.joined
    domains.memory_words.known_calls domains.memory_words.told_known call_selection.calls call_selection.spent
    domains.document_answers.told_of_papers domains.document_asks.paper_calls phrase.changes.unproposed
    phrase.lines.source phrase.lines.late phrase.lines.ahead phrase.lines.standing phrase.duplicates.twins
    domains.place_answers.told_of_place domains.place_asks.place_calls reading.iso reading.locale_for
    domains.review_words.review_calls requests.together.inside requests.writes.found_for replying.result_of
    replying.asking replying.presented replying.presented_again phrase.lines.label_of replying.settled_reply
    replying.quoting state.stored state.unsettled state.asked_by writing.first_previews phrase.lines.month_name
    domains.attendance.attendance_calls domains.attendance.told_attendance requests.writes.lookup
    requests.writes.shifted requests.writes.over supposition.day.days_between supposition.day.same_event
    query.finding.many phrase.measured.apart phrase.measured.clock conditions.filters.daily
    conditions.filters.hours_of slots.left slots.window_of slots.free_days query.finding.found_by
    query.finding.foremost query.rows.length query.rows.listing conditions.order.stepped understood.calls_understood
    understood.answer_understood
    """.split()
)
"""What takes words of ours, or things that others of these functions have read; no text is matched there."""


def _text(shape: tuple[str, str, str], length: int) -> str:
    before, piece, after = shape
    return before + piece * ((length - len(before) - len(after)) // len(piece)) + after


def _facts(text: str, **more: Any) -> TurnFacts:
    row = {"kind": "message", "id": "1", "title": text, "snippet": text, "text": text, "at": "2026-11-20T10:00:00"}
    entry = LedgerEntry("search_memories", {"query": text}, "read", "done", text, {"items": [row]})
    facts = TurnFacts(text, NOW, ZONE, "en", "turn", tools=ALL_TOOLS, ledger=(entry,), history=(("user", text),))
    return replace(facts, **more)


def _reading(text: str) -> Reading:
    return read(text, now=NOW, locale="en")


def _item(text: str) -> Item:
    return Item("message", {"title": text, "text": text, "snippet": text, "name": text}, 1.0, hit=True)


def _entry(text: str) -> LedgerEntry:
    return _facts(text).ledger[0]


def _supposition(text: str) -> Supposition:
    """Words that were cut out of a question, as long as one can be read."""
    words = _reading(text[:MAX_LENGTH])
    change = Request(Act.EVENT_MOVE, {"title": text[:MAX_LENGTH], "when": text[:MAX_LENGTH]}, target=words)
    return Supposition("en", change, Asks.FREE, words.line)


def _query(text: str) -> Query:
    """Subjects that were cut out of a question, as long as one can be read."""
    words = Line(text[:MAX_LENGTH], text[:MAX_LENGTH].lower())
    return Query(Aggregate.ORDER, words, "en", (words, words))


def _slot(text: str) -> Slot:
    return Slot(text, NOW, NOW, item=_item(text))


WORDS = words_of("en")
MADE: dict[object, Callable[[str], object]] = {
    str: lambda text: text,
    object: lambda text: text,
    Line: lambda text: Line(text, text.lower()),
    Line | None: lambda text: Line(text, text.lower()),
    TurnFacts: _facts,
    ChatRequest: lambda text: ChatRequest((), "turn", ALL_TOOLS, facts=_facts(text)),
    Reading: _reading,
    Evidence: lambda text: gather(_facts(text).ledger, _reading(text)),
    Item: _item,
    Supposition: _supposition,
    Query: _query,
    Slot: _slot,
    Sequence[Slot]: lambda text: [_slot(text)],
    list[Item]: lambda text: [_item(text)],
    Sequence[Reading]: lambda text: [_reading(text)],
    Sequence[LedgerEntry]: lambda text: [_entry(text)],
    Mapping[str, Any]: lambda text: {"kind": "document", "title": text, "text": text, "replies_to": {"text": text}},
    Sequence[str]: str.split,
    tuple[str, ...]: lambda text: tuple(text.split()[:12]),
    Scene: lambda text: Scene(Line(text, text.lower()), WORDS, NOW, "en", {}),
    patterns.Match: lambda text: patterns.compile(r"(?s)(?P<event>(?P<new>.*))").match(text),
}
GIVEN: dict[str, object] = {
    "known": WORDS, "now": NOW, "locale": "en", "language": "en", "act": Act.EVENT_CANCEL, "shopping": True,
    "told": True, "voice": Voice("en", NOW, ZONE), "group": "event", "past": False, "label": "email",
    "limit": 120, "total": None, "most": 5, "mark": "", "first": (), "wished": [], "tool": "get_events",
    "asked": ["title", "location"], "start": NOW, "end": NOW, "zone": ZONE, "vocabulary": catalog.VOCABULARY,
    "value": Value.SUM, "kind": Kind.WHEN, "before": 0,
}  # fmt: skip


def _functions() -> Iterator[tuple[str, Callable[..., object]]]:
    for package in (reader, commands):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = import_module(found.name)
            for name, value in vars(module).items():
                if name.startswith("_") or not inspect.isfunction(value) or value.__module__ != module.__name__:
                    continue
                yield f"{found.name.removeprefix(f'{package.__name__}.')}.{name}", value


def _arguments(function: Callable[..., object], text: str) -> tuple[list[object], dict[str, object]] | None:
    """What to call it with; None where nothing of it is text, or it needs more than words (a unit of work, a match)."""
    positional: list[object] = []
    named: dict[str, object] = {}
    texts = 0
    hints = get_type_hints(function)
    for parameter in inspect.signature(function).parameters.values():
        kind = hints[parameter.name]
        if parameter.name in GIVEN:
            value = GIVEN[parameter.name]
        elif kind in MADE:
            texts += 1
            value = MADE[kind](text)
        elif parameter.default is not parameter.empty:
            continue
        else:
            return None
        if parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            positional.append(value)
    return (positional, named) if texts else None


FUNCTIONS = {
    name: function
    for name, function in _functions()
    if name not in NOT_FED and not inspect.iscoroutinefunction(function)
}


def test_the_functions_are_found() -> None:
    assert len(FUNCTIONS) > 70
    assert {
        "requests.contact_words.graph_of",
        "line.spelled",
        "model.reply",
        "naming.read_names",
        "requests.details.phones",
    } <= set(FUNCTIONS)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_its_time_grows_with_the_text(name: str) -> None:
    function = FUNCTIONS[name]
    for shape in SHAPES:
        spent: list[float] = []
        for size in SIZES:
            given = _arguments(function, _text(shape, size))
            assert given is not None
            positional, named = given
            spent.append(seconds_of(lambda positional=positional, named=named: function(*positional, **named)))  # type: ignore[misc]
            if len(spent) > 1 and spent[-1] > GROWTH * max(spent[-2], FLOOR_S):
                again = _arguments(function, _text(shape, size) + " ")  # once more: what is made but once counts not
                assert again is not None
                spent[-1] = seconds_of(lambda again=again: function(*again[0], **again[1]))  # type: ignore[misc]
            assert len(spent) < 2 or spent[-1] <= GROWTH * max(spent[-2], FLOOR_S), (shape, spent)


@pytest.mark.parametrize("mood", ["question", "request", "statement", "confirmation"])
@pytest.mark.parametrize("shape", SHAPES)
def test_a_turn_reads_the_longest_question_within_a_second(mood: str, shape: tuple[str, str, str]) -> None:
    facts = _facts(_text(shape, QUESTION), mood=mood, ledger=(), history=())
    assert seconds_of(lambda: reply(ChatRequest((), "turn", ALL_TOOLS, facts=facts))) < 1


@pytest.mark.parametrize("piece", ["add it and ", "cancel it and ", "delete it and cancel it and ", "move it to and "])
def test_a_message_of_many_requests_is_read_once_at_every_joint(piece: str) -> None:
    """The ends of a request were tried anew behind each other one: sixteen of them took minutes."""
    facts = _facts((piece * 40)[:400], mood="request", ledger=(), history=())
    assert seconds_of(lambda: reply(ChatRequest((), "turn", ALL_TOOLS, facts=facts))) < 1
