"""How does the last message read with another time in the place of its own: "no, friday", "make it 11"?

A day keeps the hour of before and an hour its day; a weekday alone is the one nearest to the day that was spoken of.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from orchestrator.kit import patterns
from orchestrator.language.discourse.marks import around_a_time, marked, sets_anew, toward_words
from orchestrator.language.discourse.nearby_days import (
    FROM_ANOTHER,
    JOINS,
    near,
    part_of,
    parts_of,
    without_behind,
)
from orchestrator.language.discourse.restating import MOST_BEFORE, MOST_CHARACTERS, without_rejection
from orchestrator.language.exemplars.cues import cues
from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.lengths import length_of
from orchestrator.language.render import at_clock, on_day
from orchestrator.language.tables import LANGUAGES, Language
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.text.words import level
from orchestrator.language.time import Mention, mentions
from orchestrator.language.time.meals import meals_in


def only_a_time(text: str) -> bool:
    """Whether a message says no more than a time, with the small words beside it."""
    return any(_only_time(text, now=_ANY_DAY, locale=one) for one in LANGUAGES)


def names_a_time(text: str) -> bool:
    """Whether a message names a day or an hour but the present one; a long one is about more than that."""
    if len(text) > MOST_BEFORE:
        return False
    found = (one for language in LANGUAGES for one in mentions(text, now=_ANY_DAY, locale=language))
    return any(one.start.replace(second=0, microsecond=0) != _ANY_DAY for one in found)


def names_a_day(text: str) -> bool:
    """Whether a message names a day but the present one."""
    if len(text) > MOST_BEFORE:
        return False
    found = (one for language in LANGUAGES for one in mentions(text, now=_ANY_DAY, locale=language))
    return any(one.has_date and one.start.date() != _ANY_DAY.date() for one in found)


def counts_from_another(text: str) -> bool:
    """Whether a time is told by another that was spoken of: "the day after", "o dia seguinte"."""
    return not FROM_ANOTHER.isdisjoint(_LETTERS.findall(level(text)))


_ANY_DAY = datetime.fromisoformat("2026-01-05T09:00")
"""Whether words are a time does not depend on the day."""


def _only_time(text: str, *, now: datetime, locale: str) -> bool:
    found = mentions(text, now=now, locale=locale)
    if not found:
        return False
    rest = level(text)
    for one in reversed(found):
        for start, end in reversed(parts_of(one)):  # what stands between a day and its hour says something
            rest = rest[:start] + " " + rest[end:]
    return all(word in around_a_time() for word in _LETTERS.findall(rest))


def with_colons(text: str) -> str:
    """The text with the hours that were written with a dot, which could be no day of a month: "11.15" is 11:15."""
    return _DOTTED.sub(r"\1:\2", text)


def only_an_hour(text: str) -> bool:
    """Whether a message says a bare hour and no more than small words beside it: "11", "at 4:30"."""
    said = level(with_colons(text))
    rest = [word for word in _WORDS_AND_HOURS.findall(said) if word not in around_a_time()]
    hour = _HOUR.fullmatch(rest[0]) if len(rest) == 1 else None
    return hour is not None and 0 < int(hour["hour"]) <= _LAST_HOUR


_LETTERS = patterns.compile(r"[^\W_]+")
_DOTTED = patterns.compile(r"\b([01]?\d|2[0-3])\.(00|1[5-9]|[2-5]\d)\b")
_CLOCK_ALONE = patterns.compile(r"\d{1,2}(?:[:h]\d\d|h)?(?: [^\W\d_]+){0,3}")
_HOUR = patterns.compile(r"(?P<hour>\d{1,2})(?::\d\d)?")


def with_time(before: str, said: str, language: Language, *, now: datetime, sure: bool = False) -> str | None:
    """The message before with another time in the place of its own: "not morning, after lunch", "no, friday", "make it
    11". None where it says more than a time, or where neither the day nor the hour of before is told. `sure`: it is
    known to put a time in another's place."""
    if len(before) > MOST_BEFORE or len(said) > MOST_CHARACTERS or "?" in said:
        return None
    said, behind = without_behind(said)  # "the Monday after" is counted from the day of before
    new = _new_time(with_colons(said), language, now, sure=sure)
    old = [one for one in mentions(before, now=now, locale=language) if one.has_date or one.has_time]
    if new is None:
        return None
    dated, timed, words = new
    words = _behind_a_day(words, language, now) if timed and not dated else words
    if (size := _length_of(old, words, language)) is not None:
        return f"{before[: size[0]]}{words}{before[size[1] :]}"
    if len(old) > 1:  # "before 10 on fridays": the day in the place of the day
        old = [one for one in old if (one.has_date and dated) or (one.has_time and timed)]
    if len(old) > 1:
        return None
    if not old and timed and not dated and (bare := _LAST_HOUR_SAID.search(before)) is not None:
        return f"{before[: bare.start('hour')]}{words.split()[-1]}"  # "move it to 11", and then "11.15"
    if not old:
        return f"{before.rstrip(' ?.!')} {words}"
    words = _clocked(words, language) if timed and not dated and not old[0].has_date else words
    day = on_day(old[0].start.date(), language)
    if old[0].has_date:
        words = near(words, old[0].start, language, now=now, behind=behind) or words
    if timed and not dated and (half := _same_half(words, old[0], language, now)):
        words = half
    if dated != timed and (part := part_of(old[0], language, now, dated=dated)):
        words = _led(words, before[part[0] : part[1]], language, now) if dated else words
        begins = _behind_its_meal(before, *part, language)
        return f"{before[:begins]}{words}{before[part[1] :]}"  # "at 8" of a dinner is in the evening
    timed_before = old[0].has_time and old[0].grain in _CLOCKED
    words = _led(words, old[0].text, language, now)
    clock = f" {at_clock(f'{old[0].start:%H:%M}', language)}" if timed_before else ""
    told = words if dated and timed else f"{words}{clock}" if dated else f"{day} {words}" if old[0].has_date else words
    (start, end), *others = parts_of(old[0])
    for first, last in reversed(others):  # "tomorrow I've stocktaking at seven": what stands between them stays
        before = f"{before[:first].rstrip()}{before[last:]}"
    start = _behind_its_meal(before, start, end, language)
    return f"{before[:start]}{told}{before[end:]}"


def _behind_its_meal(text: str, start: int, end: int, language: Language) -> int:
    """Where a phrase tells its time, behind the meal that opens it and is what is planned: "dinner at 9"."""
    opening = next(
        (one for one in meals_in(text[start:end], language) if one.start == 0 and one.end < end - start), None
    )
    rest = text[start + opening.end : end] if opening is not None else ""
    return end - len(rest.lstrip()) if rest[:1] == " " else start


def _clocked(words: str, language: Language) -> str:
    """An hour that stands alone, as it stands in a sentence: "5 e um quarto" is read behind its "às"."""
    return at_clock(words, language) if _CLOCK_ALONE.fullmatch(words) else words


_SMALL_WORD = 3
"""Letters: "next" is no word that only leads a day."""


def _behind_a_day(words: str, language: Language, now: datetime) -> str:
    """The words of an hour as they are read behind a day too: "para las 5" is then "a las 5"."""
    day = on_day(now.date() + timedelta(days=1), language)
    said = words.split()
    ways = reversed(range(1, min(len(said), _SMALL_WORD)))  # "las 5" is "a las 5" without its article
    for start in ways if level(said[0]) in toward_words(language) else ():
        one = at_clock(" ".join(said[start:]), language)
        found = mentions(f"{day} {one}", now=now, locale=language)
        if len(found) == 1 and found[0].has_date and found[0].has_time:
            return one
    return words


def _led(words: str, old: str, language: Language, now: datetime) -> str:
    """A day of one word with the small word that led the one before: "terça" in the place of "na segunda"."""
    first, _, rest = old.partition(" ")
    led = f"{first} {words}"
    if not rest or " " in words or len(first) > _SMALL_WORD:
        return words
    return led if any(one.text == led for one in mentions(led, now=now, locale=language)) else words


def late_hour(words: str, start_at: str, language: Language) -> str:
    """The hour at night that "a las 10" says in the place of `start_at` (ISO 8601), a late one; "" of any other."""
    hour = _HOUR.search(words)
    late = start_at[11:13] >= f"{_LATE}" and only_an_hour(words)
    if hour is None or not late or int(hour["hour"]) not in range(_TEN, _NOON):
        return ""
    return at_clock(f"{int(hour['hour']) + _NOON}:{hour[0].partition(':')[2] or '00'}", language)


def _same_half(words: str, old: Mention, language: Language, now: datetime) -> str:
    """A bare hour in the half of the day that was spoken of: "7" after "monday at 6", which was the evening; "" of an
    hour that says its own half, and where it changes nothing."""
    if not (old.has_time and old.grain in _CLOCKED and old.start.hour >= _EVENING) or old.kind != "instant":
        return ""
    new = mentions(words, now=now, locale=language)
    if len(new) != 1 or not new[0].has_time or new[0].kind != "instant":
        return ""
    hour = new[0].start.hour % _NOON
    late = old.start.hour >= _LATE and _TEN <= new[0].start.hour < _NOON and only_an_hour(words)
    if new[0].sure and not late:  # "at 10" instead of 21:30 is 22:00, also where people count to 24
        return ""
    if hour < _MORNING:
        return ""  # it is read so by itself
    return at_clock(f"{hour + _NOON:02d}:{new[0].start:%M}", language)


_MORNING, _TEN, _NOON, _EVENING, _LATE = 7, 10, 12, 17, 20


def _length_of(old: Sequence[Mention], words: str, language: Language) -> tuple[int, int] | None:
    """Where the length stands that another one takes the place of: "2 days" of "2 days before the 4th"."""
    if length_of(level(words), language) is None:
        return None
    for one in old:
        told = one.text.split()
        for count in range(min(_MOST_OF_A_LENGTH, len(told) - 1), 0, -1):
            said = " ".join(told[:count])
            if one.text.startswith(said) and length_of(level(said), language) is not None:
                return one.offset, one.offset + len(said)
    return None


def with_length(before: str, said: str, language: Language) -> str | None:
    """The message before with another length in the place of its own: "put it off half an hour", "no, an hour". None
    where either says no length, or the other message more than one."""
    new = level(said.strip(" .!"))
    if len(before) > MOST_BEFORE or len(new.split()) > _MOST_OF_A_LENGTH or length_of(new, language) is None:
        return None
    words = list(_WORD.finditer(level(before)))
    if len(words) > _MOST_WORDS_BEFORE:
        return None
    for count in range(_MOST_OF_A_LENGTH, 1, -1):
        for at in range(len(words) - count + 1):
            start, end = words[at].start(), words[at + count - 1].end()
            if length_of(level(before)[start:end], language) is not None:
                return f"{before[:start]}{said.strip(' .!')}{before[end:]}"
    return None


_WORD = patterns.compile(r"[^\s,.;!?]+")
_MOST_WORDS_BEFORE = 24
_MOST_OF_A_LENGTH = 4
_LAST_HOUR_SAID = patterns.compile(r"(?i) (?:to|at|[aà]s?|las?) (?P<hour>\d{1,2}(?::\d\d)?)[ ?.!]*$")


def _new_time(said: str, language: Language, now: datetime, *, sure: bool) -> tuple[bool, bool, str] | None:
    """The time that a message puts in another's place: whether it tells the day, whether the hour, and its words."""
    text = said.strip(" .!¡")
    low = level(text)
    kept, rejects = without_rejection(low)
    part = text[kept[-1][0] : kept[-1][1]].strip() if kept else ""
    if len(kept) > 1 and _is_one_time(whole := text[kept[0][0] : kept[-1][1]].strip(), language, now):
        return True, True, mentions(whole, now=now, locale=language)[0].text
    why = any(mentions(text[start:end], now=now, locale=language) for start, end in kept[:-1])
    if not part or (why and not sets_anew(level(part), language)):
        return None  # what comes before may only say why: "that's her party, make it Sunday"
    if not rejects and any(names_a_thing(text[start:end], language) for start, end in kept[:-1]):
        return None  # "dentist, friday at 3" is of the dentist
    told = proposed(said, language)
    amends = told.kind == "amend" and told.share >= _AMENDS
    if not (sure or rejects or amends or sets_anew(level(part), language) or marked(level(part), language).rights):
        return None
    part = _time_behind(part, language, now)
    found = mentions(part, now=now, locale=language)
    if len(found) == 1 and (
        _only_time(part, now=now, locale=language) or (amends and _beside_time(part, found[0], language))
    ):
        return found[0].has_date, found[0].has_time, found[0].text
    if not only_an_hour(part):
        return None
    rest = [word for word in _WORDS_AND_HOURS.findall(level(part)) if word not in around_a_time()]
    return False, True, at_clock(rest[0], language)


def _is_one_time(text: str, language: Language, now: datetime) -> bool:
    """Whether clauses say a day and its hour and nothing else: "at 9 then, but on Saturday"."""
    found = mentions(text, now=now, locale=language)
    if len(found) != 1 or not (found[0].has_date and found[0].has_time):
        return False
    return all(word in JOINS or word in around_a_time() for word in _LETTERS.findall(_beside(text, found[0])))


def names_a_thing(text: str, language: Language) -> bool:
    """Whether words are no more than a name ("dentist"), and no clause that says why something changes."""
    words = _LETTERS.findall(level(text))
    small = STOP_WORDS[language] | around_a_time() | cues("amend", language)
    return 0 < len(words) <= _MOST_OF_A_NAME and not any(word in small or len(word) < _SMALL for word in words)


_MOST_OF_A_NAME = 3
_AMENDS = 0.8
"""How likely a message must be an amendment that no mark says to be one."""


def amended_time(said: str, language: Language, *, now: datetime) -> str:
    """The one time of a message that is like corrections and says little else; "" of any other."""
    told = proposed(said, language)
    if told.kind != "amend" or told.share < _AMENDS or len(said) > MOST_CHARACTERS or "?" in said:
        return ""
    for text in _from_word_to_word(said, language):
        found = mentions(text, now=now, locale=language)
        if len(found) == 1 and _beside_time(text, found[0], language):
            return found[0].text
    return ""


def _from_word_to_word(text: str, language: Language) -> Iterator[str]:
    """The text, and what is left of it behind each of its first words as long as these are small ones: "half 1" of "n
    make it half 1" is a time by itself alone."""
    small = STOP_WORDS[language] | cues("amend", language)
    words = text.split()
    for at, word in enumerate(words[:_MOST_OPENING]):
        yield " ".join(words[at:])
        if level(word).strip(",.!") not in small and len(word) >= _SMALL:
            return


def _time_behind(part: str, language: Language, now: datetime) -> str:
    """The words with which a part begins to be a time and nothing else: "half 11" of "make it half 11", of which all
    together tell none; the part where there are no such words."""
    if mentions(part, now=now, locale=language) or only_an_hour(part):
        return part
    each = [told for one in _from_word_to_word(part, language) for told in (at_clock(one, language), one)]
    return next((one for one in each if _only_time(one, now=now, locale=language)), part)


_MOST_OPENING = 6


def _beside(text: str, time: Mention) -> str:
    """The text, levelled, without the words of a time in it."""
    rest = level(text)
    for start, end in reversed(parts_of(time)):
        rest = f"{rest[:start]} {rest[end:]}"
    return rest


def _beside_time(text: str, time: Mention, language: Language) -> bool:
    """Whether nothing but small words stands beside a time: "n make it half 1", "uh no al final es el 9"."""
    rest = _beside(text, time)
    small = STOP_WORDS[language] | around_a_time() | cues("amend", language)
    return all(word in small or len(word) < _SMALL for word in _LETTERS.findall(rest))


_SMALL = 3
_CLOCKED = frozenset({"hour", "minute", "second"})
_LAST_HOUR = 24
_WORDS_AND_HOURS = patterns.compile(r"\d{1,2}:\d\d|[^\W_]+")
