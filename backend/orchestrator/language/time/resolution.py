"""When exactly does the phrase mean that was copied out of a message, and may it be written unasked?

`resolve` answers one moment (for a write), `resolve_range` a span (for a read). A reason code tells what was unclear:
"" (clear), "empty", "not_a_time", "partly_understood", "ambiguous" (see `candidates`), "part_of_day" ("tomorrow
morning": a day and a span, no hour), "duration_only", "several_times".
"""

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Literal

from orchestrator.kit import patterns
from orchestrator.kit.zones import named_zone
from orchestrator.language.tables import LANGUAGES
from orchestrator.language.time.calendar import DAY, midnight
from orchestrator.language.time.engine import Found, language_of, lexicon_of, readings
from orchestrator.language.time.meals import meal_time
from orchestrator.language.time.no_days import no_days
from orchestrator.language.time.reading import Outcome
from orchestrator.language.time.reconciliation import weighed
from orchestrator.language.word_patterns import lettered, lettered_pattern

Daylight = Literal["gap", "fold"]
_BARE_HOUR = patterns.compile(r"\s*(\d{1,2})\s*[.!?]?\s*\Z")
_CLOCK_LEFT = lettered_pattern(r"\d\s?(?:[:h]\s?\d|h\b|[ap]\.?m\b)|\b(?:at|às|as|a las)\s+\d")
PHRASE_LIMIT = 500
_CANDIDATES = 4
_NAMES_A_DATE = ("day", "week", "weekend", "month", "quarter", "year")


@dataclass(frozen=True)
class Resolution:
    """What a copied phrase means. `start` None: nothing to go by, ask; `reason` says why it is not `sure`.

    `candidates`: every reading, the likeliest first, where there are several. `daylight`: the wall time does not exist
    on that day in the zone ("gap": shifted forward) or exists twice ("fold": the first is meant).
    """

    start: datetime | None
    end: datetime | None = None
    all_day: bool = False
    sure: bool = False
    reason: str = ""
    candidates: tuple[datetime, ...] = ()
    daylight: Daylight | None = None


def resolve(phrase: str, *, now: datetime, zone: str, locale: str, meal_title: str = "") -> Resolution:
    """The moment, local to `zone` like `now`. `meal_title`: the title whose meal word sets the hour of a bare date."""
    text = phrase[:PHRASE_LIMIT].strip()
    if not text:
        return Resolution(None, reason="empty")
    if no_days(text, now=now, locale=locale):
        return Resolution(None, reason="not_a_time")
    found, covered = _read(text, now, locale, zone=zone)
    if not found and (match := _BARE_HOUR.match(text)) is not None and 0 <= int(match[1]) <= 24:
        found = readings(f"{lexicon_of(locale).at_clock} {match[1]}", now=now, locale=locale).found
        return (
            _settled(found[0], zone, reason="ambiguous", sure=False) if found else Resolution(None, reason="not_a_time")
        )
    dated = [each for each in found if each.outcome.kind != "duration"]
    if not dated:
        return Resolution(None, reason="duration_only" if found else "not_a_time")
    one, sure = _one(dated)
    if one is None:
        return Resolution(
            None, reason="several_times", candidates=tuple(each.outcome.start for each in dated[:_CANDIDATES])
        )
    if not covered and _CLOCK_LEFT.search(lettered(_left(text, dated))):
        # "Tomorrow at 25:00": the day alone is not what was meant.
        return Resolution(None, reason="partly_understood")
    lasting = next((each.outcome.duration for each in (*found, one) if each.outcome.duration is not None), None)
    reason = "" if covered and sure else "partly_understood"
    result = _settled(one, zone, reason=reason, sure=covered and sure, lasting=lasting)
    return _with_meal(result, meal_title, one, zone, locale)


def resolve_range(
    phrase: str, *, now: datetime, zone: str, locale: str, looking: Literal["forward", "back"] = "forward"
) -> tuple[datetime, datetime] | None:
    """The span to read, end exclusive; open ends reach now (looking back) or a year ahead. None: no time in it."""
    text = phrase[:PHRASE_LIMIT]
    found, _ = _read(text, now, locale, zone=zone, back=looking == "back")
    dated = [each for each in found if each.outcome.kind != "duration"]
    if not dated:
        return None
    one, _ = _one(dated)
    outcome = (one or dated[0]).outcome
    local = now.replace(tzinfo=None)
    start, end = outcome.start, outcome.end
    if outcome.kind == "open" and outcome.has_time and outcome.has_date and (day := _of_the_day(outcome, local)):
        return day
    if outcome.kind == "open":
        # What is read after a day leaves the day itself out.
        return _open(max((outcome.start, *outcome.others)), outcome.end, local, text, locale)
    if end is None:
        end = start + (DAY if not outcome.has_time else timedelta(hours=1))
    if outcome.grain == "part":
        start, end = _widened(start, end)
    today = midnight(local.date())
    if outcome.kind == "range" and outcome.grain in _NAMES_A_DATE and end == today:
        # "The last 30 days" of a read ends with now, not with last midnight.
        end = today + DAY
    return (start, end) if start < end else None


def _of_the_day(outcome: Outcome, now: datetime) -> tuple[datetime, datetime] | None:
    """ "On Saturday from 3", "on Saturday until 3": what is left of that day, or its beginning; None of a past one."""
    start, end = outcome.start, outcome.end
    if end is not None:
        return (start, end) if now <= end and start < end else None
    return (start, midnight(start.date()) + DAY) if start > now else None


def _open(start: datetime, end: datetime | None, now: datetime, text: str, locale: str) -> tuple[datetime, datetime]:
    if end is not None:
        return (min(start, end - DAY), end)
    if start <= now:
        return start, midnight(now.date()) + DAY
    past = [each for each in readings(text, now=now, locale=locale, back=True).found if each.outcome.kind == "open"]
    if past and past[0].outcome.start <= now and _since(text, locale):
        return past[0].outcome.start, midnight(now.date()) + DAY
    return start, start + 366 * DAY


def _since(text: str, locale: str) -> bool:
    """Whether the words are those that look back ("since March") rather than on ("from Monday")."""
    folded = text.casefold()
    return any(word in folded for word in lexicon_of(locale).since)


def _widened(start: datetime, end: datetime) -> tuple[datetime, datetime]:
    """A read of "tomorrow morning" must not miss what is at 7:30."""
    wider = {6: 5, 8: 5, 16: 12}.get(start.hour, start.hour)
    return start.replace(hour=wider), end


def _read(text: str, now: datetime, locale: str, *, zone: str, back: bool = False) -> tuple[list[Found], bool]:
    """The phrases and whether they cover the text; another of our languages where the locale's understands less."""
    first, share = _share(text, now, locale, zone=zone, back=back)
    if share >= 1:
        return first, True
    best = (share, first)
    for language in LANGUAGES:
        if language != language_of(locale):
            other, part = _share(text, now, language, zone=zone, back=back)
            if part > best[0]:
                best = (part, other)
    return best[1], best[0] >= 1


def _share(text: str, now: datetime, locale: str, *, zone: str, back: bool) -> tuple[list[Found], float]:
    read = readings(text, now=now, locale=locale, back=back, zone=zone)
    size = read.size
    found = read.found if back else weighed(text, read, now=now, locale=locale, by_day=True)
    # Articles and prepositions around the phrase carry no meaning of their own.
    loose = sum(1 for word in text.casefold().split() if word.strip(".,;:!?") in lexicon_of(locale).loose)
    covered = sum(each.covers for each in found)
    if not size or not found:
        return found, 0.0
    return found, 1.0 if covered >= size else min(1.0, (covered + min(loose, 1)) / size)


def _left(text: str, found: list[Found]) -> str:
    """The text without its phrases."""
    for first, last in sorted((part for each in found for part in each.parts), reverse=True):
        text = f"{text[:first]} {text[last:]}"
    return text


def _one(dated: list[Found]) -> tuple[Found | None, bool]:
    """The phrase meant; a date and a time said apart are one."""
    if len(dated) == 1:
        return dated[0], True
    return None, False


def _settled(found: Found, zone: str, *, reason: str, sure: bool, lasting: timedelta | None = None) -> Resolution:
    outcome = _deadline(found.outcome)
    start, daylight = on_the_clock(outcome.start, zone) if outcome.has_time else (outcome.start, None)
    end = outcome.end
    if lasting is not None and outcome.has_time and (end is None or (outcome.grain == "part" and lasting < DAY)):
        end = outcome.start + lasting
    if end is not None and outcome.has_time:
        end = end + (start - outcome.start)
    candidates = (start, *outcome.others)[:_CANDIDATES] if outcome.others else ()
    certain = sure and outcome.sure
    if not certain and not reason:
        reason = "part_of_day" if outcome.grain == "part" and lasting is None else "ambiguous"
    return Resolution(start, end, outcome.all_day, certain, "" if certain else reason, candidates, daylight)


def _deadline(outcome: Outcome) -> Outcome:
    """ "By Friday", "until 5pm": what is written down is the day or the moment that ends it."""
    if outcome.kind != "open" or outcome.end is None:
        return outcome
    if outcome.has_time:
        return replace(outcome, start=outcome.end, end=None)
    return replace(outcome, start=outcome.end - DAY)


def on_the_clock(wall: datetime, zone: str) -> tuple[datetime, Daylight | None]:
    """The wall time as the zone has it that day."""
    known = named_zone(zone)
    first, second = wall.replace(tzinfo=known, fold=0), wall.replace(tzinfo=known, fold=1)
    before, after = first.utcoffset(), second.utcoffset()
    if before is None or after is None or before == after:
        return wall, None
    if before < after:
        # Before the gap the offset is smaller: the clock jumps over this wall time by the difference.
        return wall + (after - before), "gap"
    return wall, "fold"


def _with_meal(result: Resolution, title: str, found: Found, zone: str, locale: str) -> Resolution:
    """A whole day takes the usual hour of the meal that its title names."""
    if not title or not result.all_day or result.start is None or found.outcome.grain != "day":
        return result
    meal = meal_time(title, locale)
    if meal is None:
        return result
    start, daylight = on_the_clock(datetime.combine(result.start, meal), zone)
    return replace(result, start=start, end=None, all_day=False, candidates=(), daylight=daylight)


def occasion_time(title: str, locale: str) -> time | None:
    """About when one does what a title names: a meal, drinks, a concert; None where that says nothing of the hour."""
    if (meal := meal_time(title, locale)) is not None:
        return meal
    words = "".join(char if char.isalnum() else " " for char in title.casefold()).split()
    plain = f" {' '.join(words)} "
    for language in dict.fromkeys((language_of(locale), *LANGUAGES)):
        lexicon = lexicon_of(language)
        if lexicon.beside_occasions.intersection(words):
            return None
        named = [minutes for phrase, minutes in lexicon.occasions.items() if f" {phrase} " in plain]
        if named:
            return time(*divmod(named[0], 60))
    return None
