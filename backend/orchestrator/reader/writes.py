"""With which calls is a request carried out?

What exists (an event to move, a to-do to tick off) is looked up first: exactly one match goes on by its id, anything
else by the user's words, and the tool asks.
"""

from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.evidence import Item, gather
from orchestrator.reader.offer import Wanted, calls, offered, spent, wanted
from orchestrator.reader.reading import iso
from orchestrator.reader.requests import Request


def next_writes(wished: list[Request], facts: TurnFacts) -> list[ToolCall]:
    """The calls to propose now: look-ups of what has to be found first, then the writes, each once."""
    before = 0
    for each in wished:
        look = _lookup(each, facts)
        if look and not spent(facts, look, before):
            looked = calls(facts, look)
            if looked:
                return looked
        before += len(look)
    batch = [made for each in wished if (made := _proposal(each, facts)) is not None]
    return calls(facts, batch)


def _lookup(request: Request, facts: TurnFacts) -> list[Wanted]:
    target = request.target
    if target is None or request.target_id or not offered(facts, request.tool):
        return []
    if request.named_by == "todo":
        return [wanted("get_todos", status="open", query=target.about or target.line.raw, limit=10)]
    bounds = {"when": target.when} if target.when else {"since": iso(facts.now)}
    if target.names and not target.rest:
        return [wanted("get_events", action="by_participant", participant=target.names[0], limit=10, **bounds)]
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
    whole = [item for item in found if item.share == 1.0]
    return whole or found


def _proposal(request: Request, facts: TurnFacts) -> Wanted | None:
    if not request.tool or not offered(facts, request.tool):
        return None
    if request.target is None:
        return wanted(request.tool, **request.arguments)
    found = found_for(request, facts)
    if request.act is Act.TODO_DID and not found:
        return None
    words = request.target.line.raw
    named = request.target_id or (found[0].get("id") if len(found) == 1 else words)
    return wanted(request.tool, **{request.named_by: named, **request.arguments})
