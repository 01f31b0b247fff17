"""In which order is a turn played? Command, answer to a question, yes or no to a preview; else route, loop, answer."""

import asyncio
import time
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.loop import draft_check
from orchestrator.agent.loop.loop import ToolLoopRunner
from orchestrator.agent.ports.discourse import Discourse
from orchestrator.agent.ports.reception import SettledTurn
from orchestrator.agent.ports.requests import TurnRequest
from orchestrator.agent.previews.lifecycle import Confirmer
from orchestrator.agent.previews.reply_handler import PreviewReplyHandler
from orchestrator.agent.previews.reply_parser import (
    CONFIRM_TOOL,
    Clarified,
    clarified,
)
from orchestrator.agent.response.builder import Answer, answered, compose
from orchestrator.agent.response.plain_answers import plain, run_out
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.runs.antecedents import Antecedents
from orchestrator.agent.runs.commands import COMMAND_TOOL, CommandReply, CommandRunner, CommandTurn, Declined
from orchestrator.agent.runs.needs_input import NeedsInputNotifier
from orchestrator.agent.runs.routed_turn import Models, RoutedTurns
from orchestrator.agent.turn.context import TurnContext, open_turn
from orchestrator.agent.turn.profile import ProfileRegistry
from orchestrator.agent.turn.routing import Route, router_schema
from orchestrator.agent.turn.routing import route as routed_by
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import LiveRun, Switches, Turn
from orchestrator.agent.turn.visibility import groups_of
from orchestrator.agent.types.bundle import Bundle
from orchestrator.agent.types.limits import ROUTER_TIMEOUT_S, Limits
from orchestrator.agent.types.origin import Fence
from orchestrator.agent.types.vocabulary import GENERAL_INTENT
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.tx import Tx
from orchestrator.errors import ClientError, NotFound
from orchestrator.kit import patterns
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.language.detect import carried
from orchestrator.language.messages import heard_by, say
from orchestrator.language.places.zones import country_of
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.llm.messages import ChatRequest, Message, Role, ToolCall
from orchestrator.llm.port import ModelError
from orchestrator.telemetry.logging import get_logger

MILLISECONDS = 1000
_NAMED = patterns.compile(r"(?s)\s*/(?P<name>[^\s/]{1,64})(?P<words>(?:\s.*)?)")

log = get_logger(__name__)


class TurnPipeline:
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
        attention: NeedsInputNotifier,
        router_prompt: str,
        commands: CommandRunner | None = None,
        switches: Switches | None = None,
    ) -> None:
        self._services = services
        self._models = models
        self._decisions = PreviewReplyHandler(services, confirmer)
        self._routed_turns = RoutedTurns(services, profiles, loop, limits, models)
        self._antecedents = Antecedents(services)
        self._limits = limits
        self._attention = attention
        self._router_prompt = router_prompt
        self._commands = commands
        self._switches = switches or Switches()

    async def play(self, request: TurnRequest, live: LiveRun) -> Bundle:
        """The turn's bundle, stored. Raises only where it can't be stored."""
        with heard_by(request.locale, country_of(request.zone)):
            return await self._played(request, live)

    async def _played(self, request: TurnRequest, live: LiveRun) -> Bundle:
        started = time.monotonic()
        turn = await self._bare_turn(request, live)
        try:
            answer = await self._answer(turn)
        except ClientError as error:
            answer = plain(turn, error.detail, "stopped", "final_answer")
        except Exception:  # a named border: whatever went wrong, the user gets an answer and the run is settled
            log.exception("a turn failed")
            answer = plain(turn, say("agent.stopped.internal", turn.language), "stopped", "interrupted")
        answer.bundle.run.duration_ms = int((time.monotonic() - started) * MILLISECONDS)
        return await self._finish(request, live, answer)

    async def _finish(self, request: TurnRequest, live: LiveRun, answer: Answer) -> Bundle:
        async def store() -> Bundle:
            async with self._services.unit_of_work_of(request.owner.id) as tx:
                stored = await self._services.turns.finish(
                    tx,
                    live.run_id,
                    bundle=answer.bundle,
                    metadata=answer.metadata,
                    origin=answer.origin,
                    explanation=answer.explanation,
                    steps=answer.steps,
                )
                if stored is None:
                    return await self._closed_elsewhere(tx.session, request, live) or answer.bundle
                await self._services.context.answered(
                    tx, answered(request, live, answer, self._services.vocabulary.rule_kind)
                )
                if self._services.reception is not None:
                    now = self._services.clock.now()
                    turn = settled_turn(request, live, answer, stored, now)
                    await self._services.reception.settled(tx.session, turn)
                if not live.attended:
                    asked = {"question": request.question, "locale": request.locale}
                    await self._attention.call(tx, stored, **asked)
                    live.called = True
                return stored

        return await retry_on_disconnect(store)

    async def _closed_elsewhere(self, session: AsyncSession, request: TurnRequest, live: LiveRun) -> Bundle | None:
        """Another process took this run for dead and closed it: its word stands. None where the run was erased."""
        try:
            return await self._services.turns.bundle(Tx(session, request.owner.id), live.run_id)
        except NotFound:
            return None

    # --- what kind of turn it is

    async def _answer(self, bare: Turn) -> Answer:
        request = bare.request
        opening = await open_turn(self._services, request, bare.thread_id, bare.live.message_id)
        bare.live.window = opening.window
        language = carried(request.question, opening.asked_before(request.question), request.locale)
        route = replace(bare.route, language=language)
        bare = replace(bare, rules=opening.rules, people=opening.people, shared_reads=opening.shared_reads, route=route)
        if (answer := await self._guided(bare, opening)) is not None:
            return answer
        cased = self._antecedents.with_names(bare, opening)
        taken = await self._commanded(replace(bare, question=cased), opening)
        if isinstance(taken, Answer):
            return taken
        asked = clarified(request.question, request.reply, opening.window)
        if asked is not None and asked.asked.get("tool") != COMMAND_TOOL:
            return await self._resumed(bare, opening, asked)
        settled = await self._decisions.settled(bare, opening) if request.reply is None else None
        if settled is not None:
            return settled
        understood = await self._antecedents.understood(replace(bare, question=cased), opening)
        bare = replace(bare, understood=understood.text if understood.text != bare.question else "")
        if understood.presented is not None:  # "they moved it" may look like a request, what it puts anew may be none
            reading = await asyncio.to_thread(mood_of, understood.text, bare.locale)
            bare = replace(bare, route=replace(bare.route, mood=reading.mood, negated=reading.negated))
        answer = await self._routed(bare, opening, before=taken.state)
        answer = await self._decisions.called_off(bare, opening, answer)
        if not understood.instead:
            return await self._decisions.beside(bare, answer, opening.last_answer)
        if answer.bundle.previews:
            await self._decisions.replaced(bare, answer, understood.presented or opening.last_answer)
        return answer

    # --- instructions that are called by name

    async def _guided(self, bare: Turn, opening: TurnContext) -> Answer | None:
        """The answer to `/weekly-review` and its like; None to any other message. What may be called so was approved by
        the user; the turn sees all tools, inside the gates of every turn."""
        named = _NAMED.fullmatch(bare.question) if bare.request.reply is None else None
        if named is None or self._services.guides is None:
            return None
        turn = replace(bare, rules=opening.rules, now=opening.now)
        async with self._services.unit_of_work_of(turn.owner.id) as tx:
            name, words = named["name"].casefold(), named["words"].strip()
            calls = await self._services.guides.named(tx, name, words, turn.local_now.date())
        if calls is None:
            return None
        asked = replace(
            bare.route, intent=GENERAL_INTENT, mood=Mood.REQUEST, negated=False, reason="names instructions"
        )
        route = replace(asked, confidence=0.0)
        return await self._routed_turns.answer(replace(turn, route=route), opening, first_calls=calls)

    # --- a command

    async def _commanded(self, bare: Turn, opening: TurnContext) -> Answer | Declined:
        """The answer of a slash command to its words, to what it asked, or to a message about its draft."""
        slashed = bare.question.lstrip().startswith("/")
        if self._commands is None and not slashed:
            return Declined()
        route = replace(bare.route, intent="command", confidence=1.0, reason="a command takes it")
        turn = replace(
            bare, route=route, rules=opening.rules, now=opening.now, discourse=Discourse(location=opening.here)
        )
        if self._commands is None:
            name = turn.question.split(maxsplit=1)[0]
            unknown = say("agent.unknown_command", turn.language, command=name)
            return plain(turn, unknown, "answered", "final_answer")
        reply = await self._commands.run(CommandTurn(turn, opening))
        return reply if isinstance(reply, Declined) else self._of_command(turn, reply)

    def _of_command(self, turn: Turn, reply: CommandReply) -> Answer:
        return compose(
            turn,
            text=reply.answer,
            status=reply.status,
            stop=reply.stop,
            state=reply.state,
            run=run_out(turn, "main"),
            actions=reply.actions or draft_check.actions_of(reply.state.steps),
            asked=reply.asked,
            extra_previews=reply.previews,
            command_result=reply.command_result,
            thread_id=reply.thread_id,
        )

    # --- a clarification that is answered

    async def _resumed(self, turn: Turn, opening: TurnContext, asked: Clarified) -> Answer:
        stored = asked.asked
        if stored.get("tool") == CONFIRM_TOOL:
            preview_id = parse_id(asked.value)
            if preview_id is None:
                return plain(turn, say("agent.clarification_gone", turn.language), "answered", "final_answer")
            return await self._decisions.confirmed(turn, preview_id)
        tool = str(stored.get("tool", ""))
        arguments: dict[str, Any] = dict(stored.get("arguments", {}))
        if stored.get("field"):
            arguments[str(stored["field"])] = asked.value
        before = str(stored.get("question_before", ""))
        reading = await asyncio.to_thread(mood_of, before, turn.locale)
        mood = Mood(str(stored.get("mood", reading.mood.value)))
        intent = str(stored.get("intent", "general"))
        asking = next((one for one in self._services.tools if one.name == tool), None)
        known = self._services.vocabulary.intent(intent)
        groups = groups_of(self._services.vocabulary, known) if known is not None else None
        # The tool that asked was shown: by its intent, or because no intent was sure.
        shown = asking is None or groups is None or bool(asking.groups & groups)
        route = replace(
            turn.route,
            intent=intent,
            confidence=1.0 if shown else 0.0,
            mood=mood,
            negated=reading.negated and mood is not Mood.REQUEST,  # "never invite Ana" asked for a rule
            language=reading.language,
            reason="continues what was asked before",
        )
        turn = replace(turn, question=f"{before}\n{turn.question}".strip(), route=route)
        call = ToolCall(id=f"clarified_{new_id().hex}", name=tool, arguments=arguments)
        return await self._routed_turns.answer(turn, opening, first_calls=(call,))

    # --- the loop

    async def _routed(self, turn: Turn, opening: TurnContext, *, before: TurnState | None = None) -> Answer:
        route = await self._route(turn, opening)
        route = replace(route, language=turn.route.language)  # a few words are of the talk's language
        return await self._routed_turns.answer(replace(turn, route=route), opening, before=before)

    async def _route(self, turn: Turn, opening: TurnContext) -> Route:
        async def ask_model(question: str) -> str | None:
            if await self._models.router.understood(self._routed_turns.first_request(turn, opening)) is not None:
                return None  # no model is asked for the answer either
            request = ChatRequest(
                messages=(Message(Role.SYSTEM, self._router_prompt), Message(Role.USER, question)),
                purpose="routing",
                schema=router_schema(self._services.vocabulary),
                effort="none",
                deadline_s=ROUTER_TIMEOUT_S,
                meanwhile=turn.live.elsewhere,
            )
            remaining = min(ROUTER_TIMEOUT_S, turn.live.remaining_s())
            try:
                routed = await self._models.router.chat(request, user_id=turn.owner.id, remaining_s=remaining)
            except ModelError as error:
                log.info("the router model gave no answer", error=str(error))
                return None
            turn.live.beside += (routed.cost,)
            return None if routed.fell_back else routed.reply.text

        model = ask_model if self._models.router.routing_available else None
        return await routed_by(
            turn.asked,
            turn.locale,
            self._services.vocabulary,
            ask_model=model,
            rules_only=not self._switches.router,
        )

    async def _bare_turn(self, request: TurnRequest, live: LiveRun) -> Turn:
        """The turn before it is routed: a general one in the language of the question."""
        reading = await asyncio.to_thread(mood_of, request.question, request.locale)
        route = Route("general", 1.0, "rule", reading.mood, reading.negated, reading.language)
        return Turn(
            request=request,
            run_id=live.run_id,
            thread_id=live.thread_id,
            question=request.question,
            route=route,
            rules=RuleSet(),
            now=request.now or self._services.clock.now(),
            fence=Fence.of_thread(live.thread_id),
            limits=self._limits,
            switches=self._switches,
            emit=live.emit,
            live=live,
            vocabulary=self._services.vocabulary,
        )


def settled_turn(request: TurnRequest, live: LiveRun, answer: Answer, stored: Bundle, now: datetime) -> SettledTurn:
    """The turn whose answer was stored as `stored` just `now`."""
    return SettledTurn(
        owner_id=request.owner.id,
        run_id=live.run_id,
        thread_id=live.thread_id,
        message_id=live.message_id,
        question=request.question,
        asked_at=now - timedelta(milliseconds=stored.run.duration_ms),
        window=live.window,
        bundle=stored,
        origin=answer.origin,
        rule_ids=_told(answer),
    )


def _told(answer: Answer) -> tuple[UUID, ...]:
    """The rules that its prompts told."""
    named = [rule_id for part in answer.explanation.context for rule_id in part.get("rules", ())]
    named += [rule_id for step in answer.steps for rule_id in step.model_call.get("rules", ())]
    return tuple(dict.fromkeys(known for one in named if (known := parse_id(one)) is not None))
