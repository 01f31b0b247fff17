"""Calculations: right where they are right, harmless where they are not, and answered after whatever went before."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from orchestrator.integrations.sandbox.fake import FakeCalculator
from orchestrator.integrations.sandbox.monty import MontyCalculator
from orchestrator.integrations.sandbox.port import CalculationFailed, Calculator


@pytest_asyncio.fixture(scope="module")
async def calculator() -> AsyncIterator[MontyCalculator]:
    made = MontyCalculator()
    yield made
    await made.close()


@pytest.mark.parametrize(
    ("code", "value", "shown"),
    [
        ("1240 * 17.5 / 100", 217.0, "217"),
        ("0.1 + 0.2", 0.30000000000000004, "0.3"),
        ("2 ** 64", 18446744073709551616, "18446744073709551616"),
        ("sum(x * x for x in range(10))", 285, "285"),
        ("rent = 950\n[rent * n for n in (1, 2)]", [950, 1900], "[950, 1900]"),
        ("10 ** 5000", "a number of about 5000 digits", "a number of about 5000 digits"),
        ("float('inf')", "inf", "inf"),
        ("'ç' * 2", "çç", "'çç'"),
    ],
)
async def test_sums(calculator: MontyCalculator, code: str, value: object, shown: str) -> None:
    found = await calculator.evaluate(code)
    assert (found.value, found.shown) == (value, shown)


@pytest.mark.parametrize(
    "code",
    [
        "open('/etc/passwd').read()",
        "import os\nos.listdir('/')",
        "import os\nos.environ['HOME']",
        "import socket",
        "import ctypes",
        "import subprocess",
        "__import__('os').system('id')",
        "().__class__.__base__.__subclasses__()",
        "while True: pass",
        "2 ** 10 ** 9",
        "'x' * 10 ** 12",
        "[0] * 10 ** 9",
        "while True: print('x' * 1000)",
        "def f(): return f()\nf()",
        "import time\ntime.sleep(100)",
        "1 / 0",
        "x =",
        "#" * 30_000,
        "(" * 5_000 + ")" * 5_000,
    ],
)
async def test_what_reaches_out_or_takes_too_much_fails(calculator: MontyCalculator, code: str) -> None:
    with pytest.raises(CalculationFailed) as failed:
        await calculator.evaluate(code)
    assert failed.value.detail
    assert (await calculator.evaluate("1 + 1")).value == 2


async def test_who_goes_away_leaves_no_one_waiting(calculator: MontyCalculator) -> None:
    asked = asyncio.create_task(calculator.evaluate("while True: pass"))
    await asyncio.sleep(0.2)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert (await asyncio.wait_for(calculator.evaluate("2 + 2"), 20)).value == 4


async def test_many_at_once_each_get_their_own(calculator: MontyCalculator) -> None:
    found = await asyncio.gather(*(calculator.evaluate(f"{n} * 2") for n in range(20)))
    assert [one.value for one in found] == [n * 2 for n in range(20)]


async def test_the_fake_knows_what_it_was_told() -> None:
    fake: Calculator = FakeCalculator({"1+1": 2})
    assert (await fake.evaluate("1+1")).value == 2
    with pytest.raises(CalculationFailed):
        await fake.evaluate("2+2")
