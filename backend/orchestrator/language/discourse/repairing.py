"""What does somebody mean who corrects themselves amid a message: "at 9, no wait, 10", "when is … no, who comes"?

The marks are those by which a later message puts something right (`marks.toml`). Only a time takes the place of one
that was said, and a whole question or request that of what was broken off before it.
"""

from datetime import datetime
from itertools import islice
from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.discourse.marks import marked, taken_back
from orchestrator.language.discourse.restating import MOST_CHARACTERS, level
from orchestrator.language.discourse.retiming import only_a_time, only_an_hour, with_time
from orchestrator.language.render import at_clock
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import Language

_GAP = patterns.compile(r"[ ]+")
_PAUSE = patterns.compile(r"(?:[,;.:…]| [-–—])[ ]*$")
_BREAKS_OFF = patterns.compile(r"(?:\.\.|…|[-–—])[ ]*$")
_HOUR_FIRST = patterns.compile(r"(\d{1,2}(?::\d\d)?)(?: |$)")
_MOST_WORDS: Final = 40
_WHOLE: Final = frozenset({Mood.QUESTION, Mood.REQUEST})


def repaired(said: str, language: Language, *, now: datetime) -> str:
    """The message as it was meant; as it was said where nobody corrects anything in it."""
    meant = taken_back(said, language, now=now)
    return _put_right(said, language, now) if meant == said else meant


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
