"""What tells of a sum that is lent, owed or paid back, and of whom."""

from collections.abc import Mapping

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.statements.told_words import pattern, said_in
from orchestrator.language.tables import LANGUAGES, ByLanguage, Language, Table, Words
from orchestrator.language.text.normalize import tokens
from orchestrator.language.text.words import level
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.owing import Debtor

EDGES = " .,!?;:"
_LONGEST = 400
"""Characters of a sentence that tells a debt."""
SIDES: Mapping[Debtor, tuple[str, str, str]] = {
    "other": ("owes_me", "lent", "returned"),
    "user": ("i_owe", "borrowed", "repaid"),
}
"""Of who owes: what is owed by then, what was given on top, what was paid back of it."""


class Debts(Table):
    """`debts.toml`, over levelled text. `asks_theirs`, `asks_mine`: how much somebody (`who`, `whom`) owes the user, or
    the user them; `pronouns`: who is meant by no name. Told with a `sum` (and `unit`) of somebody (`who`): `owes_me`,
    `lent` and `returned`, `i_owe`, `borrowed` and `repaid`, perhaps out of a `whole`."""

    asks_theirs: Compiled
    asks_mine: Compiled
    pronouns: Words
    owes_me: tuple[Looking, ...]
    lent: tuple[Looking, ...]
    returned: tuple[Looking, ...]
    i_owe: tuple[Looking, ...]
    borrowed: tuple[Looking, ...]
    repaid: tuple[Looking, ...]


DEBTS = ByLanguage(lambda language: read_patterns(language, "debts", Debts))


def told_sum(name: str, sentence: str) -> Match | None:
    """What a sentence tells of somebody by name under one of the names of the table, in any language; nothing of a text
    longer than a sentence."""
    found = _said(name, sentence)
    return (
        found[0] if found is not None and found[0]["who"] and found[0]["who"] not in DEBTS[found[1]].pronouns else None
    )


def _said(name: str, sentence: str) -> tuple[Match, Language] | None:
    if len(sentence) > _LONGEST:
        return None
    said = level(sentence).strip(EDGES)
    each = ((pattern, language) for language in LANGUAGES for pattern in getattr(DEBTS[language], name))
    return next(((found, language) for pattern, language in each if (found := pattern.match(said)) is not None), None)


def spoken_of(facts: TurnFacts, side: Debtor) -> str:
    """Of whom the user told such a sum last in the talk, as they wrote it; "" of nobody."""
    asked = facts.question.strip()
    for text in (text for role, text in reversed(facts.history) if role == "user" and text.strip() != asked):
        for name in SIDES[side]:
            if (found := told_sum(name, text)) is not None:
                start = len(text) - len(text.lstrip(EDGES))
                return text[start + found.start("who") : start + found.end("who")]
    return ""


def with_the_payer(facts: TurnFacts) -> str:
    """What was paid back, with the name of whoever the talk tells to owe it: "he gave me 25 back" after "lent Gaz 60".
    The message as it is where it tells no such thing, or the talk names nobody."""
    found = _said("returned", facts.question)
    if found is None or told_sum("returned", facts.question) is not None or not (who := spoken_of(facts, "other")):
        return facts.question
    start = len(facts.question) - len(facts.question.lstrip(EDGES))
    at, end = (start + place for place in found[0].span("who")) if found[0]["who"] else (start, start)
    rest = facts.question[end:].lstrip() if not found[0]["who"] else facts.question[end:].lstrip("'’s ")
    return f"{facts.question[:at]}{who} {rest}"


def tells_of_debt(text: str) -> bool:
    """Whether it tells of a debt or of what was paid back of one; mere "I paid Rui 20" may as well be an errand."""
    named = ("owes_me", "lent", "returned", "i_owe", "borrowed")
    return any(told_sum(name, text) is not None for name in named) or _of_a_whole(text)


def leaves_a_debt(facts: TurnFacts) -> bool:
    """Whether it tells that the user borrowed, or that a part of what is owed was paid back, which is no errand that is
    done: "paid Rui 20 of the 50 I owe him", or of what the talk tells that they owe him."""
    text = facts.question
    if any(told_sum(name, text) is not None for name in ("i_owe", "borrowed")) or _of_a_whole(text):
        return True
    paid = told_sum("repaid", text)
    return paid is not None and _names(paid["who"], spoken_of(facts, "user"))


def _of_a_whole(text: str) -> bool:
    found = (told_sum(name, text) for name in ("repaid", "returned"))
    return any(one is not None and one.groupdict().get("whole") for one in found)


def _names(one: str, other: str) -> bool:
    """Whether two names may be of one person: the last word tells."""
    return bool(other) and tokens(one)[-1:] == tokens(other)[-1:]


def settled(facts: TurnFacts, language: Language) -> str:
    """That somebody paid who owes a sum ("Biel paid", after "I lent Biel 50"), in words that tell a fact of its own; ""
    where nobody owes."""
    said = level(facts.question[: _LONGEST + 1]).strip(EDGES)
    found = _SETTLES.fullmatch(said) if len(said) <= _LONGEST else None
    if found is None:
        return ""
    said_before = [text for role, text in facts.history if role == "user"]
    told = (told_sum(name, text) for text in said_before for name in ("owes_me", "lent"))
    owes = any(one is not None and _names(one["who"], found["who"]) for one in told)
    return f"{facts.question.strip()[: found.end('who')]} {said_in('paid_me', language)}" if owes else ""


_SETTLES = pattern(r"(?:{article} )?(?P<who>[^\W\d]+(?: [^\W\d]+)??) {paid}")
