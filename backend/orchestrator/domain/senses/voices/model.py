"""The tables `voice_consents`, `voice_samples`, `voice_clusters` and `voice_rejections`."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pgvector.sqlalchemy import VECTOR
from sqlalchemy.orm import Mapped, mapped_column

from orchestrator.db.base import Base, Owned


class Consent(Owned, Base):
    """Whether a contact's voice may be learnt and recognised: a choice of the user's for each."""

    __tablename__ = "voice_consents"

    contact_id: Mapped[UUID] = mapped_column()
    enabled: Mapped[bool] = mapped_column()


class VoiceSample(Owned, Base):
    """What one speaker of one meeting sounded like. `contact_id`: None = nobody was named; `own_score`, `other_score`:
    against its contact and the nearest other one before it was learnt, for calibration."""

    __tablename__ = "voice_samples"

    contact_id: Mapped[UUID | None] = mapped_column()
    meeting_id: Mapped[UUID] = mapped_column()
    speaker: Mapped[str] = mapped_column()
    model: Mapped[str] = mapped_column()
    vector: Mapped[Any] = mapped_column(VECTOR())
    speech_s: Mapped[float] = mapped_column()
    own_score: Mapped[float | None] = mapped_column()
    other_score: Mapped[float | None] = mapped_column()
    heard_at: Mapped[datetime] = mapped_column()


class VoiceCluster(Base):
    """One way in which a contact, or somebody unknown, sounds. Its id is that of its first sample."""

    __tablename__ = "voice_clusters"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID] = mapped_column(primary_key=True)
    contact_id: Mapped[UUID | None] = mapped_column()
    model: Mapped[str] = mapped_column()
    vector: Mapped[Any] = mapped_column(VECTOR())
    samples: Mapped[int] = mapped_column()
    meetings: Mapped[int] = mapped_column()
    speech_s: Mapped[float] = mapped_column()
    last_heard_at: Mapped[datetime] = mapped_column()


class Rejection(Owned, Base):
    """The user said that a speaker was not this contact. `score`: how alike they sounded."""

    __tablename__ = "voice_rejections"

    contact_id: Mapped[UUID] = mapped_column()
    meeting_id: Mapped[UUID] = mapped_column()
    speaker: Mapped[str] = mapped_column()
    model: Mapped[str] = mapped_column()
    vector: Mapped[Any | None] = mapped_column(VECTOR())
    speech_s: Mapped[float] = mapped_column()
    score: Mapped[float | None] = mapped_column()
