"""By how much do the user's words move something, counted from its own time: "an hour later", "meia hora antes", "au
lendemain"?"""

from datetime import timedelta

from orchestrator.kit import patterns
from orchestrator.language.lengths import length_of
from orchestrator.language.tables import Branches, Table, by_language
from orchestrator.language.text.normalize import normalize

_MOST = timedelta(days=3_660)


class _Shifts(Table):
    """`shifts.toml`. `lead`: what may stand before; `later` and `earlier` behind a length, `later_by` and `earlier_by`
    before one; `next_day` and `day_before`: a move by one day in words, `next_week` and `week_before` by seven."""

    lead: Branches
    later: Branches
    earlier: Branches
    later_by: Branches
    earlier_by: Branches
    next_day: Branches
    day_before: Branches
    next_week: Branches
    week_before: Branches


_TOLD = by_language("shifts", _Shifts)


def _of_all(key: str) -> str:
    return f"(?:{'|'.join(getattr(table, key) for table in _TOLD.values())})"


_LEAD = patterns.compile(rf"^{_of_all('lead')} ?\b")
_SIGNED = tuple(
    (patterns.compile(rf"(?P<size>.+?) {_of_all(behind)}$|^{_of_all(before)} (?P<by>.+)$"), sign)
    for behind, before, sign in (("later", "later_by", 1), ("earlier", "earlier_by", -1))
)
_DAYS = {
    days: patterns.compile(_of_all(key))
    for days, key in ((1, "next_day"), (-1, "day_before"), (7, "next_week"), (-7, "week_before"))
}


def shift(phrase: str, *, locale: str) -> timedelta | None:
    """The signed length of a phrase that is nothing but a move; None for every other phrase ("in an hour" counts from
    now, "after lunch" from lunch)."""
    whole = normalize(phrase).strip(" .!?")
    folded = _LEAD.sub("", whole)
    for days, words in _DAYS.items():
        if words.fullmatch(whole) or words.fullmatch(folded):
            return timedelta(days=days)
    for said in dict.fromkeys((folded, whole)):  # "a day before" is led by no "à"
        for pattern, sign in _SIGNED:
            found = pattern.match(said)
            length = length_of(found["size"] or found["by"], locale) if found is not None else None
            if length is not None and timedelta() < length <= _MOST:
                return sign * length
    return None
