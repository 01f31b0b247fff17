"""How are accounts, tokens and token counts stored? (db_migrations/0002, 0014)"""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import BigInteger, text
from sqlalchemy.dialects.postgresql import BYTEA
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned
from orchestrator.kit.ids import new_id


class User(Base):
    """A person with an account. `captured_timezone` is the zone a client last reported, at `captured_at`;
    `captured_locale` the language and region that one asked for, which hold where `locale` was never set;
    `default_calendar` is the `source` of the events of a calendar elsewhere; `rules_version` counts the changes of the
    rules that `/me` shows (a trigger of 0040_rules.sql)."""

    __tablename__ = "users"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    email: Mapped[str]
    name: Mapped[str] = mapped_column(default="")
    is_owner: Mapped[bool] = mapped_column(default=False)
    timezone: Mapped[str | None]
    locale: Mapped[str] = mapped_column(default="en")
    briefing_time: Mapped[str] = mapped_column(default="07:00")
    identifiers: Mapped[list[str]] = mapped_column(default=list)
    home_place_id: Mapped[UUID | None]
    default_calendar: Mapped[str | None]
    captured_timezone: Mapped[str | None]
    captured_locale: Mapped[str | None]
    captured_at: Mapped[datetime | None]
    last_active_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(default=1)
    rules_version: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))
    updated_at: Mapped[datetime] = mapped_column(server_default=text("steward_now()"))


class ApiToken(Owned, Base):
    """A bearer token; only its hash is kept."""

    __tablename__ = "api_tokens"

    name: Mapped[str]
    sha256: Mapped[bytes] = mapped_column(BYTEA)
    scopes: Mapped[list[str]]
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class ModelUsageRow(Base):
    """Tokens of one user, UTC day, purpose and model, and what they cost: micro-units of US dollars, beside those calls
    whose price nobody knew. `price_source` and `price_version`: of the newest call."""

    __tablename__ = "model_usage"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    purpose: Mapped[str] = mapped_column(primary_key=True)
    model: Mapped[str] = mapped_column(primary_key=True)
    prompt_tokens: Mapped[int] = mapped_column(BigInteger, default=0)
    completion_tokens: Mapped[int] = mapped_column(BigInteger, default=0)
    calls: Mapped[int] = mapped_column(default=0)
    cost_micros: Mapped[int] = mapped_column(BigInteger, default=0)
    unpriced_calls: Mapped[int] = mapped_column(default=0)
    price_source: Mapped[str] = mapped_column(default="")
    price_version: Mapped[str] = mapped_column(default="")
