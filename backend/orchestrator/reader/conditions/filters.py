"""Which records does a question leave in: on which days of the week, in which hours of a day, all except what?

A filter is cut out of the question before the rest of it is read, and held against every record that was found:
"what do I have on weekdays except the standups" is "what do I have" with two filters.
"""

# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from orchestrator.kit import lookaround
from orchestrator.kit.patterns import Pattern
from orchestrator.language.normalize import content_words
from orchestrator.language.tables import Language
from orchestrator.language.time import resolve_range
from orchestrator.reader.line import Line
from orchestrator.reader.texts import share
from orchestrator.reader.timing import Phrase

_DAY = timedelta(days=1)
_SURE = 0.79
"""What is left out has to hold all that it is called by; a word that is spelled a little differently is held."""
_WORKDAYS, _WEEKEND = frozenset(range(5)), frozenset({5, 6})
_MOST_DAYS = 7
_ANY_DAY = datetime(2001, 1, 3, 1)  # noqa: DTZ001  (wall time)
_ANY_ZONE = "UTC"
"""Wall time alone is asked for, which no zone changes."""


@dataclass(frozen=True)
class Filters:
    """`weekdays`: 0 is Monday, empty = all; `hours`: from and to, the latter midnight where nothing ends it;
    `without`: what is left out, each by its words; `without_times`: naive local, end exclusive; `without_ids`: records
    that were told before ("what else")."""

    weekdays: frozenset[int] = frozenset()
    hours: tuple[time, time] | None = None
    without: tuple[tuple[str, ...], ...] = ()
    without_times: tuple[tuple[datetime, datetime], ...] = ()
    without_ids: frozenset[str] = frozenset()
    besides: bool = False
    """Whether what was told before is left out, whatever it was: "what else do I have?"."""

    def __bool__(self) -> bool:
        return self != NONE

    def keep(self, text: str, start: datetime | None, end: datetime | None, *, whole: bool, key: str = "") -> bool:
        """Whether a record stays: `text` is all that it says, `start` and `end` its wall times, `whole` that it has
        days and no hours. What has no time stays only where none is asked for."""
        if key in self.without_ids or any(share(words, text) >= _SURE for words in self.without):
            return False
        if start is None:
            return not (self.weekdays or self.hours)
        until = end if end is not None and end > start else start
        if any(start < after and until >= since for since, after in self.without_times):
            return False
        if self.weekdays and not self._falls(start, until, whole=whole):
            return False
        return self.hours is None or (not whole and self._within(start, until, self.hours))

    def _falls(self, start: datetime, until: datetime, *, whole: bool) -> bool:
        last = until - timedelta(minutes=1) if until > start else start
        days = min((last.date() - start.date()).days, _MOST_DAYS) + 1 if whole else 1
        return any((start + n * _DAY).weekday() in self.weekdays for n in range(days))

    def _within(self, start: datetime, until: datetime, hours: tuple[time, time]) -> bool:
        since = datetime.combine(start.date(), hours[0])
        after = (
            datetime.combine(start.date(), hours[1]) if hours[1] > hours[0] else datetime.combine(start, time()) + _DAY
        )
        return start < after and (until > since or start >= since)


NONE = Filters()
_DAYS: Mapping[Language, Sequence[str]] = {
    "en": ("mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays"),
    "pt": ("segundas", "tercas", "quartas", "quintas", "sextas", "sabados", "domingos"),
    "es": ("lunes", "martes", "miercoles", "jueves", "viernes", "sabados", "domingos"),
}
_ON_WORKDAYS: Mapping[Language, Pattern] = {
    "en": lookaround.compile(
        r"\b(?:on |during |in |only )*(?:the )?(?:week ?days?|working days?|work ?days?|business days?)\b(?: only)?"
    ),
    "pt": lookaround.compile(
        r"\b(?:n?os |aos |em |durante os |so |que )*(?:dias (?:uteis|de semana)|durante a semana(?! (?:que|passada|seguinte))|a semana sem ser (?:ao|o) fim de semana)\b"
    ),
    "es": lookaround.compile(
        r"\b(?:solo |en |los )*(?:entre semana|dias (?:laborables|habiles|de diario|de semana|entre semana))\b"
    ),
}
_ON_WEEKENDS: Mapping[Language, Pattern] = {
    "en": lookaround.compile(r"\b(?:on |at |during |over |only )+(?:the )?weekends\b(?: only)?"),
    "pt": lookaround.compile(r"\b(?:n?os |aos |em |so )+(?:fins|finais) de semana\b"),
    "es": lookaround.compile(r"\b(?:solo |en |los )*fines de semana\b"),
}


def _on_days(lead: str, days: Sequence[str]) -> Pattern:
    day = rf"(?:{'|'.join(days)})(?:-feiras)?"
    return lookaround.compile(rf"\b{lead}{day}(?:(?:,| and| or| e| ou| y| o)+ (?:{lead})?{day})*\b")


_ON_DAYS: Mapping[Language, Pattern] = {
    "en": _on_days(r"(?:only )?on ", _DAYS["en"]),
    "pt": _on_days(r"(?:so )?(?:as|nas|aos|nos) ", _DAYS["pt"]),
    "es": _on_days(r"(?:solo )?los ", _DAYS["es"]),
}
_PARTS_OF_DAYS: Mapping[Language, tuple[Pattern, Mapping[str, str]]] = {
    "en": (
        lookaround.compile(
            r"(?<!the )\b(?:(?:which|what|any|free) (?P<one>morning|afternoon|evening|night)s?|(?P<all>morning|afternoon|evening|night)s)\b"
        ),
        {
            "morning": "in the morning",
            "afternoon": "in the afternoon",
            "evening": "in the evening",
            "night": "at night",
        },
    ),
    "pt": (
        lookaround.compile(
            r"\b(?:(?:que|quais|alguma) (?P<one>manha|tarde|noite)s?|(?<!as )(?P<all>manha|tarde|noite)s)\b(?! (?:de|da|do|em) \w+\b$)"
        ),
        {"manha": "de manhã", "tarde": "à tarde", "noite": "à noite"},
    ),
    "es": (
        lookaround.compile(
            r"\b(?:(?:que|cuales|alguna) (?P<one>manana|tarde|noche)s?|(?<!las )(?P<all>manana|tarde|noche)s)\b"
        ),
        {"manana": "por la mañana", "tarde": "por la tarde", "noche": "por la noche"},
    ),
}
"""A part of many days, where it is asked which of them: "which evenings", and how its time phrase is."""
_EXCEPT: Mapping[Language, Pattern] = {
    "en": lookaround.compile(
        r",? ?\b(?:except(?:ing)?(?: for| on| with| at| the ones?)*|other than|apart from|aside from|excluding|besides|without counting|not counting|not including"
        r"|leaving (?:out|aside)|but not|ignoring|that (?:is|are|aren't|isn't) not|if you (?:ignore|leave out)) (?P<what>\S.*)$"
    ),
    "pt": lookaround.compile(
        r",? ?\b(?:exc?eto|tirando|salvo|sem contar(?: com)?|sem incluir|sem ser|a nao ser|menos(?= (?:o|a|os|as|ao|aos|na|no|nas|nos|com|em|meu|minha|isso) )"
        r"|que nao (?:seja|sejam)|alem d[aeo]s?|fora) (?P<what>\S.*)$"
    ),
    "es": lookaround.compile(
        r",? ?\b(?:excepto|salvo|quitando|sin contar(?: con)?|sin incluir|sin ser|aparte d(?:el|e)|a excepcion d(?:el|e)|menos(?= (?:el|la|los|las|lo|al|en|con|mi|mis) )"
        r"|que no (?:sea|sean)|ademas d(?:el|e)|fuera d(?:el|e)) (?P<what>\S.*)$"
    ),
}
_NOT_LESS = ("mais ou", "pelo", "ao", "mas o", "por lo", "al", "cada vez", "muito", "mucho")
"""Before "menos" these leave nothing out."""
_AND = lookaround.compile(r"(?:,| and | or | e | ou | y | o | & )+")
_BESIDES: Mapping[Language, Pattern] = {
    "en": lookaround.compile(r"\b(?:what|anything|something|who|where)(?P<more> else)\b"),
    "pt": lookaround.compile(
        r"\b(?:que|quem)(?P<more> mais)\b(?! (?:chei|ocupad|livre|vez))|(?P<other>\bmais )(?:alguma coisa|nada)\b|\balgo(?P<last> mais)\b"
    ),
    "es": lookaround.compile(r"\b(?:que|quien|algo|nada|alguna cosa)(?P<more> mas)\b(?! (?:llen|ocupad|libre|vec))"),
}


def filtered(text: Line, language: Language) -> tuple[Filters, Line]:
    """The filters that a question names, and the question without them; what is left out by its time (`except on
    Friday`) has still to be read: `left_out`."""
    found = Filters()
    if (more := _BESIDES[language].search(text.low)) is not None:
        taken = next(span for name, told in more.groupdict().items() if told and (span := more.span(name)))
        found, text = Filters(besides=True), text.without([taken])
    but = _EXCEPT[language].search(text.low)
    if but is not None and but.start() > 0 and not text.low[: but.start()].rstrip(" ,").endswith(_NOT_LESS):
        parts = _parts(text.cut(*but.span("what")))
        named = tuple(words for part in parts if (words := tuple(content_words(part.raw))))
        if named:
            found, text = replace(found, without=named), text.cut(0, but.start())
    asks_part, named_parts = _PARTS_OF_DAYS[language]
    spans = []
    if (part := asks_part.search(text.low)) is not None:
        name = str(part["one"] or part["all"])
        found = replace(found, hours=_hours_named(named_parts[name], language))
    days: set[int] = set()
    for pattern, held in ((_ON_WORKDAYS, _WORKDAYS), (_ON_WEEKENDS, _WEEKEND)):
        for each in pattern[language].finditer(text.low):
            days |= held
            spans.append(each.span())
    for each in _ON_DAYS[language].finditer(text.low):
        days |= {n for n, name in enumerate(_DAYS[language]) if name in each.group()}
        spans.append(each.span())
    if not spans:
        return found, text
    rest = text.without(spans)
    return (replace(found, weekdays=frozenset(days)), rest) if rest.low else (found, text)


def _hours_named(phrase: str, locale: str) -> tuple[time, time] | None:
    wide = resolve_range(phrase, now=_ANY_DAY, zone=_ANY_ZONE, locale=locale)
    return (wide[0].time(), wide[1].time() if wide[1] is not None else time()) if wide is not None else None


def _parts(what: Line) -> list[Line]:
    cuts = [0, *(end for each in _AND.finditer(what.low) for end in each.span()), len(what.low)]
    return [part for start, end in zip(cuts[::2], cuts[1::2], strict=True) if (part := what.cut(start, end)).low]


def daily(times: Sequence[Phrase], locale: str) -> tuple[tuple[time, time] | None, list[Phrase]]:
    """The hours that are meant of each day, where others of the phrases say which days; and these others."""
    dated = [one for one in times if one.mention.has_date]
    hours = [one for one in times if not one.mention.has_date and one.mention.kind in {"range", "open"}]
    if len(hours) != 1 or not dated:
        return None, list(times)
    return hours_of(hours[0], locale), dated


def hours_of(phrase: Phrase, locale: str) -> tuple[time, time]:
    """From and to of a time phrase without a day; a part of the day as wide as people mean it."""
    said = phrase.mention
    since, until = said.start, said.end
    if said.grain == "part" and (wide := resolve_range(said.text, now=said.start, zone=_ANY_ZONE, locale=locale)):
        since, until = wide
    return since.time(), until.time() if until is not None else time()
