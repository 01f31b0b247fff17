"""With whom, and except for what, does a rule in words hold? "No meetings with Rui before 10", "never before 10 except
on Tuesdays". All over folded text."""

from orchestrator.kit import patterns
from orchestrator.language.rules.words import DAY_NAMES, NUMBERS, WEEKDAYS, WEEKEND, days_of

ALL_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_EXCEPT = patterns.compile(
    r",?\s*\b(?:except(?: for)?|excepting|apart from|other than|unless|but not|exceto|excepto|salvo|a nao ser"
    r"|(?P<less>menos)|a menos que|tirando)\b\s*"
)
_ALLOWED = patterns.compile(
    r"[,;]?\s+(?:but|though|mas|porem|pero|aunque)\s+(?P<what>[^\W\d][^,;.\d]{1,60}?)\s+"
    r"(?:(?:is|are) (?:always )?(?:fine|ok|okay|allowed|alright|all right|welcome)|podem ser|pode ser"
    r"|sao permitid[oa]s|esta bem|estao bem|nao faz mal|tudo bem|sim|valen|vale|si|si pueden ser|pueden ser|puede ser"
    r"|estan bien|no importan?)$"
)
""" "…, but dinners are fine": an exception that is told as what may be."""
_LESS = patterns.compile(r" (?:com|con|a|aos?|as|os?|la|los|las|el|em|en|no|na|nos|nas|quando|cuando|para)\b")
_AFTER_LESS = 12
"""Characters in which the word after "menos" is read: the longest has seven, and its blank."""
_WITH = patterns.compile(
    r"\b(?:with|com|con)\s+(?:(?:the|o|as|os|la|el|los|las|a)\s+)?(?P<who>[^\W\d][^,.;\d]*?)"
    r"(?:\s+(?:before|after|on|at|in|to|for|is|are|should|must|always|never|last|lasts|take|takes|need|needs|every"
    r"|between|antes|depois|despues|de (?:las|\d|manha|tarde|noche)|das|pela|por las?|a las|as|aos?|na|no|nas"
    r"|nos|em|en|los|las|el|para|sao|son|es"
    r"|e (?:sempre|de)|dura|duram|duran|leva|levam|sempre|siempre|sem|sin|without|nunca|during|entre|ate|hasta)\b"
    r"|[,.;]|\s*$)"
)
_AND = patterns.compile(
    r"\s*(?:,|\band\b|\bor\b|\be\b|\bou\b|\by\b|\bo\b)\s*(?:(?:a|o|as|os|al|la|el|the|com|con|with)\s+)?"
)
_KINDS = (
    ("todo_reminder", patterns.compile(r"remind|lembrete|recordatori|to-?dos?|tarefa|tarea")),
    ("daily_briefing", patterns.compile(r"briefing|resumo|resumen")),
    ("proposed_events_ready", patterns.compile(r"propos|suggest|sugest|suger|propuest")),
    ("needs_input", patterns.compile(r"question|pergunta|pregunta")),
)
_IDLE = (
    frozenset(
        "on at in the a ao aos as o os no na nos nas em en el los las of de do da e y and or ou for para every days"
        " dias".split()
    )
    | DAY_NAMES
    | WEEKEND
    | frozenset({"semana", "fim", "weekdays", "weekday", "uteis", "laborables", "working", "all", "todos", "todas"})
)


def excepted(said: str) -> tuple[str, str]:
    """What a rule says, and what it leaves out; "" where it leaves out nothing."""
    if (allowed := _ALLOWED.search(said)) is not None:
        return said[: allowed.start()].strip(" ,"), allowed["what"].strip(" ,.")
    found = next((one for one in _EXCEPT.finditer(said) if _leaves_out(said, one)), None)
    return (said[: found.start()].strip(" ,"), said[found.end() :].strip(" ,.")) if found is not None else (said, "")


def _leaves_out(said: str, found: patterns.Match) -> bool:
    """ "Menos" does before a time or a place; "menos de uma hora" is a length."""
    end = found.end("less")
    return found["less"] is None or _LESS.match(said[end : end + _AFTER_LESS]) is not None


def days_but(exception: str, days: list[str]) -> list[str] | None:
    """The days (none = all) without those that are left out; None where anything else is left out, or nothing stays."""
    left_out = days_of(exception)
    if not left_out or any(
        word not in WEEKDAYS and word not in _IDLE for word in patterns.compile(r"\w+").findall(exception)
    ):
        return None
    return [day for day in days or ALL_DAYS if day not in left_out] or None


def push_kinds(exception: str) -> list[str]:
    """The kinds of pushes that quiet hours leave out."""
    return [kind for kind, words in _KINDS if words.search(exception)]


def with_whom(said: str) -> tuple[str, tuple[str, ...]]:
    """What a rule says without whom it is about, and their names, folded; none where nobody is named."""
    found = _WITH.search(said)
    if found is None or found["who"].split()[0] in NUMBERS:
        return said, ()
    names = tuple(one for one in _AND.split(found["who"].strip()) if one)
    return " ".join(f"{said[: found.start()]} {said[found.end('who') :]}".split()), names


_MOST_WORDS = 4
_CONDITION = patterns.compile(r"\b(?:se|si|if|when|quando|cuando)\b")
_UNLESS = patterns.compile(r"\b(?:unless|a nao ser|a menos que)\b")
_AMONG = patterns.compile(
    r"(?:(?:it'?s|it is|they are|they're|e|es|seja|sejam|sea|sean)\s+)?(?:with|com|con|at|in|no|na|nos|nas|en|em)\b"
)
_LEAD = patterns.compile(
    r"^(?:(?:it's|its|it is|they are|they're|seja|sejam|sea|sean|for|with|at|in"
    r"|from|to|para|com|con|em|en|no|na|nos|nas|a|o|as|os|la|el|los|las|the|my|meus?|minhas?|mis?"
    r"|of|de|do|da|dos|das|del|ones?|those|any|meetings?|calls?|events?|things?|anything|reunioes|reuniao|reuniones"
    r"|reunion|eventos?|coisas|cosas)\s+)+"
)


def spared(said: str, exception: str) -> tuple[str, ...]:
    """The people, places or things that a rule leaves alone, folded; none where it names a condition or a time:
    "unless urgent", but not "unless with Rui"."""
    if _UNLESS.search(said) and not _AMONG.match(exception):
        return ()
    if _CONDITION.search(exception) or days_of(exception) or patterns.compile(r"\d").search(exception):
        return ()
    names = [_LEAD.sub("", f"{one.strip(' ,.')} ").strip() for one in _AND.split(exception)]
    names = [one for one in names if one]
    return tuple(names) if names and all(len(one.split()) <= _MOST_WORDS for one in names) else ()
