"""How is a flood kept out? Counters that refuse before anything is parsed."""

import time
from collections.abc import Callable

from orchestrator.integrations.mcp_client.limits import NOISE_LINES, NOTIFICATIONS_DROPPED, NOTIFICATIONS_PER_S
from orchestrator.integrations.mcp_client.port import Fault, McpFailed


class NotificationGate:
    """Lets `rate` notifications a second through, drops what is more, and calls it a flood past `dropped`."""

    def __init__(
        self,
        *,
        rate: float = NOTIFICATIONS_PER_S,
        dropped: int = NOTIFICATIONS_DROPPED,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate = rate
        self._most_dropped = dropped
        self._clock = clock
        self._there = rate
        self._at = clock()
        self.dropped = 0

    def admits(self) -> bool:
        """Whether this one may go on. Raises McpFailed where it is a flood."""
        now = self._clock()
        self._there = min(self._rate, self._there + (now - self._at) * self._rate)
        self._at = now
        if self._there >= 1:
            self._there -= 1
            return True
        self.dropped += 1
        if self.dropped > self._most_dropped:
            raise McpFailed(
                Fault.HOSTILE, f"It sent more than {self._most_dropped} notifications faster than {self._rate:.0f}/s."
            )
        return False


class NoiseGate:
    """Counts lines that are no messages."""

    def __init__(self, most: int = NOISE_LINES) -> None:
        self._most = most
        self.seen = 0

    def heard(self) -> None:
        """One more. Raises McpFailed where they are a flood."""
        self.seen += 1
        if self.seen > self._most:
            raise McpFailed(Fault.HOSTILE, f"It wrote more than {self._most} lines that are no messages.")
