"""With which words does one say never, always, a time of day, a weekday, a length? All folded."""

from orchestrator.kit import patterns

NEVER = patterns.compile(
    r"\b(?:never|no|nothing|(?:stop|quit) (?:putting|booking|scheduling|adding|planning|making|accepting"
    r"|setting|dropping|giving)|(?:para|pare|parem|deja|deje|dejen) de (?:me |nos )?(?:met|marc|por|agend|aceit"
    r"|acept|pon|program|apunt|anad|inclu)\w*|don'?t|do not|nobody|none|without|avoid|nunca|jamais|nao|nada|sem"
    r"|evita|evite|ningun\w*"
    r"|jamas|sin)\b"
)
ALWAYS = patterns.compile(
    r"\b(?:always|every time|from now on|sempre|a partir de agora|siempre|de ahora en adelante)\b"
)
SOMETHING = (
    r"\b(?:anything|nothing|events?|things?|everything|nada|eventos?|coisas?|tudo|cosas?|todo|schedule|book|marc\w+"
    r"|agend\w+|program\w+|plan\w*|compromissos?|compromisos?)\b"
)
INVITE = patterns.compile(
    r"\b(?:(?P<always>always|sempre|siempre)\s+(?:invite|include|add|convid\w+|inclu\w+|adicion\w+|invit\w+|anad\w+)"
    r"|(?P<always2>convid\w+|inclu\w+|adicion\w+|invit\w+|anad\w+)\s+(?:sempre|siempre)"
    r"|(?:never|don'?t|do not|nunca|nao|no|jamais|jamas)\s+(?:ever\s+)?"
    r"(?:invite|include|convid\w+|inclu\w+|invit\w+)(?:\s+(?:nunca|jamais|jamas|ever))?)\s+"
)
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "uma": 1, "um": 1, "duas": 2, "dois": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6,
    "sete": 7, "oito": 8, "nove": 9, "dez": 10, "onze": 11, "doze": 12, "una": 1, "un": 1, "dos": 2, "cuatro": 4,
    "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "fifteen": 15, "quinze": 15, "quince": 15,
    "twenty": 20, "vinte": 20, "veinte": 20, "thirty": 30, "trinta": 30, "treinta": 30, "half an": 30, "meia": 30,
    "media": 30,
}  # fmt: skip
_NAMED = {
    "noon": "12:00", "midday": "12:00", "meio-dia": "12:00", "meio dia": "12:00", "mediodia": "12:00",
    "midnight": "00:00", "meia-noite": "00:00", "meia noite": "00:00", "medianoche": "00:00",
}  # fmt: skip
_WORDS = "|".join(sorted((*_NAMED, *(word for word, value in NUMBERS.items() if value <= 12)), key=len, reverse=True))
CLOCK = (
    rf"(?:\d{{1,2}}(?:[:h.]\d{{2}})?\s*(?:a\.?m\b\.?|p\.?m\b\.?|hs?\b|horas?\b|o'?clock)?|(?:{_WORDS})\b)"
    r"(?:\s*(?:in the (?:morning|evening|afternoon)|at night|da manha|da tarde|da noite|de la manana|de la tarde"
    r"|de la noche))?"
)
_CLOCK = patterns.compile(r"(?P<hour>\d{1,2})(?:[:h.](?P<minute>\d{2}))?")
_PM = patterns.compile(r"p\.?m\b|evening|afternoon|night|tarde|noite|noche")
_AM = patterns.compile(r"a\.?m\b|morning|manha|manana")
_NIGHT_FALLS = 12
_EARLY = 4
"""Nobody means four in the morning by a bare "before four"."""


def clock_of(text: str, *, later: bool = False) -> str | None:
    """A time of day as HH:MM. `later`: a bare hour of one to eleven is one of the afternoon or evening."""
    named = next((at for name, at in _NAMED.items() if name in text), None)
    if named is not None:
        return named
    found = _CLOCK.search(text)
    if found is not None:
        hour, minute = int(found["hour"]), int(found["minute"] or 0)
    else:
        word = next((value for name, value in NUMBERS.items() if patterns.compile(rf"\b{name}\b").search(text)), None)
        if word is None:
            return None
        hour, minute = word, 0
    if hour > 24 or minute > 59:
        return None
    bare = found is None or found["minute"] is None
    if _PM.search(text) and hour < _NIGHT_FALLS:
        hour += _NIGHT_FALLS
    elif _AM.search(text):
        hour %= _NIGHT_FALLS
    elif bare and hour and (hour <= _EARLY or (later and hour < _NIGHT_FALLS)):
        hour += _NIGHT_FALLS
    return f"{hour % 24:02d}:{minute:02d}"


_LENGTHS = "|".join(sorted(NUMBERS, key=len, reverse=True))
MINUTES = (
    rf"(?:(?:\d{{1,3}}|{_LENGTHS}|an)\s*-?\s*(?:minutes?|mins?|minutos?|hours?|horas?|h)\b"
    r"(?:\s+(?:and a half|e meia|y media))?|\bhora (?:e meia|y media))"
)


def minutes_of(text: str) -> int:
    """A length in minutes."""
    found = patterns.compile(r"\d{1,3}").search(text)
    number = int(found[0]) if found else next((value for name, value in NUMBERS.items() if text.startswith(name)), 1)
    hours = patterns.compile(r"hours?|horas?|\bh\b|\dh\b").search(text) is not None
    half = patterns.compile(r"and a half|e meia|y media").search(text) is not None
    if hours and not found and patterns.compile(r"half an|meia|media").match(text):
        return 30
    return number * (60 if hours else 1) + (30 if half else 0)


WEEKDAYS = {
    "monday": "mon", "mondays": "mon", "segunda": "mon", "segundas": "mon", "lunes": "mon",
    "tuesday": "tue", "tuesdays": "tue", "terca": "tue", "tercas": "tue", "martes": "tue",
    "wednesday": "wed", "wednesdays": "wed", "quarta": "wed", "quartas": "wed", "miercoles": "wed",
    "thursday": "thu", "thursdays": "thu", "quinta": "thu", "quintas": "thu", "jueves": "thu",
    "friday": "fri", "fridays": "fri", "sexta": "fri", "sextas": "fri", "viernes": "fri",
    "saturday": "sat", "saturdays": "sat", "sabado": "sat", "sabados": "sat",
    "sunday": "sun", "sundays": "sun", "domingo": "sun", "domingos": "sun",
}  # fmt: skip
DAY_NAMES = frozenset({"feira", "feiras"})
WEEKEND = frozenset({"weekend", "weekends", "finde", "fines"})
_ORDER = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WORKING = patterns.compile(
    r"\b(?:weekdays?|working days|(?:during|in) the week|(?:durante|a) a? ?semana|durante la semana|dias uteis"
    r"|dias de semana|dias laborables|entre semana)\b"
)
WEEKENDS = r"(?:weekends?|fi(?:m|ns) de semana|fin(?:es)? de semana|findes?)"
_WEEKEND = patterns.compile(rf"\b{WEEKENDS}\b")


def days_of(said: str) -> list[str]:
    """The weekdays that are named, in the order of the week."""
    found = {WEEKDAYS[word] for word in patterns.compile(r"\w+").findall(said) if word in WEEKDAYS}
    if _WEEKEND.search(said):
        found |= {"sat", "sun"}
    if _WORKING.search(said):
        found |= set(_ORDER[:5])
    return [day for day in _ORDER if day in found]


LANGUAGES_NAMED = {
    "english": "en", "ingles": "en", "portuguese": "pt", "portugues": "pt", "spanish": "es", "espanhol": "es",
    "espanol": "es", "castellano": "es", "french": "fr", "frances": "fr", "german": "de", "alemao": "de",
    "aleman": "de", "italian": "it", "italiano": "it",
}  # fmt: skip

Part = tuple[patterns.Pattern, str, str]
PARTS: tuple[Part, ...] = tuple(
    (patterns.compile(rf"\b(?:{words})\b"), begins, ends)
    for words, begins, ends in (
        (r"(?:at |over |during |in the )?lunch[- ]?(?:times?|hours?|breaks?)|(?:at|over|during) lunch"
         r"|(?:(?:a|na|as|nas|durante a) )?horas? d[eo] almocos?", "12:00", "14:00"),
        (r"(?:(?:a|en|durante) )?(?:las? )?horas? de (?:comer|la comida)|(?:(?:a|en) )?(?:la )?hora del almuerzo",
         "14:00", "16:00"),
        (r"(?:(?:in|on) (?:the )?)?(?:early )?mornings?|(?:d[ea]|pelas?|as?|nas?|todas as) manhas?"
         r"|(?:(?:por|de|en|a|todas) )?las? mananas?|de mananas?", "05:00", "12:00"),
        (r"(?:(?:in|on) (?:the )?)?(?:early |late )?afternoons?", "12:00", "18:00"),
        (r"(?:(?:por|en|de|a|todas) )?las? tardes?", "12:00", "20:00"),
        (r"(?:d[ea]|pelas?|as?|nas?|todas as) tardes?", "12:00", "19:00"),
        (r"(?:(?:in|on) (?:the )?)?(?:late )?evenings?", "18:00", "00:00"),
        (r"(?:(?:at|in|during) (?:the )?)?nights?|(?:d[ea]|pelas?|as?|nas?|todas as) noites?", "19:00", "05:00"),
        (r"(?:(?:por|en|de|a|todas) )?(?:las? )?noches?", "20:00", "05:00"),
    )
)  # fmt: skip
"""When the parts of a day are that a rule names, first to last. A Spanish afternoon is longer than a Portuguese one,
and that one longer than an English one."""
