"""Whom does "she" mean, and which day is "that day", "2 days before her birthday"? (Coreference.)

What the thread was about is read from its messages: whom the user named, whom an answer was about, which day was asked
for or told. Where two people may be meant nobody is put in: the message stays as it was said.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.runs.exchanges import (
    ANSWER_READ,
    MOST_BACK,
    asked_day,
    called_before,
    day_of,
    exchanges,
    kept_of,
    moment_of,
    people_in,
    standing,
    told_titles,
)
from orchestrator.agent.turn.context import TurnContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import Turn
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import parse_id
from orchestrator.language.discourse import anaphora, restating
from orchestrator.language.discourse.dated_things import (
    DatedThing,
    dated_thing,
    names_somebody,
    names_that_weekday,
    of_that_thing,
    of_that_weekday,
)
from orchestrator.language.discourse.retiming import names_a_time
from orchestrator.language.people.kinship import Gender, kin_of
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.language.text.words import level
from orchestrator.language.time import mentions


class Referents:
    """Puts the person or the day in the place of the words that refer to them."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def completed(self, turn: Turn, opening: TurnContext, said: str) -> str:
        """The message with whom "she" and which day "that day" mean; as it was said where that is unclear."""
        language = turn.route.language
        if turn.mood is not Mood.QUESTION and (moment := moment_of(turn, opening)):
            said = anaphora.with_moment(said, moment, language) or said
        if anaphora.refers_to_day(said, language) and (day := day_of(turn, opening)) is not None:
            said = anaphora.with_day(said, day, language)
        if anaphora.refers_to_week(said, language) and (day := day_of(turn, opening)) is not None:
            said = anaphora.with_week(said, day, language)
        if turn.mood is Mood.REQUEST and self._at_an_hour(turn, said) and anaphora.books_something(said, language):
            said = anaphora.on_that_day(said, day, language) if (day := asked_day(turn, opening)) else said
        if turn.mood is Mood.QUESTION and self._beside_what_was_told(turn, said) and (day := day_of(turn, opening)):
            said = anaphora.on_that_day(said, day, language)
        if turn.mood is Mood.QUESTION or turn.route.negated:
            said = of_that_thing(said, told_titles(opening), language)
        said = await self._dated(turn, opening, said)
        referring = anaphora.refers_to_person(said, language)
        if referring is None:
            return self._of_us(turn, opening, said) or said
        within = self._within(opening, said, referring)
        if within is not None and _one_clause(said, referring):
            return said  # "when did Teo get his shot": it stands by itself
        if within is None and _of_whose_relative(opening, said, referring):
            return said  # "Jean's granddaughter, how old is she" is not of Jean
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            person = within or await self._person(tx, turn, opening, referring)
        return referring.named(said, person.title) if person is not None else said

    @staticmethod
    def _beside_what_was_told(turn: Turn, said: str) -> bool:
        """Whether an hour is asked about before or after what was spoken of, and no day: "antes, tipo 15h?"."""
        return Referents._at_an_hour(turn, said) and anaphora.beside_what_was_told(said, turn.route.language)

    @staticmethod
    def _at_an_hour(turn: Turn, said: str) -> bool:
        """Whether a message tells an hour and no day."""
        told = mentions(said, now=turn.local_now, locale=turn.locale)
        return len(told) == 1 and told[0].has_time and not told[0].has_date

    def _of_us(self, turn: Turn, opening: TurnContext, said: str) -> str:
        """A question for what "we" did or will do, after a message about one person: with whom; "" of any other."""
        last = next(iter(exchanges(opening)), None)
        if turn.mood is not Mood.QUESTION or last is None or people_in(opening, said):
            return ""
        told = people_in(opening, last.asked) or self._told(turn, last.answer)
        return anaphora.of_us(said, told[0].title, turn.route.language) if len(told) == 1 else ""

    async def _dated(self, turn: Turn, opening: TurnContext, said: str) -> str:
        """The message with the day in the place of what it counts from: "2 days before her birthday", "that Sunday"."""
        language = turn.route.language
        if names_that_weekday(said, language) and (near := day_of(turn, opening)) is not None:
            return of_that_weekday(said, near, language)
        thing = dated_thing(said, language, asks=turn.mood is Mood.QUESTION)
        if thing is None or (thing.spoken_of and turn.mood is Mood.QUESTION and not _of_one_thing(opening)):
            return said
        if thing.spoken_of:
            told = [one for one in mentions(said[: thing.start], now=turn.local_now, locale=language) if one.has_date]
            day = told[-1].start.date() if told else day_of(turn, opening)
        else:
            day = await self._day_of_thing(turn, opening, thing, said)
        return thing.on(day, said, language) if day is not None else said

    async def _day_of_thing(self, turn: Turn, opening: TurnContext, thing: DatedThing, said: str) -> date | None:
        dates = self._services.dates
        if dates is None:
            return None
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            if not thing.birthday:
                return await dates.day_called(tx, thing.words, now=turn.now)
            named = people_in(opening, thing.words) or people_in(opening, said[: thing.start])
            of = anaphora.refers_to_person(thing.words, turn.route.language)
            if of is None and not named and names_somebody(thing.words, turn.route.language):
                return None  # "before Eli's birthday", of whom nothing is known: nobody else's day
            of = of or anaphora.Referring()
            person = named[0] if len(named) == 1 else None if named else await self._person(tx, turn, opening, of)
            return await dates.birthday(tx, person.id, today=turn.local_now.date()) if person is not None else None

    def _within(self, opening: TurnContext, said: str, referring: anaphora.Referring) -> EntityRef | None:
        """Whom the message itself names before it says "she": "what's Priya's email and when is she in Valencia"."""
        begins = min(start for start, _, _ in referring.cuts)
        if _names_kin(said[:begins]):
            return None  # "Irene's mum … she": neither name alone says who
        people = people_in(opening, said[:begins])
        return people[0] if len(people) == 1 else None

    async def _person(
        self, tx: Tx, turn: Turn, opening: TurnContext, referring: anaphora.Referring
    ) -> EntityRef | None:
        told_of: Sequence[EntityRef] = ()
        known = called_before(opening, turn.route.language)
        for exchange in standing(exchanges(opening))[:MOST_BACK]:
            people = people_in(opening, exchange.asked)
            if exchange.said != exchange.asked:  # "… before Alba's birthday" stands there as a date
                people = [*people, *(one for one in people_in(opening, exchange.said) if one not in people)]
            told = self._told(turn, exchange.answer, alone=referring.gender is None)
            things = [each for each in turn.vocabulary.follow_ups if not each.person]
            about_people = bool(people) or not any(kept_of(exchange.answer, each.key) for each in things)
            named = people
            if len(told) == 1 and (referring.certain or about_people):
                people = told  # "my brother's wife" names him, and she is the one who was found
            if people:
                found = await self._fitting(tx, people, referring, known) or await self._fitting(
                    tx, [*named, *told], referring, known
                )
                if found:
                    return found[0] if len(found) == 1 else None
            if exchange.answer is not None and (not people or referring.gender is not None):
                within = people_in(opening, exchange.answer.content[:ANSWER_READ])  # whom a note is about
                fitting = within if len(within) == 1 or people else []
                if len(found := await self._fitting(tx, fitting, referring, known)) == 1:
                    return found[0]
                told_of = told_of or within
        found = await self._fitting(tx, told_of, referring, known)
        return found[0] if len(found) == 1 else None

    async def _fitting(
        self, tx: Tx, people: Sequence[EntityRef], referring: anaphora.Referring, known: Mapping[UUID, Gender]
    ) -> list[EntityRef]:
        """Those who may be called so: none whose relations tell the other gender, or whom the talk called otherwise
        (`known`)."""
        distinct = list({one.id: one for one in people}.values())
        if referring.gender is None or not distinct:
            return distinct
        genders = {**known, **await self._services.resolver.genders(tx, [one.id for one in distinct])}
        fitting = [one for one in distinct if genders.get(one.id, referring.gender) == referring.gender]
        sure = [one for one in fitting if one.id in genders]
        return sure if len(sure) == 1 else fitting

    def _told(self, turn: Turn, answer: StoredMessage | None, *, alone: bool = False) -> list[EntityRef]:
        """The people that an answer was about; `alone`: where no pronoun tells them apart."""
        known = next((one for one in turn.vocabulary.follow_ups if one.person), None)
        rows = kept_of(answer, known.key) if known is not None else []
        found = [(parse_id(str(row.get("id"))), str(row.get("name") or "")) for row in rows]
        people = [EntityRef(turn.vocabulary.person_kind, one, name) for one, name in found if one is not None and name]
        said = answer.content.strip() if answer is not None else ""
        if alone and "\n" not in said and (opens := [one for one in people if said.startswith(f"{one.title}:")]):
            return opens[:1]  # whoever else stands on a line about her tells who she is: "relations Paul (brother)"
        named = [one for one in people if one.title in said]
        return named or people  # more is looked up than is told


def _one_clause(said: str, referring: anaphora.Referring) -> bool:
    """Whether no second question begins before the first pronoun, which owns no relative: "his sister" is a path."""
    begins = min(start for start, _, _ in referring.cuts)
    owned = level(said[begins:]).split()[1:2]
    return not restating.is_parted(said[:begins]) and not any(kin_of(word) for word in owned)


def _names_kin(text: str) -> bool:
    return any(kin_of(word.strip(",;:-")) is not None for word in level(text).replace("'s", "").split())


def _of_whose_relative(opening: TurnContext, said: str, referring: anaphora.Referring) -> bool:
    """Whether the message names somebody's relative, and whose, before it says "she"."""
    before = said[: min(start for start, _, _ in referring.cuts)]
    return _names_kin(before) and bool(people_in(opening, before))


def _of_one_thing(opening: TurnContext) -> bool:
    """Whether the last question named no time and its answer tells of one thing: "the day after" is counted from its
    day; else from the time that was asked for (`reader/discourse/follow_ups.py`)."""
    last = next(iter(exchanges(opening)), None)
    if last is None or last.answer is None or names_a_time(last.asked):
        return False
    return "\n" not in last.answer.content.strip()[:ANSWER_READ]
