"""What does a worker hold at this moment? Claims that wait to begin, that run, and that ended and are to be completed.

A worker runs few handlers side by side, for they wait for models and networks. Short jobs would cost it a round trip
each; so it claims as many ahead as it expects to begin in a tenth of a second, and completes together what ends
together. What it claimed ahead and could not begin within a second it hands back, for others may be idle.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from orchestrator.scheduling.leases import Claim

AHEAD_S = 0.1
"""So far ahead it claims: long beside a round trip, short for whoever waits elsewhere."""
MOST_AHEAD = 250
"""A statement of so many rows is as cheap a row as a larger one."""
BEGUN_WITHIN_S = 1.0
WEIGHT = 0.2
"""Of the newest attempt in the mean duration: five attempts change it."""


class AtWork:
    """The claims of one worker. `attempt` makes one attempt, and calls `ended` itself where its job is still to be
    completed. `changed` is called when there is room for more."""

    def __init__(
        self, concurrency: int, attempt: Callable[[Claim], Coroutine[Any, Any, None]], changed: Callable[[], None]
    ) -> None:
        self._concurrency = concurrency
        self._attempt = attempt
        self._changed = changed
        self._clock = asyncio.get_running_loop().time
        self._mean_s: float | None = None
        self._since = 0.0
        self.waiting: deque[Claim] = deque()
        self.running: dict[UUID, tuple[Claim, asyncio.Task[None]]] = {}
        self.completing: list[Claim] = []

    @property
    def claims(self) -> list[Claim]:
        """Everything whose lease is to be kept."""
        return [*self.waiting, *(claim for claim, _ in self.running.values()), *self.completing]

    @property
    def free(self) -> int:
        """How many more to claim now: 0 until half of what was claimed ahead has begun."""
        ahead = self._ahead()
        if len(self.waiting) > ahead // 2:
            return 0
        return max(self._concurrency + ahead - len(self.running) - len(self.waiting), 0)

    @property
    def gathers(self) -> bool:
        """Whether several slots are about to come free, so that it pays to claim for them together."""
        return not self.waiting and len(self.running) > self._concurrency // 2

    def take(self, claims: Sequence[Claim]) -> None:
        """Begin what fits, keep the rest for the next moments."""
        self._since = self._clock()
        self.waiting.extend(claims)
        self._begin()

    def unbegun(self, *, at_once: bool = False) -> list[Claim]:
        """What is to be handed back: it waited here for too long. It is not held any more."""
        if not self.waiting or not (at_once or self._clock() - self._since > BEGUN_WITHIN_S):
            return []
        self._mean_s = AHEAD_S * self._concurrency  # claim nothing ahead until attempts are short again
        given = list(self.waiting)
        self.waiting.clear()
        return given

    def drop(self, tokens: set[UUID]) -> None:
        """These claims were lost: what runs is stopped, for its result could not be stored any more."""
        for token in tokens & self.running.keys():
            self.running[token][1].cancel()
        self.waiting = deque(claim for claim in self.waiting if claim.token not in tokens)

    def ended(self, claim: Claim) -> None:
        """Its handler ended well; the job is to be completed."""
        self.completing.append(claim)

    def _ahead(self) -> int:
        if self._mean_s is None:
            return 0
        expected = int(self._concurrency * AHEAD_S / max(self._mean_s, AHEAD_S / MOST_AHEAD)) - 1
        return min(max(expected, 0), MOST_AHEAD)

    def _begin(self) -> None:
        while self.waiting and len(self.running) < self._concurrency:
            claim = self.waiting.popleft()
            began = self._since = self._clock()
            task = asyncio.create_task(self._attempt(claim), name=f"job {claim.job_type}")
            self.running[claim.token] = (claim, task)
            task.add_done_callback(partial(self._over, claim.token, began))

    def _over(self, token: UUID, began: float, _: asyncio.Task[None]) -> None:
        took = self._clock() - began
        self._mean_s = took if self._mean_s is None else (1 - WEIGHT) * self._mean_s + WEIGHT * took
        self.running.pop(token, None)
        self._begin()
        if self.free:
            self._changed()
