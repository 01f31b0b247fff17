"""What do MCP servers register? The job that looks after them, their group of tools, their tables in archives (without
secrets: what came with one waits for its owner), and what a model is told where one needs them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from orchestrator.agent.ports.context import ContextLine
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.types.vocabulary import ToolGroup, Vocabulary
from orchestrator.db.portable import Portable
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Contribution, Slice
from orchestrator.domain.work.mcp_servers import repository, service
from orchestrator.domain.work.mcp_servers.live import LiveServers
from orchestrator.domain.work.mcp_servers.model import McpServer, McpTool
from orchestrator.domain.work.mcp_servers.schemas import HEALTH, KIND
from orchestrator.domain.work.mcp_servers.tools import GROUP
from orchestrator.language.messages import say
from orchestrator.scheduling.handler import JobContext, JobHandler
from orchestrator.scheduling.history import Ended
from orchestrator.scheduling.scheduled_jobs import Every, Scheduled, ScheduledJob

EVERY_S: Final = 60.0
MOST_TOLD: Final = 5
_CAME: Final = (
    "It came with an archive, which holds no secrets and starts no programs. Look at it, give its `env` and `secret` "
    "where it has any, and start it by `state`: `starting`."
)
_NOT_TOLD: Final = {
    "sealed": "null",
    "enabled": "false",
    "state": "'stopped'",
    "last_error": f"'{_CAME}'",
    "last_ok_at": "null",
}


def health_jobs(live: LiveServers | None) -> Sequence[JobHandler[Any]]:
    """The handler; without servers in this process there is nothing to look after."""

    async def health(context: JobContext, _: Scheduled) -> Ended | None:
        del context
        if live is None:
            return Ended("idle")
        well, unwell = await live.health()
        well += await live.try_again()
        return Ended("ok", f"{well} well, {unwell} not") if well or unwell else Ended("idle")

    return (JobHandler(HEALTH, health),)


async def needing_their_owner(tx: Tx, now: datetime, zone: str, locale: str) -> Sequence[ContextLine]:
    """Servers in quarantine: their names alone, which their owner gave."""
    del now, zone
    there = [row for row in await repository.page(tx, after=None, limit=service.MOST) if row.state == "quarantined"]
    return [
        ContextLine(say("mcp_servers.in_quarantine", locale, name=row.name), (EntityRef(KIND, row.id, row.name),))
        for row in there[:MOST_TOLD]
    ]


SLICE = Slice(
    "mcp_servers",
    jobs_with=lambda means, _: health_jobs(means.own.get(LiveServers)),
    scheduled=(ScheduledJob(HEALTH, Every(EVERY_S), source="the clock, while servers are in use", poll_s=EVERY_S),),
    vocabulary=Vocabulary(groups=(ToolGroup(GROUP, apart=True, words="external server mcp externo servidor"),)),
    erasable=(Erasable(kind=KIND, erase=service.erase, keys=service.keys),),
    portable=(
        Portable(McpServer.__tablename__, same=(("slug",),), newer=None, not_told=_NOT_TOLD),
        Portable(McpTool.__tablename__, same=(("name", "server_id"),), newer=None),
    ),
    active_state=(Contribution("MCP servers", needing_their_owner),),
)
