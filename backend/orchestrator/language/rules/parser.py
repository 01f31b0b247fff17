"""Which rule do the user's words lay down? "Never before 10", "no meetings on Fridays", "convida sempre a Ana", "las
reuniones duran 30 minutos": the effects that are said in a few words. The words are each language's (`rules.toml`).

`read(text)` gives the effect with the names of people and places as they were said; None where the words are no such
rule (then they are a rule in words alone, if the user wants them to be one).
"""

from collections.abc import Callable
from dataclasses import replace

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.meant import folded
from orchestrator.language.rules.hours import AFTER, BEFORE, FRONT, RANGE, blocked, free_days, hours, must, quiet
from orchestrator.language.rules.limits import days_but, excepted, push_kinds, spared, with_whom
from orchestrator.language.rules.pieces import pattern
from orchestrator.language.rules.preferences import (
    alias,
    answer_language,
    buffer,
    default_length,
    default_place,
    double_booking,
    invitation,
    never_store,
    redacted_push,
    tool_policy,
    unit_system,
)
from orchestrator.language.rules.reserved import only, reserved
from orchestrator.language.rules.subject import MEETINGS, RuleWords, as_written
from orchestrator.language.rules.wishes import as_told
from orchestrator.language.rules.words import (
    CALLED,
    DAY_NAMES,
    HOUR_WORDS,
    NEVER,
    NUMBERS,
    PARTS,
    WEEKDAYS,
    WEEKEND,
    days_of,
    number_words,
    reminds_ahead,
)

_LAST_HOUR, _LAST_MINUTE = 12, 59

_SURELY_MINUTES = 15
"""From here on a number after an hour is no other hour: "nine thirty", but "entre nueve y diez"."""

_ROUND = (5, 10, 20, 25)
"""Minutes that are told towards an hour; "one to three" are two hours."""

_CLOCK_HOUR = rf"(?P<hour>\d{{1,2}}|{HOUR_WORDS})"

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
    pattern(rf"{_LEAD}(?P<less>\d{{1,2}}|{number_words(5, 25)})\s+{{minutes_to}}\s+{_CLOCK_HOUR}\b"),
    pattern(rf"\b{_BEFORE_HOUR}\s+{_CLOCK_HOUR}\b"),
    pattern(rf"{_LEAD}{_CLOCK_HOUR}\s*(?:{{clock_unit}})\s*{_AFTER_HOUR}"),
    pattern(rf"\b{_CLOCK_HOUR}\s+{_AFTER_HOUR}"),
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
    hour = _number(parts["hour"])
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
        less = _number(str(parts["less"]))
        return -less if less in _ROUND else None
    if parts.get("half"):
        return 30
    if parts.get("less_quarter"):
        return -15
    more = 15 if parts.get("quarter") else _number(str(parts["more"]))
    return more if more <= _LAST_MINUTE else None


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS[word]


MOST_CHARACTERS = 300
"""A longer text is no rule in a few words."""
_EVENING = "06:00"
"""An end before this is that of the night after."""
_DIALOGUE = pattern(r"^(?:{openers}[\s,;:.!]+|{no}\s*[,;:.!]+\s*)+")
"""What turns to what was said before: the "no" of "no, I meant Friday" forbids nothing."""
_REASON = pattern(r"[,;.]?\s+{reason}\b.*$")
_SO_IT_IS = pattern(r"\s*[,;–—]\s*{so_it_is}\b[^\d,;]*$")
"""Why somebody wants a rule is no part of it: "because …", or a last clause that says what the time is for."""
_WHO_DOES = pattern(r"\s*[,;–—]\s*(?P<clause>(?P<lead>(?:[^\W\d]+ ){0,2}?){who_does}\b[^\d,;]*)$")
_NO_REASON = pattern(r"\b{puts_right}\b")
""" "…, I pick up the kids": a last clause that tells what somebody does then, and puts nothing right."""
_THEREFORE = pattern(r"^(?P<when>[^,;]{3,60}?) {is_for}\b[^,;]{0,60}?[,;]? {therefore} (?P<ban>.+?)(?: {then})?$")
""" "Mornings are for deep work, so no calls then": the time stands where the reason does."""


def _told(text: str) -> str:
    """A message as rules are read from it: folded, without what turns to what was said before, and without a reason."""
    said = as_told(in_figures(_DIALOGUE.sub("", folded(text).strip(" .!"))))
    said = CALLED.sub("", said)
    if (meant := _THEREFORE.search(said)) is not None:
        said = f"{meant['ban']} {meant['when']}"
    if reserved(said, text) is None:  # "the evenings are for the family" tells no reason
        said = _without_reason(_SO_IT_IS.sub("", _without_deed(said)))
    return _banned_then(_FROM_NOW.sub("", _THANKS.sub("", said)).strip())


_IF = pattern(r"\b{condition}$")


def _without_reason(said: str) -> str:
    """A rule without why; "sauf si c'est avec Irene" says no reason behind its "if"."""
    why = _REASON.search(said)
    return said[: why.start()] if why is not None and not _IF.search(said[: why.start()]) else said


def says_why(text: str) -> bool:
    """Whether the last clause of a message only tells why: "don't book anything on Fridays, I pick up the kids"."""
    said = _DIALOGUE.sub("", folded(text[:MOST_CHARACTERS]).strip(" .!"))
    return _without_deed(said) != said or _REASON.search(said) is not None


def _without_deed(said: str) -> str:
    """A rule without the last clause that only tells what somebody does at that time."""
    deed = _WHO_DOES.search(said)
    if deed is None or NEVER.search(deed["clause"]) or _NO_REASON.search(deed["clause"]):
        return said
    ban, again = said[: deed.start()], days_of(deed["clause"])
    if again and again != days_of(ban):
        return said  # "…, Mondays I'm at the market" tells why where Monday is the day that is banned
    return ban if again or not deed["lead"] else said


_THANKS = pattern(r"(?:[ ,]+(?:{please}|{thanks}))+$")
_FROM_NOW = pattern(r"^{from_now}\b[ ,:]*|[ ,]*\b{from_now}$|,\s*{always}$")
""" "Keep Fridays free from now on": the form of a rule, and nothing of what it says."""
_CLAUSE = patterns.compile(r"[,;:.] ?")


def _banned_then(said: str) -> str:
    """ "Friday afternoons are mine, don't book anything": the time that the first clause keeps is that of the ban."""
    stop = _CLAUSE.search(said)
    first, ban = (said[: stop.start()], said[stop.end() :]) if stop is not None else ("", said)
    timed = [days_of(part) or patterns.compile(r"\d").search(part) for part in (first, ban)]
    if not timed[0] or timed[1] or NEVER.match(ban) is None or excepted(ban)[1]:
        return said
    return first if not NEVER.search(first) and _read(first, said) is not None else f"{ban} {_time_of(first)}"


def _time_of(clause: str) -> str:
    """The words of a clause that say when: its days, parts of the day and hours."""
    spans = [
        one.span()
        for asked in (AFTER, BEFORE, RANGE, *(part for part, _, _ in PARTS))
        for one in asked.finditer(clause)
    ]
    spans += [
        one.span() for one in _WORD.finditer(clause) if one[0] in FRONT | DAY_NAMES | WEEKEND or one[0] in WEEKDAYS
    ]
    return "".join(char if any(a <= at < b for a, b in spans) else " " for at, char in enumerate(clause))


_WORD = patterns.compile(r"[^\W\d]+")


def _ban_first(said: str) -> str:
    """ "Entre a uma e as duas não marques reuniões": the ban, and then its time."""
    ban = NEVER.search(said)
    time, told = (said[: ban.start()], said[ban.start() :]) if ban is not None else ("", said)
    return (
        f"{told} {time.strip(' ,')}"
        if time.split() and _time_of(time).split() == time.replace(",", " ").split()
        else said
    )


def read(text: str) -> RuleWords | None:
    """The rule that the words lay down."""
    if len(text) > MOST_CHARACTERS or reminds_ahead(folded(text)):
        return None
    said, exception = excepted(_told(text))
    said = _FROM_NOW.sub("", said) if exception else said
    found = _about_whom(said, text) or _about_whom(_ban_first(said), text)
    return _without(found, exception, text) if found is not None and exception else found


def but_for_its_exception(text: str) -> RuleWords | None:
    """The rule that the words lay down where they leave out what no effect can: "never before 9 unless it's urgent"."""
    if len(text) > MOST_CHARACTERS or reminds_ahead(folded(text)):
        return None
    said, exception = excepted(_told(text))
    return _about_whom(said, text) if exception else None


def _read(said: str, text: str) -> RuleWords | None:
    for reader in _READERS:
        found = reader(said, text)
        if found is not None:
            return found
    return None


def _about_whom(said: str, text: str) -> RuleWords | None:
    """The rule, and with whom an event must be for it."""
    found = _read(said, text)
    rest, names = with_whom(said)
    if found is None or not names or found.effect not in _OF_EVENTS:
        return found
    bare = _read(rest, text)
    if bare is None:
        return None
    # Whatever is with Rui is a "meeting with Rui", whatever its title says.
    parameters = {name: one for name, one in bare.parameters.items() if name != "match" or one["words"] != MEETINGS}
    kept = parameters if bare.effect in _OF_TIMES else bare.parameters
    return replace(bare, parameters=kept, beside=tuple(as_written(one, text) for one in names))


def _without(found: RuleWords, exception: str, text: str) -> RuleWords | None:
    """The rule without its exception; None where no effect can say that: then it is a rule in words alone."""
    if found.effect == "quiet_hours" and (kinds := push_kinds(exception)):
        return replace(found, parameters={**found.parameters, "except": kinds})
    days = days_but(exception, found.parameters.get("days", [])) if found.effect in _OF_DAYS else None
    if days:
        return replace(found, parameters={**found.parameters, "days": days})
    names, hours_of = spared(folded(text), exception), _as_blocked(found)
    return replace(hours_of, spared=tuple(as_written(one, text) for one in names)) if names and hours_of else None


def _as_blocked(found: RuleWords) -> RuleWords | None:
    """The same hold as a time of the day that is blocked: only that can leave out people, places and things."""
    rest = {name: one for name, one in found.parameters.items() if name != "time"}
    at = found.parameters.get("time", "")
    if found.effect == "earliest_start":
        return replace(found, effect="blocked_time", parameters={"from": "00:00", "to": at, **rest})
    if found.effect == "latest_end" and at >= _EVENING:
        return replace(found, effect="blocked_time", parameters={"from": at, "to": "00:00", **rest})
    return found if found.effect == "blocked_time" else None


_OF_EVENTS = frozenset(
    "blocked_time earliest_start latest_end default_duration default_place always_invite never_invite buffer"
    " no_double_booking".split()
)
_OF_TIMES = frozenset({"blocked_time", "earliest_start", "latest_end", "no_double_booking"})
_OF_DAYS = frozenset({"quiet_hours", "blocked_time", "earliest_start", "latest_end"})
_READERS: tuple[Callable[[str, str], RuleWords | None], ...] = (
    alias,
    redacted_push,
    quiet,
    double_booking,
    buffer,
    must,
    only,
    reserved,
    blocked,
    hours,
    invitation,
    never_store,
    tool_policy,
    answer_language,
    unit_system,
    default_length,
    free_days,
    default_place,
)
