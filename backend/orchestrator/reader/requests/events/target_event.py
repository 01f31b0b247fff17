"""Which event is to change: the one that the words name, the one in mind, all of a day, or none at all?"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from orchestrator.language.text.normalize import content_words
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.pointing import pointed_at
from orchestrator.reader.evidence.finds import SURE
from orchestrator.reader.line import Line, line
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.request import Request, Scene, target_of
from orchestrator.reader.requests import details
from orchestrator.reader.requests.events.event_words import EVERYTHING, LAST_ONE
from orchestrator.reader.texts import share

_NO_EVENTS = frozenset({"todo", "contact", "place", "message"})


def of_all(asked: Request, words: Line | None) -> Request:
    """The request as one for all that is found where nothing but a day is named: "everything on Thursday"."""
    target = asked.target
    if target is None or words is None or not target.when or EVERYTHING.match(words.low) is None:
        return asked
    if not all(EVERYTHING.match(word.casefold()) for word in target.words):
        return asked
    return replace(asked, target=replace(target, words=(), names=()), every=True)


def names_nothing(asked: Request) -> bool:
    """Whether a request says of no event which one it is."""
    target = asked.target
    return target is not None and not (asked.target_id or target.words or target.when)


def is_of_no_event(words: Line | None, scene: Scene) -> bool:
    """Whether "it" can't be an event: none is in mind, and what was asked before was about something else."""
    named = words is not None and words.low
    target = target_of(details.without_articles(words or line(""), scene.known), scene)
    if target.when or (named and not target.deictic):
        return False
    if named and LAST_ONE.search(words.low if words is not None else "") is not None:
        return True  # what was written last, of whatever kind
    if target.words:
        return False
    if written := scene.context.get("written"):
        return any(row.get("kind") != "event" for row in written)
    if scene.context.get("events"):
        return False
    return scene.before is not None and scene.before.thing in _NO_EVENTS


def of_event(act: Act, words: Line | None, scene: Scene, arguments: Mapping[str, Any]) -> Request:
    """A change of the event that the words name; without words of the one in mind, or asked about before."""
    target = target_of(details.without_articles(words or line(""), scene.known), scene)
    known_events: Sequence[Mapping[str, Any]] = scene.context.get("events") or ()
    told = content_words(words.raw) if words is not None and target.kind is not Kind.NEXT else []
    if len(told) > 1 and not (target.words or target.names or target.when or target.deictic):
        target = replace(target, words=tuple(told))  # "the call with oscar": a kind of event, and a name written small
    own_id, written = "", None
    named = words is not None and words.low
    if words is not None and (pointed := pointed_at(words, scene.told, scene.known)) is not None:
        own_id = pointed
    elif not target.words and not target.when and (target.deictic or not named):
        asked = scene.before.words if scene.before is not None else ()
        if scene.told_todo and not asked:
            return Request(act, arguments, target=target_of(line(scene.told_todo), scene), named_by="event")
        meant = [row for row in known_events if share(asked, str(row.get("title") or "")) >= SURE]
        ids = {str(row.get("id") or "") for row in meant}  # the days of a series are one
        if len(ids) == 1 or scene.told_last:
            own_id = ids.pop() if len(ids) == 1 else scene.told_last
        elif scene.before is not None and asked and scene.before.kind is not Kind.ATTRIBUTE:
            # No event in mind is the one that was asked about last: that one is looked up again.
            before = replace(scene.before, line=line(scene.before.about))  # and not "where?", which was asked of it
            target = replace(before, kind=Kind.WHEN, past=False, targets=())
            written = _written_before(act, arguments, scene)
    asked_of = replace(target, thing="event")
    found = Request(act, arguments, target=asked_of, named_by="event", target_id=own_id)
    return replace(found, told=True, otherwise=written) if written is not None else found


def _written_before(act: Act, arguments: Mapping[str, Any], scene: Scene) -> Request | None:
    """The same of what an answer before the last one wrote: "it", where nothing was found of what was asked since. To
    be taken away it may be of any kind, the tool knows which."""
    wrote: Mapping[str, Any] = scene.context.get("written_before") or {}
    if wrote and act is Act.EVENT_CANCEL:
        return Request(Act.REMOVE, {"item": "it"})
    if wrote.get("kind") != "event":
        return None
    bare = target_of(line(""), scene)
    return Request(act, arguments, target=bare, named_by="event", target_id=str(wrote["id"]))
