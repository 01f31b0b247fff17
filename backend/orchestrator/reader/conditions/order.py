"""Which one of several is asked for, in the order of time: the first, the last, the next, the one before?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from orchestrator.kit import lookaround
from orchestrator.language.tables import Language
from orchestrator.reader.conditions.words import CONDITIONS
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


def rank_in(text: Line, language: Language) -> Rank | None:
    """Which one a question asks for by itself; None where it does not say."""
    if CONDITIONS[language].first.search(text.low):
        return FIRST
    if CONDITIONS[language].next_time.search(text.low):
        return NEXT
    return LAST if CONDITIONS[language].last.search(text.low) else None


def step(text: Line, language: Language) -> int:
    """How far a follow-up goes from the one that was told: -1 to the one before, 1 to the one after, 0 nowhere."""
    if CONDITIONS[language].before.search(text.low):
        return -1
    return 1 if CONDITIONS[language].after.search(text.low) else 0


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

FLIGHT = {"en": "flight", "pt": "voo", "es": "vuelo", "fr": "vol"}

OWN_MOVE = lookaround.compile(
    r"^(?:(?:when|que|quando|cuando) )?(?:i'm|i am|i'll be|i get|i come|we're|we are|we get|we come|eu|nos|yo|je|j'|on)"
    r" (?=\w)"
)
"""Whose coming and going it is: "i'm back from Madrid" is the way back."""

AT = {"en": "at", "pt": "às", "es": "a las", "fr": "à"}

BARE_HOUR = lookaround.compile(r"^(?:las |as )?(?:0?[1-9]|1[0-2])(?:[:.h][0-5]\d)?$")
