"""Which time phrases of a question say when, and which span do they mean?"""

from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.kit import lookaround, patterns
from orchestrator.language.lengths import length_within
from orchestrator.language.text.normalize import STOP_WORDS, normalize
from orchestrator.language.time import resolve_range
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, line
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.timing import Phrase, phrases

QUOTED = lookaround.compile(r'"([^"]{2,80})"|(?<!\w)\'([^\']{2,80})\'(?!\w)')
ANY_ZONE = "UTC"
"""Wall time alone is asked for, which no zone changes."""
DAY = timedelta(days=1)
_LONG_BEFORE = timedelta(days=366)
"""So far back is meant by what was before a day."""
_NOW = {"now", "right now", "currently", "agora", "agora mesmo", "atualmente", "ahora", "ahora mismo", "ahorita",
        "actualmente"}  # fmt: skip
_MOMENTARY = {Kind.AGENDA, Kind.FREE, Kind.CONFLICT, Kind.NEXT, Kind.BRIEFING, Kind.CLOCK, Kind.COUNT, Kind.EXISTS}
"""Kinds that ask what is so at this moment."""
_TURNS_YEARS = patterns.compile(
    r"\b(?:faz(?:em)?|fara|fazer|faco|cumplen?|cumplo|cumplir) (?P<years>anos)\b|\bwhat (?:am i|are we) (?P<up>up to)\b"
)
"""Who turns a year older says no year."""
OF_MEETINGS = {Kind.DECIDED, Kind.PROMISED}
_OF_TALK = {Kind.SAID, *OF_MEETINGS}
_TOPIC_OF = patterns.compile(
    r"\b(?:about|regarding|concerning|sobre|acerca d[aeo]l?|a respeito d[aeo]) (?:the |o |a |el |la )?$"
)
"""What follows is what was talked about: "what was agreed about Christmas"."""


def asked_times(text: Line, kind: Kind, known: Words, now: datetime, locale: str) -> list[Phrase]:
    """The time phrases that say when, and are no part of a title or of what was said."""
    times = [
        found
        for found in phrases(_without_lengths(text, kind), text.low, known, now, locale)
        if found.mention.kind != "duration"
        and found.bare
        and not _quoted(found, text)
        and not _names_event(found, text, known)
    ]
    if kind is Kind.CLOCK:
        times = []
    if len(times) > 1 or kind not in _MOMENTARY:
        # "Now, this afternoon": the moment narrows nothing; "what is she reading now?" was told some other day.
        times = [found for found in times if normalize(found.bare) not in _NOW] or (times if kind in _MOMENTARY else [])
    if kind is Kind.SAID:
        # "Who said that it leaves at ten?": a clock time alone is part of what was said.
        times = [found for found in times if found.mention.has_date]
    if kind in _OF_TALK:
        times = [found for found in times if not _TOPIC_OF.search(text.low[: found.bare_start])]
    return times


def _without_lengths(text: Line, kind: Kind) -> str:
    """The text of `_without_years`; of one that asks for free time without how long it shall be: "un hueco de una hora"
    begins at no hour."""
    raw = _without_years(text)
    needed = length_within(text.low) if kind is Kind.FREE else None
    return f"{raw[: needed[0]]}{'-' * (needed[1] - needed[0])}{raw[needed[1] :]}" if needed is not None else raw


def _without_years(text: Line) -> str:
    """The text in which "faz anos", "cumple años" are no years, and "what am I up to tonight" has no bound."""
    raw = text.raw
    for found in _TURNS_YEARS.finditer(text.low):
        start, end = found.span("years" if found["years"] else "up")
        raw = raw[:start] + "-" * (end - start) + raw[end:]
    return raw


def without_times(low: str, times: list[Phrase]) -> str:
    """The text without its time phrases: "this" in "this month" stands for nothing that was said before."""
    for found in times:
        low = low[: found.bare_start] + " " * (found.bare_end - found.bare_start) + low[found.bare_end :]
    return low


def asked_span(
    when: str, times: list[Phrase], *, past: bool, clamped: bool, feast: bool, now: datetime, locale: str
) -> tuple[datetime, datetime | None] | None:
    """What the time phrases mean; of the past, the last "Friday" is meant."""
    if not times:
        return None
    if past and (back := resolve_range(when, now=now, zone=ANY_ZONE, locale=locale, looking="back")):
        since, until = back
        first = times[0].mention
        if first.kind == "open" and first.end is not None and not first.has_time and until is not None:
            since = min(since, until - _LONG_BEFORE)  # "before Friday" is not the day before it
        # "This month" of what was: as far as now.
        return (since, min(until, now)) if clamped and until is not None and since < now else (since, until)
    start, end = times[0].mention.start, times[0].mention.end
    if times[0].meal and end is None and (day := resolve_range(times[0].bare, now=now, zone=ANY_ZONE, locale=locale)):
        return day  # "what's for dinner Friday": that day, the meal is what is asked for
    # "At Christmas" is the evening before, too.
    return (start - DAY if feast else start), end


def since_season(text: Line, known: Words, now: datetime, locale: str) -> Phrase | None:
    """The season of "since the summer", where it stands in the text."""
    since = known.since.search(text.low)
    if since is None:
        return None
    rest = text.cut(since.end(), len(text.low))
    offset = text.low.find(rest.low, since.end())
    found = next((one for one in phrases(rest.raw, rest.low, known, now, locale) if one.start == 0), None)
    if found is None or found.mention.grain != "season":
        return None
    return replace(found, start=since.start(), end=offset + found.end, bare_start=0, bare_end=len(found.mention.text))


def season_ended(season: Phrase, now: datetime, locale: str) -> datetime | None:
    """The month in which the last one went over into the next."""
    found = resolve_range(season.mention.text, now=now, zone=ANY_ZONE, locale=locale, looking="back")
    if found is None or found[1] is None:
        return None
    return found[1].replace(day=1) if found[1] <= now else found[0]


def _quoted(found: Phrase, text: Line) -> bool:
    """A month or weekday that is part of a quoted title ("Friday drinks") is no time of the question."""
    return any(quoted.start() < found.start < quoted.end() for quoted in QUOTED.finditer(text.low))


def _names_event(found: Phrase, text: Line, known: Words) -> bool:
    """ "The Christmas dinner", "o jantar de Natal" name an event, maybe on another day; "at Christmas" is a time."""
    said = text.low[found.bare_start : found.bare_end]
    telling = [one for one in line(said).tokens() if one.low not in STOP_WORDS[known.language]]
    begins, ends = (telling[0].start, telling[-1].end) if telling else (0, 0)
    if not known.feasts.fullmatch(normalize(said[begins:ends])):
        return False
    before, after = text.low[: found.bare_start + begins], text.low[found.bare_end :]
    return bool(known.of_feast.search(before)) or bool(known.feast_of.match(after))
