"""Is this process ready? Its database is, at once; its model as soon as its warm-up ended, failed, or took long.

`create_app` hands one to `install`; whoever warms the models calls `warmed`.
"""

import asyncio
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from orchestrator.db.migrate import pending
from orchestrator.db.session import Database
from orchestrator.errors import NotReady, OperatorError

WARM_UP_PATIENCE_S = 10.0
"""After so long without the end of the warm-up the process is ready all the same."""
DATABASE_PATIENCE_S = 3.0
NO_ROOM_BYTES = 32_000_000
"""Two segments of Postgres' log: with less it may not be able to write the next one."""

ModelState = Literal["warming", "ok", "degraded"]


@dataclass(frozen=True)
class Answering:
    """Who answers: the provider, the models by name, and why these."""

    provider: str = "reader"
    models: tuple[str, ...] = ()
    why: str = ""


class Readiness:
    """What is known of the models: who `answering()` says that answers now, and how the warm-up goes. `clock` gives
    seconds."""

    def __init__(
        self, *, answering: Callable[[], Answering] = Answering, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.answering = answering
        self._clock = clock
        self._began = clock()
        self._well: Callable[[], bool] | None = None

    def warmed(self, well: Callable[[], bool] = lambda: True) -> None:
        """The warm-up ended; from now on `well()` says whether the configured model answers."""
        self._well = well

    @property
    def model(self) -> ModelState:
        """`degraded`: the model is not there, the built-in reader answers."""
        if self._well is None:
            return "warming" if self._clock() - self._began < WARM_UP_PATIENCE_S else "degraded"
        return "ok" if self._well() else "degraded"


async def check_database(database: Database) -> None:
    """Raises NotReady where the database can't be reached, by its pooler or past it, or a migration is missing."""
    try:
        async with asyncio.timeout(DATABASE_PATIENCE_S):
            waiting = await pending(database.direct_url, also_newer=True)  # this process goes on beside newer ones
            if database.pooled:
                async with database.one_statement() as connection:
                    await connection.execute(text("select 1"))
    except (OperatorError, OSError, TimeoutError, SQLAlchemyError) as error:
        raise NotReady("The database can't be reached.") from error
    if waiting:
        raise NotReady(f"{len(waiting)} migrations are not applied.")


def check_room(home: Path, *, needed: int = NO_ROOM_BYTES) -> None:
    """Raises NotReady where the disk under an embedded database is full: it can be read, but nothing can be stored."""
    try:
        free = shutil.disk_usage(home).free
    except OSError as error:
        raise NotReady(f"The home can't be looked at ({error.strerror}).") from error
    if free < needed:
        megabytes = free / 1_000_000
        told = f"The disk is full ({megabytes:.0f} MB free): what was stored stays. Make room; it goes on by itself."
        raise NotReady(told)
