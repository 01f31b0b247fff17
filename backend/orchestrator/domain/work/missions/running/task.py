"""What is one attempt given, and how does it end?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.requests import Owner
from orchestrator.domain.work.missions.model import Mission
from orchestrator.domain.work.missions.planning.plan import PlanStep
from orchestrator.domain.work.missions.running.briefing import Brief
from orchestrator.domain.work.missions.running.proof.claims import Checked


@dataclass(frozen=True)
class Task:
    """A step to be done, in which mission, by whom for whom. `outputs`: of the steps before it."""

    mission: Mission
    owner: Owner
    step: PlanStep
    epoch: int
    attempt: int
    outputs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    parent: Brief | None = None
    chain: tuple[str, ...] = ()
    """The agents above it, the first first."""
    item: str = ""
    """Which of several things it is done for, of a step of kind `map`."""


@dataclass(frozen=True)
class Ended:
    """How an attempt ended. `fault`: why it is not done; `asked`: it waits for the user; `overran`: a provider used
    more than was set aside; `text`, `output`, `claims`: what it gave."""

    fault: str | None = None
    asked: bool = False
    cancelled: bool = False
    overran: bool = False
    text: str = ""
    output: Mapping[str, Any] = field(default_factory=dict)
    claims: Sequence[Checked] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    brief_id: UUID | None = None
    tokens: int = 0
    kept: bool = False
    """It is stored in its step already, together with the attempt."""
