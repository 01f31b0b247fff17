"""Which hard rules does an account carry? Implements the port `RuleSource` over `me.auto_confirm`."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.agent.rules import RuleSet
from orchestrator.domain.people.accounts import service


class AccountRules:
    """The rules that are columns of the account until the memory issue brings facts."""

    async def rules(self, session: AsyncSession, owner_id: UUID) -> RuleSet:
        return RuleSet(auto_confirm=await service.auto_confirm(session, owner_id))
