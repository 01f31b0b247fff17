"""Which part of a file a `Range` asks for (RFC 9110, section 14)."""

from tests.support.corpora import corpus

from orchestrator.web.file_ranges import read_ranges


@corpus("file_ranges", "what_a_file_of_ten_bytes_has_of_it")
def test_what_a_file_of_ten_bytes_has_of_it(header: str, parts: tuple[tuple[int, int], ...] | None) -> None:
    assert read_ranges(header, 10) == parts


def test_an_empty_file_has_no_part() -> None:
    assert read_ranges("bytes=0-", 0) == ()
    assert read_ranges("bytes=-5", 0) == ()
