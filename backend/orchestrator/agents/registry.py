"""Which profile takes a turn? An explicit list; each non-default one is asked, `main` is the fallback."""

from orchestrator.agent.turn.profile import ConversationalAgentInterface
from orchestrator.agents.daily_briefing.profile import DailyBriefingProfile
from orchestrator.agents.main.profile import MainProfile
from orchestrator.agents.memory_expert.profile import MemoryExpertProfile

DEFAULT: ConversationalAgentInterface = MainProfile()
SPECIALISED: tuple[ConversationalAgentInterface, ...] = (MemoryExpertProfile(), DailyBriefingProfile())


class Registry:
    """The profiles of this build."""

    def named(self, name: str) -> ConversationalAgentInterface | None:
        """The profile of that name."""
        return next((profile for profile in (DEFAULT, *SPECIALISED) if profile.name == name), None)

    def for_intent(self, intent: str) -> ConversationalAgentInterface:
        """The first specialised profile that claims the intent, else `main`."""
        return next((profile for profile in SPECIALISED if profile.supports_intent(intent)), DEFAULT)

    @property
    def names(self) -> tuple[str, ...]:
        """All profiles, the default first."""
        return tuple(profile.name for profile in (DEFAULT, *SPECIALISED))
