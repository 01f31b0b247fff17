"""`/mission`: words after it are a goal, or what becomes of the mission that there is ("/mission approve"); "plan my
parents' visit in May" means the same. Agents that
the words give it to ("let the researcher do it") are those that it may use."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from orchestrator.agent.runs.commands import CommandReply, CommandTurn
from orchestrator.agent.turn.services import Services
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts.schemas import allows
from orchestrator.domain.work.agents import service as agents
from orchestrator.domain.work.agents.shipped import PLANNER
from orchestrator.domain.work.missions import preparing, repository, service
from orchestrator.domain.work.missions.model import Mission, MissionQuestion
from orchestrator.domain.work.missions.planning.plan import Plan
from orchestrator.domain.work.missions.running import answers, questions
from orchestrator.domain.work.missions.running.workshop import Workshop
from orchestrator.domain.work.missions.schemas import GOAL_CHARACTERS, MissionFields
from orchestrator.errors import InvalidRequest, ScopeMissing
from orchestrator.kit.ids import new_id
from orchestrator.kit.text import storable
from orchestrator.language import render
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.mission_words import (
    Act,
    act_in,
    act_of,
    answer_in,
    answer_of,
    assigned_in,
    goal_of,
    named_act_in,
    named_act_of,
    task_of,
)
from orchestrator.language.text.normalize import content_words, stems, tokens

OPEN = ("draft", "planned", "approved", "running", "waiting", "paused")
STATES = (*OPEN, "done", "partial", "failed", "cancelled")
LISTED = 5
MOST_TOLD = 20
"""Missions that one of may be meant."""
_MEANT: dict[Act, tuple[str, ...]] = {
    "approve": ("planned",),
    "pause": ("approved", "running", "waiting"),
    "resume": ("paused",),
    "cancel": OPEN,
}


class MissionCommand:
    """Begins missions in a conversation; what they do is looked at under `/missions`."""

    name = "mission"
    usage = "missions.usage"

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop

    def meant(self, question: str) -> str | None:
        """A message that asks for a plan of some undertaking, or for something to be done with the mission that there
        is."""
        if answer_of(question) is not None:
            return question.strip()
        if (act := act_of(question)) is not None:
            return act
        named = named_act_of(question)
        return f"{named[0]} {named[1]}" if named is not None else goal_of(question)

    async def answer(self, services: Services, words: str, commanded: CommandTurn) -> CommandReply:
        """The plan and what it will take, or what became of the mission. Raises ClientError."""
        del services
        words = storable(words).strip()
        if (told := answer_in(words)) is not None and (reply := await self._answered(*told, commanded)) is not None:
            return reply
        act = act_in(words)
        if act == "show" or not words:
            return await self._shown(commanded)
        named = (act, "") if act is not None else named_act_in(words)
        if named is None:
            return await self._begun(words, commanded)
        if named[0] == "show":
            return await self._shown(commanded, named[1])
        reply = await self._acted(named[0], commanded, named[1])
        if reply is not None:
            return reply
        if commanded.turn.question.lstrip().startswith("/"):  # "/mission start a garden" is a goal
            return await self._begun(words, commanded)
        return await self._nobodys(named[1], commanded)

    async def _nobodys(self, name: str, commanded: CommandTurn) -> CommandReply:
        """No mission is called like that; which there are."""
        turn = commanded.turn
        async with self._workshop.transaction(turn.owner.id)() as tx:
            found = await repository.latest(tx, OPEN, limit=LISTED)
        return CommandReply(
            "\n".join([say("missions.none_called", turn.language, name=name), *_states(found, turn.language)])
        )

    async def _begun(self, goal: str, commanded: CommandTurn) -> CommandReply:
        turn, owner = commanded.turn, commanded.turn.owner
        _needs(owner.scopes, "write", "ask")
        if len(goal) > GOAL_CHARACTERS:
            return CommandReply(say("missions.too_long", turn.language, most=GOAL_CHARACTERS, there=len(goal)))
        async with self._workshop.transaction(owner.id)() as tx:
            named = assigned_in(goal, [one.name for one in await agents.known(tx)])
            fields = MissionFields(goal=task_of(goal), agents=[one for one in named if one != PLANNER])
            mission = await service.create(tx, self._workshop, owner, fields)
            mission.timezone, mission.locale = turn.zone, turn.locale
            await tx.session.flush()
        if not self._workshop.models:  # what is planned by heart is there at once
            await preparing.prepare(self._workshop, owner.id, mission.id)
        async with self._workshop.transaction(owner.id)() as tx:
            mission = await service.get(tx, mission.id)
        return CommandReply(_told(mission, turn.language), command_result=_result(mission))

    async def _acted(self, act: Act, commanded: CommandTurn, name: str = "") -> CommandReply | None:
        """What became of the mission that can only be meant; where several can, which there are. None where a name was
        given that none of the user's missions bears."""
        turn, owner = commanded.turn, commanded.turn.owner
        now = self._workshop.runs.services.clock.now()
        async with self._workshop.transaction(owner.id)() as tx:
            every = await _candidates(tx, _MEANT[act], named=bool(name))
            named = called(name, every)
            meant = [one for one in named if one.state in _MEANT[act]]
            if name and not named:
                return None
            if not meant:
                others = named if name else await repository.latest(tx, OPEN, limit=LISTED)
                return CommandReply(_unfit(others, turn.language))
            if len(meant) > 1:
                return CommandReply(_which(act, meant, turn.language))
            mission = await self._change(tx, act, meant[0], owner.scopes, now)
        told = say(f"missions.now.{mission.state}", turn.language, goal=mission.goal)
        return CommandReply(told, command_result=_result(mission))

    async def _answered(self, name: str, text: str, commanded: CommandTurn) -> CommandReply | None:
        """The answer to what a mission asks; None after the command where none asks anything: the words are a goal."""
        turn, owner = commanded.turn, commanded.turn.owner
        _needs(owner.scopes, "write", "ask")
        now = self._workshop.runs.services.clock.now()
        async with self._workshop.transaction(owner.id)() as tx:
            missions = await repository.latest(tx, OPEN, limit=MOST_TOLD)
            asking = [(one, row) for one in called(name, missions) if (row := await _open(tx, one.id)) is not None]
            if not asking:
                goal = commanded.turn.question.lstrip().startswith("/") and not name and not text.strip().isdigit()
                return None if goal else CommandReply(say("missions.nothing_asked", turn.language))
            if len(asking) > 1:
                return CommandReply(_which("answer", [one for one, _ in asking], turn.language))
            ((mission, row),) = asking
            given = answers.in_words(row.options, text)
            try:
                mission = await service.answer(tx, mission.id, row.id, given, now=now)
            except InvalidRequest:
                return CommandReply("\n".join([say("missions.answer_unread", turn.language), *_options(row)]))
        told = say("missions.answered", turn.language, goal=mission.goal, answer=_chosen(row))
        return CommandReply(told, command_result=_result(mission))

    async def _change(self, tx: Tx, act: Act, mission: Mission, scopes: Collection[str], now: datetime) -> Mission:
        if act == "approve":
            _needs(scopes, "curate")
            assert mission.plan_hash is not None
            return await service.approve(tx, mission.id, mission.plan_hash, now=now)
        _needs(scopes, "write", "ask")
        if act == "cancel":
            return await service.cancel(tx, self._workshop, mission.id, now=now)
        acts = {"pause": service.pause, "resume": service.resume}
        return await acts[act](tx, mission.id, now=now)

    async def _shown(self, commanded: CommandTurn, name: str = "") -> CommandReply:
        turn = commanded.turn
        async with self._workshop.transaction(turn.owner.id)() as tx:
            rows: Sequence[Mission] = await repository.page(tx, after=None, limit=LISTED, q=None, state=None)
            if name:
                rows = called(name, await _candidates(tx, OPEN, named=True))[:LISTED]
            lines = _states(rows, turn.language)
            asked = [await _open(tx, row.id) for row in rows if row.state == "waiting"]
        if not lines and name:
            return await self._nobodys(name, commanded)
        if not lines:
            return CommandReply(say("missions.usage", turn.language))
        for one in asked:
            lines += [f"  {one.question}", *_options(one)] if one is not None else []
        lines += [say("missions.how_to_answer", turn.language)] if any(asked) else []
        return CommandReply("\n".join(lines), command_result=_result(rows[0]))


def called(name: str, missions: Sequence[Mission]) -> list[Mission]:
    """Those whose goal has all words of the name; where none has, those that say the same in any of the languages. Some
    of the words are no name: who approves "the trip to Berlin" does not mean that to Lisbon."""
    literally = [one for one in missions if set(tokens(name)) <= set(tokens(one.goal))]
    if literally or not name:
        return literally
    wanted = [frozenset(one) for word in content_words(name) for one in stems(word)]
    if not wanted:
        return []
    known = [(one, frozenset(stem for of_word in stems(one.goal) for stem in of_word)) for one in missions]
    return [one for one, own in known if all(own & each for each in wanted)]


def _which(act: Act | Literal["answer"], missions: Sequence[Mission], language: str) -> str:
    """Which there are, and how one of them is named."""
    one, *others = missions
    theirs = {word for other in others for word in content_words(other.goal)}
    own = [word for word in content_words(one.goal) if word not in theirs]
    name = max(own, key=len, default=one.goal)
    return "\n".join(
        [say("missions.which", language), *_states(missions, language), say(f"missions.say.{act}", language, name=name)]
    )


def _unfit(missions: Sequence[Mission], language: str) -> str:
    """Nothing can be done like that: what there is, or how one begins."""
    if not missions:
        return say("missions.none", language)
    return "\n".join([say("missions.none_waits", language), *_states(missions, language)])


def _states(missions: Sequence[Mission], language: str) -> list[str]:
    return [f"- {one.goal}: {say(f'missions.state.{one.state}', language)}" for one in missions]


async def _candidates(tx: Tx, states: Sequence[str], *, named: bool) -> Sequence[Mission]:
    """Those of these states; where one is `named` all others as well: what is done with one is not meant for the next
    that is called alike."""
    found = await repository.latest(tx, states, limit=MOST_TOLD)
    others = [one for one in STATES if one not in states] if named else []
    return [*found, *await repository.latest(tx, others, limit=MOST_TOLD)] if others else found


async def _open(tx: Tx, mission_id: UUID) -> MissionQuestion | None:
    """What the user is asked now."""
    rows = [one for one in await repository.parts(tx, MissionQuestion, mission_id) if one.answered_at is None]
    return next((one for one in rows if one.asked_at is not None), rows[0] if rows else None)


def _options(row: MissionQuestion) -> list[str]:
    return [f"  {at}. {one.get('label') or one['id']}" for at, one in enumerate(row.options, 1)]


def _chosen(row: MissionQuestion) -> str:
    """The answer as people read it."""
    return str(questions.chosen(row)["answer"])


def _needs(scopes: Collection[str], *any_of: str) -> None:
    if not allows(scopes, any_of):
        raise ScopeMissing(f"This needs a token with scope {any_of[0]}.")


def _told(mission: Mission, language: str) -> str:
    if mission.state == "failed":
        return say("missions.not_planned", language, why=mission.last_error or "")
    if mission.state == "draft":
        return say("missions.being_planned", language, goal=mission.goal)
    plan = Plan.model_validate(mission.graph)
    steps = [f"{at}. {step.goal} ({step.agent})" for at, step in enumerate(plan.steps, 1)]
    took = mission.estimate
    costs = say(
        "missions.takes",
        language,
        tokens=int(took["tokens"]["likely"]),
        minutes=render.decimal(max(0.1, took["minutes"]["likely"]), mission.locale),
    )
    return "\n".join(
        [say("missions.planned", language, goal=mission.goal), *steps, costs, say("missions.approve", language)]
    )


def _result(mission: Mission) -> dict[str, Any]:
    state: dict[str, Any] = {
        "draft_id": str(new_id()),
        "phase": "confirmed",
        "extraction": {},
        "clarifications": [],
        "preview_id": None,
    }
    return {
        "command": "mission",
        "state": "confirmed",
        "preview": None,
        "mission_id": str(mission.id),
        "plan_hash": mission.plan_hash,
        "command_state": state,
    }
