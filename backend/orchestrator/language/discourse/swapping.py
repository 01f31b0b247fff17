"""Which other thing does a message put in the place of the one that a change is of: "not the haircut, the vet", "not
that one, the hotel", "not this Tuesday, the one after"?

The change stays: it is asked for once more, of the other thing. Of words that name a time, somebody or a deed it is
unclear whether they are a thing.
"""

from datetime import datetime, timedelta
from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.discourse.amending import instead_of, other_of_name
from orchestrator.language.discourse.marks import around_a_time, marked
from orchestrator.language.discourse.nearby_days import parts_of
from orchestrator.language.discourse.restating import (
    ARTICLES,
    MOST_BEFORE,
    MOST_CHARACTERS,
    meant_instead,
    without_rejection,
)
from orchestrator.language.discourse.retiming import names_a_time, only_an_hour
from orchestrator.language.lexicon import LEXICONS
from orchestrator.language.render import at_clock, on_day
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import content_words, stems, tokens
from orchestrator.language.text.words import level
from orchestrator.language.time import mentions

_WORD = patterns.compile(r"[^\s,.;!?]+")
_MOST_WORDS: Final = 4
"""Words of a thing beside its article."""
_GAP: Final = 2
"""Words between two of a title that a message may leave as they are: "the tickets to Coimbra"."""


def swapped(before: str, said: str, title: str, language: Language) -> str | None:
    """The message before, of the other thing that this one puts in the place of the one of that title; None where it
    puts none there, or where that message does not name the one by its title."""
    meant = another_thing(said, title, language)
    return with_thing(before, title, meant) if meant else None


def another_thing(said: str, title: str, language: Language) -> str:
    """What is meant in the place of the thing of that title, as it was said; "" of any other message."""
    if "?" in said or len(said) > MOST_CHARACTERS:
        return ""
    meant = marked(level(said), language)
    rest = meant.of(said)
    if other_of_name(rest) is not None:
        return ""
    if (both := instead_of(rest)) is not None:
        return both[0] if _alike(both[1], title) and _is_thing(both[0], language) else ""
    if (pointed := meant_instead(said, language)) is not None and pointed.rejects:
        return pointed.words if _is_thing(pointed.words, language) else ""
    kept, _ = without_rejection(level(rest))  # "the other one, the CV"
    rest = rest[slice(*kept[0])] if len(kept) == 1 else rest
    named = meant.rights and _led(rest) and not _alike(rest, title)
    return rest if named and _is_thing(rest, language) else ""


_WRITTEN = patterns.compile(r"\+?\d[\d ().-]{3,18}\d|[\w.+-]{1,40}@[\w.-]{1,60}\w")
"""A number of several figures, or an address."""
_FIGURES: Final = 4


def with_written(before: str, said: str) -> str | None:
    """The message before with another number or address in the place of its only one: "oops, 555 9998". None of a
    message that says more, and where that is not clear."""
    if "?" in said or len(before) > MOST_BEFORE or len(said) > MOST_CHARACTERS:
        return None
    new, old = (list(_WRITTEN.finditer(text)) for text in (said, before))
    if len(new) != 1 or len(old) != 1 or ("@" in new[0].group()) is not ("@" in old[0].group()):
        return None
    figures = sum(char.isdigit() for char in new[0].group())
    beside = f"{said[: new[0].start()]} {said[new[0].end() :]}"
    idle = all(word in around_a_time() for word in tokens(beside))
    if not idle or ("@" not in new[0].group() and figures < _FIGURES):
        return None
    return f"{before[: old[0].start()]}{new[0].group()}{before[old[0].end() :]}"


def with_thing(before: str, title: str, meant: str) -> str | None:
    """The message before with another thing in the place of that which is called so; None where it does not name it by
    words of its title."""
    if len(before) > MOST_BEFORE:
        return None
    words = list(_WORD.finditer(before))
    known = [_alike(one.group(), title) for one in words]
    at = next((place for place, alike in enumerate(known) if alike), None)
    if at is None:
        return None
    end = at
    while any(following := known[end + 1 : end + 2 + _GAP]):
        end += 1 + following.index(True)
    led = at > 0 and ARTICLES.fullmatch(f"{level(words[at - 1].group())} ") is not None
    start = words[at - 1 if led else at].start()
    return f"{before[:start]}{meant}{before[words[end].end() :]}"


def weeks_later(before: str, weeks: int, language: Language, *, now: datetime) -> str | None:
    """The message before with the day so many weeks later in the place of its own; None where it names none that is
    counted from today ("on Tuesday"), for of "the 21st" there is no next one."""
    named, counted = (
        [one for one in mentions(before, now=at, locale=language) if one.has_date]
        for at in (now, now + timedelta(weeks=1))
    )
    if len(named) != 1 or len(counted) != 1 or named[0].start == counted[0].start:
        return None
    old = named[0]
    day = on_day(old.start.date() + timedelta(weeks=weeks), language)
    clock = f" {at_clock(f'{old.start:%H:%M}', language)}" if old.has_time else ""
    (start, end), *others = parts_of(old)
    return None if others else f"{before[:start]}{day}{clock}{before[end:]}"


def _alike(words: str, title: str) -> bool:
    """Whether words name something of a title, in whatever form or language."""
    said, called = (_stems(text) for text in (words, title))
    return not said.isdisjoint(called)


def _stems(text: str) -> frozenset[str]:
    telling = set(content_words(text))
    found = zip(tokens(text), stems(text), strict=True)
    return frozenset(stem for word, each in found if word in telling for stem in each)


def _is_thing(words: str, language: Language) -> bool:
    said = content_words(ARTICLES.sub("", f"{level(words)} "))
    timed = names_a_time(words) or only_an_hour(words)
    does = not _led(words) and any(one in LEXICONS[language].verbs for one in said)
    tells = mood_of(words, language).mood is not Mood.UNCLEAR
    return 0 < len(said) <= _MOST_WORDS and not (timed or does or tells)


def _led(words: str) -> bool:
    return ARTICLES.match(f"{level(words)} ") is not None
