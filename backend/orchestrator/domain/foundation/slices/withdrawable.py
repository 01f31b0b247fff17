"""What does a slice register so that its things can be removed and erased by words? How one is found, shown, hidden.

Erasing itself is no part of it: that is the port `Eraser`, the same way for every kind.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal
from uuid import UUID

from orchestrator.agent.tools.spec import Prepared, ToolContext, ToolResult
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.origin import Origin


@dataclass(frozen=True)
class Thing:
    """Something of the user's that words may mean. `label`: what tells it from others of its kind (its day, its
    address); `gone`: it was removed or cancelled already; `whole_only`: the words mean a part of it (one day of a
    series) that can't be erased alone."""

    kind: str
    id: UUID
    title: str
    label: str
    version: int
    origin: Origin
    gone: bool = False
    whole_only: bool = False


Found = list[tuple[float, Thing]]
"""Things with how well the words fit them (`ground/asking/matching.scored`)."""


@dataclass(frozen=True)
class Removal:
    """How a kind is removed so that it can be brought back. `prepare` is given the thing's id or the words for it;
    what it freezes is all that `execute` needs, and `undo` gets what `execute` gave."""

    prepare: Callable[[ToolContext, str], Awaitable[Prepared | NeedUserInput]]
    execute: Callable[[ToolContext, Mapping[str, Any]], Awaitable[ToolResult]]
    undo: Callable[[ToolContext, Mapping[str, Any]], Awaitable[str]]


@dataclass(frozen=True)
class Withdrawable:
    """One kind's part. `find`: what words may mean, removed things too; `get`: one by id, None where it is not there.
    `removal`: None where nothing but erasing takes it away. `meant`: whether the bare words of a request reach the
    kind: `always`, only where nothing else fits (`last`: a note holds any word), or only where it is `named`."""

    kind: str
    find: Callable[[ToolContext, str], Awaitable[Found]]
    get: Callable[[ToolContext, UUID], Awaitable[Thing | None]]
    removal: Removal | None = None
    meant: Literal["always", "last", "named"] = "always"
