"""The tables `geocoder_answers` and `geocoder_usage`."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base


class GeocoderAnswer(Base):
    """What a geocoder said to a user's question; `key` is a hash of that, `answer` None where it found nothing."""

    __tablename__ = "geocoder_answers"

    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    key: Mapped[bytes] = mapped_column(primary_key=True)
    answer: Mapped[Any | None] = mapped_column(JSONB(none_as_null=True))
    expires_at: Mapped[datetime] = mapped_column()


class GeocoderUsage(Base):
    """How often a geocoder was asked on a day (UTC), by all users."""

    __tablename__ = "geocoder_usage"

    day: Mapped[date] = mapped_column(primary_key=True)
    geocoder: Mapped[str] = mapped_column(primary_key=True)
    calls: Mapped[int] = mapped_column(default=0)
