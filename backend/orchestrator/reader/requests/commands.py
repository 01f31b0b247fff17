"""What do the words of a command say, without a model? The same JSON as a model gives under the command's schema.

The words after a slash are read as a request is; words about a draft that stands there by their own patterns. What is
neither is "unrelated", and the turn goes on.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from orchestrator.language.detect import language_of, scores
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import MAX_LENGTH, spelled
from orchestrator.reader.question.reading import locale_for
from orchestrator.reader.request import Request
from orchestrator.reader.requests import details
from orchestrator.reader.requests.event_edits import UPDATES, Found, event_edit, named_by, update_of
from orchestrator.reader.requests.people.contact_words import contact_edit, contacts_told
from orchestrator.reader.requests.templates import requested
from orchestrator.reader.words import WORDS, words_of

INTENT = "command"
_UNRELATED: Mapping[str, Any] = {"action": "unrelated"}
_CLEARLY = 1.0
"""By more than this a text speaks for another language ("no wait it's 22" is no Portuguese "no …")."""


def command_reply(facts: TurnFacts) -> tuple[str, bool]:
    """The extraction as JSON text, and whether it is surely so: a change of the draft in the form of one."""
    found = _read(facts)
    return json.dumps(found, ensure_ascii=False), facts.context.get("stage") == "edit" and found != _UNRELATED


def _read(facts: TurnFacts) -> Mapping[str, Any]:
    command, stage = facts.context.get("command"), facts.context.get("stage")
    readers: Mapping[tuple[object, object], Callable[[TurnFacts, Words, str], Found | None]] = {
        ("event", "start"): _event,
        ("event", "edit"): event_edit,
        ("contact", "start"): contacts_told,
        ("contact", "edit"): contact_edit,
    }
    read = readers.get((command, stage))
    for language in _languages(facts) if read is not None else ():
        known = words_of(language)
        found = read(facts, known, locale_for(language, facts.locale)) if read is not None else None
        if found is not None:
            return found
    return _UNRELATED


def _languages(facts: TurnFacts) -> list[str]:
    """The likeliest first: a few words of a draft may be of any, but for one that the text speaks clearly against."""
    found = scores(facts.question)
    clear = max(found.values()) - _CLEARLY
    likely = [language for language in WORDS if found.get(language, 0.0) >= clear]
    own = [facts.language] if facts.language in likely else []
    return list(dict.fromkeys([*own, language_of(facts.question, facts.locale), facts.locale[:2].lower(), *likely]))


# --- an event


def _event(facts: TurnFacts, known: Words, locale: str) -> Found | None:
    text = spelled(facts.question[:MAX_LENGTH], known.language)
    asked = facts.context.get("asked")
    for made in requested(text, known, locale, facts):
        if made.act in UPDATES and named_by(made):
            return update_of(made)
        if made.act is Act.EVENT_CANCEL and named_by(made):
            return {"action": "cancel", "event": named_by(made)}
        if made.act is Act.EVENT:
            return _create(facts, known, locale, made)
    return _create(facts, known, locale, None) if not asked else _answer(facts, known, locale)


def _create(facts: TurnFacts, known: Words, locale: str, made: Request | None) -> Found:
    """A new event of these words, or of those after their verb."""
    if made is not None:
        told = made.arguments
        found = details.Parts(str(told["title"]), str(told["when"]), tuple(told["participants"]), str(told["place"]))
    else:
        found = details.event(spelled(facts.question[:MAX_LENGTH], known.language), known, facts.now, locale)
    return {
        "action": "create",
        "title": _without_people(found, known),
        "when": found.when,
        "participants": list(found.people),
        "place": found.place,
    }


def _without_people(found: details.Parts, known: Words) -> str:
    """The title without the people that are told beside it; "Coffee with Ana" is a coffee."""
    if not found.people:
        return found.title
    title = spelled(found.title, known.language)
    named = known.with_.search(title.low)
    short = title.cut(0, named.start()).written if named is not None else found.title
    return short or found.title


def _answer(facts: TurnFacts, known: Words, locale: str) -> Found:
    """Words that answer what was asked about the draft: a time, or else what the question was for."""
    field = str(facts.context["asked"])
    text = spelled(facts.question[:MAX_LENGTH], known.language)
    rest, when = details.timed(text, known, facts.now, locale)
    people = details.people_with(rest, known)
    found: Found = {"action": "create", "when": when, "participants": list(people)}
    if field in {"title", "place", "event", "description"} and not people:
        found[field] = text.written
        found["when"] = ""
    return found
