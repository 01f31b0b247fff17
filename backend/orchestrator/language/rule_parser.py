"""Which rule do the user's words lay down? "Never before 10", "no meetings on Fridays", "convida sempre a Ana", "las
reuniones duran 30 minutos": the effects that are said in a few words, in English, Portuguese and Spanish.

`read(text)` gives the effect with the names of people and places as they were said; None where the words are no such
rule (then they are a rule in words alone, if the user wants them to be one).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from orchestrator.kit import patterns
from orchestrator.language.normalize import STOP_WORDS, normalize, tokens
from orchestrator.language.rule_limits import days_but, excepted, push_kinds, with_whom
from orchestrator.language.ruling_words import (
    ALWAYS,
    CLOCK,
    DAY_NAMES,
    INVITE,
    LANGUAGES_NAMED,
    MINUTES,
    NEVER,
    SOMETHING,
    WEEKDAYS,
    WEEKEND,
    WEEKENDS,
    clock_of,
    days_of,
    minutes_of,
)
from orchestrator.language.word_patterns import TOMORROW

MOST_CHARACTERS = 300
"""A longer text is no rule in a few words."""
_ALL_DAY = "23:59"
"""The earliest start on a day on which nothing is to begin."""
_MOST_WORDS = 4


@dataclass(frozen=True)
class RuleWords:
    """An effect as it was said. `people`, `place`, `stands_for`: names that are not resolved yet; `place` is where
    (`default_place`), `stands_for` what an alias means. `beside`: with whom an event must be for the rule to be about
    it."""

    effect: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    people: tuple[str, ...] = ()
    place: str = ""
    stands_for: str = ""
    beside: tuple[str, ...] = ()


def read(text: str) -> RuleWords | None:
    """The rule that the words lay down."""
    if len(text) > MOST_CHARACTERS:
        return None
    said, exception = excepted(normalize(text).replace("’", "'").strip(" .!"))
    found = _about_whom(said, text)
    return _without(found, exception) if found is not None and exception else found


def _read(said: str, text: str) -> RuleWords | None:
    for reader in _READERS:
        found = reader(said, text)
        if found is not None:
            return found
    return None


def _about_whom(said: str, text: str) -> RuleWords | None:
    """The rule, and with whom an event must be for it."""
    found = _read(said, text)
    rest, names = with_whom(said)
    if found is None or not names or found.effect not in _OF_EVENTS:
        return found
    bare = _read(rest, text)
    if bare is None:
        return None
    # Whatever is with Rui is a "meeting with Rui", whatever its title says.
    parameters = {name: one for name, one in bare.parameters.items() if name != "match" or one["words"] != _MEETINGS}
    kept = parameters if bare.effect in _OF_TIMES else bare.parameters
    return replace(bare, parameters=kept, beside=tuple(_as_written(one, text) for one in names))


def _without(found: RuleWords, exception: str) -> RuleWords | None:
    """The rule without its exception; None where no effect can say that: then it is a rule in words alone."""
    if found.effect == "quiet_hours" and (kinds := push_kinds(exception)):
        return replace(found, parameters={**found.parameters, "except": kinds})
    days = days_but(exception, found.parameters.get("days", [])) if found.effect in _OF_DAYS else None
    return replace(found, parameters={**found.parameters, "days": days}) if days else None


_OF_EVENTS = frozenset(
    "earliest_start latest_end default_duration default_place always_invite never_invite buffer"
    " no_double_booking".split()
)
_OF_TIMES = frozenset({"earliest_start", "latest_end", "no_double_booking"})
_OF_DAYS = frozenset({"quiet_hours", "earliest_start", "latest_end"})


_RANGE = patterns.compile(
    rf"\b(?:from|between|de|das|da|entre(?: as| las?)?|desde(?: as| las?)?|after|depois das|despues de las)\s+"
    rf"(?P<a>{CLOCK})\s*(?:to|until|till|and|a|ate|e|y|hasta|as|-|–)\s*(?:(?:as|las?|a las|ate as)\s+)?(?P<b>{CLOCK})"
)
_PUSHES = patterns.compile(
    r"\b(?:notif\w*|push\w*|disturb\w*|quiet|silen\w*|molest\w*|incomod\w*|perturb\w*|avis\w*|alert\w*|sossego)\b"
)


def _quiet(said: str, _: str) -> RuleWords | None:
    found = _RANGE.search(said)
    if found is None or not _PUSHES.search(said):
        return None
    begins, ends = clock_of(found["a"], later=True), clock_of(found["b"])
    if begins is None or ends is None or begins == ends:
        return None
    return RuleWords("quiet_hours", {"from": begins, "to": ends, **_days(said)})


_NO_LENGTH = r"\s*(?:$|[^\sm]|m(?:$|[^i]|i(?:$|[^n])))"
"""After an hour: not "min"."""
_BEFORE = patterns.compile(
    rf"\b(?:before|earlier than|antes d(?:as?|os?|e las?|e)|antes)\s+(?P<at>{CLOCK}){_NO_LENGTH}"
)
_AFTER = patterns.compile(
    rf"\b(?:after|past|later than|depois d(?:as?|os?|e)|apos as?|despues de(?: las?)?|mas tarde de(?: las?)?)\s+"
    rf"(?P<at>{CLOCK}){_NO_LENGTH}"
)


def _hours(said: str, _: str) -> RuleWords | None:
    if not NEVER.search(said) or _PUSHES.search(said):
        return None
    for pattern, effect in ((_BEFORE, "earliest_start"), (_AFTER, "latest_end")):
        found = pattern.search(said)
        at = clock_of(found["at"], later=effect == "latest_end") if found is not None else None
        if at is not None and found is not None:
            rest = f"{said[: found.start()]} {said[found.end('at') :]}"
            return RuleWords(effect, {"time": at, **_days(rest), **_about(rest)})
    return None


_MUST = (
    r"(?:must|should|(?:have|has|need|needs) to|te[mn] (?:de|que)|deve[mn]?|deben?|tienen? que|hay que|quiero que"
    r"|quero que)"
)
_MUST_END = patterns.compile(
    rf"\b{_MUST}\b"
    r".*?\b(?:end|finish|be over|be done|stop|acab\w+|termin\w+)\b"
    r".*?\b(?:by|before|at|no later than|ate(?: as)?|antes d(?:as?|e las?)|as|a las|hasta las)\s+"
    rf"(?P<at>{CLOCK}){_NO_LENGTH}"
)
_MUST_BEGIN = patterns.compile(
    rf"\b{_MUST}\b"
    r".*?\b(?:start|begin|comec\w+|empez\w+|empiec\w+|comenz\w+)\b"
    r".*?\b(?:after|from|no earlier than|depois das?|a partir das?|apos as?|despues de las?|a partir de las?)\s+"
    rf"(?P<at>{CLOCK}){_NO_LENGTH}"
)


def _must(said: str, _: str) -> RuleWords | None:
    """ "My meetings must end by six", "as reuniões devem começar depois das 10"."""
    for pattern, effect in ((_MUST_BEGIN, "earliest_start"), (_MUST_END, "latest_end")):
        found = pattern.search(said)
        at = clock_of(found["at"], later=effect == "latest_end") if found is not None else None
        if at is not None and found is not None:
            about = _about(said[: found.start()], all_words=True)
            if about or patterns.compile(SOMETHING).search(said[: found.start()]) is not None:
                return RuleWords(effect, {"time": at, **_days(said), **about})
    return None


_DAY_FIRST = patterns.compile(
    r"^(?:(?:on|at|ao|aos|a|as|no|nos|na|nas|el|los|las|en|the)\s+)*"
    rf"(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))}|{WEEKENDS})"
    r"(?:[- ]feiras?)?(?:\s+(?:and|e|y)\s+(?:(?:on|a|as|los)\s+)?[\w-]+)?,?\s+"
)
_SELF = patterns.compile(r"^(?:i|we|eu|nos|yo|nosotros)\s+(don|do not|never|want no|nao|nunca|no\b)")


def _free_days(said: str, _: str) -> RuleWords | None:
    """ "No meetings on Fridays": nothing begins on them."""
    days = days_of(said)
    plain = _SELF.sub(r"\1", _DAY_FIRST.sub("", said))
    if not days or not NEVER.match(plain) or patterns.compile(r"\d").search(said) or _PUSHES.search(said):
        return None
    about = _about(said)
    planned = about or patterns.compile(SOMETHING).search(said) is not None
    return RuleWords("earliest_start", {"time": _ALL_DAY, "days": days, **about}) if planned else None


def _double(said: str, _: str) -> RuleWords | None:
    if NEVER.search(said) and patterns.compile(
        r"double[- ]?book|overlap|sobrepo|sobrepos|solap|coincid|mesma hora|misma hora|same time|ao mesmo tempo"
    ).search(said):
        return RuleWords("no_double_booking")
    return None


_BUFFER = patterns.compile(
    rf"(?P<minutes>{MINUTES})\s+(?:(?:of|de)\s+)?"
    r"(?:(?:free|livres?|libres?|buffer|folga|intervalo|descanso|margen)\s+)?(?:(?:always|sempre|siempre)\s+)?"
    r"(?P<where>between|before and after|before|after|around|entre|antes e depois"
    r"|antes y despues|antes|depois|despues)\b"
)


def _buffer(said: str, _: str) -> RuleWords | None:
    found = _BUFFER.search(said)
    if found is None:
        return None
    minutes, where = minutes_of(found["minutes"]), found["where"]
    only = {"before": "before", "antes": "before", "after": "after", "depois": "after", "despues": "after"}.get(where)
    sides = [only] if only is not None else ["before", "after"]
    return RuleWords(
        "buffer", {**{f"minutes_{side}": minutes for side in sides}, **_about(said[found.end() :], all_words=True)}
    )


_NAMES_END = patterns.compile(
    r"\s+(?:to|for|in|on|em|para|n[ao]s?|a[os]?|a las|a los|en|when|quando|cuando|from|das|every|all|anything|nothing)"
    r"\s+.*$"
)


def _invite(said: str, text: str) -> RuleWords | None:
    found = INVITE.search(said)
    if found is None:
        return None
    effect = "always_invite" if found["always"] or found["always2"] else "never_invite"
    names = said[found.end() :]
    rest = _NAMES_END.search(names)
    people = [
        one.strip(" ,.")
        for one in patterns.compile(r",|\band\b|\be\b|\by\b").split(names[: rest.start()] if rest else names)
    ]
    people = [patterns.compile(r"^(?:a|o|al|la|el|the)\s+").sub("", one) for one in people if one]
    if not people or any(len(one.split()) > _MOST_WORDS for one in people):
        return None
    about = _about(rest[0], all_words=True) if rest is not None else {}
    return RuleWords(effect, about, people=tuple(_as_written(one, text) for one in people))


_LASTS = patterns.compile(
    rf"\b(?:is|are|take|takes|last|lasts|dura|duram|duran|e de|sao de|son de|es de|leva|levam|for|de|-)\s*"
    rf"(?:always\s+|sempre\s+|siempre\s+|by default\s+)?(?P<minutes>{MINUTES})"
)
_OF = patterns.compile(
    rf"^(?:(?:always|sempre|siempre)\s+)?(?P<minutes>{MINUTES})\s+(?:for|of|de|para|-)?\s*(?:\w+\s*){{1,3}}$"
)


def _lasts(said: str, _: str) -> RuleWords | None:
    found = _LASTS.search(said) or _OF.search(said)
    if found is None or patterns.compile(r"\b(?:between|before|after|entre|antes|depois|despues)\b").search(said):
        return None
    start, end = found.span("minutes")
    about = _about(f"{said[:start]} {said[end:]}", all_words=True)
    general = patterns.compile(SOMETHING).search(said) is not None
    if not about and not general:
        return None
    return RuleWords("default_duration", {"minutes": minutes_of(found["minutes"]), **about})


_PLACED = patterns.compile(
    r"^(?P<what>.{2,60}?)\s+(?:is|are|sao|e|es|son|fica|ficam)?\s*"
    r"(?:always|sempre|siempre|by default|por defeito|por defecto)\s+"
    r"(?:at|in|em|no|na|en|n[oa]s)\s+(?:the\s+|el\s+|la\s+)?(?P<place>.{2,80})$"
)


def _placed(said: str, text: str) -> RuleWords | None:
    found = _PLACED.search(said)
    if found is None or patterns.compile(CLOCK).search(found["place"]) or found["place"] in LANGUAGES_NAMED:
        return None
    about = _about(found["what"], all_words=True)
    if not about and patterns.compile(SOMETHING).search(found["what"]) is None:
        return None
    return RuleWords("default_place", about, place=_as_written(found["place"], text))


_SPOKEN = patterns.compile(
    r"\b(?:answer|reply|speak|talk|write|respond\w*|contest\w*|fal\w+|habl\w+|escrev\w+|escrib\w+)\b"
    rf".*\b(?:in|em|en)\s+(?P<name>{'|'.join(LANGUAGES_NAMED)})\b"
)


def _spoken(said: str, _: str) -> RuleWords | None:
    found = _SPOKEN.search(said)
    if found is None or not ALWAYS.search(said):
        return None
    return RuleWords("language", {"tag": LANGUAGES_NAMED[found["name"]]})


def _units(said: str, _: str) -> RuleWords | None:
    if not patterns.compile(
        r"\b(?:use|usa|usar|usem|always|sempre|siempre|starts?|comeca|empieza|week|semana)\b"
    ).search(said):
        return None
    parameters: dict[str, Any] = {}
    if clock := patterns.compile(r"\b(12|24)[- ]?(?:h|hour|hours|horas?)\b").search(said):
        parameters["clock"] = int(clock[1])
    if system := patterns.compile(
        r"\b(metric|imperial|metric[oa]s?|imperiai?s|imperiales|miles|millas|milhas|kilomet\w+|quilomet\w+)\b"
    ).search(said):
        parameters["system"] = (
            "metric" if patterns.compile(r"metr|[kq]uilomet|kilomet").match(system[1]) else "imperial"
        )
    if patterns.compile(r"\b(?:week|semana)\b.*\b(?:starts?|comeca|empieza|begins?)\b").search(said) and (
        days := days_of(said)
    ):
        parameters["week_start"] = days[0]
    return RuleWords("units", parameters) if parameters else None


_WEB = patterns.compile(r"\b(?:search\w*|pesquis\w+|busqu\w+|busc\w+|procur\w+)\b.*\b(?:web|internet|online|google)\b")


def _tools(said: str, _: str) -> RuleWords | None:
    if not _WEB.search(said):
        return None
    if NEVER.search(said):
        return RuleWords("tool_policy", {"tool": "web_search", "policy": "block"})
    if ALWAYS.search(said) and patterns.compile(r"\b(?:ask|pergunt\w+|pregunt\w+|confirm\w*)\b").search(said):
        return RuleWords("tool_policy", {"tool": "web_search", "policy": "confirm"})
    return None


_KEEP = patterns.compile(
    r"\b(?:store|save|remember|keep|note|record|guard\w+|lembr\w+|memoriz\w+|record\w+|recuerd\w+|anot\w+|regist\w+)\b"
    r"(?:.*?\b(?:about|on|of|sobre|acerca de|de)|\s+(?:my|as minhas|os meus|a minha|o meu|mis?))\s+"
    r"(?:(?:my|the|meus?|minhas?|mis?|a|o|as|os|la|el)\s+)*(?P<what>[\w ]{3,60})$"
)


def _never_store(said: str, _: str) -> RuleWords | None:
    found = _KEEP.search(said) if NEVER.search(said) else None
    if found is None:
        return None
    return RuleWords("never_store", {"subjects": [found["what"].strip()]})


_ALIAS = patterns.compile(
    r"\b(?:when i say|by|quando (?:eu )?(?:digo|disser|falo)|cuando (?:yo )?(?:digo|diga)|por)\s+"
    r"[“\"'«]?(?P<phrase>[^“”\"'«»,]{2,60}?)[”\"'»]?,?\s+"
    r"(?:i mean|i always mean|means?|quero dizer|refiro-me a|e sempre|me refiero a|quiero decir)\s+"
    r"(?:(?:a|o|al|la|el|the)\s+)?(?P<who>.{2,80})$"
)


def _alias(said: str, text: str) -> RuleWords | None:
    found = _ALIAS.search(said)
    if found is None:
        return None
    phrase, who = _as_written(found["phrase"].strip(), text), _as_written(found["who"].strip(" .\"'”»"), text)
    return RuleWords("alias", {"phrase": phrase}, stands_for=who)


_UNTOLD = patterns.compile(
    r"\b(?:never|don'?t|do not|nunca|nao|no|jamais|jamas)\s+(?:ever\s+)?"
    r"(?:show|mention|tell|name|say|include|display|mostr\w+|muestr\w+|menci\w+|dig\w+|nombr\w+|inclu\w+)\s+"
    r"(?:(?:nunca|jamas|jamais|the|a|o|al|el|la)\s+)*(?P<what>.{2,80}?)\s+"
    r"(?:in|on|em|en|n[ao]s?)\s+(?:(?:my|the|as|minhas|las|los|mis|push|meu|mi)\s+)*"
    r"(?:notif\w*|push\w*|lock ?screen|ecra\w*|tela\w*|pantalla\w*|avisos)\b"
)


def _redact(said: str, text: str) -> RuleWords | None:
    """ "Never mention Rui in notifications"."""
    found = _UNTOLD.search(said)
    if found is None:
        return None
    words = [
        _as_written(one, text)
        for one in patterns.compile(r"\s*(?:,|\band\b|\bor\b|\be\b|\bou\b|\by\b)\s*").split(found["what"])
        if one
    ]
    return RuleWords("redact_push", {"match": {"words": words}})


_READERS: tuple[Callable[[str, str], RuleWords | None], ...] = (
    _alias,
    _redact,
    _quiet,
    _double,
    _buffer,
    _must,
    _hours,
    _invite,
    _never_store,
    _tools,
    _spoken,
    _units,
    _lasts,
    _free_days,
    _placed,
)


def _days(said: str) -> dict[str, list[str]]:
    days = days_of(said)
    return {"days": days} if days else {}


_LEFT_OUT = frozenset().union(*STOP_WORDS.values()) | frozenset(
    "never always nunca sempre siempre jamais jamas schedule book plan put make set set up anything something "
    "marque marques marcar marca agendes agende agendar agendas programes programe programar pongas ponga nada algo "
    "tudo todo everything event events evento eventos minutes minute minutos minuto min hour hours hora horas h "
    "lasts last take takes dura duram duran default defeito defecto padrao don dont except weekday weekdays weekend "
    "weekends fim semana finde days day dias dia nothing nobody only usually things thing coisas coisa cosas cosa "
    "between free livre livres libre libres leave deixa deja buffer folga leva levam is are starts start begin "
    "begins comece comecem comeca empiece empiecen empieza quiero quero queremos quer quiere querem quieren quisiera "
    "queria gostaria want wants like accept aceito acepto tengo tenho have has tem temos tenemos calendar agenda "
    "calendario convides invites invite must should each every any all other cada todos todas todo toda our their my "
    "appointment appointments compromisso compromissos compromiso compromisos cita citas ele ela eles elas ella ellos "
    "ellas usted voce".split()
)
_MEETING = frozenset("meeting meetings reuniao reunioes reunion reuniones call calls".split())
_MEETINGS = ["meeting", "call", "sync", "standup", "1:1"]
"""What else people call one."""


def _about(said: str, *, all_words: bool = False) -> dict[str, Any]:
    """What the rule is about: the words that say neither when nor that it is a rule. Without `all_words` meetings
    alone, and what a ban names."""
    words = [word for word in tokens(said) if word not in _LEFT_OUT and word not in WEEKDAYS and word not in DAY_NAMES]
    words = [word for word in words if len(word) > 1 and not word.isdigit() and word not in WEEKEND]
    if any(word in _MEETING for word in words):
        return {"match": {"words": _MEETINGS}}
    if not words or len(words) > _MOST_WORDS:
        return {}
    if all_words or NEVER.search(said):
        return {"match": {"words": [" ".join(words)]}}
    return {}


def _as_written(name: str, text: str) -> str:
    """A folded name as it stands in the text."""
    wanted = tokens(name)
    words = patterns.compile(r"[^\s,.;:!?“”\"«»]+").findall(text)
    for at in range(len(words) - len(wanted) + 1):
        part = words[at : at + len(wanted)]
        if [one for word in part for one in tokens(word)] == wanted:
            return " ".join(part)
    return name


_STANDING = patterns.compile(
    r"\b(?:never|always|nunca|jamais|jamas|sempre|siempre|by default|from now on|a partir de agora|de ahora en adelante"
    r"|por defeito|por padrao|por defecto|my rule|regra|regla|rule)\b"
)
_ONCE = patterns.compile(
    rf"{TOMORROW}"
    r"|\b(?:today|tomorrow|tonight|this (?:week|time|once|morning|afternoon|evening|month)|next|hoje|amanha|esta vez"
    r"|esta semana|hoy|proxim[ao]|just now|agora nao|ahora no|now)\b|\d{4}|\d{1,2}/\d{1,2}"
)
_LASTING = frozenset(
    {"earliest_start", "latest_end", "quiet_hours", "no_double_booking", "alias", "units", "redact_push"}
)
"""Nobody says these of one thing alone, unless they name the day."""

_GENERAL = {"buffer": r"\b(?:between|entre)\b", "never_store": r"\b(?:anything|nothing|nada)\b"}
"""Words that make these last: nobody says "15 minutes between meetings" of two alone."""
_HABIT = patterns.compile(r"^(?:i|we|eu|nos|yo|nosotros)\s|[,\s](?:i|eu|yo) (?:never|don'?t|nunca|nao|no)\b")
""" "I never drink coffee after six", "nunca bebo café depois das 18": what somebody does, and no rule."""


_DENIED = patterns.compile(r"\b(?:nunca|nao|no|jamais|jamas) (\w+)")
_WISHED = ("quero", "quiero", "aceito", "acepto", "tenho", "tengo", "gosto")


def _is_habit(said: str) -> bool:
    """Whether it tells what somebody does: the first person of Portuguese and Spanish ends in "o"."""
    verbs = (found[1] for found in _DENIED.finditer(said))
    own = any(len(verb) > 1 and verb.endswith("o") and not verb.startswith(_WISHED) for verb in verbs)
    return own or _HABIT.search(said) is not None


def lays_down(text: str) -> bool:
    """Whether a message lays down a rule for all time to come: no question, and nothing about one day or one event."""
    if "?" in text or text.lstrip().startswith("/"):
        return False
    found = read(text)
    if found is None:
        return False
    said = normalize(text)
    if _ONCE.search(said):
        return False
    about = found.parameters.get("match", {}).get("words")
    if about not in (None, _MEETINGS) and _is_habit(said):
        return False
    if found.effect == "never_store" and _is_habit(said):
        return False
    if found.effect in _GENERAL and patterns.compile(_GENERAL[found.effect]).search(said):
        return True
    return found.effect in _LASTING or _STANDING.search(said) is not None
