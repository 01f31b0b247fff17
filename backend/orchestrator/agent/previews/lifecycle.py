"""What happens to a frozen preview? Confirming, editing, cancelling, undoing, recovering what broke off.

Confirming executes exactly what was frozen, once: claim, write and result share one transaction, and a second caller
waits at the row's lock. An effect outside the database passes through `executing`, because it can't share that
transaction. Source: product.md section 1, "Writes are previews".
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.execution.calls import execute_frozen, propose
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.previews.direct import DirectWrites
from orchestrator.agent.rules.ruleset import rule_refused
from orchestrator.agent.tools.freezing import settled, shown, wordless
from orchestrator.agent.tools.policy import new_ones, policy_violations
from orchestrator.agent.tools.spec import FrozenTool, Prepared, ToolContext, ToolResult, ToolSpec
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.bundle import PreviewOut
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.limits import EXECUTION_LEASE_S
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.errors import CHANGED, Conflict, InvalidRequest, ToolError, ToolFailed, ToolRejected
from orchestrator.telemetry.logging import get_logger

WAIT_FOR_EXECUTION_S = 30.0
POLL_S = 0.1
RECOVERED_AT_ONCE = 20
"""How many broken-off executions one sweep takes up."""

log = get_logger(__name__)


@dataclass(frozen=True)
class _Decided:
    """What one transaction came to: the preview as it is now, and the conflict to tell, if one."""

    preview: Preview
    conflict: Conflict | None = None
    invalid: InvalidRequest | None = None


class Confirmer:
    """The only way by which a preview changes its state. `direct`: what the user does by their own hand."""

    def __init__(self, services: Services) -> None:
        self._services, self.direct = services, DirectWrites(services)

    async def confirm(
        self, owner: Owner, preview_id: UUID, *, digest: str | None = None, edits: Mapping[str, Any] | None = None
    ) -> PreviewOut:
        """Execute the frozen call. A failure leaves it pending with `last_error`; a confirmed or undone one is answered
        as it is. With `edits` a new preview is frozen, and run at once only if nothing but those fields changed.
        Raises NotFound, InvalidRequest (edits), Conflict (`preview_superseded`, `preview_expired`,
        `preview_cancelled`, `preview_changed` with the new preview)."""
        if edits:
            frozen = await self._edited(owner, preview_id, edits, digest=digest)
            return await self.confirm(owner, UUID(frozen.id), digest=frozen.digest)
        await self._until_not_executing(owner, preview_id)
        decided = await retry_on_disconnect(lambda: self._confirm_once(owner, preview_id, digest))
        if decided.preview.state == "executing":
            decided = _Decided(await self._execute_outside(owner, decided.preview))
        return self._answer(decided)

    async def cancel(self, owner: Owner, preview_id: UUID) -> PreviewOut:
        """Drop a waiting preview. Raises NotFound, Conflict for one that is superseded or expired."""

        async def once() -> _Decided:
            async with self._services.unit_of_work_of(owner.id) as tx:
                preview = await self._services.previews.get(tx, preview_id, for_update=True)
                if preview.state in {"cancelled", "confirmed", "undone"}:
                    return _Decided(preview)
                conflict = self._stands(preview)
                if preview.state != "pending" or conflict is not None:
                    return _Decided(preview, conflict)
                spec = await self._services.tool(owner.id, preview.tool)
                if isinstance(spec, FrozenTool) and spec.declined is not None:
                    await spec.declined(await self._context(tx, owner, preview), preview.arguments)
                preview = replace(preview, state="cancelled")
                await self._services.previews.save(tx.session, preview)
                return _Decided(preview)

        return self._answer(await retry_on_disconnect(once))

    async def undo(self, owner: Owner, preview_id: UUID) -> PreviewOut:
        """Take a confirmed write back while its inverse is exact. Raises NotFound, Conflict (`not_undoable`)."""

        async def once() -> _Decided:
            async with self._services.unit_of_work_of(owner.id) as tx:
                preview = await self._services.previews.get(tx, preview_id, for_update=True)
                if preview.state == "undone":
                    return _Decided(preview)
                spec = await self._services.tool(owner.id, preview.tool)
                reason = self._not_undoable(preview, spec)
                if reason is not None or not isinstance(spec, FrozenTool) or spec.undo is None:
                    return _Decided(preview, Conflict("not_undoable", reason or "This write can't be undone."))
                context = await self._context(tx, owner, preview)
                try:
                    summary = await spec.undo(context, preview.undo or {})
                except ToolError as error:
                    return _Decided(preview, Conflict("not_undoable", str(error)))
                result = {**(preview.result or {}), "summary": summary}
                preview = replace(preview, state="undone", result=result, undo=None, undo_until=None)
                await self._services.previews.save(tx.session, preview)
                if self._services.reception is not None:
                    await self._services.reception.undone(tx.session, preview)
                return _Decided(preview)

        return self._answer(await retry_on_disconnect(once))

    async def edit(self, owner: Owner, preview_id: UUID, edits: Mapping[str, Any]) -> PreviewOut:
        """Freeze a new preview with the user's fields; the old one is superseded. Never executes.
        Raises NotFound, InvalidRequest (a field that can't be edited, or an impossible value), Conflict."""
        decided = await retry_on_disconnect(lambda: self._edit_once(owner, preview_id, edits, None))
        return self._answer(decided)

    # --- confirming

    async def _confirm_once(self, owner: Owner, preview_id: UUID, digest: str | None) -> _Decided:
        try:
            async with self._services.unit_of_work_of(owner.id) as tx:
                preview = await self._services.previews.get(tx, preview_id, for_update=True)
                if preview.state in {"confirmed", "undone", "unknown"}:
                    return _Decided(preview)
                conflict = self._stands(preview) or self._unseen(preview, digest)
                if conflict is not None:
                    return _Decided(preview, conflict)
                return await self._carry_out(tx, owner, preview)
        except ToolError as error:
            return await self._failed(owner, preview_id, str(error))
        except TimeoutError:
            return await self._failed(owner, preview_id, "It took too long and was stopped; nothing of it was stored.")

    async def _carry_out(self, tx: Tx, owner: Owner, preview: Preview) -> _Decided:
        spec = await self._spec(preview)
        context = await self._context(tx, owner, preview)
        if (forbidden := context.rules.blocks(spec.name)) is not None:
            return _Decided(preview, rule_refused(forbidden))
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
            lease = self._services.clock.now() + timedelta(seconds=EXECUTION_LEASE_S)
            claimed = replace(preview, state="executing", lease_until=lease)
            await self._services.previews.save(tx.session, claimed)
            return _Decided(claimed)
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
                return _Decided(done)  # it went with the conversation that it stood in
        await self._services.previews.save(tx.session, done)
        return _Decided(done)

    async def _preview_again(
        self,
        session: AsyncSession,
        context: ToolContext,
        spec: FrozenTool,
        preview: Preview,
        detail: str = "What it would change has changed since. Look at the new preview and confirm that.",
    ) -> _Decided:
        """The target changed since, or a rule holds it that did not when it was shown: refuse, and freeze the same
        intention against it as it is now."""
        fresh = await self._refrozen(session, context, spec, preview, {})
        extra = {"preview": shown(fresh).model_dump(mode="json")}
        return _Decided(fresh, Conflict("preview_changed", detail, extra=extra))

    async def _refrozen(
        self, session: AsyncSession, context: ToolContext, spec: FrozenTool, preview: Preview, edits: Mapping[str, Any]
    ) -> Preview:
        prepared = await self._revised(context, spec, preview, edits)
        proposal = await propose(
            spec,
            prepared,
            context,
            tainted=preview.tainted,
            locale=preview.locale,
            life_s=(preview.expires_at - preview.created_at).total_seconds(),
        )
        fresh = proposal.preview
        await self._services.previews.add(session, fresh)
        await self._services.previews.save(session, replace(preview, state="superseded", superseded_by=fresh.id))
        return fresh

    async def _revised(
        self, context: ToolContext, spec: FrozenTool, preview: Preview, edits: Mapping[str, Any]
    ) -> Prepared:
        if spec.revise is None:
            arguments = {**preview.arguments, **edits}
            return Prepared(arguments, preview.title, preview.summary, preview.editable_fields)
        prepared = await spec.revise(context, preview.arguments, edits)
        if isinstance(prepared, NeedUserInput):
            raise ToolRejected(prepared.question)
        return prepared

    async def _failed(self, owner: Owner, preview_id: UUID, reason: str) -> _Decided:
        return await retry_on_disconnect(lambda: self._failed_once(owner, preview_id, reason))

    async def _failed_once(self, owner: Owner, preview_id: UUID, reason: str) -> _Decided:
        async with self._services.unit_of_work_of(owner.id) as tx:
            preview = await self._services.previews.get(tx, preview_id, for_update=True)
            if preview.state in {"pending", "executing"}:
                preview = replace(preview, state="pending", last_error=reason, lease_until=None)
                await self._services.previews.save(tx.session, preview)
            return _Decided(preview)

    # --- effects outside the database

    async def _execute_outside(self, owner: Owner, preview: Preview) -> Preview:
        spec = await self._spec(preview)
        try:
            async with self._services.unit_of_work_of(owner.id) as tx:
                context = await self._context(tx, owner, preview)
            # A session of its own: it takes a connection with its first statement, not while others answer.
            async with self._services.unit_of_work_of(owner.id) as tx, asyncio.timeout(spec.timeout_s):
                result = await execute_frozen(spec, replace(context, tx=tx), preview.arguments)
        except ToolFailed as error:
            return (await self._failed(owner, preview.id, str(error))).preview
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

    async def _until_not_executing(self, owner: Owner, preview_id: UUID) -> None:
        """Concurrent confirms wait for the first."""
        give_up = asyncio.get_running_loop().time() + WAIT_FOR_EXECUTION_S
        while asyncio.get_running_loop().time() < give_up:
            async with self._services.unit_of_work_of(owner.id) as tx:
                preview = await self._services.previews.get(tx, preview_id)
            if preview.state != "executing":
                return
            await asyncio.sleep(POLL_S)

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
                return await spec.probe(await self._context(tx, owner, preview), preview.idempotency_key)
        except (ToolError, TimeoutError, OSError) as error:
            log.warning("an execution could not be looked up", tool=preview.tool, error=str(error))
            return "unclear"

    # --- editing

    async def _edited(
        self, owner: Owner, preview_id: UUID, edits: Mapping[str, Any], *, digest: str | None
    ) -> PreviewOut:
        """The preview frozen anew, ready to run at once. Raises Conflict `preview_changed` where more than the user's
        own fields came out different."""
        decided = await retry_on_disconnect(lambda: self._edit_once(owner, preview_id, edits, digest, at_once=True))
        return self._answer(decided)

    async def _edit_once(
        self, owner: Owner, preview_id: UUID, edits: Mapping[str, Any], digest: str | None, *, at_once: bool = False
    ) -> _Decided:
        async with self._services.unit_of_work_of(owner.id) as tx:
            preview = await self._services.previews.get(tx, preview_id, for_update=True)
            conflict = self._settled_conflict(preview) or self._unseen(preview, digest)
            if conflict is not None:
                return _Decided(preview, conflict)
            unknown = sorted(set(edits) - set(preview.editable_fields))
            if unknown:
                known = ", ".join(preview.editable_fields) or "none"
                return _Decided(preview, invalid=_invalid_edit(unknown, f"Can't be edited. Editable fields: {known}."))
            spec = await self._spec(preview)
            context = await self._context(tx, owner, preview)
            try:
                fresh = await self._refrozen(tx.session, context, spec, preview, edits)
            except ToolError as error:
                return _Decided(preview, invalid=_invalid_edit(sorted(edits), str(error)))
            if self._services.reception is not None and fresh.digest != preview.digest:
                await self._services.reception.edited(tx.session, preview, _different(preview, fresh, edits))
        if at_once and not _only_edited(preview, fresh, edits):
            detail = "More than your own fields came out different. Look at the new preview and confirm that."
            extra = {"preview": shown(fresh).model_dump(mode="json")}
            return _Decided(fresh, Conflict("preview_changed", detail, extra=extra))
        return _Decided(fresh)

    # --- what stands against it

    def _settled_conflict(self, preview: Preview) -> Conflict | None:
        if preview.state in {"confirmed", "undone", "executing", "unknown"}:
            detail = f"This preview is {preview.state} and can't be edited any more."
            extra = {"preview": shown(preview).model_dump(mode="json")}
            return Conflict("preview_changed", detail, extra=extra)
        return self._stands(preview)

    def _stands(self, preview: Preview) -> Conflict | None:
        """The conflict of a preview that waits no more."""
        if preview.state == "superseded":
            extra = {"superseded_by": str(preview.superseded_by) if preview.superseded_by else None}
            return Conflict("preview_superseded", "A newer preview has taken its place.", extra=extra)
        if preview.state == "cancelled":
            because = f": {preview.last_error}" if preview.last_error else ""
            return Conflict("preview_cancelled", f"This preview was cancelled{because}.")
        if preview.state == "expired" or preview.expires_at <= self._services.clock.now():
            return Conflict("preview_expired", "This preview has expired. Ask for it again.")
        return None

    @staticmethod
    def _unseen(preview: Preview, digest: str | None) -> Conflict | None:
        if digest is None or digest == preview.digest:
            return None
        detail = "The digest is not that of this preview: what was seen is not what would be executed."
        return Conflict("preview_changed", detail, extra={"preview": shown(preview).model_dump(mode="json")})

    def _not_undoable(self, preview: Preview, spec: ToolSpec | None) -> str | None:
        if preview.state != "confirmed":
            return f"Only a confirmed write can be undone; this one is {preview.state}."
        if isinstance(spec, FrozenTool) and spec.irreversible:
            return "What was erased for good can't be brought back."
        if not isinstance(spec, FrozenTool) or spec.undo is None or preview.undo is None:
            return "This write has no exact inverse, so it can't be undone."
        if preview.undo_until is None or preview.undo_until <= self._services.clock.now():
            return "The time in which it could be undone is over."
        return None

    # --- shared

    async def _spec(self, preview: Preview) -> FrozenTool:
        spec = await self._services.tool(preview.owner_id, preview.tool)
        if not isinstance(spec, FrozenTool):
            raise ToolRejected(f"The tool '{preview.tool}' does not exist any more.")
        return spec

    async def _context(self, tx: Tx, owner: Owner, preview: Preview) -> ToolContext:
        rules = await self._services.rules.rules(tx)
        return self._services.tool_context(
            tx,
            now=self._services.clock.now(),
            zone=preview.timezone,
            locale=rules.locale(preview.locale),
            rules=rules,
            scopes=owner.scopes,
            run_id=preview.run_id,
            thread_id=preview.thread_id,
        )

    def _answer(self, decided: _Decided) -> PreviewOut:
        if decided.invalid is not None:
            raise decided.invalid
        if decided.conflict is not None:
            raise decided.conflict
        return shown(decided.preview, now=self._services.clock.now())


def _invalid_edit(fields: list[str], message: str) -> InvalidRequest:
    return InvalidRequest(message, errors=[{"loc": ["body", "edits", field], "message": message} for field in fields])


def _different(old: Preview, new: Preview, edits: Mapping[str, Any]) -> list[str]:
    """The edited fields that came out different; all of them where they stand under other names."""
    found = [name for name in sorted(edits) if old.arguments.get(name) != new.arguments.get(name)]
    return found or sorted(edits)


def _only_edited(old: Preview, new: Preview, edits: Mapping[str, Any]) -> bool:
    """True where the frozen arguments differ in the edited fields alone, and the target is as it was."""
    changed = {
        key
        for key in {*old.arguments, *new.arguments}
        if key not in edits and old.arguments.get(key) != new.arguments.get(key)
    }
    return not changed and old.target_version == new.target_version and set(new.held_by_rules) <= set(old.held_by_rules)
