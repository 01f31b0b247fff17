"""How is a date, a time, a list or a count written for the person who reads the answer?

`day(date, locale)` -> "Friday, 27 November 2026"; `short_day(date, locale)` -> "Fri, 27 Nov";
`clock(time, locale)` -> "10:00" or "10:00 AM";
`moment(start, end, all_day=…, zone=…, now=…, locale=…)` -> "viernes, 27 de noviembre de 2026, 10:00–11:00", with
"today", "tomorrow", "yesterday" before it where it is one of these;
`relative_day(date, today, locale)` -> that word or None; `join(items, locale)` -> "a, b and c";
`count(n, noun, locale)` -> "1 event", "3 eventos"; `distance(metres, locale)` -> "350 m", "1,2 km", "0.7 mi".
Naive datetimes are wall time in `zone`; aware ones are converted to it.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton, format_time
from babel.numbers import format_decimal

from orchestrator.kit.zones import named_zone
from orchestrator.language.messages import is_message, say, say_counted
from orchestrator.language.tables import Language, Table, by_language, supported
from orchestrator.language.units import DateOrder, clock_of, date_order_of, system_of
from orchestrator.language.units import bare as bare_locale

_DEFAULT = "en-US"
_DASH = "–"
_KM_M, _MILE_M, _FOOT_M = 1_000.0, 1_609.344, 0.3048
_NEAR, _FAR_FEET = 100.0, 1_000.0
"""Feet: below the one they are told exactly, above the other as miles."""

# English but for the Americas' writes the day first and the clock to 24; Babel's own full form drops the comma there.
_MONTH_FIRST = {"en_US", "en_CA", "en_PH"}


class _Join(Table):
    """What `word` becomes before a word that begins so."""

    word: str
    becomes: str
    before: tuple[str, ...]
    unless: tuple[str, ...]


class _Dates(Table):
    """`dates.toml`: patterns of CLDR. `yearly`, `yearly_with_year`: by the order that somebody wants ("mdy", "dmy"), of
    languages that know more than one; `on_day`, `at_clock`: how they stand in a sentence; `joins`: what "and" and "or"
    become."""

    day: str
    short: str
    short_month_first: str
    yearly: Mapping[str, str]
    yearly_with_year: Mapping[str, str]
    on_day: str
    at_clock: str
    joins: tuple[_Join, ...]


_DATES = by_language("dates", _Dates)


def order_of(locale: str) -> DateOrder:
    """Whether the day, the month or the year comes first: as somebody wants it, else as their region writes."""
    return date_order_of(locale) or ("mdy" if str(_locale(locale)) in _MONTH_FIRST else "dmy")


def day(value: date, locale: str) -> str:
    """The weekday and the full date."""
    known = _locale(locale)
    order = order_of(locale)
    if order == "ymd":
        return f"{format_date(value, 'EEEE', locale=known)}, {value.isoformat()}"
    if order == "mdy":
        return format_date(value, "EEEE, MMMM d, y", locale=known)
    return format_date(value, _DATES[known.language].day if known.language in _DATES else "full", locale=known)


def short_day(value: date, locale: str, *, year: bool = False) -> str:
    """The short weekday, day and month; the year where it is asked for."""
    known = _locale(locale)
    order = order_of(locale)
    if order == "ymd":
        return f"{format_date(value, 'EEE', locale=known)}, {value.isoformat() if year else f'{value:%m-%d}'}"
    dates = _DATES[supported(known.language)]
    pattern = dates.short_month_first if order == "mdy" else dates.short
    return format_date(value, f"{pattern} y" if year else pattern, locale=known)


def yearly_day(value: date, locale: str, *, year: bool = False) -> str:
    """Day and month in full, for what comes every year; the year where it is asked for."""
    known = _locale(locale)
    order = date_order_of(locale)
    if order == "ymd":
        return value.isoformat() if year else f"{value:%m-%d}"
    dates = _DATES[supported(known.language)]
    if known.language in _DATES and (pattern := (dates.yearly_with_year if year else dates.yearly).get(order or "")):
        return format_date(value, pattern, locale=known)
    return format_date(value, "long", locale=known) if year else format_skeleton("MMMMd", value, locale=known)


def on_day(value: date, language: Language, *, year: bool = True) -> str:
    """ "On 3 May 2026": the day as it stands in a sentence that is read again."""
    return _DATES[language].on_day.format(day=yearly_day(value, language, year=year))


def at_clock(words: str, language: Language) -> str:
    """ "At 11": a clock time as it stands in a sentence that is read again."""
    return _DATES[language].at_clock.format(time=words)


def clock(value: time | datetime, locale: str) -> str:
    """The wall time to the minute."""
    known = _locale(locale)
    bare = value.time() if isinstance(value, datetime) else value.replace(tzinfo=None)
    hours = clock_of(locale) or (12 if str(known) in _MONTH_FIRST else 24)
    if hours == 12:
        return format_time(bare, "h:mm a", locale=known).replace("\u202f", " ")
    return f"{bare:%H:%M}"


def relative_day(value: date, today: date, locale: str) -> str | None:
    """ "tomorrow" and its like, where the language has one word for the distance."""
    words = say("dates.relative", _language(locale)).split("|")
    place = len(words) // 2 + (value - today).days
    return words[place] if 0 <= place < len(words) else None


def moment(
    start: datetime, end: datetime | None, *, all_day: bool, zone: str, now: datetime | None, locale: str
) -> str:
    """The span as one phrase. Ends are exclusive, so an all-day event to the 28th shows the 27th as its last day."""
    begins = _local(start, zone)
    ends = _local(end, zone) if end is not None else None
    today = _local(now, zone).date() if now is not None else None
    if all_day:
        last = (ends - timedelta(microseconds=1)).date() if ends is not None and ends > begins else begins.date()
        first = _named_day(begins.date(), today, locale)
        return first if last == begins.date() else f"{first} {_DASH} {day(last, locale)}"
    opening = f"{_named_day(begins.date(), today, locale)}, {clock(begins, locale)}"
    if ends is None or ends <= begins:
        return opening
    if ends.date() == begins.date() or ends == datetime.combine(begins.date() + timedelta(days=1), time()):
        return f"{opening}{_DASH}{clock(ends, locale)}"
    return f"{opening} {_DASH} {day(ends.date(), locale)}, {clock(ends, locale)}"


def join(items: Sequence[str], locale: str, *, either: bool = False) -> str:
    """ "a, b and c"; with `either`, "a, b or c"."""
    if len(items) < 2:
        return "".join(items)
    language = _language(locale)
    word = say("lists.or" if either else "lists.and", language)
    word = _before(word, items[-1], _DATES[supported(language)])
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def count(number: int, noun: str, locale: str) -> str:
    """The number with its noun. `noun` is the English singular; an unknown one takes the plain plural in "s"."""
    if is_message(f"nouns.{noun}"):
        return f"{number} {say_counted(f'nouns.{noun}', abs(number), _language(locale))}"
    return f"{number} {noun if abs(number) == 1 else f'{noun}s'}"


def distance(metres: float, locale: str) -> str:
    """How far it is, in the measures that the user wants; metric unless they say otherwise."""
    if system_of(locale) == "imperial":
        feet = metres / _FOOT_M
        if feet < _FAR_FEET:
            return f"{round(feet, -1 if feet >= _NEAR else 0):.0f} ft"
        return f"{decimal(metres / _MILE_M, locale)} mi"
    return f"{metres:.0f} m" if metres < _KM_M else f"{decimal(metres / _KM_M, locale)} km"


def decimal(value: float, locale: str) -> str:
    """ "0.1", where a comma parts them "0,1"."""
    return format_decimal(value, "0.0", locale=_locale(locale))


def _named_day(value: date, today: date | None, locale: str) -> str:
    name = relative_day(value, today, locale) if today is not None else None
    return f"{name}, {day(value, locale)}" if name else day(value, locale)


def _before(word: str, following: str, dates: _Dates) -> str:
    start = following.lstrip().casefold()
    fits = (one for one in dates.joins if one.word == word and start.startswith(one.before))
    return next((one.becomes for one in fits if not start.startswith(one.unless)), word)


def _local(value: datetime, zone: str) -> datetime:
    if value.tzinfo is None:
        return value
    return value.astimezone(named_zone(zone)).replace(tzinfo=None)


def _language(locale: str) -> str:
    return _locale(locale).language


@lru_cache(maxsize=64)
def _locale(name: str) -> Locale:
    name = bare_locale(name)
    for candidate in (name, name.replace("_", "-").split("-")[0], _DEFAULT):
        try:
            return Locale.parse(candidate.replace("_", "-"), sep="-")
        except (UnknownLocaleError, ValueError):
            continue
    raise AssertionError("the default locale is part of Babel")
