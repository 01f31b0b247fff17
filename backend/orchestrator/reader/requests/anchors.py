"""Is something to be done before an event that is kept: "buy paper before Teo's concert"?

Its due day is then the one before that event's, which is looked up; where none is found the words stay in the title.
"""

from dataclasses import replace
from datetime import datetime, time, timedelta

from orchestrator.language.discourse.dated_things import ANCHORS, before_event
from orchestrator.language.lengths import length_of
from orchestrator.language.text.normalize import content_words
from orchestrator.language.text.words import level
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.evidence.finds import SURE
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.evidence.relevance import names_birthday
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line
from orchestrator.reader.question.model import Reading
from orchestrator.reader.request import Request, Scene, cut, target_of
from orchestrator.reader.requests import details

_DAY = timedelta(days=1)
SAME_DAY = "0"
"""Before an event, and it was not said how long before: on its day."""


def before_an_event(text: Line, known: Words) -> tuple[Line, Line, bool] | None:
    """What is to be done, the words of the event before which, and whether the day before it is named; None where
    nothing is told so."""
    found = before_event(text.low, known.language)
    if found is None:
        return None
    eve = any(said for name, said in found.groupdict().items() if name.startswith("eve") and name != "event")
    return text.cut(*found.span("head")), text.cut(*found.span("event")), eve


def anchored(made: Request, event: Line, early: str, whole: Request, scene: Scene) -> list[Request]:
    """What is due so long before an event; where that is not found, the same without a time, or the `whole`."""
    known, locale = scene.known, scene.locale
    begins = ANCHORS[known.language].begins.search(event.low)
    event = event.cut(0, begins.start()) if begins is not None and begins.start() else event
    anchor = target_of(details.without_articles(event, known), scene)
    if not (anchor.words or anchor.names):  # "call with accounting": each is no word of meaning elsewhere
        anchor = replace(anchor, words=tuple(content_words(event.raw)))
    # "20 minutes" before what is not found is no time of its own; days before a birthday are counted where it is kept.
    length = length_of(early, locale) if early else None
    counted = early == SAME_DAY or (length is not None and length < timedelta(days=1))
    due = replace(made, anchor=anchor, otherwise=made if counted else whole, shift=early)
    return [due] if anchor.words or anchor.names else []


def of_the_event_itself(scene: Scene) -> list[Request]:
    """What is to be remembered is the event: "remind me of the flight 3 hours before"."""
    found = ANCHORS[scene.known.language].behind.fullmatch(scene.text.low)
    if found is None or (event := cut(found, "event", scene)) is None:
        return []
    made = Request(Act.REMIND, {"title": event.written})
    early = cut(found, "early", scene)
    return anchored(made, event, early.raw if early is not None else "", made, scene)


def day_before(anchor: Reading, facts: TurnFacts, early: str = "") -> str | None:
    """The day (ISO) before the event that the words surely name, else what is due so called, the next one of several,
    or the time so long before it (`early`: "2 hours"), or its own day (`SAME_DAY`); None where there is none."""
    length = length_of(level(early), anchor.locale) if early else None
    # A whole day has no hour to count from.
    clocked = length is not None and length < _DAY
    first = _first_of("event", anchor, facts, clocked=clocked) or _first_of("todo", anchor, facts, clocked=clocked)
    if early == SAME_DAY:
        return first.date().isoformat() if first is not None else None
    if first is None or length is None:
        return (first.date() - _DAY).isoformat() if first is not None and not early else None
    return (first - length).isoformat(timespec="minutes") if _has_hour(first) else (first - length).date().isoformat()


def _first_of(kind: str, anchor: Reading, facts: TurnFacts, *, clocked: bool) -> datetime | None:
    """When the next of those begins or is due that the words name best."""
    found = [item for item in gather(facts.ledger, anchor).of(kind) if not item.hit and item.share >= SURE]
    if kind == "event" and clocked:
        found = [item for item in found if not item.data.get("all_day")]
    if names_birthday(anchor.line.low, anchor.language):
        found = [item for item in found if names_birthday(item.get("title"))]
    best = max((item.share for item in found), default=0.0)
    named = [item for item in found if item.share == best and item.get("status") not in _OVER]
    starts = [one for item in named if (one := item.moment("start_at" if kind == "event" else "due_at")) is not None]
    if kind == "todo" and clocked:
        starts = [one for one in starts if _has_hour(one)]
    return min((one for one in starts if one > facts.now.replace(tzinfo=None)), default=None)


_OVER = frozenset({"cancelled", "done"})


def _has_hour(moment: datetime) -> bool:
    return moment.time() != time()
