"""Does a message say no and why: "wait don't, she can now"?"""

from itertools import islice

from orchestrator.kit import patterns
from orchestrator.language.discourse.choosing import without_because
from orchestrator.language.discourse.restating import meant_instead
from orchestrator.language.discourse.retiming import names_a_time
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import LANGUAGES

_CLAUSE = patterns.compile(r"[,;.!]+(?:\s|$)|\s[-–—]+\s")
_MOST = 3


def says_why_not(text: str) -> bool:
    """Whether a clause or two are a no and one is nothing but a statement. One that names a time, or wants something
    else, is no mere reason."""
    clauses = [one.strip() for one in islice(_CLAUSE.split(text), _MOST + 1) if one.strip()]
    refused = [one for one in clauses if affirm.reading(one) == "no"]
    others = [one for one in clauses if one not in refused]
    reasons = [without_because(one) for one in others]
    if not refused or len(reasons) != 1 or len(clauses) > _MOST or "?" in text:
        return False
    told, joined = mood_of(reasons[0]), reasons != others
    moods = {Mood.STATEMENT, Mood.CONFIRMATION, *((Mood.UNCLEAR,) if joined else ())}
    tells = told.mood in moods and (joined or not told.negated) and " " in reasons[0]
    return tells and not (names_a_time(reasons[0]) or any(meant_instead(text, one) for one in LANGUAGES))
