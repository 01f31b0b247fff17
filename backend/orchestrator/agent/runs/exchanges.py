"""What was a thread about, as its messages tell: what the user asked, newest first, with the answers; whom these name,
which day, which titles?"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.ports.resolution import Resolution
from orchestrator.agent.turn.context import UNDERSTOOD, TurnContext
from orchestrator.agent.turn.turn import Turn
from orchestrator.kit import patterns
from orchestrator.language.discourse import anaphora
from orchestrator.language.discourse.quoted_days import quoted_day
from orchestrator.language.exemplars.cues import cues
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.people.kinship import Gender
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import content_words
from orchestrator.language.text.words import without_quotes
from orchestrator.language.time import mentions

MOST_BACK = 4
"""Exchanges that a pronoun may reach back to: further back nobody says "she"."""
ANSWER_READ = 300
"""Characters of an answer in which the day stands that it is about."""
MOST_OF_A_THING = 6
"""Words of a thing that is named anew: who says more asks for something else."""
_OF_A_DAY = frozenset({"second", "minute", "hour", "part", "day"})
_TITLE = patterns.compile(r"[“«](?P<title>[^”»“«]{2,60})[”»]")
"""A title as Steward tells it."""


@dataclass(frozen=True)
class Exchange:
    """What the user asked, as it stands by itself and as it was said, and the answer."""

    asked: str
    said: str
    answer: StoredMessage | None


def exchanges(opening: TurnContext) -> list[Exchange]:
    """What was asked in the thread, newest first."""
    found: list[Exchange] = []
    answer: StoredMessage | None = None
    for message in reversed(opening.window):
        if message.role == "assistant":
            answer = message
        elif message.role == "user" and message.speaker is None:
            understood = answer.metadata.get(UNDERSTOOD) if answer is not None else None
            found.append(Exchange(str(understood or message.content), message.content, answer))
            answer = None
    return found


def names_earlier(opening: TurnContext, said: str, before: str, language: Language) -> bool:
    """Whether a message names a thing that was spoken of before the last exchange, and not in it: "actually the
    wholesaler thing, make it Wednesday" is not about the card that was shown last."""
    bare = said
    for time in reversed(mentions(said, now=_ANY_TIME, locale=language)):
        bare = f"{bare[: time.offset]} {bare[time.offset + len(time.text) :]}"
    idle = {*content_words(before), *LEXICONS[language].verbs, *cues("amend", language)}
    named = {word for word in content_words(bare) if len(word) >= _OF_A_THING} - idle
    earlier = [exchange.asked for exchange in exchanges(opening)[1 : _FURTHER_BACK + 1]]
    return any(named & set(content_words(asked)) for asked in earlier)


_ANY_TIME = datetime(2026, 1, 1)  # noqa: DTZ001  (only where times stand is asked)
_OF_A_THING = 4
"""Letters of a word that names a thing."""
_FURTHER_BACK = 8


def standing(exchanges: Sequence[Exchange]) -> list[Exchange]:
    """Those whose request was not taken back by the message after it: nobody means what they just dropped."""
    kept = list(exchanges[:1])
    for newer, one in pairwise(exchanges):
        if affirm.reading(newer.said) != "no":
            kept.append(one)
    return kept


def people_in(opening: TurnContext, text: str) -> list[EntityRef]:
    """The people whom a text names; a possessive may have lost its apostrophe."""
    found = [ref for one in _met(opening, text) for ref in one.entities]
    return list({ref.id: ref for ref in found}.values())


def names_in(opening: TurnContext, text: str) -> list[str]:
    """The names that a text says, folded."""
    return [one.phrase for one in _met(opening, text)]


def _met(opening: TurnContext, text: str) -> Sequence[Resolution]:
    for words in (text, " ".join(word.removesuffix("s") for word in text.replace("'s", " ").split())):
        if found := opening.people.named_in(words, partly=True):
            return found
    return ()


def kept_of(answer: StoredMessage | None, key: str) -> list[Any]:
    kept = (answer.metadata.get("context") or {}) if answer is not None else {}
    return list(kept.get(key) or ())


def called_before(opening: TurnContext, language: Language) -> dict[UUID, Gender]:
    """The genders of the people for whom "him" or "her" stood in this talk."""
    found: dict[UUID, Gender] = {}
    for one in exchanges(opening)[:MOST_BACK]:
        called = anaphora.refers_to_person(one.said, language) if one.said != one.asked else None
        if called is not None and called.gender is not None:
            before = {ref.id for ref in people_in(opening, one.said)}
            meant = [ref.id for ref in people_in(opening, one.asked) if ref.id not in before]
            found |= {meant[0]: called.gender} if len(meant) == 1 else {}
    return found


def told_titles(opening: TurnContext) -> list[str]:
    """What the last answer that named anything called by its title; of what was said, where."""
    for exchange in exchanges(opening)[:MOST_BACK]:
        if exchange.answer is not None:
            told = [one["title"].strip() for one in _TITLE.finditer(exchange.answer.content[:ANSWER_READ])]
            if titles := [one for one in dict.fromkeys(told) if not one.endswith((".", "?", "!"))]:
                return titles
    return []


def moment_of(turn: Turn, opening: TurnContext) -> str:
    """The words of the one day and hour that the last message asked about; "" where this one tells a time itself, or
    says no more than a yes or no."""
    last = next(iter(exchanges(opening)), None)
    bare = " ".join(turn.question.split()[:-1])
    if last is None or affirm.reading(turn.question) or affirm.reading(bare) or not content_words(bare):
        return ""
    if len(turn.question.split()) > MOST_OF_A_THING or mentions(bare, now=turn.local_now, locale=turn.locale):
        return ""
    told = mentions(last.asked, now=turn.local_now, locale=turn.locale)
    return told[0].text if len(told) == 1 and told[0].has_date and told[0].has_time else ""


def day_of(turn: Turn, opening: TurnContext) -> date | None:
    """The day that was asked for last, else the first that the answer tells, of a passage in the words it quotes."""
    for exchange in exchanges(opening)[:MOST_BACK]:
        answer = exchange.answer.content[:ANSWER_READ] if exchange.answer is not None else ""
        day = (
            _day_in(exchange.asked, turn)
            or quoted_day(answer, now=turn.local_now, locale=turn.locale)
            or _day_in(without_quotes(answer), turn)  # a title with "Christmas" in it is no day
        )
        if day is not None:
            return day
    return None


def asked_day(turn: Turn, opening: TurnContext) -> date | None:
    """The one day, from today on, that the question before was about; None where it was of none, or of several."""
    last = next(iter(exchanges(opening)), None)
    if last is None or mood_of(last.asked, turn.locale).mood is not Mood.QUESTION:
        return None
    told = [one for one in mentions(last.asked, now=turn.local_now, locale=turn.locale) if one.has_date]
    day = _day_in(last.asked, turn) if len(told) == 1 and told[0].kind != "duration" else None
    return day if day is not None and day >= turn.local_now.date() else None


def _day_in(text: str, turn: Turn) -> date | None:
    told = mentions(text, now=turn.local_now, locale=turn.locale)
    days = (one for one in told if one.has_date and one.grain in _OF_A_DAY and one.kind != "duration")
    return next((one.start.date() for one in days), None)
