"""Which value is asked for that no record holds, but code works out of one: how long until it, how long since it, how
old somebody is.

A question of this kind is another question ("when is Alba's birthday?") and a measure of its answer. The other one is
read and looked up as any question is; `phrase/measured.py` words the value.
"""

# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Pattern
from orchestrator.language.tables import Language
from orchestrator.reader.line import Line, line


class Measure(StrEnum):
    """What is worked out: the time until an event, the time since one, the age of a person, the date of a named day."""

    UNTIL = "until"
    SINCE = "since"
    AGE = "age"
    DATE = "date"


@dataclass(frozen=True)
class Measured:
    """The measure, the question whose answer is measured, and the unit in which it was asked for (None: any)."""

    measure: Measure
    question: Line
    unit: str | None = None


_UNITS: Mapping[str, Sequence[str]] = {
    "hour": ("hour", "hora"),
    "night": ("night", "sleep", "noite", "noche"),
    "day": ("day", "dia"),
    "week": ("week", "semana"),
    "month": ("month", "mes"),
    "year": ("year", "ano"),
}
_EN = r"(?:hours?|days?|nights?|sleeps?|weeks?|months?|years?)"
_PT = r"(?:horas?|dias?|noites?|semanas?|mes(?:es)?|anos?)"
_ES = r"(?:horas?|dias?|noches?|semanas?|mes(?:es)?|anos?)"

_TABLE: Mapping[Language, Sequence[tuple[Measure, str, Pattern]]] = {
    "en": tuple(
        (measure, base, patterns.compile(pattern))
        for measure, base, pattern in (
            (Measure.UNTIL, "when is {rest}",
             rf"^(?:so |and |ok |hey )*(?:exactly |about )?how (?:long|many|much)(?: more| longer)?(?: (?P<unit>{_EN}|time))?"
             r"(?: (?:is it|are there|is there|do i have|have i got|do we have|have we got|are|is|left|to go|still|it is))*"
             r" (?:until|till|til|'til|before|to|left (?:until|till|to|before)) (?P<rest>.+)$"),
            (Measure.UNTIL, "when is {rest}",
             rf"^(?:the )?(?P<unit>{_EN}) (?:left |to go )?(?:until|till|til|to|before) (?P<rest>.+)$"),
            (Measure.UNTIL, "when is {rest}", r"^how (?:far (?:off|away)|soon) (?:is|are) (?P<rest>.+)$"),
            (Measure.UNTIL, "when is {rest}", r"^(?P<unit>countdown) to (?P<rest>.+)$"),
            (Measure.SINCE, "when was {rest}",
             rf"^(?:so |and )*how (?:long|many|much)(?: (?P<unit>{_EN}|time))? (?:has it been|is it|have passed|has passed|it's been|"
             r"it is) since (?P<rest>.+)$"),
            (Measure.SINCE, "when {verb} {rest}",
             rf"^(?:so |and )*how (?:long|many|much)(?: (?P<unit>{_EN}))? ago (?P<verb>was|were|did|have|has) (?P<rest>.+)$"),
            (Measure.SINCE, "when was {rest}",
             rf"^how (?:long|many|much)(?: (?P<unit>{_EN}|time))? since (?P<rest>.+)$"),
            (Measure.AGE, "birthday of {rest}",
             r"^(?:so |and |ok )*(?:how old|what age) (?:is|are|was|were|will|does|do|did|would|turns?|'s)(?: be)? "
             r"(?P<rest>.+?)(?: (?:be|turn|turning|get|now|today))*(?P<tail> (?:on|in|at|next|this|by|when) .+)?$"),
            (Measure.AGE, "birthday of {rest}", r"^(?:what(?:'s| is) )?(?:the )?age of (?P<rest>.+)$"),
            (Measure.AGE, "birthday of {rest}",
             r"^(?:what(?:'s| is) )?(?P<rest>(?:my |his |her |their )?(?:[\w' -]{1,60}?(?:'s|s'))|my|his|her|their) age$"),
            (Measure.DATE, "when is {rest}",
             r"^(?:so |and |ok |hey )*(?:on )?(?:what|which) (?:day(?: of the (?:week|month))?|weekday|date)(?: is| are| does| will|'s)"
             r"(?: it)?(?: on)? (?P<rest>.+?)(?: falls?| lands?| be)?(?: on)?$"),
            (Measure.DATE, "when is {rest}", r"^(?:so |and |ok |hey )*when(?: is| are|'s) (?P<rest>.+)$"),
        )
    ),
    "pt": tuple(
        (measure, base, patterns.compile(pattern))
        for measure, base, pattern in (
            (Measure.UNTIL, "quando e {rest}",
             rf"^(?:e |entao )*(?:quant[oa]s?|quanto)(?: (?P<unit>{_PT}|tempo))?(?: (?:e que|ainda|mais))* (?:faltam?|restam?|tenho)"
             r"(?: ainda)?(?: para| ate| pra| p[oa]r?)? (?P<rest>.+)$"),
            (Measure.UNTIL, "quando e {rest}",
             rf"^(?:faltam?) (?:quant[oa]s?|quanto)(?: (?P<unit>{_PT}|tempo))? (?:para|ate|pra) (?P<rest>.+)$"),
            (Measure.UNTIL, "quando e {rest}",
             rf"^(?:e )?(?:daqui a |dentro de |em )?(?:quant[oa]s?|quanto) (?P<unit>{_PT}|tempo)(?: e que)? (?:ate|e|sao|vou|vamos|temos|tenho)"
             r" (?P<rest>.+)$"),
            (Measure.SINCE, "quando foi {rest}",
             rf"^(?:e )?ha (?:quant[oa]s?|quanto) (?P<unit>{_PT}|tempo)(?: e)?(?: que)?(?: foi| foram)? (?P<rest>.+)$"),
            (Measure.SINCE, "quando foi {rest}",
             rf"^(?:quant[oa]s?|quanto) (?P<unit>{_PT}|tempo) (?:passou|passaram|ja passou|ja passaram)(?: desde)? (?P<rest>.+)$"),
            (Measure.AGE, "aniversario de {rest}",
             r"^(?:e )?(?:com )?quantos anos(?: e que)? (?:tem|faz|fara|completa|vai (?:fazer|ter|completar)|tera|tenho|faco|fez)"
             r" (?:[oa] )?(?P<rest>.+?)(?P<tail> (?:em|no|na|este|esta|quando|proxim[oa]) .+)?$"),
            (Measure.AGE, "aniversario de {rest}",
             r"^(?:e )?(?:com )?quantos(?: anos)?(?: e que)? (?:tem|faz|vai (?:fazer|ter)|fara|tera)(?: ele| ela)?$"),
            (Measure.AGE, "aniversario de {rest}",
             r"^(?:e )?quantos(?: e que)? (?:faz|fara|vai fazer) (?:[oa] )?(?P<rest>.+)$"),
            (Measure.AGE, "aniversario de {rest}",
             r"^(?:e )?(?:[oa] )?(?P<rest>.+?) (?:tem|faz|vai fazer) quantos anos(?P<tail> (?:em|no|na|este|esta|quando) .+)?$"),
            (Measure.AGE, "aniversario de {rest}",
             r"^(?:e )?(?:que|qual e a|qual a) idade (?:e que )?(?:tem|d[oae]s?|tera|vai ter) (?:[oa] )?(?P<rest>.+)$"),
            (Measure.DATE, "quando e {rest}",
             r"^(?:e )*(?:em |a )?(?:que|qual) dia(?: d[ao] (?:semana|mes))?(?: e que)? (?:e|sera|calha|cai|vai (?:ser|calhar|cair)) (?P<rest>.+)$"),
            (Measure.DATE, "quando e {rest}", r"^(?:e )*quando(?: e que)? (?:e|sera|calha|cai) (?P<rest>.+)$"),
        )
    ),
    "es": tuple(
        (measure, base, patterns.compile(pattern))
        for measure, base, pattern in (
            (Measure.UNTIL, "cuando es {rest}",
             rf"^(?:y |pues )*cuant[oa]s?(?: (?P<unit>{_ES}|tiempo))?(?: (?:aun|todavia|mas))* (?:faltan?|quedan?|tengo)"
             r"(?: aun| todavia)? (?:para|hasta) (?P<rest>.+)$"),
            (Measure.UNTIL, "cuando es {rest}",
             rf"^(?:faltan?|quedan?) cuant[oa]s?(?: (?P<unit>{_ES}|tiempo))? (?:para|hasta) (?P<rest>.+)$"),
            (Measure.UNTIL, "cuando es {rest}",
             rf"^(?:dentro de|en|hasta) cuant[oa]s?(?: (?P<unit>{_ES}|tiempo))? (?:es|son|sera|tengo) (?P<rest>.+)$"),
            (Measure.SINCE, "cuando fue {rest}",
             rf"^(?:y )?(?:cuant[oa]s?(?: (?P<unit>{_ES}|tiempo))? hace|hace cuant[oa]s?(?: (?:{_ES}|tiempo))?)"
             r"(?: que| de| desde)?(?: fue| fueron)? (?P<rest>.+)$"),
            (Measure.SINCE, "cuando fue {rest}",
             rf"^cuant[oa]s?(?: (?P<unit>{_ES}|tiempo))? (?:ha pasado|han pasado|paso|pasaron) desde (?:que )?(?P<rest>.+)$"),
            (Measure.AGE, "cumpleanos de {rest}",
             r"^(?:y )?(?:con )?cuantos anos (?:tiene|cumple|cumplira|va a (?:cumplir|tener)|hace|tendra|tengo|cumplo) (?:(?:el|la) )?"
             r"(?P<rest>.+?)(?P<tail> (?:en|el|este|esta|cuando|la proxima) .+)?$"),
            (Measure.AGE, "cumpleanos de {rest}",
             r"^(?:y )?cuantos(?: anos)? (?:tiene|cumple|cumplira|va a (?:cumplir|tener))(?: el| ella)?$"),
            (Measure.AGE, "cumpleanos de {rest}",
             r"^(?:y )?cuantos (?:cumple|cumplira|va a cumplir) (?:(?:el|la) )?(?P<rest>.+)$"),
            (Measure.AGE, "cumpleanos de {rest}",
             r"^(?:y )?(?:que|cual es la) edad (?:tiene|de|del|tendra) (?:(?:el|la) )?(?P<rest>.+)$"),
            (Measure.DATE, "cuando es {rest}",
             r"^(?:y )*(?:en )?que dia(?: de la semana| del mes)? (?:es|sera|cae|caera) (?P<rest>.+)$"),
            (Measure.DATE, "cuando es {rest}", r"^(?:y )*cuando (?:es|sera|cae) (?P<rest>.+)$"),
        )
    ),
}  # fmt: skip


_WHOSE: Mapping[Language, str] = {"en": "hers", "pt": "ela", "es": "ella"}
"""Where nobody is named, whom the conversation was about."""


def measured(text: Line, language: Language) -> Measured | None:
    """What a question measures, and of what; None of any other question."""
    for measure, base, pattern in _TABLE[language]:
        found = pattern.match(text.low)
        if found is None:
            continue
        named = found.groupdict()
        opening = base.replace("{verb}", named.get("verb") or "").split("{rest}")[0]
        rest = text.cut(*found.span("rest")).raw if named.get("rest") else _WHOSE[language]
        tail = text.cut(*found.span("tail")).raw if named.get("tail") else ""
        return Measured(measure, line(f"{opening}{rest} {tail}"), _unit(named.get("unit")))
    return None


def _unit(said: str | None) -> str | None:
    return next((unit for unit, words in _UNITS.items() if said and said.startswith(tuple(words))), None)
