"""What is still owed once a part of it is paid: "he gave me 25 back" after "lent Gaz 60", "paid Sam 20 of the 50 I owe
him"?

Sums are counted over the user's own words of the talk, the oldest first; the newest payment makes a statement of what
remains.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

from orchestrator.kit import patterns
from orchestrator.kit.patterns import Match
from orchestrator.language.meant import folded
from orchestrator.language.pattern_tables import LookingAtAll, read_patterns
from orchestrator.language.tables import ByLanguage, Language, Table, Words

Side = Literal["theirs", "own"]


class _Payments(Table):
    """`part_payments.toml`. `paid`: the user paid somebody (`who`) a `part` of a `whole`; `got`: somebody paid them
    one; `lent`, `owed`: what (`sum`) somebody (`who`) owes the user, and the user somebody; `whoever`: words that name
    nobody; `owes_me`, `i_owe`: the same as a statement."""

    paid: LookingAtAll
    got: LookingAtAll
    lent: LookingAtAll
    owed: LookingAtAll
    whoever: Words
    owes_me: str
    i_owe: str


_TABLES: Final = ByLanguage(lambda language: read_patterns(language, "part_payments", _Payments))
_NUMBER = patterns.compile(r"\d+(?:[.,]\d{1,2})?")
_MOST_CHARACTERS = 160
"""A longer message tells more than a payment."""
_MOST_TOLD = 20


@dataclass(frozen=True)
class _Sum:
    """A sum of money as it was said: "60 quid"."""

    said: str

    @property
    def amount(self) -> Decimal:
        found = _NUMBER.search(self.said)
        return Decimal(found.group().replace(",", ".")) if found is not None else Decimal()

    def of(self, amount: Decimal) -> "_Sum":
        """The same money, of another amount."""
        written = f"{amount.normalize():f}" if amount == amount.to_integral_value() else f"{amount:.2f}"
        written = written.replace(".", ",") if "," in self.said else written
        return _Sum(_NUMBER.sub(written, self.said, count=1))


@dataclass(frozen=True)
class _Told:
    """`part`: what is paid, None where a debt itself is told; `whole`: the debt."""

    side: Side
    who: str
    language: Language
    part: _Sum | None = None
    whole: _Sum | None = None


def still_owed(told: Iterable[str], said: str) -> str | None:
    """What is still owed after a payment (`said`), as a statement; None of any other message, or where it is not known
    how much was owed. `told`: what the user said before, the newest first."""
    payment = _read(said)
    if payment is None or payment.part is None:
        return None
    debts: dict[tuple[Side, str], _Sum] = {}
    for each in reversed([one for _, one in zip(range(_MOST_TOLD), told, strict=False)]):
        if (one := _read(each)) is not None:
            _count(one, debts)
    key = _count(payment, debts)
    if key is None or debts[key].amount <= 0:
        return None
    table = _TABLES[payment.language]
    form = table.owes_me if payment.side == "theirs" else table.i_owe
    return form.replace("<who>", key[1]).replace("<sum>", debts[key].said)


def _count(one: _Told, debts: dict[tuple[Side, str], _Sum]) -> tuple[Side, str] | None:
    """Puts what is told into the debts; gives which of them it was, None where it is of none."""
    key = next((each for each in reversed(debts) if each[0] == one.side and _means(one, each[1])), None)
    if one.part is None or key is None:
        key = (one.side, one.who) if one.who else None
    whole = one.whole or (debts.get(key) if key is not None else None)
    if key is None or whole is None:
        return None
    debts.pop(key, None)
    debts[key] = whole if one.part is None else whole.of(whole.amount - one.part.amount)
    return key


def _means(one: _Told, who: str) -> bool:
    return not one.who or set(folded(one.who).split()) <= set(folded(who).split())


def _read(said: str) -> _Told | None:
    """What a message tells of a debt or its payment."""
    low = folded(said).strip(" .!") if len(said) <= _MOST_CHARACTERS else ""
    plain = said.strip(" .!")
    spelled = plain if len(low) == len(plain) else low
    sides: tuple[tuple[str, Side], ...] = (("lent", "theirs"), ("owed", "own"), ("got", "theirs"), ("paid", "own"))
    for language, table in _TABLES.items():
        for name, side in sides:
            found = getattr(table, name).match(low) if low else None
            if found is not None and (made := _made(found, spelled, side, language, table)) is not None:
                return made
    return None


def _made(found: Match, said: str, side: Side, language: Language, table: _Payments) -> _Told | None:
    parts: Mapping[str, str] = {
        name.rstrip("23"): said[slice(*found.span(name))]
        for name, text in found.groupdict().items()
        if text is not None
    }
    who = parts.get("who", "")
    who = "" if set(folded(who).split()) & table.whoever else who
    if "sum" in parts:
        return _Told(side, who, language, whole=_Sum(parts["sum"])) if who else None
    whole = _Sum(parts["whole"]) if "whole" in parts else None
    return _Told(side, who, language, _Sum(parts["part"]), whole)
