"""What may be changed, by `If-Match` (RFC 9110, 13.1.1)?"""

import pytest
from starlette.requests import Request

from orchestrator.errors import VersionConflict
from orchestrator.kit.versions import Expected, is_expected
from orchestrator.web.etags import named_tags


def of(*headers: str) -> Request:
    return Request({"type": "http", "headers": [(b"if-match", one.encode("latin-1")) for one in headers]})


@pytest.mark.parametrize(
    ("headers", "named"),
    [
        ((), None),
        (("*",), None),
        ((" * ",), None),
        (('"1"',), {"1"}),
        (('"1", "2"',), {"1", "2"}),
        (('"1","2" ,\t"3"',), {"1", "2", "3"}),
        (('"1"', '"2"'), {"1", "2"}),
        ((', "1" ,, ',), {"1"}),
        (('"a,b", "c"',), {"a,b", "c"}),
        (("1",), {"1"}),
        (("1, 2",), {"1", "2"}),
        (('""',), {""}),
        (('"*"',), {"*"}),
        (('W/"1"',), set()),
        (('W/"1", "2"',), {"2"}),
        (('"W/1"',), {"W/1"}),
        (('"\xe9"',), {"\xe9"}),
        (("",), set()),
    ],
)
def test_what_a_header_names(headers: tuple[str, ...], named: set[str] | None) -> None:
    assert named_tags(of(*headers)) == named


@pytest.mark.parametrize(
    "headers", [('"1',), ('1"',), ('w/"1"',), ('"1" "2"',), ("*, *",), ('*, "1"',), ("*", '"1"'), ("'1'",), ('"a b"',)]
)
def test_what_is_no_list_of_tags(headers: tuple[str, ...]) -> None:
    with pytest.raises(VersionConflict):
        named_tags(of(*headers))


@pytest.mark.parametrize(
    ("expected", "fits"),
    [(None, True), (2, True), (1, False), (frozenset({1, 2}), True), (frozenset({1, 3}), False), (frozenset(), False)],
)
def test_which_version_is_expected(expected: Expected, *, fits: bool) -> None:
    assert is_expected(2, expected) is fits
