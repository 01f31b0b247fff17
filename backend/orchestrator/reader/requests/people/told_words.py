"""What does a plain sentence tell of somebody by name: when they were born, where they work?

"Rui's birthday is on 3 May", "a Marta trabalha agora na Acme", "el cumpleaños de Rui es el 3 de mayo". Everything is
copied; which contact is meant, and which day, is found out elsewhere.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from orchestrator.kit import patterns
from orchestrator.language.pattern_tables import Compiled, read_patterns
from orchestrator.language.people.relations import relation_label
from orchestrator.language.speech_acts.news_words import Whole
from orchestrator.language.statements.reading import claim_of, may_be_called
from orchestrator.language.tables import LANGUAGES, ByLanguage, Table
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.language.time import mentions
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, spelled
from orchestrator.reader.requests import details


class _TellsOf(Table):
    """`told.toml`: when somebody was `born`, where they work, and what stands before an address of theirs (`reached`),
    by groups `name`, `date` (with `turns`, how old they turn that day), `where`; `called`: how whoever it is is called,
    told last; `kept`: what asks to have an address put down, around whose it is (`what`) and itself (`rest`);
    `apposed`: one of the user's (`whose`) with a name (`who`) between two marks: "my daughter, Ruby, …"."""

    born: tuple[Compiled, ...]
    reached: tuple[Compiled, ...]
    called: Compiled
    kept: Whole
    works: tuple[Compiled, ...]
    apposed: Compiled


_TABLES = ByLanguage(lambda language: read_patterns(language, "told", _TellsOf))
REACHED = tuple(pattern for language in LANGUAGES for pattern in _TABLES[language].reached)
"""In any language: a contact is told in few words, which no language is sure by."""


def put_down(text: Line, known: Words) -> Line | None:
    """What is told of an address that shall be put down, as a plain statement: "put Peter's number down: 020 …"."""
    found = _TABLES[known.language].kept.match(text.readable.low)
    if found is None:
        return None
    what, rest = (text.readable.cut(*found.span(name)).written for name in ("what", "rest"))
    return spelled(f"{what}: {rest}", known.language)


def called_last(text: Line, known: Words) -> tuple[Line, str] | None:
    """The text without an end that tells the name of whom it is of, and that name: ", his name is Mr. Hussain"; None
    of one that tells none."""
    found = _TABLES[known.language].called.search(text.low.rstrip(" .!"))
    if found is None or not found.start():
        return None
    return text.cut(0, found.start()), as_name(text.cut(*found.span("called")))


def named_at_once(text: Line, known: Words) -> Line:
    """The text with the name of one of the user's right behind what they are: "a minha filha, a matilde, …"."""
    found = _TABLES[known.language].apposed.search(text.low)
    if found is None:
        return text
    name = as_name(text.cut(*found.span("who")))
    return spelled(f"{text.raw[: found.end('whose')]} {name}{text.raw[found.end() :]}", known.language)


NOBODY = frozenset(
    """everyone everybody someone somebody nobody no-one none who whoever this that it todos todas alguem ninguem quem
    todo alguien nadie quien usted tout tous quelqu'un personne""".split()
)
PARTICLES = frozenset("de da do dos das del la y e".split())
_MOST_WORDS = 5
"""Of a name."""


@dataclass(frozen=True)
class Told:
    """What is told of somebody; empty where it is not."""

    name: str
    birthday: str = ""
    organization: str = ""
    relation: str = ""
    """What they are to the user: "my wife Maureen's birthday is …"."""


def told_of_somebody(text: Line, known: Words, *, now: datetime | None = None) -> Told | None:
    """The birthday or the employer that a statement tells; None where it tells neither of anybody by name. `now`: from
    it the year is counted in which somebody was born who turns so old."""
    text = text.readable
    if "?" in text.raw:
        return None
    for said, year in _with_year(text):
        for pattern in _TABLES[known.language].born:
            if (found := pattern.match(said.low)) is None:
                continue
            relation, whom = _related(said.cut(*found.span("name")), known)
            if name := _somebody(whom, known, sure=True):
                date = _with_its_word(said, found.span("date"), known, now)
                day = f"{date} {year}" if year else _day_of_birth(found.groupdict().get("turns"), date, known, now)
                return Told(name, birthday=day, relation=relation)
    for pattern in _TABLES[known.language].works:
        if (found := pattern.match(text.low)) and (name := _somebody(text.cut(*found.span("name")), known)):
            where = details.without_articles(text.cut(*found.span("where")), known)
            if where.raw[:1].isupper():  # "works at night", "works at nine" name no employer
                return Told(name, organization=where.written)
    return None


def born_behind_an_age(text: Line, known: Words, *, now: datetime | None = None) -> Line | None:
    """The clause that tells a birthday behind one that only tells an age: "Eli is 8 and Marcus turns 11 on 9 May"."""
    for join in islice(known.join.finditer(text.low), _MOST_JOINTS):
        first, rest = text.cut(0, join.start()), text.cut(join.end(), len(text.low))
        aged = claim_of(first.written)
        told = told_of_somebody(rest, known, now=now) if aged is not None and aged.attribute.endswith(" age") else None
        if told is not None and told.birthday:
            return rest
    return None


_MOST_JOINTS = 4


def _with_its_word(text: Line, date: tuple[int, int], known: Words, now: datetime | None) -> str:
    """The day that is told; a number alone with the word that makes it one: "dia 9", "el 9"."""
    told = text.cut(*date).written
    if not told.isdigit() or now is None:
        return told
    led = text.cut(max(0, date[0] - _LEAD), date[1])
    days = mentions(led.raw, now=now, locale=known.locale)
    return next((one.text for one in days if one.grain == "day" and one.start.day == int(told)), told)


_LEAD = 4
"""Characters before a number that may hold its word: "dia ", "le "."""


def _day_of_birth(turns: str | None, date: str, known: Words, now: datetime | None) -> str:
    """The day that is told, with the year of somebody who turns so old then ("" where that is not clear)."""
    told = mentions(date, now=now, locale=known.locale) if turns and now is not None else ()
    if not turns or now is None or len(told) != 1 or told[0].grain != "day":
        return date
    day, year = told[0].start, told[0].start.year - int(turns)
    later = mentions(date, now=now + _TWO_MONTHS, locale=known.locale)
    if any((one.start.month, one.start.day) != (day.month, day.day) for one in later):
        return f"{year:04d}-{day:%m-%d}"  # "on the 9th", "next Friday" tell no day of another year
    return f"{date} {year}"


_TWO_MONTHS = timedelta(days=61)


def _with_year(text: Line) -> list[tuple[Line, str]]:
    """The text, and its first clause with the year that the second one tells: ", she was born in 1951"."""
    stop = text.low.find(", ")
    year = _YEAR.search(text.low[stop:]) if stop > 0 else None
    return [(text, ""), *([(text.cut(0, stop), year.group() if year is not None else "")] if stop > 0 else [])]


_YEAR = patterns.compile(r"\b(?:19|20)\d\d\b")


def _related(name: Line, known: Words) -> tuple[str, Line]:
    """What somebody is to the user, where that stands before their name, and the name: "my wife Maureen"."""
    tokens = name.tokens()
    behind = list(enumerate(tokens))[1:]  # the first word says whose: French "ma" is no mother
    at = next((n for n, one in behind if one.low in known.relations or relation_label(one.raw)), None)
    if at is None or at + 1 >= len(tokens):
        return "", name
    small = len(tokens) == at + 2 and may_be_called(tokens[at + 1].low, known.language)  # "my roommate sneha"
    if not (small or tokens[at + 1].raw[:1].isupper()):
        return "", name
    said = name.cut(tokens[at].start, tokens[at].end)
    return said.written, name.cut(tokens[at + 1].start, len(name.low))


def _somebody(name: Line, known: Words, *, sure: bool = False) -> str:
    """The name as it was written; empty where it is none ("it", "the dog"). `sure`: only people have what is told, so
    that a name may be written small."""
    words = name.low.split()
    if not words or len(words) > _MOST_WORDS or words[0] in NOBODY:
        return ""
    if any(word in known.relations for word in words):
        return name.written  # "my sister": resolution knows whom that means
    is_name = (sure or name.raw[:1].isupper()) and words[0] not in STOP_WORDS[known.language]
    return as_name(name) if is_name else ""


def as_name(words: Line) -> str:
    """The name with capitals, where it has none: people leave them out on a phone."""
    said = words.written
    if any(char.isupper() for char in said):
        return said
    return " ".join(word if word in PARTICLES else word[:1].upper() + word[1:] for word in said.split())
