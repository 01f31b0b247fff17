"""Effects outside the database: a preview passes through `executing`, because they can't share its transaction.

What broke off there is looked up at its target by the idempotency key when its lease has ended: found → confirmed,
absent → pending with `last_error`, unclear → unknown, never repeated by itself (product.md section 1).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.execution.calls import execute_frozen
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.previews.refreezing import context_of, tool_of
from orchestrator.agent.tools.freezing import settled
from orchestrator.agent.tools.spec import FrozenTool, ToolResult
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.limits import EXECUTION_LEASE_S
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.errors import ToolError, ToolFailed
from orchestrator.telemetry.logging import get_logger

WAIT_FOR_EXECUTION_S = 30.0
POLL_S = 0.1
RECOVERED_AT_ONCE = 20
"""How many broken-off executions one sweep takes up."""

log = get_logger(__name__)


class OutsideEffects:
    """Executes them, and recovers those that broke off. `failed`: stores why one left the preview pending."""

    def __init__(self, services: Services, failed: Callable[[Owner, UUID, str], Awaitable[Preview]]) -> None:
        self._services, self._failed = services, failed

    def lease(self) -> datetime:
        """Until when an execution that begins now has to be over; who claims is known by it."""
        return self._services.clock.now() + timedelta(seconds=EXECUTION_LEASE_S)

    async def claim(self, session: AsyncSession, preview: Preview, lease: datetime) -> Preview:
        """The preview as `executing` under this lease, stored."""
        claimed = replace(preview, state="executing", lease_until=lease)
        await self._services.previews.save(session, claimed)
        return claimed

    async def execute(self, owner: Owner, preview: Preview) -> Preview:
        """Carry out a claimed one, outside every transaction of its record, and keep what came of it."""
        spec = await tool_of(self._services, preview)
        try:
            async with self._services.unit_of_work_of(owner.id) as tx:
                context = await context_of(self._services, tx, owner, preview)
            # A session of its own: it takes a connection with its first statement, not while others answer.
            async with self._services.unit_of_work_of(owner.id) as tx, asyncio.timeout(spec.timeout_s):
                result = await execute_frozen(spec, replace(context, tx=tx), preview.arguments)
        except ToolFailed as error:
            return await self._failed(owner, preview.id, str(error))
        except TimeoutError:
            return await self._settle(preview, "unclear")
        return await self._settle(preview, result)

    async def _settle(self, preview: Preview, found: ToolResult | str) -> Preview:
        """What came of an effect outside is kept, however often the database has to be asked."""
        return await retry_on_disconnect(lambda: self._settle_once(preview, found))

    async def _settle_once(self, preview: Preview, found: ToolResult | str) -> Preview:
        async with self._services.unit_of_work_of(preview.owner_id) as tx:
            current = await self._services.previews.get(tx, preview.id, for_update=True)
            if current.state != "executing":
                return current
            if isinstance(found, ToolResult):
                current = settled(current, found, now=self._services.clock.now())
            elif found == "absent":
                reason = "The execution broke off before it had an effect."
                current = replace(current, state="pending", last_error=reason, lease_until=None)
            else:
                reason = "The execution broke off and it is not known whether it had an effect; it is not repeated."
                current = replace(current, state="unknown", last_error=reason, lease_until=None)
            await self._services.previews.save(tx.session, current)
            return current

    async def until_over(self, owner: Owner, preview_id: UUID) -> bool:
        """Concurrent confirms wait for the first; answers whether nothing is executed any more."""
        give_up = asyncio.get_running_loop().time() + WAIT_FOR_EXECUTION_S
        while asyncio.get_running_loop().time() < give_up:
            async with self._services.unit_of_work_of(owner.id) as tx:
                preview = await self._services.previews.get(tx, preview_id)
            if preview.state != "executing":
                return True
            await asyncio.sleep(POLL_S)
        return False

    async def recover(self) -> int:
        """Look up executions whose lease has ended at their target; answers how many were settled."""
        async with self._services.unit_of_work() as session:
            stuck = await self._services.previews.stuck(session, limit=RECOVERED_AT_ONCE)
        for preview in stuck:
            await self._settle(preview, await self._looked_up(preview))
        return len(stuck)

    async def _looked_up(self, preview: Preview) -> ToolResult | str:
        spec = await self._services.tool(preview.owner_id, preview.tool)
        if not isinstance(spec, FrozenTool) or spec.probe is None:
            return "unclear"
        owner = Owner(preview.owner_id, "", "", preview.timezone, preview.locale, frozenset())
        try:
            async with self._services.unit_of_work_of(owner.id) as tx, asyncio.timeout(spec.timeout_s):
                return await spec.probe(await context_of(self._services, tx, owner, preview), preview.idempotency_key)
        except (ToolError, TimeoutError, OSError) as error:
            log.warning("an execution could not be looked up", tool=preview.tool, error=str(error))
            return "unclear"
