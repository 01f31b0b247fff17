"""By how much do the user's words move something, counted from its own time: "an hour later", "meia hora antes"?"""

from datetime import timedelta

from orchestrator.kit import patterns
from orchestrator.language.lengths import length_of
from orchestrator.language.text.normalize import normalize

_LEAD = patterns.compile(r"^(?:to|by|for|para|em|por|de) ")
_LATER = patterns.compile(
    r"(?P<size>.+?) (?:later|after|afterwards|mais tarde|depois|mais para a frente|mas tarde|despues)$"
    r"|^(?:later|mais tarde|mas tarde) (?:by|em|por) (?P<by>.+)$"
)
_EARLIER = patterns.compile(
    r"(?P<size>.+?) (?:earlier|before|sooner|mais cedo|antes|mas temprano)$"
    r"|^(?:earlier|sooner|mais cedo|mas temprano) (?:by|em|por) (?P<by>.+)$"
)
_DAYS = {
    1: patterns.compile(
        r"(?:on |no |al |el |o )?(?:the (?:next|following) day|the day after|dia (?:seguinte|siguiente))"
    ),
    -1: patterns.compile(r"(?:on |no |el |o )?(?:the (?:previous day|day before)|dia anterior)"),
}
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
        length = length_of(found["size"] or found["by"], locale) if found is not None else None
        if length is not None and timedelta() < length <= _MOST:
            return sign * length
    return None
