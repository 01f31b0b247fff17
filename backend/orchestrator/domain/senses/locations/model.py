"""How is a location sample stored? (db_migrations/0026)"""

from datetime import datetime

from sqlalchemy import Double
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class Location(Owned, Base):
    """One sample. Degrees (WGS 84), metres, metres a second; `battery` 0 to 1. '' in `source` and `device`: not
    told."""

    __tablename__ = "locations"

    external_id: Mapped[str | None]
    source: Mapped[str] = mapped_column(default="")
    origin: Mapped[str]
    version: Mapped[int] = mapped_column(default=1)
    tags: Mapped[list[str]] = mapped_column(default=list)
    device: Mapped[str] = mapped_column(default="")
    captured_at: Mapped[datetime]
    lat: Mapped[float] = mapped_column(Double)
    lon: Mapped[float] = mapped_column(Double)
    accuracy_m: Mapped[float | None] = mapped_column(Double)
    altitude_m: Mapped[float | None] = mapped_column(Double)
    vertical_accuracy_m: Mapped[float | None] = mapped_column(Double)
    speed_mps: Mapped[float | None] = mapped_column(Double)
    course_deg: Mapped[float | None] = mapped_column(Double)
    battery: Mapped[float | None] = mapped_column(Double)
    battery_state: Mapped[str | None]
    motion: Mapped[list[str]] = mapped_column(default=list)
