"""What do "it", "she", "there" and "and on Saturday?" stand for?

The deictic context tells, else the thread's last questions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from orchestrator.language.discourse.undoing import asks_undo
from orchestrator.language.lexicon.kin_words import KIN, all_of
from orchestrator.language.people.kinship import kin_of
from orchestrator.language.speech_acts import affirm
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.language.values import Value
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.conditions.order import NEXT, step, stepped
from orchestrator.reader.discourse.draft_words import puts_right
from orchestrator.reader.discourse.follow_ups import LISTED, at_another_time, follow_up, follow_ups, placed
from orchestrator.reader.discourse.shown import last_answer, rows_named, shown_people, shown_rows, told_targets
from orchestrator.reader.evidence.finds import RELEVANT, SURE
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import joined, line
from orchestrator.reader.phrase.lines import clean
from orchestrator.reader.question.model import Reading, Target
from orchestrator.reader.question.reading import read
from orchestrator.reader.question.relatives import relative
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.spoken import languages_of
from orchestrator.reader.texts import share
from orchestrator.reader.words import words_of

_SEVERAL = 2
_FEW_WORDS = 3
_DAY = timedelta(days=1)
_LOOK_BACK = 4
"""User messages that a follow-up may refer to: further back nobody says "it"."""
_OPEN = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.ATTRIBUTE, Kind.COUNT, Kind.EXISTS, Kind.TOPIC, Kind.SAID}
_LISTED = {Kind.AGENDA, Kind.TOPIC, Kind.COUNT, Kind.EXISTS}
"""Kinds that ask "what else?" of other events than were told; "who else?" asks of the same one."""
_STEPPED = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.AGENDA, Kind.NEXT, Kind.TOPIC, Kind.EXISTS, Kind.SAID}
"""Kinds whose answer is an event that another one stands before and after."""
_OF_ONE = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG}
"""Kinds that ask of one event what it is like."""
_EMPTY = {Kind.GREETING, Kind.THANKS, Kind.FAREWELL, Kind.ABILITIES, Kind.UNABLE, Kind.NOTHING, Kind.CLOCK}


def completed(reading: Reading, facts: TurnFacts) -> Reading:
    """The reading with what it leaves unsaid taken from the conversation."""
    if reading.kind in _EMPTY:
        return reading
    if reading.filters.besides and reading.kind is Kind.TOPIC and not (reading.words or reading.names or reading.thing):
        reading = replace(reading, kind=Kind.AGENDA)  # "anything else?" names nothing, so it asks what there is
    if reading.filters.besides and reading.kind in _LISTED:
        told = frozenset(str(row["id"]) for row in facts.context.get("events") or () if row.get("id"))
        reading = replace(reading, filters=replace(reading.filters, without_ids=told))
        reading = replace(reading, thing=reading.thing or _listed_last(facts))
    reading = _of_a_detail(reading)
    before = _before(reading, facts)
    reading = _of_the_time_before(reading, before)
    if changed := _of_the_shown(reading, before, facts) or _changed(reading, before) or _visit(reading, facts):
        return changed
    spoken_of = told_targets(facts, reading.kind)
    if not _open(reading):
        return _of_what_was_told(reading, spoken_of)
    targets = _meant(spoken_of, before)
    if reading.kind is Kind.COUNT and any(target.kind == "event" for target in targets):
        return _counted(reading, targets, before)
    if before is not None and before.past and _ahead_again(reading):
        return _of_the_same(reading, before)
    if targets and not _elsewhere(targets, before, facts):
        return replace(reading, targets=targets)
    if before is None or not (before.words or before.names):
        return replace(reading, targets=targets) if targets else reading
    return _of_the_same(reading, before)


def _of_a_detail(reading: Reading) -> Reading:
    """The reading of a message that names a detail of somebody and nothing else: "and the email?", "phone?"."""
    bare = reading.kind is Kind.TOPIC and not (reading.words or reading.names or reading.when)
    detail = _detail(reading) if bare else None
    return replace(reading, kind=Kind.ATTRIBUTE, attribute=detail, thing=None) if detail is not None else reading


def _of_the_time_before(reading: Reading, before: Reading | None) -> Reading:
    """ "Anything else?" asks for what else there is at the time that was asked for."""
    said = reading.words or reading.names or reading.when
    if not reading.filters.besides or said or before is None or before.span is None or before.kind not in LISTED:
        return reading
    return replace(reading, when=before.when, span=before.span, times=before.times, exact=before.exact)


def _next_of_the_same(reading: Reading, before: Reading) -> bool:
    """Whether it asks for the next of what the question before was about: "next one?", "y el próximo?"."""
    bare = not (reading.words or reading.names or reading.when or reading.thing)
    if reading.kind is not Kind.NEXT or not bare or not (before.words or before.names):
        return False
    return before.kind is not Kind.ATTRIBUTE and (reading.deictic or reading.follow)


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
    return replace(_stepped(reading, before, 1), rank=NEXT) if ahead and (before.words or before.names) else None


def _which(reading: Reading, before: Reading, facts: TurnFacts) -> Reading | None:
    """ "The accountant", where two of a name were told: who was asked for, and what tells her."""
    short = reading.kind is Kind.TOPIC and 0 < len(reading.words) <= _FEW_WORDS and not reading.when
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
    kind = reading.kind if reading.kind in _OPEN and reading.kind is not Kind.TOPIC else Kind.WHEN
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
        return replace(_of_the_same(reading, before), when=reading.when, span=reading.span, times=reading.times)
    return replace(reading, words=tuple(targets[0].name.split()))


def _of_what_was_told(reading: Reading, told: tuple[Target, ...]) -> Reading:
    """A question whose words all stand in the title of what was just told asks of that: "how long is the flight?"."""
    if reading.kind not in _OF_ONE or reading.names or reading.when or reading.last or reading.rank or reading.filters:
        return reading
    if not reading.words or reading.measure is not None or reading.thing == "todo":
        return reading
    held = tuple(one for one in told if one.kind == "event" and share(reading.words, one.name) >= SURE)
    return replace(reading, targets=held) if held else reading


def _ahead_again(reading: Reading) -> bool:
    """Whether it asks when that will be again of which the past was told: "when are we going back there?"."""
    known = words_of(reading.language)
    ahead = reading.kind is Kind.WHEN and not reading.past
    return ahead and (
        follow_ups(reading.language).again.search(reading.line.low) is not None
        or known.future.search(reading.line.low) is not None
    )


def _changed(reading: Reading, before: Reading | None) -> Reading | None:
    """The question before with what this one puts in the place of a part of it; None where it stands by itself."""
    by = step(reading.line, words_of(reading.language).language)
    if by and before is not None and before.kind in _STEPPED and before.thing in {None, "event"}:
        return _stepped(reading, before, by)
    if before is not None and (made := follow_up(reading, before)) is not None:
        return made
    if before is not None and _next_of_the_same(reading, before):
        again = replace(_of_the_same(reading, before), kind=Kind.WHEN, rank=NEXT, past=False)
        return replace(again, when=None, span=None, times=())
    if before is not None and before.attribute == "birthday" and _how_many(reading):
        return replace(before, line=reading.line, measure=Measure.AGE, ahead=True, follow=True)
    clock = bool(reading.times) and not any(one.mention.has_date for one in reading.times)
    if clock and not reading.follow and _of_that_day(reading, before):
        return _continued(reading, before)
    if not reading.follow or not (reading.when or reading.words or reading.names):
        return None
    later = reading.kind is Kind.AGENDA and clock and not reading.words  # "and after lunch?"
    goes_on = reading.kind is Kind.TOPIC or later or _same_detail(reading, before)
    return _continued(reading, before) if goes_on else None


def _same_detail(reading: Reading, before: Reading | None) -> bool:
    """Whether a detail is asked for that only the question before named: "y el de Noor?"."""
    unsaid = reading.kind is Kind.ATTRIBUTE and reading.measure is None and reading.relative is None
    both = unsaid and before is not None and before.kind is Kind.ATTRIBUTE and before.measure is None
    return both and not any(said.search(reading.line.low) for said in words_of(reading.language).attributes.values())


def _how_many(reading: Reading) -> bool:
    """Whether it asks a number and nothing else: after a birthday, how old they turn."""
    bare = not (reading.words or reading.names or reading.when or reading.thing)
    years = reading.measure is Measure.AGE and len(reading.line.tokens()) <= _FEW_WORDS
    return (bare and reading.kind is Kind.COUNT) or (years and not (reading.names or reading.words))


def _of_that_day(reading: Reading, before: Reading | None) -> bool:
    """Whether hours without a day narrow the list of a day that was just told: "anything after 6?"."""
    bare = not (reading.words or reading.names or reading.thing) and reading.kind in {
        Kind.TOPIC,
        Kind.EXISTS,
        Kind.AGENDA,
    }
    if not bare or before is None or before.kind not in {Kind.AGENDA, Kind.EXISTS, Kind.FREE, Kind.TOPIC}:
        return False
    return not before.words and any(one.mention.has_date for one in before.times)


def _open(reading: Reading) -> bool:
    """Whether it says nothing of what it is about."""
    if reading.words or reading.names or reading.who or reading.kind not in _OPEN:
        return False
    # "Where was I last Tuesday?" asks of the user, not of what was spoken of.
    timed = reading.when and (reading.kind is Kind.EXISTS or (reading.kind is Kind.WHERE and reading.past))
    return reading.deictic or not (reading.thing is not None or timed)


def _of_the_same(reading: Reading, before: Reading) -> Reading:
    kind = before.kind if reading.kind is Kind.TOPIC else reading.kind
    detail = _detail(reading) if reading.kind is Kind.TOPIC else None
    kind = Kind.ATTRIBUTE if detail is not None else kind
    timed = reading if reading.when else before
    past = reading.past or (before.past and not _ahead_again(reading))
    return replace(
        reading,
        line=joined((before.line, reading.line)) if kind is before.kind and detail is None else reading.line,
        kind=kind,
        attribute=detail or reading.attribute or (before.attribute if kind is Kind.ATTRIBUTE else None),
        words=before.words,
        names=before.names,
        when=timed.when,
        span=timed.span,
        times=timed.times,
        past=past,
    )


def _detail(reading: Reading) -> str | None:
    """The one detail of somebody that is named, and nothing else: "and the email?"."""
    known = words_of(reading.language)
    asked = [name for name, said in known.attributes.items() if said.search(reading.line.low)]
    alone = len(asked) == 1 and (reading.follow or _says_only(reading.line.low, asked[0], known))
    return asked[0] if alone else None


def _says_only(low: str, attribute: str, known: Words) -> bool:
    """Whether a message is the name of a detail, with its article: "phone?", "o telefone"."""
    article = known.articles.match(low)
    return known.attributes[attribute].fullmatch(low[article.end() :] if article is not None else low) is not None


def _stepped(reading: Reading, before: Reading, by: int) -> Reading:
    """ "And the one before?", "y la siguiente?": one further in the order of time than what was told."""
    rank = stepped(before.rank, by, past=before.past or before.last)
    kind = Kind.WHEN if before.kind in {Kind.NEXT, Kind.AGENDA, Kind.TOPIC, Kind.EXISTS, Kind.SAID} else before.kind
    past = rank.index < 0 if rank.from_now else before.past
    base = replace(before, line=reading.line, language=reading.language, locale=reading.locale, follow=True)
    return replace(base, kind=kind, rank=rank, past=past, last=False, when=None, span=None, times=(), measure=None)


def _continued(reading: Reading, before: Reading | None) -> Reading:
    """ "And on Saturday?", "e a Ana?": the question before, with one part replaced."""
    if before is None:
        return reading
    same = replace(
        before, line=reading.line, language=reading.language, locale=reading.locale, past=before.past, follow=True
    )
    if reading.when:
        same = at_another_time(same, reading)
        same = replace(same, kind=Kind.WHEN) if same.kind in {Kind.WHO, Kind.WHERE} and same.words else same
    if reading.when and not reading.words:
        return same
    if (
        same.kind is Kind.SAID
        and same.who
        and not reading.when
        and not follow_ups(reading.language).topic_of.match(reading.line.low)
    ):
        return replace(same, who=reading.about)
    return _of_their_kin(reading, same) or replace(same, words=reading.words, names=reading.names or reading.words)


def _of_their_kin(reading: Reading, before: Reading) -> Reading | None:
    """ "E do filho?" after a question about Gemma: of her son; "and mum's?" is the user's own."""
    word = reading.words[0] if len(reading.words) == 1 else ""
    whose = before.names[0] if before.names else before.about
    kin = kin_of(word, reading.locale) if word and before.kind is Kind.ATTRIBUTE else None
    if kin is None or kin_of(whose) is not None or not whose or whose == "me" or normalize(word) in all_of("parents"):
        return None
    if not all_of("own").isdisjoint(tokens(reading.line.low)):
        return None
    path = KIN[reading.language].hangs.format(name=whose, kin=word)
    found = relative(line(path), words_of(reading.language).language)
    return replace(before, words=(path,), names=(path,), relative=found) if found is not None else None


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


def question_before(facts: TurnFacts, locale: str) -> Reading | None:
    """The last question of the thread that was about something."""
    return _before(read("", now=facts.now, locale=locale), facts)


def _before(reading: Reading, facts: TurnFacts) -> Reading | None:
    """What the thread's questions have come to: each one completed by those before it."""
    asked = [text for role, text in facts.history if role == "user" and text.strip() != facts.question.strip()]
    asked = [text for text in asked if affirm.reading(text) is None and not asks_undo(text)]
    last: Reading | None = None
    asked = asked[-_LOOK_BACK:]
    for text, language in zip(asked, languages_of(asked, reading.locale), strict=True):
        each = _of_a_detail(read(text, now=facts.now, locale=reading.locale, spoken=language))
        if puts_right(each.line.low, each.language) or each.kind in _EMPTY or _names_nothing(each):
            continue
        changed = _changed(each, last)
        if changed is None and last is not None and _open(each) and (last.words or last.names):
            changed = replace(_of_the_same(each, last), past=each.past or last.past)
        each = _without_cues(changed or each)
        if each.words or each.names or each.when or each.thing:
            last = each
    return last


def _without_cues(reading: Reading) -> Reading:
    """Without the words that only ask for a list of some time: "what's left today" is of any day."""
    if reading.kind not in LISTED or not reading.when or reading.names:
        return reading
    return replace(reading, words=tuple(word for word in reading.words if normalize(word) not in reading.cues))


def _names_nothing(reading: Reading) -> bool:
    """Whether it only asks of what was spoken of: "is it still on?", "when's the appointment?"."""
    words = follow_ups(reading.language)
    said = {word.casefold() for word in reading.words}
    return bool(said) and said <= {*words.appointments, *words.still, *words.ordinals}
