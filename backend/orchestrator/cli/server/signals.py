"""How does a long-running command end? The first Ctrl-C (or SIGTERM) asks it to, a second one insists."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Coroutine

import uvloop

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run_until_stopped(work: Callable[[asyncio.Event], Coroutine[None, None, None]]) -> None:
    """Run `work(stop)`; `stop` is set by the first signal. A second one cancels it."""

    async def watched() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task is not None

        def asked() -> None:
            if stop.is_set():
                task.cancel()
            stop.set()

        for one in SIGNALS:
            loop.add_signal_handler(one, asked)
        await work(stop)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        try:
            runner.run(watched())
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None


async def until(stop: asyncio.Event, then: Callable[[], None]) -> None:
    """Call `then` once `stop` is set."""
    waiting: Awaitable[object] = stop.wait()
    await waiting
    then()
