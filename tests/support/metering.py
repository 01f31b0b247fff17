"""A meter under which one user has used up the day's tokens for a purpose."""

from uuid import UUID

from orchestrator.llm.messages import Purpose, Usage


class OneIsCapped:
    """Allows everything but `purpose` for the user `capped` (nobody, where that is None)."""

    def __init__(self, capped: UUID | None, purpose: Purpose) -> None:
        self.capped = capped
        self.purpose = purpose

    async def allowed(self, user_id: UUID, purpose: Purpose) -> bool:
        return not (user_id == self.capped and purpose == self.purpose)

    async def record(self, user_id: UUID, purpose: Purpose, model: str, usage: Usage) -> None:
        pass
