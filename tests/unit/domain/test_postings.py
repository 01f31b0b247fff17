"""Are records packed and read back as they were, whatever lies outside their range?"""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from orchestrator.domain.foundation.search.store.postings import (
    KINDS,
    NO_DAY,
    OTHER_KIND,
    POSTING,
    day_of,
    kind_code,
    pack,
    unpack,
    without,
)

RECORDS = st.lists(st.integers(0, 2**31 - 1), unique=True, max_size=30)


@given(RECORDS, RECORDS)
def test_what_is_taken_out_is_gone_and_the_rest_stays(positions: list[int], gone: list[int]) -> None:
    data = b"".join(pack(one, 3, 100_000, 1_000, 1, 2) for one in positions)
    assert len(data) == POSTING.itemsize * len(positions)
    left = unpack(without(data, gone))
    assert left["position"].tolist() == [one for one in positions if one not in gone]
    assert set(left["length"].tolist()) <= {65_535}
    assert set(left["times"].tolist()) <= {255}


def test_days_keep_their_order_to_the_ends_of_the_calendar() -> None:
    first, last = datetime(1000, 1, 1, tzinfo=UTC), datetime(8999, 12, 31, tzinfo=UTC)
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    days = [day_of(None), day_of(first), day_of(epoch), day_of(epoch + timedelta(days=1)), day_of(last)]
    assert days == sorted(days)
    assert days[0] == NO_DAY
    assert days[2:4] == [0, 1]


def test_each_kind_has_a_code_of_its_own() -> None:
    codes = [kind_code(kind) for kind in KINDS]
    assert len(set(codes)) == len(KINDS)
    assert OTHER_KIND not in codes
    assert kind_code("something else") == OTHER_KIND
