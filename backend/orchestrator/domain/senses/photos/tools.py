"""The tool that tells what photos there are of the user's events, and who is on them. What the library names is its
words, not the user's."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from pydantic import Field

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin, least_trusted, without_invisible
from orchestrator.domain.foundation.asking.arguments import ToolArguments
from orchestrator.domain.foundation.asking.when import span
from orchestrator.domain.foundation.search.schemas import SearchQuery
from orchestrator.domain.foundation.search.service import search
from orchestrator.domain.senses.photos import repository, service
from orchestrator.domain.senses.photos.model import EventPhoto
from orchestrator.domain.senses.photos.schemas import KIND, PhotoOut
from orchestrator.domain.world.contacts.service import named
from orchestrator.domain.world.events.filters import EventFilter
from orchestrator.domain.world.events.finding import find
from orchestrator.domain.world.events.series.occurrence import Occurrence
from orchestrator.domain.world.events.tools.tool_data import origin_of, ref
from orchestrator.kit.ids import parse_id
from orchestrator.language.text.normalize import content_words, normalize, stems

EVENTS_READ = "get_events"
MOST = 20
MOST_SEARCHED = 100
MOST_SHOWN = 12
"""Photos of one event that are named one by one."""


class GetEventPhotos(ToolArguments):
    """Arguments of `get_event_photos`."""

    query: str = Field(default="", max_length=500, description="Words of the event, or a person: 'Ana's birthday'.")
    when: str = Field(default="", description="When the event was: the user's time words, copied: 'last summer'.")
    limit: int = Field(default=3, ge=1, le=MOST, description="So many events.")


async def get_event_photos(ctx: ToolContext, arguments: GetEventPhotos) -> ToolResult | NeedUserInput:
    """The photos of events, by their words or their time, with who is on them; without both the latest."""
    since, until = span(ctx, when=arguments.when, since="", until="", looking="back")
    events = await _meant(ctx, arguments.query, EventFilter(since, until))
    photos = await _by_event(ctx, events)
    if arguments.query and not any(photos.values()):
        seen = await _with_person(ctx, arguments.query)
        if seen:
            events = await find(ctx.tx, EventFilter(since, until, ids=tuple(seen)), limit=MOST, newest_first=True)
            photos = seen
    shown = [one for one in events if photos.get(one.id)] or (events if arguments.query else [])
    return await _answer(ctx, shown[: arguments.limit], photos, timed=since is not None)


async def _meant(ctx: ToolContext, query: str, wanted: EventFilter) -> list[Occurrence]:
    """Those that the words name best, the latest first; without words all of the time, or those with photos."""
    if not query:
        ids = tuple({event_id for _, event_id, _ in await repository.keys(ctx.tx)})
        return await find(ctx.tx, EventFilter(wanted.since, wanted.until, ids=ids), limit=MOST, newest_first=True)
    hits = await search(ctx.tx, SearchQuery(query, kinds=("event",), limit=MOST_SEARCHED))
    ids = tuple(hit.id for hit in hits)
    rows = await find(ctx.tx, EventFilter(wanted.since, wanted.until, ids=ids), limit=MOST_SEARCHED, newest_first=True)
    shares = [_share(query, one) for one in rows]
    best = max(shares, default=0.0)
    return [one for one, share in zip(rows, shares, strict=True) if best and share == best][:MOST]


def _share(query: str, one: Occurrence) -> float:
    """How much of the words the event holds: in its title, place and people."""
    names = [str(each.get("name") or "") for each in one.participants]
    there = {stem for word in _words(" ".join([one.title, one.location_text or "", *names])) for stem in word}
    asked = _words(query)
    return sum(bool(there & word) for word in asked) / len(asked) if asked else 0.0


def _words(text: str) -> list[set[str]]:
    return [{stem for form in stems(word) for stem in form} for word in content_words(text)]


async def _by_event(ctx: ToolContext, events: Sequence[Occurrence]) -> dict[UUID, list[EventPhoto]]:
    found: dict[UUID, list[EventPhoto]] = {one.id: [] for one in events}
    for row in await repository.photos_of(ctx.tx, list(found)):
        found[row.event_id].append(row)
    return found


async def _with_person(ctx: ToolContext, name: str) -> dict[UUID, list[EventPhoto]]:
    """The photos of whoever is called so, by event."""
    (found,) = await ctx.resolver.resolve_contacts(ctx.tx, [name], locale=ctx.locale)
    ids = [one.id for one in found.entities] if found.status == "resolved" else []
    persons = {row.person_id for row in await repository.persons_of(ctx.tx, ids)} if ids else set()
    theirs = await repository.photos_with(ctx.tx, persons) if persons else set()
    events = {event_id for photo_id, event_id, _ in await repository.keys(ctx.tx) if photo_id in theirs}
    by_event: dict[UUID, list[EventPhoto]] = {}
    for row in await repository.photos_of(ctx.tx, events):
        if row.id in theirs:
            by_event.setdefault(row.event_id, []).append(row)
    return by_event


async def _answer(
    ctx: ToolContext, events: Sequence[Occurrence], photos: Mapping[UUID, Sequence[EventPhoto]], *, timed: bool
) -> ToolResult:
    told = {one.id: await service.told(ctx.tx, photos.get(one.id, ())) for one in events}
    rows = [row for one in events for row in photos.get(one.id, ())]
    ids = {face.contact_id for each in told.values() for one in each for face in one.faces if face.contact_id}
    people = await named(ctx.tx, sorted(ids))
    refs = tuple(dict.fromkeys(ref(one) for one in events))
    seen = Origin.THIRD_PARTY if any(one.faces for each in told.values() for one in each) else Origin.OWN_DATA
    return ToolResult(
        data={"events": [_told(one, told[one.id], people) for one in events]},
        summary=f"{len(rows)} photos of {len(events)} events",
        origin=least_trusted([seen, await origin_of(ctx, events)]) if events else Origin.OWN_DATA,
        empty=not rows,
        inspected=refs,
        evidence=frozenset({"retrieval", "time_span"} if timed else {"retrieval"}),
        context=refs,
        read=(
            *refs,
            *(EntityRef(KIND, row.id, "") for row in rows),
            *(EntityRef("contact", one, people.get(one, "")) for one in sorted(ids)),
        ),
    )


def _told(one: Occurrence, photos: Sequence[PhotoOut], people: Mapping[UUID, str]) -> dict[str, Any]:
    """The event, how many photos, and who is on them: contacts by their own names, others by the library's."""
    names: dict[str, str] = {}
    for face in (face for photo in photos for face in photo.faces):
        name = people.get(face.contact_id, "") if face.contact_id else face.name
        if name:
            names.setdefault(normalize(name), without_invisible(name))
    unnamed = {face.person_id for photo in photos for face in photo.faces if not face.name and not face.contact_id}
    return {
        "id": str(one.id),
        "title": one.title,
        "at": one.start_at.isoformat(),
        "origin": one.event.origin,
        "photos": len(photos),
        "people": list(names.values()),
        "unnamed": len(unnamed),
        "assets": [str(photo.asset_id) for photo in photos[:MOST_SHOWN]],
    }


def with_seen(tool: ReadTool) -> ReadTool:
    """`get_events`, which tells of what was who is seen on its photos beside who was invited: contacts alone, because
    the user said who they are."""
    execute_event = tool.execute

    async def execute(ctx: ToolContext, arguments: Any) -> ToolResult | NeedUserInput:
        result = await execute_event(ctx, arguments)
        return await _with_seen(ctx, result) if isinstance(result, ToolResult) else result

    return replace(tool, execute=execute)


async def _with_seen(ctx: ToolContext, result: ToolResult) -> ToolResult:
    rows = [row for row in result.data.get("events") or () if parse_id(row.get("id"))]
    photos = await repository.photos_of(ctx.tx, {UUID(row["id"]) for row in rows}) if rows else ()
    if not photos:
        return result
    known, faces = (
        await service.contacts_by_person(ctx.tx),
        await repository.faces_of(ctx.tx, [one.id for one in photos]),
    )
    seen: dict[str, set[UUID]] = {}
    for one in photos:
        there = {known[face.person_id] for face in faces[one.id] if face.person_id in known}
        seen.setdefault(str(one.event_id), set()).update(there)
    people = await named(ctx.tx, sorted({each for group in seen.values() for each in group}))
    told = [{**row, **_joined(row, seen.get(str(row.get("id")), ()), people)} for row in result.data["events"]]
    read = (EntityRef("contact", one, name) for one, name in people.items())
    return replace(result, data={**result.data, "events": told}, read=(*result.read, *read))


def _joined(row: Mapping[str, Any], seen: Iterable[UUID], people: Mapping[UUID, str]) -> dict[str, Any]:
    """The participants with those who are seen and were not named."""
    there = row.get("participants")
    invited = list(there) if isinstance(there, list | tuple) else []
    known = {str(one.get("contact_id")) for one in invited} | {normalize(str(one.get("name"))) for one in invited}
    more = [
        {"contact_id": str(one), "name": people[one], "seen_on_photos": True}
        for one in sorted(seen)
        if one in people and not {str(one), normalize(people[one])} & known
    ]
    return {"participants": [*invited, *more]} if more else {}


TOOLS: tuple[ToolSpec, ...] = (
    ReadTool(
        name="get_event_photos",
        description="The photos of the user's events: how many, and who is on them.",
        group="events",
        execute=get_event_photos,
        arguments=GetEventPhotos,
        examples=(
            ("show me the photos of Ana's birthday", {"query": "Ana's birthday"}),
            ("any photos from last weekend?", {"when": "last weekend"}),
        ),
    ),
)
