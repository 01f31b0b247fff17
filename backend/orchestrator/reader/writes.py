"""With which calls is a request carried out?

What exists (an event to move, a to-do to tick off) is looked up first: exactly one match goes on by its id, anything
else by the user's words, and the tool asks.
"""

from dataclasses import replace
from datetime import datetime

from orchestrator.language.time import resolve
from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.call_selection import Wanted, calls, offered, spent, wanted
from orchestrator.reader.evidence import Item, gather
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.reading import Reading, iso
from orchestrator.reader.request import Request

REMOVE = "remove_item"


def next_writes(wished: list[Request], facts: TurnFacts) -> list[ToolCall]:
    """The calls to propose now: look-ups of what has to be found first, then the writes, each once."""
    before = 0
    for each in wished:
        look = lookup(each, facts) if offered(facts, each.tool) else []
        if look and not spent(facts, look, before):
            looked = calls(facts, look)
            if looked:
                return looked
        before += len(look)
    batch = [made for each in wished if (made := _proposal(each, facts)) is not None]
    return calls(facts, batch)


def lookup(request: Request, facts: TurnFacts) -> list[Wanted]:
    """The reads that find what a request is about."""
    target = request.target
    if target is None:
        return []
    if request.target_id:
        # Its own start has to be known to count from.
        return [wanted("get_events", action="by_ids", ids=[request.target_id])] if request.shift else []
    if request.named_by == "todo":
        return [wanted("get_todos", status="open", query=target.about or target.line.raw, limit=10)]
    bounds = {"when": target.when} if target.when else {"since": iso(facts.now)}
    if target.names and not target.rest:
        return [wanted("get_events", action="by_participant", participant=target.names[0], limit=10, **bounds)]
    if target.words and target.when:
        # "Sunday's padel" may be next week's: the same words are looked for on any day ahead.
        ahead = wanted("get_events", action="search", query=target.about, limit=10, since=iso(facts.now))
        return [wanted("get_events", action="search", query=target.about, limit=10, **bounds), ahead]
    if target.words:
        return [wanted("get_events", action="search", query=target.about, limit=10, **bounds)]
    if target.when:
        return [wanted("get_events", action="by_range", limit=10, **bounds)]
    return [wanted("get_events", action="next", limit=5)]


def found_for(request: Request, facts: TurnFacts) -> list[Item]:
    """The entities that the request may be about, the fully fitting ones alone where there are any."""
    if request.target is None:
        return []
    kind = "todo" if request.named_by == "todo" else "event"
    evidence = gather(facts.ledger, request.target)
    found = [item for item in evidence.of(kind) if not item.hit and item.get("status") != "cancelled"]
    if request.target_id:
        return [item for item in found if item.get("id") == request.target_id]
    if not found and request.target.span is not None:
        timeless = gather(facts.ledger, replace(request.target, span=None)).of(kind)
        found = [item for item in timeless if not item.hit and _same_weekday(item, request.target)][:1]
    whole = [item for item in found if item.share == 1.0] or found
    if request.target.kind is Kind.NEXT:
        return sorted(whole, key=lambda item: item.get("start_at"))[:1]
    return whole


def _same_weekday(item: Item, target: Reading) -> bool:
    start = item.moment("start_at")
    since = target.span[0] if target.span is not None else None
    return start is not None and since is not None and start.weekday() == since.weekday()


def _proposal(request: Request, facts: TurnFacts) -> Wanted | None:
    if not request.tool or not offered(facts, request.tool):
        return None
    if request.target is None:
        return wanted(request.tool, **request.arguments)
    found = found_for(request, facts)
    if request.act is Act.TODO_DID and not found:
        return None
    words = request.target.line.raw
    if request.removes and not (found or request.target_id) and offered(facts, REMOVE):
        return wanted(REMOVE, item=words)  # it may be a to-do, a note, a document: that tool looks through all
    named = request.target_id or (_named(found[0], request.target) if len(found) == 1 else words)
    return wanted(request.tool, **{request.named_by: named, **request.arguments, **shifted(request, found, facts)})


def _named(item: Item, target: Reading) -> str:
    """What names the one find; of a series one day where one was asked for, else the user's words, and the tool asks
    whether all of it is meant."""
    if item.data.get("recurs") and item.kind == "event":
        return item.get("occurrence") if target.when and item.get("occurrence") else target.line.raw
    return item.get("id")


def shifted(request: Request, found: list[Item], facts: TurnFacts) -> dict[str, str]:
    """The new start of the one event that was found; nothing where it is unclear which, and the tool asks."""
    start = found[0].moment("start_at") if request.shift and len(found) == 1 else None
    if start is None or request.target is None:
        return {}
    moved = resolve(request.shift, now=start, zone=facts.zone, locale=request.target.locale)
    if moved.start is None:
        return {}
    whole_days = moved.all_day or (moved.start.hour, moved.start.minute) == (0, 0)
    return {"start_at": iso(datetime.combine(moved.start.date(), start.time()) if whole_days else moved.start)}
