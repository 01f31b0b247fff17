"""Is a model worth asking at this moment, or did it just fail?

One breaker a model. It opens after an unavailability or two time-outs in a row; while it is open the model is not asked
by turns, only probed, once a minute.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from orchestrator.llm.port import ModelError, ModelTimeout, ModelUnavailable

TIMEOUTS_TO_OPEN = 2  # one may be a cold start
PROBE_EVERY_S = 60.0


@dataclass
class Breaker:
    """What is known of one model's health. Moments are aware, UTC."""

    timeouts: int = 0
    probe_at: datetime | None = None
    last_error: str | None = None

    @property
    def open(self) -> bool:
        """The model is not to be asked."""
        return self.probe_at is not None

    def succeeded(self) -> None:
        """An answer or a sign of life came."""
        self.timeouts, self.probe_at, self.last_error = 0, None, None

    def failed(self, error: ModelError, now: datetime) -> None:
        """A call failed. A refusal or broken output says nothing about the server's health."""
        why = f"{type(error).__name__}: {error}"
        self.last_error = why
        if isinstance(error, ModelTimeout):
            self.timeouts += 1
        if isinstance(error, ModelUnavailable) or self.timeouts >= TIMEOUTS_TO_OPEN:
            self.down(why, now)

    def down(self, why: str, now: datetime) -> None:
        """The model is not to be asked for a while."""
        self.last_error = why
        self.probe_at = now + timedelta(seconds=PROBE_EVERY_S)

    def due(self, now: datetime) -> bool:
        """Whether it is time to probe."""
        return self.probe_at is not None and now >= self.probe_at
