"""May what only reads be answered by a follower of the database, and which one answers?

The follower (`STEWARD_DATABASE_READ_URL`, a streaming replica) is looked at every second: how far has it replayed of
what the database had written, and when? It answers while it is at most MOST_LAG_S behind, and nobody who wrote in this
process within that time: what one wrote is always there when one looks for it. Else, and wherever it fails, the
database itself answers. Decision record 0130.
"""

import asyncio
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Literal, TypeVar
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from orchestrator.db.retry import is_disconnect
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.telemetry.logging import get_logger
from orchestrator.telemetry.metrics import METRICS

T = TypeVar("T")
FollowerState = Literal["off", "ok", "lags", "gone"]
"""`off`: none is configured; `gone`: it can't be asked, or follows another database."""
MOST_LAG_S = 5.0
LOOK_EVERY_S = 1.0
LOOK_PATIENCE_S = 3.0
_KEPT = 600
"""Looks: whoever is further behind than these ten minutes is told to be at least so far behind."""
_WRITTEN = text(
    "select (select system_identifier from pg_control_system()), pg_current_wal_insert_lsn() - '0/0'::pg_lsn"
)
_REPLAYED = text(
    "select (select system_identifier from pg_control_system()), pg_is_in_recovery(),"
    " pg_last_wal_replay_lsn() - '0/0'::pg_lsn"
)

log = get_logger(__name__)


class Follower:
    """A replica of `primary`, and how far it is behind. `clock` gives seconds that only go forward."""

    def __init__(self, primary: Database, database: Database, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.database = database
        self.why = "it was not looked at yet"
        """Why it is `gone`, for the operator."""
        self._primary = primary
        self._clock = clock
        self._looks: deque[tuple[float, int]] = deque(maxlen=_KEPT)
        self._reached = False
        self._caught_up_at = -math.inf  # until a look finds it caught up

    @property
    def lag_s(self) -> float:
        """How far it is behind, in seconds; grows while nobody looks."""
        return max(0.0, self._clock() - self._caught_up_at)

    @property
    def state(self) -> FollowerState:
        if not self._reached:
            return "gone"
        return "ok" if self.lag_s <= MOST_LAG_S else "lags"

    async def keep(self) -> None:
        """Look every second, until cancelled."""
        while True:
            before = self.state
            await self.look()
            if (now := self.state) != before:
                log.info("follower", state=now, lag_s=round(self.lag_s, 1), why=self.why or None)
            await asyncio.sleep(LOOK_EVERY_S)

    async def look(self) -> None:
        """How far is it? Where the primary can't be asked, nothing new is known."""
        try:
            async with asyncio.timeout(LOOK_PATIENCE_S), self._primary.one_statement() as connection:
                identity, written = (await connection.execute(_WRITTEN)).one()
        except (SQLAlchemyError, OSError):  # a TimeoutError is an OSError
            return
        self._looks.append((self._clock(), int(written)))
        try:
            async with asyncio.timeout(LOOK_PATIENCE_S), self.database.one_statement() as connection:
                followed, recovering, replayed = (await connection.execute(_REPLAYED)).one()
        except (SQLAlchemyError, OSError) as error:
            self.failed(error)
            return
        if not recovering or identity != followed:
            self._reached, self.why = False, "it follows another database, or none"
            return
        self._reached, self.why = True, ""
        there = [at for at, position in self._looks if position <= int(replayed)]
        if there:
            self._caught_up_at = there[-1]

    def failed(self, error: BaseException) -> None:
        """It can't be asked: nobody does until a look finds it again."""
        self._reached, self.why = False, type(error).__name__


class Reads:
    """Where what only reads is read."""

    def __init__(self, primary: Database, follower: Follower | None = None) -> None:
        self._primary = primary
        self.follower = follower

    @property
    def state(self) -> FollowerState:
        return "off" if self.follower is None else self.follower.state

    def database_for(self, owner_id: UUID) -> Database:
        """The one that this owner's reading may be asked of now."""
        follower = self.follower
        if follower is None or follower.state != "ok" or self._primary.wrote_lately(owner_id, MOST_LAG_S):
            return self._primary
        return follower.database

    async def whole(self, owner_id: UUID, work: Callable[[Database], Awaitable[T]]) -> T:
        """`work` over a database that it only reads for this owner; done again over the primary where the follower
        fails."""
        chosen = self.database_for(owner_id)
        if self.follower is not None and chosen is not self._primary:
            try:
                found = await work(chosen)
            except (DBAPIError, NoConnection, OSError) as error:
                log.warning("the follower failed a read", error=type(error).__name__)
                if is_disconnect(error):
                    self.follower.failed(error)
            else:
                METRICS.reads.labels("follower").inc()
                return found
        found = await work(self._primary)
        METRICS.reads.labels("primary").inc()
        return found

    async def read(self, owner_id: UUID, work: Callable[[Tx], Awaitable[T]]) -> T:
        """The same in one transaction."""

        async def over(database: Database) -> T:
            async with database.unit_of_work_of(owner_id) as tx:
                return await work(tx)

        return await self.whole(owner_id, over)
