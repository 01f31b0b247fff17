"""Where is something known from, and since when? The reader's answer to "how do you know that?", by what was looked up."""
# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.asked_sources import asked_source
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted
from orchestrator.reader.domains.memory_words import GET, SHOWN, looked_up
from orchestrator.reader.phrase.quotation import clean

_NAMED = ("events", "contacts", "places")
_NAME = 80


def source_ask(facts: TurnFacts) -> str | None:
    """What is asked the source of ("" = what was just told); None of any other message."""
    there = offered(facts, GET) or any(entry.tool == GET for entry in facts.ledger)
    return asked_source(facts.question) if there else None


def source_calls(about: str) -> Sequence[Wanted]:
    """The look-up that answers it."""
    return (wanted(GET, query=about or "that"),)


def told_sources(facts: TurnFacts, language: str, locale: str) -> str | None:
    """Where what is known comes from, and since when; None where nothing was looked up."""
    entry = looked_up(facts)
    if entry is None:
        return None
    listed = list(entry.data.get("facts") or ())
    if not listed and facts.history and asked_source(facts.question) == "":
        return _of_last_answer(facts, language)
    if not listed:
        return say("reader.sources.none", language)
    return "\n".join(f"- {_sourced(one, language, locale)}" for one in listed[:SHOWN])


def _of_last_answer(facts: TurnFacts, language: str) -> str:
    """The last answer was read in the user's records: in those that it named, where the thread keeps them."""
    kept = [one for kind in _NAMED for one in facts.context.get(kind) or ()]
    names = [f"“{clean(str(one.get('title') or one.get('name')), _NAME)}”" for one in kept[:SHOWN]]
    key = "answer_named" if names else "answer"
    return say(f"reader.sources.{key}", language, names=render.join(names, language))


def _sourced(one: Mapping[str, Any], language: str, locale: str) -> str:
    parts = [
        say("reader.sources.known_since", language, text=one["text"], day=_told_day(one.get("known_since"), locale))
    ]
    for source in one.get("sources") or ():
        day = _told_day(source.get("on"), locale)
        if source.get("quote"):
            parts.append(say("reader.sources.you_said", language, day=day, quote=source["quote"]))
        elif source.get("kind") == "note":
            parts.append(say("reader.sources.noted", language, day=day))
        else:
            parts.append(say("reader.sources.gone", language))
    if not one.get("sources"):
        parts.append(say("reader.sources.learned" if one.get("learned_by") else "reader.sources.yourself", language))
    if one.get("since"):
        parts.append(say("reader.sources.so_since", language, day=_told_day(one["since"], locale)))
    return "; ".join(parts) + "."


def _told_day(told: object, locale: str) -> str:
    return render.yearly_day(date.fromisoformat(str(told)), locale, year=True) if told else "?"
