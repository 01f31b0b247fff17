"""The main profile: the fallback for every intent that no other one claims."""

from orchestrator.agent.tools.spec import ToolGroup
from orchestrator.agent.turn.profile import Prompt, PromptMaterials
from orchestrator.agent.types.limits import Limits
from orchestrator.agents.main import message_builder, runtime_policy
from orchestrator.llm.messages import Purpose


class MainProfile:
    """Answers anything and prepares changes."""

    name = "main"
    groups: frozenset[ToolGroup] = runtime_policy.GROUPS
    reads_only = False
    purpose: Purpose = "turn"

    def supports_intent(self, intent: str) -> bool:
        return bool(intent)

    def limits(self, configured: Limits) -> Limits:
        return configured

    def build(self, materials: PromptMaterials) -> Prompt:
        return message_builder.build(materials)
