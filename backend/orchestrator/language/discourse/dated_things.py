"""Which words of a message name a day by something else that has one: "2 days before Alba's birthday", "on the day of
the concert", "the night before", "that Sunday"?

Once the day stands there in its place ("2 days before 4 December 2026") the grammar of time phrases counts from it like
from any date. The tables are of levelled words, one a language (`anchors.toml`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from orchestrator.kit.patterns import Match
from orchestrator.language.pattern_tables import Compiled, Looking, LookingToEnd, read_patterns
from orchestrator.language.render import on_day, yearly_day
from orchestrator.language.rules.words import reminds_ahead
from orchestrator.language.tables import LANGUAGES, ByLanguage, Language, Table, Words
from orchestrator.language.text.normalize import STOP_WORDS, normalize, stems
from orchestrator.language.text.words import level
from orchestrator.language.time import mentions

MOST_CHARACTERS: Final = 300
"""A longer message is a text."""
_WEEK = 7
_ANY_DAY = datetime.fromisoformat("2026-01-05T09:00")
"""Whether words are a time does not depend on the day."""


class Anchors(Table):
    """`anchors.toml`. `before`: what is to be done (`head`) before which event (`event`), of a whole message,
    `eve` where it is the day before it;
    `errand`: what stands between an event and what is to be done before it, `does`: that a deed follows it; `begins`:
    what only says of an event that it begins; `fronted`: so long (`early`) before which event something is asked for
    (`ask`) behind that; `behind`: what somebody is to be reminded of, so long (`early`) before it, of an event that
    stands first. `beside`: so long before or after a
    `thing`; `bare`: before or after what was spoken of; `on`: the day of a thing. The group that matched says by
    which of `forms` a day (…) stands there. `birthday`: the words of a thing that say that it is a day of birth;
    `weekday`: the one (`day`) that was spoken of; `that_thing`: one (`what`) that was told by its title,
    `any_thing` by none of its words; `counts`: a number is asked for;
    `only_asks`: asks to be reminded, and names nothing else; `deed`: what looks like a thing with a day
    and is what somebody is to do: "na véspera de lavar o carro"."""

    before: LookingToEnd
    errand: Compiled
    does: Looking
    begins: LookingToEnd
    fronted: Compiled
    behind: Compiled
    beside: Compiled
    due: Compiled
    """Asks what is to be done before a `thing`: "what do I still have to do before the party?"."""
    bare: Compiled
    on: Compiled
    birthday: Compiled
    weekday: Compiled
    that_thing: Compiled
    any_thing: Words
    counts: Compiled
    deed: Compiled
    only_asks: Compiled
    forms: Mapping[str, str]


ANCHORS: Final = ByLanguage(lambda language: read_patterns(language, "anchors", Anchors))


@dataclass(frozen=True)
class DatedThing:
    """`start`, `end`: what a day takes the place of, in this `form`; `words`: what names the thing, without those that
    say that it is a day of birth (`birthday`); "" for what was spoken of; `called`: all of them."""

    start: int
    end: int
    form: str
    words: str = ""
    birthday: bool = False
    called: str = ""

    def on(self, day: date, text: str, language: Language) -> str:
        """The message with the day in the place of the thing."""
        told = self.form.replace(
            "…", yearly_day(day, language, year=True).replace(",", "")
        )  # a comma would part clauses
        asks = ANCHORS[language].only_asks.fullmatch(level(text[: self.start]).strip()) is not None
        title = f": {self.called}" if self.birthday and asks and not text[self.end :].strip(" .!?") else ""
        return " ".join(f"{text[: self.start]} {told}{title} {text[self.end :].lstrip()}".split())

    @property
    def spoken_of(self) -> bool:
        """Whether the message leaves it to the conversation."""
        return not (self.words or self.birthday)


def dated_thing(text: str, language: Language, *, asks: bool) -> DatedThing | None:
    """The thing whose day a message leaves to what is kept, or was spoken of; of one that `asks` only what is
    so long before or after. None where it names none, or a day itself."""
    if len(text) > MOST_CHARACTERS:
        return None
    low, table = level(text), ANCHORS[language]
    if table.counts.search(low) or reminds_ahead(low):
        return None  # "remind me a day before every appointment" is of no one day
    for pattern in (table.beside, table.due, table.bare) if asks else (table.bare, table.beside, table.on):
        for found in pattern.finditer(low):
            if pattern is table.due and mentions(found["thing"], now=_ANY_DAY, locale=language):
                continue  # "before lunch" is an hour of the day
            if (made := _made(found, text, table, language)) is not None:
                return made
    return None


def _made(found: Match, text: str, table: Anchors, language: Language) -> DatedThing | None:
    named = {name: found.span(name) for name, said in found.groupdict().items() if said is not None}
    group = next((name for name in named if name.rstrip("23") in table.forms), None)
    thing = next((span for name, span in named.items() if name.startswith("thing")), None)
    if group is None:
        return None
    start, end = named[group]
    form = table.forms[group.rstrip("23")]
    deed = table.deed.match(level(text[start:]))
    if deed is not None:
        end, thing = start + deed.end("deed"), None  # "na véspera de lavar o carro": of what was spoken of
    if thing is None:
        return DatedThing(start, end, form)
    words = text[slice(*thing)].strip()
    if any(one.has_date for one in mentions(words, now=_ANY_DAY, locale=language)):
        return None
    born = table.birthday.search(level(words))
    if born is None:
        return DatedThing(start, thing[1], form, words)
    whose = f"{words[: born.start()]} {words[born.end() :]}".strip()
    return DatedThing(start, thing[1], form, whose, birthday=True, called=words)


def names_somebody(words: str, language: Language) -> bool:
    """Whether what stands beside the words for a birthday names whose it is, and is no mere article."""
    return any(word not in STOP_WORDS[language] for word in normalize(words).replace("'", " ").split())


def of_that_weekday(text: str, day: date, language: Language) -> str:
    """The message with the date in the place of "that Sunday", the one nearest to a day that was spoken of."""
    found = ANCHORS[language].weekday.search(level(text)) if len(text) <= MOST_CHARACTERS else None
    named = mentions(text[slice(*found.span("day"))], now=_ANY_DAY, locale=language) if found is not None else []
    if found is None or len(named) != 1:
        return text
    away = (named[0].start.weekday() - day.weekday() + _WEEK // 2) % _WEEK - _WEEK // 2
    return f"{text[: found.start('said')]}{on_day(day + timedelta(days=away), language)}{text[found.end('said') :]}"


def names_that_weekday(text: str, language: Language) -> bool:
    """Whether a message speaks of "that Sunday"."""
    return len(text) <= MOST_CHARACTERS and ANCHORS[language].weekday.search(level(text)) is not None


def of_that_thing(text: str, titles: Sequence[str], language: Language) -> str:
    """The message with the title of what was told last in the place of "that dinner", "that meeting"."""
    table = ANCHORS[language]
    found = table.that_thing.search(level(text)) if titles and len(text) <= MOST_CHARACTERS else None
    if found is None:
        return text
    what = stems(found["what"])
    meant = next((one for one in titles if any(set(word) & set(what[0]) for word in stems(_kind_of(one)))), "")
    meant = meant or (titles[0] if found["what"] in table.any_thing and len(titles) == 1 else "")
    return f"{text[: found.start('said')]}{meant}{text[found.end('said') :]}" if meant else text


def _kind_of(title: str) -> str:
    """What a title calls its thing: its names aside, "remember that Jota comes" speaks of no "Climbing with Jota"."""
    first, *rest = title.split()
    return " ".join([first, *(word for word in rest if word[:1].islower())])


def before_event(folded: str, language: Language) -> Match | None:
    """What is to be done (`head`) and before what (`event`), over folded text; None where nothing is told so."""
    return ANCHORS[language].before.match(folded)


def anchored(text: str) -> bool:
    """Whether a message may be about a to-do and an event at once."""
    return len(text) <= MOST_CHARACTERS and any(before_event(normalize(text), one) for one in LANGUAGES)
