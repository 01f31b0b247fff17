"""With whom, and except for what, does a rule in words hold? "No meetings with Rui before 10", "never before 10 except
on Tuesdays". All over folded text."""

from orchestrator.kit import patterns
from orchestrator.language.rules.pieces import pattern, words_in
from orchestrator.language.rules.words import DAY_NAMES, NUMBERS, WEEKDAYS, WEEKEND, days_of

ALL_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_EXCEPT = pattern(r",?\s*\b(?:{except}|(?P<less>{less}))\b\s*")
_ALLOWED = pattern(r"[,;]?\s+{but}\s+(?P<what>[^\W\d][^,;.\d]{1,60}?)\s+{is_fine}$")
""" "…, but dinners are fine": an exception that is told as what may be."""
_LESS = pattern(r" {less_before}\b")
_AFTER_LESS = 12
"""Characters in which the word after "menos" is read: the longest has seven, and its blank."""
_WITH = pattern(r"\b{with}\s+(?:{the}\s+)?(?:l')?(?P<who>[^\W\d][^,.;\d]*?)(?:\s+{ends_names}\b|[,.;]|\s*$)")
_AND = pattern(r"\s*(?:,|\b{and}\b)\s*(?:{a_name}\s+)?")
_KINDS = (
    ("todo_reminder", pattern("{kind_reminder}")),
    ("daily_briefing", pattern("{kind_briefing}")),
    ("proposed_events_ready", pattern("{kind_proposed}")),
    ("needs_input", pattern("{kind_question}")),
)
_IDLE = words_in("idle") | DAY_NAMES | WEEKEND


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
_CONDITION, _UNLESS = pattern(r"\b{condition}\b"), pattern(r"\b{unless}\b")
_IT_IS, _PRESSING = pattern(r"{it_is}\b"), pattern(r"\b{pressing}\b")
_AMONG = pattern(r"(?:{it_is}\s+)?{among}\b")
_LEAD = pattern(r"^(?:{lead}\s+)+")
_IF_IT_IS = pattern(r"^(?:{condition}\s+)?{it_is}\s+(?P<whom>(?:{among}|{for_whom})\s.+)$")
""" "Unless it's with Irene", "salvo si es con Irene": no condition, but whom it leaves alone."""


def spared(said: str, exception: str) -> tuple[str, ...]:
    """The people, places or things that a rule leaves alone, folded; none where it names a condition or a time:
    "unless urgent", but not "unless with Rui"."""
    exception = found["whom"] if (found := _IF_IT_IS.search(exception)) is not None else exception
    somebody = _IT_IS.match(exception) is not None and not _PRESSING.search(exception)
    if _UNLESS.search(said) and not (somebody or _AMONG.match(exception)):
        return ()
    if _CONDITION.search(exception) or days_of(exception) or patterns.compile(r"\d").search(exception):
        return ()
    names = [_LEAD.sub("", f"{one.strip(' ,.')} ").strip() for one in _AND.split(exception)]
    names = [one for one in names if one]
    return tuple(names) if names and all(len(one.split()) <= _MOST_WORDS for one in names) else ()
