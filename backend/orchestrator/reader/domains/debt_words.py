"""What tells of a sum that is lent, owed or paid back, and of whom."""

from itertools import chain

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.tables import LANGUAGES, ByLanguage, Table, Words
from orchestrator.language.text.words import level

EDGES = " .,!?;:"
_DEBTS = ("lent", "returned", "borrowed")


class Debts(Table):
    """`debts.toml`, over levelled text. `asks_theirs`, `asks_mine`: how much somebody (`who`, `whom`) owes the user, or
    the user them; `pronouns`: who is meant by no name. Told with a `sum` (and `unit`) of somebody (`who`): `lent` and
    `returned`, `borrowed` and `repaid`, perhaps out of a `whole`."""

    asks_theirs: Compiled
    asks_mine: Compiled
    pronouns: Words
    lent: tuple[Looking, ...]
    returned: tuple[Looking, ...]
    borrowed: tuple[Looking, ...]
    repaid: tuple[Looking, ...]


DEBTS = ByLanguage(lambda language: read_patterns(language, "debts", Debts))


def told_sum(name: str, sentence: str) -> Match | None:
    """What a sentence tells under one of the names of the table, in any language."""
    said = level(sentence).strip(EDGES)
    each = chain.from_iterable(getattr(DEBTS[language], name) for language in LANGUAGES)
    return next((found for pattern in each if (found := pattern.match(said)) is not None), None)


def tells_of_debt(text: str) -> bool:
    """Whether it tells of a debt or of what was paid back of one; mere "I paid Rui 20" may as well be an errand."""
    return any(told_sum(name, text) is not None for name in _DEBTS) or pays_in_part(text)


def pays_in_part(text: str) -> bool:
    """Whether it tells that a part of what is owed was paid back: "paid Rui 20 of the 50 I owe him"."""
    found = (told_sum(name, text) for name in ("repaid", "returned"))
    return any(one is not None and one.groupdict().get("whole") for one in found)
