"""What does the reader have to know of a language to understand a question or a simple request in it?

Patterns run on `Line.low`: small letters without accents, one blank between words, "'" for every apostrophe. In a
pattern a blank stands for a blank, and `{name}` for an entry of `parts`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from orchestrator.kit import lookaround, patterns
from orchestrator.kit.patterns import Pattern
from orchestrator.language.tables import Language
from orchestrator.reader.acts import Act
from orchestrator.reader.question_kinds import Kind

_PART = patterns.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Words:
    """One language. The order of `kinds` and `acts` matters: the first that matches wins.

    `polite`: what may stand before a request; `generic`: folded words that say what is asked, not about what;
    `asks`: how a question opens; `also_asks`, `also_acts`: where a second question or request begins;
    `lead`: words left dangling where a time phrase
    was taken out; `toward`: what parts an event from its new time; `weak_verbs`: verbs that mean an event only beside a
    time or the word for one; `relations`: lowercase words that name a person, `roles` those that do not; `novel`: what
    opens a new entry without a verb; `told`: words that label a contact's details; `feasts`: days whose name may be
    part of a title, after `of_feast` or before `feast_of`.
    """

    language: Language
    locale: str
    kinds: Sequence[tuple[Kind, Pattern]]
    acts: Sequence[tuple[Act, Pattern]]
    things: Mapping[str, Pattern]
    attributes: Mapping[str, Pattern]
    polite: Pattern
    tail: Pattern
    generic: frozenset[str]
    since: Pattern
    past: Pattern
    future: Pattern
    deictic: Pattern
    follow: Pattern
    asks: Pattern
    also_asks: Pattern
    also_acts: Pattern
    lead: Pattern
    articles: Pattern
    with_: Pattern
    at: Pattern
    join: Pattern
    reminds: Pattern
    titled: Pattern
    toward: Pattern
    later: str
    earlier: str
    forward: Pattern
    at_clock: str
    on_calendar: Pattern
    weak_verbs: Pattern
    shopping: Pattern
    works_at: Pattern
    novel: Pattern
    told: Pattern
    meal_first: Pattern
    meal_last: Pattern
    feasts: Pattern
    of_feast: Pattern
    feast_of: Pattern
    relations: frozenset[str]
    roles: frozenset[str]
    no_names: frozenset[str]


def compiled(pattern: str, parts: Mapping[str, str], *, whole: bool = False) -> Pattern:
    """A pattern with its parts put in; `whole` anchors it at both ends."""
    text = _PART.sub(lambda match: parts[match[1]], pattern)
    return lookaround.compile(rf"^(?:{text})$" if whole else text)


def split(text: str) -> frozenset[str]:
    """A set from a blank-separated table."""
    return frozenset(text.split())


def kind_rules(kind: Kind, parts: Mapping[str, str], *patterns: str) -> list[tuple[Kind, Pattern]]:
    """The patterns of one kind of question."""
    return [(kind, compiled(pattern, parts)) for pattern in patterns]
