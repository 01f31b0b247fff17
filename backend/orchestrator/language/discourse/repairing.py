"""What does somebody mean who corrects themselves amid a message: "at 9, no wait, 10", "when is … no, who comes"?

The marks are those by which a later message puts something right (`marks.toml`). Only a time takes the place of one
that was said, and a whole question or request that of what was broken off before it.
"""

from datetime import datetime
from itertools import islice
from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.discourse.marks import marked, repairing
from orchestrator.language.discourse.restating import ARTICLES, MOST_CHARACTERS, level
from orchestrator.language.discourse.retiming import only_a_time, only_an_hour, with_time
from orchestrator.language.render import at_clock
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import Language
from orchestrator.language.time import mentions

_GAP = patterns.compile(r"[ ]+")
_PAUSE = patterns.compile(r"(?:[,;.:…]| [-–—])[ ]*$")
_BREAKS_OFF = patterns.compile(r"(?:\.\.|…|[-–—])[ ]*$")
_HOUR_FIRST = patterns.compile(r"(\d{1,2}(?::\d\d)?)(?: |$)")
_MOST_WORDS: Final = 40
_WHOLE: Final = frozenset({Mood.QUESTION, Mood.REQUEST})


def repaired(said: str, language: Language, *, now: datetime) -> str:
    """The message as it was meant; as it was said where nobody corrects anything in it."""
    meant = _taken_back(said, language, now)
    return _put_right(said, language, now) if meant == said else meant


def _taken_back(text: str, language: Language, now: datetime) -> str:
    """The message without the words that it takes back itself: "the birthday of your … I mean, of my brother", "on
    Monday, sorry, Tuesday at 8". They go from the last word like the first of those that take their place, else from
    the time that another one follows; where it is unclear which they are, all stays as it was said."""
    low = level(text) if len(text) <= MOST_CHARACTERS else ""
    found = repairing(language).search(low)
    if found is None or not low[: found.start()].strip() or "?" in low[: found.start()]:
        return text
    wrong, right = low[: found.start()], low[found.end() :]
    first = next(iter(right.split()), "").strip(" ,.?!")
    at = f" {wrong} ".rfind(f" {first} ") if first else -1
    if at <= 0 and ARTICLES.match(f"{first} "):
        named = [one.start() for one in ARTICLES.finditer(wrong) if wrong[: one.start()].endswith(" ")]
        return f"{text[: named[-1]]}{text[found.end() :]}" if named and named[-1] > 0 else text
    if at <= 0 and found["pause"] is not None and _asks_anew(wrong, right, language):
        return text[found.end() :]
    if at <= 0:
        timed = any(one.offset == 0 for one in mentions(right, now=now, locale=language))
        at = _last_time(wrong, language, now) if timed else -1
    return f"{text[:at].rstrip()} {text[found.end() :]}" if at > 0 else text


def _asks_anew(wrong: str, right: str, language: Language) -> bool:
    """Whether a request of few words is broken off for another one: "llámala... digo, pásame su número"."""
    return len(wrong.split()) <= _BROKEN_OFF and mood_of(right, language).mood in _WHOLE


_BROKEN_OFF: Final = 3


def _last_time(text: str, language: Language, now: datetime) -> int:
    """Where the day or hour begins with which a text ends, without the meal that may stand before it; -1 of another."""
    told = mentions(text, now=now, locale=language)
    if not told or told[-1].offset + len(told[-1].text) < len(text.rstrip(" ,.")):
        return -1
    at = told[-1].offset
    while (following := text.find(" ", at) + 1) > 0:
        rest = mentions(text[following:], now=now, locale=language)
        if len(rest) != 1 or rest[0].offset or rest[0].start.date() != told[-1].start.date():
            break
        at = following
    return at


def _put_right(said: str, language: Language, now: datetime) -> str:
    if len(said) > MOST_CHARACTERS:
        return said
    low = level(said)
    for gap in islice(_GAP.finditer(low), _MOST_WORDS):
        found = marked(low[gap.end() :], language)
        mark = low[gap.end() : gap.end() + found.start].strip()
        if not (found.rights and mark):
            continue
        paused = _PAUSE.search(low[: gap.end()]) is not None
        if not paused and " " not in mark:
            continue  # "i wait", "no meetings": a mark alone is a word like any other
        head, tail = said[: gap.start()].rstrip(" ,;:.-–—…"), said[gap.end() + found.start :].strip()
        bare = tail.rstrip(" .!?")
        if only_a_time(bare) or only_an_hour(bare):
            hour = _HOUR_FIRST.match(bare)  # "at 9, no wait, 10 on Friday": the "at" goes with the nine
            anew = f"{at_clock(hour[1], language)}{bare[hour.end(1) :]}" if hour is not None else bare
            return with_time(head, anew, language, now=now, sure=True) or said
        broken = _BREAKS_OFF.search(low[: gap.end()]) is not None
        if broken and mood_of(tail, language).mood in _WHOLE and not mood_of(head, language).negated:
            return tail
    return said
