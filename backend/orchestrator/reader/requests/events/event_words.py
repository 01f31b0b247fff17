"""With which words are events made and changed, in any language? A sentence may hold those of two."""

from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.discourse.anaphora import PRONOUNS
from orchestrator.language.pattern_tables import in_any_language
from orchestrator.language.tables import Language, Phrases, Table, Words, by_language, in_any
from orchestrator.reader.line import Line, line


class _EventChanges(Table):
    """`event_changes.toml`. `same_hour`, `same_day`: what a change keeps, at the end of what was written;
    `nothing_named`: titles of "can I book something at five?", which asks whether one is free; `last_one`: how what was
    written last is called; `before_a_day`: what stands before a number that is a day of the month ("al 11"),
    `before_an_hour` before a clock time; `cancels`: how verbs begin of what one does to events alone (a to-do or a note
    is deleted), `adds` of what one does to a list as well; `sets`: verbs that set a time; `known`: what stands before
    what is spoken of as known; `everything`: all of a day; `exchanged`: prepositions that tell no place ("change the
    vet for the haircut"); `from_now_on`: what ends a new time; `back`: words of the direction; `calendars`: no event,
    but where it is kept."""

    same_hour: str
    same_day: str
    nothing_named: Phrases
    last_one: str
    before_a_day: Words
    before_an_hour: Phrases
    cancels: str
    adds: str
    sets: str
    known: str
    everything: str
    exchanged: Words
    from_now_on: str
    back: Words
    calendars: Words


_TABLES = by_language("event_changes", _EventChanges)

SAME_HOUR: Final = patterns.compile(rf"(?i),? {in_any_language(_TABLES, lambda one: one.same_hour)}$")
SAME_DAY: Final = patterns.compile(rf"(?i),? {in_any_language(_TABLES, lambda one: one.same_day)}$")
""" "At 18:15, same day": an hour alone keeps the day."""
NOTHING_NAMED: Final = in_any(_TABLES, lambda one: one.nothing_named)
LAST_ONE: Final = patterns.compile(rf"\b{in_any_language(_TABLES, lambda one: one.last_one)}$")
BEFORE_A_DAY: Final = in_any(_TABLES, lambda one: one.before_a_day)
BEFORE_AN_HOUR: Final = in_any(_TABLES, lambda one: one.before_an_hour)
CANCELS: Final = patterns.compile(in_any_language(_TABLES, lambda one: one.cancels))
ADDS: Final = patterns.compile(in_any_language(_TABLES, lambda one: one.adds))
SETS: Final = patterns.compile(rf"{in_any_language(_TABLES, lambda one: one.sets)}(?:-me)?$")
KNOWN: Final = patterns.compile(rf"{in_any_language(_TABLES, lambda one: one.known)} ")
EVERYTHING: Final = patterns.compile(rf"{in_any_language(_TABLES, lambda one: one.everything)}\b")
EXCHANGED: Final = in_any(_TABLES, lambda one: one.exchanged)
FROM_NOW_ON: Final = patterns.compile(rf" {in_any_language(_TABLES, lambda one: one.from_now_on)}$")
BACK: Final = in_any(_TABLES, lambda one: one.back)
CALENDARS: Final = in_any(_TABLES, lambda one: one.calendars)


def of_whoever(told: Line, language: Language) -> bool:
    """Whether it is told of somebody by a pronoun alone, who would be nobody in a title: "she trains on Thursday"."""
    first = next(iter(told.low.split()), "")
    return any(first == line(one).low for one in PRONOUNS[language].subject)
