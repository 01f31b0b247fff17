"""What about a run whose process died? It is closed as `interrupted` from its stored ledger, and says what was done.

Nothing is executed again: what the stored steps hold was committed together with its writes, everything else was not.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.loop import draft_check
from orchestrator.agent.ports.turns import UnfinishedRun
from orchestrator.agent.runs.commands import CommandRunner
from orchestrator.agent.runs.needs_input import NeedsInputNotifier
from orchestrator.agent.turn.services import Services
from orchestrator.agent.types.bundle import Bundle, Explanation, RunOut, id_text
from orchestrator.agent.types.origin import Origin
from orchestrator.db.tx import Tx
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.mood import mood_of
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)
CLOSED_AT_ONCE = 20


class Recovery:
    """Closes what a dead process left open; any process may do it for any other."""

    def __init__(
        self, services: Services, attention: NeedsInputNotifier, commands: CommandRunner | None = None
    ) -> None:
        self._services = services
        self._attention = attention
        self._commands = commands
        self.alive: set[UUID] = set()
        """Runs of this very process: not dead, however late a busy machine renews their leases."""

    async def run(self, *, even_leased: bool = False) -> int:
        """Close the runs whose lease has ended; answers how many. `even_leased`: at the start of a process that knows
        that no other one is alive."""
        async with self._services.unit_of_work() as session:
            unfinished = await self._services.turns.unfinished(
                session, limit=CLOSED_AT_ONCE, even_leased=even_leased, alive=self.alive
            )
            for run in unfinished:
                try:
                    async with session.begin_nested():
                        await self._close(session, run)
                except Exception as error:  # noqa: BLE001  (a named border: one run's texts must not keep others open)
                    log.error("a run that broke off is closed without reading its question", error=type(error).__name__)
                    async with session.begin_nested():
                        await self._close(session, replace(run, question=""))
        return len(unfinished)

    async def _close(self, session: AsyncSession, run: UnfinishedRun) -> None:
        bundle = interrupted_bundle(run)
        metadata: dict[str, Any] = {"status": "stopped", "stop_reason": "interrupted"}
        draft = await self._commands.recovered(session, run) if self._commands is not None else None
        if draft is not None:
            result = dict(draft.command_result)
            bundle = bundle.model_copy(update={"command_result": result, "previews": [draft.preview]})
            metadata |= {"command_result": result, "previews": [draft.preview.id]}
        tx = Tx(session, run.owner_id)
        closed = await self._services.turns.finish(
            tx, run.run_id, bundle=bundle, metadata=metadata, origin=origin_of(run), explanation=Explanation()
        )
        if closed is not None:  # who asked was cut off with the process
            await self._attention.call(tx, closed, question=run.question, locale=run.locale)


def origin_of(run: UnfinishedRun) -> Origin:
    """The label of the closing answer: its summaries may quote what the run read."""
    read = {proposal.origin for step in run.steps for proposal in step.proposals}
    return Origin.THIRD_PARTY if Origin.THIRD_PARTY.value in read else Origin.AGENT


def interrupted_bundle(run: UnfinishedRun) -> Bundle:
    """The answer of a run that nobody finished."""
    language = mood_of(run.question, run.locale).language
    actions = draft_check.actions_of(run.steps)
    done = [action.summary for action in actions if action.outcome == "done"]
    waiting = [action.summary for action in actions if action.outcome == "waiting"]
    lines = [say("agent.stopped.interrupted", language)]
    if done:
        lines.append(say("agent.done_before", language, items="; ".join(done)))
    if waiting:
        lines.append(say("agent.actions.waiting", language, items="; ".join(waiting)))
    lines.append(say("agent.not_done" if done else "agent.nothing_changed", language))
    executed = [proposal for step in run.steps for proposal in step.proposals if proposal.outcome in {"done", "failed"}]
    out = RunOut.model_validate(
        {
            **run.run,
            "id": str(run.run_id),
            "steps": len(run.steps),
            "tool_calls": len(executed),
            "stop_reason": "interrupted",
        }
    )
    return Bundle(
        thread_id=id_text(run.thread_id),
        message_id="",
        status="stopped",
        answer="\n".join(lines),
        actions=actions,
        run=out,
    )
