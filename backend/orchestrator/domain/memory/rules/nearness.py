"""Which rules are near duplicates of a rule? Those that say the same, those of which one contains the other, and those
that share most of their words.

One rule contains another one where whatever the other does it does too: by their effects (a longer time, more
weekdays, all people instead of some), so that two languages are no matter, or by their words. Two effects of one type
that never meet ("invite Bea", "invite Rui") are two rules, however much their words are alike.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import time, timedelta
from typing import Any, Final

from orchestrator.agent.rules import effects
from orchestrator.agent.rules.effects import Effect, Match, OfDays, holds_words, read_effect, time_of
from orchestrator.domain.memory.facts.model import UserFact
from orchestrator.domain.memory.facts.schemas import FactScope
from orchestrator.domain.memory.rules.schemas import NearDuplicate, ProposedRule
from orchestrator.errors import InvalidRequest
from orchestrator.language.rules.parser import read
from orchestrator.language.text.normalize import content_words, normalize, stems

SAME: Final = 1.0
CONTAINED: Final = 0.8
MEETING: Final = 0.6
"""Two effects of one type that speak of the same thing and neither of which contains the other."""
NEAR: Final = 0.5
"""So much of the words that say something in common makes two rules near."""
MOST_NEAR: Final = 5
LEAST_WORDS: Final = 2
"""A single word in common is no likeness, and no rule within another one."""
_DAY: Final = 24 * 60
_WEEK: Final = 7 * _DAY
_WHOLE_WEEK: Final = (1 << _WEEK) - 1
_SMALL_HOURS: Final = time(6)
"""Ends before it are those of the night after (`effects.LatestEnd`)."""


@dataclass(frozen=True)
class Said:
    """What is looked at of a rule."""

    text: str
    effect: Mapping[str, Any] | None
    scope: FactScope = field(default_factory=FactScope)


def near(rule: ProposedRule, rows: Sequence[UserFact]) -> list[NearDuplicate]:
    """The rules that say much the same, the nearest first."""
    effect = rule.effect.model_dump() if rule.effect is not None else effect_in_words(rule.text)
    told = Said(rule.text, effect, rule.scope)
    found = [(likeness(told, _said_by(row)), row) for row in rows]
    found = sorted((one for one in found if one[0] >= NEAR), key=lambda one: -one[0])
    return [
        NearDuplicate(id=row.id, text=row.text, effect=row.effect, similarity=round(share, 2))
        for share, row in found[:MOST_NEAR]
    ]


def _said_by(row: UserFact) -> Said:
    scope = FactScope.model_validate(row.scope)
    return Said(row.text, row.effect if row.effect is not None else effect_in_words(row.text), scope)


def likeness(one: Said, other: Said) -> float:
    """How near they are, from 0 to SAME."""
    if normalize(one.text) == normalize(other.text) or (one.effect is not None and one.effect == other.effect):
        return SAME
    by_effects = _by_effects(one, other)
    if by_effects == CONTAINED or _within(one.text, other.text) or _within(other.text, one.text):
        return CONTAINED
    return by_effects if by_effects is not None else _in_common(one.text, other.text)


def effect_in_words(text: str) -> Mapping[str, Any] | None:
    """The effect that a rule without one would have by its words; None where these name somebody or a place, whom only
    the address book tells."""
    said = read(text)
    if said is None or said.people or said.place or said.stands_for or said.beside or said.spared:
        return None
    return {"type": said.effect, "parameters": dict(said.parameters)}


def _within(inner: str, outer: str) -> bool:
    """Whether each word of one text stands in the other one too, in whatever form: all its words, or those that say
    something."""
    held = [set(one) for one in stems(outer)]
    for words in (stems(inner), stems(" ".join(content_words(inner)))):
        if len(words) >= LEAST_WORDS and all(any(other & set(one) for other in held) for one in words):
            return True
    return False


def _in_common(one: str, other: str) -> float:
    """The share of words that say something which both have; 0 where it is a single word."""
    first, second = (stems(" ".join(content_words(text))) for text in (one, other))
    met = sum(any(set(word) & set(there) for there in second) for word in first)
    return met / max(len(first), len(second)) if met >= LEAST_WORDS else 0.0


# Effects


def _by_effects(one: Said, other: Said) -> float | None:
    """0 where they are of one type and never meet; None where effects tell nothing."""
    first, second = _read(one.effect), _read(other.effect)
    if first is None or second is None or not _are_of_a_kind(first, second):
        return None
    if one.scope != other.scope and "global" not in (one.scope.type, other.scope.type):
        return 0.0
    if (_is_as_wide(one.scope, other.scope) and contains(first, second)) or (
        _is_as_wide(other.scope, one.scope) and contains(second, first)
    ):
        return CONTAINED
    return MEETING if _meet(first, second) else 0.0


def _are_of_a_kind(one: Effect, other: Effect) -> bool:
    return type(one) is type(other) or bool(_kept_free(one) and _kept_free(other))


def _read(effect: Mapping[str, Any] | None) -> Effect | None:
    try:
        return read_effect(effect) if effect is not None else None
    except InvalidRequest:  # stored by a version that knew it
        return None


def _is_as_wide(one: FactScope, other: FactScope) -> bool:
    return one.type == "global" or one == other


def contains(wide: Effect, narrow: Effect) -> bool:
    """Whether the effect does all that the other one does."""
    if (free := _kept_free(wide)) and (inner := _kept_free(narrow)):
        return not inner & ~free and _is_about(wide, narrow) and _spares_no_more(wide, narrow)
    known = _CONTAINS.get(type(wide))
    return known is not None and type(wide) is type(narrow) and _is_about(wide, narrow) and known(wide, narrow)


def _meet(one: Effect, other: Effect) -> bool:
    if (free := _kept_free(one)) and (inner := _kept_free(other)):
        return bool(free & inner) and (_is_about(one, other) or _is_about(other, one))
    known = _MEETS.get(type(one))
    return (
        known is not None
        and type(one) is type(other)
        and (_is_about(one, other) or _is_about(other, one))
        and known(one, other)
    )


def _kept_free(effect: Effect) -> int:
    """The minutes of the week in which the effect lets no event be, as bits; 0 for an effect of another kind."""
    if isinstance(effect, effects.BlockedTime):
        return _minutes(effect, time_of(effect.from_), time_of(effect.to))
    if isinstance(effect, effects.EarliestStart):
        return _minutes(effect, time(), time_of(effect.time)) if time_of(effect.time) != time() else 0
    if isinstance(effect, effects.LatestEnd):
        return _minutes(effect, time_of(effect.time), _SMALL_HOURS if time_of(effect.time) < _SMALL_HOURS else time())
    return 0


def _minutes(effect: OfDays, begins: time, ends: time) -> int:
    """From the one time to the other on each of its days, past midnight where it ends before it begins."""
    first = begins.hour * 60 + begins.minute
    if isinstance(effect, effects.LatestEnd) and begins < _SMALL_HOURS:
        first += _DAY
    length = timedelta(hours=ends.hour - begins.hour, minutes=ends.minute - begins.minute) // timedelta(minutes=1)
    once = ((1 << (length % _DAY or _DAY)) - 1) << first
    found = 0
    for day in range(7):
        if effect.on(day):
            found |= once << day * _DAY
    return (found & _WHOLE_WEEK) | found >> _WEEK


def _is_about(wide: Effect, narrow: Effect) -> bool:
    """Whether all that the one is about the other one is about too."""
    theirs, mine = _matched(wide), _matched(narrow)
    if theirs.always or mine.always:
        return theirs.always
    return (
        all(holds_words(theirs.words, word) for word in mine.words)
        and _holds(theirs.contact_ids, mine.contact_ids)
        and _holds(theirs.place_ids, mine.place_ids)
        and _holds(_folded(theirs.categories), _folded(mine.categories))
    )


def _matched(effect: Effect) -> Match:
    return effect.match if isinstance(effect, effects.About) else Match()


def _spares_no_more(wide: Effect, narrow: Effect) -> bool:
    spared = wide.except_ if isinstance(wide, effects.BlockedTime) else []
    inner = narrow.except_ if isinstance(narrow, effects.BlockedTime) else []
    return all(one in inner for one in spared)


def _holds(wide: Sequence[Any] | Set[Any], narrow: Sequence[Any] | Set[Any]) -> bool:
    return set(narrow) <= set(wide)


def _folded(words: Sequence[str]) -> set[str]:
    return {normalize(word) for word in words}


def _meeting_people(one: Any, other: Any) -> bool:
    return not set(one.contact_ids).isdisjoint(other.contact_ids)


def _always(_: Effect, __: Effect) -> bool:
    return True


def _quiet(effect: effects.QuietHours) -> int:
    return _minutes(effect, time_of(effect.from_), time_of(effect.to))


def _says_units(wide: effects.Units, narrow: effects.Units) -> bool:
    told = wide.model_dump(exclude_none=True)
    return narrow.model_dump(exclude_none=True).items() <= told.items()


def _never_stores(wide: effects.NeverStore, narrow: effects.NeverStore) -> bool:
    return (
        all(holds_words(wide.words, word) for word in narrow.words)
        and _holds(_folded(wide.categories), _folded(narrow.categories))
        and all(holds_words(wide.subjects, subject) for subject in narrow.subjects)
    )


_POLICIES: Final[Sequence[effects.Policy]] = ("auto", "confirm", "block")

_CONTAINS: Final[Mapping[type[Effect], Callable[[Any, Any], bool]]] = {
    effects.QuietHours: lambda wide, narrow: (
        not _quiet(narrow) & ~_quiet(wide) and _holds(_folded(narrow.except_), _folded(wide.except_))
    ),
    effects.DefaultDuration: lambda wide, narrow: wide.minutes == narrow.minutes,
    effects.DefaultPlace: lambda wide, narrow: wide.place_id == narrow.place_id,
    effects.AlwaysInvite: lambda wide, narrow: _holds(wide.contact_ids, narrow.contact_ids),
    effects.NeverInvite: lambda wide, narrow: _holds(wide.contact_ids, narrow.contact_ids),
    effects.Buffer: lambda wide, narrow: (
        wide.minutes_before >= narrow.minutes_before and wide.minutes_after >= narrow.minutes_after
    ),
    effects.NoDoubleBooking: _always,
    effects.Units: _says_units,
    effects.SpokenLanguage: lambda wide, narrow: narrow.tag.startswith(f"{wide.tag}-"),
    effects.ToolPolicy: lambda wide, narrow: (
        wide.tool == narrow.tool and _POLICIES.index(wide.policy) >= _POLICIES.index(narrow.policy)
    ),
    effects.Alias: lambda wide, narrow: (
        wide.entity == narrow.entity and normalize(wide.phrase) == normalize(narrow.phrase)
    ),
    effects.RedactPush: _always,
    effects.NeverStore: _never_stores,
}
"""Of two of one type whose things are within each other."""

_MEETS: Final[Mapping[type[Effect], Callable[[Any, Any], bool]]] = {
    effects.QuietHours: lambda one, other: bool(_quiet(one) & _quiet(other)),
    effects.DefaultDuration: _always,
    effects.DefaultPlace: _always,
    effects.AlwaysInvite: _meeting_people,
    effects.NeverInvite: _meeting_people,
    effects.Buffer: _always,
    effects.Units: lambda one, other: any(
        getattr(one, name) is not None and getattr(other, name) is not None for name in effects.Units.model_fields
    ),
    effects.SpokenLanguage: _always,
    effects.ToolPolicy: lambda one, other: one.tool == other.tool,
    effects.Alias: lambda one, other: normalize(one.phrase) == normalize(other.phrase),
}
