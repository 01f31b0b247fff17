"""How long shall something last: "make it an hour and a half long", "que dure dos horas", "half an hour shorter"?

`length_of("uma hora e meia", locale)` is a counted length, which the grammar of times would read as half past one;
`lasting` finds such a length where a message says that it is one, `ends_with_length` where nothing makes it an hour of
the clock, and `length_within` where a new thing is told with one ("a 2-hour workshop", "reunión de dos horas").
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from orchestrator.kit import patterns
from orchestrator.language import time
from orchestrator.language.messages import LANGUAGES, supported_language
from orchestrator.language.numbers import number
from orchestrator.language.text.normalize import normalize

_HALF = 0.5
_MOST_UNITS = 1_000
_MOST = timedelta(days=3_660)
_HALF_MORE = r"(?P<half> (?:and a half|e meia|y media|e meio|y medio|et demie?))?"
_UNIT = patterns.compile(
    r"(?P<many>.+?) ?(?P<unit>hours?|hrs?|h|horas?|heures?|minutes?|mins?|minutos?|days?|dias?|jours?|weeks?|semanas?"
    rf"|semaines?){_HALF_MORE}$"
)
_HALVES = patterns.compile(r"(?:meia|media|half an?|a half|une demi|demi)[ -](?:hora|hour|heure)$")
_UNITS = {"h": timedelta(hours=1), "m": timedelta(minutes=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_KINDS = {"h": "h", "m": "m", "d": "d", "j": "d", "w": "w", "s": "w"}
"""The kind of a unit by its first letter."""
_ONE = frozenset("hora heure minuto dia jour semana semaine".split())
"""Units of which there is one."""
_NOON = patterns.compile(r"(?:meio|medio)[ -]?dia|meia[ -]noite|media ?noche")
"""Half a day by its words, and an hour of the clock."""
_LENGTH = r"duraca?[oi]o?n?"
_LASTS = patterns.compile(
    r"(?:^|[^\w])(?P<said>(?:"
    rf"(?:for|to last|lasts?|lasting|dur(?:e|en|a|ar|ara|ante|ando)|(?:com |con )?(?:una? )?{_LENGTH} de)"
    r" (?P<sooner>mais |menos )?(?P<after>.{1,40}?)(?P<later> mas| menos| mais)?"
    rf"|(?P<before>.{{1,40}}?) (?P<how>long|longer|shorter|de {_LENGTH}|m[ai]+s (?:long|curt|larg|cort)[oa]"
    r"|plus (?:longue?|courte?)"
    r"|(?:is|are|would be|should be|will be) (?:enough|plenty|sufficient|fine)|(?:will|should|would) do"
    r"|(?:e |sao )?(?:chega|basta|suficiente|bastante)m?"
    r"|(?:es|son) (?:suficiente|bastante)s?|alcanzan?|bastan?|(?:suffit|suffisent|c'est assez))))"
    r"(?: please| por favor| instead)?[ .!]*$"
)
_LESS = frozenset(
    {"menos", "shorter", "mais curto", "mais curta", "mas corto", "mas corta", "plus court", "plus courte"}
)
_MORE = frozenset(
    {"mais", "mas", "longer", "mais longo", "mais longa", "mas largo", "mas larga", "plus long", "plus longue"}
)
_CLOCK_LIKE = patterns.compile(r"\d+ ?h$")
_MOST_BARE = timedelta(hours=6)
"""More "horas" without a word that says which are rather an hour of the clock."""
_MOST_WORDS = 6
_WITHIN = patterns.compile(
    r"(?:^|[ (])(?P<lead>(?:de|d') ?)?(?P<size>(?:\d{1,3}|an?|une?|uma?|una|half an|meia|media|one|two|three|four|dos"
    r"|dois|duas|tres|quatro|cuatro|deux|trois|quatre)[ -]?(?P<unit>hours?|hrs?|horas?|heures?|minutes?|mins?|minutos?)"
    r"(?: (?:and a half|e meia|y media|et demie))?)(?P<after> \w+|$)"
)
_NOT_BEFORE = patterns.compile(
    r"(?:^|\W)(?:in|within|by|every|each|per|for|lasting|about|em|daqui a|dentro de|dentro|cada|a|en|dans|durante"
    r"|pendant|por|antes|depois|despues|as|las|la)$"
)
_SINGULAR = frozenset({"hour", "hr", "minute", "min"})
_NAMES_NOTHING = frozenset({"", "de", "da", "do", "del", "du", "of", "from", "away"})
_A_SINGULAR = patterns.compile(r"(?:^|\b)an? $")
_PUT_IN = patterns.compile(r"\b(?:squeeze|fit|slot|pencil|get) in$")
"""Behind these words "in an hour" is the hour itself."""
_NO_CLOCK = frozenset({"min", "hou", "hrs"})
_NOT_AFTER = frozenset("before after later earlier ago from antes depois despues mais mas avant apres plus".split())
_SMALL = frozenset("make it that this an a be is it's set keep let's want i no actually and the just should".split())


@dataclass(frozen=True)
class Lasting:
    """A length that was said: `length`, and whether it is how much longer (1) or shorter (-1) than before, or the whole
    (0). `start`, `end`: where in the folded text it is said."""

    length: timedelta
    change: int
    start: int
    end: int

    def of(self, before: timedelta) -> timedelta:
        """How long it lasts afterwards; never less than nothing."""
        return before + self.change * self.length if self.change else self.length


def lasting(text: str, locale: str) -> Lasting | None:
    """The length at the end of a text, where its words say that it is one; None elsewhere."""
    folded = normalize(text)
    found = _LASTS.search(folded)
    if found is None:
        return None
    how = (found["sooner"] or found["later"] or found["how"] or "").strip()
    change = -1 if how in _LESS else int(how in _MORE)
    group = "after" if found["after"] is not None else "before"
    start, size = found.start("said"), found[group]
    if group == "before":  # "make it an hour long": the length are the last words before "long"
        words = size.split(" ")
        for drop in range(len(words)):
            rest = " ".join(words[drop:])
            if words[drop] not in _SMALL - {"a", "an"} and (length := length_of(rest, locale)) is not None:
                return _bounded(length, change, start + len(size) - len(rest), found.end("said"))
        return None
    length = length_of(size, locale)
    return _bounded(length, change, start, found.end("said")) if length is not None else None


def ends_with_length(text: str, locale: str, at_clock: str) -> tuple[int, int] | None:
    """Where a folded text ends with a counted length: "better 3 hours", "que seja uma hora e meia". After the word of
    the clock ("às 3 horas") it is an hour."""
    words = text.rsplit(" ", _MOST_WORDS)
    for at, before in enumerate(["", *words[:-1]]):
        rest = " ".join(words[at:])
        clocked = _CLOCK_LIKE.search(rest) or (before and before == normalize(at_clock).rpartition(" ")[2])
        length = _counted(rest, locale) if not clocked and len(words) - at <= _MOST_WORDS else None
        if length is not None and (length <= _MOST_BARE or not length % _UNITS["d"]):
            return len(text) - len(rest), len(text)
    return None


def length_within(folded: str) -> tuple[int, int, str] | None:
    """The first place of a length that belongs to what is told beside it, and its words: "a 2-hour workshop", "call of
    45 min". One that counts from some moment ("in 45 min", "an hour later") is none, nor is "2 horas" without its "de",
    which may be an hour of the clock."""
    for found in _WITHIN.finditer(folded):
        start = found.start("lead") if found["lead"] is not None else found.start("size")
        sure = (
            found["lead"] is not None or found["unit"][0] == "m" or found["unit"][:3] == "hou" or "-" in found["size"]
        )
        # The "a" of "a 30 minute call" is an article; that of "a 30 minutos de casa" none.
        named = found["unit"] in _SINGULAR and found["after"].strip() not in _NAMES_NOTHING
        led = _A_SINGULAR.sub("", folded[:start]) if named else folded[:start]
        counts = _NOT_BEFORE.search(led.rstrip()) is not None and _PUT_IN.search(led.rstrip()) is None
        if sure and not counts and found["after"].strip() not in _NOT_AFTER:
            return start, found.end("size"), found["size"].replace("-", " ")
    return None


def _bounded(length: timedelta, change: int, start: int, end: int) -> Lasting | None:
    return Lasting(length, change, start, end) if timedelta() < length <= _MOST else None


def length_of(size: str, locale: str) -> timedelta | None:
    """A counted length; "uma hora" alone is one o'clock in the grammar of times, so counted units are read here."""
    if _NOON.fullmatch(size):
        return None
    if (counted := _counted(size, locale)) is not None:
        return counted
    here = datetime(2000, 1, 1)  # noqa: DTZ001  (wall time; only the length is looked at)
    for language in dict.fromkeys((supported_language(locale), *LANGUAGES)):
        for one in time.mentions(size, now=here, locale=language):
            if one.kind == "duration" and one.text.strip() == size:
                return one.duration
    return None


def _counted(size: str, locale: str) -> timedelta | None:
    """The same of a number and its unit alone."""
    if _HALVES.fullmatch(size):
        return _UNITS["h"] / 2
    told = _UNIT.fullmatch(size)
    if told is not None:
        kind = _KINDS[told["unit"][0]]
        for language in dict.fromkeys((supported_language(locale), *LANGUAGES)):
            many = 1 if told["many"] in {"a", "an", "une"} else number(told["many"], language)
            if many is not None and many > 1 and told["unit"] in _ONE and not told["many"][0].isdigit():
                continue  # "sexta dia 11" and "tercer día" count places
            if many is not None and 0 < many <= _MOST_UNITS:
                return (many + (_HALF if told["half"] else 0)) * _UNITS[kind]
    return None
