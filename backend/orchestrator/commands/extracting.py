"""What do the user's words say about a draft? The smart model at high effort under a schema; the reader where it fails.

No transaction is open while a model is asked. An answer that can't be read is asked for once more, then the built-in
reader reads the words, as it does where no model is configured, and the user is told.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from orchestrator.agent.loop.loop import answered, model_call_of
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.previews import Preview
from orchestrator.agent.prompting.standing_rules import copied
from orchestrator.agent.turn.routing import by_rules
from orchestrator.agent.turn.state import TurnState
from orchestrator.agent.turn.turn import Turn, unless_cancelled
from orchestrator.agent.types.bundle import StepRecord
from orchestrator.agent.types.origin import Origin
from orchestrator.agent.types.vocabulary import SHORT_CIRCUIT, Vocabulary
from orchestrator.commands.command import UNRELATED, DraftCommand, Extraction, Saying, Stage
from orchestrator.commands.state import CommandState
from orchestrator.kit import lookaround
from orchestrator.kit.text import shorten
from orchestrator.kit.zones import to_wall
from orchestrator.language.discourse.amending import proposes_time
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.mood import Mood, mood_of
from orchestrator.language.text.normalize import normalize
from orchestrator.llm.gateway.router import ModelRouter, Routed
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import ChatRequest, Message, Role, TurnFacts, transcript
from orchestrator.llm.port import PromptTooLong

TRIES = 2
"""The same request once more; a third try gave the same in practice (llm/gateway/router.py)."""
ANSWER_TOKENS = 1_024
MOST_TEXT = 8_000
"""Characters of a message that a prompt holds: a command is no document."""
NOT_BEGUN = "not_begun"
"""The key by which the reader knows of a draft that no command began: only what is surely about it changes it."""
COMMAND_INTENT = "command"
"""`TurnFacts.intent` by which the reader knows what it is to read."""


@dataclass
class Work:
    """One turn's progress: what it asked of models and did."""

    turn: Turn
    state: TurnState

    def saying(self, zone: str) -> Saying:
        """How the words of this turn are read, naive times in `zone`."""
        return Saying(to_wall(self.turn.now, zone), zone, self.turn.locale)

    def recorded(self, routed: Routed, purpose: str, **told: Any) -> None:
        """A model was asked: that is a step of the run."""
        self.turn.emit("step", {"index": self.state.model_calls})
        self.state = answered(self.turn, self.state, routed)
        call = {**model_call_of(routed), "purpose": purpose, **told}
        if routed.rules:
            call["rules"] = [str(rule_id) for rule_id, _ in routed.rules]
        self.state = self.state.recorded(StepRecord(index=len(self.state.steps), model_call=call))

    def copied(self, routed: Routed, request: ChatRequest) -> None:
        """What of the user's rules stands in an answer entered the run: it goes with the rule."""
        taken = copied(routed.rules, routed.reply.text, transcript(request.messages))
        self.state = replace(self.state, read=(*self.state.read, *(EntityRef("fact", one) for one in taken)))

    def tainted(self) -> None:
        """Others' words entered a prompt of this turn."""
        self.state = replace(self.state, tainted=True)


@dataclass(frozen=True)
class Draft:
    """The preview under edit as it enters a prompt, with the label of its least trusted text."""

    shown: Mapping[str, Any]
    origin: Origin


class Extractor:
    """Asks the models what a command's words say."""

    def __init__(self, models: ModelRouter) -> None:
        self._models = models

    @property
    def reader_first(self) -> bool:
        """Whether what the reader surely understands is not put to a model."""
        return self._models.reader_first

    async def read_beside(
        self, work: Work, command: DraftCommand, words: str, draft: Draft, head: Preview
    ) -> Extraction | None:
        """What the words surely change in a preview that no command began, read by the built-in reader; None where they
        are about something else, and then nothing is recorded."""
        shown = {**draft.shown, NOT_BEGUN: True}
        request = self._request(work, command, words, None, replace(draft, shown=shown), "edit", head.timezone)
        routed = await self._models.read(request)
        found = _found(command, routed.reply.text, "edit")
        if found is None or found.get("action") == UNRELATED:
            return None
        work.recorded(routed, request.purpose)
        return found

    async def read(
        self,
        work: Work,
        command: DraftCommand,
        words: str,
        *,
        known: CommandState | None,
        draft: Draft | None,
        zone: str,
    ) -> Extraction | None:
        """What the words say; None where nothing was found in them. `known`: the draft as far as it is; `draft`: the
        preview that they may change. Raises RunCancelled."""
        stage: Stage = "edit" if draft is not None else "start"
        request = self._request(work, command, words, known, draft, stage, zone)
        said = "\n".join([*(known.said if known else ()), words])
        for _ in range(TRIES):
            remaining = work.turn.live.remaining_s()
            asked = self._models.chat(request, user_id=work.turn.owner.id, remaining_s=remaining)
            try:
                routed = await unless_cancelled(work.turn, asked)
            except PromptTooLong:
                break
            work.recorded(routed, request.purpose)
            work.copied(routed, request)
            found = _found(command, routed.reply.text, stage)
            if routed.role == "reader":
                return command.noted(found, said) if found is not None else None
            if found is not None:
                return command.noted(command.grounded(found, said, work.saying(zone)), said)
        warning = say("commands.malformed", work.turn.language)
        routed = await self._models.read(request, warnings=(warning,), unavailable=True)
        work.recorded(routed, request.purpose)
        found = _found(command, routed.reply.text, stage)
        return command.noted(found, said) if found is not None else None

    def _request(
        self,
        work: Work,
        command: DraftCommand,
        words: str,
        known: CommandState | None,
        draft: Draft | None,
        stage: Stage,
        zone: str,
    ) -> ChatRequest:
        turn, schema = work.turn, command.schema(stage)
        now = to_wall(turn.now, zone)
        system = "\n".join(
            [
                command.prompt,
                f"It is {now:%A, %Y-%m-%d %H:%M} ({zone}).",
                f"Answer with one JSON object with these keys: {', '.join(schema['properties'])}.",
                turn.fence.rule,
            ]
        )
        parts = [*_history(known), f"Message: {shorten(words, MOST_TEXT)}"]
        if draft is not None:
            parts.insert(0, turn.fence.around(f"Draft: {_json(draft.shown)}", draft.origin))
            if draft.origin is Origin.THIRD_PARTY:
                work.tainted()
        elif known is not None and known.extraction:
            parts.insert(0, f"Read so far: {_json(known.extraction)}")
        question = known.last_question if known is not None else None
        context = {
            "command": command.name,
            "stage": stage,
            "draft": dict(draft.shown) if draft is not None else {},
            "asked": question.field if question is not None else None,
        }
        facts = TurnFacts(
            question=words,
            now=now,
            zone=zone,
            locale=turn.locale,
            purpose="extraction",
            context=context,
            user_name=turn.owner.name,
            intent=COMMAND_INTENT,
            mood=turn.mood.value,
            language=turn.language,
        )
        messages = (Message(Role.SYSTEM, system), Message(Role.USER, "\n".join(parts)))
        return ChatRequest(
            messages, "extraction", schema=schema, max_tokens=ANSWER_TOKENS, facts=facts, local_first=True
        )


def _history(known: CommandState | None) -> Sequence[str]:
    """What was said about the draft before, and what was asked and answered."""
    if known is None:
        return ()
    lines = [f"Said before: {shorten(text, MOST_TEXT)}" for text in known.said]
    for one in known.clarifications:
        lines.append(f"You asked: {one.question}")
        if one.answer is not None:
            lines.append(f"They answered: {one.answer}")
    return lines


def _found(command: DraftCommand, text: str, stage: Stage) -> Extraction | None:
    value = parse_object(text)
    return command.read(value, stage) if value is not None else None


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


_OWN_INTENTS = frozenset({"event_management", "contact_management"})
"""Where the rules send a message that may as well be about a draft."""
_ASKING = (
    "who whom whose what when where why which how do does did is are was were am have has show tell list find search"
    " quem qual quais quando onde como porque cade tem tenho mostra mostre diga lista procura busca"
    " quien quienes cual cuales cuando donde hay tengo muestra dime enumera"
).split()
_ASKS = lookaround.compile(
    rf"^\W*(?:(?:and|e|y|but|mas|pero|so|ok|hey),? )?(?:{'|'.join(_ASKING)}|o que|que horas|por que)\b"
)
_PROPOSES = lookaround.compile(r"^\W*(?:what about|how about|e se for|que tal|y si es|and)\b(?: \S+){1,4}$")
"""A change in the form of a question: "what about 5pm?"."""


def other_business(text: str, locale: str, vocabulary: Vocabulary) -> bool:
    """A question, or a message that the rules surely send elsewhere. What is surely something else costs no model call
    and no wrong edit. Elliptical words ("on Friday at one", "falta o Bob") look like questions to the mood gate, which
    is right where nothing stands before the user. Beside a draft they are read; what asks in so many words is not."""
    folded = normalize(text).strip(" .!?")
    if _PROPOSES.match(folded) or proposes_time(text.strip()):
        return False
    reading = mood_of(text, locale)
    if reading.mood is Mood.QUESTION and (text.rstrip().endswith("?") or _ASKS.match(folded)):
        return True
    route = by_rules(text, reading, vocabulary)
    asks_elsewhere = reading.mood is not Mood.QUESTION or route.intent not in {"memory_search", "data_query"}
    return route.confidence >= SHORT_CIRCUIT and route.intent not in _OWN_INTENTS and asks_elsewhere
