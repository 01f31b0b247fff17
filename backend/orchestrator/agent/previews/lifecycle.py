"""What happens to a frozen preview? Confirming, editing, cancelling, undoing.

Confirming executes exactly what was frozen, once: claim, write and result share one transaction, and a second caller
waits at the row's lock. An effect outside the database passes through `executing`, because it can't share that
transaction. Source: product.md section 1, "Writes are previews".
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.execution.calls import execute_frozen
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.previews.direct import DirectWrites
from orchestrator.agent.previews.editing import edited
from orchestrator.agent.previews.outside_effects import OutsideEffects
from orchestrator.agent.previews.refreezing import context_of, refrozen, tool_of
from orchestrator.agent.previews.standing import (
    Decided,
    against_digest,
    against_undoing,
    against_waiting,
    changed,
)
from orchestrator.agent.rules.ruleset import rule_refused
from orchestrator.agent.tools.freezing import new_ones, policy_violations, settled, wordless
from orchestrator.agent.tools.spec import FrozenTool, ToolContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.bundle import PreviewOut
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.errors import CHANGED, Conflict, ToolError, ToolRejected


class Confirmer:
    """The only way by which a preview changes its state. `direct`: what the user does by their own hand."""

    def __init__(self, services: Services) -> None:
        self._services, self.direct = services, DirectWrites(services)
        self._outside = OutsideEffects(services, self._failed)

    async def confirm(
        self, owner: Owner, preview_id: UUID, *, digest: str | None = None, edits: Mapping[str, Any] | None = None
    ) -> PreviewOut:
        """Execute the frozen call. A failure leaves it pending with `last_error`; a confirmed or undone one is answered
        as it is. With `edits` a new preview is frozen, and run at once only if nothing but those fields changed.
        Raises NotFound, InvalidRequest (edits), Conflict (`preview_superseded`, `preview_expired`,
        `preview_cancelled`, `preview_changed` with the new preview)."""
        if edits:
            decided = await edited(self._services, owner, preview_id, edits, digest=digest, at_once=True)
            frozen = decided.answer(self._services.clock.now())
            return await self.confirm(owner, UUID(frozen.id), digest=frozen.digest)
        lease = self._outside.lease()
        for _ in range(2):  # who waited at the row's lock may find it executing: that is waited for too
            over = await self._outside.until_over(owner, preview_id)
            decided = await retry_on_disconnect(lambda: self._confirm_once(owner, preview_id, digest, lease))
            if decided.claimed:
                decided = Decided(await self._outside.execute(owner, decided.preview))
            if decided.preview.state != "executing" or not over:
                break
        return decided.answer(self._services.clock.now())

    async def cancel(self, owner: Owner, preview_id: UUID) -> PreviewOut:
        """Drop a waiting preview. Raises NotFound, Conflict for one that is superseded or expired."""

        async def once() -> Decided:
            async with self._services.unit_of_work_of(owner.id) as tx:
                preview = await self._services.previews.get(tx, preview_id, for_update=True)
                if preview.state in {"cancelled", "confirmed", "undone"}:
                    return Decided(preview)
                conflict = against_waiting(preview, self._services.clock.now())
                if preview.state != "pending" or conflict is not None:
                    return Decided(preview, conflict)
                spec = await self._services.tool(owner.id, preview.tool)
                if isinstance(spec, FrozenTool) and spec.declined is not None:
                    await spec.declined(await context_of(self._services, tx, owner, preview), preview.arguments)
                preview = replace(preview, state="cancelled")
                await self._services.previews.save(tx.session, preview)
                return Decided(preview)

        return (await retry_on_disconnect(once)).answer(self._services.clock.now())

    async def undo(self, owner: Owner, preview_id: UUID) -> PreviewOut:
        """Take a confirmed write back while its inverse is exact. Raises NotFound, Conflict (`not_undoable`)."""

        async def once() -> Decided:
            async with self._services.unit_of_work_of(owner.id) as tx:
                preview = await self._services.previews.get(tx, preview_id, for_update=True)
                if preview.state == "undone":
                    return Decided(preview)
                spec = await self._services.tool(owner.id, preview.tool)
                reason = against_undoing(preview, spec, self._services.clock.now())
                if reason is not None or not isinstance(spec, FrozenTool) or spec.undo is None:
                    return Decided(preview, Conflict("not_undoable", reason or "This write can't be undone."))
                context = await context_of(self._services, tx, owner, preview)
                try:
                    summary = await spec.undo(context, preview.undo or {})
                except ToolError as error:
                    return Decided(preview, Conflict("not_undoable", str(error)))
                result = {**(preview.result or {}), "summary": summary}
                preview = replace(preview, state="undone", result=result, undo=None, undo_until=None)
                await self._services.previews.save(tx.session, preview)
                if self._services.reception is not None:
                    await self._services.reception.undone(tx.session, preview)
                return Decided(preview)

        return (await retry_on_disconnect(once)).answer(self._services.clock.now())

    async def edit(self, owner: Owner, preview_id: UUID, edits: Mapping[str, Any]) -> PreviewOut:
        """Freeze a new preview with the user's fields; the old one is superseded. Never executes.
        Raises NotFound, InvalidRequest (a field that can't be edited, or an impossible value), Conflict."""
        decided = await edited(self._services, owner, preview_id, edits)
        return decided.answer(self._services.clock.now())

    # --- confirming

    async def _confirm_once(self, owner: Owner, preview_id: UUID, digest: str | None, lease: datetime) -> Decided:
        try:
            async with self._services.unit_of_work_of(owner.id) as tx:
                preview = await self._services.previews.get(tx, preview_id, for_update=True)
                if preview.state in {"confirmed", "undone", "unknown"}:
                    return Decided(preview)
                if preview.state == "executing":  # by another, or by this one, whose commit was not answered
                    return Decided(preview, claimed=preview.lease_until == lease)
                conflict = against_waiting(preview, self._services.clock.now()) or against_digest(preview, digest)
                if conflict is not None:
                    return Decided(preview, conflict)
                return await self._carry_out(tx, owner, preview, lease)
        except ToolError as error:
            return Decided(await self._failed(owner, preview_id, str(error)))
        except TimeoutError:
            reason = "It took too long and was stopped; nothing of it was stored."
            return Decided(await self._failed(owner, preview_id, reason))

    async def _carry_out(self, tx: Tx, owner: Owner, preview: Preview, lease: datetime) -> Decided:
        spec = await tool_of(self._services, preview)
        context = await context_of(self._services, tx, owner, preview)
        if (forbidden := context.rules.blocks(spec.name)) is not None:
            return Decided(preview, rule_refused(forbidden))
        if preview.target is not None and spec.version is not None:
            version = await spec.version(context, preview.target.id)
            if version is None:
                raise ToolRejected("What it would change does not exist any more.")
            if version != preview.target_version:
                return await self._preview_again(tx.session, context, spec, preview)
        if held := new_ones(await policy_violations(spec, context, preview.arguments), preview.held_by_rules):
            why = " ".join(one.why for one in held)
            return await self._preview_again(tx.session, context, spec, preview, f"{why} Look at the new preview.")
        if spec.reaches_outside(preview.arguments):
            return Decided(await self._outside.claim(tx.session, preview, lease), claimed=True)
        try:
            async with asyncio.timeout(spec.timeout_s):
                result = await execute_frozen(spec, context, preview.arguments)
        except ToolRejected as changed:
            if changed.code != CHANGED:
                raise
            return await self._preview_again(tx.session, context, spec, preview)
        done = settled(preview, result, now=self._services.clock.now())
        if spec.irreversible:
            done = wordless(done)
            if await self._services.previews.find(tx, preview.id) is None:
                return Decided(done)  # it went with the conversation that it stood in
        await self._services.previews.save(tx.session, done)
        return Decided(done)

    async def _preview_again(
        self,
        session: AsyncSession,
        context: ToolContext,
        spec: FrozenTool,
        preview: Preview,
        detail: str = "What it would change has changed since. Look at the new preview and confirm that.",
    ) -> Decided:
        """The target changed since, or a rule holds it that did not when it was shown: refuse, and freeze the same
        intention against it as it is now."""
        fresh = await refrozen(self._services, session, context, spec, preview, {})
        return Decided(fresh, changed(fresh, detail))

    async def recover(self) -> int:
        """Look up executions whose lease has ended at their target; answers how many were settled."""
        return await self._outside.recover()

    async def _failed(self, owner: Owner, preview_id: UUID, reason: str) -> Preview:
        return await retry_on_disconnect(lambda: self._failed_once(owner, preview_id, reason))

    async def _failed_once(self, owner: Owner, preview_id: UUID, reason: str) -> Preview:
        async with self._services.unit_of_work_of(owner.id) as tx:
            preview = await self._services.previews.get(tx, preview_id, for_update=True)
            if preview.state in {"pending", "executing"}:
                preview = replace(preview, state="pending", last_error=reason, lease_until=None)
                await self._services.previews.save(tx.session, preview)
            return preview
