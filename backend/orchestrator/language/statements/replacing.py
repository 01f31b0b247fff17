"""What does a statement say with another value in the place of its own? "I live in Porto", "no, in Lisbon"."""

from collections.abc import Iterable

from orchestrator.kit import patterns
from orchestrator.kit.text import without_leading
from orchestrator.language.meant import folded
from orchestrator.language.statements.reading import SELF, YES, Claim, agree, claim_of
from orchestrator.language.statements.told_words import each, pattern, said_in, words_in
from orchestrator.language.text.normalize import STOP_WORDS, normalize, tokens

MOST_WORDS = 5
"""A longer text is a statement of its own, or none."""
_NO = pattern(r"(?i)^\s*{says_no}\s*[,.:;!–—-]+\s*")
_IS = pattern(r"(?i)^{is_}\s+")
_SMALL = words_in("small")
"""Words before a value: "in Lisbon" is Lisbon."""
_NO_VALUES = words_in("no_values")
"""What follows a no and puts nothing right."""


def value_said(message: str) -> str | None:
    """The mere value that a message puts in the place of another ("no, in Lisbon" → "in Lisbon"); None of any other."""
    no = _NO.match(message)
    rest = message[no.end() :].strip(" .!") if no is not None else ""
    named = _IS.sub("", rest, count=1)
    said = tokens(_bare(named))
    if not said or "?" in rest or len(said) > MOST_WORDS or _NO_VALUES & set(said):
        return None
    plain = any(word in STOP_WORDS[language] for word in said for language in STOP_WORDS if word not in _SMALL)
    return None if plain else named


def with_value(statement: str, said: str) -> str | None:
    """The statement with that value; None where it is none of it."""
    old, value = claim_of(statement), _bare(_IS.sub("", said.strip(" .!"), count=1))
    if old is None or not old.known or not value or len(value.split()) > MOST_WORDS or _states(said):
        return None
    if patterns.compile(r"\d").search(value) and not patterns.compile(r"\d").search(statement):
        return None
    words = statement.split()
    # With the words before it as they were said, where that fits: "moro no Porto", "em Lisboa".
    for put in dict.fromkeys((_lowered(said.strip(" .!")), value)):
        for at in range(1, len(words)):
            made = " ".join([*words[:at], put])
            new = claim_of(made)
            if new is not None and _of_the_same(old, new, value):
                return made
    return None


def paid_back(told: str, said: str) -> str | None:
    """ "He paid" after a debt that was told, of whom it was told of; None of any other message."""
    owed = claim_of(told) if _PAID.match(folded(said).strip(" .!")) is not None else None
    if owed is None or not owed.known or not owed.attribute.endswith(" owes_me") or owed.about == SELF:
        return None
    who = [word for word in told.split()[:MOST_WORDS] if normalize(word) in owed.about.split()]
    return f"{' '.join(who)} {said_in('paid_me', owed.language)}" if who else None


_PAID = pattern(r"^{paid}$")


def repaid(told: Iterable[str], said: str) -> str | None:
    """ "Paid Tasha back" after "I owe Tasha $40": that debt as one that is no more; None of any other message,
    and where no debt to them is among what was told."""
    low = folded(said).strip(" .!")
    found = next((one for each_pattern in _REPAID if (one := each_pattern.fullmatch(low)) is not None), None)
    who = {word for name in (found.groupdict().values() if found is not None else ()) if name for word in tokens(name)}
    debts = (one for one in told if who and who <= set(tokens(one)) and _is_own_debt(one))
    return next((ended for one in debts if (ended := _ended(one))), None)


def _is_own_debt(told: str) -> bool:
    owed = claim_of(told)
    return owed is not None and owed.known and owed.attribute.startswith(f"{SELF} owes ") and owed.value == YES


def _ended(debt: str) -> str:
    """What is owed, said of what is owed no more."""
    owed, low = claim_of(debt), normalize(debt)
    language = owed.language if owed is not None else ""
    owes = patterns.compile(rf"\b{said_in('i_owe', language)}\b").search(low) if language else None
    if owes is None or len(low) != len(debt):
        return ""
    no_more = said_in("owe_no_more", language).replace("…", debt[owes.start() : owes.end()])
    return f"{debt[: owes.start()]}{no_more}{debt[owes.end() :]}"


_REPAID = each("{repaid}")


def _bare(said: str) -> str:
    return " ".join(without_leading(said.split(), lambda word: normalize(word) in _SMALL))


def _states(said: str) -> bool:
    claim = claim_of(said)
    return claim is not None and claim.known


def _lowered(said: str) -> str:
    """ "In Lisbon" in the middle of a sentence."""
    first = said.split(maxsplit=1)[0]
    return said[:1].lower() + said[1:] if normalize(first) in _SMALL else said


def _of_the_same(old: Claim, new: Claim, value: str) -> bool:
    """Whether both tell one thing, the new one with this value."""
    if not new.known or (old.about, old.polar, old.language) != (new.about, new.polar, new.language):
        return False
    if not new.polar:
        return old.attribute == new.attribute and tokens(new.value) == tokens(value) and not agree(old.value, new.value)
    told, said = old.attribute.split(), new.attribute.split()
    many = len(tokens(value))
    kind = said[: len(said) - many]
    return len(kind) > 1 and told[: len(kind)] == kind and told != said
