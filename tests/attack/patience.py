"""How long does one pattern look at a text that was made for it?

`re`: a text of forty parts that keeps it busy is exponential (or as good as that); four times the text for much more
than four times the time is worse than linear. google-re2 can't be either for one match; a search for all of them can.
"""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from tests.attack.processor import TooLong, limited
from tests.attack.pumping import Pump, pumps

PARTS = 40
EXPONENTIAL_S = 0.5
"""Forty parts of a polynomial pattern, be it cubic, take a hundredth of it."""
SHORT, LONG = 1_000, 4_000
LONG_S = 1.0
FLOOR_S = 0.008
RATIO = 8.0
LEAST_S = 0.001
STEP_S = 0.004
"""Some machines' clocks of processor time go in steps: what is looked at more closely is timed several times over."""
ENOUGH_S, MOST_TIMES, TOGETHER = 0.04, 40, 4
ALL_SHORT, ALL_LONG = 16_000, 64_000
ALL_FLOOR_S = 0.03


def of_backtracking(pattern: str, flags: int, most: int, *, in_bytes: bool) -> Iterator[list[Any]]:
    """What was found of a pattern: ["exponential" | "superlinear", text's parts, times], as it is found. Before what
    may never end comes ["trying", …]: who reads on after a killed process knows what it was."""
    found: set[str] = set()
    for pump in pumps(pattern, flags & ~re.UNICODE, most=most):
        for how in _ways(pattern, flags, in_bytes=in_bytes):
            text = pump.times(PARTS)
            if len(text) <= LONG:
                yield ["trying", "exponential", _shown(pump)]
                if _seconds(how, text, EXPONENTIAL_S) >= EXPONENTIAL_S:
                    yield ["exponential", _shown(pump), [EXPONENTIAL_S]]
                    return
            if "superlinear" in found:
                continue
            yield ["trying", "superlinear", _shown(pump)]
            times = _grown(how, pump, SHORT, LONG, FLOOR_S)
            if times:
                found.add("superlinear")
                yield ["superlinear", _shown(pump), times]


def _ways(pattern: str, flags: int, *, in_bytes: bool) -> list[Callable[[str], Any]]:
    """A search and a match of the whole."""
    if in_bytes:
        octets = re.compile(pattern.encode("latin-1"), flags)
        return [
            lambda text: octets.search(text.encode("latin-1", "replace")),
            lambda text: octets.fullmatch(text.encode("latin-1", "replace")),
        ]
    compiled = re.compile(pattern, flags)
    return [compiled.search, compiled.fullmatch]


def of_linear(pattern: Any, most: int) -> Iterator[list[Any]]:
    """["superlinear", text's parts, times] where all matches together cost more than linear time."""
    try:
        made = pumps(pattern.pattern, 0, most=most)
    except re.error:
        return
    for pump in made:
        yield ["trying", "superlinear", _shown(pump)]
        times = _grown(lambda text: sum(1 for _ in pattern.finditer(text)), pump, ALL_SHORT, ALL_LONG, ALL_FLOOR_S)
        if times:
            yield ["superlinear", _shown(pump), times]
            return


def _grown(how: Callable[[str], Any], pump: Pump, short: int, long: int, floor: float) -> list[float]:
    """The times of a short and a long text where they grow too fast; measured again before it is told."""
    text, longer = pump.of(short), pump.of(long)
    if len(longer) < 3 * len(text):  # the way to the repetition is most of it
        return []
    last = _seconds(how, longer, LONG_S)
    if last + STEP_S < floor:
        return []
    if last < LONG_S / TOGETHER:
        last = _each(how, longer)
    first = _each(how, text)
    scale = len(longer) / len(text) / 4
    return [first, last] if last >= LONG_S or (last > floor and last > RATIO * scale * first) else []


def _each(how: Callable[[str], Any], text: str) -> float:
    """The time of one of several, together long enough for a clock that goes in steps; the quicker of two runs."""
    runs = []
    for _ in range(2):
        spent, times = 0.0, 0
        while spent < ENOUGH_S and times < MOST_TIMES:
            spent += _seconds(lambda _: [how(text) for _ in range(TOGETHER)], text, LONG_S)
            times += TOGETHER
        runs.append(spent / times)
    return max(LEAST_S, min(runs))


def _seconds(how: Callable[[str], Any], text: str, limit: float) -> float:
    began = time.process_time()
    try:
        with limited(limit):
            how(text)
    except TooLong:
        return limit
    return time.process_time() - began


def _shown(pump: Pump) -> list[str]:
    return [pump.before[-60:], pump.body, pump.end]
