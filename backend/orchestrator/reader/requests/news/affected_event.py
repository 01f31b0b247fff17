"""Which event is it that a piece of news changes: the one that is named, the one in mind, or the next with somebody?"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from orchestrator.kit.patterns import Match
from orchestrator.language.people.relations import relation_label
from orchestrator.language.places.towns import is_town
from orchestrator.language.rules.pieces import words_in
from orchestrator.language.text.normalize import STOP_WORDS, content_words
from orchestrator.language.text.words import fold
from orchestrator.language.time import mentions
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.discourse.previous_question import question_before
from orchestrator.reader.evidence.finds import SURE
from orchestrator.reader.lexicon import Words
from orchestrator.reader.line import Line, joined, line
from orchestrator.reader.request import Request, Scene, cut, target_of
from orchestrator.reader.requests import details
from orchestrator.reader.requests.events.target_event import of_event
from orchestrator.reader.texts import share

_A_DAY = timedelta(days=1)


def calls_an_event(event: Line, named: Line, scene: Scene) -> bool:
    """Whether words call an event: none of somebody, of a time, or of what was spoken of ("the next one")."""
    if scene.known.deictic.fullmatch(event.low) or mentions(named.raw, now=scene.now, locale=scene.locale):
        return False
    who = target_of(named, scene)
    somebody = (bool(who.names) and not who.rest) or relation_label(named.raw) is not None
    kind = scene.known.things["event"].search(named.low) is not None
    return kind or (bool(content_words(named.raw)) and not somebody)


def change_of(act: Act, named: Line | None, when: str, arguments: Mapping[str, object], scene: Scene) -> list[Request]:
    """The change of the event that is named, or of the one in mind where it is called "it" or nothing."""
    if named is None or not named.low or scene.known.deictic.fullmatch(named.low):
        return of_the_one_in_mind(act, arguments, scene)
    if when and len(when) == len(when.casefold()):
        named = joined([named, Line(when, when.casefold())])
    asked = of_event(act, named, scene, arguments)
    if asked.target is None or not asked.target.words or is_town(named.low):
        return []  # who goes to Lisbon takes no part in a flight there
    return [replace(asked, told=True)]


def known_else_new(made: list[Request], named: Line, scene: Scene) -> list[Request]:
    """The event of that name and day moved to the time that is told, where there is one; else the new one."""
    when = str(made[0].arguments["when"]) if len(made) == 1 else ""
    day = next((one.start for one in mentions(when, now=scene.now, locale=scene.locale) if one.has_date), None)
    moved = {"when": when}
    known = change_of(Act.EVENT_MOVE, named, f"{day:%Y-%m-%d}", moved, scene) if day is not None else []
    return [replace(one, otherwise=made[0]) for one in known] or made


def of_the_one_in_mind(act: Act, arguments: Mapping[str, object], scene: Scene) -> list[Request]:
    """Of the event that was written last, else of the one that was asked about last."""
    written = [row for row in scene.context.get("written") or () if row.get("kind") == "event"]
    rows = [row for row in written or scene.context.get("events") or () if row.get("id")]
    if len(rows) > 1 and scene.before is not None:
        asked = (*scene.before.words, *scene.before.names)
        rows = [row for row in rows if asked and share(asked, str(row.get("title") or "")) >= SURE]
    if len(rows) != 1:
        return []
    target = replace(target_of(line(""), scene), thing="event")
    return [Request(act, arguments, target=target, named_by="event", target_id=str(rows[0]["id"]))]


def scene_of(text: Line, known: Words, locale: str, facts: TurnFacts) -> Scene:
    before = question_before(facts, locale) if facts.context.get("events") else None
    # What waits is nearer to mind than what was shown.
    context = {name: one for name, one in facts.context.items() if name != "events"} if facts.waiting else facts.context
    return Scene(text, known, facts.now, locale, context, before)


def of_the_one_with(match: Match, day: str, act: Act, moved: Mapping[str, object], scene: Scene) -> list[Request]:
    """Of the next event with that person."""
    people = cut(match, "people", scene)
    if people is None:
        return []
    people = details.without_articles(people, scene.known)
    named = joined([people, Line(day, day.casefold())]) if day else people
    asked = of_event(act, named, scene, moved)
    somebody = people.raw[:1].isupper() or relation_label(people.raw) is not None
    idle = people.low if somebody else " ".join(people.low.split()[:1])
    if asked.target is None or idle in STOP_WORDS[scene.known.language]:
        return []
    if not somebody:  # "the flight cancelled": an event as well as a name in small letters
        return [replace(asked, told=True)] if act is Act.EVENT_CANCEL and asked.target.words else []
    return [replace(asked, target=replace(asked.target, words=(), names=(people.written,)), told=True)]


def called_off_by(who: Line, day: str, scene: Scene) -> list[Request]:
    """ "Ana cancelled": what is called so is off ("dentist cancelled", "coffee with Ana"), else the next event with
    her."""
    who = details.without_articles(who, scene.known)
    named = joined([who, Line(day, day.casefold())]) if day and len(day) == len(day.casefold()) else who
    called = of_event(Act.EVENT_CANCEL, named, scene, {})
    if called.target is None or who.low in STOP_WORDS[scene.known.language]:
        return []
    of_them = replace(called.target, words=(), names=(who.written,))
    titled = replace(called.target, words=tuple(content_words(who.raw)), names=())
    theirs = replace(called, target=of_them, told=True)
    if not titled.words:
        return [theirs]
    # "Gym membership cancelled": what was to be cancelled is done.
    todo = replace(titled, thing="todo", when=None, span=None)
    done = Request(Act.TODO_DID, {}, target=todo, named_by="todo", told=True)
    return [replace(called, target=titled, told=True, parts=(theirs,), otherwise=done)]


def on_any_day(off: Request) -> Request:
    """What is told off at some hour without its day is looked for on any: "climbing at half ten"."""
    target = off.target
    if target is None or any(one.mention.has_date for one in target.times):
        return off
    return replace(off, target=replace(target, when=None, span=None, times=()))


def is_of_one_day(off: Request) -> bool:
    """ "No gym" without its day says nothing of the calendar, "no meetings on Friday" nothing of what stands there."""
    target = off.target
    return target is not None and bool(target.when) and not {fold(word) for word in target.words} <= words_in("meeting")


def on_each_day(off: Request) -> Request:
    """What is off for a week is off on each day of it."""
    since, until = (off.target.span if off.target is not None else None) or (None, None)
    longer = since is not None and until is not None and until - since > _A_DAY
    return replace(off, every=True) if longer else off
