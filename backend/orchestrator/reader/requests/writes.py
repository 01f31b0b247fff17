"""With which calls is a request carried out?

What exists (an event to move, a to-do to tick off) is looked up first: exactly one match goes on by its id, anything
else by the user's words, and the tool asks.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from orchestrator.language.discourse.nearby_days import day_behind
from orchestrator.language.speech_acts.news_words import NEWS
from orchestrator.language.text.normalize import content_words, normalize
from orchestrator.language.time import mentions, resolve
from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.acts import Act
from orchestrator.reader.call_selection import Wanted, calls, offered, spent, wanted
from orchestrator.reader.evidence.finds import RELEVANT, SURE, Evidence, Item, text_of
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.question.model import Reading, iso
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.request import Request
from orchestrator.reader.requests.anchors import day_before
from orchestrator.reader.requests.events.rescheduling import near_its_day
from orchestrator.reader.requests.people.introductions import RESOLVE, related
from orchestrator.reader.texts import share
from orchestrator.reader.timing import day_words
from orchestrator.reader.words import words_of

REMOVE = "remove_item"


def next_writes(wished: list[Request], facts: TurnFacts) -> list[ToolCall]:
    """The calls to propose now: look-ups of what has to be found first, then the writes, each once."""
    before = 0
    for each in wished:
        look = lookup(each, facts) if offered(facts, each.tool) or each.act in _OF_EITHER else []
        if look and not spent(facts, look, before):
            looked = calls(facts, look)
            if looked:
                return looked
        before += len(look)
    batch = [made for each in wished for made in _proposals(each, facts)]
    return calls(facts, batch)


def lookup(request: Request, facts: TurnFacts) -> list[Wanted]:
    """The reads that find what a request is about."""
    target = request.target
    if request.anchor is not None:
        return [*_events(request.anchor, facts), *([_todos(request.anchor)] if request.anchor.words else [])]
    if request.act is Act.RELATE:
        named = [request.arguments[name] for name in ("contact", "of") if request.arguments.get(name)]
        return [wanted(RESOLVE, names=named)]
    if target is None:
        return []
    if request.takes is not None:
        return [*_events(target, facts), *_events(request.takes, facts)]
    if request.target_id:
        # Its own start has to be known to count from.
        return [wanted("get_events", action="by_ids", ids=[request.target_id])] if request.shift else []
    if target.thing == "todo":
        return [_todos(target)]
    events = _events(target, facts)
    each = [look for part in request.parts for look in lookup(part, facts)]
    return [*events, *([_todos(target)] if target.words and request.act in _OF_EITHER else []), *each]


def _todos(target: Reading) -> Wanted:
    return wanted("get_todos", status="open", query=target.about or target.line.raw, limit=10)


def _events(target: Reading, facts: TurnFacts) -> list[Wanted]:
    bounds = {"when": target.when} if target.when else {"since": iso(facts.now)}
    if target.names and not target.rest and not all(name.isupper() for name in target.names):  # an office is no guest
        another = target.when and not _is_of_one_date(target, facts)
        spans = [bounds, *([{"since": iso(facts.now)}] if another else [])]  # that weekday may be next week's
        who = {"participant": target.names[0], "limit": 10}
        called = wanted("get_events", action="search", query=target.names[0], limit=10, since=iso(facts.now))
        return [*(wanted("get_events", action="by_participant", **who, **span) for span in spans), called]
    if target.words and target.when:
        # "Sunday's padel" may be next week's: the same words are looked for on any day ahead.
        ahead = wanted("get_events", action="search", query=target.about, limit=10, since=iso(facts.now))
        day = wanted("get_events", action="by_range", limit=10, **bounds)
        called = wanted("get_events", action="search", query=target.about, limit=10, **bounds)
        return [called, ahead, *([day] if _is_weekly_alone(target) else [])]
    if target.words:
        return [wanted("get_events", action="search", query=target.about, limit=10, **bounds)]
    if target.when:
        return [wanted("get_events", action="by_range", limit=10, **bounds)]
    return [wanted("get_events", action="next", limit=5)]


def _is_of_one_date(target: Reading, facts: TurnFacts) -> bool:
    """Whether the day is told by its number, "the 27th": then no other is meant."""
    day = day_words(target.when or "", facts.now, facts.locale)
    return any(char.isdigit() for char in day)


def of_something_kept(wished: list[Request], facts: TurnFacts) -> list[Request]:
    """The changes without remarks that something was done where that was looked for and is no to-do: those are read as
    any others."""
    looks = [look for one in wished if one.told and one.act is Act.TODO_DID for look in lookup(one, facts)]
    if not looks or not spent(facts, looks, 0):
        return wished
    return [one for one in wished if not (one.told and one.act is Act.TODO_DID) or found_for(one, facts)]


_OF_EITHER: Mapping[Act, Act] = {
    Act.EVENT_MOVE: Act.TODO_CHANGE,
    Act.EVENT_RENAME: Act.TODO_CHANGE,
    Act.EVENT_CANCEL: Act.REMOVE,
}
"""What is said of events and to-dos alike: "push the invoice to Friday"; with what becomes of a to-do."""
_CLEARLY = 0.2
"""By so much more of the words a to-do must hold than any event, to be the one that is meant."""


def _or_todo(request: Request, facts: TurnFacts) -> Request:
    """The request as one for a to-do where the words name that and no event so well."""
    target = request.target
    if target is None or target.thing == "todo" or request.target_id or request.act not in _OF_EITHER:
        return request
    done = request.otherwise is not None and request.otherwise.act is Act.TODO_DID
    if (
        done
        or not target.words
        or request.arguments.get("place")
        or (request.told and (target.when or _calls_event(target)))
    ):
        return request
    loose = replace(target, when=None, span=None, thing="todo")
    evidence = gather(facts.ledger, loose)
    todos = [item.share for item in evidence.of("todo") if not item.hit and not item.get("done_at")]
    found = (*evidence.of("event", near=True), *gather(facts.ledger, target).of("event", near=True))
    events = [item.share for item in found if not item.hit]
    if not todos or max(todos) < max(events, default=0.0) + _CLEARLY:
        return request
    act = _OF_EITHER[request.act]
    named_by = "item" if act is Act.REMOVE else "todo"
    return replace(request, act=act, target=loose, named_by=named_by, removes=False)


def _calls_event(target: Reading) -> bool:
    """Whether what is told of is called an event: "the appointment at the tax office was moved"."""
    return words_of(target.language).things["event"].search(target.line.low) is not None


_WHOLE = "@all"
"""Behind a series' id: all of it."""


def found_for(request: Request, facts: TurnFacts) -> list[Item]:
    """The entities that the request may be about, the fully fitting ones alone where there are any."""
    if request.target is None:
        return []
    kind = "todo" if request.target.thing == "todo" else "event"
    evidence = gather(facts.ledger, request.target)
    found = [item for item in evidence.of(kind) if not item.hit and item.get("status") != "cancelled"]
    if request.act is Act.TODO_DID:
        found = [item for item in found if _covers(item, request.target)]
    if request.told:
        called = [item for item in found if _is_called(item, request)] or [
            item for item in _whenever(request, facts) if _is_called(item, request)
        ]
        called = _with_those(called, request) or _only_weekly(request, evidence)
        if request.every:
            return [item for item in called if not _is_over(item, facts)]
        return _soonest(_best_called(called, request.target))
    if request.act is Act.EVENT_CANCEL and request.target.past is False:
        found = [item for item in found if not _is_over(item, facts)] or found
    if request.target_id:
        return [item for item in found if item.get("id") == request.target_id]
    found = found or _whenever(request, facts)[:1]
    whole = [item for item in found if item.share == 1.0] or found
    if len(whole) > 1 and not request.target.words and request.target.times:
        whole = [item for item in whole if _is_the_day(item, request.target, facts)] or whole
    if request.target.kind is Kind.NEXT:
        return sorted(whole, key=lambda item: item.get("start_at"))[:1]
    return _best_called(whole, request.target)


def _best_called(found: list[Item], target: Reading) -> list[Item]:
    """Of several the one that alone is called by most of the words: "the call with Oscar", not the demo with him."""
    words = content_words(target.line.raw)
    if len(found) < _TWO or not words:
        return found
    told = [(share(words, f"{one.get('title')} {_people_of(one)}"), share(words, one.get("title"))) for one in found]
    best = [one for one, held in zip(found, told, strict=True) if held == max(told)]
    return best if len(best) == 1 else found


_TWO = 2


def _with_those(found: list[Item], request: Request) -> list[Item]:
    """Of several events those in which who leaves takes part."""
    gone = {word for name in request.arguments.get("participants_remove") or () for word in content_words(name)}
    there = [item for item in found if gone & set(content_words(_people_of(item)))]
    return there if len(found) > 1 and there else found


def _only_weekly(request: Request, evidence: Evidence) -> list[Item]:
    """The one thing of that day which comes week by week, where it is told off by no more than its kind: "Saturday's
    practice is cancelled", of "Hockey"."""
    target = request.target
    if request.act is not Act.EVENT_CANCEL or target is None or not _is_weekly_alone(target):
        return []
    then = [item for item in evidence.of("event", near=True) if not item.hit and item.data.get("recurs")]
    since, until = target.span or (None, None)
    on_day = [item for item in then if since and (at := item.moment("start_at")) and since <= at < (until or since.max)]
    return on_day if len(on_day) == 1 else []


def _is_weekly_alone(target: Reading) -> bool:
    """Whether a day is told, and nothing of what is then but a kind of thing that comes week by week."""
    kinds = NEWS[words_of(target.language).language].any_weekly
    return bool(target.when and target.words) and all(normalize(word) in kinds for word in target.words)


def _people_of(item: Item) -> str:
    return " ".join(str(one.get("name") or "") for one in item.data.get("participants") or ())


def _whenever(request: Request, facts: TurnFacts) -> list[Item]:
    """What fits but for its day, on the same weekday of another week."""
    target = request.target
    if target is None or target.span is None or _is_of_one_date(target, facts):
        return []
    kind = "todo" if target.thing == "todo" else "event"
    timeless = gather(facts.ledger, replace(target, span=None)).of(kind)
    return [item for item in timeless if not item.hit and _same_weekday(item, target)]


def _is_the_day(item: Item, target: Reading, facts: TurnFacts) -> bool:
    """Whether it is called what the day is: "New Year's Eve", asked for as "nochevieja"."""
    named = mentions(str(item.get("title") or ""), now=facts.now, locale=facts.locale)
    day = target.times[0].mention.start.date()
    return any(one.has_date and one.start.date() == day for one in named)


def _covers(item: Item, target: Reading) -> bool:
    """Whether what was done is most of a to-do: "paid Paco" is not "Call Paco about the leaking tap"."""
    told = content_words(item.get("title"))[1:]
    return not told or share(tuple(told), target.line.raw) >= RELEVANT


def _is_called(item: Item, request: Request) -> bool:
    """Whether its title holds the words of the news, or of an event its title and place."""
    words = request.target.words if request.target is not None else ()
    placed = "" if request.act in {Act.EVENT_ADD, Act.EVENT_LEAVE} else text_of(item, described=False)
    return item.relevant and max(share(words, item.get("title")), share(words, placed)) >= SURE


def _soonest(found: list[Item]) -> list[Item]:
    """Of each series the day that comes next."""
    return list({item.get("id"): item for item in sorted(found, key=_start, reverse=True)}.values())


def _start(item: Item) -> str:
    return item.get("start_at")


def _is_over(item: Item, facts: TurnFacts) -> bool:
    start = item.moment("start_at")
    return start is not None and start < facts.now.replace(tzinfo=None)


def over(request: Request, facts: TurnFacts) -> Item | None:
    """The one event that is told off, where it has been already."""
    found = found_for(request, facts) if request.act in _OF_EITHER else []
    return found[0] if len(found) == 1 and _is_over(found[0], facts) else None


def _same_weekday(item: Item, target: Reading) -> bool:
    start = item.moment("start_at")
    since = target.span[0] if target.span is not None else None
    return start is not None and since is not None and start.weekday() == since.weekday()


def _proposals(request: Request, facts: TurnFacts) -> list[Wanted]:
    found = [item for item in found_for(request, facts) if item.get("id")] if request.every else []
    if request.every and 0 < len(found) <= _MOST_AT_ONCE and offered(facts, request.tool):
        return [_of_each(request, item, facts) for item in found]
    if request.parts and not any(item.share >= SURE for item in found_for(request, facts)):
        each = [made for part in request.parts if (made := _proposal(part, facts)) is not None]
        if len(each) == len(request.parts):
            return each
    made = _proposal(request, facts)
    if made is None and request.otherwise is not None:
        made = _proposal(request.otherwise, facts)
    return [made] if made is not None else []


def _of_each(request: Request, item: Item, facts: TurnFacts) -> Wanted:
    named = {request.named_by: item.get("occurrence") or item.get("id")}
    return wanted(request.tool, **named, **request.arguments, **shifted(request, [item], facts))


def _in_its_place(request: Request, other: Reading, facts: TurnFacts) -> Wanted | None:
    """The event at the time of another; None where it is unclear which either is."""
    plain = replace(request, takes=None)
    found, there = (found_for(one, facts) for one in (plain, replace(plain, target=other)))
    start = there[0].moment("start_at") if len(found) == len(there) == 1 else None
    if start is None or found[0].get("id") == there[0].get("id"):
        return None
    named = found[0].get("occurrence") or found[0].get("id")
    return wanted(request.tool, **{request.named_by: named}, start_at=iso(start))


_MOST_AT_ONCE = 5
"""So many cards are proposed of "everything on Thursday"; of more the user is asked."""


def _proposal(request: Request, facts: TurnFacts) -> Wanted | None:
    request = related(request, facts) if request.act is Act.RELATE else _or_todo(request, facts)
    if not request.tool or not offered(facts, request.tool):
        return None
    if request.anchor is not None and request.otherwise is not None:
        due = day_before(request.anchor, facts, request.shift)
        # In both: "the day before" in the message is a time as well, and without such a word `when` was never said.
        told = {**request.arguments, "when": due, "due_at": due}
        return wanted(request.tool, **told) if due else _proposal(request.otherwise, facts)
    if request.target is None:
        return wanted(request.tool, **request.arguments)
    if request.takes is not None:
        return _in_its_place(request, request.takes, facts)
    return _of_the_found(request, request.target, facts)


def _of_the_found(request: Request, target: Reading, facts: TurnFacts) -> Wanted | None:
    """The change of what was found, else of what the words name, and the tool asks."""
    found = _in_mind(found_for(request, facts), facts)
    if ((request.act is Act.TODO_DID or request.told) and not found) or over(request, facts) is not None:
        return None
    if request.act is Act.REMOVE:
        return wanted(REMOVE, item=found[0].get("title") if len(found) == 1 else target.line.raw)
    words = target.line.raw
    if request.removes and not (found or request.target_id) and offered(facts, REMOVE):
        return wanted(REMOVE, item=words)  # it may be a to-do, a note, a document: that tool looks through all
    named = request.target_id or (_named(found[0], request) if len(found) == 1 else words)
    moved = {**_near_its_day(request, found, facts), **shifted(request, found, facts)}
    return wanted(request.tool, **{request.named_by: named, **request.arguments, **moved})


def _near_its_day(request: Request, found: list[Item], facts: TurnFacts) -> dict[str, str]:
    """The day beside its own to which an event is moved, and the one behind its own: "the Monday after"."""
    kept, told = ("due_at", "due") if request.tool == "todos_update" else ("start_at", "when")
    start = found[0].moment(kept) if request.act in _PUT_ELSEWHERE and len(found) == 1 else None
    if start is None or request.target is None:
        return {}
    told = next((name for name in (told, "when") if request.arguments.get(name)), told)
    said, language = str(request.arguments.get(told) or ""), request.target.language
    if behind := day_behind(said, start, language, now=facts.now):
        return {told: behind}
    when = near_its_day(said, start, language, now=facts.now) if request.act is Act.EVENT_MOVE else ""
    return {told: when} if when else {}


_PUT_ELSEWHERE = frozenset({Act.EVENT_MOVE, Act.TODO_CHANGE})


def _in_mind(found: list[Item], facts: TurnFacts) -> list[Item]:
    """Of several the one that was just written, else the one that the last answer told: "move the lunch"."""
    for kept in ("written", "events") if len(found) > 1 else ():
        ids = {str(row.get("id")) for row in facts.context.get(kept) or ()}
        there = [item for item in found if item.get("id") in ids]
        if len(there) == 1:
            return there
    return found


def _named(item: Item, request: Request) -> str:
    """What names the one find; of a series one day where one was asked for, else the user's words, and the tool asks
    whether all of it is meant."""
    if item.data.get("recurs") and item.kind == "event":
        if request.arguments.get("scope") == "all":
            return f"{item.get('id')}{_WHOLE}"
        one_day = request.target is not None and (request.target.when or request.told)
        words = request.target.line.raw if request.target is not None else ""
        return item.get("occurrence") if one_day and item.get("occurrence") else words
    return item.get("id")


def shifted(request: Request, found: list[Item], facts: TurnFacts) -> dict[str, str]:
    """The new start of the one event that was found; nothing where it is unclear which, and the tool asks."""
    kept = "due_at" if request.target is not None and request.target.thing == "todo" else "start_at"
    start = found[0].moment(kept) if request.shift and len(found) == 1 else None
    if start is None or request.target is None:
        return {}
    moved = resolve(request.shift, now=start, zone=facts.zone, locale=request.target.locale)
    if moved.start is None:
        return {}
    whole_days = moved.all_day or (moved.start.hour, moved.start.minute) == (0, 0)
    name = "when" if kept == "due_at" else "start_at"
    return {name: iso(datetime.combine(moved.start.date(), start.time()) if whole_days else moved.start)}
