"""Calculations in Monty, asked of a process that holds it (`calculating.py`): begun by the first one, begun anew
after it died, had to be killed, or nobody waited for its answer."""

import asyncio
import json
import sys
from contextlib import suppress
from typing import Any

from orchestrator.integrations.sandbox.port import Calculated, CalculationFailed

LONGEST_CODE = 20_000
LONGEST_ANSWER = 1_000_000
WAITS_S = 10.0
"""For one answer: the calculation itself has a second, the process's start less."""


class MontyCalculator:
    """One process, one calculation at a time."""

    def __init__(self) -> None:
        self._asking = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def evaluate(self, code: str) -> Calculated:
        """The value of the last expression. Raises CalculationFailed."""
        if len(code) > LONGEST_CODE:
            raise CalculationFailed(f"The code may have {LONGEST_CODE:,} characters.")
        async with self._asking:
            answer = await self._asked(code)
        if "failed" in answer:
            raise CalculationFailed(str(answer["failed"]))
        return Calculated(answer["value"], str(answer["shown"]), str(answer["printed"]))

    async def _asked(self, code: str) -> dict[str, Any]:
        process = await self._running()
        answered = False
        try:
            async with asyncio.timeout(WAITS_S):
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(json.dumps({"code": code}).encode() + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            answer: dict[str, Any] = json.loads(line)
            answered = True
        except (TimeoutError, ConnectionError, RuntimeError, ValueError) as error:  # RuntimeError: uvloop's closed pipe
            raise CalculationFailed("The calculation took too much.") from error
        finally:
            if not answered:
                await self._end()
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-m", "orchestrator.integrations.sandbox.calculating"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                env={},
                start_new_session=True,
                limit=LONGEST_ANSWER,
            )
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await asyncio.shield(process.wait())

    async def close(self) -> None:
        """End its process."""
        async with self._asking:
            await self._end()
