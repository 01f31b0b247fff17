"""Which kind of question is it that no pattern of its language knows? As the exemplars tell."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from orchestrator.language.exemplars.cues import cues
from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.exemplars.masking import TIME, masked
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import STOP_WORDS, tokens
from orchestrator.reader.question_kinds import Kind

SURE: Final = 0.8
"""So likely what needs no look-up at all: small talk, and what Steward can't do."""


@dataclass(frozen=True, slots=True)
class Likely:
    """A kind of question, with what it says of the record that answers: which detail, which kind, whether the last."""

    kind: Kind
    attribute: str | None = None
    thing: str | None = None
    last: bool = False


_KINDS: Final[Mapping[str, Likely]] = MappingProxyType(
    {
        "when": Likely(Kind.WHEN),
        "where": Likely(Kind.WHERE),
        "who": Likely(Kind.WHO),
        "phone": Likely(Kind.ATTRIBUTE, attribute="phone"),
        "email": Likely(Kind.ATTRIBUTE, attribute="email"),
        "home": Likely(Kind.ATTRIBUTE, attribute="address"),
        "birthday": Likely(Kind.ATTRIBUTE, attribute="birthday"),
        "job": Likely(Kind.ATTRIBUTE, attribute="work"),
        "count": Likely(Kind.COUNT),
        "length": Likely(Kind.HOW_LONG),
        "last": Likely(Kind.WHEN, last=True),
        "next": Likely(Kind.NEXT),
        "exists": Likely(Kind.EXISTS),
        "agenda": Likely(Kind.AGENDA),
        "briefing": Likely(Kind.BRIEFING),
        "todos": Likely(Kind.AGENDA),  # "anything left for today" is of events too
        "people": Likely(Kind.AGENDA, thing="contact"),
        "free": Likely(Kind.FREE),
        "clash": Likely(Kind.CONFLICT),
        "said": Likely(Kind.SAID),
        "promised": Likely(Kind.PROMISED),
        "decided": Likely(Kind.DECIDED),
        "clock": Likely(Kind.CLOCK),
    }
)
_KEEP_KIND: Final = frozenset({"agenda", "exists", "free", "next"})
_TALK: Final[Mapping[str, Likely]] = MappingProxyType(
    {
        "greet": Likely(Kind.GREETING),
        "thanks": Likely(Kind.THANKS),
        "bye": Likely(Kind.FAREWELL),
        "abilities": Likely(Kind.ABILITIES),
        "out": Likely(Kind.UNABLE),
    }
)


def likely_kind(text: str, language: Language, *, follows: bool) -> Likely | None:
    """The kind of a question by the exemplars that it is like; None where it is clearly like none. `follows`: it goes
    on from the one before, whose kind it keeps where it names another day or thing alone."""
    if not any(char.isalpha() for char in text):
        return None
    told = proposed(text, language)
    if follows and told.kind in _KEEP_KIND:
        return None
    if told.share >= SURE and told.kind in _TALK:
        return _TALK[told.kind]
    if told.kind == "todos" and told.share >= SURE and TIME not in masked(text, language):
        return _TODOS
    if told.kind == "free" and told.share < SURE and TIME not in masked(text, language):
        return None  # "what blood group am i"
    return _KINDS.get(told.kind) if told.clear else None


_TODOS: Final = Likely(Kind.AGENDA, thing="todo")
"""Of no day: "any jobs hanging over me that are late" is of to-dos alone."""


def likely_detail(text: str, language: Language, *, named: bool) -> Likely | None:
    """The detail of somebody that a message surely asks for: "tenés el número", "o Rui trampa onde". `named`: another
    kind was read from words that a detail is asked for with too; otherwise it must say nothing else."""
    told = proposed(text, language)
    if told.share < SURE or (told.kind not in _DETAILS if named else not _says_no_more(text, language)):
        return None
    found = likely_kind(text, language, follows=False)
    return found if found is not None and found.attribute is not None else None


_DETAILS: Final = frozenset({"job", "home", "birthday"})
"""Details that are asked for with "where" and "when"."""


def _says_no_more(text: str, language: Language) -> bool:
    return likely_cues(text, language) >= set(tokens(text)) - STOP_WORDS[language]


def surely_beyond(text: str, language: Language) -> bool:
    """Whether a message surely asks what nothing that is kept can tell: who won a match, what the weather is."""
    told = proposed(text, language)
    return told.kind == "out" and told.share >= _BEYOND


_BEYOND: Final = 0.95


def likely_age(text: str, language: Language) -> bool:
    """Whether a message surely asks how old somebody is."""
    told = proposed(text, language)
    return told.kind == "age" and told.share >= SURE


def likely_people(text: str, language: Language) -> bool:
    """Whether it surely asks which people one knows."""
    told = proposed(text, language)
    return told.kind == "people" and told.share >= SURE


def likely_cues(text: str, language: Language) -> frozenset[str]:
    """The words that its kind explains, where that is likely."""
    told = proposed(text, language)
    return cues(told.kind, language) if told.clear else frozenset()
