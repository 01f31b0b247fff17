"""A meter that caps one user."""

from uuid import UUID

from orchestrator.llm.messages import Cost, Purpose, Usage
from orchestrator.llm.port import Held


class OneIsCapped:
    """Allows everything but `purpose` for the user `capped` (nobody, where that is None); nothing costs money."""

    def __init__(self, capped: UUID | None, purpose: Purpose) -> None:
        self.capped = capped
        self.purpose = purpose

    async def allowed(self, user_id: UUID, purpose: Purpose) -> bool:
        return not (user_id == self.capped and purpose == self.purpose)

    async def hold(self, user_id: UUID, purpose: Purpose, model: str, worst: Cost) -> Held | None:
        return None

    async def record(
        self, user_id: UUID, purpose: Purpose, model: str, usage: Usage, cost: Cost, held: Held | None
    ) -> None:
        pass

    async def release(self, user_id: UUID, purpose: Purpose, model: str, held: Held) -> None:
        raise AssertionError("nothing is held")
