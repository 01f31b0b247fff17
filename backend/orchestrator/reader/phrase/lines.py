"""How is one find written, with its date and its source?"""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfoNotFoundError

from orchestrator.kit.zones import named_zone
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.reader.evidence.finds import Item
from orchestrator.reader.phrase.contact_lines import MOST_NAMES, contact
from orchestrator.reader.phrase.due import ahead, is_whole_day, late
from orchestrator.reader.phrase.hit_lines import hit
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.sources import source
from orchestrator.reader.phrase.voice import Voice


def line(item: Item, voice: Voice, words: tuple[str, ...] = ()) -> str:
    """The whole line of a find."""
    if item.hit:
        return hit(item, voice, words)
    return {"event": event, "todo": todo, "contact": contact, "place": place}[item.kind](item, voice)


def names(item: Item) -> list[str]:
    """The participants of an event."""
    rows = item.data.get("participants")
    found = rows if isinstance(rows, list | tuple) else ()
    return [clean(str(one.get("name"))) for one in found if isinstance(one, Mapping) and one.get("name")]


def where(item: Item) -> str:
    """The place of an event, "" where none is noted."""
    value = item.data.get("place")
    name = value.get("name") if isinstance(value, Mapping) else value
    own = item.get("location_text")
    return clean(str(name or own or ""))


def event(item: Item, voice: Voice) -> str:
    """Title, time, place, people, source."""
    start = item.moment("start_at")
    parts = []
    if start is not None:
        when = voice.moment(start, item.moment("end_at"), all_day=bool(item.data.get("all_day")))
        parts.append(f"{when}{_elsewhere(item, start, voice) or ahead(start, voice)}")
    if where(item):
        parts.append(say("reader.answer.at", voice.locale, place=where(item)))
    if people := names(item):
        parts.append(say("reader.answer.with", voice.locale, names=_joined(people, voice)))
    if item.get("status") == "cancelled":
        parts.append(say("reader.answer.cancelled", voice.locale))
    told = f": {', '.join(parts)}" if parts else ""
    return f"{quoted(item.get('title'))}{told} {source(item, voice, start)}"


def _elsewhere(item: Item, start: datetime, voice: Voice) -> str:
    """ " (Europe/Madrid; 14:00 for you)" of an event whose wall time is another zone's."""
    zone = item.get("timezone")
    if not zone or zone == voice.zone or item.data.get("all_day"):
        return ""
    try:
        own = start.replace(tzinfo=named_zone(zone)).astimezone(named_zone(voice.zone))
    except (ZoneInfoNotFoundError, ValueError):
        return f" ({zone})"
    if own.time() == start.time():
        return f" ({zone})"
    day = "" if own.date() == start.date() else f"{voice.short(own)}, "
    told = say("reader.answer.own_time", voice.locale, time=f"{day}{render.clock(own, voice.locale)}")
    return f" ({zone}; {told})"


def todo(item: Item, voice: Voice) -> str:
    """Title, state, source."""
    due, done = item.moment("due_at"), item.moment("done_at")
    if done is not None:
        state = say("reader.answer.completed", voice.locale, when=render.day(done.date(), voice.locale))
    elif due is not None:
        when = voice.moment(due, None, all_day=is_whole_day(due))
        key = "reader.answer.overdue" if late(due, voice.now) else "reader.answer.due"
        state = say(key, voice.locale, when=f"{when}{ahead(due, voice)}")
    else:
        state = say("reader.answer.open", voice.locale)
    return f"{quoted(item.get('title'))}: {state} {source(item, voice, due)}"


def place(item: Item, voice: Voice) -> str:
    """Name, address, source."""
    told = "; ".join(clean(item.get(name)) for name in ("address", "description") if item.get(name))
    return f"{quoted(item.get('name'))}{': ' + told if told else ''} {source(item, voice, None)}"


def _joined(people: list[str], voice: Voice) -> str:
    shown = people[:MOST_NAMES]
    if len(people) > MOST_NAMES:
        shown = [*shown, f"+{len(people) - MOST_NAMES}"]
    return render.join(shown, voice.locale)
