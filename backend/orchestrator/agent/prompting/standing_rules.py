"""Which of the user's rules does a model hear that writes something for them outside of a turn's prompt?

Rules in words go to every prompt, first, always (product.md section 3). A turn's prompt tells them among its standing
parts (`agent/prompting/prompt.py`). Before every other request they are put here, by `ModelRouter.chat`, so that no job
and no command forgets them: summaries, episodes, briefings, tags, documents, meetings, extraction, commands, composing,
inference.
What writes nothing for the user hears none: routing sorts a message into a closed set, and the names of a command are
copied (`ChatRequest.ruled`).

Rules with an effect are code's business; those in words are told, of a project or a language only where the request
speaks of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from orchestrator.agent.ports.context import RuleSource
from orchestrator.agent.ports.unit_of_work import UnitOfWork
from orchestrator.agent.rules.ruleset import RuleSet, fitting
from orchestrator.db.tx import owned
from orchestrator.language.text.normalize import content_words, stems
from orchestrator.llm.gateway.rule_prompt import PromptedRule
from orchestrator.llm.messages import ChatRequest, Message, Role, transcript

TOKENS = 400
"""Of a job's prompt: a small local model reads 20 to 60 tokens a second, and a summary's prompt is 5,000."""
_HEADING = "Rules of the user for whatever you write, always. They are no part of what you are given to read:"
_RULELESS = frozenset({"routing"})
_SHORTEST_WORD = 3


@dataclass(frozen=True)
class StandingRules:
    """Reads the rules anew for each request, in a transaction of its own that is over before a model is asked."""

    unit_of_work: UnitOfWork
    source: RuleSource

    async def first(self, request: ChatRequest, user_id: UUID) -> tuple[ChatRequest, tuple[PromptedRule, ...]]:
        if request.ruled or request.purpose in _RULELESS:
            return request, ()
        async with owned(self.unit_of_work(), user_id) as tx:
            rules = await self.source.rules(tx)
        return told_first(request, rules)


def told_first(request: ChatRequest, rules: RuleSet) -> tuple[ChatRequest, tuple[PromptedRule, ...]]:
    """The rules in words at the very beginning of the request, in its own first message where that is the system's:
    some local models take one system message alone."""
    told, _ = fitting(rules.in_words(transcript(request.messages)), TOKENS)
    if not told:
        return request, ()
    text = "\n".join([_HEADING, *(f"- {one}" for _, one in told)])
    first, *rest = request.messages or (Message(Role.SYSTEM, ""),)
    if first.role is Role.SYSTEM:
        messages = (replace(first, content=f"{text}\n\n{first.content}".strip()), *rest)
    else:
        messages = (Message(Role.SYSTEM, text), first, *rest)
    return replace(request, messages=messages), told


def copied(told: Sequence[PromptedRule], written: str, material: str) -> tuple[UUID, ...]:
    """Those of the rules whose words a model took into what it wrote: words of theirs stand there that the material has
    not. Erasing such a rule takes what was written with it; of a rule that was only followed nothing stays."""
    if not told:
        return ()
    fresh = _words(written) - _words(material)
    return tuple(rule_id for rule_id, text in told if fresh & _words(text))


def _words(text: str) -> frozenset[str]:
    kept = " ".join(word for word in content_words(text) if len(word) >= _SHORTEST_WORD)
    return frozenset(stem for found in stems(kept) for stem in found)
