"""Which tags does the fast model see in an entity, and which of its words may become tags?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from orchestrator.agent.prompting.standing_rules import copied
from orchestrator.agent.types.origin import Fence, Origin, without_invisible
from orchestrator.kit import patterns
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten, storable
from orchestrator.language.normalize import normalize
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.loose_json import parse_values, unquoted
from orchestrator.llm.messages import ChatRequest, Message, Role

MOST_TAGS = 5
LONGEST_TAG = 30
MOST_WORDS = 3
MOST_TEXT = 4_000
ANSWER_TOKENS = 128
CALL_S = 60.0
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}}},
    "required": ["tags"],
    "additionalProperties": False,
}
_PRIVATE = patterns.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d[\d ().-]{5,}\d")
"""Addresses and numbers say nothing about what an entity is."""
_TAG = patterns.compile(r"[^\W\d_][\w &'-]*")
_RESERVED = patterns.compile(r"^(?:relation|mood|source|kind)\b")


@dataclass(frozen=True)
class Tags:
    """The model's tags, sanitised, and its name. `rules`: those of the user's whose words became tags."""

    tags: tuple[str, ...]
    by: str
    rules: tuple[UUID, ...] = ()


async def asked(
    models: ModelRouter, owner_id: UUID, kind: str, text: str, origin: Origin, *, tagged: Sequence[str] = ()
) -> Tags:
    """What the model sees in it. Raises ModelError (CapReached among them). `tagged`: its tags so far, as they stand in
    `text`: a rule's word that became one of them came from the rule all the same."""
    fence = Fence()
    shown = fence.around(f"{kind}: {shorten(_PRIVATE.sub('', text), MOST_TEXT)}", origin)
    messages = (
        Message(Role.SYSTEM, f"{package_text(__name__, 'prompts/tags.md')}\n{fence.rule}"),
        Message(Role.USER, shown),
    )
    request = ChatRequest(messages, "tagging", schema=_SCHEMA, max_tokens=ANSWER_TOKENS)
    routed = await models.chat(request, user_id=owner_id, remaining_s=CALL_S, reader_answers=False)
    tags = sanitised(_texts(parse_values(unquoted(routed.reply.text))))
    return Tags(tuple(tags), routed.reply.model, copied(routed.rules, "\n".join(tags), _untagged(text, tagged)))


def _untagged(text: str, tagged: Sequence[str]) -> str:
    there = {normalize(tag) for tag in tagged}
    return "\n".join(line for line in text.splitlines() if normalize(line) not in there)


def sanitised(proposed: Sequence[str]) -> list[str]:
    """What may be a tag: a few words in lower case, no number, no mark that code reads; each once, so many at most."""
    kept: dict[str, str] = {}
    for text in proposed:
        tag = " ".join(storable(without_invisible(text)).lower().strip(" #.,;:!?\"'").split())
        short = 0 < len(tag) <= LONGEST_TAG and len(tag.split()) <= MOST_WORDS
        if short and _TAG.fullmatch(tag) and not _RESERVED.match(tag):
            kept.setdefault(normalize(tag), tag)
    return list(kept.values())[:MOST_TAGS]


def _texts(value: Any) -> list[str]:
    """Whatever shape a small model gave its list."""
    if isinstance(value, str):
        return patterns.compile(r"[,;\n]").split(value)
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    return []
