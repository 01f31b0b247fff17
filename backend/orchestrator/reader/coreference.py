"""What do "it", "she", "there" and "and on Saturday?" stand for?

The deictic context tells, else the thread's last questions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from orchestrator.kit import lookaround
from orchestrator.language.discourse.undoing import asks_undo
from orchestrator.language.speech_acts import affirm
from orchestrator.language.time import resolve_range
from orchestrator.language.values import Value
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.conditions.filters import hours_of
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.conditions.order import step, stepped
from orchestrator.reader.draft_words import puts_right
from orchestrator.reader.evidence import SURE
from orchestrator.reader.phrase.lines import clean
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Reading, Target, read
from orchestrator.reader.spoken import languages_of
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_SEVERAL = 2
_TOPIC_OF = lookaround.compile(r"(?:and|e|y) (?:what )?(?:about the|on|da|do|das|dos|de|del|sobre|acerca)\b")
""" "E da caldeira?" changes what was said something about, "e a Ana?" who said it."""
_DAY = timedelta(days=1)
_LOOK_BACK = 4
"""User messages that a follow-up may refer to: further back nobody says "it"."""
_OPEN = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.ATTRIBUTE, Kind.COUNT, Kind.EXISTS, Kind.TOPIC, Kind.SAID}
_PREFERS: Mapping[Kind, tuple[str, ...]] = {
    Kind.ATTRIBUTE: ("contact", "place", "event"),
    Kind.WHO: ("event", "place", "contact"),
    Kind.SAID: ("contact", "event", "place"),
}
_LISTED = {Kind.AGENDA, Kind.TOPIC, Kind.COUNT, Kind.EXISTS}
"""Kinds that ask "what else?" of other events than were told; "who else?" asks of the same one."""
_HOURLY = {Kind.FREE, Kind.COUNT, Kind.EXISTS}
"""Kinds that on another day ask of the same hours; of a list the whole day is told."""
_STEPPED = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.AGENDA, Kind.NEXT, Kind.TOPIC, Kind.EXISTS, Kind.SAID}
"""Kinds whose answer is an event that another one stands before and after."""
_OF_ONE = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG}
"""Kinds that ask of one event what it is like."""
_AGAIN = lookaround.compile(
    r"\b(?:again|back|next|de novo|outra vez|volt(?:o|amos|ar)|otra vez|de nuevo|vuelv(?:o|e)|volvemos|volver)\b"
)
_DAY_AFTER = lookaround.compile(
    r"^(?:and |what about |e |y )*(?:on |n?o |al |el )?(?:the )?(?:(?:next|following) day|day after(?: that)?"
    r"|dia seguinte|dia a seguir|dia siguiente|dia despues)$"
)
_EMPTY = {Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE, Kind.NOTHING, Kind.CLOCK}


def completed(reading: Reading, facts: TurnFacts) -> Reading:
    """The reading with what it leaves unsaid taken from the conversation."""
    if reading.kind in _EMPTY:
        return reading
    if reading.filters.besides and reading.kind in _LISTED:
        told = frozenset(str(row["id"]) for row in facts.context.get("events") or () if row.get("id"))
        reading = replace(reading, filters=replace(reading.filters, without_ids=told))
    before = _before(reading, facts)
    if (changed := _changed(reading, before)) is not None:
        return changed
    spoken_of = told_targets(facts, reading.kind)
    if not _open(reading):
        return _of_what_was_told(reading, spoken_of)
    targets = _meant(spoken_of, before)
    if reading.kind is Kind.COUNT and any(target.kind == "event" for target in targets):
        return _counted(reading, targets, before)
    if before is not None and before.past and _ahead_again(reading):
        return _of_the_same(reading, before)
    if targets and not _elsewhere(targets, before):
        return replace(reading, targets=targets)
    if before is None or not (before.words or before.names):
        return replace(reading, targets=targets) if targets else reading
    return _of_the_same(reading, before)


def _counted(reading: Reading, targets: tuple[Target, ...], before: Reading | None) -> Reading:
    """ "How many days is it?" of the event that was told, "how many have we done?" of all that are called so."""
    if reading.value is Value.LENGTH:
        return replace(reading, kind=Kind.HOW_LONG, targets=targets)
    if before is not None and (before.words or before.names):
        return replace(_of_the_same(reading, before), when=reading.when, span=reading.span, times=reading.times)
    return replace(reading, words=tuple(targets[0].name.split()))


def _of_what_was_told(reading: Reading, told: tuple[Target, ...]) -> Reading:
    """A question whose words all stand in the title of what was just told asks of that: "how long is the flight?"."""
    if reading.kind not in _OF_ONE or reading.names or reading.when or reading.last or reading.rank or reading.filters:
        return reading
    if not reading.words or reading.measure is not None or reading.thing == "todo":
        return reading
    held = tuple(one for one in told if one.kind == "event" and share(reading.words, one.name) >= SURE)
    return replace(reading, targets=held) if held else reading


def _ahead_again(reading: Reading) -> bool:
    """Whether it asks when that will be again of which the past was told: "when are we going back there?"."""
    known = words_of(reading.language)
    ahead = reading.kind is Kind.WHEN and not reading.past
    return ahead and (_AGAIN.search(reading.line.low) is not None or known.future.search(reading.line.low) is not None)


def _changed(reading: Reading, before: Reading | None) -> Reading | None:
    """The question before with what this one puts in the place of a part of it; None where it stands by itself."""
    by = step(reading.line, words_of(reading.language).language)
    if by and before is not None and before.kind in _STEPPED and before.thing in {None, "event"}:
        return _stepped(reading, before, by)
    if before is not None and before.span is not None and _DAY_AFTER.match(reading.line.low):
        since, until = before.span
        day = (since + _DAY, (until or since + _DAY) + _DAY)
        return replace(before, line=reading.line, follow=True, span=day, exact=True)
    if before is not None and before.attribute == "birthday" and _how_many(reading):
        return replace(before, line=reading.line, measure=Measure.AGE, ahead=True, follow=True)
    clock = bool(reading.times) and not any(one.mention.has_date for one in reading.times)
    if clock and not reading.follow and _of_that_day(reading, before):
        return _continued(reading, before)
    if not reading.follow or not (reading.when or reading.words or reading.names):
        return None
    later = reading.kind is Kind.AGENDA and clock and not reading.words  # "and after lunch?"
    return _continued(reading, before) if reading.kind is Kind.TOPIC or later else None


def _how_many(reading: Reading) -> bool:
    """Whether it asks a number and nothing else: after a birthday, how old they turn."""
    bare = not (reading.words or reading.names or reading.when or reading.thing)
    return bare and reading.kind is Kind.COUNT


def _of_that_day(reading: Reading, before: Reading | None) -> bool:
    """Whether hours without a day narrow the list of a day that was just told: "anything after 6?"."""
    bare = not (reading.words or reading.names or reading.thing) and reading.kind in {
        Kind.TOPIC,
        Kind.EXISTS,
        Kind.AGENDA,
    }
    if not bare or before is None or before.kind not in {Kind.AGENDA, Kind.EXISTS, Kind.FREE, Kind.TOPIC}:
        return False
    return not before.words and any(one.mention.has_date for one in before.times)


def _open(reading: Reading) -> bool:
    """Whether it says nothing of what it is about."""
    if reading.words or reading.names or reading.who or reading.kind not in _OPEN:
        return False
    timed = reading.when and reading.kind is Kind.EXISTS
    return reading.deictic or not (reading.thing is not None or timed)


def _of_the_same(reading: Reading, before: Reading) -> Reading:
    kind = before.kind if reading.kind is Kind.TOPIC else reading.kind
    timed = reading if reading.when else before
    past = reading.past or (before.past and not _ahead_again(reading))
    return replace(
        reading,
        kind=kind,
        words=before.words,
        names=before.names,
        when=timed.when,
        span=timed.span,
        times=timed.times,
        past=past,
    )


def _stepped(reading: Reading, before: Reading, by: int) -> Reading:
    """ "And the one before?", "y la siguiente?": one further in the order of time than what was told."""
    rank = stepped(before.rank, by, past=before.past or before.last)
    kind = Kind.WHEN if before.kind in {Kind.NEXT, Kind.AGENDA, Kind.TOPIC, Kind.EXISTS, Kind.SAID} else before.kind
    past = rank.index < 0 if rank.from_now else before.past
    base = replace(before, line=reading.line, language=reading.language, locale=reading.locale, follow=True)
    return replace(base, kind=kind, rank=rank, past=past, last=False, when=None, span=None, times=(), measure=None)


def _continued(reading: Reading, before: Reading | None) -> Reading:
    """ "And on Saturday?", "e a Ana?": the question before, with one part replaced."""
    if before is None:
        return reading
    same = replace(
        before, line=reading.line, language=reading.language, locale=reading.locale, past=before.past, follow=True
    )
    if reading.when:
        same = _at_another_time(same, reading)
    if reading.when and not reading.words:
        return same
    if same.kind is Kind.SAID and same.who and not reading.when and not _TOPIC_OF.match(reading.line.low):
        return replace(same, who=reading.about)
    return replace(same, words=reading.words, names=reading.names or reading.words)


def _at_another_time(before: Reading, reading: Reading) -> Reading:
    """The same at the time of the new question: hours without a day are on the day that was asked for, a month or
    weekday of what was is the last one, and other days have the hours that were asked for."""
    now = reading.now
    told, span = reading.times, reading.span
    clock = bool(told) and not any(one.mention.has_date for one in told)
    hours = before.filters.hours
    if clock and span is not None and before.span is not None and before.span[0].date() != span[0].date():
        first, last = before.span
        if last is not None and last - first > _DAY:
            filters = replace(before.filters, hours=hours_of(told[0], reading.locale))
            return replace(before, filters=filters)
        day = first.date()
        moved = tuple(datetime.combine(day, at.time()) if at is not None else None for at in span)
        start, end = moved[0] or first, moved[1] or datetime.combine(day, time()) + _DAY
        return replace(before, when=reading.when, span=(start, end), times=told, exact=True)
    if before.past and now is not None and span is not None and span[0] > now and reading.when:
        back = resolve_range(reading.when, now=now, zone="UTC", locale=reading.locale, looking="back")
        if back is not None and back[0] <= now:
            span = (back[0], min(back[1], now) if back[1] is not None else now)
            return replace(before, when=reading.when, span=span, times=told, exact=True)
    kept = before.times[0].mention if len(before.times) == 1 and hours is None else None
    whole = before.kind in _HOURLY and span is not None and len(told) == 1 and not told[0].mention.has_time
    if whole and kept is not None and kept.has_date and kept.has_time and kept.kind in {"open", "range"}:
        day = span[0].date() if span is not None else kept.start.date()
        until = datetime.combine(day, kept.end.time()) if kept.end is not None else None
        since = datetime.combine(day, kept.start.time())
        return replace(before, when=reading.when, span=(since, until), times=before.times, exact=True)
    return replace(before, when=reading.when, span=span, times=told, exact=False)


def _meant(targets: tuple[Target, ...], before: Reading | None) -> tuple[Target, ...]:
    """Of several things that the last answers were about, those that the question before named best."""
    if len(targets) < _SEVERAL or before is None or not before.words:
        return targets
    shares = [share(before.words, target.name) for target in targets]
    return tuple(target for target, held in zip(targets, shares, strict=True) if held == max(shares))


def _elsewhere(targets: tuple[Target, ...], before: Reading | None) -> bool:
    """Whether the question before named something that none of the targets is: that is meant, and looked up again."""
    if before is None or not before.words or before.kind is Kind.ATTRIBUTE:
        return False
    return all(target.kind == "event" and share(before.words, target.name) < SURE for target in targets)


def question_before(facts: TurnFacts, locale: str) -> Reading | None:
    """The last question of the thread that was about something."""
    return _before(read("", now=facts.now, locale=locale), facts)


def _before(reading: Reading, facts: TurnFacts) -> Reading | None:
    """What the thread's questions have come to: each one completed by those before it."""
    asked = [text for role, text in facts.history if role == "user" and text.strip() != facts.question.strip()]
    asked = [text for text in asked if affirm.reading(text) is None and not asks_undo(text)]
    last: Reading | None = None
    asked = asked[-_LOOK_BACK:]
    for text, language in zip(asked, languages_of(asked, reading.locale), strict=True):
        each = read(text, now=facts.now, locale=reading.locale, spoken=language)
        if puts_right(each.line.low, each.language) or each.kind in _EMPTY:
            continue
        changed = _changed(each, last)
        if changed is None and last is not None and _open(each) and (last.words or last.names):
            changed = replace(_of_the_same(each, last), past=each.past or last.past)
        each = changed or each
        if each.words or each.names or each.when or each.thing:
            last = each
    return last


def told_targets(facts: TurnFacts, kind: Kind) -> tuple[Target, ...]:
    """What the last answers were about, those first that the last one names: more is looked up than is told."""
    last = next((text for role, text in reversed(facts.history) if role == "assistant"), "")
    context: dict[str, Any] = {}
    for name in ("events", "places", "contacts"):
        rows = [row for row in facts.context.get(name) or () if isinstance(row, Mapping)]
        named = [row for row in rows if (said := clean(_name_of(row))) and said in last]
        context[name] = named or rows
    return _targets(context, kind)


def _name_of(row: Mapping[str, Any]) -> str:
    return str(row.get("name") or row.get("title") or "")


def _targets(context: Mapping[str, Any], kind: Kind) -> tuple[Target, ...]:
    order = _PREFERS.get(kind, ("event", "place", "contact"))
    for name in order:
        rows: Sequence[Any] = context.get(f"{name}s") or ()
        found = tuple(
            Target(name, str(row["id"]), _name_of(row)) for row in rows if isinstance(row, Mapping) and row.get("id")
        )
        if found:
            return found[-3:]
    return ()
