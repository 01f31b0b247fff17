"""Which one of several is asked for, in the order of time: the first, the last, the next, the one before?"""

# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from orchestrator.kit import lookaround
from orchestrator.kit.patterns import Pattern
from orchestrator.language.tables import Language
from orchestrator.reader.line import Line

T = TypeVar("T")


@dataclass(frozen=True)
class Rank:
    """A place in the order of time. `from_now`: 0 is the next one ahead, -1 the last that was; otherwise 0 is the first
    of all."""

    index: int
    from_now: bool = True

    def of(self, gone: Sequence[T], ahead: Sequence[T]) -> T | None:
        """The one that stands there; both are in the order of time."""
        rows = (ahead if self.index >= 0 else gone) if self.from_now else (*gone, *ahead)
        inside = -len(rows) <= self.index < len(rows)
        return rows[self.index] if inside else None


FIRST, LAST, NEXT = Rank(0, from_now=False), Rank(-1), Rank(0)
_BEFORE: Mapping[Language, Pattern] = {
    "en": lookaround.compile(
        r"^(?:and |what about |how about |what was |when was |which was )*(?:the )?(?:(?:one|time|last one) before(?: that(?: one)?| it| last)?|previous(?: one| time)?|last(?: one)?|earlier one|second to last(?: one)?)$|^(?:and |what about )?before (?:that|it|then)(?: one)?$"
    ),
    "pt": lookaround.compile(
        r"^(?:e |qual foi |quando foi |qual )*(?:[ao] )?(?:vez )?(?:anterior|de antes|penultim[ao]|ultim[ao])(?: a (?:essa|esse|isso))?(?: vez)?$|^e antes(?: (?:dess[ae]|disso|dela|dele))?$"
    ),
    "es": lookaround.compile(
        r"^(?:y |cual fue |cuando fue |cual )*(?:el |la )?(?:vez )?(?:anterior|de antes|penultim[ao]|ultim[ao])(?: a (?:es[ae]|eso))?(?: vez)?$|^y antes(?: de (?:es[ae]|eso))?$"
    ),
}
_AFTER: Mapping[Language, Pattern] = {
    "en": lookaround.compile(
        r"^(?:and |what about |how about |when is |when's |which is |what's )*(?:the )?(?:next(?: one| time)?|(?:one|time) after(?: that(?: one)?| it)?|following(?: one)?)$|^and (?:after that|then)$"
    ),
    "pt": lookaround.compile(
        r"^(?:e |qual e |quando e )*(?:[ao] )?(?:vez )?(?:proxim[ao]|seguinte|a seguir|de depois)(?: a (?:ess[ae]|isso))?(?: vez)?$|^e depois(?: (?:dess[ae]|disso|dela|dele))?$"
    ),
    "es": lookaround.compile(
        r"^(?:y |cual es |cuando es )*(?:el |la )?(?:vez )?(?:proxim[ao]|siguiente|de despues)(?: vez)?$|^y (?:despues|luego)(?: de (?:es[ae]|eso))?$"
    ),
}
_FIRST: Mapping[Language, Pattern] = {
    "en": lookaround.compile(
        r"^(?:when|what|which|where|who)\b.*\b(?:(?:my|the|our|was it that|time) first|first (?:time|ever)|did (?:i|we) first)\b(?! (?:name|floor|half|week|day of))"
    ),
    "pt": lookaround.compile(
        r"^(?:quando|qual|que|onde|quem|com quem|o que)\b.*\b(?:a minha|o meu|a|o|pela) primeir[ao]\b(?! (?:nome|andar|semana|dia))"
    ),
    "es": lookaround.compile(
        r"^(?:cuando|cual|que|donde|quien|con quien)\b.*\b(?:mi|la|el|por) primer[ao]?\b(?! (?:nombre|piso|semana|dia))"
    ),
}
_LAST: Mapping[Language, Pattern] = {
    "en": lookaround.compile(
        r"^(?:what|which|where|who|when)\b.*\b(?:my|the|our) (?:last|latest|most recent) (?!(?:name|week|month|year|night|day|weekend|few|message|text|thing .* (?:said|wrote|sent|told))\b)\w+"
    ),
    "pt": lookaround.compile(
        r"^(?:qual|que|onde|com quem|o que|quando|quem)\b.*\b(?:a|o|meu|minha|pela) ultim[ao] (?!(?:semana|mes|ano|noite|dia|mensagem|msg|nome|fim de semana)\b)\w+"
    ),
    "es": lookaround.compile(
        r"^(?:cual|que|donde|con quien|cuando|quien)\b.*\b(?:mi|la|el|lo|por) ultim[ao] (?!(?:semana|mes|ano|noche|dia|mensaje|nombre|fin de semana)\b)\w+"
    ),
}


def rank_in(text: Line, language: Language) -> Rank | None:
    """Which one a question asks for by itself; None where it does not say."""
    if _FIRST[language].search(text.low):
        return FIRST
    return LAST if _LAST[language].search(text.low) else None


def step(text: Line, language: Language) -> int:
    """How far a follow-up goes from the one that was told: -1 to the one before, 1 to the one after, 0 nowhere."""
    if _BEFORE[language].search(text.low):
        return -1
    return 1 if _AFTER[language].search(text.low) else 0


def stepped(rank: Rank | None, by: int, *, past: bool) -> Rank:
    """The place one step further; a question that names none told the next one, of what was the last."""
    at = rank or (LAST if past else NEXT)
    return Rank(at.index + by, at.from_now)


ENDS = lookaround.compile(
    r"\b(?:land|lands|landing|arrive|arrives|end|ends|over|finish|finishes|done|back|last|aterr\w+|acab\w+|termin\w+"
    r"|aterriz\w+|cheg\w+|lleg\w+)\b"
)
"""Asks of the end of what is spoken of."""

NO_SUBJECT = lookaround.compile(
    r"\b(?:what|which|who|when|where|how|have|has|got|free|busy|anything|something|need|should|time|que|quem|quien|quando"
    r"|cuando|onde|donde|tenho|tengo|tem|tiene|ha|hay|algo|alguma|alguna|livre|libre|ocupad[oa]|preciso|necesito|debo"
    r"|devo|vez|dias?|horas?)\b"
)
"""Such a question asks for a list, and not of one event."""

LANDS = lookaround.compile(r"\b(?:(?:i|we) )?(?:land(?:s|ing)?|take off|aterr\w+|aterriz\w+|descol\w+|despeg\w+)\b")

FLIGHT = {"en": "flight", "pt": "voo", "es": "vuelo"}

AT = {"en": "at", "pt": "às", "es": "a las"}

BARE_HOUR = lookaround.compile(r"^(?:las |as )?(?:0?[1-9]|1[0-2])(?:[:.h][0-5]\d)?$")

LEAD = lookaround.compile(r"^(?:and|what about|how about|or|but|e|mas|ou|y|pero|o)(?: (?:what about|how about))?(?= )")

OTHER_END = lookaround.compile(
    r"^(?:the |my |[oa]s? |el |l[aoe]s? |mi )?(?:first|last|latest|earliest|longest|shortest|busiest|quietest"
    r"|primeir[oa]|ultim[oa]|primer[oa]?|mais (?:long|curt|comprid|chei|calm)[oa]|mas (?:larg|cort|llen|tranquil)[oa])"
    r"(?: one| thing| coisa| cosa)?$"
)
"""Asks for the other end of the scale, or of the order of time."""
