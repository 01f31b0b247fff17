"""Rules for what lies between two times, which is no time itself: "every 8 hours", "de 8 em 8 horas", "de 6/6h"."""

from orchestrator.language.time.calendar import length
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.semantics import Clock, Length, Spec, TimeOfDay, Value

APART = "APART"
"""The symbol of an interval: it explains its words, and names no moment."""
_PARTS_OF_A_DAY = frozenset({"second", "minute", "hour"})
_HOUR = 60

rules = Grammar()
rule = rules.rule


@rule("each LENGTH", makes=APART)
def _every_few(_: Context, size: Length) -> Value:
    return size if size.unit in _PARTS_OF_A_DAY else None


@rule("from? half in half UNIT", makes=APART)
def _every_half(_: Context, unit: str) -> Value:
    """ "De meia em meia hora"."""
    return length(unit, 0.5) if unit in _PARTS_OF_A_DAY else None


@rule("each UNIT", "each other UNIT", makes=APART)
def _every(_: Context, unit: str) -> Value:
    return length(unit, 1) if unit in _PARTS_OF_A_DAY else None


@rule("each T", makes=APART)
def _every_written(_: Context, clock: TimeOfDay) -> Value:
    """ "Cada 8h", "every 4h": a number of hours that is written as an hour is."""
    return length("hour", clock.minutes / _HOUR) if isinstance(clock, Clock) and clock.grain == "hour" else None


@rule("from? NUM in NUM UNIT", makes=APART)
def _from_one_to_the_next(_: Context, one: int, other: int, unit: str) -> Value:
    """ "De 8 em 8 horas", "de 15 en 15 días"."""
    return length(unit, one) if one == other else None


@rule("from? NUM in T", "from? T in T", makes=APART)
def _from_one_to_the_next_written(_: Context, one: int | TimeOfDay, other: TimeOfDay) -> Value:
    """ "De 8 em 8h", "de 8h em 8h"."""
    hours = one.minutes / _HOUR if isinstance(one, Clock) else one
    same = isinstance(other, Clock) and other.minutes / _HOUR == hours
    return length("hour", hours) if same and isinstance(hours, int | float) else None


@rule("from? D UNIT", makes=APART)
def _with_a_stroke(_: Context, date: object, unit: str) -> Value:
    """ "8/8h", as a prescription has it."""
    twice = isinstance(date, Spec) and date.day is not None and date.day == date.month and date.year is None
    return length(unit, date.day) if twice and unit == "hour" and isinstance(date, Spec) and date.day else None
