"""What is a message about? The words and patterns of every language's `topics.toml`, read together, for the router's
rules: a household mixes its languages.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from orchestrator.kit import patterns
from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.pattern_tables import read_patterns
from orchestrator.language.speech_acts.own_pages import own_page
from orchestrator.language.tables import LANGUAGES, Joined, Table, Words
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.language.word_patterns import END

READ_CHARACTERS = 2000
"""How much of a message the rules look at: what it is about is said early."""


class Topic(StrEnum):
    """What a word list speaks of."""

    AGENDA = "agenda"
    TODO = "todo"
    TODO_LIST = "todo_list"
    CONTACT = "contact"
    RELATIVE = "relative"
    PERSONAL_DOCUMENT = "personal_document"
    PLACE = "place"
    WHEREABOUTS = "whereabouts"
    NAMES_PLACE = "names_place"
    COUNT = "count"
    MOST = "most"
    SAID = "said"
    WEB = "web"
    WEB_SEARCH = "web_search"
    BRIEFING = "briefing"
    REMEMBER = "remember"
    SMALL_TALK = "small_talk"
    ABOUT_YOU = "about_you"
    SEVERAL = "several"
    SENDING = "sending"
    PAYING = "paying"
    OWN_PAGE = "own_page"


_AMOUNT = (
    r"(?:[€$£] ?\d|\d ?(?:k |k|mil |mille )?"
    r"(?:[€$£]|(?:euros?|eur|dollars?|usd|pounds|gbp|quid|bucks|reais|dolares|pesos|libras|livres)\b))"
)
"""A sum with its currency, in any of the languages."""


class _Topics(Table):
    """`topics.toml`, for folded text. `words`: what a message is about where one of them stands in it; `patterns`: the
    same by how it is said. Beside the topics: `who_most`, what asks who, before a `most_word`; `who_else`, what is
    asked of others instead, behind it; `all_of`, what follows a "todos" that is no to-do; `googles`, a command to
    search."""

    words: Mapping[str, Words]
    patterns: Mapping[str, Joined]


_TABLES = tuple(
    read_patterns(language, "topics", _Topics, {"word_end": END, "amount": _AMOUNT}) for language in LANGUAGES
)


def _listed(topic: str) -> frozenset[str]:
    return frozenset().union(*(table.words.get(topic, frozenset()) for table in _TABLES))


def _said(name: str) -> patterns.Pattern:
    return patterns.compile("|".join(f"(?:{told})" for table in _TABLES if (told := table.patterns.get(name))))


_WORDS = {topic: listed for topic in Topic if (listed := _listed(topic))}
_PATTERNS = {topic: _said(topic) for topic in Topic if any(table.patterns.get(topic) for table in _TABLES)}
GOOGLE = _said("googles")
""" "Google the trains" as a command, which "google maps" is not; for folded text."""


@dataclass(frozen=True)
class Topics:
    """Which topics a message touches; `words` is its length in words."""

    found: frozenset[Topic]
    words: int

    def __contains__(self, topic: Topic) -> bool:
        return topic in self.found


_EVERY = patterns.compile(rf"\btodos?\s+({_said('all_of').pattern})")
"""Portuguese and Spanish "todos os dias", "todos los lunes" are no to-dos."""
_WHO = _said("who_most")
_ELSE = patterns.compile(rf" (?:{_said('who_else').pattern})")
""" "Quem mais mora aqui?" asks who else; "com quem mais almoço?" asks who most."""
_MOST = patterns.compile(rf".{{0,60}}\b(?:{_said('most_word').pattern})\b")
_NEAR = 80
"""Characters after "who" in which "most" is looked for; more than its pattern reads."""


def _asks_who_most(folded: str) -> bool:
    rests = (folded[who.end() : who.end() + _NEAR] for who in _WHO.finditer(folded))
    return any(_MOST.match(rest) is not None and _ELSE.match(rest) is None for rest in rests)


@kept_for_short_texts(128)
def topics_of(text: str) -> Topics:
    """The topics of a message. Linear in its length."""
    folded = normalize(text[:READ_CHARACTERS])
    words = tokens(folded)
    present = set(tokens(_EVERY.sub(r" \1", folded)))
    found = {topic for topic, listed in _WORDS.items() if present & listed}
    found |= {topic for topic, pattern in _PATTERNS.items() if pattern.search(folded)}
    if own_page(text) is not None:
        found.add(Topic.OWN_PAGE)
    if _asks_who_most(folded):
        found.add(Topic.MOST)
    return Topics(frozenset(found), len(words))
