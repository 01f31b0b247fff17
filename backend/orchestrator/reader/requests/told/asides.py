"""What does a message tell beside what it asks to have in the calendar: "dinner at Mario's on Friday at 8, they don't
take cards", "Jess's wedding is on 5 June, need to book a hotel"?

A clause behind a comma that only tells more of what stands before it is no part of a title or a place: it is kept as
the event's description, or as an errand of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from orchestrator.language.pattern_tables import Compiled, Looking, read_patterns
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.speech_acts.news_words import NEWS, News
from orchestrator.language.tables import ByLanguage, Table
from orchestrator.language.text.normalize import STOP_WORDS, content_words
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, line, spelled
from orchestrator.reader.request import Request
from orchestrator.reader.requests import details
from orchestrator.reader.timing import series


class _Asides(Table):
    """`asides.toml`, of what stands behind a comma. `of_it`: how a clause opens that tells more of what stands before;
    `of_another`: how one opens that has a subject of its own; `errand`: what is to be done for it (`errand`);
    `arrives`: a verb that only leads the hour or the place of what stands before ("…, lands 4:40pm")."""

    of_it: Looking
    of_another: Looking
    errand: Compiled
    arrives: Looking


_TABLES = ByLanguage(lambda language: read_patterns(language, "asides", _Asides))
_MOST_COMMAS = 4
_LONGEST = 200
"""Characters; a longer message tells a story."""
_FEWEST_WORDS = 2
"""Words that stand before an aside, and of one."""


@dataclass(frozen=True)
class Parted:
    """What a message is about (`main`), and what it tells beside (`aside`), of that what is to be done (`errand`);
    `jotted`: the main part is a few words without a verb, whatever stood before them."""

    main: str
    aside: str = ""
    errand: str = ""
    jotted: bool = False


def parted(facts: TurnFacts, known: Words, locale: str) -> Parted | None:
    """The message in its parts; None of one that tells nothing beside."""
    if (led := _behind_a_remark(facts, known, locale)) is not None:
        return Parted(led, jotted=True)
    if ", " not in facts.question or "?" in facts.question or len(facts.question) > _LONGEST:
        return None
    text = spelled(facts.question, known.language)
    table, at = _TABLES[known.language], -1
    for _ in range(_MOST_COMMAS):
        at = text.low.find(", ", at + 1)
        if at < 0:
            return None
        main, rest = text.cut(0, at), text.cut(at + 2, len(text.low))
        if (verb := table.arrives.match(rest.low)) is not None and not _timed(main, facts, locale)[1]:
            return Parted(f"{main.raw} {rest.raw[verb.end() :].strip()}")
        errand = table.errand.fullmatch(rest.low)
        opens = errand or table.of_it.match(rest.low) or table.of_another.match(rest.low)
        if opens is None or min(len(part.low.split()) for part in (main, rest)) < _FEWEST_WORDS:
            continue
        if not _is_beside(main, rest, facts, locale, own=errand is None and table.of_it.match(rest.low) is None):
            return None
        return Parted(main.raw, rest.raw, rest.cut(*errand.span("errand")).raw if errand is not None else "")
    return None


def _behind_a_remark(facts: TurnFacts, known: Words, locale: str) -> str | None:
    """What is planned, behind a clause that only tells how things are: "the kids are driving me mad, parents' evening
    Thursday 6pm"; None where that tells news, a time, or what stands behind it names nothing of its own."""
    text = spelled(facts.question, known.language) if len(facts.question) <= _LONGEST else line("")
    before, comma, _ = text.low.rpartition(", ")
    lead, rest = text.cut(0, len(before)), text.cut(len(before) + len(comma), len(text.low))
    first = rest.low.replace("'", " ").split()[:1]
    if not comma or "?" in text.low or set(first) & STOP_WORDS[known.language] or _tells_a_time(lead, facts, locale):
        return None
    named, when = details.timed(rest, known, facts.now, locale)
    plain = named.low == rest.low[: len(named.low)] or named.low == rest.low[-len(named.low) :]
    if not when or not plain or not 0 < len(content_words(named.raw)) <= _MOST_NAMED:
        return None
    if any(act in _KEEPS and pattern.match(text.low) for act, pattern in known.acts):
        return None  # "note: the code is 4471, bins go out on Sunday"
    words = NEWS[known.language]
    news = any(told.news not in _STILL and told.says.match(lead.low) for told in words.told) or words.calls.match(
        lead.low
    )
    hindered = words.hindered.match(lead.low) is not None
    quiet = all(mood_of(one.raw, locale).mood is mood for one, mood in ((lead, Mood.STATEMENT), (rest, Mood.UNCLEAR)))
    return rest.raw if quiet and not news and not hindered else None


def _tells_a_time(lead: Line, facts: TurnFacts, locale: str) -> bool:
    """Whether a clause names a day or an hour: "all night" is neither."""
    dated, clocked = _timed(lead, facts, locale)
    return dated or (clocked and any(char.isdigit() for char in lead.low))


_STILL = frozenset({News.ANEW, News.ELSEWHERE, News.COMES, News.DID})
"""What news says in the words of any sentence: "the kids are mad"."""
_KEEPS = frozenset({Act.NOTE, Act.REMIND, Act.REMEMBER})
_MOST_NAMED = 3


def _timed(text: Line, facts: TurnFacts, locale: str) -> tuple[bool, bool]:
    """Whether words name a day, and an hour."""
    told = mentions(text.raw, now=facts.now, locale=locale)
    again = bool(series(text.raw, facts.now, locale))
    return again or any(one.has_date for one in told), any(one.has_time for one in told)


def _is_beside(main: Line, rest: Line, facts: TurnFacts, locale: str, *, own: bool) -> bool:
    """Whether the clause leaves the time to what stands before it; an hour of its own has only what has a subject of
    its own (`own`), beside what has none: "hockey on Tuesdays, pickup's at six"."""
    (dated, clocked), (another_day, another_hour) = _timed(main, facts, locale), _timed(rest, facts, locale)
    return (dated or clocked) and not another_day and not (another_hour and (clocked or not own))


def with_asides(
    made: Callable[[TurnFacts], Sequence[Request]], facts: TurnFacts, known: Words, locale: str
) -> list[Request]:
    """The events that a message tells by its main part, with what it tells beside; none of any other message."""
    parts = parted(facts, known, locale) if facts.mood != Mood.REQUEST else None  # what is asked for is read as it is
    open_ = facts.mood == Mood.QUESTION or (parts is not None and parts.jotted)  # who tells more beside asks nothing
    mood = Mood.UNCLEAR if open_ else facts.mood
    found = list(made(replace(facts, question=parts.main, mood=mood))) if parts is not None else []
    if parts is None or not found or not all(_is_new(one) for one in found):
        return []
    if parts.errand:
        return [*found, Request(Act.TODO_NEED, {"title": line(parts.errand).written})]
    return [_described(one, parts.aside) for one in found] if parts.aside else found


def _is_new(made: Request) -> bool:
    """Whether an event is made of it, at least where none of its name is known."""
    return made.act is Act.EVENT or (made.otherwise is not None and made.otherwise.act is Act.EVENT)


def _described(made: Request, aside: str) -> Request:
    if made.act is not Act.EVENT:
        return replace(made, otherwise=_described(made.otherwise, aside)) if made.otherwise is not None else made
    return replace(made, arguments={**made.arguments, "description": aside})
