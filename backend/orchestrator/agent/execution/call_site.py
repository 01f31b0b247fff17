"""On whose behalf a tool is called, with what behind it, and what that permits: all in which the calls of a turn and of
an agent from outside differ, as data for the one pipeline of calls.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.tools.spec import ToolContract
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.turn.visibility import Visibility
from orchestrator.agent.types.origin import Origin
from orchestrator.db.shared_reads import SharedReads
from orchestrator.llm.messages import LedgerEntry


@dataclass(frozen=True)
class Wording:
    """How a caller is told why a call was refused; the names in braces are filled in."""

    scope: str
    """`scopes`."""
    parameter: str
    """`name`, `message`: one complaint about an argument."""
    unknown: str = ""
    """That there is no such tool; empty where the likeliest of those offered are named."""


TO_A_MODEL = Wording("The user's token lacks the scope {scopes}; tell the user.", "Parameter '{name}': {message}.")
TO_AN_AGENT = Wording("This needs a token with scope {scopes}.", "'{name}': {message}.", "There is no such tool.")


class DoorAnswer(Protocol):
    """What a tool of a door's own gave: the door words it, the pipeline records it."""

    @property
    def outcome(self) -> str: ...
    @property
    def origin(self) -> Origin: ...


DoorTools = Callable[[Any, Any], Awaitable[DoorAnswer]]
"""Carries out a tool of a door's own with its arguments."""


@dataclass(frozen=True)
class CallSite:
    """Where a call comes from. `now` is aware UTC, `zone` IANA, `locale` a BCP 47 tag."""

    owner: Owner
    rules: RuleSet
    """Those that bind now."""
    offered: Sequence[ToolContract]
    """What may be called."""
    known: Sequence[ToolContract]
    """What there is beside: a call of one of these is told that it may not be made, not that there is no such tool."""
    now: datetime
    zone: str
    locale: str
    wording: Wording
    question: str = ""
    turn: Turn | None = None
    """The turn in whose loop it is made; None where no question of the user's stands behind it."""
    ledger: tuple[LedgerEntry, ...] = ()
    """What was called before it, in the same run."""
    previews: tuple[Preview, ...] = ()
    """What the run proposed before it."""
    tainted: bool = False
    """Others' words may be behind it."""
    client: str = ""
    """The agent from outside that makes it, as the user reads its name: all that it proposes is signed with this and
    waits for the user, whatever their policy lets through."""
    most_waiting: int | None = None
    """So many changes may wait for the user before a further one is refused."""
    by_reader: bool = False
    """The built-in reader makes it: the times in it were counted by code."""
    door_tools: DoorTools | None = None
    """For `offered` tools that are the door's own."""
    shared: SharedReads | None = None
    """What its reads read once for all of them."""

    @property
    def of_a_turn(self) -> bool:
        """A model of Steward's own makes it: near misses of a name are read, and a write may be carried out at once."""
        return self.turn is not None


def turn_site(
    turn: Turn, state: TurnState, visibility: Visibility, owned: Sequence[ToolContract], *, by_reader: bool = False
) -> CallSite:
    """The calls of one batch of a turn's loop; `owned`: the tools of its profile; `by_reader`: see `CallSite`."""
    return CallSite(
        owner=turn.owner,
        rules=turn.rules,
        offered=visibility.tools,
        known=owned,
        now=turn.now,
        zone=turn.zone,
        locale=turn.locale,
        wording=TO_A_MODEL,
        question=turn.question,
        turn=turn,
        ledger=state.ledger,
        previews=state.previews,
        tainted=state.tainted,
        by_reader=by_reader,
        shared=turn.shared_reads if not state.steps and turn.shared_reads.young() else SharedReads(),
    )
