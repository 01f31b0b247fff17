"""What happens to a question from receipt to answer? One turn: route, profile, loop, verify, record; alike for /ask and
the stream.

A run belongs to no connection: it goes on as a task of its own, and listeners read its events. Nothing that a model or
a tool does raises through here.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any
from uuid import UUID

from orchestrator.agent.ports.requests import ClarificationReply, TurnRequest, Window
from orchestrator.agent.ports.runner import TurnEvent
from orchestrator.agent.ports.turns import Accepted
from orchestrator.agent.previews.reply_parser import clarified
from orchestrator.agent.runs.needs_input import NeedsInputNotifier
from orchestrator.agent.runs.pipeline import TurnPipeline
from orchestrator.agent.runs.recovery import Recovery
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.turn import LiveRun, Permit, Permits
from orchestrator.agent.types.bundle import Bundle, id_text
from orchestrator.agent.types.limits import RUN_LEASE_S, RUN_RENEW_S, TURNS_AT_ONCE, WINDOW_MESSAGES, Limits
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.errors import Conflict
from orchestrator.telemetry.logging import bound, get_logger
from orchestrator.telemetry.metrics import METRICS
from orchestrator.telemetry.tracing import span

FIRST_POLL_S = 0.02
LONGEST_POLL_S = 0.5
POLL_GROWTH = 1.6
GRACE_S = 60.0
"""How long a repetition of a run waits beyond the run's own deadline."""
MILLISECONDS = 1000
TOKEN_CHARACTERS = 24
"""The checked answer is streamed in pieces of about this size."""

log = get_logger(__name__)


class Controller:
    """The agent runner: accepts turns, keeps the live ones, and hands each to its script."""

    def __init__(
        self,
        services: Services,
        script: TurnPipeline,
        recovery: Recovery,
        attention: NeedsInputNotifier,
        limits: Limits,
    ) -> None:
        self._services = services
        self._script = script
        self._recovery = recovery
        self._attention = attention
        self._limits = limits
        self._permits = Permits(TURNS_AT_ONCE)
        self._live: dict[UUID, tuple[LiveRun, asyncio.Task[Bundle]]] = {}
        self._renewing: asyncio.Task[None] | None = None

    async def run(self, request: TurnRequest) -> Bundle:
        """The whole turn. A caller that is cancelled does not end the run, unless the request says so.
        Raises Conflict (`thread_busy`), NotFound."""
        accepted = await self._accept(request)
        if accepted.kind == "repeated":
            return await self._outcome(request, _known(accepted.run_id))
        live, task = self._start(request, accepted)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            request.caller.leave()
            if request.cancel_on_disconnect:
                live.cancelled.set()
            raise

    async def stream(self, request: TurnRequest) -> AsyncIterator[TurnEvent]:
        """The same turn as events, the last one `final` (or `error`). Raises like `run`, before the first event."""
        accepted = await self._accept(request)
        run_id = _known(accepted.run_id)
        if accepted.kind == "repeated" and run_id not in self._live:
            # told at once: it may go on in another process for minutes, and what the listener sees then are heartbeats
            yield TurnEvent("run.started", {"run_id": str(run_id), "thread_id": id_text(accepted.thread_id)})
            bundle = await self._outcome(request, run_id)
            yield TurnEvent("final", bundle.model_dump(mode="json"))
            return
        if accepted.kind == "repeated":
            live, task = self._live[run_id]
            self._attend(request, live)
        else:
            live, task = self._start(request, accepted)
        try:
            async for event in self._events(live, task):
                yield event
        except (asyncio.CancelledError, GeneratorExit):  # before the listener had the last event
            request.caller.leave()
            if request.cancel_on_disconnect:
                live.cancelled.set()
            raise

    async def cancel(self, owner_id: UUID, run_id: UUID) -> None:
        """End a run between executions, wherever it lives. Raises NotFound."""

        async def ask() -> None:
            async with self._services.unit_of_work_of(owner_id) as tx:
                await self._services.turns.request_cancel(tx, run_id)

        await retry_on_disconnect(ask)
        if run_id in self._live:
            self._live[run_id][0].cancelled.set()

    async def close(self, *, patience_s: float) -> None:
        """End what is under way: every run is cancelled between executions and may still record its answer."""
        for live, _ in list(self._live.values()):
            live.cancelled.set()
        tasks = [task for _, task in self._live.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=patience_s)
        if self._renewing is not None:
            self._renewing.cancel()
            await asyncio.gather(self._renewing, return_exceptions=True)
        await self._attention.close()

    # --- accepting

    async def _accept(self, request: TurnRequest) -> Accepted:
        """Store the question and get the thread; another turn of the thread is waited for. Raises NotFound for an
        answer to a clarification that the thread never asked, before anything is stored."""
        if request.reply is not None:
            await self._check_reply(request, request.reply)
        loop = asyncio.get_running_loop()
        give_up = loop.time() + self._limits.thread_wait_s
        pause = FIRST_POLL_S
        while True:
            accepted = await retry_on_disconnect(lambda: self._accept_once(request))
            if accepted.kind != "busy":
                return accepted
            if loop.time() + pause > give_up:
                detail = (
                    f"Another turn of this thread has been going on for {self._limits.thread_wait_s:.0f} s. Try later."
                )
                raise Conflict("thread_busy", detail)
            await self._turn_ends(request.thread_id, pause)
            pause = min(pause * POLL_GROWTH, LONGEST_POLL_S)
            await self._recovery.run()

    async def _turn_ends(self, thread_id: UUID | None, pause: float) -> None:
        """Until the thread's turn ends; at most `pause`, because it may go on in another process."""
        here = [task for live, task in self._live.values() if live.thread_id == thread_id]
        if here:
            await asyncio.wait(here, timeout=pause)
        else:
            await asyncio.sleep(pause)

    async def _check_reply(self, request: TurnRequest, reply: ClarificationReply) -> None:
        async with self._services.unit_of_work_of(request.owner.id) as tx:
            window = (
                await self._services.turns.window(tx, request.thread_id, limit=WINDOW_MESSAGES)
                if request.thread_id is not None
                else Window()
            )
        clarified(request.question, reply, window.messages)

    async def _accept_once(self, request: TurnRequest) -> Accepted:
        async with self._services.unit_of_work() as session:
            return await self._services.turns.accept(session, request, lease_s=RUN_LEASE_S)

    async def _outcome(self, request: TurnRequest, run_id: UUID) -> Bundle:
        """The bundle of a run that was accepted before, here or in another process."""
        if run_id in self._live:
            live, task = self._live[run_id]
            self._attend(request, live)
            try:
                return await asyncio.shield(task)
            except asyncio.CancelledError:
                request.caller.leave()
                raise
        loop = asyncio.get_running_loop()
        give_up = loop.time() + self._limits.deadline_s + GRACE_S
        pause = FIRST_POLL_S
        while loop.time() < give_up:
            bundle = await retry_on_disconnect(lambda: self._stored(request.owner.id, run_id))
            if bundle is not None:
                return bundle
            await asyncio.sleep(pause)
            pause = min(pause * POLL_GROWTH, LONGEST_POLL_S)
            await self._recovery.run()
        raise Conflict("thread_busy", "The run that this message started has not ended. Try again later.")

    async def _stored(self, owner_id: UUID, run_id: UUID) -> Bundle | None:
        async with self._services.unit_of_work_of(owner_id) as tx:
            return await self._services.turns.bundle(tx, run_id)

    # --- going on

    def _start(self, request: TurnRequest, accepted: Accepted) -> tuple[LiveRun, asyncio.Task[Bundle]]:
        loop = asyncio.get_running_loop()
        live = LiveRun(
            run_id=_known(accepted.run_id),
            thread_id=accepted.thread_id,
            message_id=accepted.message_id,
            owner_id=request.owner.id,
            deadline_at=loop.time() + self._limits.deadline_s,
            permit=Permit(self._permits),
        )
        self._attend(request, live)
        live.emit("run.started", {"run_id": str(live.run_id), "thread_id": id_text(live.thread_id)})
        for warning in request.warnings:
            live.emit("warning", {"message": warning})
        task = asyncio.create_task(self._drive(request, live), name=f"run {live.run_id}")
        self._live[live.run_id] = (live, task)
        self._recovery.alive.add(live.run_id)
        task.add_done_callback(lambda _: self._ended(live))
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.create_task(self._renew(), name="renew run leases")
        return live, task

    async def _drive(self, request: TurnRequest, live: LiveRun) -> Bundle:
        with bound(run_id=str(live.run_id)), span("turn", run_id=str(live.run_id)):
            async with live.at_work():
                live.deadline_at = asyncio.get_running_loop().time() + self._limits.deadline_s  # not that of the line
                bundle = live.answer = await self._script.play(request, live)
        self._look_after(request, live)  # who left while it was being stored
        METRICS.turns.labels(bundle.run.stop_reason).inc()
        METRICS.turn_seconds.observe(bundle.run.duration_ms / MILLISECONDS)
        _emit_answer(live, bundle)
        return bundle

    def _attend(self, request: TurnRequest, live: LiveRun) -> None:
        """The caller of this request waits for the run's answer."""
        live.callers.append(request.caller)
        request.caller.when_gone(lambda: self._look_after(request, live))

    def _look_after(self, request: TurnRequest, live: LiveRun) -> None:
        """A run that is stored and needs the user, whom nobody told: they are called. One that is not stored yet looks
        itself who is there."""
        if live.answer is not None and not live.attended and not live.called:
            live.called = True
            self._attention.call_later(live.owner_id, live.answer, question=request.question, locale=request.locale)

    def _ended(self, live: LiveRun) -> None:
        self._live.pop(live.run_id, None)
        self._recovery.alive.discard(live.run_id)
        live.wake()

    async def _renew(self) -> None:
        """Keep the leases of the live runs, and hear of cancellations that other processes were asked for."""
        while self._live:
            await asyncio.sleep(RUN_RENEW_S)
            ids = list(self._live)
            try:
                async with self._services.unit_of_work() as session:
                    asked = await self._services.turns.renew(session, ids, lease_s=RUN_LEASE_S)
            except Exception:  # a named border: the next round renews; the leases outlast several
                log.warning("the leases of live runs could not be renewed", exc_info=True)
                continue
            for run_id in asked:
                if run_id in self._live:
                    self._live[run_id][0].cancelled.set()

    async def _events(self, live: LiveRun, task: asyncio.Task[Bundle]) -> AsyncIterator[TurnEvent]:
        position = 0
        while True:
            while position < len(live.events):
                yield live.events[position]
                position += 1
            if task.done() and position >= len(live.events):
                break
            await live.wait_beyond(position)
        error = task.exception()
        if error is not None:
            log.error("a run could not be recorded", exc_info=error)
            yield TurnEvent("error", {"code": "not_ready", "message": "The answer could not be stored. Try again."})


def _emit_answer(live: LiveRun, bundle: Bundle) -> None:
    """The checked answer in pieces, what needs the user, the bundle: nothing before it had passed the gates."""
    for start in range(0, len(bundle.answer), TOKEN_CHARACTERS):
        live.emit("token", {"text": bundle.answer[start : start + TOKEN_CHARACTERS]})
    for preview in bundle.previews:
        if preview.state == "pending":
            live.emit("preview", preview.model_dump(mode="json"))
    if bundle.need_user_input is not None:
        live.emit("need_user_input", bundle.need_user_input.model_dump(mode="json"))
    final: Mapping[str, Any] = bundle.model_dump(mode="json")
    live.emit("final", final)


def _known(value: UUID | None) -> UUID:
    if value is None:
        msg = "an accepted turn has a run"
        raise ValueError(msg)
    return value
