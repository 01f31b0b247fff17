"""What does a follow-up leave unsaid: "and on Saturday?", "the one before?", "and the email?"?"""

from dataclasses import replace

from orchestrator.language.lexicon.kin_words import KIN, all_of
from orchestrator.language.people.kinship import kin_of
from orchestrator.language.people.relations import relation_label, relation_labels
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.conditions.order import NEXT, step, stepped
from orchestrator.reader.discourse.follow_ups import at_another_time, follow_up, follow_ups
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import joined, line
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question.relatives import relative
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.words import words_of

FEW_WORDS = 3
_AROUND_A_NAME = 2
"""Words beside a name alone: "and the", "e a"; "e ela é operada a quê" asks something else."""
_STATED = frozenset({Kind.DECIDED, Kind.PROMISED})
_COUNTED = frozenset({Kind.COUNT, Kind.EXISTS})
OPEN_KINDS = {
    Kind.WHEN,
    Kind.WHERE,
    Kind.WHO,
    Kind.HOW_LONG,
    Kind.ATTRIBUTE,
    Kind.COUNT,
    Kind.EXISTS,
    Kind.TOPIC,
    Kind.SAID,
}
_STEPPED = {Kind.WHEN, Kind.WHERE, Kind.WHO, Kind.HOW_LONG, Kind.AGENDA, Kind.NEXT, Kind.TOPIC, Kind.EXISTS, Kind.SAID}
"""Kinds whose answer is an event that another one stands before and after."""


def of_a_detail(reading: Reading) -> Reading:
    """The reading of a message that names a detail of somebody and nothing else: "and the email?", "phone?"."""
    bare = reading.kind is Kind.TOPIC and not (reading.words or reading.names or reading.when)
    detail = _detail(reading) if bare else None
    return replace(reading, kind=Kind.ATTRIBUTE, attribute=detail, thing=None) if detail is not None else reading


def _next_of_the_same(reading: Reading, before: Reading) -> bool:
    """Whether it asks for the next of what the question before was about: "next one?", "y el próximo?"."""
    bare = not (reading.words or reading.names or reading.when or reading.thing)
    if reading.kind is not Kind.NEXT or not bare or not (before.words or before.names):
        return False
    return before.kind is not Kind.ATTRIBUTE and (reading.deictic or reading.follow)


def asks_again(reading: Reading) -> bool:
    """Whether it asks when that will be again of which the past was told: "when are we going back there?"."""
    known = words_of(reading.language)
    ahead = reading.kind is Kind.WHEN and not reading.past
    return ahead and (
        follow_ups(reading.language).again.search(reading.line.low) is not None
        or known.future.search(reading.line.low) is not None
    )


def changed_from(reading: Reading, before: Reading | None) -> Reading | None:
    """The question before with what this one puts in the place of a part of it; None where it stands by itself."""
    by = step(reading.line, words_of(reading.language).language)
    stepped_on = before is not None and before.kind in _STEPPED and before.thing in {None, "event"}
    if by and before is not None and (stepped_on or (by > 0 and before.whose_birthday)):
        return stepped_from(reading, before, by)
    if before is not None and (made := follow_up(reading, before)) is not None:
        return made
    if before is not None and _next_of_the_same(reading, before):
        again = replace(of_the_same(reading, before), kind=Kind.WHEN, rank=NEXT, past=False)
        return replace(again, when=None, span=None, times=())
    if before is not None and (made := _of_the_same_detail(reading, before) or _of_the_last_of_them(reading, before)):
        return made
    clock = bool(reading.times) and not any(one.mention.has_date for one in reading.times)
    if clock and not reading.follow and _of_that_day(reading, before):
        return _continued(reading, before)
    if not reading.follow or not (reading.when or reading.words or reading.names):
        return None
    if before is not None and len(reading.words) > 1 and set(reading.words) & set(before.words):
        return None  # "e a lucia come marisco?" says all that it asks
    later = reading.kind is Kind.AGENDA and clock and not reading.words  # "and after lunch?"
    goes_on = reading.kind is Kind.TOPIC or later or _same_detail(reading, before)
    return _continued(reading, before) if goes_on else None


def _of_the_same_detail(reading: Reading, before: Reading) -> Reading | None:
    """ "How old is he turning?", "when is it?", and the other way round; "what does my wife do?", "and where?"."""
    if before.attribute == "work" and _asks_where(reading):
        return replace(before, line=reading.line, follow=True)
    if before.attribute != "birthday":
        return None
    if _asks_when(reading):
        return replace(before, measure=None, follow=True)
    return (
        replace(before, line=reading.line, measure=Measure.AGE, ahead=True, follow=True) if _how_many(reading) else None
    )


def _of_the_last_of_them(reading: Reading, before: Reading) -> Reading | None:
    """ "How often did I see Ana?", "when was the last time?"."""
    if before.kind not in _COUNTED or not _asks_of_the_last(reading) or not (before.words or before.names):
        return None
    return replace(of_the_same(reading, before), rank=None, measure=None, follow=True)


def _same_detail(reading: Reading, before: Reading | None) -> bool:
    """Whether a detail is asked for that only the question before named: "y el de Noor?"."""
    pointed = reading.relative is not None and reading.relative.pronoun  # "y su mujer?" asks who she is
    unsaid = reading.kind is Kind.ATTRIBUTE and reading.measure is None and not pointed
    both = unsaid and before is not None and before.kind is Kind.ATTRIBUTE and before.measure is None
    return both and not any(said.search(reading.line.low) for said in words_of(reading.language).attributes.values())


def _asks_where(reading: Reading) -> bool:
    """Whether it asks where and names nothing."""
    return reading.kind is Kind.WHERE and not (reading.words or reading.names or reading.when or reading.thing)


def _asks_when(reading: Reading) -> bool:
    """Whether it asks when that is, and names nothing."""
    bare = not (reading.words or reading.names or reading.when or reading.thing)
    return reading.kind is Kind.WHEN and bare and reading.measure is None and not (reading.last or reading.past)


def _asks_of_the_last(reading: Reading) -> bool:
    """Whether it asks when the last of them was, and names nothing: "when was the last time?"."""
    return reading.kind is Kind.WHEN and reading.last and not (reading.words or reading.names or reading.when)


def _how_many(reading: Reading) -> bool:
    """Whether it asks a number and nothing else: after a birthday, how old they turn."""
    bare = not (reading.words or reading.names or reading.when or reading.thing)
    years = reading.measure is Measure.AGE and len(reading.line.tokens()) <= FEW_WORDS
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


def is_open(reading: Reading) -> bool:
    """Whether it says nothing of what it is about."""
    if reading.words or reading.names or reading.who or reading.kind not in OPEN_KINDS:
        return False
    # "Where was I last Tuesday?" asks of the user, not of what was spoken of.
    timed = reading.when and (reading.kind is Kind.EXISTS or (reading.kind is Kind.WHERE and reading.past))
    return reading.deictic or not (reading.thing is not None or timed)


def of_the_same(reading: Reading, before: Reading) -> Reading:
    # "By when?" of what somebody promised is told by what they said.
    same = reading.kind is Kind.TOPIC or (reading.kind is Kind.WHEN and before.kind in _STATED)
    kind = before.kind if same else reading.kind
    detail = _detail(reading) if reading.kind is Kind.TOPIC else None
    kind = Kind.ATTRIBUTE if detail is not None else kind
    timed = reading if reading.when else before
    past = reading.past or (before.past and not asks_again(reading))
    return replace(
        reading,
        line=joined((before.line, reading.line)) if kind is before.kind and detail is None else reading.line,
        kind=kind,
        attribute=detail or reading.attribute or (before.attribute if kind is Kind.ATTRIBUTE else None),
        words=_whose(before, reading) if kind is Kind.ATTRIBUTE else before.words,
        names=before.names,
        when=timed.when,
        span=timed.span,
        times=timed.times,
        past=past,
    )


def _whose(before: Reading, reading: Reading) -> tuple[str, ...]:
    """Whose detail is asked for behind a question about something of theirs: "my mum's operation, and her number?"; not
    of the place where they are: "until when is Jota in Valencia, and where does he work?"."""
    kin = tuple(word for word in before.words if kin_of(word, reading.locale) is not None)
    if kin and not before.names:
        return kin
    if before.kind is Kind.ATTRIBUTE or len(before.words) == 1:
        return before.words
    at, low = words_of(before.language).at, before.line.low
    starts = {word: low.find(normalize(word)) for word in before.words}
    placed = {word for word, start in starts.items() if start > 0 and at.match(_from_word_before(low, start))}
    return tuple(word for word in before.words if word not in placed) or before.words


def _from_word_before(low: str, start: int) -> str:
    """The text from the word on that stands before the one at this place."""
    return low[low.rfind(" ", 0, max(start - 1, 0)) + 1 :]


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


def stepped_from(reading: Reading, before: Reading, by: int) -> Reading:
    """ "And the one before?", "y la siguiente?": one further in the order of time than what was told."""
    rank = stepped(before.rank, by, past=before.past or before.last)
    kind = Kind.WHEN if before.kind in {Kind.NEXT, Kind.AGENDA, Kind.TOPIC, Kind.EXISTS, Kind.SAID} else before.kind
    past = rank.index < 0 if rank.from_now else before.past
    base = replace(before, line=reading.line, language=reading.language, locale=reading.locale, follow=True)
    # The first of a day is followed by the second of that day; the last time may be followed by one of another month.
    timed = before if not rank.from_now else replace(before, when=None, span=None, times=())
    base = replace(base, when=timed.when, span=timed.span, times=timed.times)
    return replace(base, kind=kind, rank=rank, past=past, last=False, measure=None)


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
        ((same.kind is Kind.SAID and same.who) or (same.kind is Kind.PROMISED and _of_somebody(reading)))
        and not reading.when
        and len(reading.line.tokens()) <= len(reading.words) + _AROUND_A_NAME
        and not follow_ups(reading.language).topic_of.match(reading.line.low)
    ):
        return replace(same, who=reading.about)
    said = _without_owning(reading) if same.kind is Kind.ATTRIBUTE else reading
    named = replace(same, words=said.words, names=said.names or said.words, relative=said.relative)
    return _of_their_kin(said, same) or named


def _of_somebody(reading: Reading) -> bool:
    """Whether nothing is said but one word, which may be a name: "and Wojtek?" after what was promised."""
    return len(reading.words) == 1 and reading.thing is None


def _without_owning(reading: Reading) -> Reading:
    """The reading without an "s" that lost its apostrophe behind somebody's relation or trade: "the mechanics too?"."""
    words = tuple(
        word[:-1]
        if word.endswith("s") and not (relation_label(word) or relation_labels(word)) and relation_label(word[:-1])
        else word
        for word in reading.words
    )
    return replace(reading, words=words)


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
