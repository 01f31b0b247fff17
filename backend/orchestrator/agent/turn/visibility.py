"""Which tools may this turn see? By tier of routing confidence, inside the mood gate, which is the outermost.

Source: product.md section 1, "Confidence-tiered visibility" and "Mood gate".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from orchestrator.agent.tools.spec import Effect, ToolSpec
from orchestrator.agent.turn.profile import ConversationalAgentInterface
from orchestrator.agent.types.bundle import TierName
from orchestrator.agent.types.vocabulary import Intent, Vocabulary
from orchestrator.language.speech_acts.mood import Mood

HIGH_CONFIDENCE = 0.8
MEDIUM_CONFIDENCE = 0.5


@dataclass(frozen=True)
class Visibility:
    """What a turn may see now. `restricted`: escalation would show more. `overview`: what a deterministic model chooses
    from beyond that (many tools confuse models, and not the reader); a call of what is not shown escalates first."""

    tier: TierName
    tools: tuple[ToolSpec, ...]
    restricted: bool
    overview: tuple[ToolSpec, ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(tool.name for tool in self.tools)

    @property
    def offered(self) -> tuple[ToolSpec, ...]:
        """What who answers may propose."""
        return self.overview or self.tools

    def goes_beyond(self, names: Iterable[str]) -> bool:
        """Whether one of these tools is offered and not shown."""
        hidden = {tool.name for tool in self.overview} - set(self.names)
        return any(name in hidden for name in names)


def owned_by(profile: ConversationalAgentInterface, tools: Sequence[ToolSpec]) -> list[ToolSpec]:
    """The tools that a profile may use at all."""
    of_groups = (tool for tool in tools if tool.groups - profile.without)
    return [tool for tool in of_groups if tool.effect is Effect.READ or not profile.reads_only]


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


def groups_of(vocabulary: Vocabulary, intent: Intent) -> frozenset[str]:
    """The groups that a turn of this intent sees."""
    return vocabulary.of_groups(lambda one: intent.name in one.intents or (intent.everything and not one.apart))


def visible(
    owned: Sequence[ToolSpec],
    vocabulary: Vocabulary,
    *,
    intent: str,
    tier: TierName,
    mood: Mood,
    negated: bool,
    gate: bool = True,
    beside: frozenset[str] = frozenset(),
) -> Visibility:
    """The tools of a turn. `owned` are those of its profile; `beside`: groups that the message names beside those of
    its intent; `gate=False` is the evaluation-only switch."""
    allowed = _in_standing_order(past_mood_gate(owned, mood, negated=negated) if gate else owned, vocabulary)
    known = vocabulary.intent(intent)
    if tier == "low" or known is None:
        return Visibility(tier, allowed, restricted=False)
    groups = groups_of(vocabulary, known) | vocabulary.of_groups(lambda one: one.always) | beside
    if tier == "medium":
        groups |= vocabulary.of_groups(lambda one: one.when_unsure)
    shown = tuple(
        tool for tool in allowed if tool.groups & groups and not (known.everything and tool.effect is Effect.WRITE)
    )
    return Visibility(tier, shown, restricted=len(shown) < len(allowed))


def escalated(
    owned: Sequence[ToolSpec], vocabulary: Vocabulary, *, tier: TierName, mood: Mood, negated: bool, gate: bool = True
) -> Visibility:
    """Everything the profile owns, still inside the mood gate."""
    allowed = _in_standing_order(past_mood_gate(owned, mood, negated=negated) if gate else owned, vocabulary)
    return Visibility(tier, allowed, restricted=False)


def _in_standing_order(tools: Sequence[ToolSpec], vocabulary: Vocabulary) -> tuple[ToolSpec, ...]:
    """Reads first, and of them what most intents show: prompts of different intents then begin alike, and a server has
    read that. What every turn shows beside its matter comes last: a small model likes what it reads first."""
    shows = [groups_of(vocabulary, intent) for intent in vocabulary.intents]
    beside = vocabulary.of_groups(lambda one: one.always)

    def standing(tool: ToolSpec) -> tuple[bool, bool, int]:
        seen = sum(1 for groups in shows if tool.groups & groups)
        return bool(tool.groups & beside), tool.effect is Effect.WRITE, -seen

    return tuple(sorted(tools, key=standing))
