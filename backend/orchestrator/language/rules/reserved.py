"""Which times are kept for somebody or something? "Wednesdays after 4 are for the kids", "as noites são da família",
"meetings only after 10". All over folded text."""

from orchestrator.kit import patterns
from orchestrator.language.rules.hours import AFTER, ALL_DAY, BEFORE, FRONT, PUSHES, bounded, window
from orchestrator.language.rules.pieces import pattern
from orchestrator.language.rules.subject import MEETINGS, MOST_WORDS, RuleWords, about, as_written, days_in
from orchestrator.language.rules.words import (
    CLOCK,
    DAY_NAMES,
    NEVER,
    PARTS,
    WEEKDAYS,
    WEEKEND,
    clock_of,
)
from orchestrator.language.speech_acts.mood import Mood, mood_of

_KEPT_FOR = pattern(
    r"^(?P<when>.{3,60}?),? (?:{reserved_for} (?:(?:{the}|{my}) )?(?P<whom>.{2,60}?)"
    r"|{reserved}|{is}(?: {always_word})? {untouchable})$"
)
_GENERAL = pattern(r"\b{general_day}\b")
_OWN = pattern(r"{nobody_special}")
"""For the family, for oneself: nobody who could be let in by name."""
_FROM = pattern(rf"\b(?:{{only_from}}) (?P<at>{CLOCK})$")
_NUMBER = patterns.compile(r"\d+[h:.]?\d*")
_END_OF_DAY = "00:00"


def reserved(said: str, text: str) -> RuleWords | None:
    """A time of every week or day that is kept for somebody, who is let in, or for something."""
    found = _KEPT_FOR.search(said)
    if found is None or PUSHES.search(said) or NEVER.search(said):
        return None
    whom, later = _parted(found["whom"] or "")
    when = f"{found['when']} {later}".strip()
    if _GENERAL.search(when) is None or _left(when):
        return None
    named = whom and len(whom.split()) <= MOST_WORDS and _OWN.fullmatch(whom) is None
    spared = (as_written(whom, text),) if named else ()
    days = days_in(when)
    if hours := _hours(when):
        return RuleWords("blocked_time", {"from": hours[0], "to": hours[1], **days}, spared=spared)
    if not days or _NUMBER.search(when):
        return None
    if spared:
        return RuleWords("blocked_time", {"from": _END_OF_DAY, "to": ALL_DAY, **days}, spared=spared)
    return RuleWords("earliest_start", {"time": ALL_DAY, **days})


def _parted(whom: str) -> tuple[str, str]:
    """For whom or what, and a time behind it: "for the kids after 4"."""
    starts = [found.start() for asked in (AFTER, BEFORE) if (found := asked.search(whom)) is not None]
    at = min(starts, default=len(whom))
    return whom[:at].strip(" ,"), whom[at:]


def _left(when: str) -> list[str]:
    """The words of a time that are of none."""
    for part, _, _ in PARTS:
        when = part.sub(" ", when)
    for asked in (AFTER, BEFORE, _FROM):
        when = asked.sub(" ", when)
    words = patterns.compile(r"[^\W\d]+").findall(when)
    return [word for word in words if word not in FRONT | DAY_NAMES | WEEKEND and word not in WEEKDAYS]


def _hours(when: str) -> tuple[str, str] | None:
    """From when until when on these days."""
    if (found := _FROM.search(when) or AFTER.search(when)) is not None:
        at = clock_of(found["at"] or when, later=True)
        return (at, _END_OF_DAY) if at is not None else None
    if (found := BEFORE.search(when)) is not None:
        at = clock_of(found["at"])
        return (_END_OF_DAY, at) if at is not None else None
    told = window(when, PARTS)
    return told[:2] if told is not None else None


_REST = r"(?:[,;]? (?:{nothing_else}))?$"
_ONLY_AFTER = pattern(rf"^(?P<what>.{{2,60}}?),? {{only_word}} (?:{{only_from}}) (?P<at>{CLOCK}){_REST}")
_ONLY_BEFORE = pattern(rf"^(?P<what>.{{2,60}}?),? {{only_word}} (?:{{before}}|{{only_until}}) (?P<at>{CLOCK}){_REST}")


def only(said: str, text: str) -> RuleWords | None:
    """ "Meetings only after ten", "reuniones solo hasta las seis", "às quartas só quero reuniões de manhã", "los lunes
    solo a partir de las diez"."""
    return bounded(said, _ONLY_AFTER, _ONLY_BEFORE) or _on_days(said) or _only_in_a_part(said, text)


def _on_days(said: str) -> RuleWords | None:
    """From when or until when anything may be on days that are named, and nothing else beside them."""
    for asked, effect in ((_ONLY_AFTER, "earliest_start"), (_ONLY_BEFORE, "latest_end")):
        found = asked.search(said)
        days = days_in(found["what"]) if found is not None else {}
        if found is None or not days or _GENERAL.search(found["what"]) is None or _left(found["what"]):
            continue
        at = clock_of(found["at"], later=effect == "latest_end")
        return RuleWords(effect, {"time": at, **days}) if at is not None else None
    return None


_ONLY = pattern(r"\b{only_word}\b")
_IS_SO = pattern(r"\b{is_so}\b")
""" "I only have meetings on Wednesday mornings" tells what is, and lays nothing down."""


def _only_in_a_part(said: str, text: str) -> RuleWords | None:
    """What may be in one part of the day alone: what follows a morning is blocked, what comes before any other."""
    only = _ONLY.search(said)
    told = (
        window(said, PARTS)
        if only is not None and _ONLY_JOINS.fullmatch(only[0]) is None and _NUMBER.search(said) is None
        else None
    )
    what = about(told[2]) if told is not None else {}
    if told is None or NEVER.search(said) is not None or what.get("match", {}).get("words") != MEETINGS:
        return None
    if mood_of(text).mood is Mood.QUESTION or _IS_SO.search(said) is not None:
        return None
    begins, ends, rest = told
    held = {"from": ends, "to": _END_OF_DAY} if begins < _NOON else {"from": _END_OF_DAY, "to": begins}
    return RuleWords("blocked_time", {**held, **days_in(rest), **what})


_NOON = "12:00"
_ONLY_JOINS = pattern("{only_joins}")
"""Only behind a negation ("ne … que"); elsewhere it joins clauses."""
