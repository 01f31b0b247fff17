"""What is a mission carried out with? The runs, the files, who is called, what a model costs; the same for all missions
of a process."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.ports.notifications import Notifier
from orchestrator.agent.ports.requests import Owner
from orchestrator.agent.runs.delegated import DelegatedRuns
from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.work.missions.files import MissionFiles
from orchestrator.domain.work.missions.model import Mission
from orchestrator.domain.work.missions.running.gate import Price, free_at_home

SCOPES = frozenset({"ask", "read", "write"})
"""What an agent's calls may need: nothing that curates or administers."""


PRICED_IN = "USD"


@dataclass(frozen=True)
class Workshop:
    """Handed to whatever works on a mission."""

    runs: DelegatedRuns
    files: MissionFiles
    notifier: Notifier
    price: Price = free_at_home

    @property
    def models(self) -> bool:
        """Whether a language model is meant to answer."""
        return self.runs.models.configured

    @property
    def first_price(self) -> tuple[int, int] | None:
        """Of the first model that would be asked."""
        first = self.runs.models.status().models[0]
        return self.price(first.provider, first.name)

    def price_in(self, currency: str) -> Price:
        """Prices are of US dollars: in another currency nothing is known but what costs nothing, for a rate of exchange
        would let a bound be passed."""

        def price(provider: str, model: str) -> tuple[int, int] | None:
            known = self.price(provider, model)
            return known if currency == PRICED_IN or known == (0, 0) else None

        return price

    def transaction(self, owner_id: UUID) -> Callable[[], AbstractAsyncContextManager[Tx]]:
        """Opens transactions of that owner."""
        return lambda: self.runs.services.unit_of_work_of(owner_id)


async def owner_of(tx: Tx, mission: Mission) -> Owner:
    """Whose mission it is, as runs know them."""
    me = await accounts.me(tx)
    return Owner(tx.owner_id, me.name, me.email, mission.timezone, mission.locale, SCOPES)
