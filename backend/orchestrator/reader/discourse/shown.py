"""What did the last answer show: which events, places and people, in which order, under which names?"""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.kit import patterns
from orchestrator.kit.text import standing_in
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.phrase.quotation import clean
from orchestrator.reader.question.model import Target
from orchestrator.reader.question_kinds import Kind

_PREFERS: Mapping[Kind, tuple[str, ...]] = {
    Kind.ATTRIBUTE: ("contact", "place", "event"),
    Kind.WHO: ("event", "place", "contact"),
    Kind.SAID: ("contact", "event", "place"),
}
_BACK = 3
"""Answers that "the two of them" may reach back to."""
_ROW = patterns.compile(r"^- (?:[“«‘\"](?P<title>[^”»’\"]+)[”»’\"]|(?P<name>[^:(“«]{2,60}))")
_QUOTED = patterns.compile(r"[“«‘](?P<title>[^”»’“«‘]{2,80})[”»’]")


def told_targets(facts: TurnFacts, kind: Kind) -> tuple[Target, ...]:
    """What the last answers were about, those first that the last one names: more is looked up than is told."""
    last = last_answer(facts)
    known = _rows_of(facts, kind)
    for rows in known:
        if found := _opens(last, rows) or tuple(one for one in rows if clean(one.name) in last) or rows:
            return () if found is rows and _told_another(last, known) else found[-3:]
    return ()


def _opens(last: str, rows: tuple[Target, ...]) -> tuple[Target, ...]:
    """The one person of whom an answer of one line is; whoever else stands there only tells who that is."""
    if "\n" in last.strip():
        return ()
    return tuple(one for one in rows if one.kind == "contact" and last.startswith(f"{clean(one.name)}:"))[:1]


def _told_another(last: str, known: list[tuple[Target, ...]]) -> bool:
    """Whether the last answer told words of some text, and none of the things that were looked up beside it."""
    named = any(clean(one.name) in last for rows in known for one in rows)
    return not named and _QUOTED.search(last) is not None


def shown_rows(facts: TurnFacts, kind: Kind) -> tuple[Target, ...]:
    """What the last answer named, in the order in which it stands there."""
    last = last_answer(facts)
    for rows in _rows_of(facts, kind):
        if found := _named_in(last, rows):
            return tuple(found)
    return ()


def _named_in(text: str, rows: Sequence[Target]) -> list[Target]:
    """Those that a text names, in the order in which they stand there: "Alba's birthday party" names no "Alba's
    birthday"."""
    at = standing_in((clean(one.name) for one in rows), text)
    return sorted((one for one in rows if clean(one.name) in at), key=lambda one: at[clean(one.name)])


def shown_last(facts: TurnFacts, *, at_least: int) -> tuple[Target, ...]:
    """The events that the last answers named, as many answers back as it takes for so many of them; the order is that
    in which they were told. Empty where there are not so many."""
    known = _rows_of(facts, Kind.WHEN)[0]
    found: dict[str, Target] = {}
    for text in [text for role, text in reversed(facts.history) if role == "assistant"][:_BACK]:
        named = _named_in(text, known)
        if not named and any(_ROW.match(row) for row in text.splitlines()):
            return ()  # a list of something else
        found = {each.id: each for each in named} | found
        if len(found) >= at_least:
            return tuple(found.values())
    return ()


def told_back(facts: TurnFacts) -> tuple[Target, ...]:
    """The events of the newest of the last answers that told any."""
    known = {one.id: one for one in _rows_of(facts, Kind.WHEN)[0] if one.kind == "event"}.values()
    for text in [text for role, text in reversed(facts.history) if role == "assistant"][: _BACK + 1]:
        if found := tuple(one for one in known if clean(one.name) in text):
            return found
    return ()


def told_title(facts: TurnFacts) -> str:
    """The one title that the last answer named; "" where it named none, or several."""
    named = dict.fromkeys(one["title"].strip() for one in _QUOTED.finditer(last_answer(facts)))
    return next(iter(named)) if len(named) == 1 else ""


def told_alone(facts: TurnFacts) -> str:
    """The id of the one event that the last answer told; "" where it told none, or several."""
    shown = {one.id for one in shown_rows(facts, Kind.WHEN) if one.kind == "event"}
    return shown.pop() if len(shown) == 1 else ""


def shown_people(facts: TurnFacts) -> tuple[Target, ...]:
    """The people whom the last answer named, where it named nothing else."""
    shown = shown_rows(facts, Kind.ATTRIBUTE)
    return shown if shown and shown[0].kind == "contact" else ()


def _rows_of(facts: TurnFacts, kind: Kind) -> list[tuple[Target, ...]]:
    """The events, places and people of the conversation, those first that the kind of question is rather of."""
    order = _PREFERS.get(kind, ("event", "place", "contact"))
    return [
        tuple(
            Target(name, str(row["id"]), title)
            for row in facts.context.get(f"{name}s") or ()
            if isinstance(row, Mapping) and row.get("id") and clean(title := _name_of(row))
        )
        for name in order
    ]


def last_answer(facts: TurnFacts) -> str:
    return next((text for role, text in reversed(facts.history) if role == "assistant"), "")


def _name_of(row: Mapping[str, Any]) -> str:
    return str(row.get("name") or row.get("title") or "")


def rows_named(facts: TurnFacts) -> list[str]:
    """The names of the rows of the list that the last answer was, whatever they are of."""
    found = (_ROW.match(row) for row in last_answer(facts).splitlines())
    return [(one["title"] or one["name"]).strip() for one in found if one is not None]


def quoted_last(facts: TurnFacts) -> str:
    """The title that the last answer named last; "" where it named none."""
    return next((one["title"] for one in reversed(list(_QUOTED.finditer(last_answer(facts))))), "")
