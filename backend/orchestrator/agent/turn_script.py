"""In which order is a turn played? Command, answer to a question, yes or no to a preview; else route, loop, answer."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent import planning_policy
from orchestrator.agent.answering import Answer, Asked, Phrase, answer_of, compose
from orchestrator.agent.attention import Attention
from orchestrator.agent.bundle import Action, Bundle, PreviewOut, RunOut, StopReason, TurnStatus
from orchestrator.agent.clarification import NeedUserInput, Option
from orchestrator.agent.confirm import Confirmer
from orchestrator.agent.durable import until_reachable
from orchestrator.agent.limits import ROUTER_TIMEOUT_S, Limits
from orchestrator.agent.model_routing import ModelRouter
from orchestrator.agent.opening import Opening, open_turn
from orchestrator.agent.origin import Fence, Origin
from orchestrator.agent.ports import CommandRunner, Preview, TurnRequest
from orchestrator.agent.profile import ConversationalAgentInterface, ProfileRegistry, PromptMaterials, owned_by
from orchestrator.agent.replies import CONFIRM_TOOL, Clarified, Verdict, clarified, verdict_on_previews
from orchestrator.agent.router import Route, router_schema
from orchestrator.agent.router import route as routed_by
from orchestrator.agent.rules import RuleSet
from orchestrator.agent.services import Services
from orchestrator.agent.state import TurnState
from orchestrator.agent.tool_loop_runner import ToolLoopRunner
from orchestrator.agent.tool_visibility_policy import Visibility, tier_of, visible
from orchestrator.agent.turn import LiveRun, Switches, Turn
from orchestrator.errors import ClientError, Conflict, NotFound
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.language.mood import Mood, mood_of
from orchestrator.language.sentences import sentence
from orchestrator.llm.messages import ChatRequest, Message, Role, ToolCall, TurnFacts
from orchestrator.llm.port import ModelError
from orchestrator.telemetry.logging import get_logger

MILLISECONDS = 1000
HISTORY_FACTS = 6
"""So many messages of the window are facts for a deterministic model."""

log = get_logger(__name__)


@dataclass(frozen=True)
class Models:
    """The models of this process: the routed chain, and what words an answer from the ledger alone."""

    router: ModelRouter
    phrase: Phrase


class TurnScript:
    """Plays one turn; the controller keeps it alive."""

    def __init__(
        self,
        services: Services,
        models: Models,
        profiles: ProfileRegistry,
        loop: ToolLoopRunner,
        confirmer: Confirmer,
        limits: Limits,
        *,
        attention: Attention,
        router_prompt: str,
        commands: CommandRunner | None = None,
        switches: Switches | None = None,
    ) -> None:
        self._services = services
        self._models = models
        self._profiles = profiles
        self._loop = loop
        self._confirmer = confirmer
        self._limits = limits
        self._attention = attention
        self._router_prompt = router_prompt
        self._commands = commands
        self._switches = switches or Switches()

    async def play(self, request: TurnRequest, live: LiveRun) -> Bundle:
        """The turn's bundle, stored. Raises only where it can't be stored."""
        started = time.monotonic()
        turn = self._bare_turn(request, live)
        try:
            answer = await self._answer(turn)
        except ClientError as error:
            answer = self._plain(turn, error.detail, "stopped", "final_answer")
        except Exception:
            # Border of a turn: whatever went wrong, the user gets an answer and the run is settled.
            log.exception("a turn failed")
            answer = self._plain(turn, sentence("stopped_internal", turn.language), "stopped", "interrupted")
        answer.bundle.run.duration_ms = int((time.monotonic() - started) * MILLISECONDS)
        return await self._finish(request, live, answer)

    async def _finish(self, request: TurnRequest, live: LiveRun, answer: Answer) -> Bundle:
        async def store() -> Bundle:
            async with self._services.unit_of_work() as session:
                stored = await self._services.turns.finish(
                    session,
                    request.owner.id,
                    live.run_id,
                    bundle=answer.bundle,
                    metadata=answer.metadata,
                    origin=answer.origin,
                    explanation=answer.explanation,
                    steps=answer.steps,
                )
                if stored is None:
                    return await self._closed_elsewhere(session, request, live) or answer.bundle
                if not live.attended:
                    asked = {"question": request.question, "locale": request.locale}
                    await self._attention.call(session, request.owner.id, stored, **asked)
                    live.called = True
                return stored

        return await until_reachable(store)

    async def _closed_elsewhere(self, session: AsyncSession, request: TurnRequest, live: LiveRun) -> Bundle | None:
        """Another process took this run for dead and closed it: its word stands. None where the run was erased."""
        try:
            return await self._services.turns.bundle(session, request.owner.id, live.run_id)
        except NotFound:
            return None

    # --- what kind of turn it is

    async def _answer(self, bare: Turn) -> Answer:
        request = bare.request
        if request.question.lstrip().startswith("/"):
            return await self._command(bare)
        opening = await open_turn(self._services, request, bare.thread_id, bare.live.message_id)
        asked = clarified(request.question, request.reply, opening.window)
        if asked is not None:
            return await self._resumed(bare, opening, asked)
        verdict = verdict_on_previews(request.question, opening.last_answer)
        if verdict is not None:
            return await self._decided(bare, opening, verdict)
        return await self._routed(bare, opening)

    async def _command(self, turn: Turn) -> Answer:
        turn = replace(turn, route=replace(turn.route, intent="command", confidence=1.0, reason="begins with /"))
        reply = (
            await self._commands.run(turn.request, turn.thread_id, turn.run_id) if self._commands is not None else None
        )
        if reply is None:
            name = turn.question.split(maxsplit=1)[0]
            return self._plain(
                turn, sentence("unknown_command", turn.language, command=name), "answered", "final_answer"
            )
        return compose(
            turn,
            text=reply.answer,
            status="preview" if reply.previews else "answered",
            stop="preview" if reply.previews else "final_answer",
            state=TurnState(),
            run=self._run_out(turn, "main"),
            extra_previews=reply.previews,
            command_result=reply.command_result,
        )

    # --- a yes or a no

    async def _decided(self, turn: Turn, opening: Opening, verdict: Verdict) -> Answer:
        turn = replace(
            turn, route=replace(turn.route, mood=Mood.CONFIRMATION, confidence=1.0, reason="answers a preview")
        )
        known = await self._presented(turn, verdict.previews)
        if turn.request.history is not None and verdict.kind == "yes" and [one.state for one in known] == ["confirmed"]:
            return await self._confirmed(turn, known[0].id)  # the client sent its yes again: nothing is executed
        now = self._services.clock.now()
        presented = [one for one in known if one.state == "pending" and one.expires_at > now]
        if not presented:
            return await self._routed(turn, opening)
        if verdict.kind == "no":
            dropped = [await self._confirmer.cancel(turn.owner, preview.id) for preview in presented]
            names = "; ".join(preview.summary for preview in dropped)
            text = sentence("declined", turn.language, summary=names)
            return self._plain(turn, text, "answered", "final_answer", previews=dropped, state=_quoting(presented))
        if len(presented) > 1:
            options = tuple(Option(str(preview.id), preview.summary) for preview in presented)
            needs = NeedUserInput("choice", sentence("which_preview", turn.language), options, field="preview_id")
            return self._asks(turn, Asked(needs, CONFIRM_TOOL))
        return await self._confirmed(turn, presented[0].id)

    async def _presented(self, turn: Turn, ids: Sequence[UUID]) -> list[Preview]:
        """The previews that a message presented, as they are now, in that order."""
        async with self._services.unit_of_work() as session:
            found = [await self._services.previews.find(session, turn.owner.id, one) for one in ids]
        return [one for one in found if one is not None]

    async def _confirmed(self, turn: Turn, preview_id: UUID) -> Answer:
        try:
            preview = await self._confirmer.confirm(turn.owner, preview_id)
        except Conflict as conflict:
            text = sentence("confirm_gone", turn.language, reason=conflict.detail)
            again = conflict.extra.get("preview")
            shown = [PreviewOut.model_validate(again)] if again else []
            return self._plain(turn, text, "preview" if shown else "answered", "final_answer", previews=shown)
        quoting = _quoting(await self._presented(turn, [preview_id]))
        if preview.state == "confirmed" and preview.result is not None:
            action = Action(
                tool=preview.tool,
                outcome="done",
                summary=preview.result.summary,
                entity=preview.result.entity,
                preview_id=preview.id,
            )
            text = sentence("confirmed", turn.language, summary=preview.result.summary)
            return self._plain(
                turn, text, "answered", "final_answer", previews=[preview], actions=[action], state=quoting
            )
        reason = preview.last_error or preview.state
        action = Action(
            tool=preview.tool, outcome="failed", summary=preview.summary, preview_id=preview.id, reason=reason
        )
        text = sentence("confirm_failed", turn.language, reason=reason)
        return self._plain(turn, text, "preview", "preview", previews=[preview], actions=[action], state=quoting)

    # --- a clarification that is answered

    async def _resumed(self, turn: Turn, opening: Opening, asked: Clarified) -> Answer:
        stored = asked.asked
        if stored.get("tool") == CONFIRM_TOOL:
            preview_id = parse_id(asked.value)
            if preview_id is None:
                return self._plain(turn, sentence("clarification_gone", turn.language), "answered", "final_answer")
            return await self._confirmed(turn, preview_id)
        tool = str(stored.get("tool", ""))
        arguments: dict[str, Any] = dict(stored.get("arguments", {}))
        if stored.get("field"):
            arguments[str(stored["field"])] = asked.value
        before = str(stored.get("question_before", ""))
        reading = mood_of(before, turn.locale)
        route = replace(
            turn.route,
            intent=str(stored.get("intent", "general")),
            confidence=1.0,
            mood=Mood(str(stored.get("mood", reading.mood.value))),
            negated=reading.negated,
            language=reading.language,
            reason="continues what was asked before",
        )
        turn = replace(turn, question=f"{before}\n{turn.question}".strip(), route=route)
        call = ToolCall(id=f"clarified_{new_id().hex}", name=tool, arguments=arguments)
        return await self._looped(turn, opening, first_calls=(call,))

    # --- the loop

    async def _routed(self, turn: Turn, opening: Opening) -> Answer:
        return await self._looped(replace(turn, route=await self._route(turn)), opening)

    async def _route(self, turn: Turn) -> Route:
        async def ask_model(question: str) -> str | None:
            request = ChatRequest(
                messages=(Message(Role.SYSTEM, self._router_prompt), Message(Role.USER, question)),
                purpose="routing",
                schema=router_schema(),
                effort="none",
                deadline_s=ROUTER_TIMEOUT_S,
            )
            remaining = min(ROUTER_TIMEOUT_S, turn.live.remaining_s())
            try:
                routed = await self._models.router.chat(request, user_id=turn.owner.id, remaining_s=remaining)
            except ModelError as error:
                log.info("the router model gave no answer", error=str(error))
                return None
            return None if routed.fell_back else routed.reply.text

        model = ask_model if self._models.router.routing_available else None
        return await routed_by(turn.question, turn.locale, ask_model=model, rules_only=not self._switches.router)

    async def _looped(self, turn: Turn, opening: Opening, *, first_calls: Sequence[ToolCall] = ()) -> Answer:
        profile = self._profile(turn)
        owned = owned_by(profile, self._services.tools)
        tier = tier_of(turn.route.confidence) if turn.switches.tiers else "low"
        gate = turn.switches.mood_gate
        shown = visible(
            owned, intent=turn.route.intent, tier=tier, mood=turn.mood, negated=turn.route.negated, gate=gate
        )
        turn = replace(
            turn,
            rules=opening.rules,
            now=opening.now,
            limits=profile.limits(self._limits),
            purpose=profile.purpose,
            user_words=opening.user_words(turn.question),
            agent_words=opening.agent_words(),
            asked_before=opening.asked_before(turn.question),
            in_mind=opening.in_mind(),
        )
        prompt = profile.build(await self._materials(turn, opening, shown))
        run = self._run_out(turn, profile.name)
        await self._save_route(turn, run.model_copy(update={"visible_tools": list(shown.names)}))
        turn.emit("route", {**run.model_dump(include=_ROUTE_FIELDS), "visible_tools": list(shown.names)})

        def facts(state: TurnState, visibility: Visibility, missing: str | None) -> TurnFacts:
            return _facts(turn, opening, state, [tool.offered for tool in visibility.tools], missing)

        result = await self._loop.run(
            turn,
            prompt,
            owned,
            shown,
            planning_policy.plan_for(turn.route, turn.question, shown, now=turn.local_now),
            TurnState(tainted=prompt.taints, read=opening.read),
            facts,
            first_calls=first_calls,
        )
        last = _facts(turn, opening, result.state, [], None)
        return await answer_of(turn, result, prompt, run, self._models.phrase, last)

    async def _save_route(self, turn: Turn, run: RunOut) -> None:
        """What was decided, for whoever looks at the run while it goes on or closes it for a dead process."""

        async def save() -> None:
            async with self._services.unit_of_work() as session:
                told = run.model_dump(mode="json")
                await self._services.turns.save_route(session, turn.owner.id, turn.run_id, told)

        await until_reachable(save)

    def _profile(self, turn: Turn) -> ConversationalAgentInterface:
        named = self._profiles.named(turn.request.profile) if turn.request.profile else None
        return named or self._profiles.for_intent(turn.route.intent)

    async def _materials(self, turn: Turn, opening: Opening, shown: Visibility) -> PromptMaterials:
        return PromptMaterials(
            user_name=turn.owner.name,
            now=turn.local_now,
            zone=turn.zone,
            locale=turn.locale,
            question=turn.question,
            fence=turn.fence,
            rules=opening.rules.texts,
            parts=opening.parts,
            window=opening.shown,
            summaries=opening.summaries,
            context=opening.context,
            people=await self._people(turn),
            may_write=any(tool.effect.value == "write" for tool in shown.tools),
        )

    async def _people(self, turn: Turn) -> tuple[str, ...]:
        """Contacts that the question names, resolved before the first model call where that is likely to help."""
        if not turn.route.pre_resolve:
            return ()
        async with self._services.unit_of_work() as session:
            found = await self._services.resolver.named_in(session, turn.owner.id, turn.question, locale=turn.locale)
        return tuple(f"{ref.title} (contact_id {ref.id})" for resolution in found for ref in resolution.entities)

    # --- small answers

    def _asks(self, turn: Turn, asked: Asked) -> Answer:
        return compose(
            turn,
            text=asked.needs.question,
            status="needs_input",
            stop="needs_input",
            state=TurnState(),
            run=self._run_out(turn, "main"),
            asked=asked,
        )

    def _plain(
        self,
        turn: Turn,
        text: str,
        status: TurnStatus,
        stop: StopReason,
        *,
        previews: Sequence[PreviewOut] = (),
        actions: Sequence[Action] = (),
        state: TurnState | None = None,
    ) -> Answer:
        return compose(
            turn,
            text=text,
            status=status,
            stop=stop,
            state=state or TurnState(),
            run=self._run_out(turn, "main"),
            actions=actions,
            extra_previews=previews,
        )

    def _run_out(self, turn: Turn, profile: str) -> RunOut:
        route = turn.route
        return RunOut(
            id=str(turn.run_id),
            intent=route.intent,
            mood=route.mood.value,
            route_source=route.source,
            confidence=round(route.confidence, 2),
            tier=tier_of(route.confidence),
            profile=profile,
        )

    def _bare_turn(self, request: TurnRequest, live: LiveRun) -> Turn:
        """The turn before it is routed: a general one in the language of the question."""
        reading = mood_of(request.question, request.locale)
        route = Route("general", 1.0, "rule", reading.mood, reading.negated, reading.language)
        return Turn(
            request=request,
            run_id=live.run_id,
            thread_id=live.thread_id,
            question=request.question,
            route=route,
            rules=RuleSet(),
            now=request.now or self._services.clock.now(),
            fence=Fence(),
            limits=self._limits,
            switches=self._switches,
            emit=live.emit,
            live=live,
        )


def _quoting(previews: Sequence[Preview]) -> TurnState:
    """The state of a turn whose answer repeats these previews: what others wrote in them is still theirs."""
    return TurnState(tainted=any(preview.origin is Origin.THIRD_PARTY for preview in previews))


_ROUTE_FIELDS = {"intent", "mood", "route_source", "confidence", "tier", "profile"}


def _facts(turn: Turn, opening: Opening, state: TurnState, tools: Sequence[Any], missing: str | None) -> TurnFacts:
    return TurnFacts(
        question=turn.question,
        now=turn.local_now,
        zone=turn.zone,
        locale=turn.locale,
        purpose="turn",
        tools=tuple(tools),
        ledger=state.ledger,
        history=opening.history()[-HISTORY_FACTS:],
        context=opening.context,
        user_name=turn.owner.name,
        intent=turn.route.intent,
        mood=turn.mood.value,
        missing=missing,
    )
