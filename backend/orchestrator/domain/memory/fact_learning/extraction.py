"""What did the user tell of themselves in a session? A model lists it, code judges it (`checks`).

Code picks the sentences that tell anything (`lines`); the model sees these alone, numbered and fenced as
data, says which are worth keeping, and has no tools. Without a model, or where it can't be used, what stands in the
forms that the lexicons know is all there is.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from orchestrator.agent.types.origin import Fence, Origin
from orchestrator.domain.memory.fact_learning import focus
from orchestrator.domain.memory.fact_learning.checks import Learnable, checked, hold, stated_in
from orchestrator.domain.memory.fact_learning.lines import Line, lines_of
from orchestrator.domain.memory.facts.schemas import CATEGORIES
from orchestrator.domain.people.conversations.said import Said
from orchestrator.kit.package_texts import package_text
from orchestrator.language.text.quoted import overlaps
from orchestrator.llm.gateway.router import CapReached, ModelRouter
from orchestrator.llm.loose_json import parse_array, parse_object
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelError, ModelTimeout, ModelUnavailable
from orchestrator.telemetry.logging import get_logger

_PROMPT = "prompts/extract.md"

BATCH_LINES = 12
"""In one call: small models lose count of more, and read and answer so many within a minute on two cores (60 tokens a
second read, 10 written)."""
BATCH_MESSAGES = 60
FEW = 5
LINE_CHARACTERS = 400
ANSWER_TOKENS = 900
_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "facts": {
            "type": "array",
            "maxItems": BATCH_LINES,
            "items": {
                "type": "object",
                "properties": {
                    "line": {"type": "integer", "minimum": 1},
                    "category": {"type": "string", "enum": list(CATEGORIES)},
                    "subjects": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
                    "importance": {"type": "integer", "minimum": 1, "maximum": 10},
                    "text": {"type": "string"},
                },
                "required": ["line", "category", "subjects", "importance"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["facts"],
    "additionalProperties": False,
}

log = get_logger(__name__)


def batch(unread: Sequence[Said]) -> list[Said]:
    """The first of these that go into one call; at least one."""
    taken: list[Said] = []
    lines = 0
    for part in unread:
        lines += len(lines_of([part]))
        if taken and (lines > BATCH_LINES or len(taken) >= BATCH_MESSAGES):
            break
        taken.append(part)
    return taken


async def extracted(
    models: ModelRouter,
    owner_id: UUID,
    parts: Sequence[Said],
    *,
    wanted: Sequence[str] = (),
    to_steward: bool = True,
    remaining_s: float,
) -> list[Learnable]:
    """What these messages of the user's tell. `wanted`: what to look for first; `to_steward`: they were said to an
    assistant, not to somebody else. Raises CapReached and ModelUnavailable: it can wait; ModelTimeout: of more than
    `FEW` messages fewer can be asked at once."""
    stated = await asyncio.to_thread(stated_in, parts, to_steward=to_steward)
    lines = await asyncio.to_thread(lines_of, parts, to_steward=to_steward)
    if not models.configured or not lines:
        return stated
    try:
        listed = await _listed(models, owner_id, lines, wanted, remaining_s)
    except (CapReached, ModelUnavailable):
        raise
    except ModelError as error:
        if isinstance(error, ModelTimeout) and len(parts) > FEW:
            raise
        log.info("facts are taken by code", user_id=str(owner_id), why=type(error).__name__)
        return stated
    return _joined(stated, listed)


async def _listed(
    models: ModelRouter, owner_id: UUID, lines: Sequence[Line], wanted: Sequence[str], remaining_s: float
) -> list[Learnable]:
    """What the model names and may be kept, at most `BATCH_LINES` of them a call. Raises ModelError."""
    found: list[Learnable] = []
    groups = [lines[at : at + BATCH_LINES] for at in range(0, len(lines), BATCH_LINES)]
    for group in groups:
        fence = Fence()
        told = "\n".join(f"{at}: {hold(line.text, LINE_CHARACTERS)}" for at, line in enumerate(group, start=1))
        instructions = "\n\n".join(
            one for one in (package_text(__name__, _PROMPT), focus.told(wanted), fence.rule) if one
        )
        request = ChatRequest(
            messages=(Message(Role.SYSTEM, instructions), Message(Role.USER, fence.around(told, Origin.THIRD_PARTY))),
            purpose="extraction",
            schema=_SCHEMA,
            max_tokens=ANSWER_TOKENS,
        )
        left = remaining_s / len(groups)
        routed = await models.chat(request, user_id=owner_id, remaining_s=left, reader_answers=False)
        found += checked(_items(routed.reply.text), group)
    return found


def _items(answer: str) -> Sequence[object]:
    """The list in an answer, however it is wrapped; what is none has nothing in it."""
    value = parse_object(answer)
    if value is not None and isinstance(value.get("facts"), list):
        return list(value["facts"])[:BATCH_LINES]
    return (parse_array(answer) or [])[:BATCH_LINES]


def _joined(stated: Sequence[Learnable], listed: Sequence[Learnable]) -> list[Learnable]:
    """Both, each once: of what both name the user's words, with the model's reading of what they are about."""
    found: list[Learnable] = []
    left = list(listed)
    for one in stated:
        same = next((each for each in left if _same(one, each)), None)
        if same is None:
            found.append(one)
            continue
        left.remove(same)
        subjects = tuple(dict.fromkeys([*one.subjects, *same.subjects]))
        importance = max(one.importance, same.importance)
        found.append(replace(one, category=same.category, subjects=subjects, importance=importance))
    return sorted([*found, *left], key=lambda one: (one.said.at, one.start))


def _same(one: Learnable, other: Learnable) -> bool:
    if one.said.id != other.said.id or not overlaps(one.start, one.end, [(other.start, other.end)]):
        return False
    mine, theirs = one.claim, other.claim
    both = mine is not None and theirs is not None and mine.known and theirs.known
    return not both or (mine is not None and theirs is not None and mine.attribute == theirs.attribute)
