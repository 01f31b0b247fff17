"""How many years lie between two people, and how many birthdays in a time?"""

from collections.abc import Mapping
from datetime import date

from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, wanted
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.phrase.contact_lines import attribute, born, name_of
from orchestrator.reader.phrase.frame import MOST_OF_A_LIST, over
from orchestrator.reader.phrase.of_people import falls
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.query.algebra import Aggregate, Query
from orchestrator.reader.query.finding import MOST, Way, person, person_look, spanned

_NO_YEAR = 4
_TWO = 2
_MONTHS = 12


def _row(one: Item, voice: Voice) -> str:
    return f"- {name_of(one)}: {attribute(one, 'birthday', voice)} {source(one, voice, None)}"


# Between two people


def _read_both(query: Query, _facts: TurnFacts) -> list[Wanted]:
    return [person_look(words) for words in query.subjects]


def _gap(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """By how much the elder of two is older; None where either birthday is unknown, or the year of it."""
    people = [one for words in query.subjects if (one := person(words, facts)) is not None]
    dated = [(day, one) for one in people if (day := born(one)) is not None and day.year > _NO_YEAR]
    if len(dated) != _TWO or dated[0][1].get("id") == dated[1][1].get("id"):
        return None
    (first, elder), (last, younger) = sorted(dated, key=lambda pair: pair[0])
    rows = [_row(elder, voice), _row(younger, voice)]
    if first == last:
        return "\n".join([say("reader.query.same_age", voice.locale), *rows])
    told = say("reader.query.age_gap", voice.locale, name=name_of(elder), gap=_apart(first, last, voice.locale))
    return "\n".join([told, *rows])


def _apart(first: date, last: date, locale: str) -> str:
    """Years and months, of less than a month the days."""
    months = (last.year - first.year) * _MONTHS + last.month - first.month - (last.day < first.day)
    parts = [(months // _MONTHS, "year"), (months % _MONTHS, "month")]
    told = [render.count(number, noun, locale) for number, noun in parts if number]
    return render.join(told or [render.count((last - first).days, "day", locale)], locale)


# In a time


def _read_everyone(_query: Query, _facts: TurnFacts) -> list[Wanted]:
    return [wanted("get_contacts", birthdays=True, limit=MOST)]


def _birthdays(query: Query, facts: TurnFacts, voice: Voice) -> str | None:
    """How many birthdays are known, of a time those in it; by the day of the year, from today on."""
    looked = [one for one in facts.ledger if one.arguments.get("birthdays") and one.outcome == "done"]
    if not looked:
        return None
    reading = spanned(query, facts, query.line)
    rows = {str(row.get("id")): row for one in looked for row in one.data.get("contacts") or ()}
    dated = [(day, one) for row in rows.values() if (day := born(one := Item("contact", row, 1.0))) is not None]
    if reading.span is not None:
        dated = [(day, one) for day, one in dated if falls(day, reading.span)]
    today = (facts.now.month, facts.now.day)
    dated.sort(key=lambda pair: ((pair[0].month, pair[0].day) < today, pair[0].month, pair[0].day))
    span = over(reading, gather((), reading), voice)
    count = render.count(len(dated), "birthday", voice.locale)
    told = say("reader.answer.count", voice.locale, count=count, about="", range=span)
    return "\n".join([told, *(_row(one, voice) for _, one in dated[:MOST_OF_A_LIST])])


OF_AGES: Mapping[Aggregate, Way] = {
    Aggregate.AGE_GAP: Way(_read_both, _gap),
    Aggregate.BIRTHDAYS: Way(_read_everyone, _birthdays),
}
