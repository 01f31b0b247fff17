"""How does a turn go back and forth between model and tools, and when is it over? The bounded loop of all profiles.

Each round asks the model, judges what it proposes as a whole batch, carries it out, and looks at what that added. A
text without calls is a draft: it passes the verifier and the claim gate, is sent back once, or is corrected.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol
from uuid import UUID

from orchestrator.agent.execution.call_site import turn_site
from orchestrator.agent.execution.executor import ToolExecutor
from orchestrator.agent.execution.results import concluded
from orchestrator.agent.execution.validation import ValidatedCall, judge_batch
from orchestrator.agent.loop import draft_check
from orchestrator.agent.prompting.budget import PROMPT_TOKENS, TIGHT_SHARE, assemble
from orchestrator.agent.tools.spec import Effect, ToolSpec
from orchestrator.agent.turn.context import LazyPrompt
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import RunCancelled, Turn, unless_cancelled
from orchestrator.agent.turn.visibility import Visibility, escalated
from orchestrator.agent.types.bundle import ModelUse, ProposalRecord, StepRecord, StopReason
from orchestrator.agent.types.clarification import NeedUserInput
from orchestrator.agent.types.limits import MINIMAL_CALL_S
from orchestrator.language.messages import say
from orchestrator.llm.gateway.effort import Signals
from orchestrator.llm.gateway.router import Routed
from orchestrator.llm.messages import ChatRequest, Message, Role, ToolCall, TurnFacts
from orchestrator.llm.port import ModelError, PromptTooLong
from orchestrator.telemetry.logging import get_logger

_CALLED_FOR = frozenset({"retrieval", "time_span", "proposal", "web"})
"""What only a call can bring: a model that was sent back for it is offered nothing else."""
log = get_logger(__name__)


class ModelCaller(Protocol):
    """The models behind their routing (llm/gateway/router.py)."""

    async def chat(
        self, request: ChatRequest, *, user_id: UUID, remaining_s: float, signals: Signals | None = None
    ) -> Routed:
        """One answer by the first model of the chain that gives one. Raises ModelError where none does."""
        ...


@dataclass(frozen=True)
class LoopResult:
    """How the loop ended. `draft` is the accepted text, empty where a bound stopped it; `asking` is the call that only
    the user can complete."""

    state: TurnState
    visibility: Visibility
    stop: StopReason
    draft: str = ""
    asking: tuple[ValidatedCall, NeedUserInput] | None = None
    verifier: tuple[dict[str, Any], ...] = ()
    claims: tuple[dict[str, Any], ...] = ()


@dataclass
class _Round:
    """What changes while the loop goes round."""

    state: TurnState
    visibility: Visibility
    sent_back: set[str] = field(default_factory=set)
    verifier: list[dict[str, Any]] = field(default_factory=list)
    claims: list[dict[str, Any]] = field(default_factory=list)
    missing: str | None = None
    wanted: draft_check.Need | None = None
    repeats: bool = False
    """The last batch only repeated calls whose results are there."""

    def ended(
        self, stop: StopReason, draft: str = "", asking: tuple[ValidatedCall, NeedUserInput] | None = None
    ) -> LoopResult:
        return LoopResult(self.state, self.visibility, stop, draft, asking, tuple(self.verifier), tuple(self.claims))


class ToolLoopRunner:
    """Runs the loop of one turn after the other; holds no state of its own."""

    def __init__(self, executor: ToolExecutor, models: ModelCaller) -> None:
        self._executor = executor
        self._models = models

    async def run(
        self,
        turn: Turn,
        prompt: LazyPrompt,
        owned: Sequence[ToolSpec],
        visibility: Visibility,
        plan: draft_check.Plan,
        state: TurnState,
        facts: Callable[[TurnState, Visibility, str | None], TurnFacts],
        *,
        first_calls: Sequence[ToolCall] = (),
    ) -> LoopResult:
        """The loop until an answer, a question to the user, or a bound. `first_calls` are carried out before the model
        is asked (a call that the user's clarification completed). Never raises for what a model or tool did."""
        now = _Round(state, visibility)
        seeded = list(first_calls)
        while True:
            stop = now.state.stop_for(
                turn.limits, remaining_s=turn.live.remaining_s(), cancelled=turn.live.cancelled.is_set()
            )
            if stop is not None:
                return now.ended(stop)
            turn.emit("step", {"index": now.state.model_calls})
            if seeded:
                calls, text, model_call = tuple(seeded), "", {"by": "the user's clarification"}
                seeded = []
            else:
                try:
                    routed = await self._ask(turn, prompt, now, facts)
                except RunCancelled:
                    return now.ended("cancelled")
                except ModelError as error:
                    log.warning("no model answered", error=str(error))
                    return now.ended("deadline" if turn.live.remaining_s() <= MINIMAL_CALL_S else "model_unavailable")
                calls, text, model_call = routed.reply.tool_calls, routed.reply.text, model_call_of(routed)
            if not calls:
                ended = await self._draft(turn, now, owned, plan, text, model_call)
            else:
                ended = await self._batch(turn, now, owned, calls, text, model_call)
            if ended is not None:
                return ended

    # --- asking the model

    async def _ask(
        self,
        turn: Turn,
        prompt: LazyPrompt,
        now: _Round,
        facts: Callable[[TurnState, Visibility, str | None], TurnFacts],
    ) -> Routed:
        budget = PROMPT_TOKENS
        try:
            routed = await self._call(turn, prompt, now, facts, budget)
        except PromptTooLong:
            routed = await self._call(turn, prompt, now, facts, int(budget * TIGHT_SHARE))
        now.state = answered(turn, now.state, routed)
        return routed

    async def _call(
        self,
        turn: Turn,
        prompt: LazyPrompt,
        now: _Round,
        facts: Callable[[TurnState, Visibility, str | None], TurnFacts],
        budget: int,
    ) -> Routed:
        offered = now.visibility.offered
        if now.wanted == "proposal":
            offered = tuple(tool for tool in offered if tool.effect is not Effect.READ)

        async def compose() -> tuple[Message, ...]:
            state, inspecting = now.state, turn.vocabulary.inspecting
            return assemble(await prompt.get(), state.dialogue, state.ledger, budget=budget, inspecting=inspecting)

        request = ChatRequest(
            messages=(),
            compose=compose,
            meanwhile=turn.live.elsewhere,
            purpose=turn.purpose,
            tools=tuple(tool.offered for tool in offered),
            must_call=now.wanted in _CALLED_FOR,
            may_call=not now.repeats,
            facts=facts(now.state, now.visibility, now.missing),
            ruled=True,
            local_first=now.missing is None and all(use.role == "reader" for use in now.state.models),
        )
        signals = Signals(
            question_chars=len(turn.question),
            step=now.state.model_calls,
            tool_calls=now.state.tool_calls,
            confidence=turn.route.confidence,
        )
        asked = self._models.chat(request, user_id=turn.owner.id, remaining_s=turn.live.remaining_s(), signals=signals)
        routed = await unless_cancelled(turn, asked)
        if prompt.made is not None:
            now.state = now.state.prompted(prompt.made.read)
        return routed

    # --- drafts

    async def _draft(
        self,
        turn: Turn,
        now: _Round,
        owned: Sequence[ToolSpec],
        plan: draft_check.Plan,
        text: str,
        model_call: dict[str, Any],
    ) -> LoopResult | None:
        need = draft_check.missing(plan, now.state, text, owned) if turn.switches.verifier else None
        if need is None and turn.switches.verifier and self._widened(turn, now, owned, plan, text, model_call):
            return None
        now.verifier.append({"missing": need, "passed": need is None})
        gated = None
        if turn.switches.claim_gate:  # off the loop: a draft may be long
            composed = model_call.get("role") == "reader"
            gated = await asyncio.to_thread(draft_check.examine, text, now.state.ledger, turn.locale, composed=composed)
        if gated is not None:
            now.claims.append(
                {
                    "verdict": gated.verdict.verdict,
                    "claims": [{"text": claim.text, "matched": claim.matched} for claim in gated.verdict.claims],
                }
            )
        complaint = gated.contradiction if gated is not None and gated.contradiction else None
        told = complaint or (draft_check.instruction(need, turn.vocabulary) if need is not None else None)
        if told is not None and self._send_back(
            turn, now, "claim" if complaint else "verifier", text, told, model_call
        ):
            now.wanted = need
            return None
        record = StepRecord(index=len(now.state.steps), model_call=model_call)
        now.state = now.state.recorded(record)
        if gated is not None and complaint:
            text = draft_check.correct(text, gated, draft_check.actions_of(now.state.steps), turn.language)
        if need is not None:
            text = "\n\n".join(part for part in (text.strip(), say(draft_check.APOLOGY[need], turn.language)) if part)
        return now.ended("final_answer", text)

    def _widened(
        self,
        turn: Turn,
        now: _Round,
        owned: Sequence[ToolSpec],
        plan: draft_check.Plan,
        text: str,
        model_call: dict[str, Any],
    ) -> bool:
        """Whether a draft that found nothing goes back to search, with all tools shown."""
        if not draft_check.looked_too_narrowly(plan, now.state, owned, turn.vocabulary):
            return False
        if not self._send_back(turn, now, "wider", text, turn.vocabulary.instructions["wider"], model_call):
            return False
        now.verifier.append({"missing": "wider", "passed": False})
        now.wanted = "retrieval"
        if now.visibility.restricted:
            self._escalate(turn, now, owned)
        return True

    def _escalate(self, turn: Turn, now: _Round, owned: Sequence[ToolSpec]) -> None:
        """Show everything that the profile owns, inside the mood gate."""
        now.visibility = escalated(
            owned,
            turn.vocabulary,
            tier=now.visibility.tier,
            mood=turn.mood,
            negated=turn.route.negated,
            gate=turn.switches.mood_gate,
        )
        now.state = now.state.escalated()
        turn.emit("step", {"escalated": True, "visible_tools": list(now.visibility.names)})

    def _send_back(self, turn: Turn, now: _Round, kind: str, text: str, told: str, model_call: dict[str, Any]) -> bool:
        """Ask the model once more, naming what is wrong; False where it was asked already or may not be any more.

        A draft that only claims too much is to be written again, so it is shown; one without evidence is not: a small
        model that reads its own guess repeats it, whatever it finds then (docs/controller-ablation.md).
        """
        if kind in now.sent_back or now.state.repairs >= turn.limits.max_repairs:
            return False
        if turn.live.remaining_s() <= MINIMAL_CALL_S:
            return False
        now.sent_back.add(kind)
        now.missing = told
        record = StepRecord(index=len(now.state.steps), model_call={**model_call, "sent_back": told})
        shown = (Message(Role.ASSISTANT, text),) if kind == "claim" else ()
        now.state = now.state.asked_again(record, (*shown, Message(Role.USER, f"[controller] {told}")))
        return True

    # --- batches

    async def _batch(
        self,
        turn: Turn,
        now: _Round,
        owned: Sequence[ToolSpec],
        calls: Sequence[ToolCall],
        text: str,
        model_call: dict[str, Any],
    ) -> LoopResult | None:
        by_reader = model_call.get("role") == "reader"
        if now.visibility.goes_beyond(call.name for call in calls):
            self._escalate(turn, now, owned)
        site = turn_site(turn, now.state, now.visibility, owned, by_reader=by_reader)
        judged = await asyncio.to_thread(judge_batch, calls, site)
        now.repeats = all(one.why == "duplicate" for one in judged)
        accepted = sum(1 for one in judged if one.accepted)
        said = Message(Role.ASSISTANT, text, tool_calls=tuple(calls))
        index = len(now.state.steps)
        if now.state.tool_calls + accepted > turn.limits.max_tool_calls:
            record = StepRecord(index=index, model_call=model_call, proposals=_over_budget(judged, turn))
            now.state = now.state.recorded(record)
            return now.ended("max_tool_calls")
        outcome = await self._executor.execute(
            judged, turn, site, now.state.lessons, index=index, model_call=model_call
        )
        step = replace(outcome.step, messages=(said, *outcome.step.messages))
        now.state = now.state.after_step(step)
        now.missing = now.wanted = None
        if outcome.asking is not None:
            now.state = replace(now.state, clarifications=now.state.clarifications + 1)
            return now.ended("needs_input", asking=outcome.asking)
        if any(concluded(one, record) for one, record in zip(judged, outcome.step.record.proposals, strict=True)):
            return now.ended("final_answer", text)
        if now.state.repairs > turn.limits.max_repairs:
            return now.ended("max_repairs")
        if now.state.stalled:
            if not now.visibility.restricted:
                return now.ended("no_progress")
            self._escalate(turn, now, owned)
        return None


def _over_budget(judged: Sequence[ValidatedCall], turn: Turn) -> list[ProposalRecord]:
    reason = f"The batch would pass the limit of {turn.limits.max_tool_calls} tool calls, so none of it was executed."
    return [
        ProposalRecord(
            tool=one.spec.name if one.spec is not None else one.call.name,
            arguments=one.shown_arguments,
            verdict="reject",
            reason=reason if one.accepted else one.reason,
            outcome="refused",
            effect=one.spec.effect.value if one.spec is not None else "read",
        )
        for one in judged
    ]


def answered(turn: Turn, state: TurnState, routed: Routed) -> TurnState:
    """The state after a model's answer: what it used counts, its new warnings are told."""
    use = ModelUse(
        role=routed.role,
        name=routed.reply.model,
        effort=routed.effort,
        prompt_tokens=routed.reply.usage.prompt_tokens,
        completion_tokens=routed.reply.usage.completion_tokens,
        cost_micros=routed.cost.micros,
    )
    new = tuple(warning for warning in routed.warnings if warning not in state.warnings)
    for warning in new:
        turn.emit("warning", {"message": warning})
    return state.after_model(use, unavailable=routed.unavailable, warnings=new)


def model_call_of(routed: Routed) -> dict[str, Any]:
    """A model's answer as a step records it."""
    return {
        "role": routed.role,
        "model": routed.reply.model,
        "effort": routed.effort,
        "prompt_tokens": routed.reply.usage.prompt_tokens,
        "completion_tokens": routed.reply.usage.completion_tokens,
        "cost_micros": routed.cost.micros,
        "finish_reason": routed.reply.finish_reason,
    }
