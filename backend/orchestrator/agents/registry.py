"""Conversational profiles, one line each: the intents that they take, the tool groups left out, bounds, prompt."""

from dataclasses import dataclass, replace

from orchestrator.agent.prompting.prompt import build_prompt
from orchestrator.agent.turn.profile import Prompt, PromptMaterials
from orchestrator.agent.types.limits import Limits
from orchestrator.kit.package_texts import package_text
from orchestrator.llm.messages import Purpose


@dataclass(frozen=True)
class Profile:
    """One row of the table; implements `ConversationalAgentInterface`."""

    name: str
    """Its prompt is `prompts/NAME.md`."""
    without: frozenset[str]
    """The tool groups that it does not own."""
    intents: frozenset[str] = frozenset()
    """None: whatever no other profile takes."""
    reads_only: bool = False
    purpose: Purpose = "turn"
    max_steps: int | None = None
    max_tool_calls: int | None = None

    def supports_intent(self, intent: str) -> bool:
        return intent in self.intents if self.intents else bool(intent)

    def limits(self, configured: Limits) -> Limits:
        return replace(
            configured,
            max_steps=min(configured.max_steps, self.max_steps or configured.max_steps),
            max_tool_calls=min(configured.max_tool_calls, self.max_tool_calls or configured.max_tool_calls),
        )

    def build(self, materials: PromptMaterials) -> Prompt:
        return build_prompt(package_text(__name__, f"prompts/{self.name}.md"), materials)


MAIN = Profile("main", without=frozenset({"briefing"}))
MEMORY_EXPERT = Profile(
    "memory_expert",
    without=frozenset({"web", "briefing"}),
    intents=frozenset({"memory_search", "data_query", "document_search", "place_query"}),
)
DAILY_BRIEFING = Profile(
    # The user's day when they ask for it; the morning's own is made without a turn (docs/decisions/0017).
    "daily_briefing",
    without=frozenset({"web", "external"}),
    intents=frozenset({"briefing"}),
    reads_only=True,
    purpose="briefing",
    max_steps=6,
    max_tool_calls=8,  # the briefing, what one of its lines is about, and a second look where the first was wrong
)
SPECIALISED = (MEMORY_EXPERT, DAILY_BRIEFING)


class Registry:
    """The profiles of this build."""

    def named(self, name: str) -> Profile | None:
        """The profile of that name."""
        return next((profile for profile in (MAIN, *SPECIALISED) if profile.name == name), None)

    def for_intent(self, intent: str) -> Profile:
        """The first specialised profile that claims the intent, else `main`."""
        return next((profile for profile in SPECIALISED if profile.supports_intent(intent)), MAIN)

    @property
    def names(self) -> tuple[str, ...]:
        """All profiles, the default first."""
        return tuple(profile.name for profile in (MAIN, *SPECIALISED))


def router_prompt() -> str:
    """What the fast model is told before it classifies a message."""
    return package_text(__name__, "prompts/router.md")
