"""Buckets: a burst, then a rate."""

from orchestrator.web.access.rates import KEYS_KEPT, Buckets, Window


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


def test_who_comes_from_ever_new_addresses_fills_no_memory_and_frees_nobody_who_goes_on_trying() -> None:
    buckets = Buckets(per_second=1, burst=2, clock=Seconds())
    window = Window(most=2, period_s=3600)
    for held in range(2):
        assert buckets.take("held") is None
        assert window.take("held", float(held)) is None
    for number in range(2 * KEYS_KEPT):
        buckets.take(str(number))
        window.take(str(number), 2.0)
        if number % 1000 == 0:
            assert buckets.take("held") is not None
            assert window.take("held", 2.0) is not None
    assert len(buckets._buckets) == len(window._taken) == KEYS_KEPT
