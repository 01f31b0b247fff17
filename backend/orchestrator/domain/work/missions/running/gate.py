"""May this call of a model be made, and what did it use? Each is set aside at its worst before it is made: the prompt
as it is counted and a tenth, and all of the answer that it may give; an answer too long for what is left is cut, and
where hardly one is left no call is made.

What a call used is settled with whatever is stored next (`settle`): until then all that was set aside for it counts as
taken, and a process that dies leaves it spent."""

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from uuid import UUID

from orchestrator.agent.runs.delegated import OutOfBudget
from orchestrator.db.retry import retry_on_disconnect
from orchestrator.db.session import after_commit
from orchestrator.db.tx import Tx
from orchestrator.domain.work.missions import ledger
from orchestrator.domain.work.missions.ledger import Account, Amount
from orchestrator.kit.tokens import estimate
from orchestrator.llm.messages import ChatRequest, Usage, transcript

MARGIN = 1.1
"""A count of tokens is an estimate; the provider's own may be this much more."""
LEAST_ANSWER = 64
MOST_ANSWER = 2_048
MILLION = 1_000_000
Price = Callable[[str, str], tuple[int, int] | None]
"""(provider, model) -> micro-units a million prompt and completion tokens; None where nobody knows."""
AT_HOME = frozenset({"ollama", "gguf", "reader", "scripted"})


def free_at_home(provider: str, model: str) -> tuple[int, int] | None:
    """What runs on one's own machine costs nothing; of all else no price is known here."""
    del model
    return (0, 0) if provider in AT_HOME else None


@dataclass
class BudgetGate:
    """Between one agent's run and the models; implements `llm.messages.CallGate`. `overran`: a provider reported more
    than was set aside for a call."""

    transaction: Callable[[], AbstractAsyncContextManager[Tx]]
    account: Account
    price: Price = free_at_home
    money_bounded: bool = False
    overran: bool = False
    calls: int = 0
    _prices: dict[UUID, tuple[int, int]] = field(default_factory=dict)
    _held: dict[UUID, Amount] = field(default_factory=dict)
    _over: dict[UUID, Amount | None] = field(default_factory=dict)
    """What calls used that are over and not settled yet; None where nobody knows."""

    async def before(self, request: ChatRequest, *, provider: str, model: str) -> tuple[ChatRequest, UUID]:
        """Raises OutOfBudget."""
        if self.overran:
            raise OutOfBudget("A provider used more than was set aside for it; nothing more is asked.")
        price = self.price(provider, model)
        if price is None and self.money_bounded:
            raise OutOfBudget(f"The price of {model} is not known, so a bound in money can't be kept.")
        prompt = int(_prompt_tokens(request) * MARGIN) + 1
        wanted = min(request.max_tokens or MOST_ANSWER, MOST_ANSWER)

        async def set_aside(*, whole: bool) -> tuple[Amount, int, UUID]:
            async with self.transaction() as tx:
                await self.settle(tx)
                most = wanted if whole else min(wanted, (await ledger.room(tx, self.account)).tokens - prompt)
                if most < LEAST_ANSWER:
                    raise OutOfBudget("The tokens that are left do not make another call of a model.")
                worst = Amount(tokens=prompt + most, money=_money(price, prompt, most))
                return worst, most, await ledger.reserve(tx, self.account, worst)

        try:
            worst, most, ticket = await retry_on_disconnect(partial(set_aside, whole=True))
        except OutOfBudget:  # what is left is asked for only where the whole answer has no room
            worst, most, ticket = await retry_on_disconnect(partial(set_aside, whole=False))
        self._held[ticket] = worst
        self._prices[ticket] = price or (0, 0)
        self.calls += 1
        return replace(request, max_tokens=most), ticket

    async def after(self, ticket: UUID, usage: Usage | None, *, reached: bool = True) -> None:
        price, held = self._prices.pop(ticket, (0, 0)), self._held.pop(ticket, Amount())
        used = None
        if not reached:
            used = Amount()
        elif usage is not None and usage.total > 0:
            used = Amount(usage.total, _money(price, usage.prompt_tokens, usage.completion_tokens))
        if used is not None:
            self.overran = self.overran or used.tokens > held.tokens or used.money > held.money
        self._over[ticket] = used

    async def settle(self, tx: Tx) -> None:
        """Together with what else is stored: the calls that are over. A call is settled once, however often it is
        tried."""
        for ticket, used in list(self._over.items()):
            await ledger.settle(tx, ticket, used)
            after_commit(tx.session, partial(self._settled, ticket))

    def _settled(self, ticket: UUID) -> None:
        self._over.pop(ticket, None)


def _prompt_tokens(request: ChatRequest) -> int:
    tools = json.dumps([[one.name, one.description, dict(one.parameters)] for one in request.tools], default=str)
    schema = json.dumps(dict(request.schema), default=str) if request.schema is not None else ""
    called = json.dumps(
        [[call.name, call.arguments] for one in request.messages for call in one.tool_calls], default=str
    )
    return estimate(transcript(request.messages)) + estimate(tools) + estimate(schema) + estimate(called)


def _money(price: tuple[int, int] | None, prompt: int, answer: int) -> int:
    """In micro-units, rounded up."""
    if price is None:
        return 0
    return -(-(prompt * price[0] + answer * price[1]) // MILLION)
