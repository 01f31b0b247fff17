"""At what times does a rule hold something? Quiet hours, the earliest start and the latest end, free days, and times of
the day that are kept free: "no meetings on Friday afternoons", "nada entre as 12 e as 14"."""

from collections.abc import Sequence
from datetime import datetime

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.rules.pieces import pattern, words_in
from orchestrator.language.rules.subject import MOST_WORDS, RuleWords, about, days_in, matter
from orchestrator.language.rules.words import (
    CLOCK,
    DAY_NAMES,
    HOUR_WORDS,
    NEVER,
    PARTS,
    SOMETHING,
    WEEKDAYS,
    WEEKEND,
    Part,
    clock_of,
    days_of,
)
from orchestrator.language.tables import LANGUAGES
from orchestrator.language.time import mentions

ALL_DAY = "23:59"
"""The earliest start on a day on which nothing is to begin."""
_NOON = "12:00"
RANGE = pattern(rf"\b{{from}}\s+(?P<a>{CLOCK})\s*(?:{{to}}|-|–)\s*(?:{{to_the}}\s+)?(?P<b>{CLOCK})")
PUSHES = pattern(r"\b{pushes}\b")


def quiet(said: str, _: str) -> RuleWords | None:
    found = RANGE.search(said)
    if found is None or not PUSHES.search(said):
        return None
    begins, ends = clock_of(found["a"], later=True, exact=True), clock_of(found["b"], exact=True)
    if begins is None or ends is None or begins == ends:
        return None
    if ends < begins < _NOON:  # "from 10:30 to 7"
        begins = _in_the_evening(begins)
    return RuleWords("quiet_hours", {"from": begins, "to": ends, **days_in(said)})


_NO_LENGTH = r"\s*(?:$|[^\sm]|m(?:$|[^i]|i(?:$|[^n])))"
"""After an hour: not "min"."""
BEFORE = pattern(rf"\b{{before}}\s+(?P<at>{CLOCK}){_NO_LENGTH}")
AFTER = pattern(rf"\b{{after}}\s+(?P<at>{CLOCK}){_NO_LENGTH}|\b{{onward_from}} (?P<on>{CLOCK}) {{onward}}\b")


UNTIL = pattern(rf"\b{{until}}\s+(?P<at>{CLOCK}){_NO_LENGTH}")


def hours(said: str, _: str) -> RuleWords | None:
    if not NEVER.search(said) or PUSHES.search(said) or RANGE.search(said):
        return None
    until = UNTIL.search(said)
    begins, ends = until or BEFORE.search(said), AFTER.search(said) if until is None else None
    first = clock_of(begins["at"]) if begins is not None else None
    last = clock_of(ends["on"] or ends["at"], later=True) if ends is not None else None
    if begins is not None and first is not None and ends is not None and last is not None:
        return _outside(said, (begins.start(), begins.end("at"), first), (ends.start(), ends.end("at"), last))
    if begins is not None and first is not None:
        return _bounded_by("earliest_start", first, _cut(said, (begins.start(), begins.end("at"))))
    if ends is not None and last is not None:
        stop = ends.end("on") if ends["on"] else ends.end("at")
        return _bounded_by("latest_end", last, _cut(said, (ends.start(), stop)))
    return None


def _bounded_by(effect: str, at: str, rest: str) -> RuleWords:
    return RuleWords(effect, {"time": at, **days_in(rest), **about(rest)})


def _outside(said: str, early: tuple[int, int, str], late: tuple[int, int, str]) -> RuleWords | None:
    """ "Before nine or after five": from five on until nine. Of some days alone no effect can say that: the morning
    after is another day's."""
    first, second = sorted((early[:2], late[:2]))
    rest = _cut(_cut(said, second), first)
    held = {"from": late[2], "to": early[2], **about(rest)}
    return RuleWords("blocked_time", held) if late[2] > early[2] and not days_in(rest) else None


def _cut(said: str, span: tuple[int, int]) -> str:
    return f"{said[: span[0]]} {said[span[1] :]}"


_MUST_END = pattern(rf"^(?P<what>.*?)\b{{must}}\b.*?\b{{end}}\b.*?\b{{end_by}}\s+(?P<at>{CLOCK}){_NO_LENGTH}")
_MUST_BEGIN = pattern(rf"^(?P<what>.*?)\b{{must}}\b.*?\b{{begin}}\b.*?\b{{begin_from}}\s+(?P<at>{CLOCK}){_NO_LENGTH}")


def must(said: str, _: str) -> RuleWords | None:
    """ "My meetings must end by six", "as reuniões devem começar depois das 10"."""
    return bounded(said, _MUST_BEGIN, _MUST_END)


def bounded(said: str, begins: patterns.Pattern, ends: patterns.Pattern) -> RuleWords | None:
    """The earliest start (`begins`), or the latest end (`ends`), of `what` they name: `at` a clock time."""
    for asked, effect in ((begins, "earliest_start"), (ends, "latest_end")):
        found = asked.search(said)
        at = clock_of(found["at"], later=effect == "latest_end") if found is not None else None
        if at is not None and found is not None:
            what = about(found["what"], all_words=True)
            if what or SOMETHING.search(found["what"]) is not None:
                return RuleWords(effect, {"time": at, **days_in(said), **what})
    return None


_DAY_FIRST = pattern(
    rf"^(?:{{on_day}}\s+)*(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))}|{{weekends}})"
    r"{day_tail}?(?:\s+{joins}\s+(?:{on_next_day}\s+)?[\w-]+)?,?\s+"
)
FRONT = words_in("front")
"""Words of a time that stands before what it is a time of."""


def _bans(said: str) -> bool:
    """Whether a message begins with a ban, perhaps after the time that it is for: "por la noche no me pongas nada"."""
    plain = _SELF.sub(r"\1", _DAY_FIRST.sub("", _OPENING.sub("", said)))
    if NEVER.match(plain):
        return True
    front = said[: found.start()] if (found := NEVER.search(said)) is not None else ""
    for part, _, _ in PARTS:
        front = part.sub(" ", front)
    words = patterns.compile(r"[^\W\d]+").findall(front)
    return bool(front.strip()) and all(
        word in FRONT or word in WEEKDAYS or word in DAY_NAMES or word in WEEKEND for word in words
    )


_SELF = pattern(r"^{i}\s+({self_denies})")


def free_days(said: str, _: str) -> RuleWords | None:
    """ "No meetings on Fridays": nothing begins on them."""
    days = days_of(said)
    if (
        not days
        or not _bans(said)
        or ON_OCCASION.search(said)
        or patterns.compile(r"\d").search(said)
        or PUSHES.search(said)
    ):
        return None
    if any(other.search(said) for other in (AFTER, BEFORE, UNTIL, RANGE)):
        return None
    what = about(said)
    bare = not matter(said) and _GENERAL_DAY.search(said) is not None  # "never on Saturdays"
    planned = what or bare or SOMETHING.search(said) is not None
    return RuleWords("earliest_start", {"time": ALL_DAY, "days": days, **what}) if planned else None


_GENERAL_DAY = pattern(r"\b{general_day}\b")
_FREE = pattern(r"\b{keep}\b.*\b{free}\b")
_UNTOUCHABLE = pattern(r"\b(?:{is}\s+)?(?:{always_word} )?{untouchable}\b")
""" "Thursday afternoons are off limits": as much as "keep them free"."""
_OPENING = pattern(r"^(?:{please}[ ,:]+)+")
_EARLIEST_BARE, _LATEST_BARE = 5, 7
"""Nobody meets at five in the morning: the bare hours "between 5 and 7" are those of the evening."""
_HOUR_ALONE = patterns.compile(rf"\s*(?:\d{{1,2}}|{HOUR_WORDS})\s*")


def blocked(said: str, _: str) -> RuleWords | None:
    """ "No meetings on Friday afternoons", "nothing between 12 and 2", "deixa as quintas de manhã livres"."""
    untouchable = _UNTOUCHABLE.search(said)
    if untouchable is not None:
        said = f"{said[: untouchable.start()]} {said[untouchable.end() :]}".strip()
    free = untouchable is not None or _FREE.search(said) is not None
    if PUSHES.search(said) or ON_OCCASION.search(said) or not (free or _bans(said)):
        return None
    found = window(*_own_parts(said))
    if found is None:
        days = days_in(said)
        whole = (
            (untouchable is not None or _GENERAL_DAY.search(said))
            and days
            and not matter(said)
            and not patterns.compile(r"\d").search(said)
        )
        return RuleWords("earliest_start", {"time": ALL_DAY, **days}) if whole else None
    begins, ends, rest = found
    if any(other.search(rest) for other in (AFTER, BEFORE, RANGE)):
        return None  # "between 9 and 11, or after 5": half of it would be another rule
    what = about(rest)
    words = matter(rest)
    if len(words) > MOST_WORDS or (free and words and "match" not in what):
        return None
    if not (what or free or days_of(rest) or SOMETHING.search(rest)):
        return None
    return RuleWords("blocked_time", {"from": begins, "to": ends, **days_in(rest), **what})


_OWN_PART = pattern(
    rf"\b{{my}} (?P<part>\w+) (?:{{only}} )*(?:(?P<begin>{{own_begins}})|{{own_ends}})"
    rf" (?:{{only}} )?(?:{{own_at}} )?(?P<at>{CLOCK})(?:[,;. ]+{{so}}\b)*[,;. ]*"
)
""" "My afternoons start at three": as wide as the user's own are."""


def _own_parts(said: str) -> tuple[str, Sequence[Part]]:
    """The rest of a message that tells when a part of the user's day begins or ends, and the parts with these times."""
    told = _OWN_PART.search(said)
    at = clock_of(told["at"], later=True) if told is not None else None
    if told is None or at is None:
        return said, PARTS
    parts = [
        (part, *((at, ends) if told["begin"] else (begins, at)))
        if part.search(f"de {told['part']} las {told['part']}")
        else (part, begins, ends)
        for part, begins, ends in PARTS
    ]
    return f"{said[: told.start()]} {said[told.end() :]}".strip(), parts


_TOLD_HOURS = pattern(rf"\b(?P<a>\d{{1,2}}(?:[:.]\d{{2}})?)\s*(?:{{hours_to}}|-|–)\s*(?P<b>{CLOCK})")
""" "During lunch, so 1 to 3": hours that are told beside a part of the day are what is meant by it."""


ON_OCCASION = pattern(r"\b{on_occasion}\b")
""" "Don't book anything the morning after I'm on call": of every such morning, which no effect knows."""
_OF_ANOTHER = pattern(r"\s+{of_another}\b")


def window(said: str, parts: Sequence[Part]) -> tuple[str, str, str] | None:
    """From when, until when, and what else is said; None where no time of the day has a beginning and an end."""
    if (found := RANGE.search(said)) is not None:
        return _between(said, found)
    if AFTER.search(said) or BEFORE.search(said):
        return None  # "after seven in the evening" names an hour
    for part, begins, ends in parts:
        if (named := part.search(said)) is not None:
            if _OF_ANOTHER.match(said[named.end() :]):
                return None  # "the morning after I'm on call" is no morning of every day
            rest = f"{said[: named.start()]} {said[named.end() :]}"
            told = _TOLD_HOURS.search(rest)
            return _between(rest, told) if told is not None else (begins, ends, rest)
    bare = _TOLD_HOURS.search(said)  # "no meetings 12-14", and no day of a month
    return _between(said, bare) if bare is not None and bare["a"] != bare["b"] and not _of_a_month(bare, said) else None


def _of_a_month(found: Match, said: str) -> bool:
    """Whether the figures are days of a month that is named behind them."""
    behind = said[found.end() : found.end() + _MOST_OF_A_MONTH]
    return any(one.grain == "month" for tag in LANGUAGES for one in mentions(behind, now=_ANY_DAY, locale=tag))


_MOST_OF_A_MONTH = 20
_ANY_DAY = datetime.fromisoformat("2026-01-05T09:00")
"""Whether words are a month does not depend on the day."""


def _between(said: str, found: Match) -> tuple[str, str, str] | None:
    """The hours of a range that was found, and what else is said."""
    begins, ends = clock_of(found["a"]), clock_of(found["b"])
    if begins is None or ends is None:
        return None
    bare = _HOUR_ALONE.fullmatch(found["a"]) is not None
    if bare and _EARLIEST_BARE <= int(begins[:2]) <= _LATEST_BARE:
        begins = _in_the_evening(begins)
    if ends <= begins and _HOUR_ALONE.fullmatch(found["b"]) and _in_the_evening(ends) > begins:
        ends = _in_the_evening(ends)
    return None if begins == ends else (begins, ends, f"{said[: found.start()]} {said[found.end() :]}")


def _in_the_evening(clock: str) -> str:
    return f"{int(clock[:2]) % 12 + 12:02d}{clock[2:]}"
