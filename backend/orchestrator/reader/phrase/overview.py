"""How are many things told at once: counts, agendas, what comes next, free time, the day, who most?"""

from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.reader.evidence.finds import SURE, Evidence, Item
from orchestrator.reader.phrase.due import late
from orchestrator.reader.phrase.frame import (
    MOST_OF_A_LIST,
    about,
    best,
    by_share,
    by_time,
    in_order,
    listed,
    nothing,
    over,
)
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.reads.asked_todos import of_a_list, todo_state

_DAY = timedelta(days=1)
MOST_READ = 100
"""Events that one look-up gives."""


def count(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    noun = reading.thing or "event"
    shown = _countable(reading, evidence, noun, voice)
    hits = [item for item in evidence.items if item.hit and item.relevant]
    asked, span = about(reading, voice), over(reading, evidence, voice)
    total = len(shown)
    if evidence.total is not None and (noun != "event" or (evidence.total > MOST_READ and not reading.filters)):
        total = max(total, evidence.total)  # what the tool counted, where it is not all here
    if total:
        text = say("reader.answer.count", voice.locale, count=so_many(total, noun, voice), about=asked, range=span)
        gone = [item for item in shown if (at := item.moment("start_at")) is not None and at <= voice.now]
        if 0 < len(gone) < len(shown) == total:
            text = f"{text} {say('reader.answer.count_so_far', voice.locale, number=len(gone))}"
        ordered = by_time(shown or [item for item in evidence.items if item.kind == noun], voice.now, past=reading.past)
        return f"{text}\n{listed(ordered, voice, reading.words, total=total)}" if ordered else text
    if hits:
        counted = render.count(len(hits), "result", voice.locale)
        text = say("reader.answer.at_least", voice.locale, count=counted, about=asked, range=span)
        return f"{text}\n{listed(by_share(hits), voice, reading.words)}"
    none = say("reader.answer.count_none", voice.locale, about=asked, range=span)
    return f"{none} {nothing(reading, evidence, voice, found_none=False)}"


def _countable(reading: Reading, evidence: Evidence, noun: str, voice: Voice) -> list[Item]:
    """The finds that are counted: of events those that hold as much of what was said as the best of them, and of what
    was those that have begun."""
    found = [item for item in evidence.of(noun) if not item.hit] if noun == "event" else evidence.of(noun)
    if noun != "event":
        return found
    top = max((item.share for item in found), default=0.0)
    found = [item for item in found if item.share >= min(top, SURE) and item.get("status") != "cancelled"]
    if not reading.past:
        return found
    return [item for item in found if (at := item.moment("start_at")) is None or at <= voice.now]


def so_many(number: int, noun: str, voice: Voice) -> str:
    """So many of a kind of record: "three to-dos"."""
    english = {"todo": "to-do"}.get(noun, noun) if voice.locale.startswith("en") else noun
    return render.count(number, english, voice.locale)


def following(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    kind = "todo" if reading.thing == "todo" else "event"
    found = by_time(best(evidence.of(kind)), voice.now, past=False)
    ahead = [item for item in found if _ahead(item, voice)]
    if ahead:
        many = ahead if _plural(reading) else ahead[:1]
        return _headed(say("reader.answer.next", voice.locale), many, voice)
    if found:
        return f"{say('reader.answer.last', voice.locale, about=about(reading, voice))}\n{listed(found[:1], voice)}"
    hits = by_share([item for item in evidence.items if item.hit and item.relevant])
    if hits and reading.words:
        return listed(hits, voice, reading.words)
    if kind == "todo":
        return nothing(reading, evidence, voice)
    return say("reader.answer.nothing_ahead", voice.locale, about=about(reading, voice))


def _headed(heading: str, items: list[Item], voice: Voice) -> str:
    """One find stands on the line of its heading, several below it."""
    return f"{heading} {listed(items, voice)}" if len(items) == 1 else f"{heading}\n{listed(items, voice)}"


def _plural(reading: Reading) -> bool:
    """ "Upcoming meetings", "próximos eventos" ask for several."""
    return any(
        word in reading.line.low
        for word in ("upcoming", "events", "meetings", "appointments", "tasks", "todos", "coming up")
    ) or any(
        word in reading.line.low for word in ("proximos", "proximas", "siguientes", "eventos", "tarefas", "tareas")
    )


def _ahead(item: Item, voice: Voice) -> bool:
    if item.kind == "todo":
        return item.moment("done_at") is None
    at = item.moment("end_at") or item.moment("start_at")
    return at is not None and at >= voice.now


def agenda(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    if of_a_list(reading) and not evidence.of("todo"):
        reading, evidence = replace(reading, words=()), evidence.all_listed("todo")
    held = evidence.of("todo", "event")
    held = best(held) if reading.words else held
    todos, events = ([item for item in held if item.kind == kind] for kind in ("todo", "event"))
    if reading.thing in {"contact", "place"}:
        found = evidence.of(reading.thing)
        return (
            listed(found, voice, total=evidence.total, most=MOST_OF_A_LIST)
            if found
            else nothing(reading, evidence, voice)
        )
    if reading.thing == "todo":
        todos = [item for item in todos if _in_state(item, reading, voice)]
    if reading.thing == "todo" and todos:
        return listed(
            by_time(todos, voice.now, past=False),
            voice,
            total=None if reading.when else evidence.total,
            most=MOST_OF_A_LIST,
        )
    if events or todos:
        return "\n".join(_held(reading, evidence, events, todos, voice))
    hits = [item for item in evidence.items if item.hit and item.relevant]
    if hits:
        return listed(by_share(hits), voice, reading.words)
    if reading.words and reading.span is not None and not reading.names and not reading.past:
        # A word that nothing holds ("the earliest", "on the menu") asks for no less than what there is at that time.
        return agenda(replace(reading, words=()), evidence.all_of_the_time(), voice)
    if reading.thing == "todo" and not reading.words:
        return _no_todos(reading, evidence, voice)
    if reading.thing in {"todo", "message"} or reading.words or "get_events" not in evidence.looked:
        return nothing(reading, evidence, voice)
    key = "nothing_else" if reading.filters.besides else "nothing_there"
    return say(f"reader.answer.{key}", voice.locale, range=over(reading, evidence, voice))


def _held(reading: Reading, evidence: Evidence, events: list[Item], todos: list[Item], voice: Voice) -> list[str]:
    """The events, and what is to be done; where that was asked for and is nothing, the calendar tells the rest."""
    rows = []
    if reading.thing == "todo" and not reading.words and "get_todos" in evidence.looked:
        rows.append(_no_todos(reading, evidence, voice))
    if events:
        ordered = by_time(events, voice.now, past=reading.past)
        in_turn = ordered if reading.past else in_order(ordered)
        rows.append(listed(in_turn, voice, reading.words, most=MOST_OF_A_LIST))
    if todos:
        rows.append(_headed(say("reader.answer.todo_part", voice.locale), by_time(todos, voice.now, past=False), voice))
    return rows


def _no_todos(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    return say(f"reader.answer.no_todos.{todo_state(reading)}", voice.locale, range=over(reading, evidence, voice))


def _in_state(item: Item, reading: Reading, voice: Voice) -> bool:
    """Whether a to-do is open, overdue or done, as it was asked for."""
    done, due = item.moment("done_at") is not None, item.moment("due_at")
    wanted = todo_state(reading)
    if wanted == "overdue":
        return not done and due is not None and late(due, voice.now)
    return done == (wanted == "done")


def conflicts(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    span = over(reading, evidence, voice)
    if not evidence.conflicts:
        return say("reader.answer.conflicts_none", voice.locale, range=span)
    lines = [
        "- "
        + say(
            "reader.answer.conflict",
            voice.locale,
            first=quoted(one),
            at=clean(at),
            second=quoted(other),
            then=clean(then),
        )
        for one, at, other, then in evidence.conflicts[:MOST_OF_A_LIST]
    ]
    left = len(evidence.conflicts) - len(lines)
    return "\n".join(
        [
            say("reader.answer.conflicts", voice.locale, range=span),
            *lines,
            *([say("reader.answer.more", voice.locale, number=left)] if left else []),
        ]
    )


def briefing(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    if evidence.briefing:
        return evidence.briefing
    events = in_order(evidence.of("event"))
    todos = evidence.of("todo")
    late = [item for item in todos if (due := item.moment("due_at")) and due < voice.now and not item.moment("done_at")]
    rest = [item for item in todos if item not in late]
    span = over(replace(reading, span=reading.span or _whole_day(voice.now)), evidence, voice)
    parts = []
    if events:
        parts.append(f"{say('reader.answer.briefing', voice.locale, range=span)}\n{_rows(events, voice)}")
    else:
        parts.append(say("reader.answer.briefing_none", voice.locale, range=span))
    if late:
        parts.append(f"{say('reader.answer.overdue_part', voice.locale)}\n{_rows(late, voice)}")
    if rest:
        parts.append(f"{say('reader.answer.todo_part', voice.locale)}\n{_rows(rest, voice)}")
    return "\n\n".join(parts)


def _rows(items: list[Item], voice: Voice) -> str:
    text = listed(items, voice)
    return text if text.startswith("- ") else f"- {text}"


def _whole_day(now: datetime) -> tuple[datetime, datetime | None]:
    start = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return start, start + _DAY


def most(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    span = over(reading, evidence, voice)
    people = [(clean(name), count) for name, count in evidence.people if count]
    if not people:
        return say("reader.answer.most_none", voice.locale, range=span)
    top = people[0][1]
    first = [name for name, count in people if count == top]
    text = say(
        "reader.answer.most",
        voice.locale,
        name=render.join(first, voice.locale),
        range=span,
        count=render.count(top, "event", voice.locale),
    )
    others = [f"{name} ({count})" for name, count in people if count != top][:3]
    if others:
        text += " " + say("reader.answer.most_others", voice.locale, names=render.join(others, voice.locale))
    name = say("reader.answer.sources.event", voice.locale)
    return f"{text} ({name})"
