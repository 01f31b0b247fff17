"""What does the user get? The loop's end as text, bundle and message metadata."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from orchestrator.agent.execution.validation import ValidatedCall
from orchestrator.agent.loop import draft_check
from orchestrator.agent.loop.loop import LoopResult
from orchestrator.agent.ports.context import Answered
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.ports.requests import TurnRequest
from orchestrator.agent.rules.ruleset import Rule
from orchestrator.agent.tools.freezing import shown
from orchestrator.agent.turn.context import UNDERSTOOD
from orchestrator.agent.turn.profile import Prompt
from orchestrator.agent.turn.state import TurnState, run_cost
from orchestrator.agent.turn.turn import LiveRun, Turn
from orchestrator.agent.types.bundle import (
    Action,
    Bundle,
    Explanation,
    LinkedItem,
    NeedUserInputOut,
    OptionOut,
    PreviewOut,
    RunOut,
    StepRecord,
    StopReason,
    TurnStatus,
    id_text,
)
from orchestrator.agent.types.clarification import NeedUserInput, directives
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.agent.types.vocabulary import Vocabulary
from orchestrator.kit.ids import parse_id
from orchestrator.kit.text import standing_in
from orchestrator.language.claims.pending import says_it_waits
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import tokens
from orchestrator.llm.messages import TurnFacts

NAMED_SHARE = 0.3
"""So much of a summary's words make a text name the preview."""
MOST_LINKED = 10
MOST_TOLD = 3
"""Rules that an answer names by itself."""
MOST_KEPT = 8
"""Entities of each kind that deictic context keeps."""
Phrase = Callable[[TurnFacts], Awaitable[str]]
"""Words an answer from the ledger alone (the built-in reader)."""


@dataclass(frozen=True)
class Answer:
    """Everything that `finish` stores."""

    bundle: Bundle
    metadata: Mapping[str, Any]
    origin: Origin
    explanation: Explanation
    steps: tuple[StepRecord, ...] = ()
    """Those not stored yet."""


@dataclass(frozen=True)
class Asked:
    """A clarification in its stored form: what resumes the call when the user has answered."""

    needs: NeedUserInput
    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=lambda: str(uuid4()))

    def stored(self, turn: Turn) -> dict[str, Any]:
        """As message metadata keeps it."""
        return {
            "id": self.id,
            "kind": self.needs.kind,
            "question": self.needs.question,
            "options": [{"id": option.id, "label": option.label} for option in self.needs.options],
            "field": self.needs.field,
            "tool": self.tool,
            "arguments": dict(self.arguments),
            "question_before": turn.question,
            "intent": turn.route.intent,
            "mood": turn.mood.value,
        }

    def out(self) -> NeedUserInputOut:
        """As the bundle shows it."""
        return NeedUserInputOut(
            id=self.id,
            kind=self.needs.kind,
            question=self.needs.question,
            options=[OptionOut(id=option.id, label=option.label) for option in self.needs.options],
            reason=self.needs.reason,
        )


def asked_for(judged: ValidatedCall, needs: NeedUserInput) -> Asked:
    """The clarification that a call raised."""
    return Asked(needs, judged.spec.name if judged.spec is not None else judged.call.name, judged.arguments or {})


async def answer_of(
    turn: Turn,
    result: LoopResult,
    prompt: Prompt | None,
    run: RunOut,
    phrase: Phrase,
    facts: TurnFacts,
    *,
    lessons: Sequence[Mapping[str, Any]] = (),
) -> Answer:
    """The answer of a turn that went through the loop. `prompt`: what a model was shown, None where none was asked;
    `lessons`: what its record says of what it learned."""
    asked = asked_for(*result.asking) if result.asking is not None else None
    actions = draft_check.actions_of(result.state.steps)
    text = await _text(turn, result, asked, actions, phrase, facts)
    waiting = [preview for preview in result.state.previews if preview.state == "pending"]
    return compose(
        turn,
        text=text,
        status=_status(result.stop, asked, waiting),
        stop=_stop_reason(result, waiting),
        state=result.state,
        run=run,
        actions=actions,
        asked=asked,
        prompt=prompt,
        visible=result.visibility.names,
        verifier=result.verifier,
        claims=result.claims,
        lessons=lessons,
    )


def compose(
    turn: Turn,
    *,
    text: str,
    status: TurnStatus,
    stop: StopReason,
    state: TurnState,
    run: RunOut,
    actions: Sequence[Action] = (),
    asked: Asked | None = None,
    prompt: Prompt | None = None,
    visible: Sequence[str] = (),
    verifier: Sequence[Mapping[str, Any]] = (),
    claims: Sequence[Mapping[str, Any]] = (),
    lessons: Sequence[Mapping[str, Any]] = (),
    extra_previews: Sequence[PreviewOut] = (),
    command_result: Mapping[str, Any] | None = None,
    thread_id: UUID | None = None,
) -> Answer:
    """The bundle with everything that goes with it. `thread_id`: where the user goes on, if not in the turn's own."""
    previews = [*(shown(preview) for preview in _distinct(state.previews)), *extra_previews]
    out = run.model_copy(
        update={
            "visible_tools": list(visible),
            "steps": state.model_calls,
            "tool_calls": state.tool_calls,
            "repairs": state.repairs,
            "tool_visibility_escalations_count": state.escalations,
            "clarification_requests_count": state.clarifications + (1 if asked and not state.clarifications else 0),
            "stop_reason": stop,
            "models": list(state.models),
            "cost": run_cost(state.models, turn.live.beside),
        }
    )
    needs = asked.out() if asked is not None else None
    bundle = Bundle(
        thread_id=id_text(thread_id or turn.thread_id),
        message_id="",
        status=status,
        answer=text.strip() or say("agent.nothing_so_far", turn.language),
        actions=list(actions),
        need_user_input=needs,
        ui_directives=directives(needs, previews),
        command_result=dict(command_result) if command_result is not None else None,
        previews=previews,
        linked_items=[
            LinkedItem(type=ref.type, id=str(ref.id), title=ref.title) for ref in state.inspected[:MOST_LINKED]
        ],
        run=out,
    )
    metadata = _metadata(turn, bundle, state, asked)
    explanation = Explanation(
        verifier=[dict(item) for item in verifier],
        claims=[dict(item) for item in claims],
        context=_context_parts(prompt),
        lessons=[dict(item) for item in lessons],
    )
    origins = [Origin.AGENT, *(entry.origin for entry in state.ledger)]
    origin = Origin.THIRD_PARTY if state.tainted else least_trusted(origins)
    return Answer(bundle, metadata, origin, explanation, state.unsaved)


def answered(request: TurnRequest, live: LiveRun, answer: Answer, known_kind: str) -> Answered:
    """The answer for who counts what it used; of one that was stopped nothing counts. `known_kind`: of what is known
    of the user."""
    read = answer.metadata.get("read", ()) if answer.bundle.status != "stopped" else ()
    ids = [parse_id(one.get("id")) for one in read if one.get("type") == known_kind]
    known = tuple(dict.fromkeys(one for one in ids if one is not None))
    return Answered(request.question, answer.bundle.answer, known, live.run_id, live.thread_id)


def _metadata(turn: Turn, bundle: Bundle, state: TurnState, asked: Asked | None) -> dict[str, Any]:
    """What the answer's message keeps: what the next turns and a restarted client need."""
    metadata: dict[str, Any] = {
        "intent": bundle.run.intent,
        "mood": bundle.run.mood,
        "status": bundle.status,
        "stop_reason": bundle.run.stop_reason,
        "actions": [action.model_dump(mode="json") for action in bundle.actions],
        "linked_items": [item.model_dump(mode="json") for item in bundle.linked_items],
        "previews": [preview.id for preview in bundle.previews if preview.state == "pending"],
        "context": _kept((*state.context, *_named_of_many(state, bundle.answer)), turn.vocabulary),
        "read": [{"type": ref.type, "id": str(ref.id)} for ref in state.read],
    }
    if turn.understood:
        metadata[UNDERSTOOD] = turn.understood
    if (location := turn.discourse.location) is not None:
        metadata["inferred_location"] = location.stored()
    if asked is not None:
        metadata["clarification"] = asked.stored(turn)
        metadata["need_user_input"] = asked.out().model_dump(mode="json")
    if bundle.command_result is not None:
        metadata["command_result"] = bundle.command_result
    return metadata


def _context_parts(prompt: Prompt | None) -> list[dict[str, Any]]:
    parts = prompt.parts if prompt is not None else ()
    return [
        {"part": part.part, "tokens": part.tokens, "origin": part.origin.value}
        | ({"rules": list(part.rules)} if part.rules else {})
        | ({"facts": list(part.facts)} if part.facts else {})
        for part in parts
    ]


async def _text(
    turn: Turn, result: LoopResult, asked: Asked | None, actions: Sequence[Action], phrase: Phrase, facts: TurnFacts
) -> str:
    if asked is not None:
        waiting = [action.summary for action in actions if action.outcome == "waiting"]
        first = [say("agent.actions.waiting", turn.language, items="; ".join(waiting))] if waiting else []
        done = [action.summary for action in actions if action.outcome == "done"]
        if done:
            first.insert(0, say("agent.actions.done", turn.language, items="; ".join(done)))
        return "\n\n".join([*first, asked.needs.question])
    if result.draft:
        text = result.draft
    else:
        text = await _from_ledger(turn, result, actions, phrase, facts)
    return await asyncio.to_thread(_completed, text, result.state.previews, actions, turn)  # a text may be long


def _completed(text: str, previews: Sequence[Preview], actions: Sequence[Action], turn: Turn) -> str:
    """The text, and what it leaves out of what was done, what waits and which rules held."""
    if turn.switches.claim_gate:
        text = draft_check.with_note(text, actions, question=turn.question, mood=turn.mood, language=turn.language)
    text = _with_what_waits(_without_a_proposal(text, actions, turn), previews, turn)
    return _with_rules(text, previews, actions, turn)


def _without_a_proposal(text: str, actions: Sequence[Action], turn: Turn) -> str:
    """The text, and that nothing was prepared where it says that something waits though every change that was proposed
    was refused or failed: a yes would do nothing."""
    dropped = bool(actions) and all(action.outcome in {"refused", "failed"} for action in actions)
    if not dropped or not says_it_waits(text) or say("agent.nothing_changed", turn.language) in text:
        return text
    return "\n\n".join([text, say("agent.not_prepared", turn.language)])


def _with_rules(text: str, previews: Sequence[Preview], actions: Sequence[Action], turn: Turn) -> str:
    """The text, and the rules that it does not name though they forbade a call, or hold what waits."""
    reasons = [action.reason or "" for action in actions if action.outcome == "refused"]
    blocked = [rule for rule in turn.rules.rules if any(f"“{rule.text}”" in reason for reason in reasons)]
    ids = [one for preview in _distinct(previews) if preview.state == "pending" for one in preview.held_by_rules]
    said: list[tuple[str, Rule | None]] = [("agent.rules.blocks", rule) for rule in blocked[:MOST_TOLD]]
    said += [("agent.rules.stands", turn.rules.named(one)) for one in ids]
    told = [say(key, turn.language, rule=rule.text) for key, rule in said if rule and rule.text not in text]
    return "\n\n".join([text, *dict.fromkeys(told)])


def _with_what_waits(text: str, previews: Sequence[Preview], turn: Turn) -> str:
    """The text, and the previews that it does not name as waiting: the user must know what a "yes" would do."""
    summaries = [preview.summary for preview in _distinct(previews) if preview.state == "pending"]
    if summaries and says_it_waits(text):
        left = [summary for summary in summaries if summary not in text]
        told = set(tokens(text)) if left else set()
        summaries = [summary for summary in left if not _names(told, summary)]
    if not summaries:
        return text
    return "\n\n".join([text, say("agent.actions.waiting", turn.language, items="; ".join(summaries))])


def _names(told: set[str], summary: str) -> bool:
    words = set(tokens(summary))
    return len(words & told) >= NAMED_SHARE * len(words)


async def _from_ledger(
    turn: Turn, result: LoopResult, actions: Sequence[Action], phrase: Phrase, facts: TurnFacts
) -> str:
    """What a stop still has to show: why it stopped, what was found, what was done."""
    parts = []
    if result.stop not in {"final_answer", "model_unavailable"}:
        parts.append(say(f"agent.stopped.{result.stop}", turn.language))
    found = [entry for entry in result.state.ledger if entry.effect == "read" and entry.outcome == "done"]
    if found and all(entry.empty for entry in found):
        # "What I have so far: I found nothing" would be odd.
        parts.append(await phrase(facts))
    elif found:
        parts.extend([say("agent.found_so_far", turn.language), await phrase(facts)])
    elif result.stop == "model_unavailable":
        parts.append(await phrase(facts))
    if actions:
        parts.append(draft_check.happened(actions, turn.language))
    elif not found:
        parts.append(say("agent.nothing_so_far", turn.language))
    return "\n".join(part for part in parts if part)


def _status(stop: StopReason, asked: Asked | None, waiting: Sequence[Preview]) -> TurnStatus:
    if asked is not None:
        return "needs_input"
    if waiting:
        return "preview"
    return "answered" if stop in {"final_answer", "model_unavailable"} else "stopped"


def _stop_reason(result: LoopResult, waiting: Sequence[Preview]) -> StopReason:
    if result.stop == "final_answer" and result.state.unavailable:
        return "model_unavailable"
    if result.stop == "final_answer" and waiting:
        return "preview"
    return result.stop


def _distinct(previews: Sequence[Preview]) -> list[Preview]:
    """One entry a preview, in its latest state."""
    return list({preview.id: preview for preview in previews}.values())


def _named_of_many(state: TurnState, answer: str) -> list[EntityRef]:
    """The few things that the answer names of the many that were read: a broad search leaves nothing in mind, what was
    told of it is."""
    known = {ref.id for ref in state.context}
    read = dict.fromkeys(state.read)
    there = standing_in((ref.title for ref in read), answer)
    named = [ref for ref in read if ref.title in there]
    told = [ref for ref in named if ref.id not in known]
    return told if len(named) <= _FEW else []


_FEW = 3


def _kept(context: Sequence[EntityRef], vocabulary: Vocabulary) -> dict[str, list[dict[str, str]]]:
    """Deictic context as metadata keeps it."""
    kept: dict[str, list[dict[str, str]]] = {}
    for ref in context:
        one = vocabulary.follow_up(ref.type)
        if one is not None and len(kept.setdefault(one.key, [])) < MOST_KEPT:
            kept[one.key].append({"id": str(ref.id), one.title: ref.title})
    return kept
