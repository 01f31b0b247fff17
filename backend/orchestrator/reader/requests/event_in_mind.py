"""Do the words put right the one event that is in mind: "no, at four", "add Rui too", "you forgot Marta"?

They are read as words about a draft are, but nothing holds them to the event, so only what surely is about it counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from orchestrator.language.lengths import lasting
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.draft_words import DRAFT_WORDS, unmarked
from orchestrator.reader.discourse.previous_question import question_before
from orchestrator.reader.discourse.shown import shown_rows, told_alone
from orchestrator.reader.line import MAX_LENGTH, line, spelled
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.request import Request
from orchestrator.reader.requests.event_edits import NOT_BEGUN, event_edit
from orchestrator.reader.requests.meals import other_meal
from orchestrator.reader.words import words_of

_PARTS = frozenset(
    "place location venue where time hour title name the o el la para to a por local lugar"
    " sitio hora horario titulo nome nombre".split()
)
""" "Change the place" names a part of some event. """
_CHANGEABLE = frozenset({"event", "todo"})
_OF_ONE = frozenset({Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.NEXT})
"""Kinds of question that are of one event."""
_NAMES = {"title": "title", "when": "when", "place": "place"}


def about_event(facts: TurnFacts, reading: Reading, wished: Sequence[Request]) -> list[Request]:
    """The change of the event in mind; else what is wished as it was read."""
    known = words_of(reading.language)
    text = spelled(facts.question[:MAX_LENGTH], known.language)
    bare, rights = unmarked(text, known.language)
    opening = text.low[: text.low.find(bare.low)] if rights and bare.low in text.low else ""
    wished = [one for one in wished if not _called_by_a_mark(one, opening)]
    meant = _meant(facts)
    if meant is None:
        return wished
    words = DRAFT_WORDS[known.language]
    draft = {"title": str(meant.get("title") or ""), "participants": [], NOT_BEGUN: True}
    lasts = lasting(facts.question, reading.language) is not None and not facts.question.rstrip().endswith("?")
    reasoned = bool(wished) and all(_names_a_reason(one, reading.locale) for one in wished)
    surely = lasts or reasoned or other_meal(bare, draft, words, known) is not None
    if not (surely or (facts.mood != "question" and all(_unsure(one) for one in wished))):
        return list(wished)
    if known.things["todo"].search(text.low) or known.shopping.search(text.low):
        return list(wished)
    found = event_edit(replace(facts, context={"draft": draft}), known, reading.locale)
    corrects = surely or rights or words.corrects.match(bare.low) is not None
    if found is None or _uncertain(found, corrects=corrects):
        return list(wished)
    arguments: dict[str, Any] = {name: found[name] for name in _NAMES if found.get(name)}
    if meant.get("kind") == "todo":
        return _about_todo(reading, arguments, meant) or list(wished)
    if found.get("participants"):
        arguments["participants_add"] = list(found["participants"])
    if found.get("remove"):
        arguments["participants_remove"] = list(found["remove"])
    if not arguments:
        return list(wished)
    target = replace(reading, kind=Kind.WHEN, thing="event")
    return [Request(Act.EVENT_ADD, arguments, target=target, named_by="event", target_id=str(meant["id"]))]


def _about_todo(reading: Reading, arguments: Mapping[str, Any], meant: Mapping[str, Any]) -> list[Request]:
    """A to-do has a time and a title."""
    told = {name: value for name, value in arguments.items() if name in {"when", "title"}}
    if not told:
        return []
    target = replace(reading, kind=Kind.WHEN, thing="todo")
    return [Request(Act.TODO_CHANGE, told, target=target, named_by="todo", target_id=str(meant["id"]))]


def _unsure(wish: Request) -> bool:
    """Whether it names a thing for a list, or only a part of some event ("the place")."""
    if wish.act is Act.TODO:
        return True
    named = [token.low for token in wish.target.line.tokens()] if wish.target is not None else []
    return bool(named) and all(word in _PARTS for word in named)


def _called_by_a_mark(wish: Request, opening: str) -> bool:
    """Whether an event would be called as one only says that something was wrong: "that's wrong, it's Friday at 10"."""
    title = str(wish.arguments.get("title") or "") if wish.act is Act.EVENT else ""
    if wish.act is Act.EVENT_MOVE and wish.target is not None:
        title = wish.target.line.raw
    said = _letters(opening)
    return bool(title and said) and (_letters(title) in said or all(_letters(word) in said for word in title.split()))


def _letters(text: str) -> str:
    return "".join(char for char in line(text).low if char.isalnum())


def _names_a_reason(wish: Request, locale: str) -> bool:
    """Whether what stands where its event is named only says why: "she's running late, make it half 7"."""
    named = wish.target.line.raw if wish.target is not None and wish.act is Act.EVENT_MOVE else ""
    return len(named.split()) > _FEW and mood_of(named, locale).mood is Mood.STATEMENT


_FEW = 2
""" "The dentist" is no clause."""


def _uncertain(found: Mapping[str, Any], *, corrects: bool) -> bool:
    """A bare time or place is a question for what is there, and "X can't come" may be news; unless it corrects."""
    return not corrects and any(found.get(name) for name in ("when", "place", "remove"))


def _meant(facts: TurnFacts) -> Mapping[str, Any] | None:
    """What the last answer wrote, else the one event that it was about; of several that one question of a single thing
    found ("when is the dentist") the one that was told first, and of several that were looked at the one told alone."""
    written: Sequence[Mapping[str, Any]] = facts.context.get("written") or ()
    if len(written) == 1 and written[0].get("kind") in _CHANGEABLE:
        return written[0]
    events: Sequence[Mapping[str, Any]] = facts.context.get("events") or ()
    if len(events) == 1:
        return events[0] if events[0].get("id") and _was_told(events[0], facts) else None
    before = question_before(facts, facts.locale)
    told = shown_rows(facts, Kind.WHEN) if before is not None and before.kind in _OF_ONE else ()
    first = told[0].id if told and told[0].kind == "event" else told_alone(facts)
    return next((one for one in events if str(one.get("id")) == first), None)


def _was_told(event: Mapping[str, Any], facts: TurnFacts) -> bool:
    """Whether the last answer named the event: one that was only looked at is in nobody's mind."""
    last = next((text for role, text in reversed(facts.history) if role != "user"), "")
    return not last or str(event.get("title") or "") in last
