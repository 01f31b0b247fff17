"""What is a document about, in a few sentences? By a model where one is configured, else its own first sentences.

What goes in is others' text, fenced, and no tool is offered; what comes out is shown as a summary and nothing else.
"""

from dataclasses import dataclass
from itertools import pairwise
from uuid import UUID

from orchestrator.agent.prompting.standing_rules import copied
from orchestrator.agent.types.origin import Fence, Origin, without_invisible
from orchestrator.domain.world.documents.service import BY_READER
from orchestrator.kit import patterns
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten, storable
from orchestrator.llm.gateway.router import ModelRouter
from orchestrator.llm.messages import ChatRequest, Message, Role
from orchestrator.llm.port import ModelError
from orchestrator.telemetry.logging import get_logger

READ_CHARACTERS = 12_000
SUMMARY_CHARACTERS = 1_200
OPENING_CHARACTERS = 300
ANSWER_TOKENS = 400
BUDGET_S = 180.0
_SENTENCE_END = patterns.compile(r"[.!?] ")

log = get_logger(__name__)


@dataclass(frozen=True)
class Summary:
    """What a document is about, and who wrote that; both None where there is nothing to summarise. `rules`: those of
    the user's whose words a model took in."""

    text: str | None = None
    by: str | None = None
    rules: tuple[UUID, ...] = ()


async def summary_of(models: ModelRouter, owner_id: UUID, title: str, text: str) -> Summary:
    """The summary. A model that fails costs no document its text: the opening stands in."""
    if not text.strip():
        return Summary()
    if models.configured and len(text) > OPENING_CHARACTERS:
        try:
            return await _by_model(models, owner_id, title, text)
        except ModelError as error:
            log.info("a document is summarised by its opening", error=str(error))
    return Summary(opening_of(text), BY_READER)


async def _by_model(models: ModelRouter, owner_id: UUID, title: str, text: str) -> Summary:
    fence = Fence()
    shown = f"Title: {title}\n\n{text[:READ_CHARACTERS]}"
    messages = (
        Message(Role.SYSTEM, f"{package_text(__name__, 'prompts/summarize.md')}\n{fence.rule}"),
        Message(Role.USER, fence.around(shown, Origin.THIRD_PARTY)),
    )
    request = ChatRequest(messages=messages, purpose="summaries", max_tokens=ANSWER_TOKENS)
    routed = await models.chat(request, user_id=owner_id, remaining_s=BUDGET_S, reader_answers=False)
    told = storable(without_invisible(routed.reply.text)).strip()
    if not told:
        return Summary(opening_of(text), BY_READER)
    return Summary(shorten(told, SUMMARY_CHARACTERS), routed.reply.model, copied(routed.rules, told, shown))


def opening_of(text: str) -> str:
    """Its first sentences, on one line."""
    flat = " ".join(text[: 4 * OPENING_CHARACTERS].split())
    kept = ""
    ends = [0, *(found.end() for found in _SENTENCE_END.finditer(flat)), len(flat)]
    for sentence in (flat[start:end].strip() for start, end in pairwise(ends)):
        if kept and len(kept) + len(sentence) >= OPENING_CHARACTERS:
            break
        kept = f"{kept} {sentence}".strip()
    return shorten(kept, OPENING_CHARACTERS)
