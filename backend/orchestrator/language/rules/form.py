"""Has a message the form of a rule? For all time to come: no question, and nothing about one day or one event."""

from orchestrator.kit.memo import kept_for_short_texts
from orchestrator.language.meant import folded
from orchestrator.language.rules.hours import ON_OCCASION
from orchestrator.language.rules.parser import but_for_its_exception, read
from orchestrator.language.rules.pieces import pattern, words_in
from orchestrator.language.rules.subject import MEETINGS, RuleWords
from orchestrator.language.rules.wishes import as_told, untagged
from orchestrator.language.rules.words import CALLED, NEVER, SOMETHING, reminds_ahead
from orchestrator.language.word_patterns import TOMORROW

_STANDING = pattern(r"\b{standing}\b")
_USUAL = pattern(r"[ ,]*\b(?:{usual})\b")
""" "Lunch on Friday, at the usual place": as it always was, and no "always" to come."""
_ONCE = pattern(rf"{TOMORROW}|\b{{once}}\b|\d{{4}}|\d{{1,2}}/\d{{1,2}}")
_DOUBTS = pattern(r"^(?:{doubts})\b")
""" "I don't know whether I'm going on Sunday" lays down nothing, whatever it denies."""
_ASKS = pattern(r"\b{asks}\b")
""" "Don't add anything, just tell me …" forbids something now, and asks."""
_ONE_DAY = pattern(r"\b{one_day}\b")
_EVERY = pattern(r"\b(?:{every}|{general_day})\b")
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
    "buffer": pattern(r"\b{general}\b"),
    "default_duration": pattern(r"\b{general}\b"),
    "never_store": pattern(r"\b{whatever}\b"),
}
"""Words that make these last: nobody says "15 minutes between meetings" of two alone."""
_HABIT = pattern(r"^{i}\s|[,\s]{i} {i_deny}\b")
""" "I never drink coffee after six", "nunca bebo café depois das 18": what somebody does, and no rule."""
_FROM_NOW = pattern(r"^{from_now}[ ,:]+")
_LASTS = pattern(r"\b{from_now}\b")
""" "From now on" is not now."""
_COMMANDS = pattern(r"^{commands}\b")
_EACH_UNIT = pattern(r"\b{each_unit}\b")
_EXCEPTS = pattern(r"^(?:{except}|{all_but})\b")
_OPENS = pattern(r"(?i)^(?:(?:{openers}|{joins}|{but})[, ]+)*")
_MOST_OF_AN_EXCEPTION = 80
_OFTEN = pattern(r"^{often} (?:{clitic} )?(\w+)")
_DENIED = pattern(r"\b{denial} (\w+)")
_MY_ENDINGS = tuple(words_in("first_person"))
""" "Trabalho", "estou", "voy": where the ending of a verb tells whose it is."""
_WISH = pattern(r"^{wish}\b")
_WISHED = tuple(words_in("wished"))


def _is_habit(said: str) -> bool:
    """Whether it tells what somebody does."""
    verbs = (found[1] for found in _DENIED.finditer(said))
    own = any(len(verb) > 1 and verb.endswith(_MY_ENDINGS) and not verb.startswith(_WISHED) for verb in verbs)
    return own or (_HABIT.search(said) is not None and _WISH.search(said) is None)


_AMENDS = pattern(r"[,;.–—] ?(?:{amends_lead} |just )?{amends}")
""" "Never on a Friday, make it Saturday" is said of what was just spoken of."""


@kept_for_short_texts(128)
def lays_down(text: str) -> bool:
    """Whether a message lays down a rule for all time to come: no question, and nothing about one day or one event."""
    text = untagged(text)
    if "?" in text or text.lstrip().startswith("/"):
        return False
    if _USUAL.search(folded(text)):
        text = _USUAL.sub("", folded(text))
    said = as_told(folded(text))
    if _AMENDS.search(said) or _DOUBTS.match(said):
        return False
    if reminds_ahead(said):
        return _ONCE.search(said) is None
    found = read(text) or but_for_its_exception(text)
    if found is None:
        return _announced(said)
    return not _is_once(found, said) and _is_lasting(found, said)


def with_exception(rule: str, said: str) -> str:
    """The rule with what a later message leaves out of it ("except with Fiona"); "" of any other message, and where
    what it was told after is no rule."""
    bare = _OPENS.sub("", said.strip(" .!"))
    if _EXCEPTS.match(folded(bare)) is None or len(said) > _MOST_OF_AN_EXCEPTION or "?" in said or not lays_down(rule):
        return ""
    told = f"{rule.rstrip(' .!')} {bare}"
    return told if lays_down(told) else ""


def _announced(said: str) -> bool:
    """Whether it is called a rule, or told for all time to come, though no effect can say it: kept in words alone."""
    called = CALLED.match(said)
    commands = _COMMANDS.match(said) is not None
    occasion = commands and ON_OCCASION.search(said) is not None and _of_plans(said)
    counted = occasion or (commands and _EACH_UNIT.search(said) is not None)  # "no more than three meetings a day"
    told = _FROM_NOW.sub("", said[called.end() :] if called is not None else said, count=1)
    if called is None and not counted and (told == said or not _COMMANDS.match(told)):
        return False
    own = _OFTEN.match(told)
    habit = own is not None and own[1].endswith(_MY_ENDINGS) and not own[1].startswith(_WISHED)
    return bool(told) and not (_ASKS.search(told) or _ONCE.search(told) or _HABIT.search(told) or habit)


def _is_once(found: RuleWords, said: str) -> bool:
    """Whether it asks something now, or is about one day."""
    if _ASKS.search(said) or _ONCE.search(_LASTS.sub(" ", said)) or (_ONE_DAY.search(said) and not _EVERY.search(said)):
        return True
    # "Keep the afternoon free" is said of today's.
    general = found.parameters.get("days") or NEVER.search(said) or _EVERY.search(said)
    return found.effect == "blocked_time" and not general


def _of_plans(said: str) -> bool:
    """Whether it is about what is planned: "anything", "no meetings"."""
    return SOMETHING.search(said) is not None or not words_in("meeting").isdisjoint(said.split())


_OWN_WORK = pattern(r"{own_work}")
""" "I don't work on Fridays": a habit that is kept by what is put into the calendar, and so a rule."""


def _is_lasting(found: RuleWords, said: str) -> bool:
    about = found.parameters.get("match", {}).get("words")
    own = about is not None and not _STANDING.search(said) and all(_OWN_WORK.fullmatch(word) for word in about)
    if (about not in (None, MEETINGS) or found.effect == "never_store") and not own and _is_habit(said):
        return False
    if found.effect in _GENERAL and _GENERAL[found.effect].search(said):
        return True
    return found.effect in _LASTING or _STANDING.search(said) is not None
