"""Which part of the last thing asked for does a message change by naming that part alone?

"Same but with Rui on Monday" and "and on the 4th too" ask for it once more; "no, the other Ana" means another one of
that name; "by Wednesday not Thursday" puts one time in the place of the other. The words are each language's
(`amending.toml`).
"""

from datetime import datetime
from typing import Final

from orchestrator.language.discourse.marks import marked
from orchestrator.language.discourse.restating import (
    ARTICLES,
    MOST_CHARACTERS,
    with_person,
)
from orchestrator.language.discourse.retiming import names_a_time, only_a_time, only_an_hour, with_time
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.render import at_clock
from orchestrator.language.tables import LANGUAGES, ByLanguage, Language, Table
from orchestrator.language.text.words import level
from orchestrator.language.time import mentions


class _Amending(Table):
    """`amending.toml`; what its keys are stands there."""

    other: Compiled
    same: Compiled
    rather: Compiled
    turned: Compiled
    proposes: Compiled
    one_after: Compiled
    joins: str


_TABLES: Final = ByLanguage(lambda language: read_patterns(language, "amending", _Amending))


def other_of_name(said: str) -> str | None:
    """The name that "no, the other Ana" says, "" for "the other one"; None of a message that says no such thing."""
    return _part(said, "other", "name")


def same_but(said: str) -> str:
    """What "same but with Rui on Monday" changes; "" of any other message."""
    return _part(said, "same", "rest") or ""


def rather(said: str, language: Language, *, now: datetime) -> str:
    """The time that is meant in the place of the other; "" where not both are times."""
    meant, other = _part(said, "rather", "meant") or "", _part(said, "rather", "other") or ""
    if all(any(mentions(one, now=now, locale=language)) for one in (meant, other)):
        return meant if len(other.split()) <= _MOST_OF_A_TIME else ""  # "friday's no good, make it saturday"
    hours = all(one.isdigit() and int(one) in _HOURS for one in (meant, other))
    return at_clock(meant, language) if hours else ""


_MOST_OF_A_TIME = 4
"""Words of a time that another one takes the place of."""


def instead_of(said: str) -> tuple[str, str] | None:
    """What is meant, and what it takes the place of: "vegan not coeliac", "com a Ana não, com o Rui"."""
    found = _part(said, "rather", "meant"), _part(said, "rather", "other")
    if not all(found):
        found = _part(said, "turned", "meant"), _part(said, "turned", "other")
    meant, other = found
    return (meant, other) if meant and other else None


def weeks_on(said: str) -> int:
    """How many weeks later another one is meant than the one that was named by its day: 1 of "not this Tuesday, the one
    after", -1 of "the one before that", 0 of a message that means no such one."""
    back = [_part(said, "one_after", group) for group in ("back", "back2", "back3")]
    if None in back:
        return 0
    return -1 if any(back) else 1


_HOURS = range(1, 25)
""" "10, not 9": numbers in each other's place are hours."""


def proposes_time(said: str) -> bool:
    """Whether a message proposes another time and nothing else: "could we do Saturday instead"."""
    rest = _part(said.removesuffix("?"), "proposes", "rest") or ""
    return bool(rest) and only_a_time(rest)


def proposed_time(said: str) -> str:
    """The time that a message proposes, perhaps behind why: "she just texted, can we do 3 instead"; "" of any other."""
    why, _, ask = said.removesuffix("?").rpartition(",")
    rest = _part(ask, "proposes", "rest") or ""
    told = only_a_time(rest) or only_an_hour(rest)
    return rest if told and not names_a_time(why) else ""


def once_more(
    before: str, rest: str, old: str | None, new: str | None, language: Language, *, now: datetime
) -> str | None:
    """The message before with what `rest` tells in the place of its own: a person (`new` for `old`, folded names), a
    time, or both. None where it tells neither, or something else."""
    made: str | None = before
    if new is not None:
        made = with_person(before, old, _as_said(rest, new)) if old is not None else None
        rest = _without(rest, new)
    if made is None or not any(char.isalnum() for char in rest):
        return made
    return with_time(made, rest, language, now=now, sure=True)


def _part(said: str, key: str, group: str) -> str | None:
    """What a group of the pattern holds, "" where that was left out; None where the message is none of its kind."""
    text = said.strip(" .!")
    low = level(text)
    if len(text) > MOST_CHARACTERS or "?" in said:
        return None
    for language in LANGUAGES:
        inside = marked(low, language)
        for start, end in dict.fromkeys(((0, len(low)), (inside.start, inside.end))):
            match = getattr(_TABLES[language], key).fullmatch(low[start:end])
            if match is not None:
                return text[start:end][match.start(group) : match.end(group)] if match[group] is not None else ""
    return None


def _as_said(rest: str, name: str) -> str:
    at = level(rest).find(name)
    return rest[at : at + len(name)] if at >= 0 else name


def _without(rest: str, name: str) -> str:
    """The words without the person and what joins them."""
    at = level(rest).find(name)
    before = rest[:at].rstrip().split() if at >= 0 else rest.split()
    joins = {_TABLES[one].joins for one in LANGUAGES}
    while before and (level(before[-1]) in joins or ARTICLES.match(level(before[-1]) + " ")):
        before.pop()
    return " ".join([*before, *(rest[at + len(name) :].split() if at >= 0 else ())])
