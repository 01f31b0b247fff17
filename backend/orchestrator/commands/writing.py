"""How does a draft become a preview, and an edited one the next? Each in one transaction, with the run's step.

The preview is frozen like every other (agent/tools/freezing.py), and the one `Confirmer` confirms, cancels and undoes
it, and edits it by a route. A command's waits for seven days.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.execution.calls import count, propose
from orchestrator.agent.execution.results import written
from orchestrator.agent.execution.validation import ValidatedCall
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.tools.freezing import canonical, digest_of, missing_scopes
from orchestrator.agent.tools.spec import FrozenTool, ToolContext
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.state import StepOutcome
from orchestrator.agent.types.bundle import EntityOut, ProposalRecord, StepRecord
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.limits import COMMAND_PREVIEW_LIFE_S
from orchestrator.agent.types.origin import Origin
from orchestrator.commands.command import DraftCommand, Extraction, Proposed
from orchestrator.commands.extracting import Work
from orchestrator.commands.state import CommandState
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.errors import ScopeMissing, ToolFailed, ToolRejected
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.language.messages import say
from orchestrator.llm.messages import ToolCall

_ID = patterns.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DRAFT, _COMMAND = "draft_id", "command"
"""What the step that stores a draft's first preview tells of it, in case that its message is never written."""
MOST_EDITS = 200
"""Previews of one draft that are followed to the one that stands."""

Written = tuple[Preview, tuple[str, ...]]
"""The preview and what the user should know beside it."""


class Drafts:
    """Previews of commands."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def head(self, owner_id: UUID, preview_id: UUID) -> Preview | None:
        """The preview that has taken this one's place in the end; None where it was erased."""
        async with self._services.unit_of_work_of(owner_id) as tx:
            found = await self._services.previews.find(tx, preview_id)
            for _ in range(MOST_EDITS):
                if found is None or found.superseded_by is None:
                    break
                found = await self._services.previews.find(tx, found.superseded_by)
        return found

    async def seen(self, owner_id: UUID, presented: Sequence[str], head: Preview) -> bool:
        """Whether a yes to what was presented may mean `head`: it is that preview, or that one as the user has edited
        it since. One that was made anew because its target changed was not seen."""
        ids = [found for text in presented if (found := parse_id(text)) is not None]
        if head.id in ids:
            return True
        async with self._services.unit_of_work_of(owner_id) as tx:
            before = [await self._services.previews.find(tx, one) for one in ids]
        return any(one is not None and one.target_version == head.target_version for one in before)

    async def propose(
        self, work: Work, command: DraftCommand, state: CommandState, extraction: Extraction
    ) -> Written | NeedUserInput:
        """The draft's first preview. Raises ToolError."""

        async def make(session: AsyncSession) -> tuple[Preview, Proposed] | NeedUserInput:
            came = tuple(found for one in state.attachments if (found := parse_id(one)) is not None)
            ctx = await self._context(session, work, state.timezone, came)
            made = await command.propose(ctx, extraction)
            if isinstance(made, NeedUserInput):
                return made
            preview = await self._frozen(ctx, work, made)
            await self._services.previews.add(session, preview)
            return preview, made

        return await self._write(work, command, extraction, make, begins=state.draft_id)

    async def edit(
        self, work: Work, command: DraftCommand, head: Preview, change: Extraction
    ) -> Written | NeedUserInput:
        """The preview with the change, in the place of `head`. Raises ToolError."""

        async def make(session: AsyncSession) -> tuple[Preview, Proposed] | NeedUserInput:
            # What was frozen never changes: the row is locked only when others have been asked what they have to be.
            ctx = await self._context(session, work, head.timezone, work.turn.request.attachments)
            made = await command.edited(ctx, head, change)
            if isinstance(made, NeedUserInput):
                return made
            current = await self._services.previews.get(Tx(session, head.owner_id), head.id, for_update=True)
            if current.state != "pending":
                raise ToolFailed(say("commands.gone", work.turn.language))
            fresh = await self._frozen(ctx, work, made)
            if digest_of(fresh.tool, fresh.arguments, fresh.timezone) == current.digest:
                raise ToolRejected(say("commands.unchanged", work.turn.language))
            fresh = replace(fresh, tainted=fresh.tainted or current.tainted)
            await self._services.previews.add(session, fresh)
            await self._services.previews.save(session, replace(current, state="superseded", superseded_by=fresh.id))
            return fresh, made

        return await self._write(work, command, change, make)

    async def _write(
        self,
        work: Work,
        command: DraftCommand,
        extraction: Extraction,
        make: Callable[[AsyncSession], Awaitable[tuple[Preview, Proposed] | NeedUserInput]],
        *,
        begins: str | None = None,
    ) -> Written | NeedUserInput:
        """`begins`: the draft whose first preview it is."""
        turn, index = work.turn, len(work.state.steps)
        by = {"by": f"the command /{command.name}"}
        if begins is not None:
            by |= {_COMMAND: command.name, _DRAFT: begins}
        turn.emit("step", {"index": work.state.model_calls})

        before: list[tuple[Preview, Proposed]] = []

        async def once() -> tuple[StepOutcome, Written | NeedUserInput]:
            async with self._services.unit_of_work_of(turn.owner.id) as tx:
                made = await self._committed(tx.session, before) or await make(tx.session)
                if isinstance(made, NeedUserInput):
                    record = StepRecord(
                        index=index,
                        model_call=by,
                        proposals=[_asked(command, extraction, made)],
                        read=_named([option.id for option in made.options]),
                    )
                    outcome = StepOutcome(record, taints=made.origin is Origin.THIRD_PARTY)
                    await self._services.turns.save_step(tx, turn.run_id, record)
                    return outcome, made
                before.append(made)
                preview, proposed = made
                proposal = _held(preview, self._services.frozen_tool(preview.tool))
                record = StepRecord(index=index, model_call=by, proposals=[proposal], read=_named(preview.arguments))
                await self._services.turns.save_step(tx, turn.run_id, record)
                taints = preview.origin is Origin.THIRD_PARTY
                about = proposed.prepared.about
                outcome = StepOutcome(record, previews=(preview,), context=about, taints=taints)
                return outcome, (preview, (*proposed.prepared.hints, *proposed.notes))

        outcome, made = await retry_on_disconnect(once)
        work.state = work.state.after_step(outcome)
        (record,) = outcome.record.proposals
        count(record)
        turn.emit("tool.finished", {"tool": record.tool, "outcome": record.outcome, "duration_ms": 0})
        return made

    async def _committed(
        self, session: AsyncSession, before: Sequence[tuple[Preview, Proposed]]
    ) -> tuple[Preview, Proposed] | None:
        """What an attempt wrote whose connection broke off at its end."""
        for made in before:
            if await self._services.previews.find(Tx(session, made[0].owner_id), made[0].id) is not None:
                return made
        return None

    async def _frozen(self, ctx: ToolContext, work: Work, made: Proposed) -> Preview:
        """Raises ToolRejected where a rule forbids the tool, ScopeMissing where the token does."""
        spec = self._services.frozen_tool(made.tool)
        if (rule := ctx.rules.blocks(spec.name)) is not None:
            raise ToolRejected(say("agent.rules.blocks", work.turn.language, rule=rule.text))
        if missing := missing_scopes(spec, ctx.scopes):
            raise ScopeMissing(f"This needs a token with scope {', '.join(sorted(missing))}.")
        proposal = await propose(spec, made.prepared, ctx, tainted=work.state.tainted, life_s=COMMAND_PREVIEW_LIFE_S)
        return proposal.preview

    async def _context(
        self, session: AsyncSession, work: Work, zone: str, attachments: tuple[UUID, ...]
    ) -> ToolContext:
        turn = work.turn
        return self._services.tool_context(
            Tx(session, turn.owner.id),
            now=turn.now,
            zone=zone,
            locale=turn.locale,
            rules=turn.rules,
            scopes=turn.owner.scopes,
            question=turn.question,
            run_id=turn.run_id,
            thread_id=turn.thread_id,
            discourse=turn.discourse,
            attachments=attachments,
        )


def first_previews(steps: Sequence[StepRecord]) -> list[tuple[ProposalRecord, str, str]]:
    """The proposals by which a run's drafts got their first previews, with the draft's id and the command's name."""
    return [
        (proposal, str(step.model_call[_DRAFT]), str(step.model_call[_COMMAND]))
        for step in steps
        for proposal in step.proposals
        if proposal.outcome == "waiting" and _DRAFT in step.model_call
    ]


def _named(value: Any) -> list[EntityOut]:
    """The entities whose ids stand anywhere in a proposal or an option: the answer names them, so erasing one of them
    redacts it. Ids that will only come to be are nobody's."""
    found = dict.fromkeys(_ID.findall(canonical(value)))
    return [EntityOut(type="entity", id=one) for one in found]


def _held(preview: Preview, spec: FrozenTool) -> ProposalRecord:
    call = ToolCall("", preview.tool, preview.arguments)
    judged = ValidatedCall(call, "accept", spec=spec, arguments=preview.arguments)
    return written(judged, preview, None, None, "a command waits for the user", filed=True).record


def _asked(command: DraftCommand, extraction: Extraction, needs: NeedUserInput) -> ProposalRecord:
    arguments: dict[str, Any] = dict(extraction)
    return ProposalRecord(
        tool=f"/{command.name}",
        arguments=arguments,
        verdict="accept",
        result_summary=needs.question,
        outcome="needs_input",
        effect="write",
        origin=needs.origin.value,
    )
