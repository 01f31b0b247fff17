"""Which tools may this turn see? By tier of routing confidence, inside the mood gate, which is the outermost.

Source: product.md section 1, "Confidence-tiered visibility" and "Mood gate".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from orchestrator.agent.tools.spec import Effect, ToolGroup, ToolSpec
from orchestrator.agent.types.bundle import TierName
from orchestrator.language.mood import Mood

HIGH_CONFIDENCE = 0.8
MEDIUM_CONFIDENCE = 0.5

_READS = frozenset(ToolGroup) - {ToolGroup.WEB, ToolGroup.BRIEFING}
GROUPS_OF_INTENT: Mapping[str, frozenset[ToolGroup]] = {
    "memory_search": frozenset({ToolGroup.SEARCH, ToolGroup.EVENTS, ToolGroup.CONTACTS}),
    "data_query": _READS,
    "event_management": frozenset({ToolGroup.EVENTS}),
    "contact_management": frozenset({ToolGroup.CONTACTS}),
    "todo_management": frozenset({ToolGroup.TODOS}),
    "document_search": frozenset({ToolGroup.DOCUMENTS, ToolGroup.SEARCH}),
    "place_query": frozenset({ToolGroup.PLACES, ToolGroup.CONTACTS, ToolGroup.EVENTS}),
    "remember": frozenset({ToolGroup.MEMORY, ToolGroup.NOTES}),
    "web_search": frozenset({ToolGroup.WEB}),
    "briefing": _READS | {ToolGroup.BRIEFING},
    "general": frozenset({ToolGroup.SEARCH}),
}
READS_ONLY = frozenset({"data_query", "briefing"})
"""Intents whose groups are opened for reading alone."""


@dataclass(frozen=True)
class Visibility:
    """What a turn may see now. `restricted`: escalation would show more."""

    tier: TierName
    tools: tuple[ToolSpec, ...]
    restricted: bool

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(tool.name for tool in self.tools)


def tier_of(confidence: float) -> TierName:
    """`high` from .8 on, `medium` from .5 on, else `low`."""
    if confidence >= HIGH_CONFIDENCE:
        return "high"
    return "medium" if confidence >= MEDIUM_CONFIDENCE else "low"


def past_mood_gate(tools: Sequence[ToolSpec], mood: Mood, *, negated: bool) -> tuple[ToolSpec, ...]:
    """Without write tools where the user asks, or says what must not happen."""
    if mood is Mood.QUESTION or negated:
        return tuple(tool for tool in tools if tool.effect is not Effect.WRITE)
    return tuple(tools)


def visible(
    owned: Sequence[ToolSpec],
    *,
    intent: str,
    tier: TierName,
    mood: Mood,
    negated: bool,
    gate: bool = True,
    beside: frozenset[ToolGroup] = frozenset(),
) -> Visibility:
    """The tools of a turn. `owned` are those of its profile; `beside`: groups that the message names beside those of
    its intent; `gate=False` is the evaluation-only switch."""
    allowed = past_mood_gate(owned, mood, negated=negated) if gate else tuple(owned)
    groups = GROUPS_OF_INTENT.get(intent)
    if tier == "low" or groups is None:
        return Visibility(tier, allowed, restricted=False)
    if tier == "medium":
        groups = groups | {ToolGroup.RESOLUTION}
    groups = groups | beside
    shown = tuple(
        tool for tool in allowed if tool.groups & groups and not (intent in READS_ONLY and tool.effect is Effect.WRITE)
    )
    return Visibility(tier, shown, restricted=len(shown) < len(allowed))


def escalated(owned: Sequence[ToolSpec], *, tier: TierName, mood: Mood, negated: bool, gate: bool = True) -> Visibility:
    """Everything the profile owns, still inside the mood gate."""
    allowed = past_mood_gate(owned, mood, negated=negated) if gate else tuple(owned)
    return Visibility(tier, allowed, restricted=False)
