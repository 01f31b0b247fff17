"""The memory expert: questions about what the user has stored."""

from orchestrator.agent.tools.spec import ToolGroup
from orchestrator.agent.turn.profile import Prompt, PromptMaterials
from orchestrator.agent.types.limits import Limits
from orchestrator.agents.memory_expert import message_builder, runtime_policy
from orchestrator.llm.messages import Purpose


class MemoryExpertProfile:
    """Searches, reads, counts."""

    name = "memory_expert"
    groups: frozenset[ToolGroup] = runtime_policy.GROUPS
    reads_only = False
    purpose: Purpose = "turn"

    def supports_intent(self, intent: str) -> bool:
        return intent in runtime_policy.INTENTS

    def limits(self, configured: Limits) -> Limits:
        return configured

    def build(self, materials: PromptMaterials) -> Prompt:
        return message_builder.build(materials)
