"""From when on does a change of what repeats hold: "from next week on", "a partir de segunda", "esta y las siguientes"?

`onward(text, now=…, locale=…)` answers the first day meant and the text without these words; None where it says no such
thing. A day that something is moved away from ("from Tuesday to Friday") is none.
"""

from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.time import mentions
from orchestrator.language.word_patterns import lettered, lettered_pattern


@dataclass(frozen=True)
class Onward:
    """`since`: wall time; None = from the one that is meant, whichever that is. `rest`: the text without the words."""

    since: datetime | None
    rest: str


_OPENS: Final = lettered_pattern(
    r"\b(?P<strong>starting(?:\s+(?:from|on|in|with))?|beginning(?:\s+(?:on|in|with))?|as\s+(?:of|from)|effective|"
    r"a\s+(?:partir|contar)\s+d(?:e|o|a|os|as|el)|come[cç]ando(?:\s+(?:em|n[oa]))?|empezando(?:\s+(?:en|por))?|"
    r"desde(?:\s+(?:el|la|o|a))?)\s+|\b(?P<weak>from|de|do|da|del|no|na)\s+",
)
_TAIL: Final = lettered_pattern(r"\s+(?:on(?:wards?)?|forward|em\s+diante|(?:pra|para\s+a)\s+frente|en\s+adelante)\b")
_NOW: Final = lettered_pattern(
    r",?\s*\b(?:from\s+(?:now|here|this\s+point)\s+on(?:wards?)?|going\s+forward|in\s+(?:the\s+)?future|"
    r"(?:de|a\s+partir\s+de)\s+agora(?:\s+em\s+diante)?|(?:daqui|doravante)(?:\s+(?:em\s+diante|(?:pra|para\s+a)\s+frente))|"
    r"de\s+(?:ahora|hoy|aqu[ií])\s+en\s+adelante|de\s+hoje\s+em\s+diante|a\s+partir\s+de\s+(?:ahora|ya))\b,?",
)
_LATER: Final = lettered_pattern(
    r",?\s*\b(?P<and>and|e|y)\s+(?:(?:all|also|todas?|todos?)\s+)*(?:(?:of\s+)?the\s+|as\s+|os\s+|las\s+|los\s+)?"
    r"(?:later|following|future|subsequent|coming|after\s+it|pr[oó]xim[oa]s|seguintes|futur[oa]s|posteriores|"
    r"siguientes)(?:\s+(?:ones?|occurrences?|ocorr[eê]ncias|ocurrencias))?\b",
)
_ALL_LATER: Final = lettered_pattern(
    r"\b(?:all\s+(?:(?:of\s+)?(?:the|my|our)\s+)?(?:future|later|following|upcoming|remaining|coming)|"
    r"tod[oa]s\s+[ao]s\s+(?:(?:minhas|meus|nossas|nossos)\s+)?(?:pr[oó]xim[oa]s|futur[oa]s)|"
    r"tod[oa]s\s+l[ao]s\s+(?:pr[oó]xim[oa]s|futur[oa]s|siguientes))\s+",
)
_LONG: Final = frozenset({"week", "month", "quarter", "semester", "year", "season"})
_READ: Final = 2_000
"""Characters in which such words are looked for."""
_MOST_OPENINGS: Final = 12
"""Each costs a few readings; "de" opens many other things."""
_LONGEST: Final = 100
"""Characters of the words that follow an opening one."""
_WORD: Final = patterns.compile(r"\S+")
_MOST_WORDS: Final = 6
"""Of a day: "the second monday of next month"."""
_TO: Final = lettered_pattern(r"\s*(?:to|until|till|through|a[oté]*|às?|para|pra|hasta|al|-|–)\b")


def onward(text: str, *, now: datetime, locale: str) -> Onward | None:
    """The first words in the text that say so."""
    letters = lettered(text)
    if found := _NOW.search(letters):
        return Onward(now, _without(text, found.start(), found.end()))
    if found := _LATER.search(letters):
        return Onward(None, _without(text, found.start(), found.end()))
    if found := _ALL_LATER.search(letters):
        return Onward(now, _without(text, found.start(), found.end()))
    for opens in islice(_OPENS.finditer(letters[:_READ]), _MOST_OPENINGS):
        told = _day_after(text, letters, opens, now, locale)
        if told is not None:
            since, end = told
            return Onward(since, _without(text, opens.start(), end))
    return None


def _day_after(
    text: str, letters: str, opens: patterns.Match, now: datetime, locale: str
) -> tuple[datetime, int] | None:
    """The day that follows the opening words, and where these words end."""
    weak = (opens["weak"] or "").lower()
    if weak not in {"", "from"} and not _TAIL.search(letters[opens.end() : opens.end() + _LONGEST]):
        return None
    rest = text[opens.end() : opens.end() + _LONGEST]
    for first, last in [one.span() for one in _TAIL.finditer(lettered(rest))]:
        rest = f"{rest[:first]}{' ' * (last - first)}{rest[last:]}"
    words = list(_WORD.finditer(rest))[:_MOST_WORDS]
    # A time of day further on in the sentence would be read with the day: then of fewer words.
    read = (next(iter(mentions(rest[: one.end()], now=now, locale=locale)), None) for one in reversed(words))
    found = next((one for one in read if one is not None and not one.has_time), None)
    if found is None or not found.has_date or rest[: found.offset].strip():
        return None
    end = opens.end() + found.offset + len(found.text.rstrip())
    tail = _TAIL.match(letters, end)
    if weak and tail is None and (weak != "from" or found.grain not in _LONG or _TO.match(letters, end)):
        return None
    return found.start, tail.end() if tail is not None else end


def _without(text: str, start: int, end: int) -> str:
    return patterns.compile(r"\s{2,}").sub(" ", f"{text[:start]} {text[end:]}").strip(" ,")
