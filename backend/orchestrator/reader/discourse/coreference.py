"""What do "it", "she", "there" and "the second one" stand for?

The deictic context tells, else the thread's last questions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from orchestrator.language.values import Value
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.conditions.order import NEXT, step
from orchestrator.reader.discourse.ellipsis import (
    FEW_WORDS,
    OPEN_KINDS,
    asks_again,
    changed_from,
    is_open,
    of_a_detail,
    of_the_same,
    stepped_from,
)
from orchestrator.reader.discourse.follow_ups import LISTED, follow_ups, of_its_day, placed
from orchestrator.reader.discourse.previous_question import EMPTY_KINDS, previous
from orchestrator.reader.discourse.shown import last_answer, rows_named, shown_people, shown_rows, told_targets
from orchestrator.reader.evidence.finds import RELEVANT, SURE
from orchestrator.reader.line import joined
from orchestrator.reader.phrase.quotation import clean
from orchestrator.reader.question.model import Reading, Target
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_SEVERAL = 2
_DAY = timedelta(days=1)
_LISTED = {Kind.AGENDA, Kind.TOPIC, Kind.COUNT, Kind.EXISTS}
"""Kinds that ask "what else?" of other events than were told; "who else?" asks of the same one."""
_OF_ONE = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG}
"""Kinds that ask of one event what it is like."""


def completed(reading: Reading, facts: TurnFacts) -> Reading:
    """The reading with what it leaves unsaid taken from the conversation."""
    if reading.kind in EMPTY_KINDS or _of_a_time(reading):
        return reading
    if reading.kind is Kind.WHERE and reading.thing == "todo" and not (reading.words or reading.names):
        reading = replace(reading, kind=Kind.AGENDA)  # "which one is overdue?" asks which, not where
    if reading.filters.besides and reading.kind is Kind.TOPIC and not (reading.words or reading.names or reading.thing):
        reading = replace(reading, kind=Kind.AGENDA)  # "anything else?" names nothing, so it asks what there is
    if reading.filters.besides and reading.kind in _LISTED:
        told = frozenset(str(row["id"]) for row in facts.context.get("events") or () if row.get("id"))
        reading = replace(reading, filters=replace(reading.filters, without_ids=told))
        reading = replace(reading, thing=reading.thing or _listed_last(facts))
    reading = of_its_day(of_a_detail(reading))
    before = previous(reading, facts)
    reading = _of_the_time_before(reading, before)
    if changed := _of_the_shown(reading, before, facts) or changed_from(reading, before) or _visit(reading, facts):
        return changed
    spoken_of = told_targets(facts, reading.kind)
    if not is_open(reading):
        return _of_what_was_told(reading, spoken_of)
    targets = _meant(spoken_of, before)
    if reading.kind is Kind.COUNT and any(target.kind == "event" for target in targets):
        return _counted(reading, targets, before)
    if before is not None and before.past and asks_again(reading):
        return of_the_same(reading, before)
    if targets and not _elsewhere(targets, before, facts):
        return replace(reading, targets=targets)
    if before is None or not (before.words or before.names):
        return replace(reading, targets=targets) if targets else reading
    return of_the_same(reading, before)


def _of_a_time(reading: Reading) -> bool:
    """Whether it asks how far off a time is, that it names: "how many days til Christmas"."""
    named = reading.words or reading.names or reading.targets
    return reading.measure in {Measure.UNTIL, Measure.SINCE} and reading.span is not None and not named


def _of_the_time_before(reading: Reading, before: Reading | None) -> Reading:
    """ "Anything else?" asks for what else there is at the time that was asked for."""
    said = reading.words or reading.names or reading.when
    if not reading.filters.besides or said or before is None or before.span is None or before.kind not in LISTED:
        return reading
    return replace(reading, when=before.when, span=before.span, times=before.times, exact=before.exact)


def _listed_last(facts: TurnFacts) -> str | None:
    """The kind of list on which the last answer put something: "what else is on there?"."""
    written: Sequence[Mapping[str, Any]] = facts.context.get("written") or ()
    return "todo" if [one.get("kind") for one in written] == ["todo"] else None


def _of_the_shown(reading: Reading, before: Reading | None, facts: TurnFacts) -> Reading | None:
    """The question before of one of several that the last answer told: by its place, the next of them, or by what tells
    a person from the others."""
    if before is None:
        return None
    return _placed(reading, before, facts) or _next_of(reading, before, facts) or _which(reading, before, facts)


def _next_of(reading: Reading, before: Reading, facts: TurnFacts) -> Reading | None:
    """ "When's the next one?" after a list: the next from now on."""
    several = len(shown_rows(facts, Kind.WHEN)) >= _SEVERAL and before.kind in LISTED
    ahead = several and not before.past and step(reading.line, words_of(reading.language).language) == 1
    return replace(stepped_from(reading, before, 1), rank=NEXT) if ahead and (before.words or before.names) else None


def _which(reading: Reading, before: Reading, facts: TurnFacts) -> Reading | None:
    """ "The accountant", where two of a name were told: who was asked for, and what tells her."""
    short = reading.kind is Kind.TOPIC and 0 < len(reading.words) <= FEW_WORDS and not reading.when
    if not short or before.kind is not Kind.ATTRIBUTE or len(rows_named(facts)) < _SEVERAL:
        return None
    words = tuple(dict.fromkeys((*before.words, *reading.words)))
    return replace(before, line=joined((before.line, reading.line)), words=words, follow=True)


def _placed(reading: Reading, before: Reading, facts: TurnFacts) -> Reading | None:
    """The question of the one that stands at the place that is said, of those that the last answer told."""
    names = rows_named(facts)
    at = placed(reading, len(names)) if len(names) >= _SEVERAL else None
    if at is None:
        return None
    bare = replace(reading, words=(), names=(), rank=None, last=False)
    kind = reading.kind if reading.kind in OPEN_KINDS and reading.kind is not Kind.TOPIC else Kind.WHEN
    known = next((one for one in shown_rows(facts, reading.kind) if clean(one.name) == names[at]), None)
    if known is not None and known.kind == "event":
        return replace(bare, kind=kind, targets=(known,))
    words = tuple(names[at].split())
    if before.thing == "todo":
        return replace(bare, kind=kind, thing="todo", words=words)
    attribute = reading.attribute or before.attribute or "all"
    return replace(bare, kind=Kind.ATTRIBUTE, attribute=attribute, words=words, names=(names[at],))


def _visit(reading: Reading, facts: TurnFacts) -> Reading | None:
    """ "When's the appointment?" after somebody was told: the events with them."""
    people = shown_people(facts)
    said = {word.casefold() for word in reading.words}
    alone = said <= follow_ups(reading.language).appointments and (said or reading.thing == "event")
    if not alone or reading.names or reading.when or len(people) != 1:
        return None
    if reading.kind not in {Kind.WHEN, Kind.WHERE, Kind.AGENDA, Kind.NEXT, Kind.EXISTS}:
        return None
    kind = Kind.NEXT if reading.kind is Kind.AGENDA else reading.kind
    return replace(reading, kind=kind, words=tuple(people[0].name.split()), names=(people[0].name,))


def _counted(reading: Reading, targets: tuple[Target, ...], before: Reading | None) -> Reading:
    """ "How many days is it?" of the event that was told, "how many have we done?" of all that are called so."""
    if reading.value is Value.LENGTH:
        return replace(reading, kind=Kind.HOW_LONG, targets=targets)
    if before is not None and (before.words or before.names):
        return replace(of_the_same(reading, before), when=reading.when, span=reading.span, times=reading.times)
    return replace(reading, words=tuple(targets[0].name.split()))


def _of_what_was_told(reading: Reading, told: tuple[Target, ...]) -> Reading:
    """A question whose words all stand in the title of what was just told asks of that: "how long is the flight?"."""
    if reading.kind not in _OF_ONE or reading.names or reading.when or reading.last or reading.rank or reading.filters:
        return reading
    if not reading.words or reading.measure is not None or reading.thing == "todo":
        return reading
    held = tuple(one for one in told if one.kind == "event" and share(reading.words, one.name) >= SURE)
    return replace(reading, targets=held) if held else reading


def _meant(targets: tuple[Target, ...], before: Reading | None) -> tuple[Target, ...]:
    """Of several things that the last answers were about, those that the question before named best."""
    if len(targets) < _SEVERAL or before is None or not before.words:
        return targets
    shares = [share(before.words, target.name) for target in targets]
    return tuple(target for target, held in zip(targets, shares, strict=True) if held == max(shares))


def _elsewhere(targets: tuple[Target, ...], before: Reading | None, facts: TurnFacts) -> bool:
    """Whether the question before named something that none of the targets is, nor is told beside one: that is meant,
    and looked up again."""
    if before is None or not before.words or before.kind is Kind.ATTRIBUTE:
        return False
    told = last_answer(facts).splitlines()
    if len(targets) == len(told) == 1 and targets[0].kind == "event" and share(before.words, told[0]) >= RELEVANT:
        return False  # one event was the answer to it, whatever verb asked for it: "when do Betis play", "with whom?"
    beside = {one.id: " ".join(row for row in told if clean(one.name) in row) for one in targets}
    return all(one.kind == "event" and share(before.words, f"{one.name} {beside[one.id]}") < SURE for one in targets)
