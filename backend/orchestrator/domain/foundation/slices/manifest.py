"""What does a slice say of itself? `SLICE` in its `slice.py`; `catalog.py` lists them.

    SLICE = Slice("notes", tools=tools.TOOLS, erasable=(notes.erasable(),), portable=(Portable(…),))

What depends on what a process has, or on what other slices registered, is a function of these (`…_with`, `…_over`).
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from orchestrator.agent.ports.context import ContextLine
from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.types.vocabulary import NOTHING, Vocabulary
from orchestrator.commands.command import Command
from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.carrier import Carrier
from orchestrator.domain.foundation.slices.erasable import Erasable, Rebuild
from orchestrator.domain.foundation.slices.means import JobMeans, Own, ToolMeans
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.foundation.slices.withdrawable import Withdrawable
from orchestrator.scheduling.handler import JobHandler
from orchestrator.scheduling.scheduled_jobs import ScheduledJob

Lines = Callable[[Tx, datetime, str, str], Awaitable[Sequence[ContextLine]]]
"""(session, owner_id, now, zone, locale) -> short lines; `now` is aware, in UTC."""


@dataclass(frozen=True)
class Contribution:
    """One slice's part of the active state under a heading."""

    heading: str
    lines: Lines


class PartPlace(Protocol):
    """Where in its document a part stands: a page, or a section (a heading, a slide, a sheet)."""

    @property
    def page(self) -> int | None: ...
    @property
    def section(self) -> str | None: ...


PlacesOf = Callable[[Tx, Sequence[UUID]], Awaitable[Mapping[UUID, PartPlace]]]
"""Where in their documents these parts of an owner's documents stand."""


async def _nowhere(tx: Tx, parts: Sequence[UUID]) -> Mapping[UUID, PartPlace]:
    del tx, parts
    return {}


@dataclass(frozen=True)
class Registered:
    """What all slices registered that others work with."""

    withdrawables: tuple[Withdrawable, ...] = ()
    """What can be removed and erased by words."""
    referrers: tuple[Referrer, ...] = ()
    """Who keeps ids of contacts."""
    place_referrers: tuple[Referrer, ...] = ()
    """Who keeps ids of places."""
    places_of: PlacesOf = _nowhere
    """Where parts of documents stand."""


def _no_tools(_: Any) -> Sequence[ToolSpec]:
    return ()


def _no_commands(_: Own) -> Sequence[Command]:
    return ()


def _no_jobs(*_: Any) -> Sequence[JobHandler[Any]]:
    return ()


def _no_erasables(_: Own) -> Sequence[Erasable]:
    return ()


def _no_carriers(_: Own) -> Sequence[Carrier]:
    return ()


def _as_it_is(tool: ToolSpec, _: ToolMeans) -> ToolSpec:
    return tool


@dataclass(frozen=True)
class Slice:
    """A slice's manifest. Every list keeps its order: prompts, receipts and archives never change by chance."""

    name: str
    """That of its folder."""
    tools: Sequence[ToolSpec] = ()
    """Tools that every process has."""
    tools_over: Callable[[Registered], Sequence[ToolSpec]] = _no_tools
    """Tools that every process has, made of what other slices registered."""
    tools_with: Callable[[ToolMeans], Sequence[ToolSpec]] = _no_tools
    """Tools that exist where an integration does."""
    adapted: Callable[[ToolSpec, ToolMeans], ToolSpec] = _as_it_is
    """Any tool as this process offers it: an integration gives another slice's tool more to do."""
    commands: Sequence[Command] = ()
    """Slash commands, in the order in which they are told."""
    commands_with: Callable[[Own], Sequence[Command]] = _no_commands
    """Commands made with what a process has."""
    jobs: Sequence[JobHandler[Any]] = ()
    """Handlers that need the database alone."""
    jobs_with: Callable[[JobMeans, Registered], Sequence[JobHandler[Any]]] = _no_jobs
    """Handlers made with more than that."""
    scheduled: Sequence[ScheduledJob] = ()
    """What runs by itself, and what is set off by something that happens."""
    erasable: Sequence[Erasable] = ()
    """How its kinds are erased for good, and what quotes erased ones is cleaned."""
    erasable_with: Callable[[Own], Sequence[Erasable]] = _no_erasables
    """The same, where it is done with more than the database."""
    rebuild: Mapping[str, Rebuild] = field(default_factory=dict)
    """By another slice's kind: how such a row that this one derived is made again from the sources that are left."""
    withdrawable: Sequence[Withdrawable] = ()
    """What of it can be removed and erased by words, and how words find it."""
    portable: Sequence[Portable] = ()
    """Its tables in an archive; what others point to comes before them."""
    carriers_with: Callable[[Own], Sequence[Carrier]] = _no_carriers
    """Where the files of its rows lie, which archives take along."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Its tables with a user that no archive holds, and why."""
    active_state: Sequence[Contribution] = ()
    """What of it a model should know of the user's present."""
    referrers: Sequence[Referrer] = ()
    """Its rows that refer to contacts."""
    place_referrers: Sequence[Referrer] = ()
    """Its rows that refer to places."""
    vocabulary: Vocabulary = NOTHING
    """What the agent's runtime has to know of it: tool groups, intents with the topics that lead to them, kinds and
    fields that mean something beyond its own tools."""
    places_of: PlacesOf | None = None
    """Where parts of documents stand: the documents' own."""
