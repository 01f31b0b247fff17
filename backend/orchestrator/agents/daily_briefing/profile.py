"""The daily briefing: what the user's day holds, when they ask for it. The morning's own is made without a turn
(docs/decisions/0017)."""

from orchestrator.agent.tools.spec import ToolGroup
from orchestrator.agent.turn.profile import Prompt, PromptMaterials
from orchestrator.agent.types.limits import Limits
from orchestrator.agents.daily_briefing import message_builder, runtime_policy
from orchestrator.llm.messages import Purpose


class DailyBriefingProfile:
    """Tells the day; reads alone, at high effort."""

    name = "daily_briefing"
    groups: frozenset[ToolGroup] = runtime_policy.GROUPS
    reads_only = True
    purpose: Purpose = "briefing"

    def supports_intent(self, intent: str) -> bool:
        return intent in runtime_policy.INTENTS

    def limits(self, configured: Limits) -> Limits:
        return runtime_policy.bounded(configured)

    def build(self, materials: PromptMaterials) -> Prompt:
        return message_builder.build(materials)
