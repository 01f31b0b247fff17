"""What of this turn fits into the prompt? Broad results are compacted first, oldest first; inspected entities stay raw
while the prompt allows; the window gives way last.

Source: product.md section 1, "Context budget".
"""

from collections.abc import Sequence
from dataclasses import replace

from orchestrator.agent.previews import canonical
from orchestrator.agent.profile import Prompt
from orchestrator.kit.text import shorten
from orchestrator.kit.tokens import estimate
from orchestrator.llm.messages import LedgerEntry, Message, Role

PROMPT_TOKENS = 6000
"""Leaves room for an answer in the 8k context that adapters ask local servers for."""
TIGHT_SHARE = 0.5
"""After a provider said that the prompt is too long, this share of the budget is tried once more."""
INSPECTED_CHARACTERS = 1500
INSPECTING = frozenset({"by_ids"})
"""Actions of a read that ask for named entities; `get_document` and the like inspect by nature."""
INSPECTING_TOOLS = frozenset({"get_document"})


def is_inspection(entry: LedgerEntry) -> bool:
    """True where a result holds entities that were asked for by id."""
    return entry.tool in INSPECTING_TOOLS or entry.arguments.get("action") in INSPECTING


def assemble(
    prompt: Prompt, dialogue: Sequence[Message], ledger: Sequence[LedgerEntry], *, budget: int = PROMPT_TOKENS
) -> tuple[Message, ...]:
    """The prompt followed by the tool dialogue, within `budget` estimated tokens as far as that can be had."""
    head = list(prompt.messages)
    tail = list(dialogue)
    inspected = {canonical(entry.data) for entry in ledger if is_inspection(entry)}
    for position, message in enumerate(tail):
        if _size(head, tail) <= budget:
            break
        if message.role is Role.TOOL and not _holds(message, inspected):
            tail[position] = replace(message, content=_compacted(message))
    for position, message in enumerate(tail):
        if _size(head, tail) <= budget:
            break
        if message.role is Role.TOOL:
            tail[position] = replace(message, content=shorten(message.content, INSPECTED_CHARACTERS))
    window = [position for position, message in enumerate(head[:-1]) if message.role is not Role.SYSTEM]
    while _size(head, tail) > budget and window:
        del head[window[0]]
        window.pop()
    return (*head, *tail)


def _size(head: Sequence[Message], tail: Sequence[Message]) -> int:
    return sum(estimate(message.content) for message in (*head, *tail))


def _holds(message: Message, inspected: set[str]) -> bool:
    return any(text in message.content for text in inspected)


COMPACTED_CHARACTERS = 240


def _compacted(message: Message) -> str:
    return shorten(message.content, COMPACTED_CHARACTERS)
