"""The table `places`."""

from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.repository import EntityRow


class Place(EntityRow):
    """A place that the user knows. `lat`, `lon` in degrees (WGS 84), `radius_m` in metres; `attribution`: whom its
    address is to be credited to where a geocoder gave it."""

    __tablename__ = "places"

    name: Mapped[str] = mapped_column()
    aliases: Mapped[list[str]] = mapped_column(default=list)
    category: Mapped[str | None] = mapped_column()
    address: Mapped[str | None] = mapped_column()
    lat: Mapped[float | None] = mapped_column()
    lon: Mapped[float | None] = mapped_column()
    radius_m: Mapped[float | None] = mapped_column()
    home_like: Mapped[bool] = mapped_column(default=False)
    ignored: Mapped[bool] = mapped_column(default=False)
    timezone: Mapped[str | None] = mapped_column()
    description: Mapped[str | None] = mapped_column()
    attribution: Mapped[str | None] = mapped_column()
