"""Does a message say no and why: "wait don't, she can now"? Which answer is it likely to be that wants nothing else?"""

from itertools import islice
from typing import Literal

from orchestrator.kit import patterns
from orchestrator.language.discourse.choosing import leaves_it, without_because
from orchestrator.language.discourse.marks import around_a_time, marked, without_standing
from orchestrator.language.discourse.restating import meant_instead
from orchestrator.language.discourse.retiming import names_a_time, only_a_time, only_an_hour
from orchestrator.language.speech_acts import affirm
from orchestrator.language.speech_acts.likely_replies import likely_reply
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.tables import LANGUAGES, Language
from orchestrator.language.text.normalize import normalize
from orchestrator.language.text.words import level

_CLAUSE = patterns.compile(r"[,;.!]+(?:\s|$)|\s[-–—]+\s")
_MOST = 3
_OF_A_NO, _MERE_NO = 2, 5
"""Clauses: what calls it off, and that all stays; letters of a no that calls off nothing."""


def likely_answer(text: str) -> Literal["yes", "no"] | None:
    """The answer that a message is likely to give to what was shown; None where it turns that down and wants another:
    "no, not that one, the company one", "não, quarta"."""
    wants_another = any(meant_instead(text, one) is not None or _only_another_time(text, one) for one in LANGUAGES)
    return None if wants_another else likely_reply(text)


def _only_another_time(text: str, language: Language) -> bool:
    """Whether behind the mark that turns something down there is a time and nothing else; that a weekday is also an
    ordinal ("quarta") makes it no choice."""
    found = marked(level(text), language)
    rest = found.of(text)
    return found.rights and only_a_time(rest) and names_a_time(rest)


def says_why_not(text: str) -> bool:
    """Whether a clause or two are a no and one is nothing but a statement. One that names a time, or wants something
    else, is no mere reason."""
    clauses = [one.strip() for one in islice(_CLAUSE.split(text), _MOST + 1) if one.strip()]
    parted = len(clauses) > 1
    clauses = clauses if parted else [each for one in clauses for each in _in_one_breath(one)]
    refused = [one for one in clauses if affirm.reading(one) == "no"]
    called_off = len(clauses) == _OF_A_NO and refused == clauses[:1] and len(refused[0]) > _MERE_NO
    if called_off and leaves_it(clauses[1]):
        return "?" not in text  # "forget it, leave it on Friday"; "no, leave it on Friday" may put what waits elsewhere
    others = [one for one in clauses if one not in refused]
    reasons = [without_because(one) for one in others]
    if not refused or len(reasons) != 1 or len(clauses) > _MOST or "?" in text:
        return False
    told, joined = mood_of(reasons[0]), reasons != others
    open_too = joined or (not parted and _says_more(reasons[0]))
    moods = {Mood.STATEMENT, Mood.CONFIRMATION, *((Mood.UNCLEAR,) if open_too else ())}
    tells = told.mood in moods and (joined or not told.negated) and " " in reasons[0]
    timed = any(names_a_time(one) or only_an_hour(one) for one in _without_praise(text, reasons[0]))
    return tells and not (timed or any(meant_instead(text, one) for one in LANGUAGES))


def _without_praise(text: str, reason: str) -> list[str]:
    """The reason, and what is left of the message where it says that a time was right: that takes another's place."""
    told = (without_standing(text, one) for one in LANGUAGES)
    return [reason, *(marked(level(one), at).of(one) for at, one in zip(LANGUAGES, told, strict=True) if one != text)]


def _in_one_breath(clause: str) -> list[str]:
    """A no of several words and what is said behind it without a mark: "forget it the dinner's that night"."""
    words = clause.split(maxsplit=_LONGEST_NO)
    for count in range(min(_LONGEST_NO, len(words) - 1), _SHORTEST_NO - 1, -1):
        head = " ".join(words[:count])
        if affirm.reading(head) == "no":
            return [head, " ".join(words[count:])]
    return [clause]


def _says_more(rest: str) -> bool:
    """Whether words behind a no are no mere time or place of what stays: "never mind too much going on"."""
    found = normalize(rest).split()
    return len(found) >= _FEWEST and found[0] not in around_a_time()


_FEWEST = 3
_SHORTEST_NO, _LONGEST_NO = 2, 5
