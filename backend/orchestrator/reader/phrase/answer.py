"""How is the question answered from what was found? One small function a kind of question."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from orchestrator.kit import lookaround, patterns
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import tokens
from orchestrator.reader.evidence import SURE, Evidence, Item, text_of
from orchestrator.reader.line import line
from orchestrator.reader.phrase import overview
from orchestrator.reader.phrase.duplicates import twins
from orchestrator.reader.phrase.frame import about, best, by_share, by_time, in_order, listed, nothing, over, towards
from orchestrator.reader.phrase.free import told_free
from orchestrator.reader.phrase.lines import (
    Voice,
    attribute,
    born,
    clean,
    label_of,
    late,
    name_of,
    names,
    quoted,
    source,
    where,
)
from orchestrator.reader.phrase.measured import measured, next_birthday
from orchestrator.reader.phrase.stated import stated
from orchestrator.reader.plan import todo_state
from orchestrator.reader.question.reading import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_READ = 2000
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
_OF_ONE = {Kind.WHEN, Kind.WHO, Kind.HOW_LONG}
"""Asked of an event, they are answered by the event alone."""
_CLEARLY = 0.3
"""A find so much better than an event is the answer in its stead."""
_NOTED = {"note", "fact", "document"}
"""Texts that stand beside the calendar: where they hold clearly more of the question, no event is meant."""
_SHAPES = {"email": patterns.compile(r"\S@\S"), "phone": patterns.compile(r"\d(?:[ ().-]?\d){5,}")}


_DONE_TO = patterns.compile(
    r"^(?:and |e |y )?(?:is|are|was|were|has|have|esta|estan|estao|foi|foram|fue|fueron|ha|han|ja)\b"
    r".*(?:ed|[ai]d[oa]s?)[ ?.!]*$"
)
""" "Is the dog vaccinated?": an appointment that is still to come is no yes."""


def answer(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    """The text of the answer; never empty."""
    fixed = _fixed(reading, voice)
    if fixed:
        return fixed
    if evidence.twins is not None:
        return twins(evidence.twins, reading.language, voice)
    evidence = _spoken_of(reading, evidence)
    if not evidence.looked and not evidence.other:
        text = say("reader.answer.no_lookup", voice.locale, about=about(reading, voice))
    else:
        evidence = evidence.ranked(reading.rank, voice.now) if reading.rank is not None else evidence
        evidence = evidence.telling(reading.value) if reading.measure is None else evidence
        value = measured(reading, evidence, voice) if reading.measure is not None else None
        text = value or _ANSWERS.get(reading.kind, _topic)(reading, evidence, voice)
    return f"{text}\n{say('reader.answer.tool_failed', voice.locale)}" if evidence.failed else text


def _spoken_of(reading: Reading, evidence: Evidence) -> Evidence:
    """Of an event that is spoken of nothing but itself is told; where it has no place, what was said of one too."""
    ids = {target.id for target in reading.targets if target.kind == "event"}
    held = tuple(item for item in evidence.items if item.kind == "event" and not item.hit and item.get("id") in ids)
    told = bool(held) and (reading.kind in _OF_ONE or (reading.kind is Kind.WHERE and all(where(one) for one in held)))
    return replace(evidence, items=held) if told else _so_titled(reading, evidence)


def _so_titled(reading: Reading, evidence: Evidence) -> Evidence:
    """Where the title of an event, or who is there, says all that was asked for, another that only takes place at
    somewhere of that name is not meant: the flight to Dublin, and not the one from its airport."""
    if reading.kind not in _OF_ONE or not reading.words:
        return evidence
    events = [item for item in evidence.items if item.kind == "event" and not item.hit]
    elsewhere = [item for item in events if share(reading.words, f"{item.get('title')} {' '.join(names(item))}") < SURE]
    if not 0 < len(elsewhere) < len(events):
        return evidence
    return replace(evidence, items=tuple(item for item in evidence.items if item not in elsewhere))


def _fixed(reading: Reading, voice: Voice) -> str:
    """What needs no look-up."""
    if reading.kind is Kind.CLOCK:
        day, time = render.day(voice.now.date(), voice.locale), render.clock(voice.now, voice.locale)
        return say("reader.answer.clock", voice.locale, day=day, time=time, zone=voice.zone)
    if reading.kind in {Kind.GREETING, Kind.FAREWELL}:
        name = f", {clean(voice.user, 40)}" if voice.user and "@" not in voice.user else ""
        return say(
            "reader.answer.greeting" if reading.kind is Kind.GREETING else "reader.answer.farewell",
            voice.locale,
            name=name,
        )
    return {
        Kind.THANKS: say("reader.answer.thanks", voice.locale),
        Kind.ABILITIES: say("reader.answer.abilities", voice.locale),
        Kind.UNABLE: say("reader.answer.unable", voice.locale),
        Kind.NOTHING: say("reader.answer.unread", voice.locale),
    }.get(reading.kind, "")


def _dated(reading: Reading, evidence: Evidence, voice: Voice) -> str:
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
    timed = max((item.share for item in evidence.items if item.kind in _NOTED or not item.hit), default=0.0)
    for kinds in (*order, ("place",), ("contact",)):
        found = best([item for item in evidence.of(*kinds) if not item.hit])
        held = max((item.share for item in found), default=0.0)
        if found and held < (timed if reading.kind in _ABOUT_TIME else top) - _CLEARLY:
            continue
        if found and reading.kind is Kind.EXISTS:
            return by_time(found, voice.now, past=False)
        if found:
            return towards(found, reading, voice.now)
    if reading.kind is Kind.EXISTS and not (reading.words or reading.names or reading.targets):
        return []  # without a word anything that was found would do
    hits = [item for item in evidence.items if item.hit and item.relevant]
    return by_share(best(hits))


def _exists(reading: Reading, evidence: Evidence, voice: Voice) -> str:
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
    if first.kind == "event" and _DONE_TO.search(asked) and (_when(first) or voice.now) > voice.now:
        return ""
    asks_if_done = _DONE_YET.search(asked) or (reading.past and reading.thing != "todo")
    if first.kind == "todo" and asks_if_done and not _PUT_DOWN.search(asked):
        opens = say("reader.answer.have_yes" if first.moment("done_at") else "reader.answer.have_not_yet", voice.locale)
    return f"{opens}\n" if len(found) > 1 else f"{opens} "


def _where(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    events = towards(best(evidence.of("event")), reading, voice.now)
    noted = by_share(best([item for item in evidence.of(*_NOTED, "message") if item.hit]))
    if noted and noted[0].share > max((item.share for item in events), default=0.0) + _CLEARLY:
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


def _who(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    past = reading.past
    own = [item for item in evidence.items if item.relevant and not item.hit]
    contacts, events = (best([item for item in own if item.kind == kind]) for kind in ("contact", "event"))
    contacts = [item for item in contacts if item.named] or _so_called(contacts, reading) or contacts
    if any(target.kind == "event" for target in reading.targets):
        contacts = []
    if contacts and any(target.kind == "place" for target in reading.targets):
        rows = [
            f"{name_of(item)}: {attribute(item, 'address', voice)} {source(item, voice, None)}" for item in contacts
        ]
        return "\n".join(f"- {row}" for row in rows)
    top = max((item.share for item in events), default=0.0)
    said = by_share(best([item for item in evidence.items if item.hit and item.relevant]))
    if said and said[0].share > max([top, *(item.share for item in contacts)]) + _CLEARLY:
        return listed(said, voice, reading.words)
    if contacts and (not events or max(item.share for item in contacts) >= top) and reading.thing != "event":
        return listed(contacts, voice, reading.words)
    if not events:
        return _dated(reading, evidence, voice)
    events = [item for item in events if names(item)] or events
    rows = []
    for item in by_time(events, voice.now, past=past)[: 1 if reading.last else 3]:
        told, title = names(item), quoted(item.get("title"))
        text = (
            say("reader.answer.who", voice.locale, title=title, names=render.join(told, voice.locale))
            if told
            else say("reader.answer.who_none", voice.locale, title=title)
        )
        rows.append(f"{text} {source(item, voice, item.moment('start_at'))}")
    return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)


def _so_called(contacts: list[Item], reading: Reading) -> list[Item]:
    """Those who have all of a name that was asked for; their relatives hold it only as what they are to them."""
    whole = [set(tokens(name)) for name in reading.names if " " in name]
    return [item for item in contacts if any(name <= set(tokens(name_of(item))) for name in whole)]


def _how_long(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    events = towards(best(evidence.of("event")), reading, voice.now)
    if not events:
        return _dated(reading, evidence, voice)
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


def _attribute(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    label = reading.attribute or "all"
    found = best(evidence.of("contact"))
    found = _likeliest([item for item in found if item.named] or found, reading)
    if label == "birthday" and not reading.words and not reading.targets:
        return _birthdays(found, evidence, reading, voice)
    if label == "all" and found:
        return listed(found, voice)
    told = [item for item in found if attribute(item, label, voice)]
    if told:
        rows = [f"{name_of(item)}: {_told(item, label, voice)} {source(item, voice, None)}" for item in told[:5]]
        return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)
    noted = [item for item in found if item.get("notes")] if label in {"work", "address"} else []
    if noted:  # what somebody does, and where they live, often stands in no field of its own
        return "\n".join(
            f"{name_of(item)}: {quoted(item.get('notes'))} {source(item, voice, None)}" for item in noted[:3]
        )
    others = [
        item for item in evidence.items if item.relevant and item.kind != "contact" and _tells(item, label, reading)
    ]
    if others:
        return listed(by_share(others), voice, reading.words)
    if found:
        named = "" if label == "all" else label_of(label, voice)
        return "\n".join(
            say("reader.answer.attribute_none", voice.locale, name=name_of(item), label=named) for item in found[:3]
        )
    return nothing(reading, evidence, voice)


def _likeliest(found: list[Item], reading: Reading) -> list[Item]:
    """Of several of a name those that hold most of the other words: "Ana, the cousin"."""
    held = [share(reading.words, text_of(item)) for item in found]
    return [item for item, part in zip(found, held, strict=True) if part >= max(held)]


def _told(item: Item, label: str, voice: Voice) -> str:
    """The attribute; of a birthday the next one with its weekday too."""
    told = attribute(item, label, voice)
    day = born(item) if label == "birthday" else None
    if day is None:
        return told
    coming = datetime.combine(next_birthday(day, voice.now.date()), time())
    return f"{told} ({voice.moment(coming, all_day=True)})"


def _tells(item: Item, label: str, reading: Reading) -> bool:
    """Whether what was said about somebody can hold their number, address, birthday."""
    if item.kind == "place":
        return label in {"address", "all"}
    if item.kind == "event" and not item.hit:
        return label == "address" and bool(where(item))
    text = line(f"{item.get('title')} {item.get('text')}"[:_READ]).low
    if label in _SHAPES:
        return _SHAPES[label].search(text) is not None
    known = words_of(reading.language).attributes.get(label)
    return known is None or known.search(text) is not None


def _birthdays(found: list[Item], evidence: Evidence, reading: Reading, voice: Voice) -> str:
    """Whose birthday comes next: by the day of the year, from today on."""
    dated = [(day, item) for item in found if (day := born(item))]
    if not dated:
        return nothing(reading, evidence, voice)
    today = (voice.now.month, voice.now.day)
    if reading.span is not None:
        dated = [(day, item) for day, item in dated if _falls(day, reading.span)]
        if not dated:
            return say(
                "reader.answer.nothing",
                voice.locale,
                about=f" ({say('reader.answer.labels.birthday', voice.locale)})",
                range=over(reading, evidence, voice),
            )
    dated.sort(key=lambda pair: ((pair[0].month, pair[0].day) < today, pair[0].month, pair[0].day))
    rows = [
        f"{name_of(item)}: {attribute(item, 'birthday', voice)} {source(item, voice, None)}" for _, item in dated[:5]
    ]
    return "\n".join(f"- {row}" for row in rows)


def _falls(day: date, span: tuple[datetime, datetime | None]) -> bool:
    """Whether a birthday lies in a span, whatever the year; that of a 29 February in other years on the 28th."""
    since, until = span
    days = min(((until or since) - since).days, 366) or 1
    spanned = [since.date() + timedelta(days=after) for after in range(days)]
    leap = (day.month, day.day) == (2, 29)
    return any(
        (one.month, one.day) == (day.month, day.day)
        or (leap and (one.month, one.day) == (2, 28) and (one + timedelta(days=1)).month == 3)
        for one in spanned
    )


def _when(item: Item) -> datetime | None:
    return item.moment("start_at") or item.moment("at")


def _said(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    if reading.last_contact:
        met = [(at, item) for item in evidence.items if item.relevant and (at := _when(item)) is not None]
        gone = [(at, item) for at, item in met if at <= voice.now]
        return listed([max(gone, key=lambda pair: pair[0])[1]], voice) if gone else nothing(reading, evidence, voice)
    hits = [item for item in evidence.items if item.hit and item.relevant]
    spoken = best([item for item in hits if item.kind in {"message", "meeting"}])
    if spoken:
        return listed(by_share(spoken), voice, reading.words)
    return listed(by_share(hits), voice, reading.words) if hits else nothing(reading, evidence, voice)


def _stated(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    """What was decided or promised; where nothing was, what was said of it, and what is in the calendar."""
    told = stated(reading, evidence, voice)
    if told is not None:
        return told
    if reading.who:
        return _said(reading, evidence, voice)
    return _topic(reading, evidence, voice)


def _topic(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    found = [item for item in evidence.items if item.relevant]
    if not found and reading.span is not None and not reading.names and not reading.past:
        return overview.agenda(replace(reading, words=()), evidence.all_of_the_time(), voice)
    if not found:
        return nothing(reading, evidence, voice)
    ordered = by_share(best(found))
    if reading.when and all(item.kind == "event" for item in ordered):
        ordered = in_order(ordered)
    return listed(ordered, voice, reading.words)


_ANSWERS: Mapping[Kind, Callable[[Reading, Evidence, Voice], str]] = {
    Kind.WHEN: _dated,
    Kind.WHERE: _where,
    Kind.WHO: _who,
    Kind.HOW_LONG: _how_long,
    Kind.COUNT: overview.count,
    Kind.NEXT: overview.following,
    Kind.AGENDA: overview.agenda,
    Kind.FREE: told_free,
    Kind.CONFLICT: overview.conflicts,
    Kind.BRIEFING: overview.briefing,
    Kind.MOST: overview.most,
    Kind.ATTRIBUTE: _attribute,
    Kind.SAID: _said,
    Kind.DECIDED: _stated,
    Kind.PROMISED: _stated,
    Kind.EXISTS: _exists,
    Kind.TOPIC: _topic,
}
