"""Which written forms are one thing, however they are cut into tokens?

ISO dates, numeric dates in the order of the locale, clocks with a colon, an "h", a dot or am/pm, ordinals in figures.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from orchestrator.kit import lookaround
from orchestrator.kit.patterns import Match, Pattern
from orchestrator.language.time.calendar import DAY, add_months, midnight
from orchestrator.language.time.semantics import MINUTES_A_DAY, Clock, Span, Spec, Value, When

Found = Iterator[tuple[str, Value]]
CENTURY_TURN = 50
_EARLIEST_DECADE = 50
_FARTHEST_ZONE = 14


@dataclass(frozen=True, slots=True)
class Shape:
    """A pattern over folded text, and what a match means: `read(match, month_first, clock_24)`."""

    pattern: Pattern
    read: Callable[[Match, bool, bool], Found]


def _spec(year: str | None, month: int, day: int, *, weak: bool = False) -> Spec | None:
    full = None
    if year is not None:
        full = int(year)
        if len(year) == 2:
            full += 2000 if full < CENTURY_TURN else 1900
        try:
            date(full, month, day)
        except ValueError:
            return None
    elif not (1 <= month <= 12 and 1 <= day <= 31) or (day > 29 and month == 2):
        return None
    return Spec(full, month, day, weak=weak)


def _iso(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return
    if match[4] is None:
        yield "D", Span(midnight(day), midnight(day) + DAY, "day")
    elif int(match[4]) < 24 and int(match[5]) < 60:
        minutes = int(match[4]) * 60 + int(match[5])
        zone = _minutes_east(match[6]) if match[6] else None
        when = Span(midnight(day), midnight(day) + DAY, "day")
        yield "DT", When(when, Clock(minutes, twelve=False, grain="minute", zone=zone))


def _iso_week(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    """ "2026-W50", "2026-W50-3" (ISO 8601)."""
    week = iso_week(int(match[1]), int(match[2]))
    if week is not None:
        yield "D", week if match[3] is None else day_span(week.start + (int(match[3]) - 1) * DAY)


def iso_week(year: int, number: int) -> Span | None:
    """From its Monday on; None where the year has no such week (ISO 8601)."""
    try:
        monday = midnight(date.fromisocalendar(year, number, 1))
    except ValueError:
        return None
    return Span(monday, monday + 7 * DAY, "week")


def _minutes_east(offset: str) -> int:
    """ "Z", "+0530", "-03:00"."""
    if offset == "z":
        return 0
    minutes = int(offset[1:3]) * 60 + int(offset[-2:])
    return -minutes if offset[0] == "-" else minutes


def _year_first(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    spec = _spec(match[1], int(match[3]), int(match[5])) if match[2] == match[4] else None
    if spec is not None:
        yield "D", spec


def _numeric(match: Match, month_first: bool, _clock_24: bool) -> Found:
    one, two = int(match[1]), int(match[3])
    weak = match[4] is None and match[2].strip() in (".", "-")
    for month, day in ((one, two), (two, one)) if month_first else ((two, one), (one, two)):
        spec = _spec(match[4], month, day, weak=weak)
        if spec is not None:
            yield "D", spec
            return


def _month_year(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    if 1 <= int(match[1]) <= 12:
        yield "D", Spec(int(match[2]), int(match[1]))


def _year_month(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    if 1 <= int(match[2]) <= 12 and 1900 <= int(match[1]) <= 2100:
        yield "D", Spec(int(match[1]), int(match[2]))


def _clock(match: Match, _month_first: bool, clock_24: bool) -> Found:
    hour, separator, minute, second, half = int(match[1]), match[2], match[3], match[4], match[5]
    if hour > 24 or int(minute or 0) > 59 or (half and hour > 23):
        return
    if (
        half in ("a", "p")
        and not minute
        and not _BESIDE.search(match.string[max(0, match.start() - 8) : match.start()])
    ):
        return  # "4a" alone may be a number of a house
    minutes = hour * 60 + int(minute or 0)
    grain = "second" if second else "minute" if minute else "hour"
    if half and "m" not in half and clock_24:
        return
    if half:
        seconds = int(second or 0)
        yield "CLOCK", Clock(to_half(minutes, half.strip()[0] + "m"), twelve=False, grain=grain, seconds=seconds)
        return
    # "08:00", "17:30", "10h30" are the clock to 24; "5:30" is not, and "10:30" only where people write it so.
    padded = match[1].startswith("0") or hour > 12 or hour == 0
    certain = padded or separator == "h" or hour >= 10 or (clock_24 and hour >= 7)
    yield (
        "CLOCK",
        Clock(
            minutes if minutes == MINUTES_A_DAY else minutes % MINUTES_A_DAY,
            twelve=1 <= hour <= 12 and not padded,
            grain=grain,
            weak=separator == ".",
            plain=certain,
            seconds=int(second or 0),
        ),
    )


def _clock_apart(match: Match, month_first: bool, clock_24: bool) -> Found:
    """ "8 h" is an hour where people write so; elsewhere a length."""
    if clock_24:
        yield from _clock(match, month_first, clock_24)


def to_half(minutes: int, half: str) -> int:
    """Minutes of a clock to 12 put into "am" or "pm"; one that is past noon already stays."""
    if minutes >= 13 * 60:
        return minutes
    return minutes % 720 + (720 if half == "pm" else 0)


def _military(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    hour, minute = int(match[1]), int(match[2])
    if hour < 24 and minute < 60:
        yield "BARECLOCK", Clock(hour * 60 + minute, twelve=1 <= hour <= 12 and len(match[1]) == 1, grain="minute")


def _offset(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    if int(match[2]) <= _FARTHEST_ZONE:
        minutes = int(match[2]) * 60 + int(match[3] or 0)
        yield "TZ", -minutes if match[1] == "-" else minutes


def _compact(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    """ "20261127": a date, or any other number."""
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return
    yield "D", Span(midnight(day), midnight(day) + DAY, "day", sure=False)


def _four(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    if match[1].startswith("0") or int(match[1]) > 12:
        yield "CLOCKFOUR", Clock(int(match[1]) * 60 + int(match[2]), twelve=False, grain="minute")


def _about(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    if int(match[1]) < 24:
        minutes = int(match[1]) * 60 + int(match[2] or 0)
        yield "CLOCK", Clock(minutes, twelve=1 <= int(match[1]) <= 12, grain="minute")


_ROMAN = tuple("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi".split())


def _century(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    if match[1] in _ROMAN:
        yield "D", century(_ROMAN.index(match[1]) + 1)


def century(number: int) -> Span:
    """The nth century as people count it: the 21st began in 2000."""
    return Span(datetime(max(number - 1, 0) * 100 or 1, 1, 1), datetime(number * 100, 1, 1), "century")  # noqa: DTZ001


def _decade(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    year = int(match[1])
    if year < 100:
        # "In 30s" are seconds, "the 90s" are not.
        if year < _EARLIEST_DECADE and match[0][0].isdigit():
            return
        year += 1900 if year >= 30 else 2000
    yield "D", Span(datetime(year, 1, 1), datetime(year + 10, 1, 1), "decade", sure=int(match[1]) >= 100)  # noqa: DTZ001


def _figure(match: Match, _month_first: bool, clock_24: bool) -> Found:
    if match[2] not in ("st", "nd", "rd", "th") and not clock_24:
        return  # "4a" is a fourth in Portuguese and Spanish only
    yield "ORD", int(match[1])
    if int(match[1]) <= 31:
        yield "ORDDAY", int(match[1])


def _decimal(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    yield "COUNT", float(f"{match[1]}.{match[2]}")


def _fraction(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    yield "COUNT", int(match[1]) / int(match[2])


def _quarter(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    if match[1] == "h" and int(match[2]) > 2:
        return
    yield "HALFYEAR" if match[1] == "h" else "QUARTER", int(match[2])


def _year_quarter(match: Match, _month_first: bool, _clock_24: bool) -> Found:
    size = 6 if match[2] == "h" else 3
    month = (int(match[3]) - 1) * size + 1
    if month <= 12:
        start = date(int(match[1]) or 1, month, 1)
        end = add_months(start, size)
        if end is not None:
            yield "D", Span(midnight(start), midnight(end), "quarter" if size == 3 else "semester")


_FREE = r"(?<![\w.,:/$€£#-])"
# A letter alone must touch its figure: "9a", not "de 9 a 10".
_BESIDE = lookaround.compile(r"(?:\b(?:at|from|to|by|until|till|between|and|after|before|@)\s|[-–])\s*\Z")
_HALF = r"(\s?a\.?\s?m\b\.?|\s?p\.?\s?m\b\.?|[ap]\b\.?)"
SHAPES: tuple[Shape, ...] = (
    Shape(
        lookaround.compile(
            r"(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?:[t ]+(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?"
            r"(z\b|[+-]\d\d:?\d\d\b)?)?(?![\d-])"
        ),
        _iso,
    ),
    Shape(
        lookaround.compile(_FREE + r"(\d{4})(\s?[/.-]\s?|\s)(\d{1,2})(\s?[/.-]\s?|\s)(\d{1,2})(?![\d/-])"), _year_first
    ),
    Shape(lookaround.compile(_FREE + r"(\d{1,2})(\s)(\d{1,2})\s(\d{4})(?![\d:/-])"), _numeric),
    Shape(lookaround.compile(_FREE + r"(\d{1,2})(?::?([0-5]\d))?(?=\s?-?ish\b)"), _about),
    Shape(lookaround.compile(r"\b(?:siglo|seculo)\s+([ivx]{1,5})\b"), _century),
    Shape(lookaround.compile(_FREE + r"'?((?:1[5-9]|20)?[1-9]0)(?=\s?'?s\b)"), _decade),
    Shape(lookaround.compile(r"\b(?:anos|decada de(?: los| os)?)\s+((?:1[5-9]|20)?[1-9]0)\b"), _decade),
    Shape(lookaround.compile(r"(?<![\w.,:/$€£#-])((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)(?![\w:/%-])"), _compact),
    Shape(lookaround.compile(r"\b(?:utc|gmt)\s?([+-])\s?(\d{1,2})(?::?([0-5]\d))?(?!\d)"), _offset),
    # Four figures from which a range of hours is made: "0730-0930".
    Shape(lookaround.compile(_FREE + r"([01]\d|2[0-3])([0-5]\d)(?=\s?-\s?(?:[01]\d|2[0-3])[0-5]\d\b)"), _four),
    Shape(lookaround.compile(r"(?<=\d-)([01]\d|2[0-3])([0-5]\d)(?![\w:/%-])"), _four),
    Shape(
        lookaround.compile(
            _FREE + r"(\d{1,2})(\s?[/.-]\s?)(\d{1,2})(?:\s?[/.-]\s?(\d{4}|\d\d))?(?![\d/:]|[.,-]\d|h\b|\s?%)"
        ),
        _numeric,
    ),
    Shape(
        # A range of two: "28/2-1/3".
        lookaround.compile(r"(?<=\d-)(\d{1,2})(/)(\d{1,2})(?:/(\d{4}|\d\d))?(?![\d/:]|[.,-]\d|h\b|\s?%)"),
        _numeric,
    ),
    Shape(
        lookaround.compile(_FREE + r"(\d{1,2})(/)(\d{1,2})(?:/(\d{4}|\d\d))?(?=-\d{1,2}/\d)"),
        _numeric,
    ),
    Shape(lookaround.compile(_FREE + r"(\d{4})-?w(\d\d)(?:-?([1-7]))?(?![\w/-])"), _iso_week),
    Shape(lookaround.compile(_FREE + r"(\d{4})[/-](\d{1,2})(?![\w/-])"), _year_month),
    Shape(lookaround.compile(_FREE + r"(\d{1,2})[/-](\d{4})(?![\d/-])"), _month_year),
    Shape(
        lookaround.compile(
            _FREE.replace("-", "") + r"(\d{1,2})([:h.])([0-5]\d)(?::([0-5]\d))?(?![\d%]|[.:]\d)(?:" + _HALF + ")?"
        ),
        _clock,
    ),
    Shape(lookaround.compile(r"(?<![\w.,:/$€£#])(\d{1,2})()()()" + _HALF + r"(?![\w])"), _clock),
    Shape(lookaround.compile(r"(?<![\w.,:/$€£#])(\d{1,2})(h)()()()(?:r?s?\b)"), _clock),
    Shape(lookaround.compile(r"(?<![\w.,:/$€£#])(\d{1,2})\s(h)()()()\b"), _clock_apart),
    Shape(
        lookaround.compile(r"(?<![\w.,:/$€£#+-])(?<!\d\s)([01]?\d|2[0-3])([0-5]\d)(?![\w:/%]|[.,-]\d|\s\d{2})"),
        _military,
    ),
    Shape(lookaround.compile(r"(?<![\w.,:/$€£#-])(\d{1,3})(st|nd|rd|th|r?o|r?a|\.[oa]|er|d[oa]|t[oa])\b"), _figure),
    Shape(lookaround.compile(r"(?<![\w.,:/$€£#-])(\d{1,3})[.,](\d{1,2})(?![\w.,%])"), _decimal),
    Shape(lookaround.compile(r"(?<![\w.,:/$€£#-])([1-9])/([2-9])(?=\s?h\b|\s?[a-z])(?!\s?[a-gi-z]\b)"), _fraction),
    Shape(lookaround.compile(r"\b([qth])([1-4])\b"), _quarter),
    Shape(lookaround.compile(r"\b(\d{4})\s?[-/]?\s?([qth])([1-4])\b"), _year_quarter),
)

MAY_HOLD = lookaround.any_of(shape.pattern.pattern for shape in SHAPES)
"""Finds nothing where none of them does, in one go."""


def day_span(day: date | datetime) -> Span:
    """A whole day."""
    start = midnight(day.date() if isinstance(day, datetime) else day)
    return Span(start, start + DAY, "day")
