"""What stands around the finds of an answer: what it is about, over which time, how many more there are."""

from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.language import render
from orchestrator.language.messages import is_message, say
from orchestrator.reader.evidence.finds import TEXTS, Evidence, Item, moment, text_of
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.quotation import clean
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import share

MOST_LINES = 5
_QUOTED = 600
"""Characters of quoted talk that people read in an answer; the first quotation is told whole."""
MOST_OF_A_LIST = 12
"""Where the list itself is what was asked for."""
_NEAR_LINES = 2
_TIER = 0.2
"""Finds this much behind the best one are no longer shown beside it."""
_FOREMOST = 3
"""The first places of a search are told with the best one: its order knows more than the words that are shared."""
_SPOKEN = frozenset({"message", "meeting"})
_DAY = timedelta(days=1)
_PLACE = 0.2
"""What a place further down in a search costs."""
_ALONE = 0.25
"""So much of a question has to be held by the nearest find for it to be told alone."""
_LONG = timedelta(days=36_500)
_EVER = 1900
_SPANNED = {Kind.MOST, Kind.FREE, Kind.CONFLICT, Kind.BRIEFING}
"""What the reader bounds by itself; elsewhere a bound that nobody asked for is not worth a word."""


def about(reading: Reading, voice: Voice) -> str:
    """ " about “dentist”", "" where nothing was named."""
    named = [target.name for target in reading.targets if target.name]
    told = " ".join(reading.words or named)
    if reading.who and reading.who not in reading.words:
        told = f"{told} ({reading.who})" if told else reading.who
    return say("reader.answer.about", voice.locale, about=clean(told, 80)) if told else ""


def over(reading: Reading, evidence: Evidence, voice: Voice) -> str:
    """ " between 1 Nov 2026 and 30 Nov 2026": the time the tools looked over, else the one that was asked for."""
    since, until = reading.span or (None, None)
    if evidence.span and (since is None or until is None):
        since, until = moment(evidence.span[0]), moment(evidence.span[1])
    if since is None or since.year < _EVER or not (reading.when or reading.span or reading.kind in _SPANNED):
        return ""
    if until is None or until.year > voice.now.year + 50:
        return say("reader.answer.since", voice.locale, day=voice.short(since))
    last = until - _DAY if _midnight(until) and until > since else until
    if last.date() <= since.date():
        day = render.day(since.date(), voice.locale)
        named = render.relative_day(since.date(), voice.now.date(), voice.locale)
        if last - since < _MOST_OF_A_DAY and not (_midnight(since) and _ends_the_day(last)):
            # A part of it alone was looked through: that the day is empty would be more than is known.
            day = f"{day}, {render.clock(since, voice.locale)}–{render.clock(last, voice.locale)}"
        return say("reader.answer.on_day", voice.locale, day=f"{day} ({named})" if named else day)
    return say("reader.answer.between", voice.locale, since=voice.short(since), until=voice.short(last))


def _ends_the_day(value: datetime) -> bool:
    return _midnight(value) or (value.hour, value.minute) == (23, 59)


_MOST_OF_A_DAY = timedelta(hours=20)


def _midnight(value: datetime) -> bool:
    return (value.hour, value.minute, value.second) == (0, 0, 0)


def listed(
    items: list[Item], voice: Voice, words: tuple[str, ...] = (), *, total: int | None = None, most: int = MOST_LINES
) -> str:
    """At most `most` finds, one a line, and how many more there are."""
    rows = [line(item, voice, words) for item in items[:most]]
    if all(item.hit and item.kind == "message" for item in items):
        rows = rows[: _fitting(rows)]
    left = max(total or 0, len(items)) - len(rows)
    if left > 0:
        rows.append(say("reader.answer.more", voice.locale, number=left))
    return rows[0] if len(rows) == 1 else "\n".join(f"- {row}" for row in rows)


def _fitting(rows: list[str]) -> int:
    """How many rows stay within what is read."""
    length = 0
    for number, row in enumerate(rows):
        length += len(row)
        if length > _QUOTED:
            return max(1, number)
    return len(rows)


def best(items: list[Item]) -> list[Item]:
    """The finds that answer about as well as the best one."""
    top = max((item.share for item in items), default=0.0)
    return [item for item in items if item.share >= top - _TIER or (item.hit and item.rank < _FOREMOST)]


def towards(items: list[Item], reading: Reading, now: datetime) -> list[Item]:
    """In the direction of the question's tense, where there is anything: "when is" looks ahead, "when was" back."""
    ordered = by_time(items, now, past=reading.past)
    if reading.when or reading.targets:
        return ordered
    ends = [item.moment("end_at") or item.moment("start_at") or item.moment("due_at") for item in ordered]
    meant = [item for item, end in zip(ordered, ends, strict=True) if end is not None and (end < now) == reading.past]
    return meant or ordered


def by_time(items: list[Item], now: datetime, *, past: bool) -> list[Item]:
    """What is ahead first, soonest first; asked about the past, what was, latest first. The undated come last."""

    def at(item: Item) -> datetime | None:
        return item.moment("start_at") or item.moment("due_at") or item.moment("at")

    def ends(item: Item) -> datetime | None:
        return item.moment("end_at") or at(item)

    if items and all(item.kind == "todo" for item in items):
        return sorted(items, key=lambda item: (item.moment("done_at") is not None, at(item) or now + _LONG))
    dated = [item for item in items if at(item) is not None]
    ahead = sorted((item for item in dated if (ends(item) or now) >= now), key=lambda item: at(item) or now)
    gone = sorted((item for item in dated if (ends(item) or now) < now), key=lambda item: at(item) or now, reverse=True)
    rest = [item for item in items if at(item) is None]
    return [*gone, *ahead, *rest] if past else [*ahead, *gone, *rest]


def nothing(reading: Reading, evidence: Evidence, voice: Voice, *, found_none: bool = True) -> str:
    """That nothing answers, where it was looked for, and what came nearest; without `found_none` the first was said.
    What somebody said is not told as the closest where a person is named: it may be said of another."""
    held = (item for item in evidence.items if item.share > 0 and item.near)
    said = reading.kind is Kind.WHO  # somebody is asked for: what a person said of it comes first
    near = sorted(held, key=lambda item: (-item.share, said and not item.get("speaker"), not item.hit, item.rank))
    near = near[:_NEAR_LINES]
    asked = about(reading, voice)
    if near and _alone(near, reading) and not (reading.names and near[0].kind in _SPOKEN):
        return (
            f"{say('reader.answer.closest', voice.locale)} {line(near[0], replace(voice, hints=True), reading.words)}"
        )
    if near:
        opening = say("reader.answer.near", voice.locale, about=asked)
        return "\n".join([opening, *(f"- {line(item, voice, reading.words)}" for item in near)])
    if evidence.other:
        return "\n".join(
            [
                say("reader.answer.found", voice.locale),
                *(f"- {clean(text, 200)}" for text in evidence.other[:MOST_LINES]),
            ]
        )
    told = say("reader.answer.nothing", voice.locale, about=asked, range=over(reading, evidence, voice))
    parts = [told] if found_none else []
    looked = [key for tool in evidence.looked if is_message(key := f"reader.answer.looked_in.{tool}")]
    things = [say(key, voice.locale) for key in looked]
    if things:
        parts.append(say("reader.answer.looked", voice.locale, things=render.join(things, voice.locale)))
    parts.append(say("reader.answer.other_words", voice.locale))
    return " ".join(parts)


def _alone(near: list[Item], reading: Reading) -> bool:
    """Whether one find is clearly the nearest and lacks no name: "lunch with Bob" is not "lunch with Ana"."""
    first = near[0]
    if first.share < _ALONE or (len(near) > 1 and near[1].share >= first.share and not _before(first, near[1])):
        return False
    return not reading.names or all(share(tuple(name.split()), text_of(first)) for name in reading.names)


def _before(first: Item, second: Item) -> bool:
    """Whether the search found the one, a text, before the other."""
    return first.hit and first.kind in TEXTS and (not second.hit or first.rank < second.rank)


def by_share(items: list[Item]) -> list[Item]:
    """The best finds first."""
    return sorted(items, key=lambda item: item.rank * _PLACE - item.share)


def in_order(items: list[Item]) -> list[Item]:
    """By their start, earliest first."""
    return sorted(items, key=lambda item: item.get("start_at"))
