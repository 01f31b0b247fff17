"""Buckets: a burst, then a rate."""

from orchestrator.web.rates import KEYS_KEPT, Buckets


class Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_goes_through_then_a_rate() -> None:
    clock = Seconds()
    buckets = Buckets(per_second=2, burst=5, clock=clock)
    assert [buckets.take("a") for _ in range(5)] == [None] * 5
    assert buckets.take("a") == 0.5
    assert buckets.take("b") is None
    clock.now = 1.0
    assert [buckets.take("a") is None for _ in range(3)] == [True, True, False]
    clock.now = 1_000.0
    assert [buckets.take("a") is None for _ in range(6)] == [True] * 5 + [False]


def test_keys_that_say_nothing_are_dropped() -> None:
    clock = Seconds()
    buckets = Buckets(per_second=1, burst=2, clock=clock)
    for number in range(KEYS_KEPT):
        buckets.take(str(number))
    clock.now = 10.0
    buckets.take("held")
    buckets.take("held")
    assert buckets.take("held") is not None
    assert len(buckets._buckets) <= 2
