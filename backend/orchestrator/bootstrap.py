"""How is a running Steward put together? The only composition root: Settings -> Runtime."""

from dataclasses import dataclass

from orchestrator.agent.confirm import Confirmer
from orchestrator.agent.ports import AgentRunner, Eraser, Resolver
from orchestrator.db.session import Database
from orchestrator.kit.clock import Clock
from orchestrator.settings import Settings


@dataclass(frozen=True)
class Runtime:
    """What the doors (HTTP, mobile, MCP, command line) work with."""

    settings: Settings
    clock: Clock
    database: Database
    agent: AgentRunner
    confirmer: Confirmer
    eraser: Eraser
    resolver: Resolver
