"""What would follow from a supposed change: is there time, does it overlap, what would the day hold?

The events are read, the change is applied to what was read, and nothing is proposed or written.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import STOP_WORDS
from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.call_selection import Wanted, calls, offered, spent, wanted
from orchestrator.reader.evidence.finds import RELEVANT, SURE, Item, text_of
from orchestrator.reader.phrase.frame import MOST_OF_A_LIST
from orchestrator.reader.phrase.lines import line
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import iso
from orchestrator.reader.question.reading import read_line
from orchestrator.reader.request import Request
from orchestrator.reader.requests.writes import found_for, lookup
from orchestrator.reader.slots import Slot, Window, left, slot_of
from orchestrator.reader.supposition.condition import Asks, Supposition
from orchestrator.reader.supposition.day import added, day_asked, days_between, moved, same_event, window
from orchestrator.reader.texts import share

_LIMIT = 100
_ENOUGH = timedelta(hours=3)
"""So long has to be free after a time of which only the beginning was said."""
_MOST_MEANT = 5


@dataclass(frozen=True)
class _World:
    """The calendar as it would be: the event that changes (None where one is added), where it would be (None where it
    would be no more), and everything else of the days that were read."""

    own: Slot | None
    then: Slot | None
    others: tuple[Slot, ...] = ()
    or_else: tuple[Slot, ...] = ()
    """Later events that are called so too."""

    @property
    def all(self) -> tuple[Slot, ...]:
        """Every event as it would be."""
        return (*self.others, self.then) if self.then is not None else self.others


def supposition_calls(supposed: Supposition, facts: TurnFacts) -> list[ToolCall]:
    """The reads that are needed now; none where it can be told."""
    request = supposed.change
    if not offered(facts, "get_events"):
        return []
    look = _lookup(request, facts)
    if look and not spent(facts, look, 0) and (made := calls(facts, look)):
        return made
    world = _world(supposed, request, facts) if supposed.asks is not Asks.STEWARD else ""
    if isinstance(world, str | list):
        return []
    slots = [one for one in (world.own, world.then) if one is not None]
    since, until = days_between(slots, day_asked(supposed, facts))
    day = [wanted("get_events", action="free", since=iso(since), until=iso(until), limit=_LIMIT)]
    return [] if spent(facts, day, len(look)) else calls(facts, day)


def _lookup(request: Request, facts: TurnFacts) -> list[Wanted]:
    if request.target_id:
        return [wanted("get_events", action="by_ids", ids=[request.target_id])]
    return lookup(request, facts)


def told_supposition(supposed: Supposition, facts: TurnFacts, voice: Voice) -> str:
    """What would be; which event is meant, where that is not clear."""
    request = supposed.change
    if supposed.asks is Asks.STEWARD:
        meant = [line(one.item, voice) for one in _meant(supposed, facts) if one.item is not None]
        return "\n".join([say("reader.suppose.steward", voice.locale), *(f"- {row}" for row in meant[:1])])
    if not any(entry.tool == "get_events" and entry.outcome == "done" for entry in facts.ledger) and request.target:
        return say("reader.answer.no_lookup", voice.locale, about="")
    world = _world(supposed, request, facts)
    if isinstance(world, str):
        about = request.target.line.raw if request.target is not None else world
        return say(f"reader.suppose.{world}", voice.locale, about=clean(about, 80))
    if isinstance(world, list):
        rows = [f"- {line(one.item, voice)}" for one in world[:_MOST_MEANT] if one.item is not None]
        return "\n".join([say("reader.suppose.which", voice.locale), *rows])
    rows = [_ANSWERS[supposed.asks](world, supposed, facts, voice)]
    if world.or_else:
        rows += [say("reader.suppose.or", voice.locale), *(f"- {_line(one, voice)}" for one in world.or_else)]
    return "\n".join([*rows, say("reader.suppose.only", voice.locale)])


def _world(supposed: Supposition, request: Request, facts: TurnFacts) -> _World | list[Slot] | str:
    """The calendar as it would be; several events of which one is meant; or what keeps it from being told."""
    rows = _rows(facts)
    if request.act is Act.EVENT:
        then = added(supposed, facts)
        return _World(None, then, rows) if then is not None else "no_time"
    meant = _meant(supposed, facts)
    if not meant:
        return "no_event"
    own, *others = meant
    if not _surely(request, own) or (others and not all(_says_all(request, one) for one in meant)):
        return meant  # what is only near may be another one
    then = moved(supposed, own, facts) if request.act is Act.EVENT_MOVE else None
    if request.act is Act.EVENT_MOVE and then is None:
        return "no_time"
    rest = tuple(one for one in rows if not same_event(one, own))
    return _World(own, then, rest, tuple(others[:_MOST_MEANT]))


def _surely(request: Request, one: Slot) -> bool:
    return bool(request.target_id) or (one.item is not None and one.item.share >= SURE)


def _says_all(request: Request, one: Slot) -> bool:
    """Whether an event holds every word by which the user named it."""
    named = request.target
    if named is None or one.item is None or not named.words:
        return False
    stop = STOP_WORDS[named.language]
    said = named.words if named.when else [word.raw for word in named.line.tokens() if word.low not in stop]
    return share(tuple(said), text_of(one.item)) >= SURE


def _meant(supposed: Supposition, facts: TurnFacts) -> list[Slot]:
    """The events that the change may be about, each series by the occurrence that comes next. One that is there already
    is not moved there, and one on another day is not that of the day that is asked about."""
    request = supposed.change
    found = [slot for item in found_for(request, facts) if (slot := slot_of(item, facts.zone)) is not None]
    ahead = sorted((slot for slot in found if slot.end > facts.now), key=lambda slot: slot.start)
    first: dict[str, Slot] = {}
    day = day_asked(supposed, facts)
    if day is not None and request.act is Act.EVENT_CANCEL:
        ahead = [slot for slot in ahead if slot.start.date() == day] or ahead
    for slot in ahead:
        first.setdefault(slot.item.get("id") if slot.item is not None else "", slot)
    meant = list(first.values())
    if len(meant) > 1 and request.act is Act.EVENT_MOVE:
        elsewhere = [one for one in meant if (new := moved(supposed, one, facts)) is None or new.start != one.start]
        meant = elsewhere or meant
    return meant


def _rows(facts: TurnFacts) -> tuple[Slot, ...]:
    """The events of the days that were read."""
    found = []
    for entry in facts.ledger:
        if entry.tool == "get_events" and entry.outcome == "done" and "busy" in entry.data:
            found += [slot for row in entry.data.get("events") or () if (slot := slot_of(_item(row), facts.zone))]
    return tuple(sorted(found, key=lambda one: one.start))


def _item(row: object) -> Item:
    return Item("event", row if isinstance(row, Mapping) else {}, 1.0)


def _free(world: _World, supposed: Supposition, facts: TurnFacts, voice: Voice) -> str:
    base = world.own or world.then
    asked = window(supposed, facts, base, world.others) if base is not None else None
    if asked is None and world.then is not None:
        return _fits(world, supposed, facts, voice)
    if asked is None and base is not None:
        asked = Window(base.start, base.end)
    if asked is None:
        return _changes(world, supposed, facts, voice)
    over = [one for one in world.all if one.meets(asked.start, asked.end)]
    timed = any(not one.all_day for one in over)
    free = left(world.all, *asked.waking)
    told = {"supposed": _supposed(world, voice), "time": _time(asked.start, asked.end, voice)}
    if not timed:
        return _with(say("reader.suppose.free", voice.locale, **told), over, voice)
    if asked.open and free and free[0][0] == asked.start and free[0][1] - asked.start >= _ENOUGH:
        told["time"] = _time(*free[0], voice)
        return _with(say("reader.suppose.free_then", voice.locale, **told), over, voice)
    if free:
        times = ", ".join(f"{render.clock(one, voice.locale)}–{render.clock(end, voice.locale)}" for one, end in free)
        return _with(say("reader.suppose.partly", voice.locale, times=times, **told), over, voice)
    return _with(say("reader.suppose.busy", voice.locale, **told), over, voice)


def _clash(world: _World, supposed: Supposition, facts: TurnFacts, voice: Voice) -> str:
    return _overlap(world, supposed, facts, voice, yes="clash", no="no_clash")


def _fits(world: _World, supposed: Supposition, facts: TurnFacts, voice: Voice) -> str:
    """ "Would that work?" is answered with no by what "would it clash?" is answered with yes by."""
    return _overlap(world, supposed, facts, voice, yes="fits_not", no="fits")


def _overlap(world: _World, supposed: Supposition, facts: TurnFacts, voice: Voice, *, yes: str, no: str) -> str:
    """`yes` and `no`: the messages of what would overlap, and of what would not."""
    if world.then is None:
        return _changes(world, supposed, facts, voice)
    over, beside = _over(world, world.then)
    told = _supposed(world, voice)
    named = _named(world, supposed, facts)
    if named and over and not any(one in named for one in over):
        titles = render.join([quoted(one.title) for one in named[:_MOST_MEANT]], voice.locale)
        return _with(say("reader.suppose.clash_other", voice.locale, titles=titles, supposed=told), over, voice)
    key = f"reader.suppose.{yes if over else no}"
    return _with(say(key, voice.locale, supposed=told), [*over, *beside], voice)


def _reach(world: _World, supposed: Supposition, facts: TurnFacts, voice: Voice) -> str:
    """Whether the user would be in time for what the question names, or for what comes next."""
    if world.then is None:
        return _changes(world, supposed, facts, voice)
    over, beside = _over(world, world.then)
    named = _named(world, supposed, facts)
    missed = [one for one in over if not named or one in named]
    key = "reader.suppose.reach_not" if missed else "reader.suppose.reach"
    return _with(say(key, voice.locale, supposed=_supposed(world, voice)), [*(missed or named), *beside], voice)


def _named(world: _World, supposed: Supposition, facts: TurnFacts) -> list[Slot]:
    """The events that the question names ("would it clash with the council meeting?")."""
    words = read_line(supposed.asked, supposed.language, now=facts.now, locale=facts.locale).words
    return [one for one in world.others if any(share((word,), one.title) >= RELEVANT for word in words)]


def _changes(world: _World, supposed: Supposition, facts: TurnFacts, voice: Voice) -> str:
    del supposed, facts  # whatever was asked
    told = _supposed(world, voice)
    if world.then is None:
        freed = world.own
        over = [
            one for one in world.others if freed is not None and not one.all_day and one.meets(freed.start, freed.end)
        ]
        key = "reader.suppose.freed" if not over else "reader.suppose.still"
        return _with(say(key, voice.locale, supposed=told), over, voice)
    over, beside = _over(world, world.then)
    key = "reader.suppose.overlaps" if over else "reader.suppose.overlaps_none"
    return _with(say(key, voice.locale, supposed=told), [*over, *beside], voice)


def _day(world: _World, supposed: Supposition, facts: TurnFacts, voice: Voice) -> str:
    base = world.then or world.own
    day = day_asked(supposed, facts) or (base.start.date() if base is not None else facts.now.date())
    start = datetime.combine(day, datetime.min.time())
    rows = sorted((one for one in world.all if one.meets(start, start + timedelta(days=1))), key=lambda one: one.start)
    key = "reader.suppose.day" if rows else "reader.suppose.day_empty"
    text = say(key, voice.locale, supposed=_supposed(world, voice), day=render.day(day, voice.locale))
    return _with(text, rows, voice)


def _over(world: _World, then: Slot) -> tuple[list[Slot], list[Slot]]:
    """What a time lies over: the timed events, and those of whole days, which leave time."""
    found = [one for one in world.others if one.meets(then.start, then.end)]
    timed = [one for one in found if not one.all_day and not then.all_day]
    return timed, [one for one in found if one not in timed]


def _with(text: str, slots: list[Slot], voice: Voice) -> str:
    """The sentence and the events that it rests on; those of whole days beside it."""
    rows = [_line(one, voice) for one in slots if not one.all_day][:MOST_OF_A_LIST]
    beside = [quoted(one.title) for one in slots if one.all_day]
    if beside:
        rows.append(say("reader.suppose.all_day", voice.locale, titles=render.join(beside, voice.locale)))
    return "\n".join([text, *(f"- {row}" for row in rows)])


def _line(one: Slot, voice: Voice) -> str:
    """An event as it would be."""
    if one.item is not None and (found := slot_of(one.item, voice.zone)) is not None and found.start == one.start:
        return line(one.item, replace(voice, hints=False))
    return f"{quoted(one.title)}: {_time(one.start, one.end, voice, all_day=one.all_day)}"


def _supposed(world: _World, voice: Voice) -> str:
    """ "Without “Council meeting” (Wednesday, …)", "with “Dentist” on Friday, …"."""
    if world.then is None:
        own = world.own
        title, when = ("", "") if own is None else (own.title, _time(own.start, own.end, voice, all_day=own.all_day))
        return say("reader.suppose.without", voice.locale, title=quoted(title), when=when)
    when = _time(world.then.start, world.then.end, voice, all_day=world.then.all_day)
    return say("reader.suppose.with", voice.locale, title=quoted(world.then.title), when=when)


def _time(start: datetime, end: datetime, voice: Voice, *, all_day: bool = False) -> str:
    midnight = (start.hour, start.minute, end.hour, end.minute) == (0, 0, 0, 0)
    return render.moment(start, end, all_day=all_day or midnight, zone=voice.zone, now=None, locale=voice.locale)


_ANSWERS = {
    Asks.FREE: _free,
    Asks.CLASH: _clash,
    Asks.FITS: _fits,
    Asks.REACH: _reach,
    Asks.DAY: _day,
    Asks.CHANGES: _changes,
}
