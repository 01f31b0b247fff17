"""What tells of a sum that is lent, owed or paid back, and of whom."""

from itertools import chain

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.statements.told_words import pattern, said_in
from orchestrator.language.tables import LANGUAGES, ByLanguage, Language, Table, Words
from orchestrator.language.text.normalize import tokens
from orchestrator.language.text.words import level
from orchestrator.llm.messages import TurnFacts

EDGES = " .,!?;:"
_LONGEST = 400
"""Characters of a sentence that tells a debt."""
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
    """What a sentence tells under one of the names of the table, in any language; nothing of a text longer than one."""
    if len(sentence) > _LONGEST:
        return None
    said = level(sentence).strip(EDGES)
    each = chain.from_iterable(getattr(DEBTS[language], name) for language in LANGUAGES)
    return next((found for pattern in each if (found := pattern.match(said)) is not None), None)


def tells_of_debt(text: str) -> bool:
    """Whether it tells of a debt or of what was paid back of one; mere "I paid Rui 20" may as well be an errand."""
    return any(told_sum(name, text) is not None for name in _DEBTS) or leaves_a_debt(text)


def leaves_a_debt(text: str) -> bool:
    """Whether it tells that the user borrowed, or that a part of what is owed was paid back, which is no errand that is
    done: "paid Rui 20 of the 50 I owe him"."""
    if told_sum("borrowed", text) is not None:
        return True
    found = (told_sum(name, text) for name in ("repaid", "returned"))
    return any(one is not None and one.groupdict().get("whole") for one in found)


def settled(facts: TurnFacts, language: Language) -> str:
    """That somebody paid who owes a sum ("Biel paid", after "I lent Biel 50"), in words that tell a fact of its own; ""
    where nobody owes."""
    said = level(facts.question[: _LONGEST + 1]).strip(EDGES)
    found = _SETTLES.fullmatch(said) if len(said) <= _LONGEST else None
    if found is None:
        return ""
    told = (told_sum("lent", text) for role, text in facts.history if role == "user")
    owes = any(one is not None and tokens(one["who"])[-1:] == tokens(found["who"])[-1:] for one in told)
    return f"{facts.question.strip()[: found.end('who')]} {said_in('paid_me', language)}" if owes else ""


_SETTLES = pattern(r"(?:{article} )?(?P<who>[^\W\d]+(?: [^\W\d]+)??) {paid}")
