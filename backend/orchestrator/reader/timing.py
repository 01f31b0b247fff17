"""Which time phrases stand in a text? `language.time` asked once a turn for each text, and meals told from moments.

"Lunch tomorrow" is a time to `language.time` (12:30); as a title or a query, its "lunch" is also the event itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import islice, pairwise

from orchestrator.kit import lookaround, patterns
from orchestrator.language.people.relations import relation_label
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.time import Mention, mentions, repeating
from orchestrator.reader.lexicon import Words

_OWNED = patterns.compile(r"(?:s'|'s) $")
_PART = lookaround.compile(r"(?:morning|afternoon|evening|night)\b ?")
_LATE_PART = lookaround.compile(r"(?:evening|night) ")
_NAMED = patterns.compile(r"[a-z]{3,} $")
_CLOCK = patterns.compile(r"\d")
_ABOUT = lookaround.compile(r"-?ish\b")
_OWNER = patterns.compile(r"([^\W\d_]+)(?:['’]s|s['’])")
_BESIDE = patterns.compile(r"^ ([^\W\d_]{3,})|([^\W\d_]{3,}) ([^\W\d_]{1,3})['’ ]$")
_KEPT = 256
"""Texts of a few turns under way at once; a turn asks for the same ones again in each of its rounds."""
_MOST_PARTS = 64
_LONGEST = 200
"""Characters of the words for a time."""


def day_words(when: str, now: datetime, locale: str) -> str:
    """The words of a time that tell its day: "at five tomorrow"; "" where none do."""
    words = when.replace(",", " ").split() if len(when) <= _LONGEST else []
    parts = (words[start:end] for start in range(len(words)) for end in range(len(words), start, -1))
    for part in islice(parts, _MOST_PARTS):
        told = mentions(" ".join(part), now=now, locale=locale)
        if len(told) == 1 and told[0].text == " ".join(part) and told[0].has_date and not told[0].has_time:
            return " ".join(part)
    return ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A time phrase from `start` to `end`; from `bare_start` to `bare_end` without its meal, unless the meal only says
    from or until when ("after lunch"). `text`: what a tool is told, as written (a meal has its usual hour); `meal`: the
    word for it, folded; `gaps`: what stands between its parts ("Friday dinner with Tom at 8pm")."""

    mention: Mention
    start: int
    end: int
    bare_start: int
    bare_end: int
    text: str
    meal: str = ""
    gaps: tuple[tuple[int, int], ...] = ()

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Where it stands without its meal, part by part."""
        edges = [self.bare_start, *(place for gap in self.gaps for place in gap), self.bare_end]
        return tuple(zip(edges[::2], edges[1::2], strict=True))

    @property
    def bare(self) -> str:
        """The phrase without its meal; "" where it is nothing else."""
        said = (self.mention.text[start - self.start : end - self.start] for start, end in self.spans)
        return " ".join(filter(None, (one.strip() for one in said))) if self.gaps else next(said)


def within(span: tuple[int, int], times: Iterable[Phrase]) -> bool:
    """Whether a place stands in the midst of a time: the "and" of "a las 6 y media", the comma of "May 8, 2027"."""
    return any(start < span[0] and span[1] < end for one in times for start, end in one.spans)


@lru_cache(maxsize=_KEPT)
def _mentions(text: str, now: datetime, locale: str) -> tuple[Mention, ...]:
    return mentions(text, now=now, locale=locale)


def phrases(raw: str, low: str, known: Words, now: datetime, locale: str) -> list[Phrase]:
    """The time phrases of a text in order. `low` is its folded spelling of the same length."""
    found = _mentions(raw, now.replace(second=0, microsecond=0), locale)
    dated = any(one.has_date and not one.feast for one in found)
    told = [one for one in found if not _owner(one.text) and not (dated and one.feast and _names(one, low, known))]
    sums = [one for one in told if _SUM.fullmatch(one.text.casefold())] if any(map(_of_no_day, told)) else []
    if sums and all(one in sums or _of_no_day(one) for one in told):
        told = [one for one in told if one not in sums]
    return [_phrase(one, low, known) for one in told]


def _of_no_day(one: Mention) -> bool:
    """Whether it tells a month or longer: no hour is of one ("the rent goes to 950 in January")."""
    return one.has_date and not one.has_time and one.grain in _LONGER


_LONGER = frozenset({"month", "quarter", "year"})
_SUM = patterns.compile(r"(?:[^\W\d]+ )?\d{3,4}")
"""An hour by its figures alone, or a sum of money."""


def _names(feast: Mention, low: str, known: Words) -> bool:
    """Whether a feast only names something of another day: "the Christmas lunch on the 16th"."""
    start, end = feast.offset, feast.offset + len(feast.text)
    if known.meal_last.search(low[start:end]) or known.meal_first.match(low[start:end]):
        return True
    small = STOP_WORDS[known.language]
    after, before = _BESIDE.search(low[end:][:_LONGEST]), _BESIDE.search(low[max(0, start - _LONGEST) : start])
    follows = after is not None and after[1] is not None and after[1] not in small
    return follows or (before is not None and before[3] in small and before[2] not in small)


def _owner(said: str) -> bool:
    """ "Boss's" of "my boss's e-mail" is no Boss's Day."""
    owns = _OWNER.fullmatch(said)
    return owns is not None and relation_label(owns[1]) is not None


@lru_cache(maxsize=_KEPT)
def _repeating(text: str, now: datetime, locale: str) -> tuple[tuple[int, int], ...]:
    return repeating(text, now=now, locale=locale)


def series(raw: str, now: datetime, locale: str) -> tuple[tuple[int, int], ...]:
    """Where a text says that something happens again and again ("every Tuesday at 5")."""
    return _repeating(raw, now.replace(second=0, microsecond=0), locale)


def _phrase(found: Mention, low: str, known: Words) -> Phrase:
    start, end = found.offset, found.offset + len(found.text)
    about = _ABOUT.match(low, end)
    if about is not None:  # "11ish" is one word
        end, found = about.end(), replace(found, text=f"{found.text}{about.group()}")
    bare_start, bare_end, text = start, end, found.text
    if found.kind == "open":  # "after lunch" is a time, and no lunch
        said = known.meal_first.match(low[start:end]) or known.meal_last.search(low[start:end])
        return Phrase(found, start, end, start, end, text, said.group().strip() if said is not None else "")
    named = ""
    if meal := known.meal_first.match(low[start:end]):
        bare_start, named = start + meal.end(), meal.group().strip()
        if one := known.articles.match(low[start:end]):  # "um jantar" has no hour of one
            text = found.text[one.end() :]
    elif (part := _PART.match(low[start:end])) and (
        _OWNED.search(low[:start]) or (_NAMED.search(low[:start]) and _CLOCK.search(low[start:end]))
    ):
        # "The parents' evening next Tuesday", "quiz night on Friday at 8": a part of the day that is what takes place.
        bare_start, text = start + part.end(), found.text[part.end() :]
    elif (part := _LATE_PART.match(low[start:end])) and part.end() < end - start and _NAMED.search(low[:start]):
        bare_start = start + part.end()  # "quiz night Thursday" has the hours of the night
    elif meal := known.meal_last.search(low[start:end]):
        bare_end, named = start + meal.start(), meal.group().strip()
    phrase = Phrase(found, start, end, bare_start, bare_end, text, named)
    return _parted(phrase, low, known) if len(found.parts) > 1 else phrase


def _parted(phrase: Phrase, low: str, known: Words) -> Phrase:
    """The phrase of a time that was said in parts; a meal at the end of one of them belongs to what stands between."""
    gaps = []
    for (start, end), (following, _) in pairwise(phrase.mention.parts):
        meal = known.meal_last.search(low[start:end]) if phrase.mention.has_time else None
        gaps.append((start + meal.start() if meal is not None else end, following))
    parted = replace(phrase, gaps=tuple(gaps))
    return replace(parted, text=parted.bare)
