"""A rule as it was said, and what it is about: the words of a sentence that say neither when nor that it is a rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from orchestrator.kit import patterns
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.rules.pieces import words_in
from orchestrator.language.rules.words import DAY_NAMES, NEVER, WEEKDAYS, WEEKEND, WEEKENDS, days_of
from orchestrator.language.text.normalize import STOP_WORDS, tokens

MOST_WORDS = 4


@dataclass(frozen=True)
class RuleWords:
    """An effect as it was said. Its names are not resolved yet."""

    effect: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    people: tuple[str, ...] = ()
    place: str = ""
    """Where (`default_place`)."""
    stands_for: str = ""
    """What an alias means."""
    beside: tuple[str, ...] = ()
    """With whom an event must be for the rule to be about it."""
    spared: tuple[str, ...] = ()
    """What the rule leaves alone: people, places, or words of a title."""


def days_in(said: str) -> dict[str, list[str]]:
    days = days_of(said)
    return {"days": days} if days else {}


_LEFT_OUT = frozenset().union(*STOP_WORDS.values()) | words_in("left_out")
_MEETING = words_in("meeting")
MEETINGS = ["meeting", "call", "sync", "standup", "1:1"]
"""What else people call one."""
_ONE_TO_ONE = patterns.compile(r"\b1[:-]1s?\b")


def about(said: str, *, all_words: bool = False) -> dict[str, Any]:
    """What the rule is about: the words that say neither when nor that it is a rule. Without `all_words` meetings
    alone, and what a ban names."""
    if _ONE_TO_ONE.search(said):
        return {"match": {"words": ["1:1"]}}
    words = matter(said)
    if any(word in _MEETING for word in words):
        return {"match": {"words": MEETINGS}}
    if not words or len(words) > MOST_WORDS:
        return {}
    if all_words or NEVER.search(said):
        return {"match": {"words": [" ".join(words)]}}
    return {}


def matter(said: str) -> list[str]:
    """The words that say neither when nor that it is a rule."""
    named = tokens(WEEKENDS.sub(" ", said))
    words = [word for word in named if word not in _LEFT_OUT and word not in WEEKDAYS and word not in DAY_NAMES]
    words = [word for word in words if not _puts(word)]
    return [word for word in words if len(word) > 1 and not word.isdigit() and word not in WEEKEND]


def _puts(word: str) -> bool:
    """Whether a word is of a verb that bids to put something in the calendar ("metas", "apuntes"), and no noun."""
    forms = (
        lexicon.verbs.get(word) or lexicon.verbs.get(word.removesuffix("me"))
        for lexicon in LEXICONS.values()
        if word not in lexicon.things
    )
    return word not in _MEETING and any(form is not None and "create" in form.kinds for form in forms)


def as_written(name: str, text: str) -> str:
    """A folded name as it stands in the text."""
    wanted = tokens(name)
    words = patterns.compile(r"[^\s,.;:!?“”\"«»]+").findall(text)
    for at in range(len(words) - len(wanted) + 1):
        part = words[at : at + len(wanted)]
        if [one for word in part for one in tokens(word)] == wanted:
            return " ".join(part)
    return name
