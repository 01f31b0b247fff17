"""Which lasting preference do the words state beside times: buffers, guests, lengths, places, units, tools?"""

from typing import Any

from orchestrator.kit import patterns
from orchestrator.language.rules.hours import RANGE
from orchestrator.language.rules.pieces import pattern
from orchestrator.language.rules.subject import MOST_WORDS, RuleWords, about, as_written
from orchestrator.language.rules.words import (
    ALWAYS,
    CLOCK,
    INVITE,
    LANGUAGES_NAMED,
    MINUTES,
    NEVER,
    SOMETHING,
    days_of,
    minutes_of,
)

_TWICE = pattern("{double}")


def double_booking(said: str, _: str) -> RuleWords | None:
    """Whether nothing may be booked twice: "never double-book me". What is denied of one day and goes on behind a mark
    ("he's not coming Saturday, he's coming Monday at the same time") is none."""
    if not (NEVER.search(said) and _TWICE.search(said)):
        return None
    clauses = _CLAUSES.split(said)
    at_once = any(NEVER.search(one) and _TWICE.search(one) for one in clauses)
    return RuleWords("no_double_booking") if at_once or not days_of(said) else None


_CLAUSES = patterns.compile(r"[,;.] ")


_BUFFER = pattern(
    rf"(?P<minutes>{MINUTES})\s+(?:{{of}}\s+)?(?:{{free_time}}\s+)?(?:{{always_word}}\s+)?(?P<where>{{around}})\b"
)
_SIDES = {"before": pattern("{around_before}"), "after": pattern("{around_after}")}
_AT_A_CLOCK = pattern(r"\b{before_clock}\s*$")
""" "Después de las 19h entre semana": before these words "19h" is no length."""


def buffer(said: str, _: str) -> RuleWords | None:
    """Free time around events: "15 minutes of travel before meetings"."""
    found = _BUFFER.search(said)
    if found is None or _AT_A_CLOCK.search(said[: found.start()]) is not None:
        return None
    minutes, where = minutes_of(found["minutes"]), found["where"]
    sides = [side for side, words in _SIDES.items() if words.fullmatch(where)] or [*_SIDES]
    return RuleWords(
        "buffer", {**{f"minutes_{side}": minutes for side in sides}, **about(said[found.end() :], all_words=True)}
    )


_NAMES_END = pattern(r"\s+{after_names}\s+.*$")
_JOINS = pattern(r",|\b{joins}\b")
_ARTICLE = pattern(r"^(?:{alias_the}|{the})\s+")


def invitation(said: str, text: str) -> RuleWords | None:
    """Who is always, or never, invited."""
    found = INVITE.search(said)
    if found is None:
        return None
    effect = "always_invite" if found["always"] or found["always2"] else "never_invite"
    names = said[found.end() :]
    rest = _NAMES_END.search(names)
    people = [one.strip(" ,.") for one in _JOINS.split(names[: rest.start()] if rest else names)]
    people = [_ARTICLE.sub("", one) for one in people if one]
    if not people or any(len(one.split()) > MOST_WORDS for one in people):
        return None
    what = about(rest[0], all_words=True) if rest is not None else {}
    return RuleWords(effect, what, people=tuple(as_written(one, text) for one in people))


_LASTS = pattern(rf"\b{{lasts}}\s*(?:(?:{{always_word}}|{{default}})\s+)?(?P<minutes>{MINUTES})")
_OF = pattern(rf"^(?:{{always_word}}\s+)?(?P<minutes>{MINUTES})\s+(?:{{long_for}}|-)?\s*(?:\w+\s*){{1,3}}$")
_BESIDE = pattern(r"\b{sets_side}\b")


def default_length(said: str, _: str) -> RuleWords | None:
    """How long events last: "meetings last 30 minutes"."""
    found = _LASTS.search(said) or _OF.search(said)
    if found is None or _BESIDE.search(said) or RANGE.search(said):
        return None  # "le mardi de 14h à 16h" is no length
    start, end = found.span("minutes")
    what = about(f"{said[:start]} {said[end:]}", all_words=True)
    general = SOMETHING.search(said) is not None
    if not what and not general:
        return None
    return RuleWords("default_duration", {"minutes": minutes_of(found["minutes"]), **what})


_PLACED = pattern(
    r"^(?P<what>.{2,60}?)\s+{located}?\s*(?:{always_word}|{default})\s+{at_place}\s+(?:{the_place}\s+)?(?P<place>.{2,80})$"
)


def default_place(said: str, text: str) -> RuleWords | None:
    """Where events are: "lunches are always at Rita's"."""
    found = _PLACED.search(said)
    if found is None or patterns.compile(CLOCK).search(found["place"]) or found["place"] in LANGUAGES_NAMED:
        return None
    what = about(found["what"], all_words=True)
    if not what and SOMETHING.search(found["what"]) is None:
        return None
    return RuleWords("default_place", what, place=as_written(found["place"], text))


_SPOKEN = pattern(rf"\b{{speak}}\b.*\b{{in}}\s+(?P<name>{'|'.join(LANGUAGES_NAMED)})\b")


def answer_language(said: str, _: str) -> RuleWords | None:
    """Which language is spoken."""
    found = _SPOKEN.search(said)
    if found is None or not ALWAYS.search(said):
        return None
    return RuleWords("language", {"tag": LANGUAGES_NAMED[found["name"]]})


_UNITS = pattern(r"\b{units_verb}\b")
_CLOCKS = pattern(r"\b(12|24)[- ]?{unit_hour}\b")
_SYSTEMS = {"metric": pattern(r"\b{metric}\b"), "imperial": pattern(r"\b{imperial}\b")}
_WEEK_BEGINS = pattern(r"\b{week}\b.*\b{week_begins}\b")


def unit_system(said: str, _: str) -> RuleWords | None:
    """Units, the clock of 12 or 24 hours, the first day of the week."""
    if not _UNITS.search(said):
        return None
    parameters: dict[str, Any] = {}
    if clock := _CLOCKS.search(said):
        parameters["clock"] = int(clock[1])
    if system := next((name for name, words in _SYSTEMS.items() if words.search(said)), None):
        parameters["system"] = system
    if _WEEK_BEGINS.search(said) and (days := days_of(said)):
        parameters["week_start"] = days[0]
    return RuleWords("units", parameters) if parameters else None


_WEB = pattern(r"\b{search}\b.*\b{web}\b")
_FIRST_ASKED = pattern(r"\b{ask}\b")


def tool_policy(said: str, _: str) -> RuleWords | None:
    """Whether the web may be searched, or only when asked."""
    if not _WEB.search(said):
        return None
    if NEVER.search(said):
        return RuleWords("tool_policy", {"tool": "web_search", "policy": "block"})
    if ALWAYS.search(said) and _FIRST_ASKED.search(said):
        return RuleWords("tool_policy", {"tool": "web_search", "policy": "confirm"})
    return None


_KEEP = pattern(r"\b{store}\b(?:.*?\b{about}|\s+{mine})\s+(?:{store_the}\s+)*(?P<what>[\w ]{3,60})$")


def never_store(said: str, _: str) -> RuleWords | None:
    """What is never to be stored."""
    found = _KEEP.search(said) if NEVER.search(said) else None
    if found is None:
        return None
    return RuleWords("never_store", {"subjects": [found["what"].strip()]})


_ALIAS = pattern(
    r"\b{alias_say}\s+[“\"'«]?(?P<phrase>[^“”\"'«»,]{2,60}?)[”\"'»]?,?\s+{alias_mean}\s+(?:{alias_the}\s+)?(?P<who>.{2,80})$"
)


def alias(said: str, text: str) -> RuleWords | None:
    """What a phrase of the user stands for."""
    found = _ALIAS.search(said)
    if found is None:
        return None
    phrase, who = as_written(found["phrase"].strip(), text), as_written(found["who"].strip(" .\"'”»"), text)
    return RuleWords("alias", {"phrase": phrase}, stands_for=who)


_UNTOLD = pattern(
    r"\b(?:{never_word})\s*(?:ever\s+)?{show}\s+(?:{show_the}\s+)*(?P<what>.{2,80}?)\s+"
    r"{push_in}\s+(?:{push_the}\s+)*{push_place}\b"
)
_AND = pattern(r"\s*(?:,|\b{and}\b)\s*")


def redacted_push(said: str, text: str) -> RuleWords | None:
    """ "Never mention Rui in notifications"."""
    found = _UNTOLD.search(said)
    if found is None:
        return None
    words = [as_written(one, text) for one in _AND.split(found["what"]) if one]
    return RuleWords("redact_push", {"match": {"words": words}})
