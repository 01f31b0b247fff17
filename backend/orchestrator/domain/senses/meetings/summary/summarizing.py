"""What does a language model make of a transcript? One call where it fits, else part by part and then together.

What goes in is others' text, fenced; what comes out is read as data: no tool is offered, and an action item counts
only where its quote stands in the transcript (`action_items.grounded`).
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from orchestrator.agent.prompting.standing_rules import copied
from orchestrator.agent.types.origin import Fence, Origin, without_invisible
from orchestrator.domain.senses.meetings.errors import SummaryUnreadable
from orchestrator.domain.senses.meetings.summary.drafts import Draft, Proposed
from orchestrator.domain.senses.meetings.summary.fragments import parts_of
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten, storable
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelTimeout, PromptTooLong
from orchestrator.llm.replies import presentable

PART_CHARACTERS = 300_000
"""Of a transcript that one prompt may hold (seed 003: a summariser with 128k tokens)."""
SMALLEST_PART = 2_000
"""A model that does not take so little takes nothing."""
QUICK_PART = 12_000
"""What a small model on a CPU reads in about a minute: tried after a time-out, at once, because a second time-out in a
row would keep the model from everybody (llm/gateway/breaker.py)."""
SUMMARY_CHARACTERS = 20_000
MAX_ITEMS = 200
ANSWER_TOKENS = 4_096
BAD_OUTPUT_TRIES = 2
BUDGET_S = 3_300.0
"""Less than a job's time, so that there is some left to store what came of it."""

_OPTIONAL: Mapping[str, Any] = {"type": ["string", "null"]}
SUMMARY_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "summary": {"type": "string"},
        "action_items": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string"},
                    "assignee": _OPTIONAL,
                    "email": _OPTIONAL,
                    "quote": {"type": "string"},
                },
                "required": ["text", "assignee", "email", "quote"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["summary", "action_items"],
    "additionalProperties": False,
}
COMBINED_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"summary": {"type": "string"}},
    "required": ["summary"],
    "additionalProperties": False,
}

Progress = Callable[[int, int], Awaitable[None]]
"""(calls done, calls expected)."""


@dataclass(frozen=True)
class Sheet:
    """What is to be summarised. `about`: the meeting and its people, a line each; `lines`: who said what."""

    about: tuple[str, ...]
    lines: tuple[str, ...]


class _Item(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    text: str
    assignee: str | None = None
    email: str | None = None
    quote: str = ""


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    summary: str = Field(min_length=1)
    action_items: list[Any] = Field(default_factory=list)


@dataclass(frozen=True)
class _Part:
    answer: _Answer
    model: str
    rules: tuple[UUID, ...] = ()


class Summarizer:
    """One meeting's conversation with the models. `budget_s`: for all calls together."""

    def __init__(self, models: ModelRouter, user_id: UUID, *, budget_s: float = BUDGET_S) -> None:
        self._models = models
        self._user_id = user_id
        self._ends_at = asyncio.get_running_loop().time() + budget_s

    async def draft(self, sheet: Sheet, progress: Progress) -> Draft:
        """The summary of the whole. Raises ModelError (CapReached among them), SummaryUnreadable."""
        parts = await self._map(sheet, progress)
        proposed = tuple(item for part in parts for item in _items(part.answer))[:MAX_ITEMS]
        rules = tuple(dict.fromkeys(rule for part in parts for rule in part.rules))
        if len(parts) == 1:
            return Draft(_clean(parts[0].answer.summary), proposed, parts[0].model, rules)
        whole = await self._reduce([part.answer.summary for part in parts], sheet.about)
        await progress(len(parts) + 1, len(parts) + 1)
        rules = tuple(dict.fromkeys([*rules, *whole.rules]))
        return Draft(_clean(whole.answer.summary), proposed, f"{whole.model} (in {len(parts)} parts)", rules)

    async def _map(self, sheet: Sheet, progress: Progress) -> list[_Part]:
        """Each part's summary; a part that is too long for the model is halved, and all that follow with it."""
        size = PART_CHARACTERS
        waiting = deque(parts_of(sheet.lines, size))
        parts: list[_Part] = []
        while waiting:
            lines = waiting.popleft()
            total = len(parts) + 1 + len(waiting)
            try:
                parts.append(await self._ask("summarize.md", [*sheet.about, *lines], SUMMARY_SCHEMA))
            except (PromptTooLong, ModelTimeout) as error:
                size = _smaller(sum(len(line) + 1 for line in lines), error)
                rest = [lines, *waiting]
                waiting = deque(piece for each in rest for piece in parts_of(each, size))
                continue
            if total > 1:
                await progress(len(parts), total + 1)
        return parts

    async def _reduce(self, summaries: Sequence[str], about: Sequence[str]) -> _Part:
        """One summary of several; where they are too long together, of halves first."""
        lines = [f"Part {number}:\n{text}" for number, text in enumerate(summaries, 1)]
        try:
            return await self._ask("combine.md", [*about, *lines], COMBINED_SCHEMA)
        except PromptTooLong:
            if len(summaries) <= 2:  # two can't be halved into fewer
                raise
        middle = len(summaries) // 2
        halves = [await self._reduce(half, about) for half in (summaries[:middle], summaries[middle:])]
        return await self._reduce([half.answer.summary for half in halves], about)

    async def _ask(self, prompt: str, lines: Sequence[str], schema: Mapping[str, Any]) -> _Part:
        fence = Fence()
        messages = (
            Message(Role.SYSTEM, f"{package_text(__name__, f'prompts/{prompt}')}\n{fence.rule}"),
            Message(Role.USER, fence.around("\n".join(lines), Origin.THIRD_PARTY)),
        )
        request = ChatRequest(
            messages=messages, purpose="meetings", schema=schema, max_tokens=ANSWER_TOKENS, may_be_cut=True
        )
        for _ in range(BAD_OUTPUT_TRIES):
            left = self._ends_at - asyncio.get_running_loop().time()
            if left <= 0:
                raise ModelTimeout("the time for this meeting was used up before all of it was read")
            routed = await self._models.chat(request, user_id=self._user_id, remaining_s=left, reader_answers=False)
            answer = _read(routed.reply.text, cut=routed.reply.finish_reason == "length")
            if answer is not None:
                return _Part(answer, routed.reply.model, copied(routed.rules, routed.reply.text, "\n".join(lines)))
        raise SummaryUnreadable("the model's answer was no summary")


def _smaller(size: int, error: PromptTooLong | ModelTimeout) -> int:
    """The size of parts to try next. Raises `error` where nothing smaller is worth trying."""
    if isinstance(error, ModelTimeout):
        if size <= QUICK_PART:
            raise error
        return QUICK_PART
    if size <= SMALLEST_PART:
        raise error
    return max(size // 2, SMALLEST_PART)


def _read(text: str, *, cut: bool) -> _Answer | None:
    """`cut`: it reached its bound, as a small model does that says the same over and over. What came before counts."""
    value = parse_object(text)
    if value is None:
        return None
    try:
        answer = _Answer.model_validate(value)
    except ValidationError:
        return None
    if cut and answer.action_items:
        answer.action_items.pop()  # the one that broke off
    elif cut:
        answer.summary = presentable(answer.summary)
    return answer if answer.summary.strip() else None


def _items(answer: _Answer) -> list[Proposed]:
    """Those that have the form of one; a malformed item spoils no other."""
    found = []
    for one in answer.action_items:
        try:
            item = _Item.model_validate(one)
        except ValidationError:
            continue
        found.append(Proposed(item.text, item.assignee, item.email, item.quote))
    return found


def _clean(text: str) -> str:
    return shorten(storable(without_invisible(text)).strip(), SUMMARY_CHARACTERS)
