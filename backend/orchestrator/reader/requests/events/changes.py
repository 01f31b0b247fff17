"""Which event is called off, renamed, or gets other guests?"""

from dataclasses import replace

from orchestrator.kit.patterns import Match
from orchestrator.language.discourse.dated_things import ANCHORS
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.pointing import pointed_at, points_at
from orchestrator.reader.line import Line, joined, line
from orchestrator.reader.request import Request, Scene, cut, unquoted
from orchestrator.reader.requests import details
from orchestrator.reader.requests.events.event_words import CALENDARS, CANCELS
from orchestrator.reader.requests.events.target_event import is_of_no_event, names_nothing, of_all, of_event
from orchestrator.reader.timing import phrases, within

_IT = "it"


def cancel(act: Act, match: Match, scene: Scene) -> list[Request]:
    """A cancellation; of what is no event, where "it" is spoken of."""
    words, rest = cut(match, "event", scene), cut(match, "rest", scene)
    words = joined([words, rest]) if words is not None and rest is not None and rest.low else words
    pointed = pointed_at(words, scene.told, scene.known) if words is not None else None
    if words is not None and pointed is not None:
        asks = not pointed and points_at(words, scene.known) in ANCHORS[scene.known.language].any_thing
        return [Request(Act.REMOVE, {"item": words.raw}) if asks else of_event(act, words, scene, {})]
    if is_of_no_event(words, scene):
        return [Request(Act.REMOVE, {"item": (words.raw if words is not None else "") or _IT})]
    asked = of_event(act, words, scene, {})
    if words is not None and names_nothing(asked) and scene.known.deictic.search(words.low):
        # Nothing was spoken of: the tool asks what is meant.
        return [Request(Act.REMOVE, {"item": words.raw if points_at(words, scene.known) else _IT})]
    if (every := of_all(asked, words)).every:
        return [every]
    asked = replace(asked, parts=_each(act, words, scene))
    deletes = CANCELS.match(match.string) is None and asked.target is not None and not asked.target.when
    return [replace(asked, removes=deletes)]


def _each(act: Act, words: Line | None, scene: Scene) -> tuple[Request, ...]:
    """ "Lunch and the council meeting on Wednesday": each by itself, on the day that is told for all."""
    joints = [found.span() for found in scene.known.join.finditer(words.low)] if words is not None else []
    if words is None or not joints:
        return ()
    times = phrases(words.raw, words.low, scene.known, scene.now, scene.locale)
    joints = [one for one in joints if not within(one, times)]
    if not joints:
        return ()
    starts, ends = [0, *(end for _, end in joints)], [*(start for start, _ in joints), len(words.low)]
    each = [words.cut(start, end) for start, end in zip(starts, ends, strict=True)]
    made = [of_event(act, one, scene, {}) for one in each if one.low]
    targets = [one.target for one in made if one.target is not None and one.target.words]
    if len(targets) != len(made):
        return ()
    last = targets[-1]
    dated = [
        one if one.when is not None else replace(one, when=last.when, span=last.span, exact=last.exact)
        for one in targets
    ]
    return tuple(replace(one, target=target) for one, target in zip(made, dated, strict=True))


def rename(act: Act, match: Match, scene: Scene) -> list[Request]:
    """Another title."""
    title = unquoted(cut(match, "title", scene) or line(""))
    return [of_event(act, cut(match, "event", scene), scene, {"title": title.written})]


def guests(act: Act, match: Match, scene: Scene) -> list[Request]:
    """People who come or no longer do."""
    named = cut(match, "people", scene) or cut(match, "guests", scene)
    if "guests" in match.groupdict() and (named is None or not named.raw[:1].isupper()):
        return []
    found = details.people(named, scene.known) if named is not None else ()
    if named is None or not found:
        return []
    name = "participants_add" if act is Act.EVENT_ADD else "participants_remove"
    meant = cut(match, "event", scene)
    if meant is not None and CALENDARS & set(meant.low.split()):
        return []  # "add lunch with Ana to my Home calendar" makes an event
    changed = of_event(act, meant, scene, {name: list(found)})
    if act is Act.EVENT_LEAVE and changed.target is not None and changed.target.when and not changed.target.words:
        return [
            of_event(Act.EVENT_CANCEL, joined([named, meant or line("")]), scene, {})
        ]  # "take yoga off next Tuesday"
    return [changed]
