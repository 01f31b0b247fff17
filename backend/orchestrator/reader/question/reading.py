"""What is asked? The kind of question, and the reading of all that it says."""

from dataclasses import replace
from datetime import datetime, time, timedelta

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.kit.patterns import Match
from orchestrator.language.detect import language_of
from orchestrator.language.discourse.marks import marked
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.words import level
from orchestrator.language.time import meal_time
from orchestrator.language.units import bare, beside
from orchestrator.language.values import Value, asked_value, wanted_value
from orchestrator.reader.conditions.filters import daily, filtered
from orchestrator.reader.conditions.measures import Measure, measured
from orchestrator.reader.conditions.order import rank_in
from orchestrator.reader.conditions.words import CONDITIONS
from orchestrator.reader.conditions.world_clock import elsewhere
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, focus, spelled
from orchestrator.reader.question.asked_times import (
    DAY,
    asked_span,
    asked_times,
    season_ended,
    since_season,
    without_times,
)
from orchestrator.reader.question.likely_kinds import (
    Likely,
    likely_age,
    likely_detail,
    likely_kind,
    likely_people,
    surely_beyond,
)
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question.subject import MYSELF, with_subject
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.words import words_of

_HAPPENED = patterns.compile(r"\b(?:quantas vezes|cuantas veces|ultima vez|last time|(?:did|have) (?:i|we) last)\b")
"""What is counted by times was, unless it is said to be ahead, or its period soon begins; so was the last time."""
_SOON = timedelta(days=180)
_TURNS = patterns.compile(r"\b(?:turn(?:s|ing)?|faz(?:em)?|fara|faco|cumplen?|cumplira|cumplo|caen)\b")
"""Asks how old somebody will be on the next birthday."""
_LAST = patterns.compile(r"\b(?:last|ultim[ao]s?|most recent(?:ly)?|mais recente(?:mente)?|mas reciente(?:mente)?)\b")
_DOUBTED = {Kind.EXISTS, Kind.AGENDA, Kind.TOPIC, Kind.COUNT}
"""Kinds whose patterns are of the widest words: "tenés el número" asks for the number."""
_SHARED = {Kind.WHERE, Kind.WHEN}
"""Kinds whose words a detail of somebody is asked for with too: "where does she work"."""
_THING_ORDER = ("todo", "contact", "place", "event", "message")


def locale_for(language: str, locale: str) -> str:
    """The user's locale where it is of that language, else the language's own."""
    own = locale if locale.replace("_", "-").split("-")[0].lower() == language else words_of(language).locale
    return bare(own) + beside(locale)


@kept_for_short_texts(128)
def read(question: str, *, now: datetime, locale: str, spoken: Language | None = None) -> Reading:
    """The reading of a question; of a long one, that of the sentence that asks. `spoken`: its language, where the
    conversation tells it."""
    asked = focus(question)
    language = spoken or language_of(asked, locale)
    text = spelled(unmarked_question(asked, language), language)
    found = measured(text.readable, language)
    if found is None:
        plain = read_line(text, language, now=now, locale=locale)
        aged = likely_age(text.raw, language) and not CONDITIONS[language].old_kind.search(text.low)
        return _aged(plain) if aged else plain
    base = read_line(found.question, language, now=now, locale=locale)
    if found.measure is Measure.DATE and not _is_a_day(base, locale):
        return read_line(text, language, now=now, locale=locale)
    if found.measure is Measure.AGE:
        future = words_of(language).future.search(text.low) or _TURNS.search(text.low)
        ahead = base.ahead or future is not None
        base = replace(base, kind=Kind.ATTRIBUTE, attribute="birthday", ahead=ahead)
        base = replace(base, words=MYSELF, names=MYSELF, relative=None) if found.own else base
    if base.span is not None and words_of(language).feasts.fullmatch(normalize(base.when or "")):
        base = replace(base, span=(base.span[0] + DAY, base.span[1]))  # the feast itself, not the evening before
    return replace(base, line=text.readable, measure=found.measure, unit=found.unit)


def unmarked_question(text: str, language: Language) -> str:
    """The question without the marks before it that go on from what was said: "hang on, what time does it start"."""
    low = level(text)
    start = marked(low, language).start
    if not start or words_of(language).asks.match(low[start:]) is None:
        return text
    goes_on = words_of(language).follow.search(low[low.rstrip().rfind(" ", 0, start - 1) + 1 :])
    return text[low.rstrip().rfind(" ", 0, start - 1) + 1 :] if goes_on is not None else text[start:]


def _aged(reading: Reading) -> Reading:
    """The reading of a question that asks an age in words of no table: "ela faz quantos"."""
    ahead = reading.ahead or words_of(reading.language).future.search(reading.line.low) is not None
    words = tuple(word for word in reading.words if normalize(word) not in reading.cues)
    ahead = ahead or _TURNS.search(reading.line.low) is not None
    return replace(reading, kind=Kind.ATTRIBUTE, attribute="birthday", measure=Measure.AGE, ahead=ahead, words=words)


def _is_a_day(reading: Reading, locale: str) -> bool:
    """Whether nothing is asked about but a day that the calendar of all knows: Easter, 6 January, next Friday."""
    alone = not (reading.words or reading.names or reading.thing) and reading.span is not None
    return alone and reading.when is not None and meal_time(reading.when, locale) is None


def read_line(text: Line, language: Language, *, now: datetime, locale: str) -> Reading:
    """The reading of a question in a language that is a Line already, its shorthand written out."""
    known = words_of(language)
    filters, text = filtered(text.readable, known.language)
    own = locale_for(language, locale)
    kind, match, likely = _kind_or_likely(text, known, language)
    if kind is Kind.ATTRIBUTE and match is not None and known.things["todo"].search(text.low):
        kind, match = Kind.AGENDA, None  # "what do I need to do for Alba's birthday" asks for no birthday
    times = asked_times(text, kind, known, now, own)
    spans = [span for found in times for span in found.spans]
    if kind is Kind.NEXT and match is not None and any(a <= match.start() and match.end() <= b for a, b in spans):
        kind, match = Kind.AGENDA, None  # "the week that comes" is a time
    hours, times = daily(times, own)
    filters = replace(filters, hours=hours) if hours is not None else filters
    if CONDITIONS[known.language].remaining.search(text.low) is not None or filters.besides:
        filters = replace(filters, ahead_of=now)
    since = None
    if (season := since_season(text, known, now, own)) is not None:
        since, times = season_ended(season, now, own), [season]
        spans.append((season.start, season.end))
    when = " ".join(found.bare.strip() for found in times)
    counted = _HAPPENED.search(text.low) is not None and not (times and now < times[0].mention.start < now + _SOON)
    past = (known.past.search(text.low) is not None or counted) and not known.future.search(text.low)
    reading = Reading(
        line=text,
        language=language,
        locale=own,
        kind=kind,
        thing=next((thing for thing in _THING_ORDER if known.things[thing].search(text.low)), None),
        past=past,
        last=past and _LAST.search(without_times(text.low, times)) is not None,
        deictic=bool(known.deictic.search(without_times(text.low, times))),
        follow=bool(known.follow.search(text.low)),
        when=when or None,
        filters=filters,
        now=now,
        exact=since is not None,
        times=tuple(times),
        rank=rank_in(text, known.language),
        span=(since, now)
        if since is not None and since < now
        else asked_span(
            when,
            times,
            past=past,
            clamped=kind is not Kind.MOST,
            feast=bool(times) and known.feasts.fullmatch(normalize(times[0].bare)) is not None,
            now=now,
            locale=own,
        ),
    )
    reading = _of_the_week(_with_likely(reading, likely, text), known.language)
    ranked = reading.rank if reading.thing in {None, "event"} else None
    reading = replace(reading, ahead=reading.span is not None and reading.span[0] > now, rank=ranked)
    made = with_subject(reading, known, match, spans, likely)
    if made.kind is Kind.ATTRIBUTE and made.attribute == "birthday" and _asks_where(text, known):
        return with_subject(replace(reading, kind=Kind.WHERE), known, None, spans)  # a party, and no detail of somebody
    return made


def _of_the_week(reading: Reading, language: Language) -> Reading:
    """ "Summarise my week": of the week that is now, at its end of the next one too; of no time it is of the day."""
    week = CONDITIONS[language].own_week.search(reading.line.low) if reading.kind is Kind.BRIEFING else None
    if week is None or reading.when is not None or reading.now is None:
        return reading
    today = datetime.combine(reading.now.date(), time())
    monday = today - timedelta(days=today.weekday())
    ends = today.weekday() >= _SATURDAY
    span = (today, monday + 2 * _WEEK) if ends else (monday, monday + _WEEK)
    return replace(reading, when=week.group(), span=span, exact=True)


_WEEK, _SATURDAY = timedelta(days=7), 5


def _asks_where(text: Line, known: Words) -> bool:
    return any(kind is Kind.WHERE and pattern.search(text.low) for kind, pattern in known.kinds)


def _kind_or_likely(text: Line, known: Words, language: Language) -> tuple[Kind, Match | None, Likely | None]:
    """The kind by patterns, with the match that told it; where these doubt or know none, what exemplars say."""
    if CONDITIONS[language].next_birthday.search(text.low):
        return Kind.ATTRIBUTE, None, None
    kind, match = _kind(text, known)
    lasted = CONDITIONS[language].old_kind.search(text.low) is not None  # "how many years did I live in Porto"
    if kind is Kind.COUNT and (lasted or wanted_value(text.low) is Value.MEASURE):
        kind, match = Kind.TOPIC, None  # "how many kilos": no records are counted
    likely = None
    if kind is Kind.TOPIC and match is None:
        likely = likely_kind(text.raw, language, follows=known.follow.search(text.low) is not None)
        if likely is not None and likely.kind is Kind.SAID and asked_value(text.low) is Value.SUM:
            likely = None  # "what did Ryanair charge me": somewhere it is written, nobody says it
    elif kind in _DOUBTED | _SHARED:
        likely = likely_detail(text.raw, language, named=kind in _SHARED)
    elif kind is Kind.WHO and surely_beyond(text.raw, language):
        kind = Kind.UNABLE
    return (likely.kind if likely is not None else kind), match, likely


def _with_likely(reading: Reading, likely: Likely | None, text: Line) -> Reading:
    """What exemplars say of it besides its kind: of what, and when."""
    if likely is not None:
        reading = replace(
            reading,
            thing=likely.thing or reading.thing,
            past=reading.past or likely.last,
            last=reading.last or likely.last,
        )
    if reading.kind is Kind.AGENDA and reading.thing is None and likely_people(text.raw, reading.language):
        return replace(reading, thing="contact")
    return reading


def _kind(text: Line, known: Words) -> tuple[Kind, Match | None]:
    if not any(char.isalnum() for char in text.low):
        return Kind.NOTHING, None
    if elsewhere(text, known.language) is not None:
        return Kind.CLOCK, None
    asked = text.low[found.end() :] if (found := known.polite.match(text.low)) else text.low
    for kind, pattern in known.kinds:
        match = pattern.search(text.low) or (pattern.search(asked) if asked != text.low else None)
        if match is not None:
            return kind, match
    return Kind.TOPIC, None
