"""What do slices work with that a process has beside its database? Handed to the functions of their manifests."""

from dataclasses import dataclass
from typing import TypeVar

from orchestrator.integrations.push.port import PushSender
from orchestrator.integrations.web_search.port import WebSearch
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.worker_processes.service import WorkerProcesses

M = TypeVar("M")


class Own:
    """Things of this process whose types slices define themselves (a store of files, the reach to servers), by type:
    `own[FileStore]`. Their slices alone know them, so none has a field here."""

    def __init__(self, *things: object) -> None:
        self._things = {type(one): one for one in things}

    def beside(self, *things: object) -> "Own":
        """These, and others."""
        return Own(*self._things.values(), *things)

    def get(self, kind: type[M]) -> M | None:
        """None where this process has none."""
        found = self._things.get(kind)
        return found if isinstance(found, kind) else None

    def __getitem__(self, kind: type[M]) -> M:
        """Raises LookupError where this process has none: it was put together wrongly."""
        found = self.get(kind)
        if found is None:
            msg = f"this process has no {kind.__name__}"
            raise LookupError(msg)
        return found


@dataclass(frozen=True)
class ToolMeans:
    """What tools are made with. `web`: None where no instance is configured: then its tool does not exist."""

    own: Own
    web: WebSearch | None = None


@dataclass(frozen=True)
class JobMeans:
    """What jobs work with. `processes`: where third parties' bulk is read; `default_zone`: STEWARD_TIMEZONE;
    `set_zone`: where that was given."""

    own: Own
    push: PushSender
    models: ModelRouter
    processes: WorkerProcesses
    default_zone: str
    set_zone: str | None = None
