"""How does a server's tool become one of the agent's? Made of its row for one owner, each time it is needed.

It is outbound and waits as a preview, until its owner says that it only reads. Whatever it answers is third-party text.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal
from uuid import UUID

from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.tools.spec import OutboundTool, Prepared, ReadTool, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.types.origin import Origin, without_invisible
from orchestrator.domain.work.mcp_servers import repository
from orchestrator.domain.work.mcp_servers.live import LiveServers
from orchestrator.domain.work.mcp_servers.model import McpServer, McpTool
from orchestrator.domain.work.mcp_servers.retrieval import Findable, found
from orchestrator.domain.work.mcp_servers.schemas import KIND, TOOL
from orchestrator.domain.work.mcp_servers.translation import arguments_for, translated
from orchestrator.errors import ToolFailed
from orchestrator.integrations.mcp_client.limits import CALL_AT_MOST_S, LIST_S
from orchestrator.integrations.mcp_client.port import CallOutcome, McpFailed
from orchestrator.kit.text import shorten
from orchestrator.language.messages import say

GROUP: Final = "external"
TIMEOUT_S: Final = CALL_AT_MOST_S + LIST_S
"""Under the lease of an execution; a server that has to be started first leaves less for the call."""
_DESCRIPTION: Final = 400
_TOLD: Final = 1_500
_ARGUMENTS_TOLD: Final = 600


class ExternalTools:
    """The port `ToolSource` over the servers of this process."""

    def __init__(self, live: LiveServers) -> None:
        self._live = live

    async def relevant(self, owner_id: UUID, question: str) -> Sequence[ToolSpec]:
        """See ToolSource."""
        async with self._live.unit_of_work_of(owner_id) as tx:
            there = await repository.usable(tx)
        by_name = {tool.offered_as: (tool, server) for tool, server in there}
        findable = [
            Findable(tool.offered_as, server.name, tool.name, tool.definition["description"]) for tool, server in there
        ]
        return [spec_of(*by_name[name], self._live) for name in found(question, findable)]

    async def named(self, owner_id: UUID, name: str) -> ToolSpec | None:
        """See ToolSource."""
        async with self._live.unit_of_work_of(owner_id) as tx:
            there = await repository.usable(tx, offered_as=name)
        return spec_of(*there[0], self._live) if there else None


def spec_of(tool: McpTool, server: McpServer, live: LiveServers) -> ToolSpec:
    """The agent's tool."""
    external = _External(tool, server, live)
    said = shorten(" ".join(without_invisible(tool.definition["description"]).split()), _DESCRIPTION)
    common: dict[str, Any] = {
        "name": tool.offered_as,
        "description": f"{server.name}: {said or tool.name}",
        "group": GROUP,
        "parameters": translated(tool.definition["input_schema"]).schema,
        "timeout_s": TIMEOUT_S,
        "verbatim_arguments": frozenset(),
    }
    if tool.effect == "read":
        return ReadTool(execute=external.read, **common)
    return OutboundTool(
        execute=external.execute,
        prepare=external.prepare,
        revise=external.revise,
        version=external.version,
        probe=_unclear,
        **common,
    )


class _External:
    """What one tool does."""

    def __init__(self, tool: McpTool, server: McpServer, live: LiveServers) -> None:
        self._tool_id, self._pin, self._version = tool.id, tool.pin, tool.version
        self._name, self._server, self._server_id = tool.name, server.name, server.id
        self._schema: Mapping[str, Any] = tool.definition["input_schema"]
        self._live = live

    async def read(self, ctx: ToolContext, arguments: Mapping[str, Any]) -> ToolResult:
        """Its owner said that it only reads: what it gives, for a model to answer from."""
        outcome = await self._called(ctx, await self._ready(arguments))
        return self._result(outcome, f"{self._server} answered {self._name}")

    async def prepare(self, ctx: ToolContext, arguments: Mapping[str, Any]) -> Prepared:
        """The call as it would be made, for the user to see. Raises ToolRejected."""
        ready = await self._ready(arguments)
        told = shorten(json.dumps(ready, ensure_ascii=False), _ARGUMENTS_TOLD) if ready else ""
        key = "mcp_servers.ask" if ready else "mcp_servers.ask_plain"
        return Prepared(
            arguments=ready,
            title=say("mcp_servers.title", ctx.locale, server=self._server, tool=self._name),
            summary=say(key, ctx.locale, server=self._server, tool=self._name, arguments=told),
            editable_fields=tuple(ready),
            target=EntityRef(TOOL, self._tool_id, self._name),
            target_version=self._version,
        )

    async def revise(self, ctx: ToolContext, frozen: Mapping[str, Any], edits: Mapping[str, Any]) -> Prepared:
        """The same with the user's own values. Raises ToolRejected."""
        return await self.prepare(ctx, {**frozen, **edits})

    async def version(self, ctx: ToolContext, _: UUID) -> int | None:
        """None where it may not be called any more: it is gone, changed, or its server is in quarantine."""
        tool = await repository.tool(ctx.tx, self._tool_id)
        return tool.version if tool is not None and tool.usable else None

    async def execute(self, ctx: ToolContext, frozen: Mapping[str, Any]) -> ToolResult:
        """What the user confirmed, once. Raises ToolFailed; TimeoutError where it is not known whether it was done."""
        outcome = await self._called(ctx, dict(frozen), once=True)
        told = shorten(outcome.text.strip(), _TOLD)
        key = "mcp_servers.done" if told else "mcp_servers.done_plain"
        return self._result(outcome, say(key, ctx.locale, server=self._server, tool=self._name, text=told))

    async def _ready(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """A stranger's schema may be large: in a thread, so that nobody waits for it. Raises ToolRejected."""
        return await asyncio.to_thread(arguments_for, self._schema, arguments)

    async def _called(self, ctx: ToolContext, arguments: Mapping[str, Any], *, once: bool = False) -> CallOutcome:
        try:
            outcome = await self._live.call(ctx.tx.owner_id, self._tool_id, self._pin, arguments)
        except McpFailed as error:
            if once and error.reached and not error.answered:
                raise TimeoutError from error
            raise ToolFailed(f"{self._server}: {error.detail}") from error
        if outcome.is_error:
            raise ToolFailed(f"{self._server}: {shorten(outcome.text.strip(), _TOLD) or 'the tool failed'}")
        return outcome

    def _result(self, outcome: CallOutcome, summary: str) -> ToolResult:
        data: dict[str, Any] = {"server": self._server, "tool": self._name, "text": outcome.text}
        if outcome.structured is not None and not outcome.text:
            data["structured"] = outcome.structured
        if outcome.cut:
            data["left_out"] = f"{outcome.cut} bytes of text"
        return ToolResult(
            data=data,
            summary=summary,
            origin=Origin.THIRD_PARTY,
            empty=not outcome.text and outcome.structured is None,
            evidence=frozenset({"retrieval"}),
            read=(EntityRef(KIND, self._server_id, self._server),),
        )


async def _unclear(_ctx: ToolContext, _key: str) -> ToolResult | Literal["absent", "unclear"]:
    """Nobody but the server knows what became of a call that broke off: it is never repeated by itself."""
    return "unclear"
