"""Whom and which day does a message mean that only says "she" or "that day"? The question as it stands by itself.

What the thread was about is read from its messages: whom the user named, whom an answer was about, which day was asked
for or told. Where two people may be meant nobody is put in: the message stays as it was said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.previews.reply_parser import changed_title
from orchestrator.agent.runs.exchanges import (
    ANSWER_READ,
    MOST_BACK,
    MOST_OF_A_THING,
    called_before,
    day_of,
    exchanges,
    kept_of,
    moment_of,
    names_earlier,
    names_in,
    people_in,
    standing,
    told_titles,
)
from orchestrator.agent.runs.waiting_change import moved
from orchestrator.agent.tools.spec import WriteTool
from orchestrator.agent.turn.context import TurnContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import Turn
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import parse_id
from orchestrator.language.discourse import amending, anaphora, marks, restating, retiming, swapping
from orchestrator.language.discourse.choosing import added, closes, enumerated
from orchestrator.language.discourse.dated_things import (
    DatedThing,
    dated_thing,
    names_somebody,
    names_that_weekday,
    of_that_thing,
    of_that_weekday,
)
from orchestrator.language.discourse.marks import marked
from orchestrator.language.discourse.repairing import asked_rather, repaired
from orchestrator.language.discourse.retiming import names_a_time
from orchestrator.language.messages import LANGUAGES, say
from orchestrator.language.people.kinship import Gender, kin_of
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.statements import replacing
from orchestrator.language.text.normalize import content_words
from orchestrator.language.text.shorthand import own_words
from orchestrator.language.text.words import level, without_tag
from orchestrator.language.time import mentions

MOST_NAMED = 400
"""Characters of a message whose names are looked for: a longer one is a text."""
MOST_CHOICES = 9
"""Of so many things "the third" chooses one."""


_TIMES = frozenset({"start_at", "end_at"})


@dataclass(frozen=True)
class Understood:
    """A message as it stands by itself. `instead`: it takes the place of what the message before asked for; what waits
    of that, or of what an earlier answer `presented`, waits no more."""

    text: str
    instead: bool = False
    presented: StoredMessage | None = None


@dataclass(frozen=True)
class _Pointed:
    """That a message points at another thing, and how the one before reads of that; None where it could not be put."""

    understood: Understood | None


class Antecedents:
    """Puts in what a message leaves to the conversation."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def with_names(self, turn: Turn, opening: TurnContext) -> str:
        """The message with the names of the user's people as names are written: "add sven" is "add Sven"."""
        said = turn.question
        if turn.mood in {Mood.QUESTION, Mood.CONFIRMATION} or len(said) > MOST_NAMED:
            return said
        met = opening.people.named_in(said, partly=True)
        language = turn.route.language
        names = [
            one.phrase for one in met if kin_of(one.phrase) is None and own_words(one.phrase, language) == one.phrase
        ]
        return restating.with_capitals(said, names)

    async def understood(self, turn: Turn, opening: TurnContext) -> Understood:
        """The message with the people and days that it refers to; as it was said where it refers to none, where it
        asks for a change, or where it is unclear who is meant."""
        language = turn.route.language
        told = without_tag(turn.question) if turn.mood is Mood.QUESTION else turn.question
        meant = repaired(asked_rather(told, language), language, now=turn.local_now)
        turn = replace(turn, question=meant)
        said = turn.question
        if kept := _kept_after_all(turn, opening):
            return Understood(kept)
        if turn.mood is Mood.CONFIRMATION:
            return Understood(said)
        if (restated := await self._restated(turn, opening)) is not None:
            return restated
        return Understood(await self._completed(turn, opening, self._with_apostrophes(turn, opening)))

    def _with_apostrophes(self, turn: Turn, opening: TurnContext) -> str:
        """The message with the apostrophe of those whose relative it names: "theos mum" where there is a Theo."""
        said = turn.question
        owners = restating.without_apostrophe(said, turn.route.language) if len(said) <= MOST_NAMED else []
        known = [at for at, name in owners if people_in(opening, name)]
        for at in reversed(known):
            said = f"{said[:at]}'{said[at:]}"
        return said

    async def _completed(self, turn: Turn, opening: TurnContext, said: str) -> str:
        language = turn.route.language
        if turn.mood is not Mood.QUESTION and (moment := moment_of(turn, opening)):
            said = anaphora.with_moment(said, moment, language) or said
        if anaphora.refers_to_day(said, language) and (day := day_of(turn, opening)) is not None:
            said = anaphora.with_day(said, day, language)
        if turn.mood is Mood.QUESTION or turn.route.negated:
            said = of_that_thing(said, told_titles(opening), language)
        said = await self._dated(turn, opening, said)
        referring = anaphora.refers_to_person(said, language)
        if referring is None:
            return self._of_us(turn, opening, said) or said
        within = self._within(opening, said, referring)
        if within is not None and _one_clause(said, referring):
            return said  # "when did Teo get his shot": it stands by itself
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            person = within or await self._person(tx, turn, opening, referring)
        return referring.named(said, person.title) if person is not None else said

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
        if any(kin_of(word) is not None for word in level(said[:begins]).replace("'s", "").split()):
            return None  # "Irene's mum … she": neither name alone says who
        people = people_in(opening, said[:begins])
        return people[0] if len(people) == 1 else None

    async def _restated(self, turn: Turn, opening: TurnContext) -> Understood | None:
        """The message before with what this one puts in the place of a part of it."""
        said, language = turn.question, turn.route.language
        before = next((one.asked for one in exchanges(opening) if not _only_settles(one.asked)), None)
        if before is None or len(said) > restating.MOST_CHARACTERS:
            return None
        if (other := await moved(turn, opening, self._services)) is not None:
            return Understood(other.text, instead=True, presented=other.presented)
        if (told := self._told_last(opening)) is not None and (anew := restating.with_value(told, said)) is not None:
            return Understood(anew, instead=True)
        if told is not None and (paid := replacing.paid_back(told, said)) is not None:
            return Understood(paid)
        if (settled := replacing.repaid((one.asked for one in exchanges(opening)), said)) is not None:
            return Understood(settled)
        pointed = await self._pointed_at(turn, opening, before)
        if pointed is not None:
            return pointed.understood
        if (
            _presents_one(opening)
            and not names_earlier(opening, said, before, language)
            and (anew := await self._put_right(turn, opening, before)) is not None
        ):
            return Understood(anew, instead=True)
        asked = self._asked_anew(turn, opening, before)
        return (
            (Understood(asked) if asked is not None else None)
            or await self._of_the_other(turn, opening)
            or self._amended(turn, opening, before)
            or await self._of_another(turn, opening, before)
        )

    async def _pointed_at(self, turn: Turn, opening: TurnContext, before: str) -> "_Pointed | None":
        """What "no, the design one" or "not this Tuesday, the one after" makes of the message before; None of a message
        that points at no other thing."""
        said, language = turn.question, turn.route.language
        weeks = amending.weeks_on(said) if _presents_one(opening) else 0
        if weeks and (made := swapping.weeks_later(before, weeks, language, now=turn.local_now)) is not None:
            return _Pointed(Understood(made, instead=True))
        if (meant := restating.meant_instead(said, language)) is None:
            return None
        swapped = await self._of_another_thing(turn, opening, before, said) if meant.rejects else None
        made = swapped or restating.with_instead(before, meant.words, language, now=turn.local_now)
        if made is None:
            return None if meant.rejects and _presents_one(opening) else _Pointed(None)
        return _Pointed(Understood(made, instead=meant.rejects))

    def _asked_anew(self, turn: Turn, opening: TurnContext, before: str) -> str | None:
        """The question before of another time, person or thing, where this message puts that right: "no, I meant
        Irene's", "sorry, the Thursday after". None of any other."""
        said, language = turn.question.rstrip(" ?"), turn.route.language
        meant = marked(level(said), language)
        sets = _presents_one(opening) or marks.sets_anew(level(said), language)
        if sets or not meant.rights or mood_of(before, language).mood is not Mood.QUESTION:
            return None
        rest = meant.of(said)
        new, old = names_in(opening, rest), names_in(opening, before)
        if len(new) == len(old) == 1 and restating.only_names(f"{rest}?", new):
            return restating.with_person(before, old[0], rest[: len(new[0])])
        if (both := amending.instead_of(rest)) is not None and (made := restating.with_words(before, both[1], both[0])):
            return made
        dated = names_a_time(before)
        timed = retiming.with_time(before, rest, language, now=turn.local_now, sure=True) if dated else None
        title = next(iter(told_titles(opening)), "")
        return swapping.swapped(before, said, title, language) if timed is None and title else timed

    async def _of_the_other(self, turn: Turn, opening: TurnContext) -> Understood | None:
        """The question about one of two who are called the same, of the other one: "and the other Ana?"."""
        if (name := amending.other_of_name(turn.question.strip(" ?¿"))) is None:
            return None
        last = opening.last_answer.content if opening.last_answer is not None else ""
        for exchange in exchanges(opening)[:MOST_BACK]:
            said = [word for word in content_words(exchange.asked)[:MOST_CHOICES] if not name or word == name]
            names = list(dict.fromkeys((*said, *(word.removesuffix("s") for word in said))))
            async with self._services.unit_of_work_of(turn.owner.id) as tx:
                found = await self._services.resolver.resolve_contacts(tx, names, locale=turn.locale)
            for met in (one for one in found if one.status == "ambiguous"):
                others = [one.name for one in met.options if one.name not in last]
                old = met.phrase if restating.with_person(exchange.asked, met.phrase, "") else f"{met.phrase}s"
                if len(others) == 1 < len(met.options):
                    made = restating.with_person(exchange.asked, old, others[0])
                    return Understood(made) if made is not None else None
        return None

    async def _put_right(self, turn: Turn, opening: TurnContext, before: str) -> str | None:
        """The message before with another time, or another thing, than what waits of it has."""
        language, now = turn.route.language, turn.local_now
        said = marks.without_standing(turn.question, language)
        meant = marked(level(said), language)
        rest = meant.of(said)
        swapped = amending.rather(said, language, now=now) or amending.proposed_time(said)
        told = "?" not in said and (retiming.only_a_time(rest) or retiming.only_an_hour(rest))
        sure = bool(swapped) or meant.rights or told
        anew = retiming.with_length(before, rest, language) if meant.rights and "?" not in said else None
        anew = anew or retiming.with_time(before, swapped or (rest if sure else said), language, now=now, sure=sure)
        if anew is None and "?" not in said and (both := amending.instead_of(rest)) is not None:
            anew = restating.with_words(before, both[1], both[0])
        if anew is not None:
            return anew
        listed = meant.rights and len(rest.split()) <= MOST_OF_A_THING
        if (other := await self._of_another_thing(turn, opening, before, said)) is not None:
            return other
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            title = await self._listed_last(tx, opening) if listed else ""
        alike = bool(meant.end < len(said.rstrip(" .!")) or _shared(title, rest))
        return restating.with_another(before, title, rest, now=now) if title and alike else None

    async def _of_another_thing(self, turn: Turn, opening: TurnContext, before: str, said: str) -> str | None:
        """The message before, of another thing than the one that waits to be changed: "not the haircut, the vet"."""
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            called = await self._changed_last(tx, opening)
        return swapping.swapped(before, said, called, turn.route.language) if called else None

    async def _of_another(self, turn: Turn, opening: TurnContext, before: str) -> Understood | None:
        """The message before with another thing on its list, or with the one person whom this one names."""
        said = turn.question
        more = added(said) or (enumerated(said) if turn.mood is Mood.UNCLEAR else "")
        new = names_in(opening, said)
        if more and not new:
            async with self._services.unit_of_work_of(turn.owner.id) as tx:
                title = await self._listed_last(tx, opening)
            if title:
                again = restating.with_another(before, title, more, now=turn.local_now)
                return Understood(again) if again is not None else None
        if len(new) != 1 or not restating.only_names(said, new):
            return None
        old = names_in(opening, before)
        at = level(said).find(new[0])
        if len(old) > 1 or at < 0:
            return None
        name = said[at : at + len(new[0])]
        made = (
            restating.with_person(before, old[0], name)
            if old
            else restating.of_another(before, name, turn.route.language)
        )
        return Understood(made) if made is not None else None

    def _amended(self, turn: Turn, opening: TurnContext, before: str) -> Understood | None:
        """The message before once more, at another time or with somebody else."""
        said, language = turn.question, turn.route.language
        rest = amending.same_but(said)
        more = rest or (added(said) if retiming.only_a_time(added(said)) else "")
        if not more or (not rest and retiming.counts_from_another(more)):
            return None  # "and the day after" is the one after that which was asked about
        old, new = names_in(opening, before), names_in(opening, more) if rest else []
        if len(new) > 1 or (not rest and not names_a_time(before)):
            return None
        own, came = next(iter(old), None) if len(old) == 1 else None, next(iter(new), None)
        made = amending.once_more(before, more, own, came, language, now=turn.local_now)
        return Understood(made) if made is not None else None

    async def _listed_last(self, tx: Tx, opening: TurnContext) -> str:
        """What the last answer put on a list, or would: a thing by its title, at no time of its own."""
        last = opening.last_answer.metadata if opening.last_answer is not None else {}
        ids = [*last.get("previews", ()), *(one.get("preview_id") for one in last.get("actions") or ())]
        found = [await self._services.previews.find(tx, one) for text in ids if (one := parse_id(text or ""))]
        plain = [one for one in found if one is not None and one.target is None and not _TIMES & one.arguments.keys()]
        return str(plain[-1].arguments.get("title") or "") if plain else ""

    async def _changed_last(self, tx: Tx, opening: TurnContext) -> str:
        """The title of the kept thing that the one change is of which the last answer presented."""
        ids = list(opening.last_answer.metadata.get("previews") or ()) if opening.last_answer is not None else []
        found = await self._services.previews.find(tx, one) if len(ids) == 1 and (one := parse_id(ids[0])) else None
        return changed_title(found) if found is not None else ""

    def _told_last(self, opening: TurnContext) -> str | None:
        """What the user told last, as far as it was kept or is to be."""
        for exchange in exchanges(opening)[:MOST_BACK]:
            acts = (exchange.answer.metadata.get("actions") or ()) if exchange.answer is not None else ()
            tools = [self._services.by_name.get(str(act.get("tool"))) for act in acts]
            keeps = any(isinstance(tool, WriteTool) and tool.keeps_text for tool in tools)
            if keeps and affirm.reading(exchange.asked) is None:
                return exchange.asked
        return None

    async def _person(
        self, tx: Tx, turn: Turn, opening: TurnContext, referring: anaphora.Referring
    ) -> EntityRef | None:
        told_of: Sequence[EntityRef] = ()
        known = called_before(opening, turn.route.language)
        for exchange in standing(exchanges(opening))[:MOST_BACK]:
            people = people_in(opening, exchange.asked)
            if exchange.said != exchange.asked:  # "… before Alba's birthday" stands there as a date
                people = [*people, *(one for one in people_in(opening, exchange.said) if one not in people)]
            told = self._told(turn, exchange.answer)
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

    def _told(self, turn: Turn, answer: StoredMessage | None) -> list[EntityRef]:
        """The people that an answer was about."""
        known = next((one for one in turn.vocabulary.follow_ups if one.person), None)
        rows = kept_of(answer, known.key) if known is not None else []
        found = [(parse_id(str(row.get("id"))), str(row.get("name") or "")) for row in rows]
        people = [EntityRef(turn.vocabulary.person_kind, one, name) for one, name in found if one is not None and name]
        named = [one for one in people if answer is not None and one.title in answer.content]
        return named or people  # more is looked up than is told


def _kept_after_all(turn: Turn, opening: TurnContext) -> str:
    """What the user told just before, as something to be remembered, where they agree that it is: "save it", "yes"
    after they were told that nothing is stored by itself. "" of any other message."""
    last, before = opening.last_answer, opening.asked_before(turn.question)
    if last is None or not before or not affirm.keeps_that(turn.question):
        return ""
    remarks = {say(_NOT_STORED, one) for one in (turn.locale, turn.language, *LANGUAGES)}
    return f"{marks.keeping(turn.route.language)} {before[-1].strip()}" if last.content.strip() in remarks else ""


_NOT_STORED = "reader.answer.statement"


def _shared(title: str, other: str) -> bool:
    """Whether a thing is named anew by a word of the one before: "no, the plants in the office"."""
    return bool(set(content_words(title)) & set(content_words(other)))


def _only_settles(said: str) -> bool:
    """Whether a message only answers what was presented: a yes, a no, "all of them", "that's it"."""
    return affirm.reading(said) is not None or closes(said) or affirm.decided(said, MOST_CHOICES) is not None


def _one_clause(said: str, referring: anaphora.Referring) -> bool:
    """Whether no second question begins before the first pronoun, which owns no relative: "his sister" is a path."""
    begins = min(start for start, _, _ in referring.cuts)
    owned = level(said[begins:]).split()[1:2]
    return not restating.is_parted(said[:begins]) and not any(kin_of(word) for word in owned)


def _presents_one(opening: TurnContext) -> bool:
    """Whether the last answer presented one change, which waits for a yes."""
    last = opening.last_answer
    return last is not None and len(last.metadata.get("previews") or ()) == 1


def _of_one_thing(opening: TurnContext) -> bool:
    """Whether the last question named no time and its answer tells of one thing: "the day after" is counted from its
    day; else from the time that was asked for (`reader/discourse/follow_ups.py`)."""
    last = next(iter(exchanges(opening)), None)
    if last is None or last.answer is None or names_a_time(last.asked):
        return False
    return "\n" not in last.answer.content.strip()[:ANSWER_READ]
