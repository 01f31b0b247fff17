"""No number of calls at once passes the day's money, and what is not known is not spent unattended."""

import asyncio
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

import pytest
from sqlalchemy import text
from tests.support.openai_server import OpenAIServer
from tests.support.people import make_user
from tests.support.waiting import eventually

from orchestrator.db.session import Database
from orchestrator.domain.people.accounts.costs import costs
from orchestrator.domain.people.accounts.usage import Budgets, ModelUsage
from orchestrator.kit.clock import FixedClock
from orchestrator.llm.gateway.model_search import Candidate
from orchestrator.llm.gateway.precedence import in_background
from orchestrator.llm.gateway.prices import Prices
from orchestrator.llm.gateway.router import ModelRouter, Routed
from orchestrator.llm.messages import FREE, ChatRequest, Cost, Message, Purpose, Role, Usage
from orchestrator.llm.openai.model import OpenAIModel
from orchestrator.llm.port import CapReached, Held, PriceUnknown
from orchestrator.llm.scripted import ScriptedModel, say

NOW = datetime(2026, 11, 20, 23, 59, tzinfo=UTC)


def dollar(micros: int) -> Cost:
    return Cost(micros, "owner")


async def spent(database: Database, user: UUID) -> int:
    async with database.unit_of_work() as session:
        total = text("select coalesce(sum(cost_micros), 0) from model_usage where user_id = :user")
        return int(await session.scalar(total, {"user": user}) or 0)


async def test_calls_at_once_hold_no_more_than_the_day_allows(database: Database) -> None:
    user, other = await make_user(database), await make_user(database)
    meter = ModelUsage(database, FixedClock(NOW), Budgets(money={"day": 1000, "mission": 300}))

    async def held(purpose: Purpose, micros: int) -> Held | None:
        try:
            return await meter.hold(user, purpose, "m", dollar(micros))
        except CapReached:
            return None

    assert sum(one is not None for one in await asyncio.gather(*(held("mission", 100) for _ in range(9)))) == 3
    assert sum(one is not None for one in await asyncio.gather(*(held("turn", 100) for _ in range(20)))) == 7
    assert await spent(database, user) == 1000
    assert await held("turn", 1) is None
    assert await meter.hold(user, "turn", "m", FREE) is None, "what costs nothing goes on"
    with pytest.raises(CapReached, match="not known"):
        await meter.hold(user, "turn", "m", Cost(None, "unknown"))
    assert await meter.hold(other, "turn", "m", dollar(1000)) is not None


async def test_what_was_spent_takes_the_place_of_what_was_held_on_its_own_day(database: Database) -> None:
    user, clock = await make_user(database), FixedClock(NOW)
    meter = ModelUsage(database, clock, Budgets(money={"day": 1000}))
    held = [await meter.hold(user, "turn", "m", dollar(400)) for _ in range(2)]
    clock.advance(120)
    assert held[0] is not None
    assert held[1] is not None
    await meter.record(user, "turn", "m", Usage(10, 5), dollar(30), held[0])
    await meter.release(user, "turn", "m", held[1])
    async with database.unit_of_work_of(user) as tx:
        told = await costs(tx, Budgets(money={"day": 1000}), now=clock.now(), since=None, until=None, model=None)
    assert [(one.day.isoformat(), one.cost_micros, one.calls) for one in told.items] == [("2026-11-20", 30, 1)]
    assert (told.budgets[0].limit_micros, told.budgets[0].spent_micros) == (1000, 0)


async def test_a_hold_whose_process_died_stays_spent(database: Database) -> None:
    user = await make_user(database)
    await ModelUsage(database, FixedClock(NOW), Budgets(money={"day": 1000})).hold(user, "turn", "m", dollar(900))
    again = ModelUsage(database, FixedClock(NOW), Budgets(money={"day": 1000}))
    with pytest.raises(CapReached, match="may cost"):
        await again.hold(user, "turn", "m", dollar(101))


class Vendor(OpenAIModel):
    """A vendor's server that really is on this machine."""

    def __init__(self, url: str, address: str) -> None:
        super().__init__(url, "gpt-5")
        self.remote, self.address = True, address


def routed(
    database: Database, server: OpenAIServer, *, address: str = "https://api.openai.com/v1", **caps: int
) -> ModelRouter:
    clock = FixedClock(NOW)
    return ModelRouter(
        [Candidate("smart", Vendor(server.url, address))],
        reader=ScriptedModel([say("The reader's.")], name="reader", keep_last=True),
        clock=clock,
        meter=ModelUsage(database, clock, Budgets(money=caps)),
        prices=Prices({"own": (Decimal(1), Decimal(1))}, clock.now),
    )


async def ask(router: ModelRouter, user: UUID, *, purpose: Purpose = "turn", reader: bool = True) -> Routed:
    request = ChatRequest(messages=(Message(Role.USER, "When is the dentist?"),), purpose=purpose, max_tokens=100)
    return await router.chat(request, user_id=user, remaining_s=20, reader_answers=reader)


async def test_an_answer_of_a_vendor_is_paid_for_until_the_money_is_spent(database: Database) -> None:
    user = await make_user(database)
    async with OpenAIServer() as server:
        server.always("On Friday.")
        router = routed(database, server, day=1200)
        first = await ask(router, user)
        assert (first.reply.text, first.cost.source) == ("On Friday.", "list")
        assert first.cost.micros is not None
        assert 0 < first.cost.micros < 1200
        await eventually(lambda: spent(database, user), lambda micros: micros == first.cost.micros)
        while (answer := await ask(router, user)).role != "reader":
            assert await spent(database, user) <= 1200
        assert not answer.unavailable
        assert "money" in answer.warnings[0]
        with pytest.raises(CapReached):
            await ask(router, user, reader=False)
        await router.close()
        server.stop()
        free = routed(database, server, day=10**6)
        before = await spent(database, user)
        assert (await ask(free, user)).unavailable
        assert await spent(database, user) == before, "nobody was reached, so nothing stays held"
        await free.close()


async def test_an_unknown_price_is_said_and_refuses_what_nobody_waits_for(database: Database) -> None:
    user = await make_user(database)
    async with OpenAIServer() as server:
        server.always("On Friday.")
        router = routed(database, server, address="https://llm.example.com/v1")
        attended = await ask(router, user)
        assert (attended.reply.text, attended.cost.micros, attended.cost.source) == ("On Friday.", None, "unknown")
        asked = len(server.turns)
        with in_background(), pytest.raises(PriceUnknown, match=r"STEWARD_PRICES=gpt-5=0\.50/1\.50"):
            await ask(router, user, purpose="tagging", reader=False)
        with pytest.raises(PriceUnknown):
            await ask(router, user, purpose="mission", reader=False)
        assert len(server.turns) == asked
        await router.close()
    async with database.unit_of_work_of(user) as tx:
        told = await costs(tx, Budgets(), now=NOW, since=None, until=None, model=None)
    assert (told.cost_micros, told.unpriced_calls, told.items[0].price_source) == (0, 1, "unknown")


async def test_the_worst_of_a_chain_is_that_of_its_dearest_model(database: Database) -> None:
    async with OpenAIServer() as server:
        router = routed(database, server)
        request = ChatRequest(messages=(Message(Role.USER, "hi"),), purpose="mission")
        worst = router.worst_cost(request, most_tokens=1000)
        assert worst.micros is not None
        assert worst.micros > 10_000
        assert router.cost(Usage(1000, 100)).micros == 2250
        assert router.worst_cost(request, most_tokens=1000, role="fast") == worst
        unknown = routed(database, server, address="https://llm.example.com")
        assert unknown.worst_cost(request, most_tokens=1).micros is None
        await asyncio.gather(router.close(), unknown.close())
