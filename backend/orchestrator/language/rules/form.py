"""Has a message the form of a rule? For all time to come: no question, and nothing about one day or one event."""

from orchestrator.kit import patterns
from orchestrator.language.meant import folded
from orchestrator.language.rules.parser import but_for_its_exception, read
from orchestrator.language.rules.subject import MEETINGS, RuleWords
from orchestrator.language.rules.words import NEVER
from orchestrator.language.word_patterns import TOMORROW

_STANDING = patterns.compile(
    r"\b(?:never|always|nunca|jamais|jamas|sempre|siempre|by default|from now on|a partir de agora|de ahora en adelante"
    r"|por defeito|por padrao|por defecto|my rule|regra|regla|rule)\b"
)
_ONCE = patterns.compile(
    rf"{TOMORROW}"
    r"|\b(?:today|tomorrow|tonight|this (?:week|time|once|morning|afternoon|evening|month)|next|coming|hoje|amanha"
    r"|this (?:mon|tues|wednes|thurs|fri|satur|sun)day|esta vez"
    r"|(?:this|este|neste) (?:weekend|fim de semana|fin de semana|finde)"
    r"|esta semana|hoy|proxim[ao]|just now|agora nao|ahora no|now)\b|\d{4}|\d{1,2}/\d{1,2}"
)
_ASKS = patterns.compile(
    r"\b(?:tell me|let me know|show me|want to know|wanna know|diz-?me|diga-?me|diz me"
    r"|quer(?:o|ia) saber|mostra-?me|dime|digame|quier[oa] saber|queria saber|muestrame)\b"
)
""" "Don't add anything, just tell me …" forbids something now, and asks."""
_ONE_DAY = patterns.compile(
    r"\bon (?:the )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|\b(?:n[ao]|nest[ae]|est[ae]) (?:segunda|terca|quarta|quinta|sexta|sabado|domingo)\b"
    r"|\b(?:on the|dia|el(?: dia)?|al) \d{1,2}(?:st|nd|rd|th)?\b"
    r"|\b(?:el|este) (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b"
)
_EVERY = patterns.compile(
    r"\b(?:every|each|always|never|ever|all|cada|tod[oa]s?|sempre|siempre|nunca|jamais|jamas"
    r"|mornings|afternoons|evenings|nights|manhas|mananas|tardes|noites|noches)\b"
)
""" "On Friday" is one day, "on Fridays" and "never on Friday" are all of them."""
_LASTING = frozenset(
    {
        "blocked_time",
        "earliest_start",
        "latest_end",
        "quiet_hours",
        "no_double_booking",
        "alias",
        "units",
        "redact_push",
    }
)
"""Nobody says these of one thing alone, unless they name the day."""

_GENERAL = {
    "buffer": r"\b(?:between|entre|every|each|any|cada|tod[oa]s?|qualquer|cualquier)\b",
    "never_store": r"\b(?:anything|nothing|nada)\b",
}
"""Words that make these last: nobody says "15 minutes between meetings" of two alone."""
_HABIT = patterns.compile(r"^(?:i|we|eu|nos|yo|nosotros)\s|[,\s](?:i|eu|yo) (?:never|don'?t|nunca|nao|no)\b")
""" "I never drink coffee after six", "nunca bebo café depois das 18": what somebody does, and no rule."""


_CALLED = patterns.compile(r"^(?:(?:a|my|new|uma|minha|nova|una|mi|nueva) )*(?:rule|regra|regla)\s*:\s*")
_FROM_NOW = patterns.compile(
    r"^(?:from now on|as a rule|a partir de agora|daqui em diante|de ahora en adelante|a partir de ahora"
    r"|por regra)[ ,:]+"
)
_COMMANDS = patterns.compile(
    r"^(?:never|no|do not|don'?t|nothing|always|nunca|jamais|nao|nada|sem|sempre|jamas|siempre|sin)\b"
)
_OFTEN = patterns.compile(r"^(?:sempre|siempre|nunca|nao|no|jamais|jamas) (?:(?:me|te|se|nos|lo|la|o|a) )?(\w+)")
_DENIED = patterns.compile(r"\b(?:nunca|nao|no|jamais|jamas) (\w+)")
_MY_ENDINGS = ("o", "ou", "oy")
""" "Trabalho", "estou", "voy"."""
_WISH = patterns.compile(r"^(?:i|we) (?:really )?(?:do not|don'?t|never) (?:ever )?want\b")
_WISHED = ("quero", "quiero", "aceito", "acepto", "tenho", "tengo", "gosto")


def _is_habit(said: str) -> bool:
    """Whether it tells what somebody does: the first person of Portuguese and Spanish ends in "o"."""
    verbs = (found[1] for found in _DENIED.finditer(said))
    own = any(len(verb) > 1 and verb.endswith(_MY_ENDINGS) and not verb.startswith(_WISHED) for verb in verbs)
    return own or (_HABIT.search(said) is not None and _WISH.search(said) is None)


_AMENDS = patterns.compile(
    r"[,;.–—] ?(?:and |but |better |just |instead |e |y |mas |pero |mejor |melhor |antes )?"
    r"(?:(?:make|move|put|set|book|push|shift|do|change|have) (?:it|that|this|them|those)\b"
    r"|(?:poe|mete|marca|muda|passa|bota|adia)(?:-?[oa])? (?:n[ao]s?|para|pra)\b|(?:deixa|faz)-?[oa] (?:n[ao]s?"
    r"|para|pra)\b"
    r"|(?:pon|muev|pas|met|cambi|dej|haz|lleva)\w{0,3}l[oa]s?\b)"
)
""" "Never on a Friday, make it Saturday" is said of what was just spoken of."""


def lays_down(text: str) -> bool:
    """Whether a message lays down a rule for all time to come: no question, and nothing about one day or one event."""
    if "?" in text or text.lstrip().startswith("/"):
        return False
    said = folded(text)
    if _AMENDS.search(said):
        return False
    found = read(text) or but_for_its_exception(text)
    if found is None:
        return _announced(said)
    return not _is_once(found, said) and _is_lasting(found, said)


def _announced(said: str) -> bool:
    """Whether it is called a rule, or told for all time to come, though no effect can say it: kept in words alone."""
    called = _CALLED.match(said)
    told = _FROM_NOW.sub("", said[called.end() :] if called is not None else said, count=1)
    if called is None and (told == said or not _COMMANDS.match(told)):
        return False
    own = _OFTEN.match(told)
    habit = own is not None and own[1].endswith(_MY_ENDINGS) and not own[1].startswith(_WISHED)
    return bool(told) and not (_ASKS.search(told) or _ONCE.search(told) or _HABIT.search(told) or habit)


def _is_once(found: RuleWords, said: str) -> bool:
    """Whether it asks something now, or is about one day."""
    if _ASKS.search(said) or _ONCE.search(said) or (_ONE_DAY.search(said) and not _EVERY.search(said)):
        return True
    # "Keep the afternoon free" is said of today's.
    general = found.parameters.get("days") or NEVER.search(said) or _EVERY.search(said)
    return found.effect == "blocked_time" and not general


def _is_lasting(found: RuleWords, said: str) -> bool:
    about = found.parameters.get("match", {}).get("words")
    if (about not in (None, MEETINGS) or found.effect == "never_store") and _is_habit(said):
        return False
    if found.effect in _GENERAL and patterns.compile(_GENERAL[found.effect]).search(said):
        return True
    return found.effect in _LASTING or _STANDING.search(said) is not None
