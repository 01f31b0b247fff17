"""Which part of a file a `Range` asks for (RFC 9110, section 14)."""

import pytest

from orchestrator.web.file_ranges import read_ranges


@pytest.mark.parametrize(
    ("header", "parts"),
    [
        ("bytes=0-0", ((0, 0),)),
        ("bytes=5-", ((5, 9),)),
        ("bytes=5-99", ((5, 9),)),
        ("BYTES = 0-1 , -2", ((0, 1), (8, 9))),
        ("bytes=-99", ((0, 9),)),
        ("bytes=0-1,,20-", ((0, 1),)),
        ("bytes=10-", ()),
        ("bytes=-0", ()),
        ("bytes=3-2", None),
        ("bytes=0-1,3-2", None),
        ("bytes=-", None),
        ("bytes=,", None),
        ("bytes=0-1;2-3", None),
        ("bytes=0x1-2", None),
        ("bytes=٠-١", None),
        (f"bytes={'9' * 40}-", None),
        ("items=0-1", None),
        ("", None),
    ],
)
def test_what_a_file_of_ten_bytes_has_of_it(header: str, parts: tuple[tuple[int, int], ...] | None) -> None:
    assert read_ranges(header, 10) == parts


def test_an_empty_file_has_no_part() -> None:
    assert read_ranges("bytes=0-", 0) == ()
    assert read_ranges("bytes=-5", 0) == ()
