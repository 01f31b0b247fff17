"""What does this message want, and how sure is that? Rules first, the fast model next, the best guess last.

Source: product.md section 1, "Hybrid router" and "Mood gate".
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from orchestrator.agent.types.bundle import MoodName, RouteSource
from orchestrator.language.detect import Language
from orchestrator.language.document_questions import DocumentQuestion, asked_documents
from orchestrator.language.forgetting import asked_to_forget
from orchestrator.language.intents import Topic, Topics, topics_of
from orchestrator.language.mood import Mood, MoodReading, mood_of
from orchestrator.language.recalling import asked_talk
from orchestrator.language.rule_ending import asked_to_end
from orchestrator.language.rule_parser import lays_down
from orchestrator.language.statements.stating import calls_wrong, statements
from orchestrator.language.talk import asks_about_talk
from orchestrator.llm.loose_json import parse_object

SHORT_CIRCUIT = 0.9
"""From this confidence on a rule decides without a model."""
RULE_SURE = 0.92
RULE_LIKELY = 0.6
RULE_MIXED = 0.45
RULE_GUESS = 0.3
FEW_WORDS = 5
UNSTATED_CONFIDENCE = 0.5
"""A model's answer that names an intent without saying how sure it is."""

INTENTS: tuple[str, ...] = (
    "memory_search",
    "data_query",
    "event_management",
    "contact_management",
    "todo_management",
    "document_search",
    "place_query",
    "web_search",
    "briefing",
    "remember",
    "general",
)
"""What a model may route to; `command` is decided by the first character alone."""


@dataclass(frozen=True)
class Route:
    """Where a turn goes. `pre_resolve`: names in the question are resolved before the first model call;
    `papers`: it asks for what stands in the user's documents; `talk`: for what was talked about with Steward."""

    intent: str
    confidence: float
    source: RouteSource
    mood: Mood
    negated: bool
    language: Language
    pre_resolve: bool = False
    reason: str = ""
    papers: bool = False
    talk: bool = False


class RouterAnswer(BaseModel):
    """What the fast model is asked for."""

    model_config = ConfigDict(extra="ignore")

    intent: str
    confidence: float = Field(default=UNSTATED_CONFIDENCE, ge=0, le=1)
    mood: str | None = None


def router_schema() -> Mapping[str, Any]:
    """The JSON Schema of the router's answer: flat, closed lists."""
    return {
        "type": "object",
        "properties": {
            "intent": {"type": "string", "enum": list(INTENTS)},
            "mood": {"type": "string", "enum": ["question", "request", "statement"]},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        },
        "required": ["intent", "mood", "confidence"],
        "additionalProperties": False,
    }


AskModel = Callable[[str], Awaitable[str | None]]
"""Asks the fast model to classify; gives its raw text, or None where it failed or took too long."""


async def route(question: str, locale: str, *, ask_model: AskModel | None, rules_only: bool = False) -> Route:
    """The route of a question. `ask_model` is None where no model is configured or routing by it is suspended."""
    guess, reading = await asyncio.to_thread(_read, question, locale)
    if guess.confidence >= SHORT_CIRCUIT or ask_model is None or rules_only:
        return guess
    answer = parsed(await ask_model(question))
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


def _read(question: str, locale: str) -> tuple[Route, MoodReading]:
    """What the rules make of a question, and its mood: processor time, so not for the event loop."""
    reading = mood_of(question, locale)
    ends = asked_to_end(question) is not None
    if ends or lays_down(question):
        # What it forbids is forbidden for all time to come: it asks for a rule, and for no change that it would forbid.
        asked = replace(by_rules(question, reading), mood=Mood.REQUEST, negated=False, papers=False)
        why = "ends a rule" if ends else "lays down a rule"
        return replace(asked, intent="remember", confidence=RULE_SURE, source="rule", reason=why), reading
    if asked_talk(question, locale=locale) is not None:
        recalled = replace(by_rules(question, reading), mood=Mood.QUESTION, negated=False, papers=False, talk=True)
        why = "asks of past talks"
        return replace(recalled, intent="memory_search", confidence=RULE_SURE, source="rule", reason=why), reading
    if reading.mood in {Mood.CONFIRMATION, Mood.UNCLEAR} and calls_wrong(question):
        # Nothing waits for a no: what was told or noted last is wrong.
        reading = replace(reading, mood=Mood.STATEMENT, negated=False)
    return by_rules(question, reading), reading


def _careful(lexicon: Mood, model: Mood) -> Mood:
    """The model decides what the lexicon left open, but never turns what looks like a question into a request."""
    if lexicon is Mood.QUESTION and model is Mood.REQUEST:
        return Mood.UNCLEAR
    return model


def parsed(text: str | None) -> RouterAnswer | None:
    """The router's answer, or None where it is malformed or names no known intent."""
    value = parse_object(text) if text else None
    if value is None:
        return None
    try:
        answer = RouterAnswer.model_validate(value)
    except ValidationError:
        return None
    return answer if answer.intent in INTENTS else None


def by_rules(question: str, reading: MoodReading) -> Route:
    """The best rule's route; confidence from SHORT_CIRCUIT on where the rule is precise."""
    topics = topics_of(question)
    papers = _papers(question, reading)
    kept = _of_memory(question, reading) if papers is None else None
    intent, confidence, reason = kept or (
        _of_papers(topics, papers) if papers is not None else _decide(topics, reading)
    )
    return Route(
        intent=intent,
        confidence=confidence,
        source="rule" if confidence >= SHORT_CIRCUIT else "fallback",
        mood=reading.mood,
        negated=reading.negated,
        language=reading.language,
        pre_resolve=Topic.RELATIVE in topics or Topic.CONTACT in topics or Topic.PERSONAL_DOCUMENT in topics,
        reason=reason,
        papers=papers is not None,
        talk=reading.mood is Mood.QUESTION and asks_about_talk(question),
    )


def _papers(question: str, reading: MoodReading) -> DocumentQuestion | None:
    """What is asked of the user's documents; a request only where that is all of it ("summarise my contract")."""
    if reading.mood not in {Mood.QUESTION, Mood.UNCLEAR, Mood.REQUEST}:
        return None
    asked = asked_documents(question)
    return asked if asked is not None and (asked.leads or reading.mood is Mood.QUESTION) else None


def _of_papers(topics: Topics, asked: DocumentQuestion) -> tuple[str, float, str]:
    """Source: seed 003: a person and a personal document lean to `memory_search`, never to the web."""
    if asked.person is not None or Topic.RELATIVE in topics:
        return "memory_search", RULE_SURE, "a person and a personal document"
    if asked.act == "count":
        return "data_query", RULE_SURE, "asks for a count of documents"
    return "document_search", RULE_SURE, "asks what a document says"


def _decide(topics: Topics, reading: MoodReading) -> tuple[str, float, str]:
    person = Topic.RELATIVE in topics or Topic.CONTACT in topics
    if person and Topic.PERSONAL_DOCUMENT in topics and reading.mood is not Mood.REQUEST:
        return "memory_search", RULE_SURE, "a person and a personal document"
    if Topic.WEB_SEARCH in topics and reading.mood in {Mood.QUESTION, Mood.UNCLEAR}:
        return "web_search", RULE_SURE, "asks to search the web"
    if Topic.BRIEFING in topics and reading.mood is not Mood.STATEMENT:
        return "briefing", RULE_SURE, "asks for a briefing"
    if reading.mood is Mood.QUESTION:
        return _question(topics)
    if reading.mood is Mood.REQUEST:
        return _request(topics)
    if reading.mood is Mood.CONFIRMATION:
        return "general", RULE_LIKELY, "an answer to something said before"
    return _statement(topics)


_QUESTION_RULES: tuple[tuple[Topic, str, float, str], ...] = (
    (Topic.ABOUT_YOU, "general", RULE_SURE, "asks Steward about itself"),
    (Topic.WHEREABOUTS, "place_query", RULE_SURE, "asks of here or there"),
    (Topic.MOST, "data_query", RULE_SURE, "asks who most"),
    (Topic.COUNT, "data_query", RULE_SURE, "asks for a count"),
    (Topic.SAID, "memory_search", RULE_SURE, "asks what was said"),
    (Topic.PERSONAL_DOCUMENT, "document_search", RULE_MIXED, "a document is named, or a to-do about one"),
    (Topic.TODO_LIST, "data_query", RULE_SURE, "asks about a list of todos"),
    (Topic.TODO, "data_query", RULE_SURE, "asks about todos"),
    (Topic.AGENDA, "data_query", RULE_SURE, "asks about the agenda"),
    (Topic.CONTACT, "memory_search", RULE_SURE, "asks about a person's details"),
    (Topic.WEB, "web_search", RULE_MIXED, "speaks of the web, the news or the weather"),
    (Topic.PLACE, "place_query", RULE_LIKELY, "a place is named"),
    (Topic.RELATIVE, "memory_search", RULE_LIKELY, "a relative is named"),
)


def _of_memory(question: str, reading: MoodReading) -> tuple[str, float, str] | None:
    """A message that states what is worth keeping, or wants something of that forgotten; None of any other."""
    if reading.mood is Mood.REQUEST and asked_to_forget(question) is not None:
        return "remember", RULE_SURE, "asks to forget what was told"
    if reading.mood is Mood.STATEMENT and statements(question):
        return "remember", RULE_SURE, "states something of the user"
    if reading.mood is Mood.STATEMENT and calls_wrong(question):
        return "remember", RULE_LIKELY, "says that what was told is wrong"
    return None


def _question(topics: Topics) -> tuple[str, float, str]:
    for topic, intent, confidence, reason in _QUESTION_RULES:
        if topic in topics:
            return intent, confidence, reason
    return "memory_search", RULE_MIXED, "a question without known words"


_REQUEST_RULES: tuple[tuple[Topic, str, str], ...] = (
    (Topic.TODO, "todo_management", "a change to todos"),
    (Topic.AGENDA, "event_management", "a change to the agenda"),
    (Topic.CONTACT, "contact_management", "a change to contacts"),
)


_SURE_REQUESTS: tuple[tuple[Topic, str, str], ...] = (
    (Topic.NAMES_PLACE, "place_query", "gives a name to where the user is"),
    (Topic.TODO_LIST, "todo_management", "a change to a list of todos"),
    (Topic.REMEMBER, "remember", "asks to keep something"),
)

_NO_TOOL_DOES: tuple[tuple[Topic, str], ...] = (
    (Topic.SENDING, "asks to send something to somebody"),
    (Topic.PAYING, "asks to pay somebody"),
)
"""A contact, an event or a note in its place would be a change that nobody asked for."""


def _request(topics: Topics) -> tuple[str, float, str]:
    if Topic.SEVERAL in topics:
        return "general", RULE_GUESS, "several changes, perhaps of different kinds"
    for topic, reason in _NO_TOOL_DOES:
        if topic in topics:
            return "general", RULE_SURE, reason
    for topic, intent, reason in _SURE_REQUESTS:
        if topic in topics:
            return intent, RULE_SURE, reason
    hits = [(intent, reason) for topic, intent, reason in _REQUEST_RULES if topic in topics]
    if len(hits) == 1:
        return hits[0][0], RULE_SURE, hits[0][1]
    if hits:
        return hits[0][0], RULE_MIXED, "a change that touches several things"
    if Topic.WEB in topics:
        return "web_search", RULE_LIKELY, "asks for the web"
    return "general", RULE_GUESS, "a request without known words"


def _statement(topics: Topics) -> tuple[str, float, str]:
    if Topic.SMALL_TALK in topics and topics.words <= FEW_WORDS:
        return "general", RULE_SURE, "small talk"
    if Topic.REMEMBER in topics:
        return "remember", RULE_LIKELY, "something to keep"
    for topic, intent, reason in _REQUEST_RULES:
        if topic in topics:
            return intent, RULE_MIXED, reason
    return "general", RULE_GUESS, "a statement without known words"
