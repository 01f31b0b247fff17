"""With which words does one say never, always, a time of day, a weekday, a length? All folded."""

from orchestrator.kit import patterns
from orchestrator.language.rules.pieces import RULES, pattern, put_in, words_in

CALLED = pattern(r"^(?:(?:{new_rule}) )*{rule}\s*(?::|,| that\b| -)\s*")
""" "New rule:", "make a rule: …"."""
NEVER = pattern(r"\b{never}\b")
ALWAYS = pattern(r"\b{always}\b")
_REMINDS = (pattern(r"\b(?:{reminds})\b"), pattern(r"(?:\b|\d)(?:{ahead})\b"), pattern(r"\b(?:{each_time})\b"))
SOMETHING = pattern(r"\b{something}\b")
INVITE = pattern(
    r"\b(?:(?P<always>{always_word})\s+{invite}|(?P<always2>{invite})\s+{always_word}"
    r"|{never_word}\s*(?:ever\s+)?{invite_not}(?:\s+{never_after})?)\s+"
)


def reminds_ahead(said: str) -> bool:
    """Whether a folded text wants to be reminded before whatever comes again: no effect can do that."""
    return all(one.search(said) is not None for one in _REMINDS)


NUMBERS = {name: value for told in RULES.values() for name, value in told.numbers.items()}
_BY_LENGTH = sorted(NUMBERS, key=len, reverse=True)
_NAMED = {name: at for told in RULES.values() for name, at in told.clocks.items()}
_CALLED = [(patterns.compile(rf"(?:^|[^\w-]){name}\b"), at) for name, at in _NAMED.items()]


def number_words(first: int, last: int) -> str:
    """Alternatives of a pattern: the words for these numbers, in any language."""
    told = [name for name, value in NUMBERS.items() if first <= value <= last and " " not in name]
    return "|".join(sorted(told, key=len, reverse=True))


HOUR_WORDS = number_words(1, 12)
_WORDS = "|".join([*sorted(_NAMED, key=len, reverse=True), HOUR_WORDS])
CLOCK = put_in(
    rf"(?:\d{{1,2}}(?:[:h.]\d{{2}})?\s*(?:{{clock_unit}}(?:\s*\d{{2}}\b)?)?|(?:{_WORDS})\b)(?:\s*{{clock_part}})?"
)
_CLOCK = patterns.compile(r"(?P<hour>\d{1,2})(?:(?:[:h.]|\s?h\s?|\s?heures?\s)(?P<minute>\d{2}))?")
_PM, _AM = pattern("{pm}"), pattern("{am}")
_NIGHT_FALLS = 12
_EARLY = 4
"""Nobody means four in the morning by a bare "before four"."""


def clock_of(text: str, *, later: bool = False, exact: bool = False) -> str | None:
    """A time of day as HH:MM. `later`: an hour of one to eleven is one of the afternoon or evening; `exact`: unless its
    minutes are told."""
    named = next((at for called, at in _CALLED if called.search(text)), None)
    if named is not None:
        return named
    found = _CLOCK.search(text)
    if found is not None:
        hour, minute = int(found["hour"]), int(found["minute"] or 0)
    else:
        word = next((value for name, value in NUMBERS.items() if patterns.compile(rf"\b{name}\b").search(text)), None)
        if word is None:
            return None
        hour, minute = word, 0
    if hour > 24 or minute > 59:
        return None
    bare = found is None or found["minute"] is None
    half_open = bare or not (exact or (found is not None and found["hour"].startswith("0")))
    if _PM.search(text) and hour < _NIGHT_FALLS:
        hour += _NIGHT_FALLS
    elif _AM.search(text):
        hour %= _NIGHT_FALLS
    elif half_open and hour and (hour <= _EARLY or (later and hour < _NIGHT_FALLS)):
        hour += _NIGHT_FALLS
    return f"{hour % 24:02d}:{minute:02d}"


MINUTES = put_in(
    rf"(?:(?:\d{{1,3}}|{'|'.join(_BY_LENGTH)}|{{one}})\s*-?\s*(?:{{minute}}|{{hour}})\b(?:\s+{{and_half}})?"
    r"|\b{hour_and_half})"
)
_FIGURES = patterns.compile(r"\d{1,3}")
_HOURS, _AND_HALF, _HALF = pattern(r"\b{hour}\b|\dh\b"), pattern("{and_half}"), pattern("{half}")


def minutes_of(text: str) -> int:
    """A length in minutes."""
    found = _FIGURES.search(text)
    number = int(found[0]) if found else next((NUMBERS[name] for name in _BY_LENGTH if text.startswith(name)), 1)
    hours = _HOURS.search(text) is not None
    if hours and not found and _HALF.match(text):
        return 30
    return number * (60 if hours else 1) + (30 if _AND_HALF.search(text) else 0)


_ORDER = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAYS = {
    word: day for told in RULES.values() for day, words in zip(_ORDER, told.weekdays, strict=True) for word in words
}
DAY_NAMES = words_in("day_names")
WEEKEND = words_in("weekend_names")
_WORKING = pattern(r"\b{working}\b")
WEEKENDS = pattern(r"\b{weekends}\b")


_A_DAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_DAY_TO_DAY = pattern(
    rf"\b(?P<first>{_A_DAY})\b(?:-feira)?(?: ?[-–] ?| (?:{{through}}) (?:(?:{{the}}) )?)(?P<last>{_A_DAY})\b"
)
_ALL_BUT = pattern(rf"\b(?:{{working}}),? (?:{{all_but}}) (?:(?:{{on_day}}|{{the}}) )*(?P<out>{_A_DAY})\b")


def days_of(said: str) -> list[str]:
    """The weekdays that are named, in the order of the week: also those between two, and none that is left out of all
    working days."""
    found = {WEEKDAYS[word] for word in patterns.compile(r"\w+").findall(said) if word in WEEKDAYS}
    for row in _DAY_TO_DAY.finditer(said):
        first, last = (_ORDER.index(WEEKDAYS[row[end]]) for end in ("first", "last"))
        found |= {_ORDER[(first + step) % len(_ORDER)] for step in range((last - first) % len(_ORDER) + 1)}
    if (but := _ALL_BUT.search(said)) is not None:
        return [day for day in _ORDER[:5] if day != WEEKDAYS[but["out"]]]
    if WEEKENDS.search(said):
        found |= {"sat", "sun"}
    if _WORKING.search(said):
        found |= set(_ORDER[:5])
    return [day for day in _ORDER if day in found]


LANGUAGES_NAMED = {name: tag for told in RULES.values() for name, tag in told.languages.items()}

Part = tuple[patterns.Pattern, str, str]
_OF_THE_DAY = ("lunch", "morning", "afternoon", "evening", "night")
PARTS: tuple[Part, ...] = tuple(
    (patterns.compile(rf"\b(?:{told.parts[name].says})\b"), told.parts[name].begins, told.parts[name].ends)
    for name in _OF_THE_DAY
    for told in RULES.values()
    if name in told.parts
)
"""When the parts of a day are that a rule names, first to last. A Spanish afternoon is longer than a Portuguese one,
and that one longer than an English one."""
