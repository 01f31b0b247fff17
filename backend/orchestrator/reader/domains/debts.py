"""How much is still owed, between the user and whoever it is: what was lent, less what was paid back, by what the user
told to be kept.

"How much does Vic still owe me?" of "lent Vic 40" and "Vic gave me 15 back" is 25. Where only one such sum is known,
nothing is worked out, and the sentence itself is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.kit.patterns import Match
from orchestrator.language import render
from orchestrator.language.statements.reading import claim_of
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import STOP_WORDS, tokens
from orchestrator.language.text.words import level
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted
from orchestrator.reader.domains.debt_words import DEBTS, EDGES, SIDES, spoken_of, told_sum
from orchestrator.reader.domains.memory_words import GET, looked_up
from orchestrator.reader.owing import Debtor

_STANDS, _GIVEN = 0, 1
"""Places in `SIDES`."""
_MINUS = " − "
_PLUS = " + "


@dataclass(frozen=True)
class AskedDebt:
    """Whose debt is asked for, and who the other one is."""

    of: Debtor
    who: str


@dataclass(frozen=True)
class _Sum:
    """`stands`: what is owed by then; else what was given on top (`more`), or paid back, perhaps out of a `whole`."""

    stands: bool
    more: bool
    value: float
    unit: str
    whole: float = 0.0


def debt_ask(facts: TurnFacts, language: Language) -> AskedDebt | None:
    """The debt that a question asks for; None of any other, and where nothing tells whom it means."""
    if not (offered(facts, GET) or looked_up(facts) is not None):
        return None
    said = level(facts.question).strip(EDGES)
    table = DEBTS[language]
    asked: tuple[tuple[Debtor, Match | None], ...] = (
        ("other", table.asks_theirs.fullmatch(said)),
        ("user", table.asks_mine.fullmatch(said)),
    )
    for of, found in asked:
        if found is None:
            continue
        named = next((name for name in found.groupdict().values() if name), "")
        who = named if named and named not in table.pronouns else spoken_of(facts, of)
        return AskedDebt(of, who) if who else None
    return None


def debt_calls(ask: AskedDebt) -> Sequence[Wanted]:
    """The look-up of what is known of them."""
    return (wanted(GET, query=ask.who),)


def told_debt(ask: AskedDebt, facts: TurnFacts, locale: str) -> str | None:
    """What is left, how it comes about, and what tells it; None where less than two sums are known."""
    entry = looked_up(facts)
    known = sorted((entry.data.get("facts") or ()) if entry is not None else (), key=_when)
    rows = [str(one["text"]) for one in known]
    told = [(row, one) for row in rows if (one := _sum_of(row, ask)) is not None]
    settled = [row for row in rows if ask.of == "other" and _settles(row, ask)]
    if settled:  # what was told first, nobody knows
        rows = [*(row for row, _ in told), *settled]
        return "\n".join([*(() if told else ("0",)), *(f"- “{row}”" for row in rows)])
    told = told[next((at for at in reversed(range(len(told))) if told[at][1].stands), 0) :]
    lent = [one.value for _, one in told if one.stands or one.more] or [one.whole for _, one in told if one.whole][:1]
    paid = [one.value for _, one in told if not (one.stands or one.more)]
    left = sum(lent) - sum(paid)
    if not lent or not paid or left < 0:
        return None
    unit = next((one.unit for _, one in told if one.unit), "")
    given, back = ([_figure(value, locale) for value in each] for each in (lent, paid))
    steps = _MINUS.join([_PLUS.join(given), *back])
    amount = f"{_figure(left, locale)} {unit}".strip()
    return "\n".join([f"{amount} ({steps})", *(f"- “{row}”" for row, _ in told)])


def _when(known: Mapping[str, Any]) -> tuple[str, str]:
    """The order in which things became known: by the day, within it by their ids, which count up."""
    return str(known.get("known_since") or ""), str(known.get("id") or "")


def _settles(sentence: str, ask: AskedDebt) -> bool:
    """Whether it tells that they paid, and no sum: all of it, then."""
    owed = claim_of(sentence)
    if owed is None or not owed.known or not owed.attribute.endswith(" owes_me") or any(map(str.isdigit, sentence)):
        return False
    return bool(_name_of(owed.about) & _name_of(ask.who))


def _figure(value: float, locale: str) -> str:
    return f"{value:.0f}" if value.is_integer() else render.decimal(value, locale)


def _sum_of(sentence: str, ask: AskedDebt) -> _Sum | None:
    """The sum that a sentence tells of them."""
    for at, name in enumerate(SIDES[ask.of]):
        if (found := told_sum(name, sentence)) is not None and _name_of(found["who"]) & _name_of(ask.who):
            parts = found.groupdict()
            whole = _number(parts["whole"]) if parts.get("whole") else 0.0
            return _Sum(at == _STANDS, at == _GIVEN, _number(found["sum"]), parts.get("unit") or "", whole)
    return None


def _name_of(said: str) -> frozenset[str]:
    return frozenset(tokens(said)).difference(*STOP_WORDS.values())


def _number(said: str) -> float:
    return float(said.replace(",", "."))
