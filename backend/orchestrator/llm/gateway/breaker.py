"""Is a model worth asking at this moment, or did it just fail?

One breaker a model. It opens after an unavailability or two time-outs in a row; while it is open the model is not asked
by turns, only probed, once a minute. Routing has a health of its own: where the fast model does not route in time, the
rules route alone.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from orchestrator.kit.clock import Clock
from orchestrator.llm.messages import ChatRequest
from orchestrator.llm.port import BadModelOutput, ChatModel, ModelError, ModelTimeout, ModelUnavailable

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


ROUTER_TIMEOUTS = 3  # in a row: then rules route alone (product.md, hybrid router)
ROUTER_PROBE_S = 4.0


class RoutingHealth:
    """Suspended after three time-outs in a row, until the model answers the request that it last failed on within four
    seconds (that request, because a shorter one would prove nothing)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timeouts = 0
        self._probe_at: datetime | None = None
        self._failed_on: ChatRequest | None = None

    @property
    def available(self) -> bool:
        return self._probe_at is None

    def timed_out(self, request: ChatRequest) -> None:
        """A call of any purpose ran out of time; only routing counts."""
        if request.purpose != "routing":
            return
        self._timeouts += 1
        if self._timeouts >= ROUTER_TIMEOUTS:
            self._failed_on = request
            self._probe_at = self._clock.now() + timedelta(seconds=PROBE_EVERY_S)

    def answered(self, request: ChatRequest) -> None:
        """A call of any purpose was answered; only routing counts."""
        if request.purpose == "routing":
            self._timeouts, self._probe_at, self._failed_on = 0, None, None

    async def probe_due(self, model: ChatModel) -> None:
        """Where suspended and the minute is over: ask again, in the background's own time."""
        if self._probe_at is None or self._failed_on is None or self._clock.now() < self._probe_at:
            return
        try:
            await model.chat(replace(self._failed_on, deadline_s=ROUTER_PROBE_S))
        except BadModelOutput:
            self.answered(self._failed_on)  # in time, which is all that was in doubt
        except ModelError:
            self._probe_at = self._clock.now() + timedelta(seconds=PROBE_EVERY_S)
        else:
            self.answered(self._failed_on)
