"""Which change does a message want whose words no template knows, but whose kind the exemplars tell?

It is said again in the plain words of its language ("cancel {what}", `plainly.toml`) and read as any request is: `what`
is what neither the kind nor a time explains. So a kind alone makes nothing: without a word of its own, or where the
plain words are no request, there is none; and what is to be changed is looked up as ever, and asked about.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from orchestrator.language import tables
from orchestrator.language.discourse.amending import rather
from orchestrator.language.exemplars.cues import cues
from orchestrator.language.exemplars.kinds import Proposed, proposed
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.text.normalize import STOP_WORDS, normalize
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, Line, spelled
from orchestrator.reader.request import Request
from orchestrator.reader.requests.captures import only_thought_of
from orchestrator.reader.requests.templates import requested, without_politeness, written_down
from orchestrator.reader.timing import phrases

LIKELY: Final = 0.6
"""So likely a change of something kept has to be; it is looked up, and waits for a yes, all the same."""
SURELY: Final = 0.8
"""So likely an event has to be, of a message that asks for a change whose verb is none of an event: "call with Ana"."""
_MOST_WORDS: Final = 6
"""Words that name a thing: who says more asks for something else."""
_TELLS_THAT: Final = 5
"""Words before the "that" of what is to be kept."""


class _Plainly(tables.Table):
    """`plainly.toml`. How a change is asked for in plain words: `cancel` and `move` of an event, `done` of a to-do,
    `fact`, `note`; `that`: what stands before what is to be kept; `another`: how what is none of these begins, however
    much it sounds like one: "drop off the kids", "copy the lunch to Friday"."""

    cancel: str
    move: str
    done: str
    fact: str
    note: str
    that: tables.Words
    another: tuple[str, ...]


_TABLES = tables.by_language("plainly", _Plainly)
_KEPT: Final = frozenset({"fact", "note"})
_PUTS_RIGHT: Final = "amend"
_OF_SOMETHING: Final = frozenset({"cancel", "move", "done"})


def by_kind(facts: TurnFacts, known: Words, locale: str) -> list[Request]:
    """The request in plain words; none of a message whose kind is not clear, or that names nothing."""
    if len(facts.question) > MAX_LENGTH:
        return []
    told = proposed(facts.question, known.language)
    if told.kind == "create" and told.share >= SURELY and facts.mood == Mood.REQUEST:
        return written_down(spelled(facts.question, known.language), known, locale, facts)
    if told.kind not in _KEPT and only_thought_of(facts.question, known.language):
        return []  # "maybe I'll cancel Porto, I don't know yet"
    if told.kind == _PUTS_RIGHT and not facts.context.get("draft"):
        told = replace(told, kind="move")  # "le coiffeur, plutôt à 11h": nothing waits, so what is kept is put right
    text = without_politeness(spelled(facts.question, known.language), known)
    if normalize(text.low).startswith(_TABLES[known.language].another):
        return []
    if _takes_away(text, known):
        told = replace(told, kind="cancel", share=1.0)
    elif told.share < LIKELY or told.kind not in _KEPT | _OF_SOMETHING:
        return []
    text = spelled(facts.question, known.language)
    said = _kept(text, known.language) if told.kind in _KEPT else _changed(text, told, known, facts, locale)
    if not said:
        return []
    plain = getattr(_TABLES[known.language], told.kind).format(**said)
    return requested(spelled(plain, known.language), known, locale, facts)


def _takes_away(text: Line, known: Words) -> bool:
    """Whether a message opens with a verb that only takes away, of something that is spoken of as known: "axe the
    council meeting"."""
    opening = text.tokens()[:2]
    form = LEXICONS[known.language].verbs.get(opening[0].low) if len(opening) > 1 else None
    if form is None or "w" not in form.tags or form.kinds != {"delete"}:
        return False
    return known.articles.match(f"{opening[1].low} ") is not None


def _kept(text: Line, language: tables.Language) -> Mapping[str, str]:
    """What is to be kept: what follows the first "that"."""
    tokens = list(text.tokens())
    at = next((n for n, one in enumerate(tokens[:_TELLS_THAT]) if one.low in _TABLES[language].that), None)
    if at is None or at + 1 == len(tokens):
        return {}
    return {"what": text.cut(tokens[at].end, len(text.low)).written}


def _changed(text: Line, told: Proposed, known: Words, facts: TurnFacts, locale: str) -> Mapping[str, str]:
    """What is to be changed, and when: what is cancelled is of the time that is said, what is moved gets the one that
    stands last."""
    times = [one for one in phrases(text.raw, text.low, known, facts.now, locale) if one.bare]
    spans = [span for one in times for span in one.spans]
    marks = cues(told.kind, known.language) | cues(_PUTS_RIGHT, known.language)
    explained = marks | STOP_WORDS[known.language] | known.generic
    words = [
        one.raw
        for one in text.tokens()
        if not any(start <= one.start < end for start, end in spans)
        and normalize(one.raw) not in explained
        and one.low not in LEXICONS[known.language].verbs
    ]
    if not 0 < len(words) <= _MOST_WORDS or (told.kind == "move" and not times):
        return {}
    when = [one.bare for one in times]
    if told.kind == "move":
        when = [rather(text.raw, known.language, now=facts.now) or times[-1].bare]  # "at eight, not at seven"
    return {"what": " ".join(words), "when": " ".join(when)}
