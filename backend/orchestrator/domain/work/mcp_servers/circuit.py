"""May a server that failed be asked again yet? Three failures within five minutes rest it, longer each time."""

from collections import deque
from collections.abc import Callable

FAILURES = 3
WITHIN_S = 300.0
FIRST_REST_S = 30.0
LONGEST_REST_S = 3_600.0


class Circuit:
    """Of one server, in one process. `clock`: seconds that only grow."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failed: deque[float] = deque(maxlen=FAILURES)
        self._until = 0.0
        self._rest_s = FIRST_REST_S

    @property
    def rests_s(self) -> float:
        """Seconds until it may be tried again: then one attempt decides."""
        return max(0.0, self._until - self._clock())

    def failed(self) -> None:
        """It could not be used."""
        now = self._clock()
        self._failed.append(now)
        if len(self._failed) == FAILURES and now - self._failed[0] <= WITHIN_S:
            self._until = now + self._rest_s
            self._rest_s = min(self._rest_s * 2, LONGEST_REST_S)

    def worked(self) -> None:
        """It could."""
        self._failed.clear()
        self._until, self._rest_s = 0.0, FIRST_REST_S
