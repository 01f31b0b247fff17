"""`/event`: how do words become an event, new or changed? (product.md section 2; the framework is `commands/`)

The write is that of the tools (`events_create`, `events_update`, `events_delete`), so times, meals, zones, places and
people are resolved, shown and undone alike.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.tools.spec import Prepared, ToolContext
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.commands.command import Extraction, Proposed, Saying, Stage
from orchestrator.domain.foundation.asking.when import Moment
from orchestrator.domain.world.events.commands import calendar_words, extraction
from orchestrator.domain.world.events.model import Event
from orchestrator.domain.world.events.tools import drafts, found_place, write_tools
from orchestrator.domain.world.events.tools.changes import UpdateEvent, new_people, new_times
from orchestrator.domain.world.resolution import asking
from orchestrator.errors import NO_MATCH, ToolRejected
from orchestrator.kit.ids import parse_id
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.zones import local, wall_time
from orchestrator.language import time
from orchestrator.language.messages import say
from orchestrator.language.render import join
from orchestrator.language.text.normalize import normalize, tokens


def as_row(frozen: Mapping[str, Any]) -> Event:
    """The frozen arguments as the event that they would make; it is never stored."""
    zone = str(frozen["timezone"])
    return Event(
        title=frozen["title"],
        start_at=_wall(frozen["start_at"], zone),
        end_at=_wall(frozen["end_at"], zone) if frozen.get("end_at") else None,
        all_day=bool(frozen["all_day"]),
        timezone=zone,
        participants=[{"contact_id": None, **one} for one in frozen.get("participants") or ()],
    )


def with_changes(frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> dict[str, Any]:
    """The frozen arguments with the edits; those of an update name what they change (`changed`). A group that was shown
    stays as long as all of it takes part."""
    fields = {name: value for name, value in edits.items() if name not in {"place_id", *drafts.BESIDE}}
    after = drafts.edited(frozen, fields)
    if "place" in edits:
        after["place_id"] = edits.get("place_id")
    if edits.get(found_place.FIELD):
        after[found_place.FIELD] = edits[found_place.FIELD]
    if "participants" in edits:
        there = {one["contact_id"] for one in after["participants"]}
        shown = {one["name"]: one for one in (*frozen.get("groups", ()), *edits.get("groups", ()))}
        if kept := [one for one in shown.values() if there.issuperset(one["contact_ids"])]:
            after["groups"] = kept
    if "changed" in frozen:
        after["changed"] = sorted({*frozen["changed"], *fields})
    return after


def _wall(text: str, zone: str) -> datetime:
    value = wall_time(text)
    if value is None:
        msg = "a preview holds its times"
        raise ValueError(msg)
    return local(value, zone)


_PROMPT = "prompts/command.md"

CREATE, UPDATE, CANCEL = "events_create", "events_update", "events_delete"


class EventCommand:
    """`/event`."""

    name = "event"
    edits = frozenset({CREATE, UPDATE})
    pending = "pending_event_id"
    usage = "events.command.usage"

    @property
    def prompt(self) -> str:
        return package_text(__name__, _PROMPT)

    def schema(self, stage: Stage) -> Mapping[str, Any]:
        return extraction.schema(stage)

    def read(self, value: Mapping[str, Any], stage: Stage) -> Extraction | None:
        return extraction.read(value, stage)

    def grounded(self, found: Extraction, said: str, saying: Saying) -> Extraction:
        return extraction.grounded(found, said, saying)

    def noted(self, found: Extraction, said: str) -> Extraction:
        return extraction.noted(found, said)

    def merged(self, before: Extraction, after: Extraction) -> Extraction:
        return extraction.merged(before, after)

    def names(self, found: Extraction) -> Sequence[str]:
        return [name for name in found.get("participants", ()) if parse_id(name) is None]

    def renamed(self, found: Extraction, ids: Mapping[str, str]) -> Extraction:
        return {**found, "participants": [ids.get(name, name) for name in found.get("participants", ())]}

    def filled(self, found: Extraction, field: str, value: str) -> Extraction:
        """An option for people stands for the whole list (`resolution.asking`)."""
        if field in {"participants", "participants_add"}:
            return {**found, "participants": _list(value)}
        if field == "participants_remove":
            return {**found, "remove": [value]}
        return {**found, "when" if field in {"start_at", "end_at"} else field: value}

    def plain(self, field: str, words: str, saying: Saying) -> bool:
        if field not in {"when", "start_at", "end_at"}:
            return field in {"title", "place"} or parse_id(words) is not None
        found = time.resolve(words, now=saying.now, zone=saying.zone, locale=saying.locale)
        return found.start is not None and found.reason != "partly_understood"

    async def propose(self, ctx: ToolContext, found: Extraction) -> Proposed | NeedUserInput:
        action = found.get("action")
        try:
            if action == "update":
                return _proposed(ctx, UPDATE, await write_tools.prepare_update(ctx, _update(found)))
            if action == "cancel":
                meant = write_tools.DeleteEvent(event=found["event"], scope=found.get("scope", ""))
                return _proposed(ctx, CANCEL, await write_tools.prepare_delete(ctx, meant))
        except ToolRejected as error:
            if error.code != NO_MATCH:
                raise
            question = say("events.command.which", ctx.locale, words=found["event"])
            return NeedUserInput("text", question, reason="no_match", field="event")
        if not found.get("title"):
            return NeedUserInput("text", say("events.command.title", ctx.locale), reason="no_title", field="title")
        words = found.get("calendar") or calendar_words.around(ctx.question)
        calendar = await calendar_words.meant(ctx, words)
        if isinstance(calendar, NeedUserInput):
            return calendar
        made = await write_tools.prepare_create(ctx, _create(found, calendar, words))
        if calendar and isinstance(made, Prepared):
            made = await drafts.created_preview(ctx, {**made.arguments, "calendar": calendar}, made.hints)
            made = replace(made, hints=tuple(dict.fromkeys(made.hints)))
        return _proposed(ctx, CREATE, made)

    async def edited(self, ctx: ToolContext, preview: Preview, change: Extraction) -> Proposed | NeedUserInput:
        if preview.tool == CANCEL:
            raise ToolRejected(say("events.command.no_edit", ctx.locale))
        frozen = dict(preview.arguments)
        edits = await _edits(ctx, frozen, change)
        if isinstance(edits, NeedUserInput):
            return edits
        after = with_changes(frozen, edits)
        revise = write_tools.revise_create if preview.tool == CREATE else write_tools.revise_update
        return _proposed(ctx, preview.tool, await revise(ctx, after, {}))

    def draft(self, preview: Preview) -> Mapping[str, Any]:
        shown = preview.arguments
        people = [str(one.get("name") or "") for one in shown.get("participants") or ()]
        told = {name: shown.get(name) for name in ("title", "start_at", "end_at", "place", "description")}
        return {**told, "participants": people}


def _create(found: Extraction, calendar: str, words: str) -> write_tools.CreateEvent:
    """The arguments of the tool. What of the `words` names the calendar is neither the title's nor a place."""
    name, title, place = calendar.partition(" (")[0], found["title"], found.get("place", "")
    if calendar:
        title = calendar_words.untitled(title, name, words)
        place = "" if set(tokens(place)) <= {*tokens(name), *calendar_words.WORDS, "my"} else place
    return write_tools.CreateEvent(
        title=title[: extraction.MOST_TITLE],
        when=found.get("when", ""),
        participants=list(found.get("participants", ())),
        place=place,
        description=found.get("description", ""),
    )


def _update(found: Extraction) -> UpdateEvent:
    return UpdateEvent(
        event=found["event"] or found["title"],
        scope=found.get("scope", ""),
        title=found.get("title", "")[: extraction.MOST_TITLE],
        when=found.get("when", ""),
        participants_add=list(found.get("participants", ())),
        participants_remove=list(found.get("remove", ())),
        place=found.get("place", ""),
        description=found.get("description", ""),
    )


async def _edits(ctx: ToolContext, frozen: Mapping[str, Any], change: Extraction) -> dict[str, Any] | NeedUserInput:
    """What the user's words change in the frozen arguments; what they do not name stays."""
    row = as_row(frozen)
    arguments = _update({**change, "event": "draft"})
    found = await found_place.looked_up(ctx, arguments.place)
    edits: dict[str, Any] = {}
    times = new_times(ctx, arguments, row)
    if isinstance(times, NeedUserInput):
        return times
    if isinstance(times, Moment):
        edits |= drafts.frozen_times(times, all_day=times.all_day)
    await _check_removed(ctx, frozen, change)
    people = await new_people(ctx, arguments, row)
    if isinstance(people, NeedUserInput):
        return people
    if people is not None:
        edits |= {"participants": people.participants, "groups": people.added.frozen_groups()}
    place = await write_tools.new_place(ctx, arguments.place, found)
    if isinstance(place, NeedUserInput):
        return place
    return edits | place | {name: value for name in ("title", "description") if (value := getattr(arguments, name))}


async def _check_removed(ctx: ToolContext, frozen: Mapping[str, Any], change: Extraction) -> None:
    """Raises ToolRejected, in the user's language, where somebody is to be left out who does not take part, by none of
    their names."""
    people = frozen.get("participants") or ()
    there = {word for one in people for word in normalize(one.get("name") or "").split()}
    ids = {str(one.get("contact_id")) for one in people if one.get("contact_id")}
    absent = []
    for name in change.get("remove", ()):
        if parse_id(name) is not None or there & set(normalize(name).split()):
            continue
        named = await asking.person(ctx, name, field="participants_remove")
        if isinstance(named, NeedUserInput) or str(named.id) not in ids:
            absent.append(name)
    if absent:
        raise ToolRejected(say("events.command.absent", ctx.locale, names=join(absent, ctx.locale)))


def _proposed(ctx: ToolContext, tool: str, made: Prepared | NeedUserInput) -> Proposed | NeedUserInput:
    if isinstance(made, NeedUserInput):
        return made
    people = made.arguments.get("participants") or ()
    strangers = [str(one.get("name")) for one in people if not one.get("contact_id")]
    notes = [say("events.command.strangers", ctx.locale, names=join(strangers, ctx.locale))] if strangers else []
    return Proposed(tool, made, tuple(notes))


def _list(value: str) -> list[str]:
    """The names of an option that stands for a whole list; one name by itself."""
    try:
        found = json.loads(value)
    except ValueError:
        return [value]
    return [str(one) for one in found] if isinstance(found, list) else [value]
