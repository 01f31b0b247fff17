"""What did the last answer show: which events, places and people, in which order, under which names?"""

from collections.abc import Mapping
from typing import Any

from orchestrator.kit import patterns
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.phrase.lines import clean
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Target

_PREFERS: Mapping[Kind, tuple[str, ...]] = {
    Kind.ATTRIBUTE: ("contact", "place", "event"),
    Kind.WHO: ("event", "place", "contact"),
    Kind.SAID: ("contact", "event", "place"),
}
_ROW = patterns.compile(r"^- (?:[“«‘\"](?P<title>[^”»’\"]+)[”»’\"]|(?P<name>[^:(“«]{2,60}))")
_QUOTED = patterns.compile(r"[“«‘](?P<title>[^”»’“«‘]{2,80})[”»’]")


def told_targets(facts: TurnFacts, kind: Kind) -> tuple[Target, ...]:
    """What the last answers were about, those first that the last one names: more is looked up than is told."""
    for rows in _rows_of(facts, kind):
        last = last_answer(facts)
        if found := tuple(one for one in rows if clean(one.name) in last) or rows:
            return found[-3:]
    return ()


def shown_rows(facts: TurnFacts, kind: Kind) -> tuple[Target, ...]:
    """What the last answer named, in the order in which it stands there."""
    last = last_answer(facts)
    for rows in _rows_of(facts, kind):
        at = {one: last.find(clean(one.name)) for one in rows}
        if found := sorted((one for one in rows if at[one] >= 0), key=lambda one: at[one]):
            return tuple(found)
    return ()


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
