"""How does a session become an episode? A model writes title, summary and kind; without one, code takes sentences.

The model is given no tools, and the session as fenced data (`conversations/summarizing.py`). What a model answers that
can't be used is no reason to ask for ever: then code writes the episode, and its context says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from pydantic import BaseModel, ConfigDict, ValidationError

from orchestrator.agent.prompting.standing_rules import copied
from orchestrator.agent.types.origin import Origin, least_trusted, without_invisible
from orchestrator.domain.memory.episodes.schemas import EVENT_TYPES
from orchestrator.domain.people.conversations.extracting import telling
from orchestrator.domain.people.conversations.said import Said, label
from orchestrator.domain.people.conversations.summarizing import BY_CODE, NOTHING_SAID, asked
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten, storable
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_object
from orchestrator.llm.port import BadModelOutput, CapReached, ModelError, ModelUnavailable

_PROMPT = "prompts/distil.md"

TITLE_CHARACTERS = 120
SUMMARY_CHARACTERS = 2_000
MOST_READ = 150
"""Messages of one session that are read: with the transcript's budget some hundred characters of each."""
MOST_NAMED = 10
PLAIN = EVENT_TYPES[0]
_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "summary": {"type": "string"},
        "event_type": {"type": "string", "enum": list(EVENT_TYPES)},
    },
    "required": ["title", "summary", "event_type"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Distilled:
    """An episode's words, with the messages that they were made of, and those of the user's rules whose words a model
    took into them."""

    title: str
    summary: str
    event_type: str
    origin: Origin
    sources: tuple[UUID, ...]
    context: dict[str, Any] = field(default_factory=dict)
    rules: tuple[UUID, ...] = ()


class _Answer(BaseModel):
    """What a model is asked for."""

    model_config = ConfigDict(extra="ignore")

    title: str
    summary: str
    event_type: str = PLAIN


async def distilled(
    models: ModelRouter, owner_id: UUID, parts: Sequence[Said], *, title: str, remaining_s: float
) -> Distilled:
    """The episode of these messages. Raises CapReached and ModelUnavailable: it can wait."""
    if not models.configured:
        return by_code(parts, title=title)
    read = thinned(parts)
    try:
        routed = await asked(
            models, owner_id, package_text(__name__, _PROMPT), read, schema=_SCHEMA, remaining_s=remaining_s
        )
        answer = _answer(routed.reply.text)
    except (CapReached, ModelUnavailable):
        raise
    except ModelError as error:
        made = by_code(parts, title=title)
        return replace(made, context={**made.context, "instead_of_model": type(error).__name__})
    return Distilled(
        answer.title,
        answer.summary,
        answer.event_type,
        least_trusted([Origin.AGENT, label(read)]),
        tuple(part.id for part in read),
        _context(parts, read, routed.reply.model),
        copied(routed.rules, f"{answer.title}\n{answer.summary}", "\n".join(part.text for part in read)),
    )


def by_code(parts: Sequence[Said], *, title: str) -> Distilled:
    """The sentences that tell most, under `title`, or where that is empty the one that tells most of all."""
    read = thinned(parts)
    sentences = telling(read)
    title = title.strip() or next((text for _, text in telling(read, most=1)), NOTHING_SAID)
    summary = "\n".join(f"{speaker}: {text}" for speaker, text in sentences)
    return Distilled(
        shorten(title, TITLE_CHARACTERS),
        shorten(summary, SUMMARY_CHARACTERS) or NOTHING_SAID,
        PLAIN,
        label(read),
        tuple(part.id for part in read),
        _context(parts, read, BY_CODE),
    )


def thinned(parts: Sequence[Said], most: int = MOST_READ) -> list[Said]:
    """At most so many of the messages, in order: half of the room is the user's own, each half spread evenly."""
    there = [part for part in parts if not part.gone and part.text.strip()]
    if len(there) <= most:
        return there
    own = [part for part in there if part.by_user]
    others = [part for part in there if not part.by_user]
    own_room = max(min(len(own), most // 2), most - len(others))
    kept = {part.id for part in (*_spread(own, own_room), *_spread(others, most - own_room))}
    return [part for part in there if part.id in kept]


def _spread(parts: Sequence[Said], most: int) -> Sequence[Said]:
    return parts if len(parts) <= most else [parts[len(parts) * place // most] for place in range(most)]


def _answer(text: str) -> _Answer:
    """Raises BadModelOutput."""
    value = parse_object(text)
    try:
        answer = _Answer.model_validate(value)
    except ValidationError as error:
        raise BadModelOutput("the model's answer is no episode") from error
    title = shorten(_clean(answer.title), TITLE_CHARACTERS)
    summary = shorten(_clean(answer.summary), SUMMARY_CHARACTERS)
    if not title or not summary:
        raise BadModelOutput("the model's episode has no title or no summary")
    return _Answer(
        title=title, summary=summary, event_type=answer.event_type if answer.event_type in EVENT_TYPES else PLAIN
    )


def _clean(text: str) -> str:
    return storable(without_invisible(text)).strip()


def _context(parts: Sequence[Said], read: Sequence[Said], generated_by: str) -> dict[str, Any]:
    others = dict.fromkeys(part.speaker for part in parts if part.origin is Origin.THIRD_PARTY and not part.gone)
    context: dict[str, Any] = {
        "messages": len(parts),
        "user_messages": sum(part.by_user for part in parts),
        "participants": list(others)[:MOST_NAMED],
        "generated_by": generated_by,
    }
    return context if len(read) >= len(parts) else {**context, "messages_read": len(read)}
