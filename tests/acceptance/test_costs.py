"""What do answers cost, what do `/runs` and `/analytics/costs` tell of it, and what when the money is spent?"""

from decimal import Decimal

from tests.acceptance.conftest import Start
from tests.support.steward import Person, Steward

PRICES = {"*": (Decimal("0.5"), Decimal("2"))}


async def test_runs_and_analytics_show_what_the_models_cost(start: Start) -> None:
    async with start(prices=PRICES, money_per_day={"day": 6_000, "turn": 6_000}) as steward:
        ana, bruno = await steward.person(), await steward.person("Bruno Dias")
        steward.model.always("Hello to you.")
        run = (await ana.ask("Hello"))["run"]
        used = run["models"][0]
        whole = -(-(used["prompt_tokens"] + 4 * used["completion_tokens"]) // 2)
        assert used["cost_micros"] == whole
        assert run["cost"]["micros"] >= whole
        assert (run["cost"]["currency"], run["cost"]["unknown"]) == ("USD", False)
        explained = await ana.get(f"/runs/{run['id']}")
        assert explained["cost"] == run["cost"]
        assert explained["steps"][0]["model_call"]["cost_micros"] == whole
        told = await ana.get("/analytics/costs")
        assert told["cost_micros"] == run["cost"]["micros"]
        assert {one["purpose"] for one in told["items"]} >= {"turn"}
        assert all(one["price_source"] == "owner" for one in told["items"])
        budgets = {one["purpose"]: one for one in told["budgets"]}
        assert (budgets["day"]["limit_micros"], budgets["day"]["spent_micros"]) == (6_000, told["cost_micros"])
        assert (await bruno.get("/analytics/costs"))["calls"] == 0
        while (answer := await ana.ask("Hello again"))["run"]["models"][-1]["role"] != "reader":
            assert answer["answer"] == "Hello to you."
        assert (await ana.get("/analytics/costs"))["cost_micros"] <= 6_000
        assert answer["run"]["stop_reason"] != "model_unavailable"
        assert (await bruno.ask("Hello"))["answer"] == "Hello to you."
        euros = {"goal": "Review my week", "budget": {"money": 1, "currency": "EUR"}}  # no rate of exchange is known
        refused = await bruno.send("POST", "/missions", json=euros)
        assert (refused.status_code, refused.json()["code"]) == (422, "invalid_request"), refused.text


async def test_a_model_at_home_costs_nothing(steward: Steward, ana: Person) -> None:
    steward.model.always("Hello to you.")
    run = (await ana.ask("Hello"))["run"]
    assert run["cost"] == {"micros": 0, "currency": "USD", "unknown": False}
    told = await ana.get("/analytics/costs", since="2020-01-01", until="2099-01-01")
    assert (told["cost_micros"], told["unpriced_calls"]) == (0, 0)
    assert told["items"][0]["price_source"] == "local"
    assert (await ana.get("/analytics/costs", until="2020-01-01"))["items"] == []
    assert (await ana.send("GET", "/analytics/costs?since=never")).status_code == 422
