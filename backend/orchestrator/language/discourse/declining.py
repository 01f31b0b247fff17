"""Does a message say no and why: "wait don't, she can now"?"""

from orchestrator.kit import patterns
from orchestrator.language.discourse.choosing import without_because
from orchestrator.language.discourse.restating import meant_instead
from orchestrator.language.discourse.retiming import names_a_time
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import LANGUAGES

_CLAUSE = patterns.compile(r"[,;.!]+(?:\s|$)|\s[-–—]+\s")
_TWO = 2


def says_why_not(text: str) -> bool:
    """Whether one clause is a no and the other nothing but a statement. One that names a time, or wants something else,
    is no mere reason."""
    clauses = [one.strip() for one in _CLAUSE.split(text) if one.strip()]
    answers = [affirm.reading(one) for one in clauses]
    if len(clauses) != _TWO or "no" not in answers or "?" in text:
        return False
    why = without_because(clauses[1 - answers.index("no")])
    told = mood_of(why)
    tells = told.mood in {Mood.STATEMENT, Mood.CONFIRMATION} and not told.negated and " " in why
    return tells and not (names_a_time(why) or any(meant_instead(text, one) for one in LANGUAGES))
