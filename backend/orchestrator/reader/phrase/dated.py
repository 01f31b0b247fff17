"""When is it, where, how long, is there any? Answers about what has a time: the calendar before what was said."""

from dataclasses import replace
from datetime import datetime

from orchestrator.kit import lookaround, patterns
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.reader.evidence.finds import SURE, Evidence, Item
from orchestrator.reader.phrase.due import late
from orchestrator.reader.phrase.frame import about, best, by_share, by_time, listed, nothing, over, towards
from orchestrator.reader.phrase.lines import where
from orchestrator.reader.phrase.quotation import quoted
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reads.asked_todos import todo_state

_DONE_YET = lookaround.compile(
    r"\b(?:yet|already|ja|ya|todavia|did|paguei|comprei|liguei|enviei|mandei|fiz|renovei|pague|compre|llame|envie|hice|renove)\b"
    r"|\b(?:is|was|has|have|been|esta|foi|foram|ha|he|han|fue)\b.* \w+(?:ed|ado|ada|ido|ida)s?\b"
)
"""Asks whether something was done, not whether it is to be done."""
_COMPARES = lookaround.compile(r"\b(?:more|less|fewer|mais|menos|mas)\b.* (?:than|do que|que|or|ou|o)\b")
"""That there is some of it decides nothing of what is more."""
_BOUNDED = lookaround.compile(
    r"\b(?:lands?|starts?|begins?|ends?|finish\w*|over|done|aterr\w+|acaba\w*|termina\w*|comeca\w*|empieza\w*|sale|sai)\b"
    r".*\b(?:before|after|by|antes|depois|despues)\b"
)
"""Nor does it of when it ends."""
_PUT_DOWN = lookaround.compile(
    r"\b(?:add|added|note|noted|adicionei|acrescentei|anotei|apontei|anadi|agregue|anote|apunte)\b"
    r"|\b(?:put|wr[io]te|written|coloquei|pus|botei|puse|escrevi|escribi)\b.*\b(?:lists?|listas?|down)\b"
)
"""Asks whether something was put on the list: it is there, done or not."""
_ABOUT_TIME = {Kind.WHEN, Kind.WHERE, Kind.HOW_LONG}
"""Asked of what is in the calendar: what was said about it answers only where nothing is there."""
CLEARLY = 0.3
"""A find so much better than an event is the answer in its stead."""
NOTED = {"note", "fact", "document"}
"""Texts that stand beside the calendar: where they hold clearly more of the question, no event is meant."""


_DONE_TO = patterns.compile(
    r"^(?:and |e |y )?(?:is|are|was|were|has|have|esta|estan|estao|foi|foram|fue|fueron|ha|han|ja)\b"
    r".*(?:ed|[ai]d[oa]s?)[ ?.!]*$"
)
""" "Is the dog vaccinated?": an appointment that is still to come is no yes."""


def dated_answer(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    """When is it, is there: events, then to-dos, then what was said."""
    found = _chosen(reading, evidence, voice)
    if reading.last and reading.past:
        found = [item for item in found if (at := item.moment("start_at")) is None or at <= voice.now]
    if not found:
        return nothing(reading, evidence, voice)
    found = found[:1] if reading.last else found
    return listed(found, replace(voice, hints=len(found) == 1), reading.words)


def _chosen(reading: Reading, evidence: Evidence, voice: Voice) -> list[Item]:
    """The first kind that answers: what is in the calendar outweighs what was said about it."""
    order = (("todo",), ("event",)) if reading.thing == "todo" else (("event",), ("todo",))
    top = max((item.share for item in evidence.items), default=0.0)
    timed = max((item.share for item in evidence.items if item.kind in NOTED or not item.hit), default=0.0)
    for kinds in (*order, ("place",), ("contact",)):
        found = best([item for item in evidence.of(*kinds) if not item.hit])
        held = max((item.share for item in found), default=0.0)
        if found and held < (timed if reading.kind in _ABOUT_TIME else top) - CLEARLY:
            continue
        if found and reading.kind is Kind.EXISTS:
            return by_time(found, voice.now, past=False)
        if found:
            return towards(found, reading, voice.now)
    if reading.kind is Kind.EXISTS and not (reading.words or reading.names or reading.targets):
        return []  # without a word anything that was found would do
    hits = [item for item in evidence.items if item.hit and item.relevant]
    return by_share(best(hits))


def exists_answer(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    found = _chosen(reading, evidence, voice)
    if found:
        return f"{_verdict(reading, found, voice)}{listed(found, voice, reading.words)}"
    if reading.words or reading.targets or not reading.when:
        return nothing(reading, evidence, voice)  # it decides nothing, but of a time that was looked through
    # Without a word whatever was found is near: none of it is told.
    rest = nothing(reading, replace(evidence, items=()), voice, found_none=False)
    told = say("reader.answer.have_no", voice.locale, about=about(reading, voice), range=over(reading, evidence, voice))
    return f"{told} {rest}"


def _verdict(reading: Reading, found: list[Item], voice: Voice) -> str:
    """What opens the answer to a yes-or-no question: nothing where the find only bears on it."""
    first = found[0]
    if first.hit or first.kind not in {"event", "todo"} or first.share < SURE:
        return ""
    if first.kind == "todo" and todo_state(reading) == "overdue":
        due = first.moment("due_at")
        overdue = due is not None and not first.moment("done_at") and late(due, voice.now)
        return f"{say('reader.answer.have_yes', voice.locale)} " if overdue and len(found) == 1 else ""
    if _COMPARES.search(reading.line.low) or _BOUNDED.search(reading.line.low):
        return ""
    opens = say("reader.answer.have_yes", voice.locale)
    asked = reading.line.low
    if first.kind == "event" and _DONE_TO.search(asked) and (moment_of(first) or voice.now) > voice.now:
        return ""
    asks_if_done = _DONE_YET.search(asked) or (reading.past and reading.thing != "todo")
    if first.kind == "todo" and asks_if_done and not _PUT_DOWN.search(asked):
        opens = say("reader.answer.have_yes" if first.moment("done_at") else "reader.answer.have_not_yet", voice.locale)
    return f"{opens}\n" if len(found) > 1 else f"{opens} "


def where_answer(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    events = towards(best(evidence.of("event")), reading, voice.now)
    noted = by_share(best([item for item in evidence.of(*NOTED, "message") if item.hit]))
    if noted and noted[0].share > max((item.share for item in events), default=0.0) + CLEARLY:
        return listed(noted, voice, reading.words)
    placed = [item for item in events if where(item)]
    if placed:
        return listed(placed, voice, reading.words)
    named = reading.words or reading.targets  # without a word anything that was found would do
    places = best(evidence.of("place", "contact")) if named else []
    if places:
        return listed(places, voice, reading.words)
    hits = by_share(best([item for item in evidence.items if item.hit and item.relevant])) if named else []
    if events and not hits:
        title, at = quoted(events[0].get("title")), events[0].moment("start_at")
        return f"{say('reader.answer.where_none', voice.locale, title=title)} {source(events[0], voice, at)}"
    return listed(hits, voice, reading.words) if hits else nothing(reading, evidence, voice)


def length_answer(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    events = towards(best(evidence.of("event")), reading, voice.now)
    if not events:
        return dated_answer(reading, evidence, voice)
    rows = []
    for item in events[:3]:
        start, end, title = item.moment("start_at"), item.moment("end_at"), quoted(item.get("title"))
        text = (
            say("reader.answer.long", voice.locale, title=title, length=_length(start, end, voice))
            if start and end and end > start
            else say("reader.answer.long_none", voice.locale, title=title)
        )
        rows.append(f"{text} {source(item, voice, start)}")
    return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)


def _length(start: datetime, end: datetime, voice: Voice) -> str:
    minutes = int((end - start).total_seconds() // 60)
    if minutes >= 1440 and minutes % 1440 == 0:
        return render.count(minutes // 1440, "day", voice.locale)
    hours, left = divmod(minutes, 60)
    parts = [render.count(hours, "hour", voice.locale)] if hours else []
    parts += [render.count(left, "minute", voice.locale)] if left else []
    return render.join(parts, voice.locale)


def moment_of(item: Item) -> datetime | None:
    return item.moment("start_at") or item.moment("at")
