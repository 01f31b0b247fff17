"""What of this turn fits into the prompt? Broad results are compacted first, oldest first; inspected entities stay raw
while the prompt allows; the window gives way last: its older messages, then the summaries of what was before them, then
the latest messages.

Source: product.md section 1, "Context budget".
"""

from collections.abc import Sequence
from dataclasses import replace

from orchestrator.agent.tools.freezing import canonical
from orchestrator.agent.turn.profile import Prompt
from orchestrator.kit.text import shorten
from orchestrator.kit.tokens import estimate
from orchestrator.llm.messages import LedgerEntry, Message, Role

PROMPT_TOKENS = 6000
"""Leaves room for an answer in the 8k context that adapters ask local servers for."""
TIGHT_SHARE = 0.5
"""After a provider said that the prompt is too long, this share of the budget is tried once more."""
INSPECTED_CHARACTERS = 1500
LATEST = 6
"""The last three exchanges tell more of what is meant than a summary of what was before."""
INSPECTING = frozenset({"by_ids"})
"""Actions of a read that ask for named entities; some tools inspect by nature."""


def is_inspection(entry: LedgerEntry, inspecting: frozenset[str]) -> bool:
    """True where a result holds entities that were asked for by id. `inspecting`: see `Vocabulary`."""
    return entry.tool in inspecting or entry.arguments.get("action") in INSPECTING


def assemble(
    prompt: Prompt,
    dialogue: Sequence[Message],
    ledger: Sequence[LedgerEntry],
    *,
    budget: int = PROMPT_TOKENS,
    inspecting: frozenset[str] = frozenset(),
) -> tuple[Message, ...]:
    """The prompt followed by the tool dialogue, within `budget` estimated tokens as far as that can be had."""
    head = list(prompt.messages)
    tail = list(dialogue)
    inspected = {canonical(entry.data) for entry in ledger if is_inspection(entry, inspecting)}
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
    dropped: set[int] = set()
    for position in _giving_way(prompt):
        kept = [message for at, message in enumerate(head) if at not in dropped]
        if _size(kept, tail) <= budget:
            break
        dropped.add(position)
    return (*(message for at, message in enumerate(head) if at not in dropped), *tail)


def _giving_way(prompt: Prompt) -> list[int]:
    """The positions of the window's messages in the order in which they are given up."""
    positions = [at for at, message in enumerate(prompt.messages[:-1]) if message.role is not Role.SYSTEM]
    summaries, said = positions[: prompt.summaries], positions[prompt.summaries :]
    return [*said[:-LATEST], *summaries, *said[-LATEST:]]


def _size(head: Sequence[Message], tail: Sequence[Message]) -> int:
    return sum(estimate(message.content) for message in (*head, *tail))


def _holds(message: Message, inspected: set[str]) -> bool:
    return any(text in message.content for text in inspected)


COMPACTED_CHARACTERS = 240


def _compacted(message: Message) -> str:
    return shorten(message.content, COMPACTED_CHARACTERS)
