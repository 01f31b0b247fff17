"""Does a message say to make what the one before it only supposed, or asked the time for: "ok, do it then", "book it
from 7 to 8" after "can I squeeze in a run on Thursday"?

What is made is read from the message before, so that the calendar becomes what the answer told. The words are each
language's (`carry_out`, `room` of `suppositions.toml`).
"""

from dataclasses import replace

from orchestrator.language.tables import Language
from orchestrator.language.time import Mention, mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.line import MAX_LENGTH, spelled
from orchestrator.reader.request import Request
from orchestrator.reader.requests import details
from orchestrator.reader.requests.events.creation import made_of
from orchestrator.reader.spoken import language_in
from orchestrator.reader.supposition.condition import Asks, supposition, tables_of
from orchestrator.reader.timing import day_words
from orchestrator.reader.words import words_of

_MOST_LETTERS = 60
"""A longer message says itself what is to be made."""


def carried_out(facts: TurnFacts) -> list[Request]:
    """The change of the supposition just before, or the event that time was asked for; [] where there was none, or the
    message says anything else."""
    before = [text for role, text in facts.history if role == "user"]
    while before and before[-1].strip() == facts.question.strip():
        before.pop()
    if len(facts.question) > _MOST_LETTERS or not before:
        return []
    earlier = replace(facts, question=before[-1])
    # A few words are of no language for certain ("vas-y"): they are also read in that of what was supposed.
    languages = {language_in(facts), language_in(earlier)}
    if any(_says_so(facts.question, language) for language in languages):
        supposed = supposition(earlier)
        if supposed is not None and supposed.asks is not Asks.STEWARD:
            return [supposed.change]
    return next((made for language in languages if (made := _what_needs_time(facts, earlier, language))), [])


def _says_so(text: str, language: Language) -> bool:
    said = spelled(text, language).readable.low.strip(" .!¡")
    return tables_of(language).carry_out.fullmatch(said) is not None


def _what_needs_time(facts: TurnFacts, earlier: TurnFacts, language: Language) -> list[Request]:
    """The event for which the question before looked for time, at the hour that either tells; none where neither tells
    one."""
    known, table = words_of(language), tables_of(language)
    said = spelled(facts.question.strip(" ?!."), language).readable
    asks = table.carry_out.match(said.low)
    asked = spelled(earlier.question[:MAX_LENGTH].strip(" ?!."), language).readable
    found = table.room.fullmatch(asked.low) if asks is not None else None
    if asks is None or found is None:
        return []
    made = details.event(asked.cut(*found.span("what")), known, facts.now, facts.locale)
    rest = said.cut(asks.end(), len(said.low)).raw.strip(" ,")
    if not rest:
        return made_of(Act.EVENT, made) if _at_an_hour(made.when, facts) else []
    day = "" if day_words(rest, facts.now, facts.locale) else day_words(made.when, facts.now, facts.locale)
    for lead in ("", known.at_clock, table.since):
        told = " ".join(part for part in (made.title, day, lead, rest) if part)
        anew = details.event(spelled(told, language), known, facts.now, facts.locale)
        if _at_an_hour(anew.when, facts):
            people = tuple(dict.fromkeys((*made.people, *anew.people)))
            return made_of(Act.EVENT, replace(anew, people=people, place=made.place or anew.place))
    return []


def _at_an_hour(when: str, facts: TurnFacts) -> bool:
    times = mentions(when, now=facts.now, locale=facts.locale)
    return len(times) == 1 and times[0].has_date and _has_hour(times[0])


def _has_hour(time: Mention) -> bool:
    """Whether an hour is told, and no mere part of a day."""
    return time.has_time and any(char.isdigit() for char in time.text)
