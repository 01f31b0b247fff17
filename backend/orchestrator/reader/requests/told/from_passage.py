"""Does a message say to keep, at its day, what the last answer quoted of a text: "put that in my calendar", "remind me
of that", after "the doctor set the operation for 19 January"?

The day is reckoned from when the words were said, which the quotation tells behind them. What the text says becomes
a title, nothing more: the user asked for it and sees it before it is made.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.messages import LANGUAGES, say
from orchestrator.language.time import Mention, mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.shown import last_answer, shown_rows
from orchestrator.reader.line import line
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.request import Request, Scene
from orchestrator.reader.requests import details
from orchestrator.reader.requests.captures import Keeps, only_keeps
from orchestrator.reader.words import words_of

_QUOTED = patterns.compile(
    r"(?m)^(?:- )?(?:(?P<who>[^“”:\n]{1,80}): |“(?P<paper>[^“”\n]{1,120})”[^“”:\n]{0,40}: )?"
    r"“(?P<text>[^“”\n]{1,400})”(?: \((?P<source>[^\n]{1,300})\))?$"
)
_SENTENCE = patterns.compile(r"[^.!?;\n]+")
_MOST_LETTERS = 80
_ACTS = {Keeps.CALENDAR: Act.EVENT, Keeps.REMINDER: Act.REMIND}


@dataclass(frozen=True)
class _Passage:
    who: str
    text: str
    at: datetime


def from_passage(scene: Scene, facts: TurnFacts) -> list[Request]:
    """The event or the reminder; none where the message says anything else, or no day was quoted."""
    keeps = only_keeps(scene) if len(scene.text.low) <= _MOST_LETTERS else None
    passage = _passage(last_answer(facts), scene) if keeps is not None else None
    if keeps is None or passage is None:
        return []
    for found in _SENTENCE.finditer(passage.text):
        if (made := _dated(found.group().strip(), passage, facts.now)) is not None:
            title, when = made
            return [Request(_ACTS[keeps], {"title": title, "when": when})]
    return []


def kept_already(scene: Scene, facts: TurnFacts) -> bool:
    """Whether it wants in the calendar what the last answer told of the calendar itself."""
    if len(scene.text.low) > _MOST_LETTERS or only_keeps(scene) is not Keeps.CALENDAR:
        return False
    shown = shown_rows(facts, Kind.WHEN)
    return bool(shown) and all(one.kind == "event" for one in shown)


def _passage(answer: str, scene: Scene) -> _Passage | None:
    """The one passage that was quoted, and the day that it is of."""
    quoted = list(_QUOTED.finditer(answer))
    if len(quoted) != 1:
        return None
    one = quoted[0]
    source = (one["source"] or "").rsplit(", ", 1)[-1]
    of = [each for each in mentions(source, now=scene.now, locale=scene.locale) if each.has_date]
    own = {say("reader.answer.you", language) for language in LANGUAGES}
    who = one["who"] or one["paper"] or ""
    return _Passage("" if who in own else who, one["text"], of[0].start if of else scene.now)


def _dated(sentence: str, passage: _Passage, now: datetime) -> tuple[str, str] | None:
    """The title and the moment that a sentence tells; None where it names no day to come."""
    known = words_of(language_of(sentence))
    told = [one for one in mentions(sentence, now=passage.at, locale=known.locale) if one.has_date]
    ahead = [(at, one.has_time) for one in told if (at := _moment(one)).date() >= now.date()]
    if not ahead:
        return None
    rest, _ = details.timed(line(sentence), known, passage.at, known.locale)
    title = details.tidy(rest.written)
    if not title:
        return None
    at, timed = ahead[0]
    when = at.isoformat(timespec="minutes") if timed else at.date().isoformat()
    return (f"{passage.who}: {title}" if passage.who else title), when


def _moment(told: Mention) -> datetime:
    """When it is; of "until 31 May" that day, the last one."""
    ends = told.kind == "open" and told.end is not None and not told.has_time
    return told.end - timedelta(days=1) if ends and told.end is not None else told.start
