"""How does a turn come to its answer once it is routed? Profile, tools, prompt, loop."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any

from orchestrator.agent.execution.error_learning import ErrorMemory
from orchestrator.agent.loop import draft_check
from orchestrator.agent.loop.loop import ToolLoopRunner
from orchestrator.agent.prompting.result_text import SPAN
from orchestrator.agent.response.builder import Answer, Phrase, answer_of
from orchestrator.agent.response.plain_answers import run_out
from orchestrator.agent.tools.spec import ToolSpec
from orchestrator.agent.turn.context import LazyPrompt, TurnContext, standing_parts
from orchestrator.agent.turn.profile import (
    ConversationalAgentInterface,
    ProfileRegistry,
    Prompt,
    PromptMaterials,
)
from orchestrator.agent.turn.services import Services
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import Turn
from orchestrator.agent.turn.visibility import Visibility, owned_by, tier_of, visible
from orchestrator.agent.types.bundle import RunOut
from orchestrator.agent.types.limits import Limits
from orchestrator.agent.types.origin import Origin
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.kit.zones import wall_time
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatRequest, Purpose, ToolCall, TurnFacts, WaitingChange

HISTORY_FACTS = 6
"""So many messages of the window are facts for a deterministic model."""
RECURRENCE = "recurrence"
"""The argument that holds how a change recurs."""
_ROUTE_FIELDS = {"intent", "mood", "route_source", "confidence", "tier", "profile"}


@dataclass(frozen=True)
class Models:
    """The models of this process: the routed chain, and what words an answer from the ledger alone."""

    router: ModelRouter
    phrase: Phrase


class RoutedTurns:
    """Takes routed turns through the loop."""

    def __init__(
        self, services: Services, profiles: ProfileRegistry, loop: ToolLoopRunner, limits: Limits, models: Models
    ) -> None:
        self._services = services
        self._profiles = profiles
        self._loop = loop
        self._limits = limits
        self._models = models
        self._lessons = ErrorMemory(services)

    def first_request(self, turn: Turn, opening: TurnContext) -> ChatRequest:
        """What a deterministic model is asked of a turn before it is routed: it may use every tool of the profile."""
        tools = tuple(tool.offered for tool in owned_by(self._profile(turn), self._services.tools))
        turn = replace(turn, rules=opening.rules, now=opening.now)
        facts = facts_of(turn, opening, TurnState(), tools, None)
        return ChatRequest((), "turn", tools=tools, facts=facts, local_first=True)

    async def answer(
        self,
        turn: Turn,
        opening: TurnContext,
        *,
        first_calls: Sequence[ToolCall] = (),
        before: TurnState | None = None,
    ) -> Answer:
        """The answer of the loop. `first_calls` are carried out before a model is asked; `before`: what was done in
        this turn already."""
        vocabulary = turn.vocabulary
        profile = self._profile(turn)
        found = await self._found(turn)
        owned = owned_by(profile, (*self._services.tools, *found))
        beside = frozenset(tool.group for tool in found)
        shown = _shown(turn, owned, beside, tiers=turn.switches.tiers)
        if not self._models.router.configured:
            shown = replace(shown, overview=_shown(turn, owned, beside, tiers=False).tools)
        turn = _prepared(turn, opening, profile.limits(self._limits), profile.purpose)

        async def build(turn: Turn = turn) -> Prompt:
            return profile.build(await self._materials(turn, opening, shown))

        prompt = LazyPrompt(build)
        run = run_out(turn, profile.name)
        await self._save_route(turn, run.model_copy(update={"visible_tools": list(shown.names)}))
        turn.emit("route", {**run.model_dump(include=_ROUTE_FIELDS), "visible_tools": list(shown.names)})

        def facts(state: TurnState, visibility: Visibility, missing: str | None) -> TurnFacts:
            return facts_of(turn, opening, state, [tool.offered for tool in visibility.offered], missing)

        plan = await asyncio.to_thread(
            draft_check.plan_for, turn.route, turn.asked, shown, vocabulary, now=turn.local_now
        )
        result = await self._loop.run(
            turn,
            prompt,
            owned,
            shown,
            plan,
            _begun(before or TurnState(), opening),
            facts,
            first_calls=(*first_calls, *_attached(turn)),
        )
        last = facts_of(turn, opening, result.state, [], None)
        lessons = await self._lessons.remember(turn, result.state.lessons, tainted=result.state.tainted)
        return await answer_of(turn, result, prompt.made, run, self._models.phrase, last, lessons=lessons)

    async def _save_route(self, turn: Turn, run: RunOut) -> None:
        """What was decided, for whoever looks at the run while it goes on or closes it for a dead process."""

        async def save() -> None:
            async with self._services.unit_of_work_of(turn.owner.id) as tx:
                told = run.model_dump(mode="json")
                await self._services.turns.save_route(tx, turn.run_id, told)

        await retry_on_disconnect(save)

    def _profile(self, turn: Turn) -> ConversationalAgentInterface:
        named = self._profiles.named(turn.request.profile) if turn.request.profile else None
        return named or self._profiles.for_intent(turn.route.intent)

    async def _materials(self, turn: Turn, opening: TurnContext, shown: Visibility) -> PromptMaterials:
        guides = await self._chosen_guides(turn)
        return PromptMaterials(
            user_name=turn.owner.name,
            now=turn.local_now,
            zone=turn.zone,
            locale=turn.locale,
            question=turn.question,
            fence=turn.fence,
            rules=opening.rules.told(turn.question),
            parts=await standing_parts(self._services, turn.request, opening, guides),
            window=opening.shown,
            summaries=opening.summaries,
            context=opening.context,
            context_origin=opening.context_origin,
            location=opening.here,
            people=_people(turn, opening),
            follow_ups=turn.vocabulary.follow_ups,
            rule_kind=turn.vocabulary.rule_kind,
            may_write=any(tool.effect.value == "write" for tool in shown.tools),
        )

    async def _chosen_guides(self, turn: Turn) -> tuple[str, ...]:
        """The instructions that a model chose for the question; none where nobody chooses."""
        if self._services.guides is None:
            return ()
        choice = await self._services.guides.chosen(turn.owner.id, turn.asked, turn.live.remaining_s())
        turn.live.beside += (choice.cost,)
        return choice.names

    async def _found(self, turn: Turn) -> Sequence[ToolSpec]:
        """The user's own tools that the question may need; the deterministic model knows none of them."""
        if not self._models.router.configured:
            return ()
        return await retry_on_disconnect(lambda: self._services.tools_for(turn.owner.id, turn.asked))


def _people(turn: Turn, opening: TurnContext) -> tuple[str, ...]:
    """The people that the question names, resolved before the first model call where that is likely to help."""
    if not turn.route.pre_resolve:
        return ()
    return tuple(
        f"{ref.title} ({turn.vocabulary.person_kind}_id {ref.id})"
        for resolution in opening.people.named_in(turn.asked)
        for ref in resolution.entities
    )


def _shown(turn: Turn, owned: Sequence[ToolSpec], beside: frozenset[str], *, tiers: bool) -> Visibility:
    """The tools that the turn's route, and what came with the question, ask for, with those of the groups `beside`;
    without `tiers` all."""
    vocabulary, route = turn.vocabulary, turn.route
    attached = vocabulary.of_groups(lambda one: one.of_attachments) if turn.request.attachments else frozenset()
    return visible(
        owned,
        vocabulary,
        intent=route.intent,
        tier=tier_of(route.confidence) if tiers else "low",
        mood=turn.mood,
        negated=route.negated,
        gate=turn.switches.mood_gate,
        beside=route.beside | attached | beside,
    )


def _prepared(turn: Turn, opening: TurnContext, limits: Limits, purpose: Purpose) -> Turn:
    """The turn with what it opened with, within its profile's bounds."""
    return replace(
        turn,
        rules=opening.rules,
        now=opening.now,
        limits=limits,
        purpose=purpose,
        user_words=opening.user_words(turn.question),
        agent_words=opening.agent_words(),
        discourse=opening.discourse(turn.question),
    )


def _begun(before: TurnState, opening: TurnContext) -> TurnState:
    """The state in which the loop begins; `before`: what a command asked of models before it declined."""
    return replace(before, tainted=before.tainted or opening.taints, read=(*before.read, *opening.read))


def _attached(turn: Turn) -> list[ToolCall]:
    """The files that came with the question are read before a model is asked."""
    if turn.vocabulary.reads_attachment is None:
        return []
    tool, argument = turn.vocabulary.reads_attachment
    return [
        ToolCall(id=f"attached_{number}", name=tool, arguments={argument: str(attached)})
        for number, attached in enumerate(dict.fromkeys(turn.request.attachments), 1)
    ]


def facts_of(
    turn: Turn, opening: TurnContext, state: TurnState, tools: Sequence[Any], missing: str | None
) -> TurnFacts:
    return TurnFacts(
        question=turn.asked,
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
        answer_in=(turn.rules.language or "")[:2],
        language=turn.route.language or "",
        waiting=_waiting(turn, opening),
    )


def _waiting(turn: Turn, opening: TurnContext) -> tuple[WaitingChange, ...]:
    """What the thread proposed in the user's own words; what others wrote is told only where it is asked for."""
    own = (one for one in opening.waiting if not one.tainted and one.origin is not Origin.THIRD_PARTY)
    times = SPAN | turn.vocabulary.times
    return tuple(
        WaitingChange(
            one.tool,
            one.summary,
            _first_moment(one.arguments, times),
            one.arguments.get(RECURRENCE),
            str(one.arguments.get("timezone") or turn.zone),
        )
        for one in own
    )


def _first_moment(arguments: Mapping[str, Any], times: Collection[str]) -> datetime | None:
    """The earliest of the wall times, or days, that the arguments hold."""
    found = [at for name in times if (at := wall_time(arguments.get(name))) is not None]
    return min((_wall(at) for at in found), default=None)


def _wall(at: datetime | date) -> datetime:
    """A day begins at midnight."""
    return at.replace(tzinfo=None) if isinstance(at, datetime) else datetime.combine(at, time())
