"""What does the reader have to know of a language to understand a question or a simple request in it?

Patterns run on `Line.low`: small letters without accents, one blank between words, "'" for every apostrophe. In a
pattern a blank stands for a blank, and `{name}` for an entry of `parts`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from orchestrator.language.lexicon.shape import Language
from orchestrator.reader.acts import Act
from orchestrator.reader.asked import Kind


@dataclass(frozen=True)
class Words:
    """One language. The order of `kinds` and `acts` matters: the first that matches wins.

    `polite`: what may stand before a request; `generic`: folded words that say what is asked, not about what;
    `also_asks`, `also_acts`: where a second question or request begins; `lead`: words left dangling where a time phrase
    was taken out; `toward`: what parts an event from its new time; `weak_verbs`: verbs that mean an event only beside a
    time or the word for one; `relations`: lowercase words that name a person, `roles` those that do not; `novel`: what
    opens a new entry without a verb; `told`: words that label a contact's details; `feasts`: days whose name may be
    part of a title, after `of_feast` or before `feast_of`.
    """

    language: Language
    locale: str
    kinds: Sequence[tuple[Kind, re.Pattern[str]]]
    acts: Sequence[tuple[Act, re.Pattern[str]]]
    things: Mapping[str, re.Pattern[str]]
    attributes: Mapping[str, re.Pattern[str]]
    polite: re.Pattern[str]
    tail: re.Pattern[str]
    generic: frozenset[str]
    past: re.Pattern[str]
    future: re.Pattern[str]
    deictic: re.Pattern[str]
    follow: re.Pattern[str]
    also_asks: re.Pattern[str]
    also_acts: re.Pattern[str]
    lead: re.Pattern[str]
    articles: re.Pattern[str]
    with_: re.Pattern[str]
    at: re.Pattern[str]
    join: re.Pattern[str]
    reminds: re.Pattern[str]
    titled: re.Pattern[str]
    toward: re.Pattern[str]
    later: str
    earlier: str
    forward: re.Pattern[str]
    at_clock: str
    on_calendar: re.Pattern[str]
    weak_verbs: re.Pattern[str]
    shopping: re.Pattern[str]
    works_at: re.Pattern[str]
    novel: re.Pattern[str]
    told: re.Pattern[str]
    meal_first: re.Pattern[str]
    meal_last: re.Pattern[str]
    feasts: re.Pattern[str]
    of_feast: re.Pattern[str]
    feast_of: re.Pattern[str]
    relations: frozenset[str]
    roles: frozenset[str]
    no_names: frozenset[str]


def compiled(pattern: str, parts: Mapping[str, str], *, whole: bool = False) -> re.Pattern[str]:
    """A pattern with its parts put in; `whole` anchors it at both ends."""
    text = re.sub(r"\{([a-z_]+)\}", lambda match: parts[match[1]], pattern)
    return re.compile(rf"^(?:{text})$" if whole else text)


def split(text: str) -> frozenset[str]:
    """A set from a blank-separated table."""
    return frozenset(text.split())


def kind_rules(kind: Kind, parts: Mapping[str, str], *patterns: str) -> list[tuple[Kind, re.Pattern[str]]]:
    """The patterns of one kind of question."""
    return [(kind, compiled(pattern, parts)) for pattern in patterns]
