"""Times of day in the figures that rules are read by, where they are spelled as people say them: "half past nine",
"nine thirty", "las 9 y media", "um quarto para as seis", "neuf heures moins le quart"."""

from orchestrator.kit.patterns import Match
from orchestrator.language.rules.pieces import pattern
from orchestrator.language.rules.words import HOUR_WORDS, NUMBERS, number_words

_LAST_HOUR, _LAST_MINUTE = 12, 59
_SURELY_MINUTES = 15
"""From here on a number after an hour is no other hour: "nine thirty", but "entre nueve y diez"."""
_ROUND = (5, 10, 20, 25)
"""Minutes that are told towards an hour; "one to three" are two hours."""


_HOUR = rf"(?P<hour>\d{{1,2}}|{HOUR_WORDS})"
_AFTER_HOUR = (
    r"(?:(?P<half>{and_half_hour})|(?P<quarter>{and_quarter})|(?P<less_quarter>{less_quarter})"
    rf"|{{less_minutes}}\s+(?P<less>\d{{1,2}}|{number_words(5, _LAST_MINUTE)})"
    rf"|(?:{{and_minutes}}\s+)?(?P<more>{number_words(_SURELY_MINUTES, _LAST_MINUTE)}))\b"
)
_BEFORE_HOUR = (
    r"(?:(?P<half>{half_past})|(?P<quarter>{quarter_past})|(?P<less_quarter>{quarter_to})"
    rf"|(?P<more>\d{{1,2}}|{number_words(1, _LAST_MINUTE)})\s+{{minutes_past}})"
)
_LEAD = r"\b(?P<lead>{before}|{after})\s+"
_SPELLED = (
    pattern(rf"{_LEAD}(?P<less>\d{{1,2}}|{number_words(5, 25)})\s+{{minutes_to}}\s+{_HOUR}\b"),
    pattern(rf"\b{_BEFORE_HOUR}\s+{_HOUR}\b"),
    pattern(rf"{_LEAD}{_HOUR}\s*(?:{{clock_unit}})\s*{_AFTER_HOUR}"),
    pattern(rf"\b{_HOUR}\s+{_AFTER_HOUR}"),
)
_LENGTH = pattern(r"^\s*-?\s*(?:{minute}|{hour})\b")
""" "Two thirty minute calls" are two calls."""


def in_figures(said: str) -> str:
    """The folded text with such times as HOUR:MINUTES."""
    for spelled in _SPELLED:
        rest, at = [], 0
        for found in spelled.finditer(said):
            clock = _clock(found) if _LENGTH.match(said[found.end() :]) is None else None
            if clock is not None:
                rest += [said[at : found.start()], clock]
                at = found.end()
        said = "".join([*rest, said[at:]])
    return said


def _clock(found: Match) -> str | None:
    parts = found.groupdict()
    hour = _value(parts["hour"])
    minutes = _minutes(parts)
    if hour > 23 or minutes is None:
        return None
    if minutes < 0:
        hour, minutes = (hour - 1) or _LAST_HOUR, minutes + 60
    lead = f"{parts['lead']} " if parts.get("lead") else ""
    return f"{lead}{hour}:{minutes:02d}"


def _minutes(parts: dict[str, str | None]) -> int | None:
    """After the hour; below 0 before it. None where these are no minutes that anybody tells so."""
    if parts.get("less"):
        less = _value(str(parts["less"]))
        return -less if less in _ROUND else None
    if parts.get("half"):
        return 30
    if parts.get("less_quarter"):
        return -15
    more = 15 if parts.get("quarter") else _value(str(parts["more"]))
    return more if more <= _LAST_MINUTE else None


def _value(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS[word]
