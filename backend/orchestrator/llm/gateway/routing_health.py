"""Does the fast model route in time, or do the rules route alone for now?"""

from dataclasses import replace
from datetime import datetime, timedelta

from orchestrator.kit.clock import Clock
from orchestrator.llm.gateway.breaker import PROBE_EVERY_S
from orchestrator.llm.messages import ChatRequest
from orchestrator.llm.port import BadModelOutput, ChatModel, ModelError

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
