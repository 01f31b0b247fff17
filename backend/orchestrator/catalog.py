"""What is there? The slices, one a line, and what they register, in a fixed order: prompts and receipts never change by
chance."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.types.vocabulary import Vocabulary, merged
from orchestrator.commands.command import Command
from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.carrier import Carrier
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Contribution, Registered, Slice
from orchestrator.domain.foundation.slices.means import JobMeans, Own, ToolMeans
from orchestrator.domain.foundation.slices.withdrawable import Withdrawable
from orchestrator.scheduling import pruning
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.scheduled_jobs import ScheduledJob


def _slice(path: str) -> Slice:
    """The manifest of `domain/<group>/<name>`."""
    found = import_module(f"{__package__}.domain.{path}.slice").SLICE
    assert isinstance(found, Slice), path
    assert found.name == path.rpartition(".")[2], path
    return found


UPKEEP = Slice(
    "jobs",
    jobs=pruning.JOBS,
    scheduled=pruning.SCHEDULED,
    left_out={"async_jobs": "work under way here; what the rows still wait for is planned where they arrive"},
)
"""What the scheduling of jobs needs itself: the only entry that is no slice."""

SLICES: tuple[Slice, ...] = (
    _slice("foundation.search"),
    _slice("people.previews"),
    _slice("world.events"),
    _slice("memory.scratchpad"),
    _slice("memory.interactions"),
    UPKEEP,
    _slice("world.contacts"),
    _slice("world.contact_files"),
    _slice("world.places"),
    _slice("world.geolocation"),
    _slice("world.todos"),
    _slice("world.documents"),
    _slice("world.connections"),
    _slice("senses.meetings"),
    _slice("senses.voices"),
    _slice("senses.locations"),
    _slice("senses.stays"),
    _slice("senses.photos"),
    _slice("memory.notes"),
    _slice("memory.facts"),
    _slice("people.accounts"),
    _slice("people.pairing"),
    _slice("people.conversations"),
    _slice("people.runs"),
    _slice("memory.episodes"),
    _slice("memory.fact_learning"),
    _slice("memory.rules"),
    _slice("memory.knowledge"),
    _slice("memory.consolidation"),
    _slice("memory.idle"),
    _slice("world.tagging"),
    _slice("world.resolution"),
    _slice("work.pushes"),
    _slice("work.briefings"),
    _slice("work.proposed_events"),
    _slice("work.skills"),
    _slice("work.mcp_servers"),
    _slice("work.agents"),
    _slice("work.missions"),
    _slice("work.workspaces"),
    _slice("lifecycle.active_state"),
    _slice("lifecycle.withdrawal"),
    _slice("foundation.web_search"),
    _slice("foundation.calculations"),
    _slice("foundation.provenance"),
)
"""In the order in which prompts show their tools and headings, and clients the scheduled work. Three things have an
order of their own, below; a slice that is named in none of these comes last, in the order of this list."""

STORED = (
    *(
        "connections",
        "places",
        "contacts",
        "events",
        "todos",
        "documents",
        "notes",
        "facts",
        "tagging",
        "locations",
        "stays",
        "workspaces",
    ),
    *("conversations", "runs", "previews", "knowledge", "episodes", "interactions", "scratchpad", "meetings"),
    *("voices", "photos", "proposed_events", "skills", "agents", "missions", "briefings", "search", "provenance"),
)
"""Archives: what others point to comes before them."""
ERASED = (
    *("accounts", "conversations", "runs", "previews", "places", "geolocation", "contacts", "events", "todos"),
    *("documents", "notes", "facts", "episodes", "knowledge", "interactions", "scratchpad", "meetings", "voices"),
    *(
        "photos",
        "locations",
        "stays",
        "proposed_events",
        "skills",
        "agents",
        "missions",
        "workspaces",
        "pushes",
        "briefings",
        "tagging",
        "connections",
    ),
)
"""Erasures: who quotes what others clean (a briefing its previews) looks after them."""
NAMED = ("events", "todos", "contacts", "places", "documents", "notes", "conversations")
"""The kinds that words may mean, where they are taken away by words."""


def _in_order(names: Sequence[str]) -> list[Slice]:
    at = {name: index for index, name in enumerate(names)}
    return sorted(SLICES, key=lambda one: at.get(one.name, len(at)))


WITHDRAWABLES: tuple[Withdrawable, ...] = tuple(each for one in _in_order(NAMED) for each in one.withdrawable)
"""What can be removed and erased by words, and how each kind is found."""
REGISTERED = Registered(
    withdrawables=WITHDRAWABLES,
    referrers=tuple(each for one in SLICES for each in one.referrers),
    place_referrers=tuple(each for one in SLICES for each in one.place_referrers),
    places_of=next(one.places_of for one in SLICES if one.places_of is not None),
)
"""What slices work with of one another."""
TOOLS: tuple[ToolSpec, ...] = tuple(
    each for one in SLICES for tools in (one.tools, one.tools_over(REGISTERED)) for each in tools
)
"""Those that every process has."""
COMMANDS: tuple[Command, ...] = tuple(each for one in SLICES for each in one.commands)
"""Slash commands, in the order in which they are told."""


def commands(own: Own) -> tuple[Command, ...]:
    """All commands of this process, in the order in which they are told."""
    return (*COMMANDS, *(each for one in SLICES for each in one.commands_with(own)))


PORTABLES: tuple[Portable, ...] = tuple(each for one in _in_order(STORED) for each in one.portable)
"""What goes into an archive, in the order in which it is stored."""
LEFT_OUT: Mapping[str, str] = {table: why for one in SLICES for table, why in one.left_out.items()}
"""The tables with a user that no archive holds, and why."""
ACTIVE_STATE: tuple[Contribution, ...] = tuple(each for one in SLICES for each in one.active_state)
"""What a model is told of the user's present."""
SCHEDULED_JOBS: tuple[ScheduledJob, ...] = tuple(each for one in SLICES for each in one.scheduled)
"""What Steward does by itself, and when."""


VOCABULARY = merged(
    (
        *(one.vocabulary for one in SLICES),
        Vocabulary(inspecting=frozenset(tool.name for tool in TOOLS if tool.inspects)),
    )
)
"""What the agent's runtime knows of the slices."""


def tools(means: ToolMeans) -> tuple[ToolSpec, ...]:
    """All tools of this process: those of the slices, and of the integrations that are there."""
    found = [*TOOLS, *(each for one in SLICES for each in one.tools_with(means))]
    for one in SLICES:
        found = [one.adapted(tool, means) for tool in found]
    return tuple(found)


def job_handlers(means: JobMeans) -> tuple[JobHandler[Any], ...]:
    """All handlers of this process: those that need the database alone, and those made with their means."""
    alone = (each for one in SLICES for each in one.jobs)
    return (*alone, *(each for one in SLICES for each in one.jobs_with(means, REGISTERED)))


def carriers(own: Own) -> tuple[Carrier, ...]:
    """Where the files of rows lie, of all slices whose rows have some."""
    return tuple(each for one in _in_order(STORED) for each in one.carriers_with(own))


def erasables(own: Own) -> tuple[Erasable, ...]:
    """How all kinds are erased by a process that has these: the files of documents go where it knows of them."""
    rebuild = {kind: each for one in SLICES for kind, each in one.rebuild.items()}
    there = [each for one in _in_order(ERASED) for each in (*one.erasable, *one.erasable_with(own))]
    return tuple(replace(one, rebuild=rebuild[one.kind]) if one.kind in rebuild else one for one in there)


ERASABLES: tuple[Erasable, ...] = erasables(Own())
"""The same for a process that has the database alone."""
