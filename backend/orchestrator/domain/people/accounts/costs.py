"""What did the user's work cost, day by day, and what is left of today's budgets? (api.md, `/analytics/costs`)"""

from datetime import date, datetime

from pydantic import BaseModel, ConfigDict
from sqlalchemy import func, select

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts.model import ModelUsageRow
from orchestrator.domain.people.accounts.usage import WHOLE_DAY, Budgets

MOST_ROWS = 2_000
"""A year of some purposes and models."""


class CostLine(BaseModel):
    """A UTC day's calls of one model for one purpose. `unpriced_calls` are not in `cost_micros`, for nobody knows their
    price; `price_source`: who says it (`local` costs nothing, `owner` by STEWARD_PRICES, `list` by the list
    `price_version`)."""

    day: date
    purpose: str
    model: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost_micros: int
    unpriced_calls: int
    price_source: str
    price_version: str


class BudgetLine(BaseModel):
    """What today's cap of a purpose leaves (`day`: of all together). Tokens and micro-units; `limit_…` is null where
    there is no cap. What is held for calls that are under way counts as spent."""

    purpose: str
    limit_tokens: int | None = None
    spent_tokens: int = 0
    limit_micros: int | None = None
    spent_micros: int = 0


class Costs(BaseModel):
    """What models cost, in micro-units of `currency`, rounded up a call."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "currency": "USD",
                    "cost_micros": 2250,
                    "unpriced_calls": 0,
                    "calls": 1,
                    "prompt_tokens": 1000,
                    "completion_tokens": 100,
                    "items": [
                        {
                            "day": "2026-11-20",
                            "purpose": "turn",
                            "model": "gpt-5",
                            "calls": 1,
                            "prompt_tokens": 1000,
                            "completion_tokens": 100,
                            "cost_micros": 2250,
                            "unpriced_calls": 0,
                            "price_source": "list",
                            "price_version": "genai-prices 0.2.3",
                        }
                    ],
                    "budgets": [{"purpose": "day", "limit_micros": 500000, "spent_micros": 2250}],
                }
            ]
        }
    )

    currency: str = "USD"
    cost_micros: int
    unpriced_calls: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    items: list[CostLine]
    budgets: list[BudgetLine]


async def costs(
    tx: Tx, budgets: Budgets, *, now: datetime, since: datetime | None, until: datetime | None, model: str | None
) -> Costs:
    """The newest day first. Days are UTC: a day counts whose first moment is in the time asked for."""
    conditions = [ModelUsageRow.user_id == tx.owner_id]
    if since is not None:
        conditions.append(ModelUsageRow.day >= since.date())
    if until is not None:
        conditions.append(ModelUsageRow.day < until.date())
    if model is not None:
        conditions.append(ModelUsageRow.model == model)
    statement = (
        select(ModelUsageRow)
        .where(*conditions)
        .order_by(ModelUsageRow.day.desc(), ModelUsageRow.purpose, ModelUsageRow.model)
        .limit(MOST_ROWS)
    )
    items = [CostLine.model_validate(row, from_attributes=True) for row in await tx.session.scalars(statement)]
    return Costs(
        cost_micros=sum(one.cost_micros for one in items),
        unpriced_calls=sum(one.unpriced_calls for one in items),
        calls=sum(one.calls for one in items),
        prompt_tokens=sum(one.prompt_tokens for one in items),
        completion_tokens=sum(one.completion_tokens for one in items),
        items=items,
        budgets=await _left(tx, budgets, now.date()),
    )


async def _left(tx: Tx, budgets: Budgets, day: date) -> list[BudgetLine]:
    """Of today, whatever time was asked for."""
    spent = select(
        ModelUsageRow.purpose,
        func.sum(ModelUsageRow.prompt_tokens + ModelUsageRow.completion_tokens).label("tokens"),
        func.sum(ModelUsageRow.cost_micros).label("micros"),
    ).where(ModelUsageRow.user_id == tx.owner_id, ModelUsageRow.day == day)
    rows = (await tx.session.execute(spent.group_by(ModelUsageRow.purpose))).all()
    tokens = {row.purpose: int(row.tokens) for row in rows}
    micros = {row.purpose: int(row.micros) for row in rows}
    tokens[WHOLE_DAY], micros[WHOLE_DAY] = sum(tokens.values()), sum(micros.values())
    return [
        BudgetLine(
            purpose=name,
            limit_tokens=budgets.tokens.get(name),
            spent_tokens=tokens.get(name, 0),
            limit_micros=budgets.money.get(name),
            spent_micros=micros.get(name, 0),
        )
        for name in dict.fromkeys((*budgets.money, *budgets.tokens))
    ]
