"""Which earlier message does this one change in a part? "No, I meant Friday", "not that one, the vet", "and Sven's?"

What was asked before is put anew, with another time, person or thing; what waits of it, where it does, waits no more.
"""

from dataclasses import dataclass

from orchestrator.agent.ports.requests import StoredMessage
from orchestrator.agent.previews.reply_parser import changed_title
from orchestrator.agent.runs.exchanges import (
    MOST_BACK,
    MOST_OF_A_THING,
    exchanges,
    names_earlier,
    names_in,
    told_titles,
)
from orchestrator.agent.runs.waiting_change import moved
from orchestrator.agent.tools.spec import WriteTool
from orchestrator.agent.turn.context import TurnContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import Turn
from orchestrator.db.tx import Tx
from orchestrator.kit.ids import parse_id
from orchestrator.language.discourse import amending, marks, restating, retiming, swapping
from orchestrator.language.discourse.choosing import added, closes, enumerated
from orchestrator.language.discourse.marks import marked
from orchestrator.language.discourse.retiming import names_a_time
from orchestrator.language.rules.form import with_exception
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.statements import replacing
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import content_words
from orchestrator.language.text.shorthand import spelled_out
from orchestrator.language.text.words import level

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


class Restatements:
    """Puts an earlier message anew, with what this one says of it."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def restated(self, turn: Turn, opening: TurnContext) -> Understood | None:
        """The message before with what this one puts in the place of a part of it; None where it does not."""
        said, language = turn.question, turn.route.language
        before = next((one.asked for one in exchanges(opening) if not _only_settles(one.asked)), None)
        if before is None or len(said) > restating.MOST_CHARACTERS:
            return None
        if (other := await moved(turn, opening, self._services)) is not None:
            return Understood(other.text, instead=True, presented=other.presented)
        told = self._told_last(opening)
        anew = with_exception(before, said) if _presents_one(opening) else ""
        anew = anew or (restating.with_value(told, said) if told is not None else "") or ""
        if anew:
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
            and (right := await self._put_right(turn, opening, before)) is not None
        ):
            return Understood(right, instead=True)
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
                whole = [name for one in met.options if (name := level(one.name)) in level(exchange.asked)]
                plain = restating.with_person(exchange.asked, met.phrase, "") is not None
                old = whole[0] if whole else met.phrase if plain else f"{met.phrase}s"
                if len(others) == 1 < len(met.options):
                    made = restating.with_person(exchange.asked, old, others[0])
                    return Understood(made) if made is not None else None
        return None

    async def _put_right(self, turn: Turn, opening: TurnContext, before: str) -> str | None:
        """The message before with another time, or another thing, than what waits of it has."""
        language, now = turn.route.language, turn.local_now
        said = marks.without_standing(_written_out(turn.question, language), language)
        meant = marked(level(said), language)
        rest = meant.of(said)
        other = swapping.with_written(before, rest) or (restating.with_number(before, rest) if meant.rights else None)
        if other is not None:
            return other
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


def _written_out(said: str, language: Language) -> str:
    """A few words without their shorthand: "na vdd sexta"; in more there may be titles, which stay as written."""
    return spelled_out(said, language) if len(said.split()) <= MOST_OF_A_THING else said


def _shared(title: str, other: str) -> bool:
    """Whether a thing is named anew by a word of the one before: "no, the plants in the office"."""
    return bool(set(content_words(title)) & set(content_words(other)))


def _only_settles(said: str) -> bool:
    """Whether a message only answers what was presented: a yes, a no, "all of them", "that's it"."""
    return affirm.reading(said) is not None or closes(said) or affirm.decided(said, MOST_CHOICES) is not None


def _presents_one(opening: TurnContext) -> bool:
    """Whether the last answer presented one change, which waits for a yes."""
    last = opening.last_answer
    return last is not None and len(last.metadata.get("previews") or ()) == 1
