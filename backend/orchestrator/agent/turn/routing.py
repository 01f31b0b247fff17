"""What does this message want, and how sure is that? Rules first, the fast model next, the best guess last.

Source: product.md section 1, "Hybrid router" and "Mood gate".
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from orchestrator.agent.types.bundle import MoodName, RouteSource
from orchestrator.agent.types.vocabulary import (
    ASKED,
    DATA_INTENT,
    GENERAL_INTENT,
    REMEMBER_INTENT,
    RULE_GUESS,
    RULE_LIKELY,
    RULE_MIXED,
    RULE_SURE,
    SEARCH_INTENT,
    SHORT_CIRCUIT,
    WANTED,
    Decision,
    RoutingRule,
    Vocabulary,
)
from orchestrator.language.discourse.dated_things import anchored
from orchestrator.language.discourse.recalling import asked_talk
from orchestrator.language.discourse.talk import asks_about_talk
from orchestrator.language.rules.ending import asked_to_end
from orchestrator.language.rules.form import lays_down
from orchestrator.language.speech_acts.forgetting import asked_to_forget, forgets_a_thing
from orchestrator.language.speech_acts.intents import Topic, Topics, topics_of
from orchestrator.language.speech_acts.mood import Mood, MoodReading, mood_of
from orchestrator.language.statements.stating import calls_wrong, statements
from orchestrator.language.tables import Language
from orchestrator.llm.loose_json import parse_object

FEW_WORDS = 5
UNSTATED_CONFIDENCE = 0.5
"""A model's answer that names an intent without saying how sure it is."""

_BY_HAND = "wants what is done by hand on a page"
OWN_RULES: tuple[RoutingRule, ...] = (
    RoutingRule(90, ASKED, frozenset({Topic.OWN_PAGE}), GENERAL_INTENT, RULE_SURE, _BY_HAND),
    RoutingRule(90, WANTED, frozenset({Topic.OWN_PAGE}), GENERAL_INTENT, RULE_SURE, _BY_HAND),
    RoutingRule(100, ASKED, frozenset({Topic.ABOUT_YOU}), GENERAL_INTENT, RULE_SURE, "asks Steward about itself"),
    RoutingRule(120, ASKED, frozenset({Topic.MOST}), DATA_INTENT, RULE_SURE, "asks who most"),
    RoutingRule(130, ASKED, frozenset({Topic.COUNT}), DATA_INTENT, RULE_SURE, "asks for a count"),
    RoutingRule(140, ASKED, frozenset({Topic.SAID}), SEARCH_INTENT, RULE_SURE, "asks what was said"),
    RoutingRule(
        100,
        WANTED,
        frozenset({Topic.SEVERAL}),
        GENERAL_INTENT,
        RULE_GUESS,
        "several changes, perhaps of different kinds",
    ),
    # A contact, an event or a note in its place would be a change that nobody asked for.
    RoutingRule(
        110, WANTED, frozenset({Topic.SENDING}), GENERAL_INTENT, RULE_SURE, "asks to send something to somebody"
    ),
    RoutingRule(120, WANTED, frozenset({Topic.PAYING}), GENERAL_INTENT, RULE_SURE, "asks to pay somebody"),
    RoutingRule(150, WANTED, frozenset({Topic.REMEMBER}), REMEMBER_INTENT, RULE_SURE, "asks to keep something"),
)
"""Those of no slice, among the slices' by their place."""
CHANGES_AT = 200
"""The rules of a request before it are about more than one kind of change, or about none."""


@dataclass(frozen=True)
class Route:
    """Where a turn goes. `pre_resolve`: names in the question are resolved before the first model call; `beside`: the
    groups that the message names beside those of its intent."""

    intent: str
    confidence: float
    source: RouteSource
    mood: Mood
    negated: bool
    language: Language
    pre_resolve: bool = False
    reason: str = ""
    beside: frozenset[str] = frozenset()


class RouterAnswer(BaseModel):
    """What the fast model is asked for."""

    model_config = ConfigDict(extra="ignore")

    intent: str
    confidence: float = Field(default=UNSTATED_CONFIDENCE, ge=0, le=1)
    mood: str | None = None


def router_schema(vocabulary: Vocabulary) -> Mapping[str, Any]:
    """The JSON Schema of the router's answer: flat, closed lists."""
    return {
        "type": "object",
        "properties": {
            "intent": {"type": "string", "enum": [one.name for one in vocabulary.intents]},
            "mood": {"type": "string", "enum": ["question", "request", "statement"]},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        },
        "required": ["intent", "mood", "confidence"],
        "additionalProperties": False,
    }


AskModel = Callable[[str], Awaitable[str | None]]
"""Asks the fast model to classify; gives its raw text, or None where it failed or took too long."""


async def route(
    question: str, locale: str, vocabulary: Vocabulary, *, ask_model: AskModel | None, rules_only: bool = False
) -> Route:
    """The route of a question. `ask_model` is None where no model is configured or routing by it is suspended."""
    guess, reading = await asyncio.to_thread(_read, question, locale, vocabulary)
    if guess.confidence >= SHORT_CIRCUIT or ask_model is None or rules_only:
        return guess
    answer = parsed(await ask_model(question), vocabulary)
    if answer is None:
        return replace(guess, source="fallback", confidence=min(guess.confidence, RULE_MIXED))
    mood = guess.mood
    if not reading.sure and not reading.negated and answer.mood is not None and answer.mood in get_args(MoodName):
        mood = _careful(reading.mood, Mood(answer.mood))
    return replace(
        guess,
        intent=answer.intent,
        confidence=answer.confidence,
        source="model",
        mood=mood,
        reason="the fast model classified it",
    )


def _read(question: str, locale: str, vocabulary: Vocabulary) -> tuple[Route, MoodReading]:
    """What the rules make of a question, and its mood: processor time, so not for the event loop."""
    reading = mood_of(question, locale)
    ends = asked_to_end(question) is not None
    if ends or lays_down(question):
        # What it forbids is forbidden for all time to come: it asks for a rule, and for no change that it would forbid.
        read = by_rules(question, reading, vocabulary)
        asked = replace(read, mood=Mood.REQUEST, negated=False, beside=read.beside & _talks(vocabulary))
        why = "ends a rule" if ends else "lays down a rule"
        return replace(asked, intent=REMEMBER_INTENT, confidence=RULE_SURE, source="rule", reason=why), reading
    if asked_talk(question, locale=locale) is not None:
        read = by_rules(question, reading, vocabulary)
        recalled = replace(read, mood=Mood.QUESTION, negated=False, beside=_talks(vocabulary))
        why = "asks of past talks"
        return replace(recalled, intent=SEARCH_INTENT, confidence=RULE_SURE, source="rule", reason=why), reading
    if reading.mood in {Mood.CONFIRMATION, Mood.UNCLEAR} and calls_wrong(question):
        # Nothing waits for a no: what was told or noted last is wrong.
        reading = replace(reading, mood=Mood.STATEMENT, negated=False)
    return by_rules(question, reading, vocabulary), reading


def _talks(vocabulary: Vocabulary) -> frozenset[str]:
    return vocabulary.of_groups(lambda one: one.of_talks)


def _careful(lexicon: Mood, model: Mood) -> Mood:
    """The model decides what the lexicon left open, but never turns what looks like a question into a request."""
    if lexicon is Mood.QUESTION and model is Mood.REQUEST:
        return Mood.UNCLEAR
    return model


def parsed(text: str | None, vocabulary: Vocabulary) -> RouterAnswer | None:
    """The router's answer, or None where it is malformed or names no known intent."""
    value = parse_object(text) if text else None
    if value is None:
        return None
    try:
        answer = RouterAnswer.model_validate(value)
    except ValidationError:
        return None
    return answer if vocabulary.intent(answer.intent) is not None else None


def by_rules(question: str, reading: MoodReading, vocabulary: Vocabulary) -> Route:
    """The best rule's route; confidence from SHORT_CIRCUIT on where the rule is precise."""
    topics = topics_of(question)
    recognised = next((found for one in vocabulary.recognisers if (found := one(question, topics, reading))), None)
    decided = recognised or _of_memory(question, reading) or _decide(topics, reading, vocabulary)
    talk = reading.mood is Mood.QUESTION and asks_about_talk(question)
    # What is asked beside a change may be about anything, and what is to be done before an event about that.
    wide = reading.asks_too or (reading.mood is not Mood.QUESTION and anchored(question))
    confidence = min(decided.confidence, RULE_GUESS) if wide else decided.confidence
    return Route(
        intent=decided.intent,
        confidence=confidence,
        source="rule" if confidence >= SHORT_CIRCUIT else "fallback",
        mood=reading.mood,
        negated=reading.negated,
        language=reading.language,
        pre_resolve=bool(vocabulary.named & topics.found),
        reason=decided.reason,
        beside=decided.beside | (_talks(vocabulary) if talk else frozenset()),
    )


def _decide(topics: Topics, reading: MoodReading, vocabulary: Vocabulary) -> Decision:
    mood = reading.mood
    rules = sorted((*OWN_RULES, *vocabulary.rules), key=lambda one: one.at)
    fitting = [one for one in rules if one.fits(topics, mood)]
    if fitting and (not fitting[0].change and (mood is not Mood.REQUEST or fitting[0].at < CHANGES_AT)):
        return _by(fitting[0])
    if mood is Mood.QUESTION:
        return Decision(SEARCH_INTENT, RULE_MIXED, "a question without known words")
    changes = [one for one in fitting if one.change]
    if mood is Mood.REQUEST:
        return _request(changes, fitting)
    if mood is Mood.CONFIRMATION:
        return Decision(GENERAL_INTENT, RULE_LIKELY, "an answer to something said before")
    return _statement(topics, changes)


def _by(rule: RoutingRule) -> Decision:
    return Decision(rule.intent, rule.confidence, rule.reason)


def _of_memory(question: str, reading: MoodReading) -> Decision | None:
    """A message that states what is worth keeping, or wants something of that forgotten; None of any other."""
    if reading.mood is Mood.REQUEST and asked_to_forget(question) is not None:
        sure = RULE_GUESS if forgets_a_thing(question) else RULE_SURE
        return Decision(REMEMBER_INTENT, sure, "asks to forget what was told")
    if reading.mood is Mood.STATEMENT and statements(question):
        return Decision(REMEMBER_INTENT, RULE_SURE, "states something of the user")
    if reading.mood is Mood.STATEMENT and calls_wrong(question):
        return Decision(REMEMBER_INTENT, RULE_LIKELY, "says that what was told is wrong")
    return None


def _request(changes: Sequence[RoutingRule], fitting: Sequence[RoutingRule]) -> Decision:
    if len(changes) == 1:
        return _by(changes[0])
    if changes:
        return Decision(changes[0].intent, RULE_MIXED, "a change that touches several things")
    return _by(fitting[0]) if fitting else Decision(GENERAL_INTENT, RULE_GUESS, "a request without known words")


def _statement(topics: Topics, changes: Sequence[RoutingRule]) -> Decision:
    if Topic.SMALL_TALK in topics and topics.words <= FEW_WORDS:
        return Decision(GENERAL_INTENT, RULE_SURE, "small talk")
    if Topic.REMEMBER in topics:
        return Decision(REMEMBER_INTENT, RULE_LIKELY, "something to keep")
    if changes:
        return Decision(changes[0].intent, RULE_MIXED, changes[0].reason)
    return Decision(GENERAL_INTENT, RULE_GUESS, "a statement without known words")
