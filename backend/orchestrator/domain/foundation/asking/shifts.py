"""By how much do the user's words move something, counted from its own time: "an hour later", "meia hora antes"?"""

from datetime import datetime, timedelta

from orchestrator.kit import patterns
from orchestrator.language import time
from orchestrator.language.messages import LANGUAGES, supported_language
from orchestrator.language.normalize import normalize
from orchestrator.language.numbers import number

_LEAD = patterns.compile(r"^(?:to|by|for|para|em|por|de) ")
_LATER = patterns.compile(
    r"(?P<size>.+?) (?:later|after|afterwards|mais tarde|depois|mais para a frente|mas tarde|despues)$"
    r"|^(?:later|mais tarde|mas tarde) (?:by|em|por) (?P<by>.+)$"
)
_EARLIER = patterns.compile(
    r"(?P<size>.+?) (?:earlier|before|sooner|mais cedo|antes|mas temprano)$"
    r"|^(?:earlier|sooner|mais cedo|mas temprano) (?:by|em|por) (?P<by>.+)$"
)
_UNIT = patterns.compile(
    r"(?P<many>.+?) ?(?P<unit>hours?|hrs?|h|horas?|minutes?|mins?|minutos?|days?|dias?|weeks?|semanas?)"
    r"(?P<half> (?:and a half|e meia|y media|e meio|y medio))?$"
)
_UNITS = {"h": timedelta(hours=1), "m": timedelta(minutes=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_DAYS = {
    1: patterns.compile(
        r"(?:on |no |al |el |o )?(?:the (?:next|following) day|the day after|dia (?:seguinte|siguiente))"
    ),
    -1: patterns.compile(r"(?:on |no |el |o )?(?:the (?:previous day|day before)|dia anterior)"),
}
HALF = 0.5
MOST_UNITS = 1_000
_MOST = timedelta(days=3_660)


def shift(phrase: str, *, locale: str) -> timedelta | None:
    """The signed length of a phrase that is nothing but a move; None for every other phrase ("in an hour" counts from
    now, "after lunch" from lunch)."""
    folded = _LEAD.sub("", normalize(phrase).strip(" .!?"))
    for days, words in _DAYS.items():
        if words.fullmatch(folded):
            return timedelta(days=days)
    for pattern, sign in ((_LATER, 1), (_EARLIER, -1)):
        found = pattern.match(folded)
        length = _length(found["size"] or found["by"], locale) if found is not None else None
        if length is not None and timedelta() < length <= _MOST:
            return sign * length
    return None


def _length(size: str, locale: str) -> timedelta | None:
    """ "uma hora" alone is one o'clock in the grammar: counted units are read here."""
    told = _UNIT.fullmatch(size)
    if told is not None:
        kind = "w" if told["unit"][0] in "ws" else told["unit"][0]
        for language in dict.fromkeys((supported_language(locale), *LANGUAGES)):
            many = number(told["many"], language)
            if many is not None and 0 < many <= MOST_UNITS:
                return (many + (HALF if told["half"] else 0)) * _UNITS[kind]
    here = datetime(2000, 1, 1)  # noqa: DTZ001  (wall time; only the length is looked at)
    for language in dict.fromkeys((supported_language(locale), *LANGUAGES)):
        for one in time.mentions(size, now=here, locale=language):
            if one.kind == "duration" and one.text.strip() == size:
                return one.duration
    return None
