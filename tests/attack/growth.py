"""Does the processor time of a call grow with the text, or faster?

Four times the text may take four times the time; a square takes sixteen. Between the two lies the bound, so that a busy
machine's noise decides nothing; and what looks guilty is measured again, twice, before it is told.
"""

import contextlib
import queue
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.attack import child
from tests.attack.processor import TOO_DEEP, seconds_of
from tests.attack.shapes import Shape

SIZES = (250, 1_000, 4_000, 16_000, 64_000)
LIMIT_S = 3.0
"""Of one call. What is linear reads 64,000 characters in a tenth of it."""
FLOOR_S = 0.04
"""Less than that says nothing: caches fill, tables load, collections run."""
RATIO = 9.0
"""Over four times the text, once it is past the floor: between 4 (linear) and 16 (a square)."""
SHORT_S = 2.0
"""No text of 4,000 characters takes that long, whatever the growth."""


J = TypeVar("J", bound=tuple[Any, ...])
"""A job, which begins with its case."""
R = TypeVar("R")


@dataclass(frozen=True)
class Measured:
    """A call's processor seconds at each of SIZES; shorter where it was killed or not worth going on."""

    case: str
    shape: str
    times: tuple[float, ...]

    @property
    def guilty(self) -> bool:
        return is_guilty(self.times)

    @property
    def grew(self) -> float:
        """How many times as long four times the text took, at worst, past the floor; 0 where all of it is below."""
        beside = zip(self.times, self.times[1:], strict=False)
        return max((after / max(before, FLOOR_S / RATIO) for before, after in beside if after > FLOOR_S), default=0.0)

    def __str__(self) -> str:
        told = ", ".join(
            f"{size // 1000 or '0.25'}k {_told(seconds)}"
            for size, seconds in zip(SIZES, self.times, strict=False)
            if seconds >= 0.001
        )
        return f"{self.case} | {self.shape} | {told}"


def _told(seconds: float) -> str:
    if seconds == TOO_DEEP:
        return "RecursionError"
    return f"{'> ' if seconds >= LIMIT_S else ''}{seconds:.3f} s"


def is_guilty(times: Sequence[float]) -> bool:
    """Whether the times (one a size) grow faster than the text, or are those of a text that never ends."""
    for place, seconds in enumerate(times):
        could_be_linear = place > 0 and RATIO * times[place - 1] > LIMIT_S and seconds < TOO_DEEP
        if (seconds >= LIMIT_S and not could_be_linear) or (SIZES[place] <= 4_000 and seconds > SHORT_S):
            return True
        if place and seconds > FLOOR_S and seconds > RATIO * max(times[place - 1], FLOOR_S / RATIO):
            return True
    return False


def measured(call: Callable[[str], Any], shape: Shape) -> Iterator[float]:
    """Seconds at each size; ends early at a size that takes too long. The best of three where one looks guilty."""
    times: list[float] = []
    for size in SIZES:
        times.append(seconds_of(call, shape.of(size), LIMIT_S))
        if times[-1] < LIMIT_S and is_guilty(times):
            times[-1] = min(times[-1], *(seconds_of(call, shape.of(size + more), LIMIT_S) for more in (1, 2)))
        yield times[-1]
        if times[-1] >= LIMIT_S:
            return


def from_above(call: Callable[[str], Any], shape: Shape) -> tuple[float, ...]:
    """Seconds at each size, the longest text first: what reads that one below the floor can't be guilty, and is asked
    no more (0 at the other sizes). What looks guilty is measured again, twice; what takes too long, from below."""
    times = [0.0] * len(SIZES)
    for place in reversed(range(len(SIZES))):
        times[place] = seconds_of(call, shape.of(SIZES[place]), LIMIT_S)
        if times[place] >= LIMIT_S:
            return tuple(measured(call, shape))
        if times[place] <= FLOOR_S:
            break
    if is_guilty(times):
        for place, size in enumerate(SIZES):
            if times[place] > FLOOR_S:
                again = (seconds_of(call, shape.of(size + more), LIMIT_S) for more in (1, 2))
                times[place] = min(times[place], *again)
    return tuple(times)


def listed() -> tuple[list[str], dict[str, str]]:
    """The names of all cases, and what can't be called with the reason (a process of its own, about 20 s)."""
    cases, not_covered = child.asked("cases")
    return cases, dict(not_covered)


def run(jobs: Sequence[tuple[str, str]]) -> Iterator[Measured]:
    """Each (case, shape); what is guilty by several shapes already is left out of the others."""
    for one in child.done("growth", jobs):
        times = (*one.told, LIMIT_S) if one.killed else one.told
        if times:
            yield Measured(*one.job, times=times)


@dataclass(frozen=True)
class Screened:
    """A place of a function, so many shapes tried there, and those of which 64,000 characters took more than the
    floor. `left`: shapes that were not tried, for the function is known to be guilty or took its time already."""

    case: str
    tried: int
    slow: tuple[Measured, ...] = ()
    left: int = 0


def screen(jobs: Sequence[tuple[str, Sequence[str]]]) -> Iterator[Screened]:
    """Each (case, its shapes), from above; where a call had to be killed, shape by shape from below."""
    for one in child.done("screened", jobs):
        case, shapes = one.job
        if one.killed:
            alone = list(run([(case, shape) for shape in shapes]))
            slow = tuple(each for each in alone if max(each.times) > FLOOR_S)
            yield Screened(case, len(alone), slow, len(shapes) - len(alone))
        else:
            ((tried, found),) = one.told
            slow = tuple(Measured(case, shape, times=tuple(times)) for shape, times in found)
            yield Screened(case, tried, slow, len(shapes) - tried)


def beside(how: Callable[[Sequence[J]], Iterator[R]], jobs: Sequence[J], processes: int) -> Iterator[R]:
    """The same in so many processes at once, in the order in which they are done. All that is tried of a function meets
    it in one process, so that it is left in peace once it is known to be guilty."""
    parts: list[list[J]] = [[] for _ in range(processes)]
    place: dict[str, int] = {}
    for job in jobs:
        parts[place.setdefault(job[0].partition("(")[0], len(place) % processes)].append(job)
    told: queue.Queue[R | BaseException | None] = queue.Queue(processes)
    ended = threading.Event()

    def tell(part: Sequence[J]) -> None:
        last: BaseException | None = None
        try:
            for one in how(part):
                told.put(one)
                if ended.is_set():
                    break
        except BaseException as error:  # noqa: BLE001  (it is raised where the results are taken)
            last = error
        told.put(last)

    threads = [threading.Thread(target=tell, args=(part,), daemon=True) for part in parts]
    for thread in threads:
        thread.start()
    try:
        left = processes
        while left:
            one = told.get()
            if isinstance(one, BaseException):
                raise one
            if one is None:
                left -= 1
            else:
                yield one
    finally:
        ended.set()
        while any(thread.is_alive() for thread in threads):
            with contextlib.suppress(queue.Empty):
                told.get(timeout=0.1)


def chance(seed: int) -> random.Random:
    """What is drawn by chance is drawn again in the next run."""
    return random.Random(seed)


def sample(cases: Sequence[str], shapes: Sequence[str], count: int, seed: int) -> list[tuple[str, str]]:
    """So many pairs by chance, each case at most once, in the order of the cases."""
    drawn = chance(seed)
    chosen = sorted(drawn.sample(list(cases), min(count, len(cases))))
    return [(case, drawn.choice(list(shapes))) for case in chosen]
