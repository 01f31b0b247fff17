"""How does an agent work on what the user approved? By a run of the bounded loop as any turn's, with a prompt, tools
and limits of its own, behind a gate that is asked before each call of a model.

Nobody waits for it and nobody said its words: it belongs to no thread, is no turn that others wait for, and all that it
would change waits for the user. Who began it is told how it ended; its record is a run's.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from uuid import UUID

from orchestrator.agent.execution.executor import ToolExecutor
from orchestrator.agent.loop import draft_check
from orchestrator.agent.loop.loop import LoopResult, ToolLoopRunner
from orchestrator.agent.ports.context import Asked, ContextPart
from orchestrator.agent.ports.requests import Caller, Owner, TurnRequest
from orchestrator.agent.prompting.prompt import build_prompt
from orchestrator.agent.response.builder import Phrase, answer_of
from orchestrator.agent.response.plain_answers import run_out
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.runs.routed_turn import facts_of
from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.turn.context import LazyPrompt, TurnContext
from orchestrator.agent.turn.profile import Prompt, PromptMaterials
from orchestrator.agent.turn.routing import Route
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import LiveRun, Switches, Turn
from orchestrator.agent.turn.visibility import Visibility
from orchestrator.agent.types.bundle import StopReason
from orchestrator.agent.types.limits import RUN_LEASE_S, RUN_RENEW_S, Limits
from orchestrator.agent.types.origin import Fence
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.errors import StewardError
from orchestrator.language.messages import supported_language
from orchestrator.language.speech_acts.mood import Mood
from orchestrator.llm.gateway.effort import Signals
from orchestrator.llm.gateway.router import ModelRouter, Routed
from orchestrator.llm.messages import CallGate, ChatRequest, Effort, ModelRole, ToolCall, TurnFacts
from orchestrator.telemetry.logging import get_logger

log = get_logger(__name__)


class OutOfBudget(StewardError):
    """The gate lets no further call through: what was set aside for the work is used up."""


@dataclass(frozen=True)
class Assignment:
    """What an agent is to do. `goal`: in the user's or the plan's words; `instructions`: the system prompt; `parts`:
    what it is told of earlier work; `said`: folded words of the user's own that it may quote; `first_calls` are carried
    out before a model is asked; `untold`: names of what turns are told of the user that this work is not; `tainted`:
    others' words are among `parts`; `drafts_checked`: whether its text is held against the ledger (a plan is no
    claim)."""

    owner: Owner
    name: str
    goal: str
    instructions: str
    tools: Sequence[ToolSpec]
    limits: Limits
    locale: str
    zone: str
    parts: Sequence[ContextPart] = ()
    said: frozenset[str] = frozenset()
    first_calls: Sequence[ToolCall] = ()
    tainted: bool = False
    untold: frozenset[str] = frozenset()
    drafts_checked: bool = True
    role: ModelRole | None = None
    effort: Effort | None = None


@dataclass(frozen=True)
class Delegated:
    """How it ended. `result`: None where the gate ended it, or another process closed the run."""

    run_id: UUID
    stop: StopReason
    text: str = ""
    result: LoopResult | None = None


@dataclass
class Work:
    """One assignment under way, by the rules that bound when it began. `cancelled` ends it between executions."""

    run_id: UUID
    rules: RuleSet
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)


Closing = Callable[[Tx, Delegated], Awaitable[None]]
"""What is stored together with a run's end, before it; may be called again where the connection was lost."""


@dataclass(frozen=True)
class _GatedModels:
    """The process's models, each call of which asks the gate. The reader stands in where none answers, never before: an
    agent's brief is no message of the user's that it could understand whole."""

    models: ModelRouter
    gate: CallGate
    role: ModelRole | None
    effort: Effort | None

    async def chat(
        self, request: ChatRequest, *, user_id: UUID, remaining_s: float, signals: Signals | None = None
    ) -> Routed:
        gated = replace(request, gate=self.gate, wanted_effort=self.effort, local_first=False)
        return await self.models.chat(gated, user_id=user_id, remaining_s=remaining_s, signals=signals, role=self.role)


class DelegatedRuns:
    """Has agents work; holds no state of its own. `services` and `models` are the process's."""

    def __init__(self, services: Services, models: ModelRouter, phrase: Phrase) -> None:
        self.services = services
        self.models = models
        self._phrase = phrase

    async def begin(self, given: Assignment) -> Work:
        """The run, stored as running: its id is known before anything is done in it."""

        async def accept() -> Work:
            async with self.services.unit_of_work_of(given.owner.id) as tx:
                return await self.begun_in(tx, given)

        return await retry_on_disconnect(accept)

    async def begun_in(self, tx: Tx, given: Assignment) -> Work:
        """The same, together with what else the caller stores."""
        accepted = await self.services.turns.accept(tx.session, _request(given), lease_s=RUN_LEASE_S)
        assert accepted.run_id is not None
        return Work(accepted.run_id, await self.services.rules.rules(tx))

    async def work(
        self,
        begun: Work,
        given: Assignment,
        *,
        gate: CallGate,
        executor: ToolExecutor | None = None,
        closing: Closing | None = None,
    ) -> Delegated:
        """The loop to its end, recorded. Never raises for what a model or a tool did."""
        turn = self._turn(begun, given)
        opening = TurnContext((), turn.rules, turn.now, vocabulary=self.services.vocabulary)
        tools = tuple(given.tools)
        visibility = Visibility("low", tools, restricted=False)

        def facts(state: TurnState, shown: Visibility, missing: str | None) -> TurnFacts:
            return facts_of(turn, opening, state, [tool.offered for tool in shown.tools], missing)

        prompt = LazyPrompt(lambda: self._prompt(turn, given))
        models = _GatedModels(self.models, gate, given.role, given.effort)
        loop = ToolLoopRunner(executor or ToolExecutor(self.services), models)
        run = run_out(turn, given.name)
        async with self._leased(begun):
            try:
                result = await loop.run(
                    turn,
                    prompt,
                    tools,
                    visibility,
                    draft_check.Plan(()),
                    TurnState(tainted=given.tainted),
                    facts,
                    first_calls=given.first_calls,
                )
            except OutOfBudget as error:
                log.info("an agent's budget is used up", run_id=str(begun.run_id), why=str(error))
                result = LoopResult(TurnState(tainted=given.tainted), visibility, "token_budget")
            last = facts_of(turn, opening, result.state, [], None)
            phrase = self._phrase if result.draft or result.stop != "final_answer" else _called
            answer = await answer_of(turn, result, prompt.made, run, phrase, last)
        done = Delegated(begun.run_id, result.stop, answer.bundle.answer, result)

        async def settle() -> None:
            async with self.services.unit_of_work_of(given.owner.id) as tx:
                if closing is not None:
                    await closing(tx, done)
                await self.services.turns.finish(
                    tx,
                    begun.run_id,
                    bundle=answer.bundle,
                    metadata=answer.metadata,
                    origin=answer.origin,
                    explanation=answer.explanation,
                    steps=answer.steps,
                )

        await retry_on_disconnect(settle)
        return done

    def _turn(self, begun: Work, given: Assignment) -> Turn:
        live = LiveRun(
            run_id=begun.run_id,
            thread_id=None,
            message_id=None,
            owner_id=given.owner.id,
            deadline_at=asyncio.get_running_loop().time() + given.limits.deadline_s,
            cancelled=begun.cancelled,
        )
        return Turn(
            request=_request(given),
            run_id=begun.run_id,
            thread_id=None,
            question=given.goal,
            route=Route(
                intent="general",
                confidence=1.0,
                source="rule",
                mood=Mood.REQUEST,
                negated=False,
                language=supported_language(given.locale),
                reason="an agent's work",
            ),
            rules=begun.rules,
            now=self.services.clock.now(),
            fence=Fence(),
            limits=given.limits,
            switches=Switches() if given.drafts_checked else Switches(verifier=False, claim_gate=False),
            emit=live.emit,
            live=live,
            user_words=given.said,
            vocabulary=self.services.vocabulary,
            delegated=True,
        )

    async def _prompt(self, turn: Turn, given: Assignment) -> Prompt:
        """What the model is told, made where one is asked: the agent's own instructions, the user's rules, what is
        known of them that the goal may need, earlier work."""
        asked = Asked(given.goal, untold=given.untold)
        async with self.services.unit_of_work_of(given.owner.id) as tx:
            known = await self.services.context.parts(tx, now=turn.now, zone=turn.zone, locale=turn.locale, asked=asked)
        fenced = [replace(part, text=turn.fence.around(part.text, part.origin)) for part in given.parts]
        materials = PromptMaterials(
            user_name=given.owner.name,
            now=turn.local_now,
            zone=turn.zone,
            locale=turn.locale,
            question=given.goal,
            fence=turn.fence,
            rules=turn.rules.told(given.goal),
            parts=(*known, *fenced),
            rule_kind=self.services.vocabulary.rule_kind,
        )
        return build_prompt(given.instructions, materials)

    @asynccontextmanager
    async def _leased(self, begun: Work) -> AsyncIterator[None]:
        """The run's lease is renewed meanwhile; who asks that it stops is heard."""
        renewing = asyncio.create_task(self._renew(begun), name=f"lease of run {begun.run_id}")
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self, begun: Work) -> None:
        while True:
            await asyncio.sleep(RUN_RENEW_S)
            try:
                async with self.services.unit_of_work() as session:
                    asked = await self.services.turns.renew(session, [begun.run_id], lease_s=RUN_LEASE_S)
            except Exception:  # a named border: the next round renews; the lease outlasts several
                log.warning("the lease of an agent's run could not be renewed", exc_info=True)
                continue
            if asked:
                begun.cancelled.set()


async def _called(facts: TurnFacts) -> str:
    """What a run called that a tool ended: what it gave is with whoever had it work, and nobody reads an answer made of
    the rest as if it had been asked for."""
    return "\n".join(f"{one.tool}: {one.summary}" for one in facts.ledger if one.outcome == "done")


def _request(given: Assignment) -> TurnRequest:
    return TurnRequest(
        owner=given.owner,
        question=given.goal,
        zone=given.zone,
        locale=given.locale,
        profile=given.name,
        history=(),
        delegated=True,
        caller=Caller(gone=True),
    )
